# Layers that were changed after they were made.
import torch
import torch.nn as nn
from torch.nn.utils import spectral_norm, weight_norm


class Everything(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.norm = weight_norm(nn.Conv1d(dim, 2 * dim, 3))
        self.spectral = spectral_norm(nn.Linear(dim, dim))
        self.embed = nn.Embedding(100, dim)
        self.embed.weight = nn.Parameter(torch.zeros(50, dim))
        self.linear = nn.Linear(dim, dim)
        self.linear.bias = None
        self.lstm = nn.LSTM(dim, dim, num_layers=2, batch_first=True, bidirectional=True)
        self.act = nn.Sequential(nn.PReLU(dim), nn.Softmax(dim=-1), nn.Identity(), nn.Flatten())
        self.act.add_module("last", nn.Bilinear(dim, dim, 3))
        self.pool = nn.AdaptiveAvgPool2d((None, 7))
        self.norms = nn.ModuleList(norm(dim) for norm in (nn.BatchNorm1d, nn.InstanceNorm2d, nn.LayerNorm))
        self.group = nn.GroupNorm(4, dim, affine=False)
        for p in self.embed.parameters():
            p.requires_grad = False
        self.frozen = nn.ModuleList([nn.Linear(dim, dim) for _ in range(3)])
        self.mixed = nn.ModuleList([nn.Linear(dim, dim) for _ in range(3)])
        for p in self.frozen.parameters():
            p.requires_grad = False
        self.mixed[1].weight.requires_grad_(False)
