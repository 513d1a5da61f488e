# Operators of torch.ops.aten, as graphs of torch.export call them: positional arguments, the overload left out.
import torch

F = torch.nn.functional

# Those that torch has under the same name, with arguments in the same order.
conv1d = torch.conv1d
conv2d = torch.conv2d
conv3d = torch.conv3d
linear = F.linear
matmul = torch.matmul
mm = torch.mm
bmm = torch.bmm
addmm = torch.addmm
baddbmm = torch.baddbmm
einsum = torch.einsum
relu = torch.relu
relu_ = torch.relu
gelu = F.gelu
silu = F.silu
silu_ = F.silu
sigmoid = torch.sigmoid
tanh = torch.tanh
elu = F.elu
leaky_relu = F.leaky_relu
hardtanh = F.hardtanh
hardtanh_ = F.hardtanh
softmax = torch.softmax
log_softmax = torch.log_softmax
group_norm = F.group_norm
layer_norm = F.layer_norm
rms_norm = F.rms_norm
max_pool2d = F.max_pool2d
avg_pool2d = F.avg_pool2d
adaptive_avg_pool2d = F.adaptive_avg_pool2d
_adaptive_avg_pool2d = F.adaptive_avg_pool2d
scaled_dot_product_attention = F.scaled_dot_product_attention
add = torch.add
add_ = torch.add
sub = torch.sub
mul = torch.mul
div = torch.div
pow = torch.pow
sqrt = torch.sqrt
rsqrt = torch.rsqrt
exp = torch.exp
neg = torch.neg
cos = torch.cos
sin = torch.sin
abs = torch.abs
clamp = torch.clamp
mean = torch.mean
sum = torch.sum
cat = torch.cat
stack = torch.stack
chunk = torch.chunk
split = torch.split
flatten = torch.flatten
reshape = torch.reshape
permute = torch.permute
transpose = torch.transpose
unsqueeze = torch.unsqueeze
squeeze = torch.squeeze
arange = torch.arange
zeros = torch.zeros
ones = torch.ones
full = torch.full
empty = torch.empty
roll = torch.roll
where = torch.where
masked_fill = torch.masked_fill
constant_pad_nd = F.pad


def hardswish(x):
    return F.hardswish(x)


hardswish_ = hardswish


def hardsigmoid(x):
    return F.hardsigmoid(x)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return F.embedding(indices, weight)


def convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    rank = len(stride)
    if transposed:
        conv = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[rank - 1]
        return conv(x, weight, bias, stride, padding, output_padding, groups, dilation)
    conv = (F.conv1d, F.conv2d, F.conv3d)[rank - 1]
    return conv(x, weight, bias, stride, padding, dilation, groups)


def _softmax(x, dim, half_to_float):
    return torch.softmax(x, dim)


def _log_softmax(x, dim, half_to_float):
    return torch.log_softmax(x, dim)


# Norms: those with several results give the statistics, too.


def batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled=True):
    return F.batch_norm(x, running_mean, running_var, weight, bias, training, momentum, eps)


def _native_batch_norm_legit_no_training(x, weight, bias, running_mean, running_var, momentum, eps):
    return F.batch_norm(x, running_mean, running_var, weight, bias, False, momentum, eps), None, None


def native_batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    return F.batch_norm(x, running_mean, running_var, weight, bias, training, momentum, eps), None, None


def native_layer_norm(x, shape, weight, bias, eps):
    return F.layer_norm(x, shape, weight, bias, eps), None, None


def native_group_norm(x, weight, bias, n, c, hw, groups, eps):
    return F.group_norm(x, groups, weight, bias, eps), None, None


def max_pool2d_with_indices(x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return F.max_pool2d(x, kernel_size, stride, padding, dilation, ceil_mode), None


# Shapes ------------------------------------------------------------------------------------------------------------


def t(x):
    return x.transpose(0, 1)


def view(x, shape):
    return x.reshape(shape)


_unsafe_view = view


def _reshape_alias(x, shape, strides):
    return x.reshape(shape)


def expand(x, shape):
    return x.expand(*shape)


def slice(x, dim=0, start=None, end=None, step=1):
    size = x.shape[dim]
    first = 0 if start is None else start + size if start < 0 else start
    last = size if end is None or end > size else end + size if end < 0 else end
    if step != 1:
        raise NotImplementedError("slice() with a step")
    return x.narrow(dim, first, last - first)


def select(x, dim, index):
    return x.select(dim, index)


def split_with_sizes(x, sizes, dim=0):
    return torch.split(x, sizes, dim)


def sym_size(x, dim):
    return x.shape[dim]


# What leaves a tensor as it is.


def dropout(x, p=0.5, train=False):
    return x


def clone(x, memory_format=None):
    return x


def contiguous(x, memory_format=None):
    return x


def alias(x):
    return x


def detach(x):
    return x


def detach_(x):
    return x


def lift_fresh_copy(x):
    return x


def to(x, *arguments, **options):
    return x


def _to_copy(x, **options):
    return x


dropout_ = dropout
