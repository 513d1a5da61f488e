"""Inputs at which a forward pass may run."""
import inspect
import itertools

import torch

SIDES = (224, 256, 64, 32, 28, 299, 84, 512)
LENGTHS = (16, 64, 128, 1024, 16000)


def of_shapes(shapes):
    """Tensors of these shapes, each of numbers or of indices."""
    for kinds in itertools.product((False, True), repeat=min(len(shapes), 3)):
        kinds = kinds + kinds[-1:] * (len(shapes) - len(kinds))
        yield [torch.randint(0, 2, shape) if whole else torch.rand(*shape) for whole, shape in zip(kinds, shapes)]


def usual(model):
    """What the first layer with weights takes, in usual sizes; further arguments are of the same shape, numbers or indices."""
    count = max(1, required_arguments(model))
    for shape, whole in shapes_of_first(model):
        first = torch.randint(0, 2, shape) if whole else torch.rand(*shape)
        yield [first] * count
        if count > 1:
            yield [first] + [torch.zeros(shape[:1], dtype=torch.long)] * (count - 1)


def required_arguments(model):
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(model.forward).parameters.values()
    return sum(p.kind in kinds and p.default is inspect.Parameter.empty for p in parameters)


def shapes_of_first(model):
    """Shapes, and whether they are of indices."""
    for layer in model.modules():
        spatial = getattr(layer, 'kernel_size', None)
        if isinstance(spatial, tuple) and hasattr(layer, 'in_channels'):
            sides = LENGTHS if len(spatial) == 1 else SIDES if len(spatial) == 2 else (16, 32, 64, 112)
            return [((2, layer.in_channels, *[side] * len(spatial)), False) for side in sides]
        if isinstance(layer, (torch.nn.Embedding, torch.nn.EmbeddingBag)):
            return [((2, 16), True), ((16, 2), True), ((2,), True), ((2, 10), True)]
        if isinstance(layer, torch.nn.Linear):
            return of_features(layer.in_features)
        if isinstance(layer, (torch.nn.RNNBase, torch.nn.RNNCellBase)):
            return of_features(layer.input_size)
        if isinstance(layer, torch.nn.LayerNorm):
            return of_features(layer.normalized_shape[-1])
    return [((2, 3, 224, 224), False), ((2, 16), False)]


def of_features(features):
    """Features alone, of places, or of an image that is made flat."""
    images = [(2, channels, side, side) for channels in (1, 3) for side in (28, 32, 64, 224) if channels * side * side == features]
    return [(shape, False) for shape in (*images, (2, features), (2, 16, features), (2, features, 16), (2, 3, 16, features))]
