# contextvars: variables of one thread.


class ContextVar:
    def __init__(self, name, default=None):
        self.name = name
        self._value = default

    def get(self, *default):
        return self._value

    def set(self, value):
        before = self._value
        self._value = value
        return Token(self, before)

    def reset(self, token):
        self._value = token.old_value


class Token:
    def __init__(self, var, old_value):
        self.var = var
        self.old_value = old_value
