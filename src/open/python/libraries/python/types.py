# types.SimpleNamespace.


class SimpleNamespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__

    def __repr__(self):
        return "namespace(" + ", ".join([name + "=" + repr(value) for name, value in self.__dict__.items()]) + ")"
