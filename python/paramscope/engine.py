"""Finds and runs the program that counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

DATA = Path(__file__).parent / "data"
_NATIVE = DATA / ("paramscope.exe" if os.name == "nt" else "paramscope")
_SCRIPT = DATA / "cli.mjs"

NO_PROGRAM = (
    "Counting needs Node.js 20 or newer on this system, for which the package has no program of its own. Install Node.js, or set the "
    "environment variable PARAMSCOPE to the path of a native program. paramscope.show() needs neither: the browser counts."
)


class ParamscopeError(Exception):
    """What is wrong with a model, a setting or the installation, in a sentence."""


def is_remote(name: str) -> bool:
    """Tells whether a name is of the hub or an address: only the program for node fetches those."""
    return name.startswith(("hf:", "https://", "http://", "hf.co/", "huggingface.co/"))


def program(remote: bool = False) -> list[str] | None:
    """Returns the command that runs Paramscope, as a list; None if this machine has none.

    In this order: the program that the environment variable PARAMSCOPE names; the native one inside this package; the one for node,
    which comes first where something is to be fetched.
    """
    if named := os.environ.get("PARAMSCOPE"):
        return ["node", named] if named.endswith((".mjs", ".js")) else [named]
    node = shutil.which("node")
    for_node = [node, str(_SCRIPT)] if node and _SCRIPT.exists() else None
    native = [str(_NATIVE)] if _NATIVE.exists() else None
    return (for_node or native) if remote else (native or for_node)


def command(arguments: Iterable[str]) -> list[str]:
    """Returns the command that runs Paramscope with these arguments. Raises ParamscopeError without a program."""
    arguments = list(arguments)
    found = program(remote=any(map(is_remote, arguments)))
    if found is None:
        raise ParamscopeError(NO_PROGRAM)
    return [*found, *arguments]


def package_options() -> list[str]:
    """Returns the options that tell the program where this Python finds packages: it reads a library's code there and runs none of it.

    The environment variable PARAMSCOPE_PYTHON_PATH names other folders, which the program finds itself.
    """
    if os.environ.get("PARAMSCOPE_PYTHON_PATH"):
        return []
    folders = [folder for folder in map(str, sys.path) if os.path.isdir(folder) and ":" not in folder]
    return ["--python-path", ":".join(folders)] if folders else []


def run(arguments: Iterable[str], text: str | None = None) -> tuple[str, str]:
    """Runs the program with `arguments`, and `text` as its standard input. Returns (what it prints, its warnings).

    Raises ParamscopeError with the program's own message when the input or an option is wrong, or when there is no program.
    """
    line = command(arguments)
    try:
        done = subprocess.run(line, input=text, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise ParamscopeError(f"{line[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        raise ParamscopeError(done.stderr.strip() or f"{line[0]} ended with exit code {done.returncode}")
    return done.stdout, done.stderr


def options(settings: dict[str, object]) -> list[str]:
    """Returns settings as options of the command line: {"lora_rank": 16, "causal": True} is --lora-rank 16 --causal."""
    line: list[str] = []
    for name, value in settings.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            line.append(option)
        elif value is not None and value is not False:
            line += [option, str(value)]
    return line
