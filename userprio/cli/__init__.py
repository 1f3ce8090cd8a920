"""The command line: Click commands and options. Nothing is computed here: inputs are read, passed down, and shown.

It exports what the modules of commands have in common; those themselves are loaded by `app`, by name.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.cli.accounts import held_by
    from userprio.cli.commands import COMMANDS, IN_SIGHT, ROOT, Command, Purpose
    from userprio.cli.environment import Environment, ExitStatus, guarded, sentence, standing, tell_made, uninterrupted
    from userprio.cli.jobs import chosen_order, order_options
    from userprio.cli.loading import check_live, load_inputs, load_scenario, reach, read_ledger, root_of_ledger
    from userprio.cli.options import GlobalOptions, command, misuse, need_pool, refuse_live, shared_of, tabled, together
    from userprio.cli.output import OUTPUT_OPTIONS, Output, output_options
    from userprio.cli.parameters import (
        FILE,
        OUTPUT,
        TABLES,
        WholeNumber,
        as_length,
        as_moment,
        as_parameter,
        length,
        of_width,
        read_moment,
        read_number,
    )
    from userprio.cli.places import find_config, find_ledger, no_ledger
    from userprio.cli.plan import save_plan
    from userprio.cli.progress import counting, progress_bar, reading_bar, stoppable
    from userprio.cli.request import ListingRequest, Source
    from userprio.cli.settings import check_profile, read_settings, settings_of
    from userprio.cli.showing import (
        is_classic,
        put_out,
        put_page,
        show,
        tell_what_if,
    )
    from userprio.cli.simulating import check_plot, plot_option, put_plot
    from userprio.cli.what_if import other_side, sides, supposed, what_if_options
else:
    __all__, __getattr__ = lazy_exports(__file__)
