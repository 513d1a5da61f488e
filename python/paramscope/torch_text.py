"""A PyTorch module as model text: what print(model) shows, and what Python can see and print() does not.

print() hides tensors of classes of one's own, tensors that two modules share, types and frozen parameters. The text lists them
(docs/model-text.md), so that its totals are exact.
"""

import re
import warnings
from collections import Counter

from .engine import ParamscopeError
from .listing import dtype_name

# Types whose tensors the print shows, or tells.
_SHOWN = ("ParameterList", "ParameterDict", "ParametrizationList", "_Orthogonal", "_SpectralNorm", "_WeightNorm")

# The tensors that layers of torch.nn have by themselves, which Paramscope knows from their types.
_USUAL = re.compile(
    r"weight|bias|running_mean|running_var|num_batches_tracked|in_proj_weight|in_proj_bias|(weight|bias)_(ih|hh|hr)(_l\d+(_reverse)?)?"
)


def module_text(model, input=None):
    """Returns the model text of a torch.nn.Module; `input` as for paramscope.text()."""
    forwards, shapes = {}, ""
    if input is not None:
        from .forward_pass import follow

        try:
            forwards, shapes = follow(model, input)
        except Exception as error:  # whatever the model's own code raises
            warnings.warn(
                f"The forward pass could not be followed: {type(error).__name__}: {error}. FLOPs of classes that Paramscope does "
                "not know are unknown.",
                stacklevel=3,
            )
    main = _main_dtype(model)
    lines = ["basis: exact"]
    if shapes:
        lines += ["forward: traced", f"input = {shapes}"]
    if main:
        lines.append(f"dtype = {main}")
    lines += [f"tie: {one} = {other}" for one, other in ties(model)]
    lines += [f"freeze: {path}" for path in frozen(model)]
    return "\n".join(lines) + "\n" + _Writer(main, forwards).text(model, "") + "\n"


def is_torch_layer(module):
    """Tells whether a module is exactly of a class of torch.nn, or one that parametrizes it; not of one derived from it."""
    return type(module).__module__.startswith(("torch.nn.modules.", "torch.nn.utils.parametriz"))


def ties(model):
    """Returns the pairs of paths (the later, the first) under which the model has one tensor."""
    first, pairs = {}, []
    for prefix, module in model.named_modules(remove_duplicate=False):
        for name, tensor in _tensors(module):
            path = _path(prefix, name)
            if id(tensor) in first:
                pairs.append((path, first[id(tensor)]))
            else:
                first[id(tensor)] = path
        pairs += [(_path(prefix, one), _path(prefix, other)) for one, other in _computed(module)]
    return pairs


def _path(prefix, name):
    return f"{prefix}.{name}" if prefix else name


def _computed(module):
    """Yields (weight, weight_v) for a tensor of a layer that weight_norm, spectral_norm or pruning computes from others.

    The layer does not hold the first; it is as large as the second, which it holds.
    """
    if is_torch_layer(module):
        held = dict(_tensors(module))
        for name, value in vars(module).items():
            source = next((other for other in held if other.startswith(f"{name}_") and held[other].shape == getattr(value, "shape", None)), None)
            if source:
                yield name, source


def frozen(model):
    """Returns the paths of modules all of whose parameters are frozen, and of single frozen parameters elsewhere."""
    parameters = list(model.named_parameters(remove_duplicate=False)) if _takes_remove_duplicate(model) else list(model.named_parameters())
    trained_below = {""}
    for path, parameter in parameters:
        if parameter.requires_grad:
            parts = path.split(".")
            trained_below.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
    paths = {}
    for path, parameter in parameters:
        if parameter.requires_grad:
            continue
        parts = path.split(".")
        shortest = next(count for count in range(1, len(parts) + 1) if ".".join(parts[:count]) not in trained_below)
        paths[".".join(parts[:shortest])] = True
    return list(paths)


def _takes_remove_duplicate(model):
    """Tells whether named_parameters() can list shared tensors under each of their names: PyTorch 2 can."""
    return "remove_duplicate" in type(model).named_parameters.__code__.co_varnames


def _tensors(module):
    """Yields the names and tensors that a module holds itself, parameters first."""
    for tensors in (module._parameters, module._buffers):
        for name, tensor in tensors.items():
            if tensor is not None:
                yield name, tensor


def _main_dtype(model):
    """Returns the type that most elements of the parameters have; None for a model without parameters."""
    elements = Counter()
    for parameter in model.parameters():
        elements[dtype_name(parameter.dtype)] += _elements(parameter)
    return elements.most_common(1)[0][0] if elements else None


def _elements(tensor):
    if _is_uninitialized(tensor):
        raise ParamscopeError("The model has lazy layers, whose sizes are not known before the first forward pass. Run it once.")
    return tensor.numel()


def _is_uninitialized(tensor):
    return type(tensor).__name__ in ("UninitializedParameter", "UninitializedBuffer")


class _Writer:
    """Writes modules as Module.__repr__ does, with forward lines and hidden tensors."""

    def __init__(self, main_dtype, forwards):
        self.main_dtype = main_dtype
        self.forwards = forwards

    def text(self, module, path):
        if type(module).__repr__ not in _REPRS and not module._modules and not any(_tensors(module)):
            return repr(module)
        arguments = [line for line in module.extra_repr().split("\n") if line]
        lines = self._forward_lines(module, path)
        for name, child in module._modules.items():
            below = _path(path, name)
            lines.append(f"({name}): None" if child is None else f"({name}): {self.text(child, below)}")
        lines += self._hidden_tensors(module)
        if not lines and len(arguments) < 2:
            return f"{module._get_name()}({''.join(arguments)})"
        inner = "\n".join(arguments + lines).replace("\n", "\n  ")
        return f"{module._get_name()}(\n  {inner}\n)"

    def _forward_lines(self, module, path):
        """Returns the forward line of a module in a list; none where the type tells what it does, or nothing was followed."""
        if path in self.forwards:
            return [self.forwards[path]]
        is_empty = not module._modules and not any(_tensors(module))
        # What was never called and holds nothing does nothing here; without the line it would be an unknown layer.
        return ["forward(x) = x"] if self.forwards and is_empty and not is_torch_layer(module) else []

    def _hidden_tensors(self, module):
        """Returns a line for each tensor that the type of the module does not tell."""
        if type(module).__name__ in _SHOWN:
            return []
        tensors = list(_tensors(module))
        if is_torch_layer(module) and all(self._is_usual(name, tensor) for name, tensor in tensors):
            return []
        absent = [name for name, tensor in module._parameters.items() if tensor is None]
        return [
            *(self._line(name, tensor, name in module._parameters) for name, tensor in tensors),
            *(f"({name}): None" for name in absent if is_torch_layer(module)),
        ]

    def _is_usual(self, name, tensor):
        is_counter = name == "num_batches_tracked"
        return _USUAL.fullmatch(name) and (is_counter or dtype_name(tensor.dtype) == self.main_dtype)

    def _line(self, name, tensor, is_parameter):
        sizes = [str(size) for size in tensor.shape]
        dtype = dtype_name(tensor.dtype)
        if dtype != self.main_dtype:
            sizes.append(f"dtype={dtype}")
        return f"({name}): {'Parameter' if is_parameter else 'Buffer'}({', '.join(sizes)})"


def _known_reprs():
    """The ways of writing a module that _Writer follows: Module's own, and that of lists, which folds equal children."""
    from torch import nn

    return {nn.Module.__repr__, nn.ModuleList.__repr__}


_REPRS = _known_reprs()
