"""Turns whatever a person holds in Python into a text that Paramscope reads."""

import os
from collections.abc import Mapping
from pathlib import Path

from .engine import ParamscopeError


def is_file(model):
    """Tells whether `model` is the path of a file or folder: a path object, or a string in one line that names one."""
    if isinstance(model, os.PathLike):
        return True
    return isinstance(model, str) and 0 < len(model) < 4096 and "\n" not in model and "\0" not in model and Path(model).exists()


def text(model, input=None):
    """Returns `model` as text for Paramscope.

    model: a torch.nn.Module, a state dict (names and tensors), a Keras model, or a text, which is returned as it is.
    input: what the forward pass of a PyTorch module is followed with: a tensor, a shape, a tuple of either for several inputs, or a
        dict for inputs by name. Nothing is computed: the pass runs on PyTorch's meta device. Without it the text has no forward
        pass, and what a class of your own does with its layers stays unknown.

    Raises ParamscopeError for anything else.
    """
    if isinstance(model, str):
        return model
    if _is_torch_module(model):
        from .torch_text import module_text

        return module_text(model, input)
    if isinstance(model, Mapping):
        from .listing import listing_text

        return listing_text(model)
    if callable(getattr(model, "to_json", None)) and hasattr(model, "layers"):
        return model.to_json()
    raise ParamscopeError(
        f"{type(model).__name__} is no model: a PyTorch module, a state dict, a Keras model, a path or a text is one."
    )


def _is_torch_module(model):
    """Tells whether `model` is a torch.nn.Module, without importing torch."""
    return any(base.__module__ == "torch.nn.modules.module" and base.__name__ == "Module" for base in type(model).__mro__)
