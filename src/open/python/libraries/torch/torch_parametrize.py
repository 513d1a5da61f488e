# Weights that are computed from others, as torch.nn.utils.parametrize keeps them.
import torch
import torch.nn.functional as F
from torch import zeros
from torch.nn import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, Module, ModuleDict, ModuleList, Parameter


class ParametrizationList(ModuleList):
    def __init__(self, modules, original):
        super().__init__(modules)
        self.is_pair = isinstance(original, tuple)
        if self.is_pair:
            self.original0, self.original1 = original
        else:
            self.original = original

    def compute(self):
        originals = (self.original0, self.original1) if self.is_pair else (self.original,)
        x = self[0](*originals)
        for module in self[1:]:
            x = module(x)
        return x


class _SpectralNorm(Module):
    def __init__(self, weight, dim=0):
        super().__init__()
        self.dim = dim
        if weight.ndim > 1:
            columns = 1
            for i, size in enumerate(weight.shape):
                columns = columns if i == dim else columns * size
            self.register_buffer("_u", zeros(weight.shape[dim]))
            self.register_buffer("_v", zeros(columns))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0)
        matrix = weight.transpose(0, self.dim).flatten(1)
        return weight / torch.dot(self._u, torch.mv(matrix, self._v))


class _WeightNorm(Module):
    def forward(self, length, direction):
        return direction * (length / direction.norm())


def _add(module, name, parametrization, original):
    if not is_parametrized(module):
        module.parametrizations = ModuleDict()
    shape = getattr(module, name).shape
    delattr(module, name)
    module.__dict__[name] = zeros(shape)
    module.parametrizations[name] = ParametrizationList([parametrization], original)
    return module


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    return _add(module, tensor_name, parametrization, getattr(module, tensor_name))


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    shape = getattr(module, tensor_name).shape
    del module.parametrizations[tensor_name]
    if len(module.parametrizations) == 0:
        del module.parametrizations
    delattr(module, tensor_name)
    setattr(module, tensor_name, Parameter(zeros(shape)))
    return module


def weight_norm(module, name="weight", dim=0):
    direction = getattr(module, name)
    sizes = [size if dim in (i, i - direction.ndim) else 1 for i, size in enumerate(direction.shape)]
    length = Parameter(zeros(*sizes) if dim is not None else zeros(()))
    return _add(module, name, _WeightNorm(), (length, direction))


def is_parametrized(module, tensor_name=None):
    found = [child for name, child in module.named_children() if name == "parametrizations"]
    return len(found) > 0 and (tensor_name is None or tensor_name in found[0])


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    if dim is None:
        dim = 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0
    return register_parametrization(module, name, _SpectralNorm(getattr(module, name), dim))
