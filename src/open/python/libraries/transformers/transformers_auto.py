# transformers.models.auto: classes by the type of a config, from the library's own tables of names.
import importlib
from _transformers import class_in
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
                return tuple(class_named(name, model_type) for name in names)
            return class_named(names, model_type)
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


def class_named(name, model_type=None):
    """The class of that name: of the package of the type, if there is one and it has the class, else of another one."""
    for module in _packages_for(name, model_type):
        found = class_in(module, name)
        if found is not None:
            return found
    raise AttributeError(f"transformers has no class {name}")


def _packages_for(name, model_type):
    """The packages that may have a class, the likeliest first: those of the types whose config has the beginning of its name, the
    longest first, then those of which a table of the library lists it."""
    if model_type is not None:
        yield module_of(model_type)
    stems = {each: _plain(config).removesuffix("config") for each, config in _config_names().items()}
    types = [each for each, stem in stems.items() if stem and _plain(name).startswith(stem)]
    for each in sorted(types, key=lambda each: -len(stems[each])):
        yield module_of(each)
    for each in types_listing(name):
        yield module_of(each)


def types_listing(name):
    """The types of configs for which a table of the library lists the class."""
    for table in vars(importlib.import_module("transformers.models.auto.modeling_auto")).values():
        for each, listed in table.items() if isinstance(table, dict) else []:
            if name == listed or isinstance(listed, (tuple, list)) and name in listed:
                yield each


def _plain(name):
    """A name as those of configs and their models are the same: Ernie4_5_VLMoeConfig is the config of Ernie4_5_VL_MoeModel."""
    return name.lower().replace("_", "")


def _config_names():
    return importlib.import_module("transformers.models.auto.configuration_auto").CONFIG_MAPPING_NAMES


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
