# What surrounds the models of diffusers: helpers, adapters, hooks and loading. Each does what a model can tell. Without
# a rule here a name has no effect.
import torch
from _diffusers_bases import BaseOutput
from packaging.version import parse

USE_PEFT_BACKEND = True
DIFFUSERS_SLOW_IMPORT = False
DIFFUSERS_ATTN_BACKEND = "native"
DIFFUSERS_ATTN_CHECKS = False
_PRESENT = ("is_torch_available", "is_torchvision_available", "is_transformers_available", "is_safetensors_available")


def __getattr__(name):
    if name.startswith("is_") and name.endswith("_available"):
        return lambda: name in _PRESENT
    if name.startswith("is_") and name.endswith("_version"):
        return lambda operation, version: False
    if name.endswith("Mixin"):
        return type(name, (), {})
    raise AttributeError(name)


def is_torch_version(operation, version):
    own, other = parse(torch.__version__), parse(version)
    if operation == "==":
        return own == other
    if operation == "!=":
        return own != other
    if operation == "<":
        return own < other
    if operation == "<=":
        return own <= other
    return own > other if operation == ">" else own >= other


def deprecate(*args, take_from=None, **kwargs):
    pass


def apply_lora_scale(*args, **kwargs):
    return lambda forward: forward


def scale_lora_layers(model, weight):
    pass


unscale_lora_layers = scale_lora_layers


def maybe_allow_in_graph(cls):
    return cls


apply_forward_hook = maybe_allow_in_graph


def lru_cache_unless_export(*args, **kwargs):
    return args[0] if args and callable(args[0]) else maybe_allow_in_graph


def maybe_adjust_dtype_for_device(dtype, device):
    return dtype


def is_torch_dist_rank_zero():
    return True


def randn_tensor(shape, generator=None, device=None, dtype=None, layout=None):
    return torch.randn(shape)


def apply_freeu(resolution_idx, hidden_states, res_hidden_states, **freeu_kwargs):
    return hidden_states, res_hidden_states


class HookRegistry:
    @classmethod
    def check_if_exists_or_initialize(cls, module):
        return cls()

    def get_hook(self, name):
        pass


def _is_group_offload_enabled(module):
    return False
