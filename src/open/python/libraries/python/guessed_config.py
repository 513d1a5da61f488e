# Stands for a config that the text does not have: its fields are noted when code reads them, and have the values that their
# names suggest.
from _environment import guessed_field, is_tried


class GuessedConfig:
    def __init__(self, path=""):
        self._path = path

    def _field(self, step):
        value = guessed_field(self._path + step)
        return GuessedConfig(self._path + step) if value is None else value

    def __getattr__(self, name):
        if name.startswith("__") or is_tried():
            raise AttributeError(name)
        return self._field("." + name)

    def __getitem__(self, key):
        if is_tried() or not isinstance(key, str):
            raise KeyError(key)
        return self._field("[" + key + "]")

    def get(self, key, default=None):
        return default

    def __contains__(self, key):
        return False
