# What models of transformers return, where the library's own classes are not at hand: values by name, None for those that
# are not given.
from transformers.utils import ModelOutput


class _Output(ModelOutput):
    def __init__(self, *args, **kwargs):
        for place, value in enumerate(args):
            setattr(self, f"value_{place}", value)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return None


def __getattr__(name):
    if "Output" not in name:
        raise AttributeError(name)
    return _Output
