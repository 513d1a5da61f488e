"""Random modules with a forward pass of their own: residual, branching, gated, reusing, sharing.

A `Custom` module is written once and told twice: PyTorch runs its `forward`, and `line()` is the same flow as a
line of model text. Both come from the values a `Builder` recorded, so neither can drift from the other.
"""

import torch
from torch import nn
from torch.nn import functional as F

FIRST = ("Skip", "Twin", "Gate", "Mixing", "Fold", "Wide", "Side", "Loop", "Weave", "Merge")
SECOND = ("Unit", "Path", "Part", "Stage", "Section", "Piece", "Knot", "Area")
NAMES = ("conv1", "conv2", "conv3", "proj", "mix", "left", "right", "body", "norm", "fc1", "fc2", "head", "skip",
         "downsample", "shortcut", "a", "b", "c", "inner", "outer", "pre", "post", "squash", "up", "down", "fuse")
FUNCTIONS = {"relu": F.relu, "gelu": F.gelu, "sigmoid": torch.sigmoid, "tanh": torch.tanh, "silu": F.silu}


class Value:
    """What one step of a forward pass gives: how it is computed, how it is written, and what it was here."""

    def __init__(self, text, compute, args=(), now=None):
        self.text, self.compute, self.args, self.now = text, compute, args, now
        self.uses = 0
        for arg in args:
            arg.uses += 1

    @property
    def shape(self):
        return tuple(self.now.shape)


class Custom(nn.Module):
    """A module whose forward pass is the recorded values."""

    written = False  # print the forward line and raw tensors, as model text may

    def forward(self, *inputs):
        return self._compute(self.result, dict(zip(self.inputs, inputs)))

    def _compute(self, value, known):
        if value not in known:
            known[value] = value.compute(self, *(self._compute(arg, known) for arg in value.args))
        return known[value]

    def line(self):
        """forward(x) = ...; what is used twice is bound to a name, so that it is computed once."""
        bound = {value: value.text for value in self.inputs}
        bindings = []

        def write(value):
            if value in bound:
                return bound[value]
            text = value.text.format(*(write(arg) for arg in value.args))
            if value.uses < 2:
                return text
            bound[value] = f"v{len(bindings) + 1}"
            bindings.append(f"{bound[value]} = {text}")
            return bound[value]

        result = write(self.result)
        names = ", ".join(value.text for value in self.inputs)
        return f"forward({names}) = {result}" + (f" where {', '.join(bindings)}" if bindings else "")

    def extra_repr(self):
        if not Custom.written:
            return ""
        tensors = [f"({name}): Parameter({', '.join(map(str, tensor.shape))})"
                   for name, tensor in self._parameters.items()]
        return "\n".join([*tensors, self.line()])


class Builder:
    """A Custom module as it grows: every step runs at once, so shapes are known."""

    def __init__(self, rng, *inputs):
        self.rng = rng
        self.module = type(rng.choice(FIRST) + rng.choice(SECOND), (Custom,), {})()
        self.module.eval()
        self.inputs = [Value(name, None, now=tensor) for name, tensor in zip("xyz", inputs)]
        self.names = rng.sample(NAMES, len(NAMES))

    def add(self, module):
        """Registers a child, returns its name."""
        name = self.names.pop()
        self.module.add_module(name, module.eval())
        return name

    def tensor(self, *shape):
        """A raw parameter, which print() does not show."""
        name = f"raw_{len(self.module._parameters)}"
        self.module.register_parameter(name, nn.Parameter(torch.rand(shape)))
        return self.step(name, lambda module: getattr(module, name))

    def step(self, text, compute, *args):
        with torch.no_grad():
            now = compute(self.module, *(arg.now for arg in args))
        return Value(text, compute, args, now)

    def call(self, module, *args):
        """A child, new or (a name) called again."""
        name = module if isinstance(module, str) else self.add(module)
        places = ", ".join("{%d}" % i for i in range(len(args)))
        return self.step(f"{name}({places})", lambda owner, *tensors: owner._modules[name](*tensors), *args)

    def each(self, modules, x):
        name = self.add(nn.ModuleList(modules))

        def run(owner, tensor):
            for module in owner._modules[name]:
                tensor = module(tensor)
            return tensor
        return self.step(f"each({name}, {{0}})", run, x)

    def branches(self, modules, x):
        name = self.add(nn.ModuleList(modules))
        return self.step(f"cat(branches({name}, {{0}}), dim=1)",
                         lambda owner, tensor: torch.cat([module(tensor) for module in owner._modules[name]], 1), x)

    def function(self, name, x):
        return self.step(name + "({0})", lambda owner, tensor: FUNCTIONS[name](tensor), x)

    def activation(self, x):
        """A function, a child that does the same, or nothing."""
        choice = self.rng.random()
        if choice < 0.4:
            return self.function(self.rng.choice(tuple(FUNCTIONS)), x)
        if choice < 0.7:
            return self.call(self.rng.choice((nn.ReLU, nn.GELU, nn.SiLU, nn.Tanh))(), x)
        return x

    def add_up(self, a, b):
        return self.step("({0} + {1})", lambda owner, p, q: p + q, a, b)

    def times(self, a, b):
        return self.step("({0} * {1})", lambda owner, p, q: p * q, a, b)

    def product(self, a, b):
        return self.step("({0} @ {1})", lambda owner, p, q: p @ q, a, b)

    def cat(self, *values, dim=1):
        places = ", ".join("{%d}" % i for i in range(len(values)))
        return self.step(f"cat({places}, dim={dim})", lambda owner, *tensors: torch.cat(tensors, dim), *values)

    def half(self, x, which, dim):
        return self.step(f"chunk({{0}}, 2, dim={dim})[{which}]",
                         lambda owner, tensor: torch.chunk(tensor, 2, dim)[which], x)

    def item(self, x, which):
        """One of the outputs of a child that gives several."""
        return self.step(f"{{0}}[{which}]", lambda owner, items: items[which], x)

    def transpose(self, x, a, b):
        return self.step(f"transpose({{0}}, {a}, {b})", lambda owner, tensor: tensor.transpose(a, b), x)

    def flatten(self, x, start):
        return self.step(f"flatten({{0}}, {start})", lambda owner, tensor: tensor.flatten(start), x)

    def reshape(self, x, *sizes):
        """The batch stays as it is."""
        return self.step(f"reshape({{0}}, 0, {', '.join(map(str, sizes))})",
                         lambda owner, tensor: tensor.reshape(tensor.shape[0], *sizes), x)

    def permute(self, x, *order):
        return self.step(f"permute({{0}}, {', '.join(map(str, order))})",
                         lambda owner, tensor: tensor.permute(*order), x)

    def mean(self, x, dim, keepdim=False):
        return self.step(f"mean({{0}}, dim={dim}, keepdim={keepdim})",
                         lambda owner, tensor: tensor.mean(dim, keepdim=keepdim), x)

    def softmax(self, x):
        return self.step("softmax({0}, dim=-1)", lambda owner, tensor: tensor.softmax(-1), x)

    def select(self, x, dim, index):
        return self.step(f"select({{0}}, dim={dim}, index={index})",
                         lambda owner, tensor: tensor.select(dim, index), x)

    def like(self, x, other):
        """A map stretched to the size of another."""
        return self.step("interpolate({0}, {1})", lambda owner, p, q: F.interpolate(p, q.shape[2:]), x, other)

    def pool(self, x):
        if self.rng.random() < 0.5:
            return self.call(nn.MaxPool2d(2), x)
        return self.step("AvgPool2d({0}, kernel_size=2)", lambda owner, tensor: F.avg_pool2d(tensor, 2), x)

    def squeeze_map(self, x):
        """(batch, channels, 1, 1)."""
        choice = self.rng.randrange(3)
        if choice == 0:
            return self.call(nn.AdaptiveAvgPool2d(1), x)
        if choice == 1:
            return self.step("AdaptiveAvgPool2d({0}, output_size=1)",
                             lambda owner, tensor: F.adaptive_avg_pool2d(tensor, 1), x)
        return self.mean(x, (2, 3), keepdim=True)

    def finish(self, result):
        """The module. Children are printed in any order, and some are never called."""
        if self.rng.random() < 0.15:
            self.add(self.rng.choice((nn.Linear(5, 7), nn.Conv2d(4, 4, 3), nn.LSTM(3, 4))))
        children = list(self.module._modules.items())
        if self.rng.random() < 0.4:
            self.rng.shuffle(children)
        self.module._modules.clear()
        self.module._modules.update(children)
        result.uses += 1
        self.module.inputs, self.module.result = self.inputs, result
        return self.module


# Maps: (batch, channels, height, width).

def conv(rng, before, after, stride=1):
    kernel = rng.choice((1, 3, 3, 5))
    groups = rng.choice([g for g in (1, 1, 2, 4) if before % g == 0 and after % g == 0])
    return nn.Conv2d(before, after, kernel, stride, kernel // 2, groups=groups, bias=rng.random() < 0.5)


def map_body(builder, x, channels, stride=1):
    """Two or three convolutions, one by one or in a Sequential."""
    rng = builder.rng
    sizes = [x.shape[1], *(rng.choice((4, 8, 12)) for _ in range(rng.randint(1, 2))), channels]
    layers = []
    for before, after in zip(sizes, sizes[1:]):
        layers.append(conv(rng, before, after, stride))
        stride = 1
        if rng.random() < 0.5:
            layers.append(nn.BatchNorm2d(after))
    if rng.random() < 0.3:
        return builder.call(nn.Sequential(*layers), x)
    for layer in layers:
        x = builder.activation(builder.call(layer, x))
    return x


def channels_of(x):
    return x.shape[1]


def map_residual(builder, x):
    channels = builder.rng.choice((channels_of(x), channels_of(x), 8))
    stride = builder.rng.choice((1, 1, 2))
    y = map_body(builder, x, channels, stride)
    if y.shape == x.shape:
        return builder.activation(builder.add_up(y, x))
    shortcut = builder.call(nn.Conv2d(channels_of(x), channels, 1, stride, bias=False), x)
    return builder.activation(builder.add_up(y, shortcut))


def map_branches(builder, x):
    rng = builder.rng
    if rng.random() < 0.3:
        return builder.branches([conv(rng, channels_of(x), rng.choice((4, 8))) for _ in range(rng.randint(2, 3))], x)
    outputs = [map_body(builder, x, rng.choice((4, 8))) for _ in range(2)]
    return builder.cat(*outputs, *([x] if rng.random() < 0.3 else []))


def map_sum(builder, x):
    channels = builder.rng.choice((4, 8))
    left, right = (map_body(builder, x, channels) for _ in range(2))
    if builder.rng.random() < 0.5:
        return builder.times(left, builder.function("sigmoid", right))
    return builder.add_up(left, right)


def map_gate(builder, x):
    channels, squeezed = channels_of(x), builder.squeeze_map(x)
    if builder.rng.random() < 0.5:
        y = builder.function("relu", builder.call(nn.Conv2d(channels, 4, 1), squeezed))
        gate = builder.call(nn.Conv2d(4, channels, 1), y)
    else:
        y = builder.function("relu", builder.call(nn.Linear(channels, 4), builder.flatten(squeezed, 1)))
        gate = builder.reshape(builder.call(nn.Linear(4, channels), y), channels, 1, 1)
    return builder.times(x, builder.function("sigmoid", gate))


def map_reuse(builder, x):
    channels = channels_of(x)
    name = builder.add(nn.Conv2d(channels, channels, 3, padding=1))
    for _ in range(builder.rng.randint(2, 3)):
        x = builder.activation(builder.call(name, x))
    return x


def map_scales(builder, x):
    """Some of the work at half the size, stretched back and joined."""
    if min(x.shape[2:]) < 2:
        return map_residual(builder, x)
    deep = map_body(builder, builder.pool(x), 8)
    if builder.rng.random() < 0.3:
        deep = builder.call(nn.ConvTranspose2d(8, 6, 2, stride=2), deep)
    joined = builder.cat(x, builder.like(deep, x))
    return builder.call(conv(builder.rng, channels_of(joined), 8), joined)


def map_dense(builder, x):
    for _ in range(2):
        x = builder.cat(x, builder.call(nn.Conv2d(channels_of(x), 4, 3, padding=1), x))
    return x


def map_split(builder, x):
    channels = channels_of(x)
    if channels % 2:
        return map_residual(builder, x)
    left, right = builder.half(x, 0, 1), builder.half(x, 1, 1)
    return builder.cat(map_body(builder, left, channels // 2), right)


def map_attention(builder, x):
    """Every position attends to all others."""
    _, channels, height, width = x.shape
    tokens = builder.transpose(builder.flatten(x, 2), 1, 2)
    mixed = attend(builder, tokens, 1)
    back = builder.reshape(builder.transpose(mixed, 1, 2), channels, height, width)
    return builder.add_up(back, x)


def map_scaled(builder, x):
    """A learned weight for each channel, held by the module itself."""
    return builder.add_up(x, builder.times(builder.tensor(channels_of(x), 1, 1), map_body(builder, x, channels_of(x))))


def map_two_outputs(builder, x):
    inner = Builder(builder.rng, x.now)
    pair = inner.step("({0}, {1})", lambda owner, *items: items, *(map_body(inner, inner.inputs[0], 8) for _ in range(2)))
    pair = builder.call(inner.finish(pair), x)
    return builder.add_up(builder.item(pair, 0), builder.item(pair, 1))


def map_list(builder, x):
    """A list of blocks that keep the shape, in a loop."""
    def block():
        inner = Builder(builder.rng, x.now)
        start = inner.inputs[0]
        return inner.finish(inner.add_up(start, map_body(inner, start, channels_of(start))))
    return builder.each([block() for _ in range(builder.rng.randint(2, 3))], x)


MAP_KINDS = (map_residual, map_residual, map_branches, map_sum, map_gate, map_reuse, map_scales, map_dense, map_split,
             map_attention, map_scaled, map_two_outputs, map_list)


# Sequences: (batch, tokens, features).

def features_of(x):
    return x.shape[-1]


def attend(builder, x, heads):
    """softmax(q·kᵀ)·v written out, over heads where there are more than one."""
    width = features_of(x)
    q, k, v = (builder.call(nn.Linear(width, width, bias=builder.rng.random() < 0.5), x) for _ in range(3))
    if heads > 1:
        q, k, v = (builder.permute(builder.reshape(part, -1, heads, width // heads), 0, 2, 1, 3) for part in (q, k, v))
    mixed = builder.product(builder.softmax(builder.product(q, builder.transpose(k, -2, -1))), v)
    if heads > 1:
        mixed = builder.reshape(builder.permute(mixed, 0, 2, 1, 3), -1, width)
    return builder.call(nn.Linear(width, width), mixed)


def token_feed_forward(builder, x):
    hidden = builder.rng.choice((8, 24))
    start = builder.call(nn.LayerNorm(features_of(x)), x) if builder.rng.random() < 0.5 else x
    y = builder.activation(builder.call(nn.Linear(features_of(x), hidden), start))
    return builder.add_up(x, builder.call(nn.Linear(hidden, features_of(x)), y))


def token_attention(builder, x):
    return builder.add_up(x, attend(builder, builder.call(nn.LayerNorm(features_of(x)), x), builder.rng.choice((1, 2))))


def token_library_attention(builder, x):
    attention = nn.MultiheadAttention(features_of(x), 2, batch_first=True)
    return builder.add_up(x, builder.item(builder.call(attention, x, x, x), 0))


def token_gate(builder, x):
    both = builder.call(nn.Linear(features_of(x), 2 * features_of(x)), x)
    return builder.times(builder.half(both, 0, -1), builder.function("sigmoid", builder.half(both, 1, -1)))


def token_mixing(builder, x):
    tokens = x.shape[1]
    mixed = builder.call(nn.Linear(tokens, tokens), builder.transpose(x, 1, 2))
    return builder.add_up(builder.transpose(mixed, 1, 2), x)


def token_convolution(builder, x):
    width = features_of(x)
    layer = nn.Conv1d(width, 2 * width, 3, padding=1)
    return builder.transpose(builder.call(layer, builder.transpose(x, 1, 2)), 1, 2)


def token_recurrence(builder, x):
    layer = builder.rng.choice((nn.LSTM, nn.GRU))(features_of(x), 8, batch_first=True, bidirectional=builder.rng.random() < 0.5)
    return builder.item(builder.call(layer, x), 0)


def token_summary(builder, x):
    """Each token times a gate of all of them."""
    gate = builder.call(nn.Linear(features_of(x), features_of(x)), builder.mean(x, 1, keepdim=True))
    return builder.times(x, builder.function("sigmoid", gate))


def token_positions(builder, x):
    return builder.call(nn.Linear(features_of(x), 8), builder.add_up(x, builder.tensor(1, *x.shape[1:])))


def token_reuse(builder, x):
    name = builder.add(nn.Linear(features_of(x), features_of(x)))
    return builder.add_up(builder.call(name, x), builder.call(name, builder.function("tanh", x)))


TOKEN_KINDS = (token_feed_forward, token_attention, token_library_attention, token_gate, token_mixing,
               token_convolution, token_recurrence, token_summary, token_positions, token_reuse)


# Vectors: (batch, features).

def vector_residual(builder, x):
    y = builder.activation(builder.call(nn.Linear(features_of(x), 16), x))
    return builder.add_up(x, builder.call(nn.Linear(16, features_of(x)), y))


def vector_branches(builder, x):
    parts = [builder.activation(builder.call(nn.Linear(features_of(x), builder.rng.choice((4, 8))), x)) for _ in range(3)]
    return builder.cat(*parts, dim=-1)


def vector_gate(builder, x):
    left, right = (builder.call(nn.Linear(features_of(x), 8), x) for _ in range(2))
    return builder.times(left, builder.function("sigmoid", right))


def vector_reuse(builder, x):
    name = builder.add(nn.Linear(features_of(x), features_of(x)))
    for _ in range(3):
        x = builder.function("relu", builder.call(name, x))
    return x


def vector_outer(builder, x):
    """Every feature of one part times every one of another."""
    left, right = (builder.call(nn.Linear(features_of(x), 4), x) for _ in range(2))
    outer = builder.product(builder.reshape(left, 4, 1), builder.reshape(right, 1, 4))
    return builder.flatten(outer, 1)


VECTOR_KINDS = (vector_residual, vector_branches, vector_gate, vector_reuse, vector_outer)
KINDS = {4: MAP_KINDS, 3: TOKEN_KINDS, 2: VECTOR_KINDS}


def block(rng, tensor):
    """A Custom module that takes the tensor: one kind, or two in a row."""
    builder = Builder(rng, tensor)
    x = builder.inputs[0]
    for _ in range(rng.choice((1, 1, 2))):
        if rng.random() < 0.25:
            x = builder.call(block(rng, x.now), x)  # a block inside a block
        else:
            x = rng.choice(KINDS[len(x.shape)])(builder, x)
    return builder.finish(x)
