#!/usr/bin/env python3
"""Write modules.json: one module a record, covering every public torch.nn class that can be built."""

import warnings
from math import prod
from pathlib import Path

import torch
from torch import nn
from torch.nn.modules.lazy import LazyModuleMixin

import facts

OUTPUT = Path(__file__).with_name("modules.json")


class Case:
    """A module and what is passed to it: shapes of random tensors, or tensors."""

    def __init__(self, module, *inputs, text=None, note=None, runs=True, fixed_work=True):
        self.module = module
        self.inputs = [torch.randn(given) if isinstance(given, tuple) else given for given in inputs]
        self.text = text
        self.note = note
        self.runs = runs
        self.fixed_work = fixed_work


def spelled(cls, inputs, note=None, **arguments):
    """A case whose text is the constructor call, for modules whose print hides what matters."""
    text = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return Case(cls(**arguments), *inputs, text=f"{cls.__name__}({text})", note=note)


def ints(limit, *shape):
    return torch.randint(limit, shape)


def map_shape(channels, rank):
    return (2, channels, *(9, 7, 5)[:rank])


def ranked(name, ranks=(1, 2, 3)):
    """(rank, class) of a family such as Conv1d, Conv2d, Conv3d."""
    return [(rank, getattr(nn, f"{name}{rank}d")) for rank in ranks]


NO_BATCH = "no batch dimension"


# Linear, embedding, convolution.

def linear_cases():
    yield Case(nn.Identity(54, unused=True), (2, 3, 4))
    yield Case(nn.Linear(10, 20), (4, 10))
    yield Case(nn.Linear(10, 20, bias=False), (2, 3, 5, 10))
    yield Case(nn.Linear(1, 1), (3, 1))
    yield Case(nn.Linear(6, 4), (6,), note=NO_BATCH)
    yield Case(nn.LazyLinear(5), (3, 8))
    yield Case(nn.LazyLinear(5, bias=False), (2, 4, 8))
    yield Case(nn.Bilinear(10, 15, 3), (4, 10), (4, 15))
    yield Case(nn.Bilinear(5, 7, 6, bias=False), (2, 3, 5), (2, 3, 7))


def embedding_cases():
    yield Case(nn.Embedding(50, 8), ints(50, 2, 5))
    yield Case(nn.Embedding(50, 8), ints(50, 7), note=NO_BATCH)
    yield Case(nn.Embedding(50, 8, padding_idx=0), ints(50, 2, 3, 4))
    yield Case(nn.Embedding(50, 8, padding_idx=-1, max_norm=1.0, scale_grad_by_freq=True), ints(50, 2, 5))
    yield Case(nn.Embedding(50, 8, sparse=True), ints(50, 2, 5))
    for mode in ("mean", "sum", "max"):
        yield Case(nn.EmbeddingBag(40, 6, mode=mode), ints(40, 3, 5))
    yield Case(nn.EmbeddingBag(40, 6, padding_idx=2), ints(40, 3, 5))
    offsets = "the second input is offsets: one bag begins at each"
    yield Case(nn.EmbeddingBag(40, 6), ints(40, 9), torch.tensor([0, 4, 7]), note=offsets)
    ends = "print hides include_last_offset: the last offset is an end, so there is one bag less"
    yield Case(nn.EmbeddingBag(40, 6, include_last_offset=True), ints(40, 9), torch.tensor([0, 4, 9]), note=ends,
               text="EmbeddingBag(40, 6, mode='mean', include_last_offset=True)")


def convolution_cases():
    for rank, cls in ranked("Conv"):
        data = map_shape(4, rank)
        yield Case(cls(4, 6, 3), data)
        yield Case(cls(4, 6, 3, stride=2, padding=1), data)
        yield Case(cls(4, 6, 2, padding="same"), data)
        yield Case(cls(4, 6, 3, padding="same", dilation=2, padding_mode="circular"), data)
        yield Case(cls(4, 6, 2, stride=3, padding="valid"), data)
        yield Case(cls(4, 8, 3, groups=4, bias=False), data)
        yield Case(cls(4, 2, 1, groups=2), data)
        yield Case(cls(4, 4, tuple(range(1, rank + 1)), stride=tuple(range(rank, 0, -1)),
                       padding=tuple(range(rank)), dilation=tuple(range(1, rank + 1))), data)
        for mode in ("reflect", "replicate", "circular"):
            yield Case(cls(4, 3, 3, padding=1, padding_mode=mode), data)
        yield Case(cls(4, 6, 3), data[1:], note=NO_BATCH)
    for rank, cls in ranked("LazyConv"):
        yield Case(cls(6, 3, groups=2), map_shape(4, rank))


def transposed_convolution_cases():
    for rank, cls in ranked("ConvTranspose"):
        data = map_shape(4, rank)
        yield Case(cls(4, 6, 3), data)
        yield Case(cls(4, 6, 4, stride=2, padding=1, bias=False), data)
        yield Case(cls(4, 6, 3, stride=3, padding=1, output_padding=2, groups=2), data)
        yield Case(cls(4, 5, 3, dilation=2, output_padding=1), data)
        yield Case(cls(4, 3, tuple(range(2, rank + 2)), stride=tuple(range(1, rank + 1)),
                       padding=tuple(range(rank))), data)
        yield Case(cls(4, 6, 2, stride=2), data[1:], note=NO_BATCH)
    for rank, cls in ranked("LazyConvTranspose"):
        yield Case(cls(6, 3, stride=2), map_shape(4, rank))


# Normalization, activation, dropout.

def running_norm_cases():
    for family in ("BatchNorm", "InstanceNorm"):
        for rank, cls in ranked(family):
            for affine in (True, False):
                for tracked in (True, False):
                    yield Case(cls(4, affine=affine, track_running_stats=tracked), map_shape(4, rank))
        for rank, cls in ranked(f"Lazy{family}"):
            yield Case(cls(), map_shape(4, rank))
    yield Case(nn.BatchNorm1d(6, eps=1e-3, momentum=None), (5, 6))
    yield Case(nn.InstanceNorm2d(4), (4, 6, 6), note=NO_BATCH)
    gpu = "runs on a GPU only; as BatchNorm in every other way"
    converted = nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm2d(4))
    yield Case(converted, (2, 4, 5, 5), note=gpu, runs=False)
    yield Case(nn.SyncBatchNorm(4, affine=False, track_running_stats=False), (2, 4, 5, 5), note=gpu, runs=False)


def other_norm_cases():
    yield Case(nn.LayerNorm(8), (2, 3, 8))
    yield Case(nn.LayerNorm([3, 8], eps=1e-6), (2, 3, 8))
    yield Case(nn.LayerNorm((4, 3, 8)), (2, 4, 3, 8))
    yield Case(nn.LayerNorm(8, elementwise_affine=False), (2, 8))
    yield Case(nn.GroupNorm(2, 6), (2, 6, 4, 4))
    yield Case(nn.GroupNorm(1, 6, eps=1e-3), (2, 6))
    yield Case(nn.GroupNorm(6, 6, affine=False), (2, 6, 5))
    yield Case(nn.LocalResponseNorm(2), (2, 6, 4, 4))
    yield Case(nn.LocalResponseNorm(3, alpha=0.001, beta=0.5, k=2), (2, 6, 5))
    yield Case(nn.CrossMapLRN2d(2), (2, 6, 4, 4))


def activation_cases():
    plain = ("ELU Hardshrink Hardsigmoid Hardtanh Hardswish LeakyReLU LogSigmoid PReLU ReLU ReLU6 RReLU SELU CELU GELU "
             "Sigmoid SiLU Mish Softplus Softshrink Softsign Tanh Tanhshrink GLU").split()
    for name in plain:
        yield Case(getattr(nn, name)(), (2, 6))
    tuned = (nn.ELU(0.5, inplace=True), nn.Hardshrink(0.3), nn.Hardtanh(-2, 2, inplace=True), nn.LeakyReLU(0.2),
             nn.PReLU(6), nn.ReLU(inplace=True), nn.ReLU6(inplace=True), nn.RReLU(0.1, 0.3), nn.CELU(1.3),
             nn.GELU(approximate="tanh"), nn.SiLU(inplace=True), nn.Softplus(2, 10), nn.Softshrink(0.2),
             nn.Threshold(0.1, 20), nn.GLU(dim=1))
    for module in tuned:
        yield Case(module, (2, 6, 5, 4))
    for cls in (nn.Softmax, nn.LogSoftmax, nn.Softmin):
        yield Case(cls(), (2, 6))
        yield Case(cls(dim=-1), (2, 3, 6))
    yield Case(nn.Softmax2d(), (2, 3, 6, 5))


def dropout_cases():
    for cls in (nn.Dropout, nn.AlphaDropout, nn.FeatureAlphaDropout):
        yield Case(cls(), (2, 6, 4))
    yield Case(nn.Dropout(0.1, inplace=True), (2, 6))
    for rank, cls in ranked("Dropout"):
        yield Case(cls(0.2), map_shape(4, rank))


# Pooling, padding, resizing, reshaping.

def pool_cases():
    for rank, cls in ranked("MaxPool"):
        data = map_shape(3, rank)
        yield Case(cls(2), data)
        yield Case(cls(3, stride=2, padding=1, ceil_mode=True), data)
        yield Case(cls(2, stride=1, dilation=3), data)
        yield Case(cls(2, return_indices=True), data, note="gives (values, indices); print hides return_indices")
    for rank, cls in ranked("AvgPool"):
        data = map_shape(3, rank)
        yield Case(cls(2), data)
        yield Case(cls(3, stride=2, padding=1, count_include_pad=False), data)
        yield Case(cls(3, stride=2, ceil_mode=True), data, note="print hides ceil_mode and count_include_pad")
        yield Case(cls(2, ceil_mode=True), data, note="print hides ceil_mode and count_include_pad")
    for rank, cls in ranked("LPPool", ranks=(1, 2)):
        yield Case(cls(2, 2), map_shape(3, rank))
        yield Case(cls(1.5, 3, stride=2, ceil_mode=True), map_shape(3, rank))
    yield Case(nn.MaxPool2d((3, 2), stride=(2, 1), padding=(1, 0)), (2, 3, 9, 7))
    yield Case(nn.AvgPool2d((3, 2), stride=(2, 1), divisor_override=2), (2, 3, 9, 7))
    last_window = "ceil_mode drops a window that would begin in the right padding"
    yield Case(nn.MaxPool2d(2, stride=3, padding=1, ceil_mode=True), (1, 1, 5, 5), note=last_window)


def adaptive_pool_cases():
    for family in ("AdaptiveAvgPool", "AdaptiveMaxPool"):
        for rank, cls in ranked(family):
            yield Case(cls(1), map_shape(3, rank))
            yield Case(cls(12), map_shape(3, rank))
            if rank > 1:
                yield Case(cls((None,) * (rank - 1) + (2,)), map_shape(3, rank))
    for rank, cls in ranked("FractionalMaxPool", ranks=(2, 3)):
        yield Case(cls(2, output_size=3), map_shape(3, rank), note="print hides every argument")
        yield Case(cls(2, output_ratio=(0.5, 0.6, 0.7)[:rank]), map_shape(3, rank), note="print hides every argument")


def unpool_cases():
    for rank, unpool in ranked("MaxUnpool"):
        pool = getattr(nn, f"MaxPool{rank}d")
        for stride in (2, 3):
            pooled = pool(2, stride=stride, return_indices=True)(torch.randn((2, 3, *(8, 14, 8)[:rank])))
            yield Case(unpool(2, stride=stride), *pooled)


def padding_cases():
    for family, arguments in (("ConstantPad", (3.5,)), ("ReflectionPad", ()), ("ReplicationPad", ())):
        for rank, cls in ranked(family):
            yield Case(cls(2, *arguments), map_shape(3, rank))
            yield Case(cls(tuple(range(2 * rank))[::-1], *arguments), (2, 3, *(9, 7, 6)[-rank:]))
    yield Case(nn.ConstantPad1d((-2, 1), 0), (2, 3, 9), note="a negative padding crops")
    yield Case(nn.ZeroPad2d(2), (2, 3, 9, 7))
    yield Case(nn.ZeroPad2d((1, -1, 0, 3)), (2, 3, 9, 7))


def resize_cases():
    for rank, modes in ((1, ("nearest", "linear")), (2, ("bilinear", "bicubic")), (3, ("nearest-exact", "trilinear"))):
        for mode in modes:
            yield Case(nn.Upsample(scale_factor=2, mode=mode), map_shape(3, rank))
            yield Case(nn.Upsample(size=(4, 11, 6)[:rank], mode=mode), map_shape(3, rank))
    yield Case(nn.Upsample(size=5), (2, 3, 9, 7))
    yield Case(nn.Upsample(scale_factor=(1.5, 0.7)), (2, 3, 9, 7))
    yield Case(nn.Upsample(scale_factor=1.7, mode="bilinear", align_corners=True), (2, 3, 10, 7))
    for scale, side in ((0.29, 100), (0.57, 100), (1.1, 10), (2.3, 10), (0.7, 10), (1 / 3, 9)):
        yield Case(nn.Upsample(scale_factor=scale), (1, 1, side), note="floor of the product in double precision")
    for cls in (nn.UpsamplingNearest2d, nn.UpsamplingBilinear2d):
        yield Case(cls(size=(12, 5)), (2, 3, 9, 7))
        yield Case(cls(scale_factor=2), (2, 3, 9, 7))
    yield Case(nn.PixelShuffle(3), (2, 18, 4, 5))
    yield Case(nn.PixelUnshuffle(2), (2, 3, 8, 6))
    yield Case(nn.ChannelShuffle(2), (2, 6, 4, 5))


def reshape_cases():
    yield Case(nn.Flatten(), (2, 3, 4, 5))
    yield Case(nn.Flatten(0), (2, 3, 4))
    yield Case(nn.Flatten(2, 3), (2, 3, 4, 5, 6))
    yield Case(nn.Flatten(-3, -2), (2, 3, 4, 5))
    yield Case(nn.Unflatten(1, (2, 3)), (4, 6, 5))
    yield Case(nn.Unflatten(-1, (2, -1, 1)), (4, 6, 8))
    yield Case(nn.Unfold(3), (2, 3, 9, 7))
    yield Case(nn.Unfold((2, 3), dilation=2, padding=1, stride=(1, 2)), (2, 3, 9, 7))
    yield Case(nn.Fold((4, 5), 2), (2, 12, 12))
    yield Case(nn.Fold(8, (2, 2), padding=(1, 0), stride=2), (2, 12, 20))


# Attention and recurrence.

def attention_cases():
    """Print shows only out_proj, so all but the first two write the constructor out."""
    note = "print shows out_proj only"
    yield Case(nn.MultiheadAttention(16, 4, batch_first=True), *[(2, 5, 16)] * 3, note="batch_first, which print hides")
    yield Case(nn.MultiheadAttention(16, 4, bias=False, batch_first=True), *[(2, 5, 16)] * 3,
               note="batch_first, which print hides")
    base = {"embed_dim": 16, "num_heads": 4}
    queries, keys = (2, 5, 16), (2, 7, 16)
    for extra in ({}, {"bias": False}, {"add_bias_kv": True}, {"add_zero_attn": True},
                  {"add_bias_kv": True, "add_zero_attn": True}, {"dropout": 0.1}):
        yield spelled(nn.MultiheadAttention, [queries, keys, keys], note, **base, **extra, batch_first=True)
    for bias in (True, False):
        sizes = {"kdim": 8, "vdim": 6, "bias": bias, "batch_first": True}
        yield spelled(nn.MultiheadAttention, [queries, (2, 7, 8), (2, 7, 6)], note, **base, **sizes)
    yield spelled(nn.MultiheadAttention, [queries, (2, 7, 8), keys], note, **base, kdim=8, batch_first=True)
    tokens_first = "tokens first: (tokens, batch, features)"
    yield spelled(nn.MultiheadAttention, [(5, 2, 16), (7, 2, 16), (7, 2, 16)], tokens_first, **base, batch_first=False)
    yield spelled(nn.MultiheadAttention, [(5, 16)] * 3, NO_BATCH, **base)


def transformer_layer_cases():
    hidden = "print hides nhead, batch_first (true here) and norm_first"
    small = {"d_model": 8, "nhead": 2, "dim_feedforward": 12, "batch_first": True}
    source, target = (2, 5, 8), (2, 3, 8)
    for extra in ({}, {"norm_first": True}, {"activation": "gelu"}, {"activation": nn.SiLU()}):
        yield Case(nn.TransformerEncoderLayer(**small, **extra), source, note=hidden)
        yield Case(nn.TransformerDecoderLayer(**small, **extra), target, source, note=hidden)
    for norm in (None, nn.LayerNorm(8)):
        yield Case(nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2, norm), source, note=hidden)
        yield Case(nn.TransformerDecoder(nn.TransformerDecoderLayer(**small), 2, norm), target, source, note=hidden)
    layers = {"num_encoder_layers": 2, "num_decoder_layers": 1}
    yield Case(nn.Transformer(**small, **layers), source, target, note=hidden)
    yield spelled(nn.Transformer, [source, target], hidden, **small, **layers)
    tokens_first = {**small, "batch_first": False}
    note = "tokens first: (tokens, batch, features)"
    yield spelled(nn.Transformer, [(5, 2, 8), (3, 2, 8)], note, **tokens_first, **layers)
    yield spelled(nn.TransformerEncoderLayer, [(5, 2, 8)], note, **tokens_first)
    yield spelled(nn.TransformerDecoderLayer, [(3, 2, 8), (5, 2, 8)], note, **tokens_first)


def recurrent_cases():
    for cls in (nn.RNN, nn.LSTM, nn.GRU):
        yield Case(cls(5, 7), (4, 2, 5))
        yield Case(cls(5, 7, batch_first=True, bias=False), (2, 4, 5))
        yield Case(cls(5, 7, num_layers=3, dropout=0.1, batch_first=True), (2, 4, 5))
        yield Case(cls(5, 7, num_layers=2, bidirectional=True), (4, 2, 5))
        yield Case(cls(5, 7), (4, 5), note=NO_BATCH)
    yield Case(nn.RNN(5, 7, nonlinearity="relu"), (4, 2, 5), note="print hides nonlinearity")
    yield Case(nn.LSTM(5, 7, proj_size=3, batch_first=True), (2, 4, 5))
    yield Case(nn.LSTM(5, 7, num_layers=2, bidirectional=True, proj_size=3, bias=False), (4, 2, 5))
    for cls in (nn.RNNCell, nn.LSTMCell, nn.GRUCell):
        yield Case(cls(5, 7), (2, 5))
        yield Case(cls(5, 7, bias=False), (2, 5))
    yield Case(nn.RNNCell(5, 7, nonlinearity="relu"), (5,), note=NO_BATCH)


# Distances, losses, containers.

def distance_cases():
    yield Case(nn.CosineSimilarity(), (4, 6), (4, 6))
    yield spelled(nn.CosineSimilarity, [(2, 3, 6), (2, 3, 6)], "print hides dim", dim=2)
    yield Case(nn.PairwiseDistance(), (4, 6), (4, 6))
    yield spelled(nn.PairwiseDistance, [(4, 6), (4, 6)], "print hides keepdim", p=1, keepdim=True)


def loss_cases():
    """Print shows no argument of a loss; its class weights are a buffer."""
    same = [torch.rand(4, 6), torch.rand(4, 6)]
    for cls in (nn.BCELoss, nn.BCEWithLogitsLoss, nn.HingeEmbeddingLoss, nn.HuberLoss, nn.KLDivLoss, nn.L1Loss,
                nn.MSELoss, nn.MultiLabelSoftMarginLoss, nn.PoissonNLLLoss, nn.SmoothL1Loss, nn.SoftMarginLoss):
        yield Case(cls(), *same)
    for cls in (nn.CrossEntropyLoss, nn.MultiMarginLoss, nn.NLLLoss):
        yield Case(cls(), (4, 6), ints(6, 4))
        yield Case(cls(weight=torch.ones(6)), (4, 6), ints(6, 4), note="print hides weight, a buffer of 6 elements",
                   text=f"{cls.__name__}(\n  (weight): Buffer(6)\n)")
    yield spelled(nn.MSELoss, same, "print hides reduction", reduction="none")
    yield spelled(nn.CrossEntropyLoss, [(4, 6, 5), ints(6, 4, 5)], "print hides reduction", reduction="none")
    yield Case(nn.NLLLoss2d(), (2, 6, 5, 5), ints(6, 2, 5, 5))
    yield Case(nn.MultiLabelMarginLoss(), (4, 6), ints(6, 4, 6))
    yield Case(nn.GaussianNLLLoss(), *same, torch.rand(4, 6))
    yield Case(nn.CosineEmbeddingLoss(), *same, torch.ones(4))
    yield Case(nn.MarginRankingLoss(), (4,), (4,), torch.ones(4))
    yield Case(nn.TripletMarginLoss(), (4, 6), (4, 6), (4, 6))
    yield Case(nn.TripletMarginWithDistanceLoss(), (4, 6), (4, 6), (4, 6))
    yield Case(nn.CTCLoss(), torch.randn(9, 2, 5).log_softmax(2), ints(4, 2, 3) + 1, torch.tensor([9, 9]),
               torch.tensor([3, 3]))
    yield Case(nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10], head_bias=True), (4, 8), ints(20, 4), fixed_work=False,
               note="a tail runs only on the rows whose target lies in it, so the work depends on the data")


def container_cases():
    yield Case(nn.Sequential(), (2, 6), note="empty: what comes in goes out")
    yield Case(nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Sequential(nn.Linear(4, 3))), (2, 6))
    shared = nn.Linear(6, 6)
    twice = nn.Sequential(shared, nn.ReLU(), shared)
    yield Case(twice, (2, 6), text=f"{twice!r}\ntie: 2.weight = 0.weight\ntie: 2.bias = 0.bias",
               note="print shows one shared Linear twice: its parameters count once, its work twice")
    yield Case(nn.DataParallel(nn.Linear(6, 4)), (2, 6))
    no_forward = "a container without a forward of its own"
    yield Case(nn.ModuleList([nn.Linear(6, 4), nn.Linear(4, 3)]), note=no_forward, runs=False)
    yield Case(nn.ModuleList(), note=no_forward, runs=False)
    yield Case(nn.ModuleDict({"a": nn.Linear(6, 4), "b": nn.BatchNorm1d(4)}), note=no_forward, runs=False)
    yield Case(nn.ParameterList([torch.zeros(2, 3), torch.zeros(4)]), note=no_forward, runs=False)
    yield Case(nn.ParameterDict({"scale": nn.Parameter(torch.zeros(5)), "shift": nn.Parameter(torch.zeros(()))}),
               note=no_forward, runs=False)


FAMILIES = (
    linear_cases, embedding_cases, convolution_cases, transposed_convolution_cases, running_norm_cases,
    other_norm_cases, activation_cases, dropout_cases, pool_cases, adaptive_pool_cases, unpool_cases, padding_cases,
    resize_cases, reshape_cases, attention_cases, transformer_layer_cases, recurrent_cases, distance_cases, loss_cases,
    container_cases,
)


def case_texts(case):
    """"text" is what the calculator reads; "repr" is what print gives."""
    printed = repr(case.module)
    return {"text": case.text or facts.texts(case.module)["text"], "repr": printed}


def flow(case):
    """Output shape and multiply-accumulates, null where the module cannot run or the work varies."""
    if not case.runs:
        return {"output": None, "macs": None}
    if isinstance(case.module, LazyModuleMixin):
        case.module.eval()(*case.inputs)  # its first run only makes its parameters
    output, layers = facts.run(case.module, *case.inputs)
    return {"output": output, "macs": sum(macs for *_, macs in layers) if case.fixed_work else None}


def bilinear_macs(module, output):
    rows = prod(output) // module.out_features
    return rows * module.in1_features * module.in2_features * module.out_features


def record(case):
    """The facts of a case; text first, since running a lazy module turns it into a plain one."""
    named = {"type": type(case.module).__name__, **case_texts(case)}
    flowed = flow(case)
    found = {
        **named, "inputs": [list(data.shape) for data in case.inputs],
        "output": flowed["output"], "parameters": facts.elements(case.module.parameters()),
        "buffers": facts.elements(case.module.buffers()), "macs": flowed["macs"],
        "state": {name: list(tensor.shape) for name, tensor in case.module.state_dict().items()},
    }
    if isinstance(case.module, nn.Bilinear):
        found["bilinear_macs"] = bilinear_macs(case.module, flowed["output"])
    if case.note:
        found["note"] = case.note
    return found


def main():
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    facts.write_array(OUTPUT, [record(case) for family in FAMILIES for case in family()])


if __name__ == "__main__":
    main()
