# Bases of modules that add training or publishing, and no weights.
from _constructors import save_hyperparameters as _save_hyperparameters
from attribute_dicts import AttributeDict
from torch.nn import Module


class _HyperParameters(AttributeDict):
    _is_a_dict = True

    def __getattr__(self, name):
        return hyper_parameter_of_another_class


class HyperparametersMixin:
    hparams = _HyperParameters()
    save_hyperparameters = _save_hyperparameters

    def _keep_hyperparameters(self, arguments, names, ignore):
        if names and not isinstance(names[0], str):
            arguments = names[0] if isinstance(names[0], dict) else vars(names[0])
        elif names:
            arguments = {name: arguments[name] for name in names}
        ignored = [ignore] if isinstance(ignore, str) else list(ignore or [])
        self.hparams = _HyperParameters({name: value for name, value in arguments.items() if name not in ignored})


class LightningModule(HyperparametersMixin, Module):
    def log(self, *args, **kwargs):
        pass

    log_dict = log


class LightningDataModule(HyperparametersMixin):
    pass


class Callback:
    pass


def seed_everything(*args, **kwargs):
    pass


class PyTorchModelHubMixin:
    pass


class Trainer:
    def __init__(self, *args, **kwargs):
        pass

    def fit(self, *args, **kwargs):
        pass

    validate = test = predict = tune = fit
