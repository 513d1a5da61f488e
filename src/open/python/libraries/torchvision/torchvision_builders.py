# What the files of torchvision.models take from one another: weights by name, which change no sizes but the number
# of classes, and helpers of their functions.
from collections import OrderedDict
from torch.nn import ModuleDict


class Weights:
    def __init__(self, url=None, transforms=None, meta=None):
        self.url = url
        self.transforms = transforms
        self.meta = meta

    def get_state_dict(self, *args, **kwargs):
        return {}


class WeightsEnum:
    @classmethod
    def verify(cls, obj):
        return getattr(cls, obj) if isinstance(obj, str) else obj


def register_model(name=None):
    return lambda function: function


def handle_legacy_interface(**weights):
    def decorate(builder):
        def build(*args, **kwargs):
            for name, (pretrained, _) in weights.items():
                kwargs.pop(pretrained, None)
                if args or isinstance(kwargs.get(name), bool):
                    args = args[1:]
                    kwargs[name] = None
                elif name not in kwargs:
                    kwargs[name] = None
            return builder(*args, **kwargs)
        return build
    return decorate


def kwonly_to_pos_or_kw(function):
    return function


def _ovewrite_named_param(kwargs, param, new_value):
    if param not in kwargs:
        kwargs[param] = new_value
    elif kwargs[param] != new_value:
        raise ValueError(f"The parameter '{param}' expected value {new_value} but got {kwargs[param]} instead.")


def _ovewrite_value_param(*args):
    actual, expected = args[-2:]
    if actual is not None and actual != expected:
        raise ValueError(f"The parameter expected value {expected} but got {actual} instead.")
    return expected


def _make_divisible(v, divisor, min_value=None):
    if min_value is None:
        min_value = divisor
    new_v = max(min_value, int(v + divisor / 2) // divisor * divisor)
    if new_v < 0.9 * v:
        new_v += divisor
    return new_v


def _ModelURLs(urls):
    return urls


class IntermediateLayerGetter(ModuleDict):
    def __init__(self, model, return_layers):
        wanted = dict(return_layers)
        layers = OrderedDict()
        for name, module in model.named_children():
            layers[name] = module
            wanted.pop(name, None)
            if not wanted:
                break
        super().__init__(layers)
        self.return_layers = return_layers

    def forward(self, x):
        out = OrderedDict()
        for name, module in self.items():
            x = module(x)
            if name in self.return_layers:
                out[self.return_layers[name]] = x
        return out


def load_state_dict_from_url(*args, **kwargs):
    return {}


_IMAGENET_CATEGORIES = ["class"] * 1000
_COCO_CATEGORIES = ["class"] * 91
_COCO_PERSON_CATEGORIES = ["no person", "person"]
_COCO_PERSON_KEYPOINT_NAMES = ["keypoint"] * 17
_VOC_CATEGORIES = ["class"] * 21
_KINETICS400_CATEGORIES = ["class"] * 400
