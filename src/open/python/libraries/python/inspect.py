# inspect: the parameters of functions and constructors.
from inspect import parameter_rows


class _Empty:
    pass


class Parameter:
    empty = _Empty
    POSITIONAL_ONLY = "POSITIONAL_ONLY"
    POSITIONAL_OR_KEYWORD = "POSITIONAL_OR_KEYWORD"
    VAR_POSITIONAL = "VAR_POSITIONAL"
    KEYWORD_ONLY = "KEYWORD_ONLY"
    VAR_KEYWORD = "VAR_KEYWORD"

    def __init__(self, name, kind, default=_Empty):
        self.name = name
        self.kind = kind
        self.default = default


class Signature:
    empty = _Empty

    def __init__(self, parameters):
        self.parameters = parameters


def signature(function, **kwargs):
    return Signature({row[0]: Parameter(*row) for row in parameter_rows(function)})


class _FrameInfo:
    filename = "model.py"
    function = "<module>"
    lineno = 1


def stack(context=1):
    """Who calls is not told apart: the text that is read."""
    return [_FrameInfo(), _FrameInfo()]
