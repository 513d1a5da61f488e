# Bases of modules that add training or publishing, and no weights.
from torch.nn import Module


class LightningModule(Module):
    def save_hyperparameters(self, *args, **kwargs):
        pass

    def log(self, *args, **kwargs):
        pass


class LightningDataModule:
    pass


class PyTorchModelHubMixin:
    pass
