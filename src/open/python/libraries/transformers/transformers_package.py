# transformers itself where its own files are here: each name from the file that defines it.
import importlib

_FILES = {"PreTrainedModel": "modeling_utils", "PreTrainedConfig": "configuration_utils",
          "PretrainedConfig": "configuration_utils", "GenerationMixin": "generation", "GenerationConfig": "generation",
          "Cache": "cache_utils", "DynamicCache": "cache_utils", "EncoderDecoderCache": "cache_utils",
          "StaticCache": "cache_utils"}

__version__ = "5.0.0"


def _file_of(name):
    """The file of a class: one of its package's, which is the one of the config whose name begins as the class's does."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES, model_type_to_module_name
    known = [(len(config), model_type) for model_type, config in CONFIG_MAPPING_NAMES.items()
             if name.startswith(config[:-len("Config")])]
    if not known:
        raise AttributeError(name)
    return "models." + model_type_to_module_name(max(known)[1])


def __getattr__(name):
    if not name[0].isupper():
        return importlib.import_module("transformers." + name)
    if name.startswith("Auto"):
        file = "models.auto"
    else:
        file = _FILES[name] if name in _FILES else _file_of(name)
    return getattr(importlib.import_module("transformers." + file), name)
