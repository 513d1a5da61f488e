"""A state dict as a listing of tensors: a name, a shape and a type in each line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .engine import ParamscopeError


def listing_text(tensors: Mapping) -> str:
    """Returns the names, shapes and types of `tensors`, a mapping of names to PyTorch's or NumPy's arrays.

    Mappings inside, as checkpoints have them ({"model": {...}, "epoch": 3}), are followed; what is no array is left out.
    Raises ParamscopeError if there is no array at all.
    """
    lines = list(_lines(tensors, ""))
    if not lines:
        raise ParamscopeError("There is no tensor in this dictionary.")
    return "\n".join(lines) + "\n"


def _lines(tensors: Mapping, prefix: str) -> Iterator[str]:
    for name, value in tensors.items():
        if isinstance(value, Mapping):
            yield from _lines(value, f"{prefix}{name}.")
        elif hasattr(value, "shape") and hasattr(value, "dtype"):
            shape = ", ".join(str(int(size)) for size in value.shape)
            yield f"{prefix}{name}: torch.Size([{shape}]) {dtype_name(value.dtype)}"


def dtype_name(dtype: Any) -> str:
    """Returns the name of a type of PyTorch or NumPy: 'float16'."""
    return str(dtype).removeprefix("torch.")
