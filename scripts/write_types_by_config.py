#!/usr/bin/env python3
"""Writes src/layers/types/transformers_by_config.txt: types of transformers that hold tensors of their own only with some configs.

Usage: scripts/write_types_by_config.py FOLDER, that of the package transformers. Its code is parsed, not run.
"""
import ast
import pathlib
import sys
import textwrap

HEADER = """\
# Types of transformers 5.12 whose config decides whether they hold tensors of their own, which print() does not show: made by
# scripts/write_types_by_config.py, written as in transformers.txt, with the mark "?".
"""


def makes_parameter(value):
    return 'nn.Parameter(' in ast.unparse(value)


def assignments(body, conditions=()):
    """Yields the values that statements assign, with the conditions around each."""
    for each in body:
        if isinstance(each, ast.If):
            inner = conditions + (ast.unparse(each.test),)
            yield from assignments(each.body, inner)
            yield from assignments(each.orelse, inner)
        elif isinstance(each, (ast.For, ast.With)):
            yield from assignments(each.body, conditions)
        elif isinstance(each, ast.Assign):
            own = (ast.unparse(each.value.test),) if isinstance(each.value, ast.IfExp) else ()
            yield each.value, conditions + own


def is_by_config(constructor):
    """True where a parameter is made under a condition that reads the config."""
    return any(makes_parameter(value) and any('config.' in condition for condition in conditions)
               for value, conditions in assignments(constructor.body))


def types(package):
    for path in sorted(package.glob('models/*/modeling_*.py')):
        for each in ast.parse(path.read_text()).body:
            constructors = [item for item in getattr(each, 'body', []) if isinstance(item, ast.FunctionDef) and item.name == '__init__']
            if isinstance(each, ast.ClassDef) and any(map(is_by_config, constructors)):
                yield each.name


package = pathlib.Path(sys.argv[1])
marked = ' '.join(f'{name}?' for name in sorted(set(types(package))))
target = pathlib.Path(__file__).parent.parent / 'src/layers/types/transformers_by_config.txt'
target.write_text(HEADER + '\n'.join(textwrap.wrap(marked, 130, break_on_hyphens=False)) + '\n')
