# Networks for games: a base class, a dueling head, an actor and a critic on one body.
from abc import ABC, abstractmethod
from typing import Sequence, Tuple, Type

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical, Normal


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


def mlp(sizes: Sequence[int], activation: Type[nn.Module] = nn.Tanh, output_activation: Type[nn.Module] = nn.Identity):
    layers = []
    for j in range(len(sizes) - 1):
        act = activation if j < len(sizes) - 2 else output_activation
        layers += [nn.Linear(sizes[j], sizes[j + 1]), act()]
    return nn.Sequential(*layers)


class NoisyLinear(nn.Module):
    def __init__(self, in_features: int, out_features: int, std_init: float = 0.5):
        super().__init__()
        self.in_features, self.out_features, self.std_init = in_features, out_features, std_init
        self.weight_mu = nn.Parameter(torch.empty(out_features, in_features))
        self.weight_sigma = nn.Parameter(torch.empty(out_features, in_features))
        self.register_buffer('weight_epsilon', torch.empty(out_features, in_features))
        self.bias_mu = nn.Parameter(torch.empty(out_features))
        self.bias_sigma = nn.Parameter(torch.empty(out_features))
        self.register_buffer('bias_epsilon', torch.empty(out_features))
        self.reset_parameters()
        self.reset_noise()

    def reset_parameters(self):
        mu_range = 1 / np.sqrt(self.in_features)
        self.weight_mu.data.uniform_(-mu_range, mu_range)
        self.weight_sigma.data.fill_(self.std_init / np.sqrt(self.in_features))
        self.bias_mu.data.uniform_(-mu_range, mu_range)
        self.bias_sigma.data.fill_(self.std_init / np.sqrt(self.out_features))

    def _scale_noise(self, size):
        x = torch.randn(size)
        return x.sign().mul_(x.abs().sqrt_())

    def reset_noise(self):
        epsilon_in = self._scale_noise(self.in_features)
        epsilon_out = self._scale_noise(self.out_features)
        self.weight_epsilon.copy_(epsilon_out.outer(epsilon_in))
        self.bias_epsilon.copy_(epsilon_out)

    def forward(self, x):
        if self.training:
            return F.linear(x, self.weight_mu + self.weight_sigma * self.weight_epsilon, self.bias_mu + self.bias_sigma * self.bias_epsilon)
        return F.linear(x, self.weight_mu, self.bias_mu)


class Policy(nn.Module, ABC):
    def __init__(self, obs_shape: Tuple[int, ...], n_actions: int):
        super().__init__()
        self.body = nn.Sequential(
            layer_init(nn.Conv2d(obs_shape[0], 16, 8, stride=4)), nn.ReLU(),
            layer_init(nn.Conv2d(16, 32, 4, stride=2)), nn.ReLU(), nn.Flatten())
        self.n_flat = self._flat_size(obs_shape)
        self.n_actions = n_actions
        self.build()

    @staticmethod
    def _flat_size(shape):
        c, h, w = shape
        for k, s in ((8, 4), (4, 2)):
            h, w = (h - k) // s + 1, (w - k) // s + 1
        return 32 * h * w

    @abstractmethod
    def build(self):
        ...

    @abstractmethod
    def head(self, features):
        raise NotImplementedError

    def forward(self, x):
        return self.head(self.body(x / 255.0))


class Dueling(Policy):
    def build(self):
        self.value = nn.Sequential(NoisyLinear(self.n_flat, 64), nn.ReLU(), NoisyLinear(64, 1))
        self.advantage = nn.Sequential(NoisyLinear(self.n_flat, 64), nn.ReLU(), NoisyLinear(64, self.n_actions))

    def head(self, features):
        v, a = self.value(features), self.advantage(features)
        return v + a - a.mean(dim=1, keepdim=True)


class ActorCritic(Policy):
    def build(self):
        self.actor = mlp([self.n_flat, 64, 64, self.n_actions])
        self.critic = mlp([self.n_flat] + [64] * 2 + [1], nn.ReLU)
        log_std = -0.5 * np.ones(self.n_actions, dtype=np.float32)
        self.log_std = nn.Parameter(torch.as_tensor(log_std))

    def head(self, features):
        return self.actor(features), self.critic(features).squeeze(-1)


class Agents(nn.Module):
    def __init__(self, obs=(4, 84, 84), n_actions=6):
        super().__init__()
        self.policies = nn.ModuleDict({cls.__name__.lower(): cls(obs, n_actions) for cls in (Dueling, ActorCritic)})

    def forward(self, x):
        return {name: policy(x) for name, policy in self.policies.items()}
