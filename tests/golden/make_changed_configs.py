#!/usr/bin/env python3
"""Writes changed_configs.jsonl: configs of transformers' models of which some keys are not the defaults, with the parameters of the model.

Needs transformers 5 with PyTorch 2 (Debian unstable: python3-transformers). Models are built on the meta device: minutes, no memory.
Each row is a function of its model type: the keys that are changed are drawn with it as the seed.
"""
import json
import os
import random
import signal
import sys
import warnings

os.environ['TRANSFORMERS_VERBOSITY'] = 'error'
warnings.filterwarnings('ignore')

import torch  # noqa: E402
from transformers import CONFIG_MAPPING, MODEL_MAPPING, MODEL_FOR_CAUSAL_LM_MAPPING  # noqa: E402

ROWS_OF_A_TYPE = 2
LONGEST = 700  # characters of a config: the file stays small
SECONDS = 20
# Words in keys that change no weight, or that a config cannot change by itself.
FIXED = ('_id', '_ids', 'version', 'seed', 'return', 'output_', 'use_cache', 'dropout', 'eps', 'initializer', 'dtype', 'label', 'chunk_size',
         'is_encoder_decoder', 'is_decoder', 'torchscript', 'architectures', 'model_type', 'range', 'theta', 'loss', 'beams', 'length')


def changes(config, path=()):
    """Yields paths of keys of a config with another value for each."""
    for key, value in sorted(config.items()):
        if any(word in key for word in FIXED):
            continue
        if isinstance(value, dict):
            yield from changes(value, path + (key,))
        elif isinstance(value, bool):
            yield path + (key,), not value
        elif isinstance(value, int) and value > 0:
            yield path + (key,), value * 2
            yield path + (key,), value // 2 if value % 2 == 0 else value + 1


def put(config, path, value):
    for key in path[:-1]:
        config = config[key]
    config[path[-1]] = value


def parameters(config_class, model_class, config):
    """The parameters of the model of a config, and the config as the library saves it."""
    made = config_class.from_dict(config)
    with torch.device('meta'):
        model = model_class(made)
    saved = json.loads(made.to_json_string(use_diff=True))
    return sum({id(each): each.numel() for each in model.parameters()}.values()), saved


def rows_of(model_type, config_class):
    draw = random.Random(model_type)
    model_class = MODEL_FOR_CAUSAL_LM_MAPPING.get(config_class, None) or MODEL_MAPPING.get(config_class, None)
    if model_class is None or isinstance(model_class, tuple):
        return
    defaults = json.loads(config_class().to_json_string(use_diff=False))
    possible = list(changes(defaults))
    made = 0
    for _ in range(ROWS_OF_A_TYPE * 6):
        if made == ROWS_OF_A_TYPE or not possible:
            return
        changed = json.loads(json.dumps(defaults))
        for path, value in draw.sample(possible, min(draw.choice([1, 2, 3]), len(possible))):
            put(changed, path, value)
        signal.alarm(SECONDS)
        try:
            count, saved = parameters(config_class, model_class, changed)
        except Exception:  # the library refuses the config, or takes too long
            continue
        finally:
            signal.alarm(0)
        saved.update(architectures=[model_class.__name__], model_type=model_type)
        config = json.dumps(saved, sort_keys=True)
        if len(config) > LONGEST:
            return
        yield {'cls': model_class.__name__, 'model_type': model_type, 'params': count, 'config': config}
        made += 1


def late(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, late)
with open(sys.argv[1] if len(sys.argv) > 1 else 'changed_configs.jsonl', 'w') as out:
    for name in sorted(CONFIG_MAPPING.keys()):
        try:
            for row in rows_of(name, CONFIG_MAPPING[name]):
                print(json.dumps(row), file=out)
        except Exception as error:  # a type that needs what is not installed
            print(name, type(error).__name__, file=sys.stderr)
