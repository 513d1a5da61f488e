#!/usr/bin/env python3
"""Writes src/open/config/architectures/key_names.txt: keys of configs that transformers' classes also take by another name.

Usage: scripts/write_key_names.py, by a Python that has transformers and PyTorch. Its configuration classes are imported.
"""
import collections
import dataclasses
import pathlib
import re

import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

FILE = pathlib.Path(__file__).parent.parent / 'src/open/config/architectures/key_names.txt'
HEADER = """\
# Keys of transformers' configs that have another name, which wins where a config has both: `hidden_size` sets the d_model of these
# types. Made by scripts/write_key_names.py from the classes' `attribute_map` (transformers {version}).
[key_names]
"""
NOT_A_SIZE = re.compile('_(id|index)$|dropout|layerdrop|_act$|_std$|_range$|layer_types|layers_block_type')


def subclasses(cls):
    for each in cls.__subclasses__():
        yield each
        yield from subclasses(each)


def names_of(config):
    """Yields the pairs (key, name that wins). A name that is no field is set last, through `attribute_map`."""
    fields = {field.name for field in dataclasses.fields(config)}
    for name, key in config.attribute_map.items():
        is_size = not NOT_A_SIZE.search(name) and not NOT_A_SIZE.search(key)
        if is_size and name != key and not {name, key} <= fields:
            yield (name, key) if name in fields else (key, name)


def main():
    for model_type in list(CONFIG_MAPPING.keys()):
        CONFIG_MAPPING[model_type]  # imports it
    types = collections.defaultdict(set)
    for config in subclasses(transformers.PreTrainedConfig):
        for pair in names_of(config) if config.model_type else ():
            types[pair].add(config.model_type)
    lines = [f'{key}, {name} := "{" ".join(sorted(types[key, name]))}"\n' for key, name in sorted(types)]
    FILE.write_text(HEADER.format(version=transformers.__version__) + ''.join(lines))


if __name__ == '__main__':
    main()
