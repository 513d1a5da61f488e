# pydantic: classes whose fields are read as a dataclass's.
import dataclasses


_fields = []
_checks = []


class BaseModel:
    _validated = []
    _checked = []

    def __init_subclass__(cls, **kwargs):
        dataclasses.dataclass(cls)
        cls._validated = cls._validated + _fields
        cls._checked = cls._checked + _checks
        _fields.clear()
        _checks.clear()

    def __post_init__(self):
        for name in self._validated:
            setattr(self, name, value_of_a_validator)
        for check in self._checked:
            check(self)

    def model_dump(self, **kwargs):
        return dataclasses.asdict(self)

    dict = model_dump

    def model_copy(self, update=None, **kwargs):
        return dataclasses.replace(self, **(update or {}))

    copy = model_copy

    @classmethod
    def model_validate(cls, value):
        return cls(**value) if isinstance(value, type({})) else value

    parse_obj = model_validate


BaseSettings = BaseModel


def Field(default=None, *, default_factory=None, **kwargs):
    return dataclasses.field(default=default) if default_factory is None else dataclasses.field(
        default_factory=default_factory)


def field_validator(*names, **kwargs):
    def note(function):
        _fields.extend(names)
        return function
    return note


validator = field_validator


def model_validator(mode="after", **kwargs):
    def note(function):
        if mode == "after":
            _checks.append(function)
        return function
    return note


def PrivateAttr(default=None, default_factory=None):
    return Field(default, default_factory=default_factory)


def ConfigDict(**kwargs):
    return kwargs


def dataclass(cls=None, **kwargs):
    return dataclasses.dataclass if cls is None else dataclasses.dataclass(cls)


def _decorator(*args, **kwargs):
    return args[0] if args and callable(args[0]) else lambda function: function


validate_call = validate_arguments = _decorator
