# transformers.configuration_utils: the base of configs. Fields are what a class annotates (version 5) or what its own
# constructor sets (version 4).
import torch
from huggingface_hub.dataclasses import strict

try:
    from transformers.modeling_rope_utils import RotaryEmbeddingConfigMixin
except ImportError:
    RotaryEmbeddingConfigMixin = object

ALLOWED_LAYER_TYPES = ()

# What version 4 gives every config; version 5 leaves it to the classes.
_ONCE_COMMON = {"output_attentions": False, "tie_word_embeddings": True, "is_decoder": False, "add_cross_attention": False,
                "cross_attention_hidden_size": None, "tie_encoder_decoder": False, "pruned_heads": {},
                "use_return_dict": True, "torchscript": False, "use_bfloat16": False, "use_cache": True,
                "gradient_checkpointing": False, "bos_token_id": None, "pad_token_id": None, "eos_token_id": None,
                "max_length": 20, "min_length": 0, "num_beams": 1, "do_sample": False, "sep_token_id": None, "decoder_start_token_id": None, "prefix": None, "task_specific_params": None}


def _fields(cls):
    names = {}
    for base in reversed(cls.__mro__):
        for name, kind in getattr(base, "__annotations__", {}).items():
            if not kind.startswith("ClassVar"):
                names[name] = True
    return names


def _default(cls, name):
    if not hasattr(cls, name):
        raise TypeError(f"Missing required field - '{name}'")
    value = cls._defaults_of_aliases[name] if name in cls._defaults_of_aliases else getattr(cls, name)
    if type(value).__name__ != "Field":
        return value
    return value.default_factory() if hasattr(value, "default_factory") else value.default


def _alias(name):
    return property(lambda config: getattr(config, name))


class PreTrainedConfig(RotaryEmbeddingConfigMixin):
    model_type: ClassVar = ""
    base_config_key: ClassVar = ""
    sub_configs: ClassVar = {}
    has_no_defaults_at_init: ClassVar = False
    keys_to_ignore_at_inference: ClassVar = []
    attribute_map: ClassVar = {}
    base_model_tp_plan: ClassVar = None
    base_model_pp_plan: ClassVar = None
    base_model_ep_plan: ClassVar = None
    _auto_class: ClassVar = None
    is_composition: ClassVar = False
    _defaults_of_aliases: ClassVar = {}

    transformers_version: object = None
    architectures: object = None
    output_hidden_states: object = False
    return_dict: object = True
    dtype: object = None
    chunk_size_feed_forward: int = 0
    is_encoder_decoder: bool = False
    id2label: object = None
    label2id: object = None
    problem_type: object = None

    def __init_subclass__(cls, **kwargs):
        """A field that is another name of a value has that value, not the field's own."""
        known = cls._defaults_of_aliases
        own = [alias for alias, name in cls.attribute_map.items()
               if alias != name and (alias in vars(cls) or (alias not in known and hasattr(cls, alias)))]
        cls._defaults_of_aliases = {**known, **{alias: getattr(cls, alias) for alias in own}}
        for alias in own:
            setattr(cls, alias, _alias(cls.attribute_map[alias]))

    def __init__(self, **kwargs):
        cls = type(self)
        if cls.__init__ is not PreTrainedConfig.__init__:
            self._set_once_common(kwargs)
        fields = _fields(cls)
        for name in fields:
            setattr(self, name, kwargs[name] if name in kwargs else _default(cls, name))
        self.__post_init__(**{name: value for name, value in kwargs.items() if name not in fields})
        if cls.__init__ is PreTrainedConfig.__init__:
            self.validate_architecture()

    def _set_once_common(self, kwargs):
        for name, value in _ONCE_COMMON.items():
            if name not in self.__dict__ and name not in kwargs and name not in self.attribute_map:
                setattr(self, name, value)

    def __post_init__(self, **kwargs):
        self.dtype = kwargs.pop("torch_dtype", None) if self.dtype is None else self.dtype
        if isinstance(self.dtype, str):
            self.dtype = getattr(torch, self.dtype)
        if self.id2label is None:
            self.num_labels = kwargs.get("num_labels", 2)
        else:
            self.id2label = {int(key): value for key, value in self.id2label.items()}
        if hasattr(self, "rope_parameters"):
            kwargs = self.convert_rope_params_to_dict(**kwargs)
        self._name_or_path = str(kwargs.pop("name_or_path", ""))
        self._output_attentions = kwargs.pop("output_attentions", False)
        self._attn_implementation = kwargs.pop("attn_implementation", None)
        self._experts_implementation = kwargs.pop("experts_implementation", None)
        for name, value in kwargs.items():
            if name not in ("_attn_implementation_internal", "_experts_implementation_internal", "num_labels"):
                setattr(self, name, value)

    def __setattr__(self, name, value):
        super().__setattr__(type(self).attribute_map.get(name, name), value)

    def __getattr__(self, name):
        if name in type(self).attribute_map:
            return getattr(self, type(self).attribute_map[name])
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    @property
    def name_or_path(self):
        return self._name_or_path

    @name_or_path.setter
    def name_or_path(self, value):
        self._name_or_path = str(value)

    @property
    def num_labels(self):
        return None if self.id2label is None else len(self.id2label)

    @num_labels.setter
    def num_labels(self, count):
        if self.id2label is None or len(self.id2label) != count:
            self.id2label = {index: f"LABEL_{index}" for index in range(count)}
            self.label2id = {label: index for index, label in self.id2label.items()}

    @property
    def output_attentions(self):
        return self._output_attentions

    @output_attentions.setter
    def output_attentions(self, value):
        self._output_attentions = value

    @property
    def _attn_implementation(self):
        return self._attn_implementation_internal

    @_attn_implementation.setter
    def _attn_implementation(self, value):
        self._set_for_all("_attn_implementation", value)

    @property
    def _experts_implementation(self):
        return self._experts_implementation_internal

    @_experts_implementation.setter
    def _experts_implementation(self, value):
        self._set_for_all("_experts_implementation", value)

    def _set_for_all(self, name, value):
        by_part = value if isinstance(value, dict) else None
        setattr(self, name + "_internal", value if by_part is None else by_part.get(""))
        for key in self.sub_configs:
            part = getattr(self, key, None)
            if part is not None:
                setattr(part, name, value if by_part is None else by_part.get(key, getattr(part, name, None)))

    @property
    def torch_dtype(self):
        return self.dtype

    @property
    def use_return_dict(self):
        return self.return_dict

    @use_return_dict.setter
    def use_return_dict(self, value):
        self.return_dict = value

    def get_text_config(self, decoder=None, encoder=None):
        names = [] if encoder and not decoder else ["decoder", "generator", "text_config"]
        if encoder == decoder or encoder:
            names = ["text_encoder"] + names
        found = [getattr(self, name) for name in names if getattr(self, name, None) is not None]
        return found[0] if found else self

    def to_dict(self):
        values = {name: value.to_dict() if isinstance(value, PreTrainedConfig) else value for name, value in vars(self).items()}
        values["model_type"] = type(self).model_type
        return values

    to_diff_dict = to_dict

    def __iter__(self):
        return iter(vars(self))

    def update(self, values):
        for name, value in values.items():
            setattr(self, name, value)

    @classmethod
    def from_dict(cls, values, return_unused_kwargs=False, **kwargs):
        config = cls(**{**values, **kwargs})
        return (config, {}) if return_unused_kwargs else config

    @classmethod
    def from_pretrained(cls, name, **kwargs):
        from transformers.models import AutoConfig
        return cls(**AutoConfig.from_pretrained(name, **kwargs).to_dict())

    def save_pretrained(self, *args, **kwargs):
        return None

    push_to_hub = register_for_auto_class = validate = validate_layer_type = save_pretrained
    validate_output_attentions = validate_architecture = validate_token_ids = save_pretrained


PretrainedConfig = PreTrainedConfig


def layer_type_validation(*args, **kwargs):
    return None
