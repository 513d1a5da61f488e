"""Counts the parameters and FLOPs of a neural network, and shows them in a notebook.

    import paramscope
    paramscope.show(model)                                  # the calculator, with this model
    paramscope.count(model, input=(1, 3, 224, 224)).flops   # an exact number

A model is a PyTorch module, a state dict, a Keras model, a path of a file, or text: what print(model) shows, source code, a config.
"""

from .engine import ParamscopeError
from .models import text
from .page import Page, page, show
from .report import Report, count

__version__ = "0.1.0"
__all__ = ["count", "page", "show", "text", "Page", "ParamscopeError", "Report"]
