"""Finds and runs the program that counts."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"

NO_PROGRAM = (
    "Counting needs Node.js 20 or newer, or the native program of Paramscope. Install Node.js, or set the environment variable "
    "PARAMSCOPE to the path of the native program. paramscope.show() needs neither: the browser counts."
)


class ParamscopeError(Exception):
    """What is wrong with a model, a setting or the installation, in a sentence."""


def program():
    """Returns the command that runs Paramscope, as a list; None if this machine has none.

    In this order: the program that the environment variable PARAMSCOPE names, the one inside this package with node, a native
    `paramscope` on the PATH.
    """
    if named := os.environ.get("PARAMSCOPE"):
        return ["node", named] if named.endswith((".mjs", ".js")) else [named]
    node, script = shutil.which("node"), DATA / "cli.mjs"
    if node and script.exists():
        return [node, str(script)]
    native = shutil.which("paramscope")
    return [native] if native else None


def package_options():
    """Returns the options that tell the program where this Python finds packages: it reads a library's code there and runs none of it.

    The environment variable PARAMSCOPE_PYTHON_PATH names other folders, which the program finds itself.
    """
    if os.environ.get("PARAMSCOPE_PYTHON_PATH"):
        return []
    folders = [folder for folder in map(str, sys.path) if os.path.isdir(folder) and ":" not in folder]
    return ["--python-path", ":".join(folders)] if folders else []


def run(arguments, text=None):
    """Runs the program with `arguments`, and `text` as its standard input. Returns (what it prints, its warnings).

    Raises ParamscopeError with the program's own message when the input or an option is wrong, or when there is no program.
    """
    command = program()
    if command is None:
        raise ParamscopeError(NO_PROGRAM)
    try:
        done = subprocess.run([*command, *arguments], input=text, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise ParamscopeError(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        raise ParamscopeError(done.stderr.strip() or f"{' '.join(command)} ended with exit code {done.returncode}")
    return done.stdout, done.stderr
