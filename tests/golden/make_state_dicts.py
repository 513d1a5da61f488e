#!/usr/bin/env python3
"""Write state_dicts.json: what state_dict() of small models lists, and how many parameters they have.

The same names are given to a buffer of one model and to a parameter of another, so no rule can know them by the name.
"""

import json
from pathlib import Path

import torch
from torch import nn
from torch.nn.utils import parametrizations, prune, spectral_norm, weight_norm
from torchvision.models import resnet18
from torchvision.ops import FrozenBatchNorm2d

OUTPUT = Path(__file__).with_name("state_dicts.json")
NAMES = ("window mean scale shift gamma beta alpha pe freqs mask table kernel noise temperature eps prototypes bank "
         "anchors codebook embed D sigma W class_weights pos_weight target steps weight_0").split()


class Front(nn.Module):
    """Has a tensor of its own beside a layer."""
    def __init__(self, name, shape, is_buffer):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)
        self.front = nn.Module()
        if is_buffer:
            self.front.register_buffer(name, torch.ones(shape))
        else:
            self.front.register_parameter(name, nn.Parameter(torch.ones(shape)))


def layers():
    yield "norms", nn.Sequential(nn.BatchNorm1d(4), nn.GroupNorm(2, 4), nn.LayerNorm(5), nn.InstanceNorm2d(4, affine=True, track_running_stats=True))
    yield "recurrent", nn.Sequential(nn.LSTM(4, 8, 2, bidirectional=True, proj_size=3), nn.GRUCell(3, 4))
    yield "attention", nn.Sequential(nn.MultiheadAttention(8, 2, add_bias_kv=True), nn.MultiheadAttention(8, 2, kdim=4, vdim=6))
    yield "hooks", nn.Sequential(spectral_norm(nn.Linear(8, 4)), weight_norm(nn.Conv1d(4, 4, 3)))
    yield "parametrizations", nn.Sequential(parametrizations.spectral_norm(nn.Linear(8, 4)), parametrizations.orthogonal(nn.Linear(4, 4)))
    pruned = nn.Sequential(nn.Linear(8, 4))
    prune.l1_unstructured(pruned[0], "weight", 0.5)
    yield "pruned", pruned
    yield "frozen", nn.Sequential(nn.Conv2d(3, 8, 3), FrozenBatchNorm2d(8))
    yield "resnet18", resnet18()
    yield "resnet18, frozen", resnet18(norm_layer=FrozenBatchNorm2d)


def models():
    for name in NAMES:
        for is_buffer in (True, False):
            yield f"{name}, a {'buffer' if is_buffer else 'parameter'}", Front(name, (5, 7), is_buffer)
    yield from layers()


def record(what, model):
    tensors = [f"{name}: {tuple(tensor.shape)} {tensor.dtype}" for name, tensor in model.state_dict().items()]
    return {"what": what, "tensors": "\n".join(tensors), "parameters": sum(p.numel() for p in model.parameters())}


OUTPUT.write_text("[\n" + ",\n".join(json.dumps(record(*each)) for each in models()) + "\n]\n")
