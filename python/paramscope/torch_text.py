"""A PyTorch module as model text: what print(model) shows, and what Python can see and print() does not.

print() hides tensors of classes of one's own, tensors that two modules share, types and frozen parameters. The text lists them
(docs/model-text.md), so that its totals are exact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from torch import Tensor, nn
from torch.jit import ScriptModule

from .engine import ParamscopeError
from .listing import dtype_name

if TYPE_CHECKING:
    from .forward_pass import Followed

# Where the classes are that hold one module and do with it what it does alone.
_WRAPPERS = ("torch.nn.parallel.", "torch._dynamo.eval_frame")

# Whose classes are known by name.
_LIBRARIES = ("torch", "torchvision", "torchaudio", "transformers", "timm", "diffusers", "peft")

# Types whose tensors the print shows, or tells.
_SHOWN = ("ParameterList", "ParameterDict", "ParametrizationList", "_Orthogonal", "_SpectralNorm", "_WeightNorm")

# The attributes that say the sizes of a layer's weight.
_SIZES = {nn.Linear: ("out_features", "in_features"), nn.Embedding: ("num_embeddings", "embedding_dim")}

# The tensors that layers of torch.nn have by themselves, which Paramscope knows from their types.
_USUAL = re.compile(
    r"weight|bias|running_mean|running_var|num_batches_tracked|in_proj_weight|in_proj_bias|(weight|bias)_(ih|hh|hr)(_l\d+(_reverse)?)?"
)


def module_text(model: nn.Module, followed: Followed | None = None) -> str:
    """Returns the model text of a torch.nn.Module, with what was seen of its forward pass."""
    main = _main_dtype(model)
    lines = ["basis: exact"]
    if followed and followed.notes:  # below a title, which is the first comment
        lines = [f"# {each}" for each in (model._get_name(), *followed.notes)] + lines
    if followed and followed.inputs:
        lines += [f"forward: traced{', estimated' if followed.is_estimated else ''}", f"input = {followed.inputs}"]
    if main:
        lines.append(f"dtype = {main}")
    lines += [f"tie: {one} = {other}" for one, other in ties(model)]
    lines += [f"freeze: {path}" for path in frozen(model)]
    return "\n".join(lines) + "\n" + _Writer(main, followed.lines if followed else {}).text(model, "") + "\n"


def without_wrapper(model: nn.Module) -> nn.Module:
    """Returns the module inside of those that only spread it over devices, or compile it."""
    while type(model).__module__.startswith(_WRAPPERS):
        model = next(model.children())
    return model


def is_torch_layer(module: nn.Module) -> bool:
    """Tells whether a module is exactly of a class of torch.nn, or one that parametrizes it; not of one derived from it."""
    is_own = type(module).__module__.startswith(("torch.nn.modules.", "torch.nn.utils.parametriz")) and not _is_resized(module)
    return is_own or is_quantized_layer(module)


def _is_resized(module: nn.Module) -> bool:
    """Tells whether a layer holds a weight of other sizes than it was made for, and prints: one that was tied to it later."""
    names = _SIZES.get(type(module))
    weight: Any = getattr(module, "weight", None)
    return names is not None and weight is not None and tuple(weight.shape) != tuple(getattr(module, name) for name in names)


def is_quantized_layer(module: nn.Module) -> bool:
    """Tells whether a module is one of PyTorch's own with packed weights, which are no tensors of it."""
    return bool(re.match(r"torch\.(ao\.)?nn\.(intrinsic\.)?quantized\.", type(module).__module__))


def has_own_classes(model: nn.Module) -> bool:
    """Tells whether a class is of none of the libraries whose classes are known by name: one's own BasicBlock is another one."""
    return any(type(module).__module__.partition(".")[0] not in _LIBRARIES for module in model.modules())


def ties(model: nn.Module) -> list[tuple[str, str]]:
    """Returns the pairs of paths (the later, the first) under which the model has one tensor."""
    first: dict[int, str] = {}
    pairs = []
    for prefix, module in model.named_modules(remove_duplicate=False):
        for name, tensor in _tensors(module):
            path = _path(prefix, name)
            if id(tensor) in first:
                pairs.append((path, first[id(tensor)]))
            else:
                first[id(tensor)] = path
        pairs += [(_path(prefix, one), _path(prefix, other)) for one, other in _computed(module)]
    return pairs


def _path(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _computed(module: nn.Module) -> Iterator[tuple[str, str]]:
    """Yields (weight, weight_v) for a tensor of a layer that weight_norm, spectral_norm or pruning computes from others.

    The layer does not hold the first; it is as large as the second, which it holds.
    """
    if is_torch_layer(module):
        held = dict(_tensors(module))
        for name, value in vars(module).items():
            source = next((other for other in held if other.startswith(f"{name}_") and held[other].shape == getattr(value, "shape", None)), None)
            if source:
                yield name, source


def frozen(model: nn.Module) -> list[str]:
    """Returns the paths of modules all of whose parameters are frozen, and of single frozen parameters elsewhere."""
    under_each_name: dict[str, Any] = {"remove_duplicate": False} if _takes_remove_duplicate(model) else {}
    parameters = list(model.named_parameters(**under_each_name))
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


def _takes_remove_duplicate(model: nn.Module) -> bool:
    """Tells whether named_parameters() can list shared tensors under each of their names: PyTorch 2 can."""
    return "remove_duplicate" in type(model).named_parameters.__code__.co_varnames


def _tensors(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    """Yields the names and tensors that a module holds itself, parameters first."""
    for name, tensor in (*module._parameters.items(), *module._buffers.items()):
        if tensor is not None:
            yield name, tensor


def _main_dtype(model: nn.Module) -> str | None:
    """Returns the type that most elements of the parameters have; None for a model without parameters."""
    elements: Counter[str] = Counter()
    for parameter in model.parameters():
        elements[dtype_name(parameter.dtype)] += _elements(parameter)
    return elements.most_common(1)[0][0] if elements else None


def _elements(tensor: Tensor) -> int:
    if _is_uninitialized(tensor):
        raise ParamscopeError("The model has lazy layers, whose sizes are not known before the first forward pass. Run it once.")
    return tensor.numel()


def _is_uninitialized(tensor: Tensor) -> bool:
    return type(tensor).__name__ in ("UninitializedParameter", "UninitializedBuffer")


class _Writer:
    """Writes modules as Module.__repr__ does, with forward lines and hidden tensors."""

    def __init__(self, main_dtype: str | None, forwards: dict[str, str]) -> None:
        self.main_dtype = main_dtype
        self.forwards = forwards

    def text(self, module: nn.Module, path: str) -> str:
        if self._prints_itself(module):
            return repr(module)
        kind = module.original_name if isinstance(module, ScriptModule) else module._get_name()
        arguments = [] if _is_resized(module) else _printed_arguments(module)
        lines = self._forward_lines(module, path)
        for name, child in module._modules.items():
            below = _path(path, name)
            lines.append(f"({name}): None" if child is None else f"({name}): {self.text(child, below)}")
        lines += self._hidden_tensors(module)
        if not lines and len(arguments) < 2:
            return f"{kind}({''.join(arguments)})"
        inner = "\n".join(arguments + lines).replace("\n", "\n  ")
        return f"{kind}(\n  {inner}\n)"

    def _prints_itself(self, module: nn.Module) -> bool:
        """Tells whether the print of a module is all that is known of it."""
        return is_quantized_layer(module) or (type(module).__repr__ not in _REPRS and not module._modules and not any(_tensors(module)))

    def _forward_lines(self, module: nn.Module, path: str) -> list[str]:
        """Returns the forward line of a module in a list; none where the type tells what it does, or nothing was followed."""
        if path in self.forwards:
            return [self.forwards[path]]
        # What was not called by this path does nothing here; without the line it would be taken for what its name says.
        return ["forward(x) = x"] if self.forwards and not is_torch_layer(module) else []

    def _hidden_tensors(self, module: nn.Module) -> list[str]:
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

    def _is_usual(self, name: str, tensor: Tensor) -> bool:
        is_counter = name == "num_batches_tracked"
        return bool(_USUAL.fullmatch(name)) and (is_counter or dtype_name(tensor.dtype) == self.main_dtype)

    def _line(self, name: str, tensor: Tensor, is_parameter: bool) -> str:
        sizes = [str(size) for size in tensor.shape]
        dtype = dtype_name(tensor.dtype)
        if dtype != self.main_dtype:
            sizes.append(f"dtype={dtype}")
        return f"({name}): {'Parameter' if is_parameter else 'Buffer'}({', '.join(sizes)})"


def _printed_arguments(module: nn.Module) -> list[str]:
    """Returns the lines that a module prints between its parentheses, apart from its children."""
    if isinstance(module, ScriptModule):  # prints the name of its class alone
        return []
    if type(module).__repr__ not in _REPRS:
        own = re.fullmatch(r"\w+\((.+)\)", repr(module))
        return [own[1]] if own else []
    return [line for line in module.extra_repr().split("\n") if line]


# The ways of writing a module that _Writer follows: Module's own, and that of lists, which folds equal children.
_REPRS = {nn.Module.__repr__, nn.ModuleList.__repr__}
