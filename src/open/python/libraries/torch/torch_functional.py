# Functions of torch.nn.functional that others compute, as PyTorch computes them.
import torch
from torch import bmm, cat, gather, zeros


def _shaped(x, sizes):
    return gather(x, 0, zeros(tuple(sizes)))


def _pair(value, count):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * count


# Sampling ------------------------------------------------------------------------------------------------------------


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    if input.ndim not in (4, 5) or grid.ndim != input.ndim or grid.shape[-1] != input.ndim - 2:
        raise RuntimeError("grid_sampler(): expected 4D or 5D input and grid with same number of dimensions")
    return torch._made(input, grid, "grid_sample", tuple(input.shape[:2]) + tuple(grid.shape[1:-1]))


def affine_grid(theta, size, align_corners=None):
    if theta.ndim != 3 or theta.shape[-1] != len(size) - 1 or theta.shape[-2] != len(size) - 2:
        raise ValueError("Expected a batch of 2D or 3D affine matrices")
    return torch._made(theta, None, "affine_grid", (size[0],) + tuple(size[2:]) + (len(size) - 2,))


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean",
                  sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    bags = input.shape[0] if input.ndim == 2 else offsets.shape[0] - (1 if include_last_offset else 0)
    return _shaped(weight, (bags, weight.shape[1]))


# Pooling -------------------------------------------------------------------------------------------------------------


def _lp_pool(pool, x, norm_type, kernel_size, stride, ceil_mode):
    out = pool(x.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(out) * torch.nn.functional.relu(torch.abs(out))).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(torch.nn.functional.avg_pool1d, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(torch.nn.functional.avg_pool2d, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(torch.nn.functional.avg_pool3d, input, norm_type, kernel_size, stride, ceil_mode)


def _max_unpool(input, kernel_size, stride, padding, output_size, count):
    kernel, step, pad = (_pair(each, count) for each in (kernel_size, stride or kernel_size, padding))
    if output_size is None:
        sizes = [(input.shape[i - count] - 1) * step[i] - 2 * pad[i] + kernel[i] for i in range(count)]
    else:
        sizes = list(output_size)[-count:]
    return torch._made(input, None, "max_unpool", tuple(input.shape[:-count]) + tuple(sizes))


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, kernel_size, stride, padding, output_size, 3)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)")
    pool, pad = torch.nn.functional, (size // 2, (size - 1) // 2)
    squares, shape = input * input, input.shape
    if input.ndim == 3:
        mean = pool.avg_pool2d(pool.pad(squares.unsqueeze(1), (0, 0, *pad)), (size, 1), 1).squeeze(1)
    else:
        squares = squares.reshape(shape[0], 1, shape[1], shape[2], -1)
        mean = pool.avg_pool3d(pool.pad(squares, (0, 0, 0, 0, *pad)), (size, 1, 1), 1).reshape(tuple(shape))
    return input / (mean * alpha + k).pow(beta)


# Distances -----------------------------------------------------------------------------------------------------------


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def pdist(input, p=2.0):
    if input.ndim != 2:
        raise RuntimeError("pdist only supports 2D tensors")
    return torch._made(input, None, "pdist", (input.shape[0] * (input.shape[0] - 1) // 2,))


# Activations ---------------------------------------------------------------------------------------------------------


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    shares = ((logits - torch.rand_like(logits).log()) / tau).softmax(dim)
    if not hard:
        return shares
    chosen = torch.zeros_like(logits).scatter(dim, shares.argmax(dim, keepdim=True), 1.0)
    return chosen - shares.detach() + shares


# Losses --------------------------------------------------------------------------------------------------------------


def _reduced(losses, reduction):
    if reduction == "none":
        return losses
    return losses.mean() if reduction == "mean" else losses.sum()


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    return _reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    rest = (margin - input).clamp(min=0)
    zero = torch.zeros_like(input)
    return _reduced(torch.where(target != 1, rest, zero) + torch.where(target != -1, input, zero), reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    var = var.clone()
    return _reduced(0.5 * (var.log() + (input - target) ** 2 / var), reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    sigmoid = torch.nn.functional.logsigmoid
    losses = -(target * sigmoid(input) + (1 - target) * sigmoid(-input))
    if weight is not None:
        losses = losses * weight
    return _reduced(losses.sum(-1) / input.shape[-1], reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    products = (input1 * input2).sum(-1)
    sizes = ((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)
    cosine = products / sizes.sqrt()
    zero = torch.zeros_like(cosine)
    near = torch.where(target == 1, 1 - cosine, zero)
    return _reduced(near + torch.where(target == -1, (cosine - margin).clamp(min=0), zero), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None,
                        reduce=None, reduction="mean"):
    near, far = (pairwise_distance(anchor, each, p, eps) for each in (positive, negative))
    if swap:
        far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp(min=0), reduction)


# Attention -----------------------------------------------------------------------------------------------------------


def _projected(query, key, value, weight, bias):
    width = query.shape[-1]
    biases = (None, None, None) if bias is None else bias.chunk(3)
    if key is value and query is key:
        return torch.nn.functional.linear(query, weight, bias).chunk(3, dim=-1)
    linear = torch.nn.functional.linear
    weights = weight.split([width, width, width])
    return [linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)]


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k,
                                 bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True,
                                 key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
                                 v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True,
                                 is_causal=False):
    linear = torch.nn.functional.linear
    is_batched = query.ndim == 3
    if not is_batched:
        query, key, value = (each.unsqueeze(1) for each in (query, key, value))
    length, batch, width = query.shape
    size = width // num_heads
    if use_separate_proj_weight:
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = (linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases))
    else:
        q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias)
    if bias_k is not None:
        k = cat([k, bias_k.repeat(1, batch, 1)])
        v = cat([v, bias_v.repeat(1, batch, 1)])
    q, k, v = (each.reshape(each.shape[0], batch * num_heads, size).transpose(0, 1) for each in (q, k, v))
    if static_k is not None:
        k = static_k
    if static_v is not None:
        v = static_v
    if add_zero_attn:
        k = cat([k, zeros(batch * num_heads, 1, size)], dim=1)
        v = cat([v, zeros(batch * num_heads, 1, size)], dim=1)
    weights = bmm(q, k.transpose(1, 2)).softmax(-1)
    y = bmm(weights, v).transpose(0, 1).reshape(length * batch, width)
    y = linear(y, out_proj_weight, out_proj_bias).reshape(length, batch, out_proj_weight.shape[0])
    weights = weights.reshape(batch, num_heads, length, k.shape[1])
    if average_attn_weights:
        weights = weights.mean(1)
    if not is_batched:
        y, weights = y.squeeze(1), weights.squeeze(0)
    return y, weights if need_weights else None
