"""Random torch.nn layers that may fit a given shape.

Each proposal takes a random generator and the shape that arrives, and returns a module.
A proposal need not fit: `make_sequentials` tries it in the library and takes another
if the library refuses.
"""

from math import prod

from torch import nn

ACTIVATIONS = (
    nn.ReLU, nn.ReLU6, nn.ELU, nn.CELU, nn.SELU, nn.SiLU, nn.Mish, nn.Hardswish, nn.Hardsigmoid, nn.Hardtanh,
    nn.LeakyReLU, nn.RReLU, nn.GELU, nn.Sigmoid, nn.Tanh, nn.LogSigmoid, nn.Softplus, nn.Softsign, nn.Tanhshrink,
    nn.Hardshrink, nn.Softshrink,
)
WITH_INPLACE = (
    nn.ReLU, nn.ReLU6, nn.ELU, nn.CELU, nn.SELU, nn.SiLU, nn.Mish, nn.Hardswish, nn.Hardtanh, nn.LeakyReLU, nn.RReLU,
)


def by_rank(*classes):
    """{1: ...1d, 2: ...2d, 3: ...3d}: the class for so many spatial dimensions."""
    return dict(enumerate(classes, start=1))


CONV = by_rank(nn.Conv1d, nn.Conv2d, nn.Conv3d)
CONV_TRANSPOSE = by_rank(nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
BATCH_NORM = {0: nn.BatchNorm1d, **by_rank(nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)}
INSTANCE_NORM = by_rank(nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)
MAX_POOL = by_rank(nn.MaxPool1d, nn.MaxPool2d, nn.MaxPool3d)
AVG_POOL = by_rank(nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d)
LP_POOL = by_rank(nn.LPPool1d, nn.LPPool2d)
FRACTIONAL_POOL = {2: nn.FractionalMaxPool2d, 3: nn.FractionalMaxPool3d}
ADAPTIVE_MAX_POOL = by_rank(nn.AdaptiveMaxPool1d, nn.AdaptiveMaxPool2d, nn.AdaptiveMaxPool3d)
ADAPTIVE_AVG_POOL = by_rank(nn.AdaptiveAvgPool1d, nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d)
DROPOUT = by_rank(nn.Dropout1d, nn.Dropout2d, nn.Dropout3d)
CONSTANT_PAD = by_rank(nn.ConstantPad1d, nn.ConstantPad2d, nn.ConstantPad3d)
REFLECTION_PAD = by_rank(nn.ReflectionPad1d, nn.ReflectionPad2d, nn.ReflectionPad3d)
REPLICATION_PAD = by_rank(nn.ReplicationPad1d, nn.ReplicationPad2d, nn.ReplicationPad3d)
UPSAMPLE_MODES = by_rank(
    ("nearest", "nearest-exact", "linear"),
    ("nearest", "nearest-exact", "bilinear", "bicubic"),
    ("nearest", "nearest-exact", "trilinear"),
)


# Choices.

def spatial_rank(shape):
    return len(shape) - 2


def flag(rng, chance=0.5):
    return rng.random() < chance


def divisor(rng, number, limit=64):
    return rng.choice([k for k in range(1, min(number, limit) + 1) if number % k == 0])


def common_divisor(rng, first, second):
    return rng.choice([k for k in range(1, min(first, second) + 1) if first % k == second % k == 0])


def per_dimension(rng, rank, choices):
    """One number for all dimensions, or a tuple with one for each."""
    if flag(rng):
        return rng.choice(choices)
    return tuple(rng.choice(choices) for _ in range(rank))


def spread(value, rank):
    return value if isinstance(value, tuple) else (value,) * rank


def dimension(rng, shape, first=1):
    """An axis from `first` on, counted from either end."""
    axis = rng.randrange(first, len(shape))
    return axis - len(shape) if flag(rng, 0.3) else axis


# Layers for any shape.

def linear(rng, shape):
    return nn.Linear(shape[-1], rng.randint(1, 20), bias=flag(rng, 0.7))


def activation(rng, shape):
    cls = rng.choice(ACTIVATIONS)
    return cls(inplace=True) if cls in WITH_INPLACE and flag(rng, 0.3) else cls()


def tuned_activation(rng, shape):
    return rng.choice([
        lambda: nn.Threshold(0.1, 20), lambda: nn.ELU(alpha=0.7), lambda: nn.CELU(alpha=1.3),
        lambda: nn.LeakyReLU(0.2, inplace=True), lambda: nn.Hardtanh(-2, 2), lambda: nn.Softplus(beta=2, threshold=10),
        lambda: nn.GELU(approximate="tanh"), lambda: nn.RReLU(0.1, 0.3), lambda: nn.Hardshrink(0.3),
        lambda: nn.Softshrink(0.2),
    ])()


def prelu(rng, shape):
    return nn.PReLU(shape[1] if flag(rng) else 1)


def glu(rng, shape):
    return nn.GLU(dim=dimension(rng, shape))


def softmax(rng, shape):
    return rng.choice((nn.Softmax, nn.LogSoftmax, nn.Softmin))(dim=dimension(rng, shape))


def dropout(rng, shape):
    return rng.choice((nn.Dropout, nn.AlphaDropout, nn.FeatureAlphaDropout))(p=rng.choice((0.1, 0.25, 0.5)))


def identity(rng, shape):
    return nn.Identity()


def empty(rng, shape):
    return nn.Sequential()


def layer_norm(rng, shape):
    axes = rng.randint(1, min(3, len(shape) - 1))
    return nn.LayerNorm(shape[-axes:], elementwise_affine=flag(rng, 0.7))


def group_norm(rng, shape):
    return nn.GroupNorm(divisor(rng, shape[1]), shape[1], eps=rng.choice((1e-5, 1e-3)), affine=flag(rng, 0.7))


def batch_norm(rng, shape):
    return BATCH_NORM[spatial_rank(shape)](shape[1], affine=flag(rng, 0.7), track_running_stats=flag(rng, 0.7))


def flatten(rng, shape):
    start, end = sorted(rng.randrange(1, len(shape)) for _ in range(2))
    return nn.Flatten() if flag(rng, 0.4) else nn.Flatten(start, end - len(shape) if flag(rng) else end)


def unflatten(rng, shape):
    axis = dimension(rng, shape)
    first = divisor(rng, shape[axis])
    rest = shape[axis] // first
    second = divisor(rng, rest)
    return nn.Unflatten(axis, rng.choice(((first, rest), (first, -1), (first, second, rest // second))))


# Layers for feature maps: (batch, channels, one to three spatial dimensions).

def convolution_padding(rng, rank):
    return rng.choice(("same", "valid", per_dimension(rng, rank, (0, 1, 2)), per_dimension(rng, rank, (0, 1, 2))))


def conv(rng, shape):
    rank = spatial_rank(shape)
    outputs = rng.randint(1, 12)
    padding = convolution_padding(rng, rank)
    return CONV[rank](
        shape[1], outputs, per_dimension(rng, rank, (1, 2, 3, 4, 5)),
        stride=1 if padding == "same" else per_dimension(rng, rank, (1, 2, 3)),
        padding=padding, dilation=per_dimension(rng, rank, (1, 1, 2, 3)),
        groups=common_divisor(rng, shape[1], outputs), bias=flag(rng, 0.7),
        padding_mode=rng.choice(("zeros", "zeros", "reflect", "replicate", "circular")),
    )


def conv_transpose(rng, shape):
    rank = spatial_rank(shape)
    outputs = rng.randint(1, 10)
    return CONV_TRANSPOSE[rank](
        shape[1], outputs, per_dimension(rng, rank, (1, 2, 3, 4)), stride=per_dimension(rng, rank, (1, 2, 3)),
        padding=per_dimension(rng, rank, (0, 1)), output_padding=per_dimension(rng, rank, (0, 0, 1)),
        groups=common_divisor(rng, shape[1], outputs), bias=flag(rng, 0.7),
        dilation=per_dimension(rng, rank, (1, 1, 2)),
    )


def instance_norm(rng, shape):
    return INSTANCE_NORM[spatial_rank(shape)](shape[1], affine=flag(rng), track_running_stats=flag(rng))


def local_response_norm(rng, shape):
    return nn.LocalResponseNorm(rng.randint(1, 4))


def cross_map_lrn(rng, shape):
    return nn.CrossMapLRN2d(rng.randint(1, 4))


def dropout_nd(rng, shape):
    return DROPOUT[spatial_rank(shape)](p=0.2)


def max_pool(rng, shape):
    rank = spatial_rank(shape)
    return MAX_POOL[rank](
        per_dimension(rng, rank, (1, 2, 3)), stride=rng.choice((None, per_dimension(rng, rank, (1, 2, 3)))),
        padding=per_dimension(rng, rank, (0, 0, 1)), dilation=per_dimension(rng, rank, (1, 1, 2)), ceil_mode=flag(rng),
    )


def avg_pool(rng, shape):
    rank = spatial_rank(shape)
    return AVG_POOL[rank](
        per_dimension(rng, rank, (1, 2, 3)), stride=rng.choice((None, per_dimension(rng, rank, (1, 2, 3)))),
        padding=per_dimension(rng, rank, (0, 0, 1)), ceil_mode=flag(rng, 0.4), count_include_pad=flag(rng),
    )


def lp_pool(rng, shape):
    rank = spatial_rank(shape)
    return LP_POOL[rank](
        rng.choice((1, 2)), per_dimension(rng, rank, (1, 2, 3)) if rank > 1 else rng.randint(1, 3),
        stride=rng.choice((None, 1, 2)), ceil_mode=flag(rng),
    )


def adaptive_pool(rng, shape):
    rank = spatial_rank(shape)
    pool = rng.choice((ADAPTIVE_MAX_POOL, ADAPTIVE_AVG_POOL))[rank]
    if rank == 1 or flag(rng):
        return pool(rng.choice((1, 2, 3, 5)))
    return pool(tuple(rng.choice((1, 2, 3, 5, None)) for _ in range(rank)))


def fractional_max_pool(rng, shape):
    rank = spatial_rank(shape)
    if flag(rng):
        return FRACTIONAL_POOL[rank](rng.choice((2, 3)), output_size=per_dimension(rng, rank, (2, 3, 4)))
    return FRACTIONAL_POOL[rank](2, output_ratio=per_dimension(rng, rank, (0.5, 0.6, 0.75)))


def side_paddings(rng, rank, choices):
    return rng.choice(choices) if flag(rng) else tuple(rng.choice(choices) for _ in range(2 * rank))


def constant_pad(rng, shape):
    rank = spatial_rank(shape)
    return CONSTANT_PAD[rank](side_paddings(rng, rank, (-1, 0, 1, 2, 3)), rng.choice((0, 1.5)))


def zero_pad(rng, shape):
    return nn.ZeroPad2d(side_paddings(rng, 2, (-1, 0, 1, 2)))


def copying_pad(rng, shape):
    rank = spatial_rank(shape)
    return rng.choice((REFLECTION_PAD, REPLICATION_PAD))[rank](side_paddings(rng, rank, (0, 1, 2)))


def upsample(rng, shape):
    rank = spatial_rank(shape)
    mode = rng.choice(UPSAMPLE_MODES[rank])
    if flag(rng, 0.4):
        return nn.Upsample(size=per_dimension(rng, rank, (3, 4, 7, 9)), mode=mode)
    return nn.Upsample(scale_factor=per_dimension(rng, rank, (0.29, 0.5, 0.7, 1.1, 1.5, 2, 2.3)), mode=mode)


def upsampling_2d(rng, shape):
    cls = rng.choice((nn.UpsamplingNearest2d, nn.UpsamplingBilinear2d))
    if flag(rng):
        return cls(size=per_dimension(rng, 2, (3, 5, 8)))
    return cls(scale_factor=per_dimension(rng, 2, (0.5, 1.5, 2)))


def pixel_shuffle(rng, shape):
    return nn.PixelShuffle(rng.choice([k for k in (1, 2, 3, 4) if shape[1] % (k * k) == 0]))


def pixel_unshuffle(rng, shape):
    return nn.PixelUnshuffle(rng.choice([k for k in (1, 2, 3, 4) if shape[2] % k == shape[3] % k == 0]))


def channel_shuffle(rng, shape):
    return nn.ChannelShuffle(divisor(rng, shape[1]))


def softmax_2d(rng, shape):
    return nn.Softmax2d()


def unfold(rng, shape):
    kernel = per_dimension(rng, 2, (1, 2, 3))
    return nn.Unfold(kernel, dilation=per_dimension(rng, 2, (1, 1, 2)), padding=per_dimension(rng, 2, (0, 1)),
                     stride=per_dimension(rng, 2, (1, 2)))


def fold(rng, shape):
    """Fold whose blocks, kernel and output size agree with (batch, channels * kernel, blocks)."""
    kernels = [(h, w) for h in (1, 2, 3) for w in (1, 2, 3) if shape[1] % (h * w) == 0]
    kernel = rng.choice(kernels[1:] or kernels)
    rows = divisor(rng, shape[2])
    dilation, stride, padding = (per_dimension(rng, 2, choices) for choices in ((1, 1, 2), (1, 2), (0, 1)))
    size = [
        (blocks - 1) * s + d * (k - 1) + 1 - 2 * p
        for blocks, k, d, s, p in zip((rows, shape[2] // rows), kernel, spread(dilation, 2), spread(stride, 2),
                                      spread(padding, 2))
    ]
    return nn.Fold(tuple(size), kernel, dilation=dilation, padding=padding, stride=stride)


# Layers for sequences: (batch, tokens, features).

def encoder_layer(rng, shape):
    return nn.TransformerEncoderLayer(
        shape[-1], divisor(rng, shape[-1]), dim_feedforward=rng.randint(4, 24), dropout=0.1,
        activation=rng.choice(("relu", "gelu", nn.SiLU())), batch_first=True, norm_first=flag(rng),
    )


def encoder(rng, shape):
    norm = nn.LayerNorm(shape[-1]) if flag(rng) else None
    return nn.TransformerEncoder(encoder_layer(rng, shape), rng.randint(1, 3), norm)


def recurrent(rng, shape, cls):
    hidden = rng.randint(2, 12)
    extra = {"proj_size": rng.randrange(0, hidden)} if cls is nn.LSTM else {}
    return cls(shape[-1], hidden, num_layers=rng.randint(1, 3), bias=flag(rng, 0.7), batch_first=flag(rng),
               bidirectional=flag(rng), **extra)


def rnn(rng, shape):
    return recurrent(rng, shape, nn.RNN)


def lstm(rng, shape):
    return recurrent(rng, shape, nn.LSTM)


def gru(rng, shape):
    return recurrent(rng, shape, nn.GRU)


def embedding(rng, shape):
    return nn.Embedding(rng.randint(5, 60), rng.randint(2, 24), padding_idx=rng.choice((None, 0, 2)))


# Which proposals suit a shape of so many dimensions. Recurrent layers and embeddings are
# placed by make_sequentials: the first give a tuple, the second take integers.

ANY = (linear, activation, tuned_activation, prelu, glu, softmax, dropout, identity, layer_norm, group_norm,
       flatten, unflatten)
MAPS = (conv, conv, conv, conv, conv_transpose, conv_transpose, batch_norm, instance_norm, local_response_norm, dropout_nd,
        max_pool, avg_pool, adaptive_pool, constant_pad, copying_pad, upsample)
PLANES = (lp_pool, fractional_max_pool, cross_map_lrn, zero_pad, upsampling_2d, pixel_shuffle, pixel_unshuffle,
          channel_shuffle, softmax_2d, unfold)
SEQUENCES = (encoder_layer, encoder, fold, lp_pool)
PROPOSALS = {
    2: ANY + (empty, batch_norm),
    3: ANY + MAPS + SEQUENCES,
    4: ANY + MAPS + PLANES,
    5: ANY + MAPS + (fractional_max_pool, channel_shuffle),
}
RANKS_OF = {
    proposal: [rank for rank, fitting in PROPOSALS.items() if proposal in fitting]
    for proposals in PROPOSALS.values() for proposal in proposals
}


def input_shape(rng, rank):
    """A small batch of feature vectors, sequences or feature maps; sides are seldom equal."""
    largest = {2: 40, 3: 24, 4: 20, 5: 9}[rank]
    channels = rng.choice((1, 2, 3, 4, 6, 8, 12, 16))
    sides = [rng.randint(3, largest) for _ in range(rank - 2)]
    return (rng.choice((1, 2, 2, 3)), channels * (rng.randint(1, 4) if rank == 2 else 1), *sides)


def affordable(shape, limit=6000):
    return all(shape) and prod(shape) <= limit
