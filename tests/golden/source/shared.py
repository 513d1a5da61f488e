# One block that is used in every step, a list of one layer, parameters of one's own, frozen ones.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gamma = nn.Parameter(1e-6 * torch.ones(dim), requires_grad=True)
        self.table = nn.Parameter(torch.randn(2 * 7 - 1, dim // 32), requires_grad=False)
        self.net = nn.Sequential(nn.Linear(dim, dim * 4, bias=False), nn.GELU(), nn.Linear(dim * 4, dim))


class Shared(nn.Module):
    def __init__(self, dim=96, depth=4):
        super().__init__()
        block = Block(dim)
        self.layers = nn.ModuleList([block] * depth)
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.mask = None
        self.parts = nn.ParameterList([nn.Parameter(torch.empty(dim, i + 1)) for i in range(3)])
        self.names = nn.ModuleDict({"relu": nn.ReLU(), "prelu": nn.PReLU()})
        self.register_parameter("scale", nn.Parameter(torch.tensor(1.0)))
        self.register_parameter("none", None)
        for p in self.names.parameters():
            p.requires_grad = False
