"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# A busy machine is no defect of what is tested: neither a slow example nor slow generation fails.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
