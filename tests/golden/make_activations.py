"""Writes activations.json: bytes of the tensors that autograd keeps for the backward pass, by PyTorch's hooks.

A storage that several operations keep counts once; parameters and buffers do not count. See README.md.
"""

import json
import os

import torch
import torchvision
from torch import nn

here = os.path.dirname(os.path.abspath(__file__))


def kept_bytes(model, *inputs):
    """Bytes that a forward pass in training mode keeps, by kind: activations, masks and indices, statistics."""
    own = {tensor.storage().data_ptr() for tensor in [*model.parameters(), *model.buffers()]}
    kept = {}

    def pack(tensor):
        storage = tensor.storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = (storage.nbytes(), str(tensor.dtype), tuple(tensor.shape), tensor)
        return tensor

    model.train()
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        output = model(*inputs)
    sums = {'all': 0, 'input': 0, 'indices_and_masks': 0, 'vectors': 0}
    given = {tensor.storage().data_ptr() for tensor in inputs}
    for pointer, (size, dtype, shape, _) in kept.items():
        sums['all'] += size
        if pointer in given:
            sums['input'] += size
        elif dtype != 'torch.float32':
            sums['indices_and_masks'] += size
        elif len(shape) == 1:
            sums['vectors'] += size
    del output
    return sums


class Mlp(nn.Module):
    """Linear layers with an activation that works in place."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 256), nn.ReLU(inplace=True), nn.Linear(256, 16))

    def forward(self, x):
        return self.layers(x)


def main():
    torch.manual_seed(0)
    rows = []
    for name in ['resnet50', 'vgg16', 'alexnet']:
        model = getattr(torchvision.models, name)()
        for batch in [1, 2]:
            rows.append({'model': name, 'batch': batch, **kept_bytes(model, torch.rand(batch, 3, 224, 224))})
            print(rows[-1])
    rows.append({'model': 'mlp', 'batch': 2, **kept_bytes(Mlp(), torch.rand(2, 64))})
    print(rows[-1])
    with open(os.path.join(here, 'activations.json'), 'w') as file:
        file.write('[\n' + ',\n'.join(json.dumps(row) for row in rows) + '\n]\n')


if __name__ == '__main__':
    main()
