# Enumerations; the evaluator makes the members of classes that derive from Enum.


class auto:
    pass


class EnumMeta:
    """The class of enumerations, which are classes."""


EnumType = EnumMeta


class Enum:
    def __str__(self):
        return type(self).__name__ + "." + self.name

    def __repr__(self):
        return "<" + type(self).__name__ + "." + self.name + ": " + repr(self.value) + ">"


class IntEnum(int, Enum):
    def __str__(self):
        return str(self.value)


class StrEnum(str, Enum):
    def __str__(self):
        return self.value
