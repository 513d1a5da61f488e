"""What a forward pass is followed with: a copy of a PyTorch module without numbers, on the meta device, and inputs."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import torch

from .inputs import Arguments, is_array, is_shape, sizes_of
from .listing import dtype_name


def meta_copy(model: torch.nn.Module, with_hooks: bool = True, with_indices: bool = False) -> torch.nn.Module:
    """Returns a copy of the model whose tensors are on the meta device; no number is copied, shared tensors stay shared.

    with_indices: buffers of whole numbers, such as positions, keep theirs.
    """
    memo: dict[int, Any] = {}
    for module in model.modules():
        for tensor in module._parameters.values():
            if tensor is not None:
                memo[id(tensor)] = torch.nn.Parameter(_to_meta(tensor), requires_grad=False)
        for tensor in (*module._buffers.values(), *vars(module).values()):
            if isinstance(tensor, torch.Tensor) and (tensor.is_floating_point() or not with_indices):
                memo[id(tensor)] = _to_meta(tensor)
    twin = copy.deepcopy(model, memo)
    if not with_hooks:
        for module in twin.modules():
            module._forward_hooks.clear()
            module._forward_pre_hooks.clear()
    return twin


def has_hooks(model: torch.nn.Module) -> bool:
    return any(module._forward_hooks or module._forward_pre_hooks for module in model.modules())


def takes_numbers(model: torch.nn.Module) -> bool:
    """Tells whether the model can compute: whether its tensors have numbers."""
    return not any(tensor.is_meta for tensor in _tensors(model))


def floating_dtype(model: torch.nn.Module) -> torch.dtype:
    """Returns the type of the model's first floating-point tensor: that of values that it takes."""
    return next((tensor.dtype for tensor in _tensors(model) if tensor.is_floating_point()), torch.get_default_dtype())


def device_of(model: torch.nn.Module) -> torch.device:
    """Returns where the model computes."""
    return next((tensor.device for tensor in _tensors(model)), torch.device("cpu"))


def placed(arguments: Arguments, dtypes: Iterator[torch.dtype], device: torch.device) -> Arguments:
    """Returns arguments with tensors on a device; the next of `dtypes` is that of a shape, which becomes zeros."""

    def moved(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return _to_meta(value) if device.type == "meta" else value.to(device)
        if is_shape(value):
            return torch.zeros([abs(size) for size in sizes_of(value)], dtype=next(dtypes), device=device)
        if is_array(value):
            return torch.zeros(sizes_of(value.shape), dtype=getattr(torch, dtype_name(value.dtype)), device=device)
        if isinstance(value, Mapping):
            return {name: moved(each) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            items = [moved(each) for each in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        return value

    return Arguments([moved(value) for value in arguments.positional], {name: moved(value) for name, value in arguments.named.items()})


def _tensors(model: torch.nn.Module) -> Iterator[torch.Tensor]:
    yield from model.parameters()
    yield from model.buffers()


def _to_meta(tensor: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(tensor, device="meta")
