# Configs and models of transformers by their names. A config holds the sizes that differ from its class's own; the parts
# of a model are those that the reader of configs finds for it.
import importlib
import json
from importlib.util import find_spec
from _transformers import add_parts, config_value, known_config, model_type_of, name_of_class, unknown_part
from torch.nn import Module
from transformers.modeling_utils import PreTrainedModel

_LOADING = ("cache_dir", "force_download", "local_files_only", "token", "use_auth_token", "revision", "subfolder",
            "trust_remote_code", "device_map", "low_cpu_mem_usage", "ignore_mismatched_sizes", "use_safetensors",
            "attn_implementation", "max_memory", "offload_folder", "state_dict", "from_tf", "from_flax", "output_attentions",
            "output_hidden_states", "return_dict", "use_cache", "add_pooling_layer", "config", "resume_download", "proxies", "variant",
            "output_loading_info", "problem_type", "label2id", "return_unused_kwargs", "finetuning_task", "load_in_8bit",
            "load_in_4bit", "quantization_config", "torch_dtype", "dtype")
_HARMLESS = ("can_generate", "enable_input_require_grads", "generate", "get_memory_footprint",
             "gradient_checkpointing_disable", "gradient_checkpointing_enable", "num_parameters", "print_trainable_parameters",
             "push_to_hub", "save_pretrained", "set_attn_implementation")


def _nothing(*args, **options):
    return None


class _SizedConfig:
    def __init__(self, **sizes):
        for name, value in sizes.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name == "num_labels" and "id2label" in vars(self):
            return len(self.id2label)
        return config_value(self.model_type, vars(self), name)

    @classmethod
    def from_pretrained(cls, name, **options):
        return cls(**_sizes_of(name, options))

    @classmethod
    def from_dict(cls, sizes, **options):
        return cls(**{**sizes, **options})

    def to_dict(self):
        return dict(vars(self))

    def update(self, values):
        for name, value in values.items():
            setattr(self, name, value)


def _sizes_of(name, options):
    """The sizes of a model of the hub, with those that a call changes."""
    sizes = json.loads(known_config(name))
    return {**sizes, **{key: value for key, value in options.items() if key not in _LOADING}}


def _sizes_of_part(class_name, sizes):
    """Those of the part of a model that a class is: CLIPTextModel reads the `text_config` of CLIP."""
    for part in ("Text", "Vision"):
        if f"{part}Model" in class_name and f"{part.lower()}_config" in sizes:
            return sizes[f"{part.lower()}_config"]
    return sizes


def _quantization(options):
    """What a call says of quantised weights, as a config says it."""
    config = options.get("quantization_config")
    if config is not None:
        return vars(config)
    return {key: options[key] for key in ("load_in_4bit", "load_in_8bit") if options.get(key)}


class BitsAndBytesConfig:
    def __init__(self, load_in_8bit=False, load_in_4bit=False, llm_int8_skip_modules=None, **options):
        self.load_in_8bit = load_in_8bit
        self.load_in_4bit = load_in_4bit
        self.llm_int8_skip_modules = llm_int8_skip_modules


def _config_named(model_type, sizes):
    return _config_class(name_of_class(model_type, "Config"), model_type)(**sizes)


def _config_class(name, model_type):
    return type(name, (_SizedConfig,), {"model_type": model_type})


class AutoConfig:
    @staticmethod
    def from_pretrained(name, **options):
        sizes = _sizes_of(name, options)
        return _config_named(sizes["model_type"], sizes)

    @staticmethod
    def for_model(model_type, **sizes):
        return _config_named(model_type, sizes)


class _ConfiguredModel(PreTrainedModel):
    _tied_weights_keys = None

    def __init__(self, config, *inputs, **options):
        Module.__init__(self)
        self.config = config
        add_parts(self, self._whole_config())
        if options.get("add_pooling_layer") is False and hasattr(self, "pooler"):
            self.pooler = None

    def _whole_config(self):
        sizes = {"hidden_size": self.config.hidden_size} if hasattr(self.config, "hidden_size") else {}
        names = {"model_type": self._model_type, "architectures": [self._class_of_config]}
        return {**sizes, **vars(self.config), **names}

    @property
    def base_model(self):
        name = name_of_class(self._model_type, "Model")
        if type(self).__name__ == name:
            return self
        for child in self.children():
            if type(child).__name__ == name:
                return child
        return unknown_part(self, "base_model")

    def tie_weights(self, *args, **options):
        return None

    def get_input_embeddings(self):
        return unknown_part(self, "get_input_embeddings()")

    def get_output_embeddings(self):
        return unknown_part(self, "get_output_embeddings()")

    def __getattr__(self, name):
        return _nothing if name in _HARMLESS else unknown_part(self, name)

    @classmethod
    def from_config(cls, config, **options):
        return cls(config)

    @classmethod
    def from_pretrained(cls, name, *inputs, config=None, **options):
        if config is None:
            config = _config_named(cls._model_type, _sizes_of_part(cls.__name__, _sizes_of(name, options)))
        return cls(_with_quantization(config, options), add_pooling_layer=options.get("add_pooling_layer", True))


def _with_quantization(config, options):
    quantization = _quantization(options)
    if quantization:
        config.quantization_config = quantization
    return config


class _AutoModel:
    def __init__(self, role):
        self._role = role

    def from_config(self, config, **options):
        if not isinstance(config, _SizedConfig):
            return _of_own_files("AutoModel" + ("" if self._role == "Model" else self._role)).from_config(config, **options)
        return self._of_sizes(config, **options)

    def _of_sizes(self, config, **options):
        return _model_class(name_of_class(config.model_type, self._role), config.model_type)(config, **options)

    def from_pretrained(self, name, *inputs, config=None, **options):
        make = self._of_sizes if config is None else self.from_config
        if config is None:
            config = AutoConfig.from_pretrained(name, **options)
        return make(_with_quantization(config, options), add_pooling_layer=options.get("add_pooling_layer", True))


def _model_class(name, model_type):
    return type(name, (_ConfiguredModel,), {"_model_type": model_type, "_class_of_config": name})


class _Arguments:
    def __init__(self, output_dir=None, **options):
        self.output_dir = output_dir
        for name, value in options.items():
            setattr(self, name, value)


class Trainer:
    """Trains, and leaves the sizes of a model as they are."""

    def __init__(self, model=None, args=None, *rest, **options):
        self.model = model
        self.args = args

    def train(self, *args, **options):
        return None

    evaluate = predict = save_model = save_state = push_to_hub = add_callback = log_metrics = save_metrics = train


Seq2SeqTrainer = Trainer
TrainingArguments = Seq2SeqTrainingArguments = _Arguments


def _of_own_files(name):
    """A class that is not shipped, where the library's files are at hand."""
    if find_spec("transformers.models.auto.modeling_auto") is None:
        raise AttributeError(name)
    return getattr(importlib.import_module("transformers.__init__"), name)


def __getattr__(name):
    if name == "AutoModelForPreTraining" or name == "AutoModelWithLMHead":
        raise AttributeError(name)
    if name.startswith("AutoModel"):
        return _AutoModel(name[len("AutoModel"):] or "Model")
    model_type = model_type_of(name)
    if model_type is None:
        return _of_own_files(name)
    return _config_class(name, model_type) if name.endswith("Config") else _model_class(name, model_type)
