"""Numbers of priorities as text: signs kept, nothing cut."""


def signed(value: float) -> str:
    """One decimal and always a sign."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def tenths(value: float) -> str:
    """One decimal."""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text


def full(value: float) -> str:
    """As exact as it is, without zeros behind the point; what is very small in powers of ten."""
    if value == int(value):
        return str(int(value))
    return f"{value:.4g}" if abs(value) < 1e-3 else f"{value:.6f}".rstrip("0")


def full_signed(value: float) -> str:
    """The same, always with a sign."""
    return f"+{full(value)}" if value > 0 else full(value)
