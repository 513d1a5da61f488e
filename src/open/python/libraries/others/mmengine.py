# Bases and registries of mmengine, mmcv and their projects.
import torch.nn as nn


class BaseModule(nn.Module):
    def __init__(self, init_cfg=None):
        super().__init__()
        self.init_cfg = init_cfg

    def init_weights(self):
        pass


class BaseModel(BaseModule):
    def __init__(self, data_preprocessor=None, init_cfg=None):
        super().__init__(init_cfg)
        if isinstance(data_preprocessor, nn.Module):
            self.data_preprocessor = data_preprocessor


class Sequential(nn.Sequential):
    pass


class ModuleList(nn.ModuleList):
    def __init__(self, modules=None, init_cfg=None):
        super().__init__(modules)


class ModuleDict(nn.ModuleDict):
    def __init__(self, modules=None, init_cfg=None):
        super().__init__(modules)


class Registry:
    def __init__(self, name, *args, **kwargs):
        self.name = name
        self.module_dict = {}

    def register_module(self, name=None, force=False, module=None):
        if isinstance(name, type) or callable(name):
            return self._register(None, name)
        if module is not None:
            return self._register(name, module)
        return lambda cls: self._register(name, cls)

    def _register(self, name, module):
        for each in name if isinstance(name, (list, tuple)) else [name or module.__name__]:
            self.module_dict[each] = module
        return module

    def get(self, key):
        return self.module_dict.get(key)

    def __contains__(self, key):
        return key in self.module_dict

    def build(self, cfg, *args, **kwargs):
        return build_from_cfg(cfg, self, *args, **kwargs)


def build_from_cfg(cfg, registry, default_args=None):
    arguments = dict(default_args or {})
    arguments.update(cfg)
    kind = arguments.pop("type")
    if isinstance(kind, str):
        kind = registry.get(kind) or getattr(nn, kind, registered_elsewhere)
    return kind(**arguments)


MODELS = Registry("model")
MODEL_WRAPPERS = Registry("model_wrapper")
TASK_UTILS = Registry("task util")
FUNCTIONS = Registry("function")


def _decorator(*args, **kwargs):
    return lambda function: function


auto_fp16 = force_fp32 = master_only = deprecated_api_warning = _decorator


def constant_init(module, *args, **kwargs):
    pass


kaiming_init = normal_init = trunc_normal_init = uniform_init = xavier_init = caffe2_xavier_init = constant_init
