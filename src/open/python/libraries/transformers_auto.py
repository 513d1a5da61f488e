# transformers.models.auto: classes by the type of a config, from the library's own tables of names.
import importlib
from transformers.configuration_utils import PreTrainedConfig


class _LazyAutoMapping:
    """Model classes by the class of a config."""

    def __init__(self, config_mapping, model_mapping):
        self._config_mapping = config_mapping
        self._model_mapping = model_mapping

    def _names(self, config_class):
        types = [each for each, name in self._config_mapping.items() if name == config_class.__name__]
        return [(each, self._model_mapping[each]) for each in types if each in self._model_mapping]

    def __getitem__(self, config_class):
        for model_type, names in self._names(config_class):
            if isinstance(names, tuple):
                return tuple(_class_named(name, config_class, model_type) for name in names)
            return _class_named(names, config_class, model_type)
        raise KeyError(config_class)

    def __contains__(self, config_class):
        return len(self._names(config_class)) > 0

    def get(self, config_class, default=None):
        return self[config_class] if config_class in self else default

    def keys(self):
        return []

    values = items = keys

    def register(self, *args, **kwargs):
        return None


def _class_named(name, config_class, model_type):
    """A class of the type's package; one with the name of another config is of another package."""
    is_own = name.startswith(config_class.__name__[:-len("Config")])
    return getattr(module_of(model_type) if is_own else importlib.import_module("transformers"), name)


def module_of(model_type):
    """The package of a model_type."""
    from transformers.models.auto.configuration_auto import model_type_to_module_name
    return importlib.import_module("." + model_type_to_module_name(model_type), "transformers.models")


class _BaseAutoModelClass:
    _model_mapping = None

    @classmethod
    def from_config(cls, config, **kwargs):
        found = cls._model_mapping[type(config)]
        if isinstance(found, tuple):
            named = [each for each in found if each.__name__ in (getattr(config, "architectures", None) or [])]
            found = named[0] if named else found[0]
        return found._from_config(config, **kwargs)

    @classmethod
    def from_pretrained(cls, name, *inputs, config=None, **kwargs):
        from transformers.models import AutoConfig
        return cls.from_config(AutoConfig.from_pretrained(name, **kwargs) if config is None else config)

    @classmethod
    def register(cls, *args, **kwargs):
        return None


class _BaseAutoBackboneClass(_BaseAutoModelClass):
    pass


def auto_class_update(cls, *args, **kwargs):
    return cls


def add_generation_mixin_to_remote_model(cls):
    return cls


def get_values(mapping):
    return []


def __getattr__(name):
    of_configs = name == "AutoConfig" or name.startswith("CONFIG_MAPPING")
    return getattr(importlib.import_module(f"transformers.models.auto.{'configuration' if of_configs else 'modeling'}_auto"), name)
