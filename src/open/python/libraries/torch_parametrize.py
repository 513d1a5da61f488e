# Weights that are computed from others, as torch.nn.utils.parametrize keeps them.
from torch import zeros
from torch.nn import Module, ModuleDict, ModuleList


class ParametrizationList(ModuleList):
    def __init__(self, modules, original):
        super().__init__(modules)
        self.original = original


class _SpectralNorm(Module):
    def __init__(self, weight):
        super().__init__()
        if weight.ndim > 1:
            self.register_buffer("_u", zeros(weight.shape[0]))
            self.register_buffer("_v", zeros(weight.numel() // weight.shape[0]))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    if not is_parametrized(module):
        module.parametrizations = ModuleDict()
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    original = getattr(module, tensor_name)
    delattr(module, tensor_name)
    module.__dict__[tensor_name] = zeros(original.shape)
    module.parametrizations[tensor_name] = ParametrizationList([parametrization], original)
    return module


def is_parametrized(module, tensor_name=None):
    found = [child for name, child in module.named_children() if name == "parametrizations"]
    return len(found) > 0 and (tensor_name is None or tensor_name in found[0])


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=0):
    return register_parametrization(module, name, _SpectralNorm(getattr(module, name)))
