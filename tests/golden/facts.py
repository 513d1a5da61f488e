"""What the library itself says of a model: its text, its counts, and what flowed through it.

Multiply-accumulates are counted twice, independently: per module by forward hooks
(`MODULE_MACS`), and per operator as the library runs it (`OperatorMacs`).
"""

import json
from math import prod

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

aten = torch.ops.aten


# Multiply-accumulates by module.

def linear_macs(linear, inputs, output):
    return output.numel() * linear.in_features


def convolution_macs(conv, inputs, output):
    return output.numel() * (conv.in_channels // conv.groups) * prod(conv.kernel_size)


def transposed_convolution_macs(conv, inputs, output):
    return inputs[0].numel() * (conv.out_channels // conv.groups) * prod(conv.kernel_size)


def attention_macs(attention, inputs, output):
    """The four projections, Q·Kᵀ and A·V; a bias or zero row appended to the keys is a token more."""
    query, key, value = inputs[:3]
    query_rows, key_rows = query.numel() // query.shape[-1], key.numel() // key.shape[-1]
    token_axis = 1 if attention.batch_first and query.dim() == 3 else 0
    appended = (attention.bias_k is not None) + attention.add_zero_attn
    keys_seen = key.shape[token_axis] + appended
    width = attention.embed_dim
    projections = query_rows * width * 2 * width + key_rows * width * (attention.kdim + attention.vdim)
    return projections + 2 * query_rows * keys_seen * width


def recurrent_macs(recurrent, inputs, output):
    """Every weight that is not a bias is used once per step and batch element."""
    weights = sum(p.numel() for name, p in recurrent.named_parameters() if name.startswith("weight"))
    return weights * (inputs[0].numel() // inputs[0].shape[-1])


CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d)
TRANSPOSED_CONVOLUTIONS = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
MODULE_MACS = (
    (nn.Linear, linear_macs),
    (CONVOLUTIONS, convolution_macs),
    (TRANSPOSED_CONVOLUTIONS, transposed_convolution_macs),
    (nn.MultiheadAttention, attention_macs),
    ((nn.RNNBase, nn.RNNCellBase), recurrent_macs),
)


def module_macs(module, inputs, output):
    for types, count in MODULE_MACS:
        if isinstance(module, types):
            return count(module, inputs, output)
    return 0


# Multiply-accumulates by operator.

def product_macs(args, output):
    return output.numel() * args[0].shape[-1]


def added_product_macs(args, output):
    return output.numel() * args[1].shape[-1]


def aten_convolution_macs(args, output):
    data, weight, transposed = args[0], args[1], args[6]
    return (data if transposed else output).numel() * prod(weight.shape[1:])


OPERATOR_MACS = {
    aten.mm: product_macs,
    aten.bmm: product_macs,
    aten.mv: product_macs,
    aten.addmm: added_product_macs,
    aten.baddbmm: added_product_macs,
    aten.addmv: added_product_macs,
    aten.convolution: aten_convolution_macs,
}


class OperatorMacs(TorchDispatchMode):
    """Counts the matrix products and convolutions the library runs while it is entered."""

    def __init__(self):
        super().__init__()
        self.macs = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        output = func(*args, **(kwargs or {}))
        count = OPERATOR_MACS.get(func.overloadpacket)
        if count:
            self.macs += count(args, output)
        return output


# A forward pass.

def first_tensor(output):
    """The tensor itself, or the first one of a (nested) tuple."""
    while not isinstance(output, torch.Tensor):
        output = output[0]
    return output


def layers_of(module, path=""):
    """The modules with no module inside, and attention, whose only child is never called."""
    children = list(module.named_children())
    if not children or isinstance(module, nn.MultiheadAttention):
        yield path, module
        return
    for name, child in children:
        yield from layers_of(child, f"{path}.{name}" if path else name)


def watch(model, record):
    """Call record(path, type, output shape, macs) for each layer as it runs."""
    def hook(path):
        def seen(module, inputs, output):
            shape = list(first_tensor(output).shape)
            record(path, type(module).__name__, shape, module_macs(module, inputs, first_tensor(output)))
        return seen
    return [layer.register_forward_hook(hook(path)) for path, layer in layers_of(model)]


def run(model, *inputs):
    """(output shape, layers in the order they ran) of a forward pass in eval mode.

    Gradients stay enabled: with them the library keeps off the fused path of its
    transformer layers, which calls no submodule and so no hook.
    """
    layers = []
    handles = watch(model, lambda *layer: layers.append(list(layer)))
    with OperatorMacs() as operators:
        output = model.eval()(*inputs)
    for handle in handles:
        handle.remove()
    total = sum(macs for *_, macs in layers)
    assert total == operators.macs, f"{total} by hooks, {operators.macs} by operators: {model}"
    return list(first_tensor(output).shape), layers


# Counts and text.

def elements(tensors):
    return sum(tensor.numel() for tensor in tensors)


def written_out(module):
    """The arguments of a layer whose print hides one that decides its output shape, or None."""
    if isinstance(module, (nn.FractionalMaxPool2d, nn.FractionalMaxPool3d)):
        names = ("kernel_size", "output_size", "output_ratio")
    elif isinstance(module, (nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d)) and module.ceil_mode:
        names = ("kernel_size", "stride", "padding", "ceil_mode", "count_include_pad")
    else:
        return None
    values = ((name, getattr(module, name)) for name in names)
    return ", ".join(f"{name}={value!r}" for name, value in values if value is not None)


def texts(model):
    """{"text": what the calculator reads, "repr": what print gives, where that hides something}."""
    printed = repr(model)
    for module in model.modules():
        arguments = written_out(module)
        if arguments:
            module.extra_repr = lambda arguments=arguments: arguments
    text = repr(model)
    return {"text": text} if text == printed else {"text": text, "repr": printed}


def write_array(path, records):
    """A JSON array with one record a line."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text(f"[\n{lines}\n]\n")
