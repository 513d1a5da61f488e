"""Follows a forward pass of a PyTorch module on the meta device, where tensors have shapes and no numbers.

What each module of a class of one's own does becomes a forward line of the model text (docs/model-text.md): the modules that it
calls with the shapes that they get, and its matrix products and convolutions. What layers of torch.nn do inside, Paramscope knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import chain, product, repeat
from typing import Any, NamedTuple

import torch

from .devices import on_one_device, with_numbers
from .inputs import Arguments
from .stopped import Stopped
from .torch_text import is_torch_layer
from .twin import device_of, floating_dtype, has_hooks, meta_copy, placed, takes_numbers

try:
    from torch.utils._python_dispatch import TorchDispatchMode
except ImportError as error:  # before PyTorch 1.13
    raise ImportError("Following a forward pass needs PyTorch 1.13 or newer") from error


class Numbers(Enum):
    """The numbers that a forward pass was followed with."""

    NONE = "none"
    OF_INPUTS = "inputs"  # the model's tensors had none
    ALL = "all"


class Followed(NamedTuple):
    """What was seen of a forward pass."""

    lines: dict[str, str]  # the forward line of a module, by its path
    inputs: str  # the shapes of the inputs
    numbers: Numbers
    stopped: Stopped | None  # with less numbers
    notes: tuple[str, ...] = ()  # what was assumed
    is_estimated: bool = False  # whether another input of these shapes may take other work


class _Way(NamedTuple):
    numbers: Numbers
    device: torch.device  # of the inputs
    make: Callable[[], torch.nn.Module]


def follow(model: torch.nn.Module, arguments: Arguments, dtypes: Any = None) -> Followed:
    """Follows a forward pass. `dtypes`: that of shapes among the arguments, one or several.

    The pass runs on the meta device; only where the model's code reads numbers, with those of the inputs, and with all where that
    is not enough. Raises Stopped for what the model's own code raises.
    """
    stops: list[Stopped] = []
    for way in _ways(model):
        for types in _types(model, arguments, dtypes):
            recorder = _Recorder(way.numbers)
            inputs = placed(arguments, chain(types, repeat(types[-1])), way.device)
            try:
                root = recorder.record(way.make(), inputs)
            except Exception as error:  # whatever the model's own code raises
                stops.append(Stopped(error, recorder.place(), recorder.called))
            else:
                shapes = ", ".join(map(_sizes, tensor_sizes([*inputs.positional, *inputs.named.values()])))
                return Followed(_forward_lines(root), shapes, way.numbers, _furthest(stops) if stops else None)
    raise _furthest(stops)


def _furthest(stops: list[Stopped]) -> Stopped:
    """Returns the stop of the attempt that came furthest, which says best what is in the way; of those that came as far, the first."""
    return max(stops, key=lambda stop: stop.calls)


def _ways(model: torch.nn.Module) -> Iterator[_Way]:
    """Yields what a pass may run with: copies without numbers, which hooks may read, with those of the inputs, and the model itself."""
    if not isinstance(model, torch.jit.ScriptModule):
        meta, host = torch.device("meta"), torch.device("cpu")
        yield _Way(Numbers.NONE, meta, lambda: meta_copy(model))
        if has_hooks(model):
            yield _Way(Numbers.NONE, meta, lambda: meta_copy(model, with_hooks=False))
        yield _Way(Numbers.OF_INPUTS, host, lambda: meta_copy(model, with_indices=True))
    if takes_numbers(model):
        yield _Way(Numbers.ALL, device_of(model), lambda: model)


# So many shapes may have types of their own, if nothing says which.
_MOST_MIXED = 3


def _types(model: torch.nn.Module, arguments: Arguments, dtypes: Any) -> list[tuple[torch.dtype, ...]]:
    """Returns the types to try for shapes, which do not tell theirs: indices of an embedding are whole numbers."""
    if dtypes is not None:
        return [tuple(dtypes) if isinstance(dtypes, (list, tuple)) else (dtypes,)]
    shapes = arguments.count_shapes()
    choices = (floating_dtype(model), torch.int64)
    if shapes > _MOST_MIXED:
        return [(choice,) for choice in choices]
    return sorted(product(choices, repeat=shapes), key=lambda types: len(set(types))) if shapes else [choices]


class _Call:
    """A call of a module: what its class does, as steps, each a _Call of another module or the text of an operation."""

    def __init__(self, paths: list[str], tensors: list[tuple[int, ...]], is_opaque: bool, is_sequence: bool) -> None:
        self.paths = paths
        self.tensors = tensors
        self.is_opaque = is_opaque
        self.is_sequence = is_sequence
        self.steps: list[_Call | str] = []
        self.output: tuple[int, ...] | None = None

    def text(self, path: str) -> str:
        return f"{self.name_in(path)}({', '.join(_tensor(sizes) for sizes in self.tensors)})"

    def name_in(self, path: str) -> str | None:
        """Returns the name of the called module below the module `path`; None if it is not below."""
        prefix = f"{path}." if path else ""
        return next((own[len(prefix):] for own in self.paths if own.startswith(prefix) and own != path), None)


class _Recorder(TorchDispatchMode):
    """Records the calls of watched modules, and the matrix work between them."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self.numbers = numbers
        self.stack: list[_Call] = []
        self.roots: list[_Call] = []
        self.called = 0
        self.stop: tuple[Exception | None, torch.nn.Module | None, _Call | None] = (None, None, None)

    def place(self) -> str:
        """Returns where the pass stopped, in words."""
        _, module, call = self.stop
        if module is None or call is None:
            return "before its first module"
        kind = f"{module._get_name()}({module.extra_repr()})" if call.is_opaque else module._get_name()
        if not call.paths[0]:
            return f"in {kind} itself"
        return f"at {call.paths[0]}, {kind}, which gets {', '.join(map(_sizes, call.tensors)) or 'no tensor'}"

    def record(self, model: torch.nn.Module, inputs: Arguments) -> _Call:
        """Runs a model, which is afterwards as it was. Returns the call of the model itself."""
        training = [module for module in model.modules() if module.training]
        is_script = isinstance(model, torch.jit.ScriptModule)
        watched = [] if is_script else self._watch(model)
        run: Any = self._recording(model, model, [""]) if is_script else model
        model.eval()
        try:
            with torch.no_grad(), self:
                run(*inputs.positional, **inputs.named)
        finally:
            for module, forward in watched:
                vars(module).pop("forward")
                vars(module).update(forward)
            for module in training:
                module.training = True
        return self.roots[0]

    def _watch(self, model: torch.nn.Module) -> list[tuple[torch.nn.Module, dict[str, Any]]]:
        """Records the calls of all modules; returns them with the `forward` of their own that a few have."""
        paths: dict[torch.nn.Module, list[str]] = {}
        for path, module in model.named_modules(remove_duplicate=False):
            paths.setdefault(module, []).append(path)
        kept = [(module, {"forward": vars(module)["forward"]} if "forward" in vars(module) else {}) for module in paths]
        for module, own in paths.items():
            module.forward = self._recording(module, module.forward, own)
        return kept

    def _recording(self, module: torch.nn.Module, forward: Callable, paths: list[str]) -> Callable:
        is_sequence = type(module) is torch.nn.Sequential
        is_opaque = is_torch_layer(module) and not is_sequence

        def recorded(*arguments: Any, **named: Any) -> Any:
            if self.stack and self.stack[-1].is_opaque:  # a layer of torch.nn calls its own parts
                return forward(*arguments, **named)
            tensors = tensor_sizes(arguments) or tensor_sizes(named.values())
            call = _Call(paths, tensors, is_opaque, is_sequence)
            self.called += 1
            self._place(call)
            self.stack.append(call)
            try:
                output = forward(*arguments, **named)
            except Exception as error:
                if error is not self.stop[0]:  # the innermost module that it passes through
                    self.stop = (error, module, call)
                raise
            finally:
                self.stack.pop()
            call.output = next(iter(tensor_sizes([output])), None)
            return output

        return recorded

    def _place(self, call: _Call) -> None:
        """Adds a call to the innermost call of a module that the called one is part of."""
        if not self.stack:
            self.roots.append(call)
            return
        caller = next((each for each in reversed(self.stack) if call.name_in(each.paths[0]) is not None), self.stack[0])
        caller.steps.append(call)

    def __torch_dispatch__(self, function: Any, types: Any, arguments: tuple = (), named: dict | None = None) -> Any:
        named = named or {}
        if self.numbers is Numbers.OF_INPUTS:
            named = with_numbers(function, arguments, named)
        arguments, named = on_one_device((arguments, named))
        output = function(*arguments, **named)
        if self.stack and not self.stack[-1].is_opaque:
            step = _operation(function, arguments)
            if step:
                self.stack[-1].steps.append(step)
        return output


def _forward_lines(root: _Call) -> dict[str, str]:
    """Returns the forward lines by path, of the root and of every module that always does the same.

    A module that does different things in different calls has no line: its steps are written into the lines of its callers.
    """
    bodies: dict[str, set] = {}

    def collect(call: _Call) -> None:
        path = call.paths[0]
        bodies.setdefault(path, set()).add((_flat_body(call, path), len(call.tensors)))
        for step in call.steps:
            if isinstance(step, _Call) and not step.is_opaque:
                collect(step)

    def is_steady(call: _Call) -> bool:
        return call.is_opaque or len({body for body, _ in bodies[call.paths[0]]}) == 1

    def steps_of(call: _Call, path: str) -> Iterator[str]:
        for step in call.steps:
            if isinstance(step, str):
                yield step
            elif is_steady(step):
                yield step.text(path)
            else:
                yield from steps_of(step, path)

    lines: dict[str, str] = {}

    def write(call: _Call) -> None:
        path = call.paths[0]
        if is_steady(call) and not call.is_sequence:  # what a Sequential does is known
            inputs = ["x", *(f"x{at}" for at in range(2, max(count for _, count in bodies[path]) + 1))]
            lines[path] = _line(inputs, list(steps_of(call, path)), call.output)
        for step in call.steps:
            if isinstance(step, _Call) and not step.is_opaque:
                write(step)

    collect(root)
    write(root)
    return lines


def _flat_body(call: _Call, path: str) -> tuple:
    """Returns everything that happens in a call, down to layers and operations, as a tuple to compare."""
    steps: list = []
    for step in call.steps:
        if isinstance(step, str):
            steps.append(step)
        elif step.is_opaque:
            steps.append(step.text(path))
        else:
            steps.append((step.name_in(path), _flat_body(step, step.paths[0])))
    return (*steps, call.output)


def _line(inputs: list[str], steps: list[str], output: tuple[int, ...] | None) -> str:
    result = _tensor(output) if output is not None else "x"
    value = f"after({', '.join([result, *steps])})" if steps else result
    return f"forward({', '.join(inputs)}) = {value}"


# Operations of torchvision that choose, crop and pool.
_WITHOUT_PRODUCTS = ("nms", "roi_align", "roi_pool", "ps_roi_align", "ps_roi_pool")

_CONVOLUTIONS = {1: "F.conv1d", 2: "F.conv2d", 3: "F.conv3d"}


def _operation(function: Any, arguments: tuple) -> str | None:
    """Returns the step of an operation of PyTorch that is matrix work, or that is not PyTorch's own; None for all others."""
    namespace, name = str(function).split(".")[:2]
    if namespace == "profiler" or (namespace == "torchvision" and name in _WITHOUT_PRODUCTS):
        return None
    if namespace in ("aten", "prims", "prim"):
        if name in ("mm", "bmm", "mv", "dot"):
            return _product(*arguments[:2])
        if name in ("addmm", "baddbmm", "addmv", "addbmm"):
            return _product(*arguments[1:3])
        if name == "linear":
            return f"F.linear({_tensor(arguments[0].shape)}, {_tensor(arguments[1].shape)})"
        if name == "_grouped_mm":  # each row of the first by one matrix of the second
            return _product(arguments[0], arguments[1][0])
        if name in ("convolution", "_convolution"):
            return _convolution(*arguments[:9])
        if name.startswith("_scaled_dot_product"):
            return f"attention({', '.join(_tensor(each.shape) for each in arguments[:3])})"
        return None
    return f"unknown(reason='{namespace}::{name} is not known')"


def _product(left: torch.Tensor, right: torch.Tensor) -> str:
    left_sizes, right_sizes = list(left.shape), list(right.shape)
    if len(left_sizes) == 1:
        left_sizes.insert(0, 1)
    if len(right_sizes) == 1:
        right_sizes.append(1)
    return f"matmul({_tensor(left_sizes)}, {_tensor(right_sizes)})"


def _convolution(
    x: torch.Tensor, weight: torch.Tensor, bias: Any, stride: Any, padding: Any, dilation: Any, is_transposed: bool, output_padding: Any, groups: int
) -> str:
    dimensions = len(weight.shape) - 2
    name = _CONVOLUTIONS[dimensions]
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if is_transposed:
        name = name.replace("conv", "conv_transpose")
        options["output_padding"] = output_padding
    written = [f"{key}={_sizes(value) if isinstance(value, (list, tuple)) else value}" for key, value in options.items()]
    return f"{name}({', '.join([_tensor(x.shape), _tensor(weight.shape), *written])})"


def _tensor(sizes: Iterable[int]) -> str:
    return f"tensor(size={_sizes(sizes)})"


def _sizes(sizes: Iterable[int]) -> str:
    written = [str(int(size)) for size in sizes]
    return f"({written[0]},)" if len(written) == 1 else f"({', '.join(written)})"


def tensor_sizes(values: Iterable[Any]) -> list[tuple[int, ...]]:
    """Returns the shapes of the tensors among values, also inside of lists, dicts and outputs with fields."""
    found = []
    for value in values:
        if isinstance(value, torch.Tensor):
            found.append(tuple(value.shape))
        elif isinstance(value, Mapping):
            found += tensor_sizes(value.values())
        elif isinstance(value, (list, tuple)):
            found += tensor_sizes(value)
    return found
