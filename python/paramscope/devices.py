"""Where the operations of a forward pass happen in which some tensors have numbers, on the host, and others have none."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.utils._pytree import tree_flatten, tree_map

# Operations that fill a tensor as large as another one, or of its type.
_FILLING = ("ones_like", "zeros_like", "full_like", "new_ones", "new_zeros", "new_full")
# Larger tensors have no numbers: masks of many tokens.
_MOST_ELEMENTS = 1 << 24


def on_one_device(arguments: Any) -> Any:
    """Returns the arguments of an operation; those with numbers lose them where others have none."""
    tensors = _tensors(arguments)
    if all(each.is_meta for each in tensors) or not any(each.is_meta for each in tensors):
        return arguments
    return tree_map(lambda each: each.to("meta") if isinstance(each, torch.Tensor) and each.dim() > 0 else each, arguments)


def with_numbers(function: Any, arguments: tuple, named: dict[str, Any]) -> dict[str, Any]:
    """Returns the named arguments of an operation so that its result has numbers, where they are known: masks and positions."""
    is_filling = str(function).split(".")[1] in _FILLING
    is_to_meta = named.get("device") == torch.device("meta") and not any(each.is_meta for each in _tensors(arguments))
    if (is_filling or is_to_meta) and _elements(arguments) <= _MOST_ELEMENTS:
        return {**named, "device": torch.device("cpu")}
    return named


def _tensors(arguments: Any) -> list[torch.Tensor]:
    return [each for each in tree_flatten(arguments)[0] if isinstance(each, torch.Tensor)]


def _elements(arguments: tuple) -> int:
    """Returns about how many elements the result of an operation has that fills a tensor."""
    sizes = next((each for each in arguments if isinstance(each, (list, tuple))), None)
    return math.prod(sizes) if sizes is not None else max((each.numel() for each in _tensors(arguments)), default=0)
