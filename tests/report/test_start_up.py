"""What importing costs."""

import subprocess
import sys


def test_the_forms_for_scripts_do_not_import_rich() -> None:
    code = "import sys, userprio.report; sys.exit(any(name.split('.')[0] == 'rich' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
