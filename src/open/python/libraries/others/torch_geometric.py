# What surrounds the layers of torch_geometric: the arguments of their messages, by name, and no code that is
# written while it runs. Types are those of annotations, which nothing here depends on.
import inspect
from typing import NamedTuple


class Parameter(NamedTuple):
    name: str
    type: object
    type_repr: str
    default: object


class Signature(NamedTuple):
    param_dict: dict
    return_type: object
    return_type_repr: str


def _name_of(function):
    return function if isinstance(function, str) else function.__name__


class Inspector:
    def __init__(self, cls):
        self._cls = cls
        self._signature_dict = {}
        self._modules = []

    def implements(self, func_name):
        function = getattr(self._cls, func_name, None)
        return callable(function) and not getattr(function, "__isabstractmethod__", False)

    def inspect_signature(self, func, exclude=None):
        func = getattr(self._cls, func) if isinstance(func, str) else func
        name = _name_of(func)
        if name not in self._signature_dict:
            exclude = exclude or []
            rows = [row for row in inspect.signature(func).parameters.values() if row.name != "self"]
            kept = [row for i, row in enumerate(rows) if i not in exclude and row.name not in exclude]
            found = {row.name: Parameter(row.name, None, "Tensor", row.default) for row in kept}
            self._signature_dict[name] = Signature(found, None, "Tensor")
        return self._signature_dict[name]

    def get_signature(self, func, exclude=None):
        signature = self._signature_dict.get(_name_of(func))
        if signature is None:
            raise IndexError("Could not access signature for function " + _name_of(func))
        kept = {name: row for name, row in signature.param_dict.items() if name not in (exclude or [])}
        return Signature(kept, signature.return_type, signature.return_type_repr)

    def remove_signature(self, func):
        return self._signature_dict.pop(_name_of(func), None)

    def get_param_dict(self, func, exclude=None):
        return self.get_signature(func, exclude).param_dict

    def get_params(self, func, exclude=None):
        return list(self.get_param_dict(func, exclude).values())

    def get_param_names(self, func, exclude=None):
        return list(self.get_param_dict(func, exclude).keys())

    def get_flat_param_dict(self, funcs, exclude=None):
        found = {}
        for func in funcs:
            for row in self.get_params(func, exclude):
                if row.name not in found or found[row.name].default is inspect.Parameter.empty:
                    found[row.name] = row
        return found

    def get_flat_params(self, funcs, exclude=None):
        return list(self.get_flat_param_dict(funcs, exclude).values())

    def get_flat_param_names(self, funcs, exclude=None):
        return list(self.get_flat_param_dict(funcs, exclude).keys())

    def collect_param_data(self, func, kwargs):
        found = {}
        for row in self.get_params(func):
            if row.name not in kwargs and row.default is inspect.Parameter.empty:
                raise TypeError("Parameter '" + row.name + "' is required")
            found[row.name] = kwargs[row.name] if row.name in kwargs else row.default
        return found

    def get_params_from_method_call(self, func, exclude=None):
        return {}


def eval_type(value, names):
    return None


def split(content, sep):
    found, start, depth = [], 0, 0
    for end, char in enumerate(content):
        depth += (char in "[(") - (char in "])")
        if char == sep and depth == 0:
            found.append(content[start:end].strip())
            start = end + 1
    return found + [content[start:].strip()] if start != len(content) else found


def module_from_template(module_name, template_path, tmp_dirname, **kwargs):
    raise NotImplementedError("no code is written here")
