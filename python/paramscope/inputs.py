"""What a person gives as the input of a model, in one form: arguments by position and by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from numbers import Integral
from typing import Any, NamedTuple

from .engine import ParamscopeError


class Arguments(NamedTuple):
    """The arguments of a forward pass: shapes, tensors, and whatever else the model takes."""

    positional: list
    named: dict[str, Any]

    def count_shapes(self) -> int:
        """Returns how many arguments are shapes, of which nothing says the type."""
        return sum(map(is_shape, (*self.positional, *self.named.values())))

    def option(self) -> list[str]:
        """Returns the option --input; nothing for inputs by name, whose order only the model knows, and where there are others than tensors."""
        if self.named or not self.positional or not all(is_shape(value) or is_array(value) for value in self.positional):
            return []
        shapes = [sizes_of(value.shape if is_array(value) else value) for value in self.positional]
        return ["--input", ";".join(",".join(map(str, shape)) for shape in shapes)]


def one_of(input: Any, input_size: Any, input_data: Any) -> Any:
    """Returns the input under whichever of its names it is given; None without one. Raises ParamscopeError for two."""
    given = [value for value in (input, input_size, input_data) if value is not None]
    if len(given) > 1:
        raise ParamscopeError("An input has three names, of which one is enough: input, input_size, input_data.")
    return given[0] if given else None


def arguments(input: Any) -> Arguments:
    """Returns an input as arguments: a mapping is by name, a tuple or list of anything but sizes is several, all else is one."""
    if isinstance(input, str):
        return Arguments(_shapes_in(input), {})
    if isinstance(input, Mapping):
        return Arguments([], dict(input))
    if isinstance(input, (list, tuple)) and not is_shape(input):
        return Arguments(list(input), {})
    return Arguments([input], {})


def with_decoder(given: Arguments, model: Any) -> Arguments:
    """Returns the arguments of a model of tokens with an encoder and a decoder: given one input, the decoder gets as many tokens."""
    try:
        takes = list(inspect.signature(model.forward).parameters)
    except (AttributeError, ValueError):  # a compiled one, or none
        return given
    values = [*given.positional, *given.named.values()]
    if len(values) != 1 or takes[:1] != ["input_ids"] or "decoder_input_ids" not in takes:
        return given
    return Arguments([], {"input_ids": values[0], "decoder_input_ids": values[0]})


def described(given: Arguments) -> str:
    """Returns arguments in words, tensors as their shapes: "(1, 128), mask=(1, 128)"."""
    return ", ".join([*map(_in_words, given.positional), *(f"{name}={_in_words(value)}" for name, value in given.named.items())])


def _in_words(value: Any) -> str:
    if is_array(value) or is_shape(value):
        return str(sizes_of(value.shape if is_array(value) else value))
    if isinstance(value, Mapping):
        return f"{{{described(Arguments([], dict(value)))}}}"
    if isinstance(value, (list, tuple)):
        return f"[{described(Arguments(list(value), {}))}]"
    return repr(value) if value is None or isinstance(value, (bool, int, float)) else f"a {type(value).__name__}"


def is_array(value: Any) -> bool:
    """Tells whether `value` is a tensor of PyTorch, an array of NumPy or alike."""
    return hasattr(value, "shape") and hasattr(value, "dtype") and not isinstance(value, Integral)


def is_shape(value: Any) -> bool:
    """Tells whether `value` is a shape: whole numbers, and None or -1 for a batch of any size."""
    return isinstance(value, (list, tuple)) and any(map(_is_size, value)) and all(size is None or _is_size(size) for size in value)


def sizes_of(shape: Any) -> tuple[int, ...]:
    """Returns a shape as whole numbers, -1 where any size will do."""
    return tuple(-1 if size is None else int(size) for size in shape)


def _is_size(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _shapes_in(text: str) -> list[tuple[int, ...]]:
    """Returns the shapes of a text such as "1,3,224,224; 1,10". Raises ParamscopeError where it holds anything but numbers."""
    try:
        return [tuple(int(size) for size in shape.strip(" ()").rstrip(",").split(",")) for shape in text.split(";")]
    except ValueError:
        raise ParamscopeError(f"The input of a PyTorch module is sizes, such as 1,3,224,224, and not {text!r}.") from None
