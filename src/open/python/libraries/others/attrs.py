# attrs: classes whose fields are read as a dataclass's.
import dataclasses


def define(cls=None, **kwargs):
    if cls is None:
        return define
    dataclasses.dataclass(cls)
    if hasattr(cls, "__attrs_post_init__"):
        cls.__post_init__ = cls.__attrs_post_init__
    return cls


class _Missing:
    pass


class Factory:
    def __init__(self, factory, takes_self=False):
        self.default_factory = factory


def field(default=_Missing, factory=None, converter=None, **kwargs):
    if converter is not None:
        return dataclasses.field(default=converted_value)
    if isinstance(default, Factory):
        factory = default.default_factory
    if factory is not None:
        return dataclasses.field(default_factory=factory)
    return dataclasses.field() if default is _Missing else dataclasses.field(default=default)


s = attributes = attrs = dataclass = mutable = frozen = define
ib = attr = attrib = field
asdict = dataclasses.asdict
evolve = dataclasses.replace
