# importlib.metadata: the versions of libraries that are known here.
import torch


class PackageNotFoundError(ImportError):
    pass


def version(name):
    if name == "torch":
        return torch.__version__
    raise PackageNotFoundError(name)
