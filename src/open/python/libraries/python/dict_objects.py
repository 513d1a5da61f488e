# What a class that derives from dict, OrderedDict or UserDict inherits: an object that holds a dict.

_dict = dict


class dict:
    _is_a_dict = True

    def __init__(self, *args, **kwargs):
        _entries(self).update(*args, **kwargs)

    def __getitem__(self, key):
        if key not in _entries(self) and hasattr(self, "__missing__"):
            return self.__missing__(key)
        return _entries(self)[key]

    def __setitem__(self, key, value):
        _entries(self)[key] = value

    def __delitem__(self, key):
        del _entries(self)[key]

    def __contains__(self, key):
        return key in _entries(self)

    def __iter__(self):
        return iter(_entries(self))

    def __len__(self):
        return len(_entries(self))

    def __eq__(self, other):
        return _entries(self) == (_entries(other) if isinstance(other, dict) else other)

    def __repr__(self):
        return repr(_entries(self))

    def keys(self):
        return _entries(self).keys()

    def values(self):
        return _entries(self).values()

    def items(self):
        return _entries(self).items()

    def get(self, key, default=None):
        return self[key] if key in self else default

    def pop(self, key, *default):
        return _entries(self).pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args, **kwargs):
        for key, value in _dict(*args, **kwargs).items():
            self[key] = value

    def clear(self):
        _entries(self).clear()

    def copy(self):
        return type(self)(_entries(self))


def _entries(held):
    if "_entries" not in held.__dict__:
        held.__dict__["_entries"] = {}
    return held.__dict__["_entries"]
