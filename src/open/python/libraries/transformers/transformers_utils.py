# transformers.utils and what lies below: outputs by name, decorators that add documentation or defaults, and questions
# about what is installed: only PyTorch.
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
import enum
import logging
import torch


class ModelOutput:
    """What a model returns: values by name and by place, without those that are None. What is no field is an attribute."""
    _is_a_dict = True

    def __init__(self, *args, **kwargs):
        for name, value in dict(*args, **kwargs).items():
            setattr(self, name, value)

    def items(self):
        fields = getattr(type(self), "__dataclass_fields__", None)
        return [(name, value) for name, value in vars(self).items()
                if value is not None and (fields is None or name in fields)]

    def keys(self):
        return [name for name, _ in self.items()]

    def values(self):
        return [value for _, value in self.items()]

    def to_tuple(self):
        return tuple(self.values())

    def get(self, name, default=None):
        value = getattr(self, name, None)
        return default if value is None else value

    def __getitem__(self, key):
        return getattr(self, key) if isinstance(key, str) else self.to_tuple()[key]

    def __setitem__(self, name, value):
        setattr(self, name, value)

    def __contains__(self, name):
        return getattr(self, name, None) is not None

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def pop(self, name, default=None):
        value = self.get(name, default)
        setattr(self, name, None)
        return value

    def update(self, *args, **kwargs):
        for name, value in dict(*args, **kwargs).items():
            setattr(self, name, value)


def _decorator(*args, **kwargs):
    return lambda function: function


def _same(function=None, *args, **kwargs):
    return function if callable(function) else lambda each: each


add_start_docstrings = add_start_docstrings_to_model_forward = add_code_sample_docstrings = _decorator
replace_return_docstrings = add_end_docstrings = deprecate_kwarg = requires = force_accelerate_hooks = _decorator
auto_docstring = auto_class_docstring = no_inherit_decorator = filter_out_non_signature_kwargs = _same
accepts_precomputed_kwargs = check_model_inputs = _same


def can_return_tuple(function):
    @wraps(function)
    def wrapper(self, *args, **kwargs):
        as_dict = kwargs.pop("return_dict", None)
        output = function(self, *args, **kwargs)
        return output.to_tuple() if as_dict is False and isinstance(output, ModelOutput) else output
    return wrapper


_DEFAULTS_OF_CONFIGS = ("use_cache", "vision_feature_layer", "vision_feature_select_strategy", "vision_aspect_ratio")


def merge_with_config_defaults(function):
    @wraps(function)
    def wrapper(self, *args, **kwargs):
        for name in _DEFAULTS_OF_CONFIGS:
            if kwargs.get(name) is None and getattr(self.config, name, None) is not None:
                kwargs[name] = getattr(self.config, name)
        return function(self, *args, **kwargs)
    return wrapper


@dataclass
class OutputRecorder:
    target_class: type = None
    index: int = 0
    layer_name: str = None
    class_name: str = None
    capture_initial_hidden_state: bool = True


def capture_outputs(function=None, tie_last_hidden_states=True):
    def decorate(inner):
        @wraps(inner)
        def wrapper(self, *args, **kwargs):
            as_dict = kwargs.pop("return_dict", None)
            output = inner(self, *args, **kwargs)
            return output.to_tuple() if as_dict is False else output
        return wrapper
    return decorate if function is None else decorate(function)


def maybe_install_capturing_hooks(model):
    return None


_CAN_RECORD_REGISTRY = {}


class ExplicitEnum(str, enum.Enum):
    pass


class GeneralInterface:
    _global_mapping = {}

    def __getitem__(self, key):
        return self._global_mapping[key]

    def __contains__(self, key):
        return key in self._global_mapping

    def get_interface(self, implementation, default):
        return self._global_mapping.get(implementation, default)

    def keys(self):
        return self._global_mapping.keys()

    valid_keys = keys

    def get(self, key, default=None):
        return self._global_mapping.get(key, default)


class _NoLibrary:
    pass


PushToHubMixin = DummyObject = _NoLibrary


class TransformersKwargs(dict):
    pass


LossKwargs = FlashAttentionKwargs = TransformersKwargs


def copy_func(function):
    return function


def torch_int(value):
    return int(value)


def torch_float(value):
    return float(value)


def strtobool(value):
    return value.lower() in ("y", "yes", "t", "true", "on", "1")


def maybe_autocast(*args, **kwargs):
    return nullcontext()


ContextManagers = maybe_autocast


def _nothing(*args, **kwargs):
    return None


torch_compilable_check = requires_backends = check_torch_load_is_safe = cached_file = resolve_internal_import = _nothing
check_min_version = set_submodule = _nothing


def _is_no(*args, **kwargs):
    return False


def is_torch_available():
    return True


def is_vision_available():
    return True


def is_torch_greater_or_equal(*args, **kwargs):
    return True


is_torch_greater_or_equal_than_2_0 = is_torch_greater_or_equal_than_1_13 = True


def is_timm_config_dict(values):
    return "pretrained_cfg" in values


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def split_attention_implementation(implementation):
    return False, implementation


is_torch_tensor = is_tensor

DUMMY_INPUTS = [[7, 6, 0, 0, 1], [1, 2, 3, 0, 0], [0, 0, 0, 4, 5]]
DUMMY_MASK = [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [0, 0, 0, 1, 1]]
IMAGENET_DEFAULT_MEAN = IMAGENET_STANDARD_MEAN = [0.5, 0.5, 0.5]
IMAGENET_DEFAULT_STD = IMAGENET_STANDARD_STD = [0.5, 0.5, 0.5]
CONFIG_NAME = "config.json"
WEIGHTS_NAME = "pytorch_model.bin"
SAFE_WEIGHTS_NAME = "model.safetensors"


def __getattr__(name):
    if name.startswith("is_"):
        return _is_no
    raise AttributeError(name)


def _checked_field(default=None, **kwargs):
    return default


def interval(min=None, max=None, exclude_min=False, exclude_max=False):
    """A field of a config with the numbers that it may have: interval(min=0)(default=8)."""
    return _checked_field


def is_divisible_by(divisor):
    return _checked_field


probability = activation_fn_key = _checked_field
