# Dicts whose keys are attributes: easydict, munch, addict, box, ml_collections, omegaconf, yacs, mmengine.
from _environment import unread


def _convert(cls, value):
    if isinstance(value, dict) and not isinstance(value, AttributeDict):
        return cls(value)
    if isinstance(value, (list, tuple)):
        return type(value)([_convert(cls, each) for each in value])
    return value


class AttributeDict:
    def __init__(self, *args, **kwargs):
        if args and args[0] is not None:
            self.update(args[0])
        self.update(kwargs)

    def __setitem__(self, key, value):
        self.__dict__[key] = _convert(type(self), value)

    def __getitem__(self, key):
        return self.__dict__[key]

    def __delitem__(self, key):
        del self.__dict__[key]

    def __contains__(self, key):
        return key in self.__dict__

    def __iter__(self):
        return iter(self.__dict__)

    def __len__(self):
        return len(self.__dict__)

    def __eq__(self, other):
        return self.__dict__ == (other.__dict__ if isinstance(other, AttributeDict) else other)

    def keys(self):
        return self.__dict__.keys()

    def values(self):
        return self.__dict__.values()

    def items(self):
        return self.__dict__.items()

    def get(self, key, default=None):
        return self.__dict__.get(key, default)

    def pop(self, key, *default):
        return self.__dict__.pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self.__dict__:
            self[key] = default
        return self[key]

    def update(self, *args, **kwargs):
        for each in list(args) + [kwargs]:
            for key, value in each.items() if hasattr(each, "items") else each:
                self[key] = value

    def to_dict(self):
        return {key: value.to_dict() if isinstance(value, AttributeDict) else value for key, value in self.items()}

    def copy(self):
        return type(self)(self.to_dict())

    def lock(self):
        return self

    toDict = dict = to_dict
    unlock = clone = freeze = defrost = copy_and_resolve_references = lock


class _IsDict(AttributeDict):
    _is_a_dict = True


class EasyDict(_IsDict):
    pass


class Munch(_IsDict):
    pass


class DefaultMunch(_IsDict):
    def __getattr__(self, name):
        return None


class Box(_IsDict):
    pass


class Dict(_IsDict):
    def __getattr__(self, name):
        self.__dict__[name] = Dict()
        return self.__dict__[name]


class ConfigDict(AttributeDict):
    pass


class CfgNode(_IsDict):
    def merge_from_file(self, path):
        self.update(unread(path))

    def merge_from_list(self, pairs):
        for key, value in zip(pairs[::2], pairs[1::2]):
            self._set_at(key.split("."), value)

    def _set_at(self, path, value):
        at = self
        for part in path[:-1]:
            at = at[part]
        at[path[-1]] = value

    merge_from_other_cfg = AttributeDict.update


CN = CfgNode
FrozenConfigDict = ImmutableBox = ConfigDict
AttrDict = EasyDict


def munchify(value):
    return _convert(Munch, value)


def placeholder(kind, *args, **kwargs):
    return None


# omegaconf -----------------------------------------------------------------------------------------------------------


class DictConfig(AttributeDict):
    def __setitem__(self, key, value):
        is_interpolated = isinstance(value, str) and "${" in value
        self.__dict__[key] = interpolated_value if is_interpolated else _convert(DictConfig, value)

    def merge_with(self, *others):
        self.update(_merge(self, *others))


ListConfig = list
MISSING = "???"


def _to_container(value, *args, **kwargs):
    if isinstance(value, AttributeDict):
        return {key: _to_container(each) for key, each in value.items()}
    return [_to_container(each) for each in value] if isinstance(value, list) else value


def _create(value=None, *args, **kwargs):
    if isinstance(value, str):
        from yaml import safe_load
        value = safe_load(value)
    return _convert(DictConfig, {} if value is None else value)


def _merge(*configs):
    merged = DictConfig()
    for config in configs:
        for key, value in config.items():
            is_inner = isinstance(value, AttributeDict) and isinstance(merged.get(key), AttributeDict)
            merged[key] = _merge(merged[key], value) if is_inner else value
    return merged


def _structured(value, *args, **kwargs):
    return value() if isinstance(value, type) else value


def _load(path):
    return unread(path)


def _nothing(*args, **kwargs):
    pass


class OmegaConf:
    create = staticmethod(_create)
    merge = unsafe_merge = staticmethod(_merge)
    to_container = to_object = staticmethod(_to_container)
    structured = staticmethod(_structured)
    load = staticmethod(_load)
    set_struct = set_readonly = resolve = register_new_resolver = register_resolver = staticmethod(_nothing)

    @staticmethod
    def is_config(value):
        return isinstance(value, DictConfig)

    is_dict = is_config

    @staticmethod
    def is_list(value):
        return isinstance(value, list)

    @staticmethod
    def select(config, path, default=None):
        for part in path.split("."):
            if config is None or part not in config:
                return default
            config = config[part]
        return config
