"""Turns whatever a person holds in Python into a text that Paramscope reads."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine import ParamscopeError, is_remote
from .inputs import arguments, described, with_decoder
from .stopped import Stopped

if TYPE_CHECKING:
    from .forward_pass import Followed

_MOST_NAME = 4096
# A name, and no model's text: one word, perhaps with folders before it.
_NAME = re.compile(r"[^\s()\[\]{}=:,]+")
_SAME_DECODER = "The decoder was given as many tokens as the encoder: decoder_input_ids says others."
_NO_NUMBERS = "The forward pass reads numbers of its input, which were taken to be 0: others may take other work."


def place(model: Any) -> str | None:
    """Returns what the program is to open, if `model` is that: a path, a name of the hub, "preset:…", an address. None for all else.

    Raises ParamscopeError for the name of a file that is not there.
    """
    if isinstance(model, os.PathLike):
        return os.fspath(model)
    if not isinstance(model, str) or not 0 < len(model) < _MOST_NAME or "\n" in model or "\0" in model:
        return None
    if Path(model).exists() or model.startswith("preset:") or is_remote(model):
        return model
    if _NAME.fullmatch(model):
        raise ParamscopeError(f"There is no file {model!r}. A model of the hub is 'hf:ORG/NAME', one that is shipped 'preset:NAME'.")
    return None


def text(model: Any, input: Any = None, *, dtypes: Any = None) -> str:
    """Returns `model` as text for Paramscope.

    model: a torch.nn.Module, a state dict (names and tensors), a Keras model, or a text, which is returned as it is.
    input: what the forward pass of a PyTorch module is followed with: a tensor, a shape, a tuple of either for several inputs, or a
        mapping for inputs by name. Nothing is computed: the pass runs on PyTorch's meta device. Without it the text has no forward
        pass, and what a class of your own does with its layers stays unknown.
    dtypes: the type of tensors that `input` gives as shapes, or a list of types; the model's own by default.

    Raises ParamscopeError for anything else.
    """
    if isinstance(model, str):
        return model
    if is_torch_module(model):
        from .torch_text import module_text, without_wrapper

        return module_text(without_wrapper(model), followed(model, input, dtypes))
    if isinstance(model, Mapping):
        from .listing import listing_text

        return listing_text(model)
    if callable(getattr(model, "to_json", None)) and hasattr(model, "layers"):
        return model.to_json()
    raise ParamscopeError(
        f"{type(model).__name__} is no model: a PyTorch module, a state dict, a Keras model, a path or a text is one."
    )


def followed(model: Any, input: Any, dtypes: Any = None) -> Followed | None:
    """Returns the forward pass of a PyTorch module; None without input. One that cannot be followed has no lines, and a warning."""
    if input is None:
        return None
    from torch.jit import ScriptModule

    from .forward_pass import Followed, Numbers, follow
    from .torch_text import without_wrapper

    model, given = without_wrapper(model), arguments(input)
    complete = with_decoder(given, model)
    try:
        seen = follow(model, complete, dtypes)
    except Stopped as stop:
        notes = (f"With the input {described(given)} the forward pass stops {stop.place}.", f"{stop.reason}.")
        _warn(f"{' '.join(notes)} FLOPs of classes that Paramscope does not know are unknown.")
        return Followed({}, "", Numbers.NONE, stop, notes)
    reads_numbers = seen.numbers is not Numbers.NONE and not isinstance(model, ScriptModule)  # those are always run
    if reads_numbers and seen.numbers is Numbers.ALL:
        _warn(
            f"The forward pass was run with numbers, because without them it stops {seen.stopped}. "
            "Where it depends on them, another input takes other work."
        )
    is_estimated = reads_numbers and given.count_shapes() > 0
    notes = (*([_SAME_DECODER] if complete is not given else []), *([_NO_NUMBERS] if is_estimated else []))
    return seen._replace(notes=notes, is_estimated=is_estimated)


def _warn(said: str) -> None:
    """Warns at the line outside of this package that asked."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(said, stacklevel=level)


def is_torch_module(model: Any) -> bool:
    """Tells whether `model` is a torch.nn.Module, without importing torch."""
    return any(base.__module__ == "torch.nn.modules.module" and base.__name__ == "Module" for base in type(model).__mro__)
