"""The command line: `paramscope` and `python -m paramscope`."""

import os
import subprocess
import sys

from .engine import ParamscopeError, command


def main() -> int:
    """Runs the program with the arguments of this process."""
    try:
        line = command(sys.argv[1:])
    except ParamscopeError as error:
        print(f"paramscope: {error}", file=sys.stderr)
        return 1
    if os.name == "posix":
        os.execvp(line[0], line)
    return subprocess.run(line, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
