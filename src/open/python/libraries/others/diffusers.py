# Bases of diffusers' models and what their constructors are decorated with.
import functools

from _constructors import bound_arguments
from attribute_dicts import EasyDict
from torch.nn import Module


class FrozenDict(EasyDict):
    pass


class ConfigMixin:
    config_name = None
    ignore_for_config = []

    def register_to_config(self, **kwargs):
        self.config = FrozenDict({**getattr(self, "config", {}), **kwargs})


def register_to_config(init):
    @functools.wraps(init)
    def inner(self, *args, **kwargs):
        self.config = FrozenDict(bound_arguments(init, args, kwargs))
        init(self, *args, **kwargs)
    return inner


class ModelMixin(Module):
    _supports_gradient_checkpointing = False
    gradient_checkpointing = False

    @property
    def dtype(self):
        return next(self.parameters()).dtype

    @property
    def device(self):
        return next(self.parameters()).device

    def enable_gradient_checkpointing(self, *args, **kwargs):
        pass

    disable_gradient_checkpointing = enable_xformers_memory_efficient_attention = enable_gradient_checkpointing


class LegacyConfigMixin(ConfigMixin):
    pass


class LegacyModelMixin(ModelMixin):
    pass


class _Mixin:
    pass


class PeftAdapterMixin(_Mixin):
    pass


class FromOriginalModelMixin(_Mixin):
    pass


class UNet2DConditionLoadersMixin(_Mixin):
    pass


class AttentionMixin(_Mixin):
    pass


class CacheMixin(_Mixin):
    pass


class SchedulerMixin(_Mixin):
    pass


class BaseOutput:
    def __init_subclass__(cls, **kwargs):
        pass

    def to_tuple(self):
        return tuple(self.__dict__.values())

    def __getitem__(self, key):
        return self.__dict__[key] if isinstance(key, str) else self.to_tuple()[key]
