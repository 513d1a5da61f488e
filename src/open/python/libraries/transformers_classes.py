# What model files take from transformers: bases of configs and models, activations by name.
import torch
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


class PretrainedConfig:
    model_type = ""
    attribute_map = {}

    def __init__(self, **kwargs):
        self.return_dict = True
        self.output_hidden_states = False
        self.output_attentions = False
        self.use_return_dict = True
        self.tie_word_embeddings = True
        self.is_encoder_decoder = False
        self.is_decoder = False
        self.add_cross_attention = False
        self.chunk_size_feed_forward = 0
        self.use_cache = True
        self.gradient_checkpointing = False
        self.pruned_heads = {}
        self.num_labels = 2
        self.problem_type = None
        self.pad_token_id = None
        self.bos_token_id = None
        self.eos_token_id = None
        self._attn_implementation = "eager"
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name in type(self).attribute_map:
            return getattr(self, type(self).attribute_map[name])
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


PreTrainedConfig = PretrainedConfig


class PreTrainedModel(Module):
    config_class = None
    base_model_prefix = ""

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config

    def post_init(self):
        self.tie_weights()

    def init_weights(self):
        self.tie_weights()

    def _init_weights(self, module):
        pass

    @property
    def base_model(self):
        return getattr(self, self.base_model_prefix, self) if self.base_model_prefix else self

    def get_input_embeddings(self):
        for model in (self, self.base_model):
            for name in ("embed_tokens", "wte", "word_embeddings", "tok_embeddings"):
                if hasattr(model, name):
                    return getattr(model, name)
        return None if self.base_model is self else self.base_model.get_input_embeddings()

    def get_output_embeddings(self):
        return getattr(self, "lm_head", None) if getattr(self, "_tied_weights_keys", None) else None

    def tie_weights(self, *args, **kwargs):
        keys = getattr(self, "_tied_weights_keys", None)
        if isinstance(keys, dict) and getattr(self.config, "tie_word_embeddings", True):
            for target, source in keys.items():
                owner, _, name = source.rpartition(".")
                weight = getattr(self.get_submodule(owner), name)
                owner, _, name = target.rpartition(".")
                setattr(self.get_submodule(owner), name, weight)
            return
        output = self.get_output_embeddings()
        if output is None or not getattr(self.config, "tie_word_embeddings", True):
            return
        embeddings = self.get_input_embeddings()
        output.weight = weight_of_the_embeddings if embeddings is None else embeddings.weight

    def get_head_mask(self, head_mask, num_hidden_layers, *args):
        return [None] * num_hidden_layers


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


class GenerationMixin:
    pass


class ModuleUtilsMixin:
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
