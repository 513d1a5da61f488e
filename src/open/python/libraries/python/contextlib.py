# Contexts: made of a function that yields, or of what is given.


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None


class ContextDecorator:
    def __call__(self, function):
        def inner(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return inner


class _FunctionContext(AbstractContextManager, ContextDecorator):
    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, *details):
        next(self.generator, None)
        return False


def contextmanager(function):
    def make(*args, **kwargs):
        return _FunctionContext(function(*args, **kwargs))

    return make


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class redirect_stdout(nullcontext):
    pass


class redirect_stderr(nullcontext):
    pass


class closing(nullcontext):
    def __exit__(self, *details):
        self.enter_result.close()


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self.exceptions)


class ExitStack(AbstractContextManager):
    def __init__(self):
        self.exits = []

    def enter_context(self, context):
        entered = context.__enter__()
        self.exits.append(context.__exit__)
        return entered

    def callback(self, function, *args, **kwargs):
        self.exits.append(lambda *details: function(*args, **kwargs))
        return function

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, *details):
        while self.exits:
            self.exits.pop()(*details)
