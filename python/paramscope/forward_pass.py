"""Follows a forward pass of a PyTorch module on the meta device, where tensors have shapes and no numbers.

What each module of a class of one's own does becomes a forward line of the model text (docs/model-text.md): the modules that it
calls with the shapes that they get, and its matrix products and convolutions. What layers of torch.nn do inside, Paramscope knows.
"""

import copy

import torch

from .torch_text import is_torch_layer

try:
    from torch.utils._python_dispatch import TorchDispatchMode
except ImportError as error:  # before PyTorch 1.13
    raise ImportError("Following a forward pass needs PyTorch 1.13 or newer") from error


def follow(model, input):
    """Returns ({path of a module: its forward line}, the input shapes as a text).

    Raises what the model's own code raises, for instance where it reads numbers of a tensor, which the meta device has not.
    """
    inputs, named = _arguments(input)
    shapes = _shapes([*inputs, *named.values()])
    try:
        calls = _calls(model, inputs, named)
    except (RuntimeError, TypeError, IndexError):
        if not _has_shapes_only(input):
            raise
        # A shape does not tell the type of a tensor: indices of an embedding are whole numbers.
        whole = lambda tensor: tensor.to(torch.int64)
        calls = _calls(model, [whole(tensor) for tensor in inputs], {name: whole(tensor) for name, tensor in named.items()})
    return _forward_lines(calls), shapes


class _Call:
    """A call of a module: what its class does, as steps, each a _Call of another module or the text of an operation."""

    def __init__(self, paths, tensors, is_opaque, is_sequence):
        self.paths = paths
        self.tensors = tensors
        self.is_opaque = is_opaque
        self.is_sequence = is_sequence
        self.steps = []
        self.output = None

    def body(self, path):
        """Returns the steps as texts with names relative to `path`, the result last."""
        return tuple(step if isinstance(step, str) else step.text(path) for step in self.steps), self.output

    def text(self, path):
        return f"{self.name_in(path)}({', '.join(_tensor(sizes) for sizes in self.tensors)})"

    def name_in(self, path):
        """Returns the name of the called module below the module `path`; None if it is not below."""
        prefix = f"{path}." if path else ""
        return next((own[len(prefix):] for own in self.paths if own.startswith(prefix) and own != path), None)


def _calls(model, inputs, named):
    """Runs the model on the meta device and returns the _Call of its root."""
    recorder = _Recorder()
    twin = _meta_copy(model).eval()
    recorder.watch(twin)
    with torch.no_grad(), recorder:
        twin(*inputs, **named)
    return recorder.root


class _Recorder(TorchDispatchMode):
    """Records the calls of watched modules, and the matrix work between them."""

    def __init__(self):
        super().__init__()
        self.stack = []
        self.root = None

    def watch(self, model):
        paths = {}
        for path, module in model.named_modules(remove_duplicate=False):
            paths.setdefault(module, []).append(path)
        for module, own in paths.items():
            module.forward = self._recording(module, module.forward, own)

    def _recording(self, module, forward, paths):
        is_sequence = type(module) is torch.nn.Sequential
        is_opaque = is_torch_layer(module) and not is_sequence

        def recorded(*arguments, **named):
            if self.stack and self.stack[-1].is_opaque:  # a layer of torch.nn calls its own parts
                return forward(*arguments, **named)
            tensors = _tensor_sizes(arguments) or _tensor_sizes(named.values())
            call = _Call(paths, tensors, is_opaque, is_sequence)
            self._place(call)
            self.stack.append(call)
            try:
                output = forward(*arguments, **named)
            finally:
                self.stack.pop()
            call.output = next(iter(_tensor_sizes([output])), None)
            return output

        return recorded

    def _place(self, call):
        """Adds a call to the innermost call of a module that the called one is part of."""
        if not self.stack:
            self.root = call
            return
        caller = next((each for each in reversed(self.stack) if call.name_in(each.paths[0]) is not None), self.stack[0])
        caller.steps.append(call)

    def __torch_dispatch__(self, function, types, arguments=(), named=None):
        output = function(*arguments, **(named or {}))
        if self.stack and not self.stack[-1].is_opaque:
            step = _operation(function, arguments)
            if step:
                self.stack[-1].steps.append(step)
        return output


def _forward_lines(root):
    """Returns the forward lines by path, of the root and of every module that always does the same.

    A module that does different things in different calls has no line: its steps are written into the lines of its callers.
    """
    bodies = {}

    def collect(call):
        path = call.paths[0]
        bodies.setdefault(path, set()).add((_flat_body(call, path), len(call.tensors)))
        for step in call.steps:
            if isinstance(step, _Call) and not step.is_opaque:
                collect(step)

    def is_steady(call):
        return call.is_opaque or len({body for body, _ in bodies[call.paths[0]]}) == 1

    def steps_of(call, path):
        for step in call.steps:
            if isinstance(step, str):
                yield step
            elif is_steady(step):
                yield step.text(path)
            else:
                yield from steps_of(step, path)

    lines = {}

    def write(call):
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


def _flat_body(call, path):
    """Returns everything that happens in a call, down to layers and operations, as a tuple to compare."""
    steps = []
    for step in call.steps:
        if isinstance(step, str):
            steps.append(step)
        elif step.is_opaque:
            steps.append(step.text(path))
        else:
            steps.append((step.name_in(path), _flat_body(step, step.paths[0])))
    return (*steps, call.output)


def _line(inputs, steps, output):
    result = _tensor(output) if output is not None else "x"
    value = f"after({', '.join([result, *steps])})" if steps else result
    return f"forward({', '.join(inputs)}) = {value}"


_CONVOLUTIONS = {1: "F.conv1d", 2: "F.conv2d", 3: "F.conv3d"}


def _operation(function, arguments):
    """Returns the step of an operation of PyTorch that is matrix work, or that is not PyTorch's own; None for all others."""
    namespace, name = str(function).split(".")[:2]
    if namespace in ("aten", "prims", "prim"):
        if name in ("mm", "bmm", "mv", "dot"):
            return _product(*arguments[:2])
        if name in ("addmm", "baddbmm", "addmv", "addbmm"):
            return _product(*arguments[1:3])
        if name == "linear":
            return f"F.linear({_tensor(arguments[0].shape)}, {_tensor(arguments[1].shape)})"
        if name in ("convolution", "_convolution"):
            return _convolution(*arguments[:9])
        if name.startswith("_scaled_dot_product"):
            return f"attention({', '.join(_tensor(each.shape) for each in arguments[:3])})"
        return None
    return f"unknown(reason='{namespace}::{name} is not known')"


def _product(left, right):
    left_sizes, right_sizes = list(left.shape), list(right.shape)
    if len(left_sizes) == 1:
        left_sizes.insert(0, 1)
    if len(right_sizes) == 1:
        right_sizes.append(1)
    return f"matmul({_tensor(left_sizes)}, {_tensor(right_sizes)})"


def _convolution(x, weight, bias, stride, padding, dilation, is_transposed, output_padding, groups):
    dimensions = len(weight.shape) - 2
    name = _CONVOLUTIONS[dimensions]
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if is_transposed:
        name = name.replace("conv", "conv_transpose")
        options["output_padding"] = output_padding
    written = [f"{key}={_sizes(value) if isinstance(value, (list, tuple)) else value}" for key, value in options.items()]
    return f"{name}({', '.join([_tensor(x.shape), _tensor(weight.shape), *written])})"


def _tensor(sizes):
    return f"tensor(size={_sizes(sizes)})"


def _sizes(sizes):
    sizes = [str(int(size)) for size in sizes]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


def _tensor_sizes(values):
    """Returns the shapes of the tensors among values, also inside of lists, dicts and outputs with fields."""
    found = []
    for value in values:
        if isinstance(value, torch.Tensor):
            found.append(tuple(value.shape))
        elif isinstance(value, dict):
            found += _tensor_sizes(value.values())
        elif isinstance(value, (list, tuple)):
            found += _tensor_sizes(value)
    return found


def _meta_copy(model):
    """Returns a copy of the model whose tensors are on the meta device; no number is copied, shared tensors stay shared."""
    memo = {}
    for module in model.modules():
        for tensor in module._parameters.values():
            if tensor is not None:
                memo[id(tensor)] = torch.nn.Parameter(_to_meta(tensor), requires_grad=False)
        for tensor in (*module._buffers.values(), *vars(module).values()):
            if isinstance(tensor, torch.Tensor):
                memo[id(tensor)] = _to_meta(tensor)
    return copy.deepcopy(model, memo)


def _to_meta(tensor):
    return torch.empty_like(tensor, device="meta")


def _arguments(input):
    """Returns an input as arguments by position and by name, all on the meta device."""
    if isinstance(input, dict):
        return [], {name: _meta_tensor(value) for name, value in input.items()}
    if isinstance(input, torch.Tensor) or _is_shape(input):
        return [_meta_tensor(input)], {}
    return [_meta_tensor(value) for value in input], {}


def _is_shape(value):
    return isinstance(value, (tuple, list)) and len(value) > 0 and all(isinstance(size, int) for size in value)


def _meta_tensor(value):
    if isinstance(value, torch.Tensor):
        return _to_meta(value)
    if _is_shape(value):
        return torch.empty(tuple(value), device="meta")
    raise TypeError(f"an input is a tensor or a shape such as (1, 3, 224, 224), and not {value!r}")


def _has_shapes_only(input):
    values = input.values() if isinstance(input, dict) else [input] if _is_shape(input) else input
    return not isinstance(input, torch.Tensor) and all(_is_shape(value) for value in values)


def _shapes(tensors):
    return ", ".join(_sizes(tensor.shape) for tensor in tensors)
