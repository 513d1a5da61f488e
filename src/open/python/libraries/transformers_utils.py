# transformers.utils: decorators of documentation, which change nothing, and questions about what is installed.
from transformers.modeling_outputs import ModelOutput
import logging


def _decorator(*args, **kwargs):
    return lambda function: function


add_start_docstrings = add_start_docstrings_to_model_forward = add_code_sample_docstrings = _decorator
replace_return_docstrings = add_end_docstrings = _decorator


def auto_docstring(function=None, **kwargs):
    return function if function is not None else lambda each: each


can_return_tuple = auto_docstring


def is_torch_available():
    return True


def is_flash_attn_2_available():
    return False


is_flash_attn_greater_or_equal_2_10 = is_torch_fx_available = is_torchdynamo_compiling = is_flash_attn_2_available
