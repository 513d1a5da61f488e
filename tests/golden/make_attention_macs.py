"""Makes attention_macs.json: the multiply-accumulates of torchvision models whose attention calls functions, which
hooks on modules do not see. Every matrix product and convolution that PyTorch dispatches is counted, on a
zero image; swin_t's is of a size that its windows have to pad.

    python3 make_attention_macs.py > attention_macs.json       (torch 1.13, torchvision 0.14)
"""
import json
import math

import torch
import torchvision
from torch.utils._python_dispatch import TorchDispatchMode

MODELS = [
    ("swin_t", (1, 3, 200, 300)),
    ("swin_v2_t", (1, 3, 224, 224)),
    ("swin_v2_s", (1, 3, 224, 224)),
    ("swin_v2_b", (1, 3, 224, 224)),
]


def products(name, arguments, output):
    """Multiply-accumulates of one dispatched operation."""
    if name in ("mm", "bmm"):
        return math.prod(output.shape) * arguments[0].shape[-1]
    if name == "addmm":
        return math.prod(output.shape) * arguments[1].shape[-1]
    if name == "convolution":
        return math.prod(output.shape) * math.prod(arguments[1].shape[1:])
    return 0


class Counter(TorchDispatchMode):
    total = 0

    def __torch_dispatch__(self, operation, types, arguments=(), keywords=None):
        output = operation(*arguments, **(keywords or {}))
        self.total += products(operation.__name__.split(".")[0], arguments, output)
        return output


def count(name, shape):
    model = torchvision.models.get_model(name, weights=None).eval()
    with torch.no_grad(), Counter() as counter:
        model(torch.zeros(shape))
    return {"model": name, "input": list(shape), "macs": counter.total}


lines = ",\n".join(json.dumps(count(name, shape)) for name, shape in MODELS)
print("[\n" + lines + "\n]")
