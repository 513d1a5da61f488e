#!/usr/bin/env python3
"""Write sequentials.json: random nn.Sequential trees, run once each in the library.

Model `seed` is a function of its seed alone, so adding models changes no other line.
"""

import random
import warnings
from collections import OrderedDict
from pathlib import Path

import torch
from torch import nn

import facts
import random_layers

OUTPUT = Path(__file__).with_name("sequentials.json")
MODELS = 640
ATTEMPTS = 40
RECURRENT = (random_layers.rnn, random_layers.lstm, random_layers.gru)
FOCUS = (*random_layers.RANKS_OF, random_layers.embedding, *RECURRENT)
NAMES = ("stem", "body", "block", "mix", "head", "tail", "proj", "act", "norm", "fc", "layer1", "layer2")


class Tree:
    """A Sequential tree as it grows; `shape` is what its last layer gives."""

    def __init__(self, rng, shape):
        self.rng = rng
        self.shape = shape
        self.modules = []

    def append(self, propose):
        """Try a proposal; true if the library runs it and the result stays small."""
        try:
            module = propose(self.rng, self.shape)
            output = module.eval()(torch.randn(self.shape)).shape
        except (RuntimeError, ValueError, IndexError, AssertionError):
            return False
        if not (random_layers.affordable(output) and len(output) in random_layers.PROPOSALS):
            return False
        self.modules.append(module)
        self.shape = tuple(output)
        return True

    def append_random(self):
        for _ in range(ATTEMPTS):
            if self.append(self.rng.choice(random_layers.PROPOSALS[len(self.shape)])):
                return


def begin(rng, focus):
    """(tree, input tensor) for a model that is to show `focus`."""
    if focus is random_layers.embedding:
        layer = focus(rng, None)
        tokens = torch.randint(layer.num_embeddings, (rng.randint(1, 3), rng.randint(2, 9)))
        tree = Tree(rng, (*tokens.shape, layer.embedding_dim))
        tree.modules.append(layer)
        return tree, tokens
    ranks = random_layers.RANKS_OF.get(focus, (3,))
    tree = Tree(rng, random_layers.input_shape(rng, rng.choice(ranks)))
    return tree, torch.randn(tree.shape)


def place(tree, focus):
    """Put `focus` into the tree as soon as it fits."""
    for _ in range(ATTEMPTS):
        if len(tree.shape) in random_layers.RANKS_OF[focus] and tree.append(focus):
            return


def end_recurrent(tree, focus):
    """Close with a recurrent layer, bringing the features into sequence form first."""
    while len(tree.shape) > 3:
        tree.append(lambda rng, shape: nn.Flatten(2))
    if len(tree.shape) == 2:
        tree.append(lambda rng, shape: nn.Unflatten(1, (random_layers.divisor(rng, shape[1]), -1)))
    tree.modules.append(focus(tree.rng, tree.shape))


def nest(rng, modules, depth=0):
    """A Sequential of the modules, runs of which become Sequentials of their own."""
    children, rest = [], list(modules)
    while rest:
        size = rng.randint(2, 5)
        if depth < 3 and len(modules) > 2 and rng.random() < 0.25:
            children.append(nest(rng, rest[:size], depth + 1))
            rest = rest[size:]
        else:
            children.append(rest.pop(0))
    if rng.random() < 0.25 and len(children) <= len(NAMES):
        return nn.Sequential(OrderedDict(zip(rng.sample(NAMES, len(children)), children)))
    return nn.Sequential(*children)


def make_model(seed):
    """(model, input tensor), the same for the same seed."""
    rng = random.Random(seed)
    torch.manual_seed(seed)
    focus = FOCUS[seed % len(FOCUS)]
    tree, data = begin(rng, focus)
    if focus in random_layers.RANKS_OF:
        place(tree, focus)
    for _ in range(rng.randint(2, 9)):
        tree.append_random()
    if focus in RECURRENT:
        end_recurrent(tree, focus)
    return nest(rng, tree.modules), data


def record(seed):
    model, data = make_model(seed)
    output, layers = facts.run(model, data)
    parameters = facts.elements(model.parameters())
    trainable = facts.elements(p for p in model.parameters() if p.requires_grad)
    return {
        "seed": seed, **facts.texts(model), "input": list(data.shape), "output": output, "parameters": parameters,
        "trainable": trainable, "frozen": parameters - trainable, "buffers": facts.elements(model.buffers()),
        "macs": sum(macs for *_, macs in layers), "layers": layers,
    }


def main():
    warnings.simplefilter("ignore")
    facts.write_array(OUTPUT, [record(seed) for seed in range(MODELS)])


if __name__ == "__main__":
    main()
