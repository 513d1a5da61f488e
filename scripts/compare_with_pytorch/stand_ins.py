"""Stands in for libraries that are not installed, and for what files of today expect of an older PyTorch."""
import ast
import functools
import importlib.abc
import importlib.machinery
import inspect
import sys
import types
import warnings

import torch
import torch.utils.model_zoo

MODULE_WORDS = ('Module', 'Model', 'Layer', 'PreTrained')


class StandIn:
    """Anything of a missing library: callable, a decorator, a base class, an empty iterable."""
    called = []  # the names of those that were called, but as decorators

    def __init__(self, name):
        self.__dict__['_name'] = name

    def __getattr__(self, key):
        if key.startswith('__'):
            raise AttributeError(key)
        return StandIn(f'{self._name}.{key}')

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and inspect.isroutine(args[0]) or args and inspect.isclass(args[0]):
            return args[0]
        StandIn.called.append(self._name)
        return StandIn(self._name + '()')

    def __iter__(self):
        return iter(())

    def __instancecheck__(self, value):
        return False

    def __mro_entries__(self, bases):
        is_module = any(word in self._name for word in MODULE_WORDS)
        return (ModuleStandIn,) if is_module else (object,)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class ModuleStandIn(torch.nn.Module):
    """A base class such as Lightning's, whose own methods build nothing."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def save_hyperparameters(self, *names):
        frame = sys._getframe(1).f_locals
        self.hparams = types.SimpleNamespace(**{key: value for key, value in frame.items() if key not in ('self', '__class__')})

    def post_init(self):
        pass


class Library(types.ModuleType):
    __path__ = []

    def __getattr__(self, key):
        if key.startswith('__'):
            raise AttributeError(key)
        return sys.modules.get(f'{self.__name__}.{key}') or StandIn(f'{self.__name__}.{key}')


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Comes last, so that it finds what nothing else has; not what the code itself expects to be missing."""

    def find_spec(self, name, path, target=None):
        return None if is_tried() else importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Library(spec.name)

    def exec_module(self, module):
        pass


def is_tried():
    """Whether the import that runs stands below a `try` whose handler is for imports."""
    frame = sys._getframe(1)
    while frame and ('importlib' in frame.f_code.co_filename or frame.f_code.co_filename == __file__):
        frame = frame.f_back
    return bool(frame) and any(first <= frame.f_lineno <= last for first, last in tried_lines(frame.f_code.co_filename))


@functools.lru_cache
def tried_lines(file):
    try:
        with open(file, errors='replace') as source, warnings.catch_warnings():
            warnings.simplefilter('ignore')
            tries = [node for node in ast.walk(ast.parse(source.read())) if isinstance(node, ast.Try)]
    except (OSError, SyntaxError, ValueError):
        return []
    return [(node.body[0].lineno, node.body[-1].end_lineno) for node in tries if any(is_for_imports(h) for h in node.handlers)]


def is_for_imports(handler):
    return handler.type is None or any(word in ast.unparse(handler.type) for word in ('Import', 'NotFound', 'Exception'))


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa and key.shape[-3] != query.shape[-3]:
        key, value = (t.repeat_interleave(query.shape[-3] // t.shape[-3], -3) for t in (key, value))
    return (query @ key.transpose(-2, -1) * (scale or query.shape[-1] ** -0.5)).softmax(-1) @ value


class RMSNorm(torch.nn.Module):
    def __init__(self, shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(shape)) if elementwise_affine else None

    def forward(self, x):
        y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return y if self.weight is None else y * self.weight


def install():
    """Finds missing libraries and names, and runs without GPU, network and files of weights: values change no count."""
    sys.meta_path.append(Finder())
    for owner, name, value in ((torch.nn.functional, 'scaled_dot_product_attention', attention), (torch.nn, 'RMSNorm', RMSNorm),
                               (torch, 'compile', lambda f=None, *args, **kwargs: f if f is not None else lambda g: g)):
        if not hasattr(owner, name):
            setattr(owner, name, value)
    for kind in (torch.nn.Module, torch.Tensor):
        kind.cuda = lambda self, *args, **kwargs: self
    torch.load = torch.hub.load_state_dict_from_url = torch.utils.model_zoo.load_url = lambda *args, **kwargs: {}
    torch.nn.Module.load_state_dict = lambda self, *args, **kwargs: ([], [])
    for name in dir(torch.nn.init):
        if name.endswith('_') and not name.startswith('_'):
            setattr(torch.nn.init, name, lambda tensor, *args, **kwargs: tensor)
