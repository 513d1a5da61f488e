"""PyTorch's side: runs a file, builds its models, and counts what they hold and multiply. Runs in processes of its own."""
import ast
import contextlib
import importlib
import pathlib
import signal
import sys
import types
import warnings

import numpy
import torch

from compare_with_pytorch import inputs, sources, stand_ins
from compare_with_pytorch.counter import Counter

SECONDS_OF_STATEMENT = 5
RUN = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.Assign, ast.AnnAssign, ast.If, ast.Try)


def load(repository, file):
    """The names that a file binds: its statements run one by one, but for loops and calls, which train and print."""
    prepare(pathlib.Path(repository), pathlib.Path(file))
    module = types.ModuleType('model_under_test')
    sys.modules[module.__name__] = module
    module.__file__ = file
    module.__package__ = enter_package(pathlib.Path(repository), pathlib.Path(file))
    for statement in sources.statements_of(file):
        for part in parts_to_run(statement):
            with contextlib.suppress(Exception, SystemExit, OutOfTime), at_most(SECONDS_OF_STATEMENT):
                exec(compile(ast.Module([part], []), file, 'exec'), module.__dict__)
    return module.__dict__


def prepare(repository, file):
    """An ordinary environment, in which each folder above the file may be the one that the code is run from."""
    sys.dont_write_bytecode = True
    warnings.simplefilter('ignore')
    sys.argv = ['model.py']
    torch.set_num_threads(1)
    above = [folder for folder in file.resolve().parents if folder.is_relative_to(repository.resolve())]
    sys.path[:1] = [str(folder) for folder in above]
    stand_ins.install()
    for name, kind in (('float', float), ('int', int), ('bool', bool)):
        if name not in numpy.__dict__:
            setattr(numpy, name, kind)


def enter_package(repository, file):
    """The name of the file's package, whose folders are entered even if their own code fails."""
    package = '.'.join(file.resolve().parent.relative_to(repository.resolve()).parts)
    folder = repository.resolve()
    for part in package.split('.') if package else ():
        folder = folder / part
        name = '.'.join(folder.relative_to(repository.resolve()).parts)
        try:
            with at_most(SECONDS_OF_STATEMENT):
                importlib.import_module(name)
        except BaseException:
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].__path__ = [str(folder)]
    return package


def parts_to_run(statement):
    """What of a statement at the top is run: of a script's part, what it binds; of calls, those that set up."""
    if isinstance(statement, ast.If) and '__main__' in ast.unparse(statement.test):
        return [s for s in statement.body if isinstance(s, (ast.Assign, ast.Import, ast.ImportFrom)) or is_setting_up(s)]
    return [statement] if isinstance(statement, RUN) or is_setting_up(statement) else []


def is_setting_up(statement):
    return isinstance(statement, ast.Expr) and any(word in ast.unparse(statement) for word in ('add_argument(', 'sys.path.'))


class OutOfTime(BaseException):
    """No code under test catches it as an exception of its own."""


@contextlib.contextmanager
def at_most(seconds):
    def stop(number, frame):
        raise OutOfTime
    before, left = signal.signal(signal.SIGALRM, stop), signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(left)
        signal.signal(signal.SIGALRM, before)


def answer(space, name, shapes):
    """What PyTorch builds by an expression, and what its forward pass multiplies at an input, or at one of the usual ones."""
    stand_ins.StandIn.called.clear()
    model = eval(name, space)
    if not isinstance(model, torch.nn.Module):
        raise TypeError(f'{type(model).__name__} is no module')
    found = {'parameters': count_parameters(model), 'is_at_input': bool(shapes)}
    tried = inputs.of_shapes(shapes) if shapes else inputs.usual(model)
    with contextlib.suppress(OutOfTime), at_most(SECONDS_OF_STATEMENT * 8):
        found.update(forward(model.eval(), tried))
    return {**found, 'stood_in': sorted(set(stand_ins.StandIn.called))}


def count_parameters(model):
    lazy = torch.nn.parameter.UninitializedParameter
    if any(isinstance(parameter, lazy) for parameter in model.parameters()):
        raise ValueError('a lazy layer has no weights yet')
    return sum(parameter.numel() for parameter in model.parameters())


def forward(model, tried):
    """The work at the first input that runs. Gradients stay on: without them attention runs as one kernel, which hides its products."""
    error = {}
    for tensors in tried:
        try:
            with Counter() as counter:
                model(*tensors)
            return {'macs': counter.macs, 'input': [list(tensor.shape) for tensor in tensors]}
        except Exception as failed:
            error = error or {'forward': repr(failed)[:160]}
    return error
