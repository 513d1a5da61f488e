#!/usr/bin/env python3
"""Write networks.json: random residual and branching networks of module types nobody knows, run once each.

`text` is what print() gives, with what it hides written in: forward lines, raw parameters, tied tensors. Network
`seed` is a function of its seed alone, so adding networks changes no other line.
"""

import random
import warnings
from pathlib import Path

import torch
from torch import nn

import facts
from random_networks import Builder, Custom, block, channels_of, features_of

OUTPUT = Path(__file__).with_name("networks.json")
NETWORKS = 420
WORDS = 23


def begin(rng):
    """The first input, of one of three kinds."""
    batch = rng.randint(1, 2)
    return rng.choice((
        lambda: torch.randn(batch, rng.choice((3, 4)), rng.choice((8, 12)), rng.choice((8, 9))),
        lambda: torch.randn(batch, rng.randint(4, 7), 8),
        lambda: torch.randn(batch, rng.choice((6, 8))),
        lambda: torch.randint(WORDS, (batch, rng.randint(4, 7))),
    ))()


def stem(builder, x):
    """Widths that blocks can divide."""
    if x.now.dtype == torch.int64:
        return builder.call(nn.Embedding(WORDS, 8), x)
    if len(x.shape) == 4:
        return builder.call(nn.Conv2d(channels_of(x), 8, 3, builder.rng.choice((1, 2)), 1), x)
    return builder.call(nn.Linear(features_of(x), 8), x)


def shrink(builder, x):
    """To fewer dimensions, by functions that print() does not show."""
    if len(x.shape) == 4:
        choice = builder.rng.randrange(3)
        if choice == 0:
            return builder.flatten(x, 1)
        if choice == 1:
            return builder.mean(x, (2, 3))
        return builder.transpose(builder.flatten(x, 2), 1, 2)
    if len(x.shape) == 3:
        return builder.select(x, 1, -1) if builder.rng.random() < 0.5 else builder.mean(x, 1)
    return x


def trunk(builder, x):
    for _ in range(builder.rng.randint(2, 4)):
        x = builder.call(block(builder.rng, x.now), x)
        if builder.rng.random() < 0.3:
            x = shrink(builder, x)
    while len(x.shape) > 2:
        x = shrink(builder, x)
    return x


def share(rng, model):
    """Makes one of two weights of the same shape the other one, sometimes."""
    owners = [m for m in model.modules() if isinstance(m, (nn.Linear, nn.Conv2d, nn.Embedding))]
    pairs = [(a, b) for i, a in enumerate(owners) for b in owners[i + 1:] if a.weight.shape == b.weight.shape]
    if pairs and rng.random() < 0.25:
        a, b = rng.choice(pairs)
        b.weight = a.weight


def one_input(rng):
    data = begin(rng)
    builder = Builder(rng, data)
    x = trunk(builder, stem(builder, builder.inputs[0]))
    return builder.finish(builder.call(nn.Linear(features_of(x), rng.randint(2, 9)), x)), [data]


def in_sequence(rng):
    """Blocks inside a Sequential: the flow is known up to the first of them."""
    data = begin(rng)
    builder = Builder(rng, data)
    x = stem(builder, builder.inputs[0])
    layers = list(builder.module._modules.values())
    for _ in range(rng.randint(1, 3)):
        layers.append(block(rng, x.now))
        x = builder.call(layers[-1], x)
    layers += [nn.Flatten(), nn.Linear(x.now[0].numel(), 3)]
    return nn.Sequential(*layers).eval(), [data]


def two_inputs(rng):
    """One encoder for two inputs, compared."""
    data = [torch.randn(1, 3, 9, 9), torch.randn(1, 3, rng.choice((9, 11)), 9)]
    builder = Builder(rng, *data)
    x, y = builder.inputs
    encoder = builder.add(block(rng, torch.randn(1, 3, 9, 9)))
    a, b = (builder.mean(builder.call(encoder, side), (2, 3)) for side in (x, y))
    joined = builder.cat(a, b) if rng.random() < 0.5 else builder.times(a, b)
    return builder.finish(builder.call(nn.Linear(features_of(joined), 2), joined)), data


KINDS = (one_input, in_sequence, one_input, one_input, in_sequence, two_inputs)


def make_model(seed):
    """(model, inputs), the same for the same seed. What the library refuses is made anew."""
    torch.manual_seed(seed)
    for attempt in range(100):
        rng = random.Random(seed * 1000 + attempt)
        try:
            model, data = KINDS[seed % len(KINDS)](rng)
            share(rng, model)
            with torch.no_grad():
                model(*data)
        except (RuntimeError, ValueError, IndexError):
            continue
        return model, data
    raise RuntimeError(f"no network for seed {seed}")


def shared_names(model):
    """[(name, first name of the same tensor)]."""
    names, shared = {}, []
    for prefix, module in model.named_modules():
        for name, tensor in module._parameters.items():
            path = f"{prefix}.{name}" if prefix else name
            if tensor is not None and names.setdefault(tensor, path) != path:
                shared.append((path, names[tensor], tensor.numel()))
    return shared


def record(seed):
    model, data = make_model(seed)
    model.eval()
    with facts.OperatorMacs() as operators:  # with gradients, which keep the library off its fused attention
        output = model(*data)
    shared = shared_names(model)
    Custom.written = True
    written = repr(model)
    Custom.written = False
    ties = "".join(f"tie: {name} = {first}\n" for name, first, _ in shared)
    hidden = sum(facts.elements(m._parameters.values()) for m in model.modules() if isinstance(m, Custom))
    return {
        "seed": seed, "text": ties + written, "inputs": [list(tensor.shape) for tensor in data],
        "output": list(output.shape), "parameters": facts.elements(model.parameters()), "hidden": hidden,
        "shared": sum(size for *_, size in shared), "buffers": facts.elements(model.buffers()),
        "macs": operators.macs,
    }


def main():
    warnings.simplefilter("ignore")
    facts.write_array(OUTPUT, [record(seed) for seed in range(NETWORKS)])


if __name__ == "__main__":
    main()
