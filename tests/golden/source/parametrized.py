# Weights that are computed from others: parametrizations, spectral norms on every layer, pruned names.
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize
from torch.nn.utils import parametrizations, spectral_norm


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


class MatrixExponential(nn.Module):
    def forward(self, X):
        return torch.matrix_exp(X)


class Scaled(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(n, 1))

    def forward(self, X):
        return self.scale * X


class SelfAttention(nn.Module):
    def __init__(self, in_dim):
        super().__init__()
        self.query_conv = spectral_norm(nn.Conv1d(in_dim, in_dim // 8, 1))
        self.key_conv = spectral_norm(nn.Conv1d(in_dim, in_dim // 8, 1))
        self.value_conv = spectral_norm(nn.Conv1d(in_dim, in_dim, 1))
        self.gamma = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        q, k = self.query_conv(x), self.key_conv(x)
        attention = torch.softmax(torch.bmm(q.transpose(1, 2), k), dim=-1)
        return self.gamma * torch.bmm(self.value_conv(x), attention.transpose(1, 2)) + x


class Net(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.symmetric = nn.Linear(dim, dim)
        parametrize.register_parametrization(self.symmetric, "weight", Symmetric())
        self.rotation = nn.Linear(dim, dim, bias=False)
        parametrize.register_parametrization(self.rotation, "weight", Scaled(dim))
        self.spectral = parametrizations.spectral_norm(nn.Linear(dim, 2 * dim))
        self.attention = SelfAttention(dim)

    def forward(self, x):
        x = self.rotation(self.symmetric(x))
        return self.spectral(self.attention(x.transpose(1, 2)).transpose(1, 2))
