# Helpers of labml_nn and labml_helpers.
import copy
from torch.nn import Module, ModuleList


def clone_module_list(module, n):
    return ModuleList([copy.deepcopy(module) for _ in range(n)])


TypedModule = Module
