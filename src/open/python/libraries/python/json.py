# json: texts as values, and back.
from _environment import unread
from json import _read


class JSONDecodeError(ValueError):
    pass


def loads(text, **kwargs):
    if not isinstance(text, str):
        return unread(text)
    found, problem = _read(text)
    if problem:
        raise JSONDecodeError(problem)
    return found


def load(file, **kwargs):
    return loads(file.read())


def dumps(value, **kwargs):
    return text_of_json


def dump(value, file, **kwargs):
    pass
