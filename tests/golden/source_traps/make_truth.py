# Writes truth.json: the parameters that PyTorch gives the model of each source here; null where the source needs what is not
# there: a library, a file, a value. Run by Debian's python3 with python3-torch.
import inspect
import json
import pathlib
import sys

import torch

folder = pathlib.Path(__file__).parent


def model_of(names):
    """The last model that the text builds, else one of its last class with parameters that needs no arguments."""
    built = [value for value in names.values() if isinstance(value, torch.nn.Module)]
    if built:
        return built[-1]
    classes = [value for value in names.values() if isinstance(value, type) and issubclass(value, torch.nn.Module)
               and value.__module__ == 'source']
    for each in reversed(classes):
        needed = [p for p in inspect.signature(each).parameters.values()
                  if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        model = None if needed else each()
        if model is not None and any(True for _ in model.parameters()):
            return model
    return None


def parameters_of(path):
    names = {'__name__': 'source'}
    try:
        exec(compile(path.read_text(), path.name, 'exec'), names)
        model = model_of(names)
        return sum(p.numel() for p in model.parameters())
    except (Exception, SystemExit) as error:
        print(f'{path.name}: {error}', file=sys.stderr)
        return None


truth = {path.stem: parameters_of(path) for path in sorted(folder.glob('[0-9]*.py'))}
(folder / 'truth.json').write_text(json.dumps(truth, indent=1) + '\n')
