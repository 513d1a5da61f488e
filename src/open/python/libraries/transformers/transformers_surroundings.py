# What surrounds models in transformers: generation, kernels, loading, quantizers. A class of it adds nothing to a model, a
# decorator leaves what it decorates.
from transformers.integrations.moe import use_experts_implementation
from transformers.utils import _decorator, _same


class GenerationMixin:
    def generate(self, *args, **kwargs):
        return None

    def prepare_inputs_for_generation(self, *args, **kwargs):
        return kwargs


class GenerationConfig:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    @classmethod
    def from_model_config(cls, config):
        return cls()


class GenerationMode:
    CONTRASTIVE_SEARCH = "contrastive_search"
    GREEDY_SEARCH = "greedy_search"
    SAMPLE = "sample"
    ASSISTED_GENERATION = "assisted_generation"
    BEAM_SEARCH = "beam_search"


class Unpack:
    def __class_getitem__(cls, item):
        return item


class FlashAttentionKwargs(dict):
    pass


class _Kernels:
    pass


use_kernel_forward_from_hub = use_kernel_func_from_hub = use_kernelized_func = register_kernel_mapping = _decorator
strict = _same


def lazy_load_kernel(*args, **kwargs):
    return None


def _flash_attention_forward(query_states, *args, **kwargs):
    return query_states


def __getattr__(name):
    if name.startswith(("is_", "flash_attn_supports")):
        return lambda *args, **kwargs: False
    if name[:1].isupper() or name.startswith("_Base"):
        return _Kernels
    return lambda *args, **kwargs: None
