# Linear attention by random features that live in a buffer, next to a low-rank attention.
import math
from functools import partial

import torch
from torch import nn


def orthogonal_matrix_chunk(cols):
    unstructured_block = torch.randn((cols, cols))
    q, r = torch.linalg.qr(unstructured_block)
    return q.t()


def gaussian_orthogonal_random_matrix(nb_rows, nb_columns, scaling=0):
    nb_full_blocks = int(nb_rows / nb_columns)
    block_list = []
    for _ in range(nb_full_blocks):
        q = orthogonal_matrix_chunk(nb_columns)
        block_list.append(q)
    remaining_rows = nb_rows - nb_full_blocks * nb_columns
    if remaining_rows > 0:
        q = orthogonal_matrix_chunk(nb_columns)
        block_list.append(q[:remaining_rows])
    final_matrix = torch.cat(block_list)
    if scaling == 0:
        multiplier = torch.randn((nb_rows, nb_columns)).norm(dim=1)
    elif scaling == 1:
        multiplier = math.sqrt((float(nb_columns))) * torch.ones((nb_rows,))
    else:
        raise ValueError(f'Invalid scaling {scaling}')
    return torch.diag(multiplier) @ final_matrix


class FastAttention(nn.Module):
    def __init__(self, dim_heads, nb_features=None, kernel_fn=nn.ReLU()):
        super().__init__()
        nb_features = nb_features or int(dim_heads * math.log(dim_heads))
        self.create_projection = partial(gaussian_orthogonal_random_matrix, nb_rows=nb_features, nb_columns=dim_heads)
        projection_matrix = self.create_projection()
        self.register_buffer('projection_matrix', projection_matrix)
        self.kernel_fn = kernel_fn

    def forward(self, q, k, v):
        q, k = (self.kernel_fn(torch.matmul(t, self.projection_matrix.t())) + 1e-3 for t in (q, k))
        context = torch.matmul(k.transpose(-2, -1), v)
        norm = 1. / torch.einsum('...nd,...d->...n', q, k.sum(dim=-2))
        return torch.einsum('...de,...nd,...n->...ne', context, q, norm)


class LowRankAttention(nn.Module):
    def __init__(self, dim, seq_len, k=16, heads=4, share_kv=False):
        super().__init__()
        init = lambda tensor: tensor.uniform_(-1 / math.sqrt(tensor.shape[-1]), 1 / math.sqrt(tensor.shape[-1]))
        self.proj_k = nn.Parameter(init(torch.zeros(seq_len, k)))
        if not share_kv:
            self.proj_v = nn.Parameter(init(torch.zeros(seq_len, k)))
        self.share_kv, self.heads = share_kv, heads
        self.to_qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.to_out = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.to_qkv(x).split(d, dim=-1)
        k, v = map(lambda args: torch.einsum('bnd,nk->bkd', *args),
                   zip((k, v), (self.proj_k, self.proj_k if self.share_kv else self.proj_v)))
        q, k, v = (t.view(b, -1, self.heads, d // self.heads).transpose(1, 2) for t in (q, k, v))
        out = (q @ k.mT * (d // self.heads) ** -0.5).softmax(-1) @ v
        return self.to_out(out.transpose(1, 2).reshape(b, n, d))


class KernelAttention(nn.Module):
    def __init__(self, dim, heads=4, **kwargs):
        super().__init__()
        assert dim % heads == 0, 'dimension must be divisible by number of heads'
        self.heads = heads
        self.fast = FastAttention(dim // heads, **kwargs)
        self.to_q, self.to_k, self.to_v, self.to_out = [nn.Linear(dim, dim) for _ in 'qkvo']

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = (f(x).view(b, n, self.heads, -1).transpose(1, 2) for f in (self.to_q, self.to_k, self.to_v))
        return self.to_out(self.fast(q, k, v).transpose(1, 2).reshape(b, n, d))


class Efficient(nn.Module):
    def __init__(self, dim=64, depth=4, seq_len=48, vocab=300):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        kinds = [KernelAttention, partial(LowRankAttention, seq_len=seq_len, share_kv=True)]
        self.layers = nn.ModuleList(kinds[i % len(kinds)](dim) for i in range(depth))
        self.norms = nn.ModuleList([nn.LayerNorm(dim)] * depth)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        x = self.embed(ids)
        for norm, layer in zip(self.norms, self.layers):
            x = x + layer(norm(x))
        return self.head(x)
