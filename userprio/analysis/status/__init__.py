"""The state of a pool on one page, read off the summary of its next cycle. Start reading at `status`."""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.status.pool_status import (
        Holder,
        Status,
        status,
        suggestions,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
