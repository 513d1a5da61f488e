# What tells the fields of a dataclass; what makes one is a function of ours.
from dataclasses import _field_names


class _Missing:
    pass


MISSING = _Missing()


class Field:
    def __init__(self, name, given, type):
        """`given` is the default, what field() gave, or MISSING."""
        is_field = given.__class__.__name__ == "Field"
        self.name = name
        self.default = getattr(given, "default", MISSING) if is_field else given
        self.default_factory = getattr(given, "default_factory", MISSING) if is_field else MISSING
        self.type = type
        self.init = getattr(given, "init", True) if is_field else True
        self.repr = self.compare = True
        self.metadata = (getattr(given, "metadata", None) or {}) if is_field else {}


def fields(class_or_instance):
    names = _field_names(class_or_instance)
    if names is None:
        raise TypeError("must be called with a dataclass type or instance")
    cls = class_or_instance if isinstance(class_or_instance, type) else type(class_or_instance)
    types = getattr(cls, "__annotations__", {})
    return tuple(Field(name, getattr(cls, name, MISSING), types.get(name)) for name in names)


def is_dataclass(obj):
    return _field_names(obj) is not None


def astuple(obj):
    return tuple(getattr(obj, name) for name in _field_names(obj))
