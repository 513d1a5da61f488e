# What model files take from transformers: bases of configs and models, activations by name.
import torch
from transformers.configuration_utils import PreTrainedConfig, PretrainedConfig
from transformers.generation import GenerationConfig, GenerationMixin
from transformers.modeling_utils import ModuleUtilsMixin, PreTrainedModel
from torch.nn import (ELU, GELU, SELU, Hardswish, Identity, LayerNorm, LeakyReLU, Mish, Module, Parameter, ReLU, ReLU6,
                      Sigmoid, SiLU, Softplus, Tanh)


class _TanhGELU(GELU):
    def __init__(self):
        super().__init__(approximate="tanh")


ACT2CLS = {"relu": ReLU, "relu6": ReLU6, "gelu": GELU, "gelu_new": _TanhGELU, "gelu_fast": _TanhGELU,
           "gelu_pytorch_tanh": _TanhGELU, "gelu_python": GELU, "quick_gelu": GELU, "silu": SiLU, "swish": SiLU,
           "tanh": Tanh, "sigmoid": Sigmoid, "elu": ELU, "selu": SELU, "mish": Mish, "leaky_relu": LeakyReLU,
           "hardswish": Hardswish, "softplus": Softplus, "linear": Identity}


class _ActivationsByName:
    def __getitem__(self, name):
        return ACT2CLS[name]()

    def __contains__(self, name):
        return name in ACT2CLS

    def keys(self):
        return ACT2CLS.keys()


ACT2FN = _ActivationsByName()


def get_activation(name):
    return ACT2FN[name]


ALL_LAYERNORM_LAYERS = [LayerNorm]


class Conv1D(Module):
    def __init__(self, nf, nx):
        super().__init__()
        self.nf = nf
        self.nx = nx
        self.weight = Parameter(torch.empty(nx, nf))
        self.bias = Parameter(torch.zeros(nf))

    def forward(self, x):
        return x @ self.weight + self.bias


class GradientCheckpointingLayer(Module):
    pass


def apply_chunking_to_forward(forward_fn, chunk_size, chunk_dim, *input_tensors):
    return forward_fn(*input_tensors)


def find_pruneable_heads_and_indices(*args):
    return set(), None


def prune_linear_layer(layer, *args, **kwargs):
    return layer


def __getattr__(name):
    import transformers.models
    return getattr(transformers.models, name)
