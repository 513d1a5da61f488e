"""A mixture of experts: a gate chooses two of eight, a shared expert sees all."""
import dataclasses
from typing import List

import torch
import torch.nn.functional as F
from torch import nn


@dataclasses.dataclass
class MoeArgs:
    num_experts: int
    num_experts_per_tok: int
    shared: bool = True


@dataclasses.dataclass
class Config:
    dim: int = 64
    hidden: int = 96
    layers: int = 3
    vocab: int = 500
    first_dense: int = 1
    moe: MoeArgs = dataclasses.field(default_factory=lambda: MoeArgs(8, 2))


class Expert(nn.Module):
    def __init__(self, dim: int, hidden: int):
        super().__init__()
        self.w1, self.w3 = nn.Linear(dim, hidden, bias=False), nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class MoeLayer(nn.Module):
    def __init__(self, experts: List[nn.Module], gate: nn.Module, moe_args: MoeArgs):
        super().__init__()
        assert len(experts) > 0
        self.experts = nn.ModuleList(experts)
        self.gate = gate
        self.args = moe_args
        self.shared_expert = Expert(gate.in_features, 2 * experts[0].w1.out_features) if moe_args.shared else None

    def forward(self, inputs: torch.Tensor):
        shape = inputs.shape
        x = inputs.view(-1, shape[-1])
        gate_logits = self.gate(x)
        weights, selected_experts = torch.topk(gate_logits, self.args.num_experts_per_tok)
        weights = F.softmax(weights, dim=1, dtype=torch.float).to(x.dtype)
        results = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            batch_idx, nth_expert = torch.where(selected_experts == i)
            results[batch_idx] += weights[batch_idx, nth_expert, None] * expert(x[batch_idx])
        if self.shared_expert is not None:
            results = results + self.shared_expert(x)
        return results.view(shape)


class Layer(nn.Module):
    def __init__(self, config: Config, index: int):
        super().__init__()
        self.norm = nn.LayerNorm(config.dim, elementwise_affine=False)
        if index < config.first_dense:
            self.feed_forward = Expert(config.dim, 4 * config.hidden)
        else:
            self.feed_forward = MoeLayer(
                experts=[Expert(config.dim, config.hidden) for _ in range(config.moe.num_experts)],
                gate=nn.Linear(config.dim, config.moe.num_experts, bias=False),
                moe_args=config.moe,
            )

    def forward(self, x):
        return x + self.feed_forward(self.norm(x))


class Model(nn.Module):
    def __init__(self, config: Config = None):
        super().__init__()
        self.config = config = config or Config()
        self.embed = nn.Embedding(config.vocab, config.dim)
        self.layers = nn.ModuleDict({str(i): Layer(config, i) for i in range(config.layers)})
        self.head = nn.Linear(config.dim, config.vocab, bias=False)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers.values():
            x = layer(x)
        return self.head(x)


small = Model(dataclasses.replace(Config(), dim=48, layers=4))
