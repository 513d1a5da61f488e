"""Capsules routed by agreement; weights of all routes are one parameter."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def squash(s, dim=-1):
    squared_norm = torch.sum(s ** 2, dim=dim, keepdim=True)
    return squared_norm / (1 + squared_norm) * s / (torch.sqrt(squared_norm) + 1e-8)


class PrimaryCapsules(nn.Module):
    def __init__(self, in_channels, out_channels, dim_caps, kernel_size=9, stride=2, padding=0):
        super(PrimaryCapsules, self).__init__()
        self.dim_caps = dim_caps
        self._caps_channel = int(out_channels / dim_caps)
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size=kernel_size, stride=stride, padding=padding)

    def forward(self, x):
        out = self.conv(x)
        out = out.view(out.size(0), self._caps_channel, out.size(2), out.size(3), self.dim_caps)
        return squash(out.view(out.size(0), -1, self.dim_caps))


class RoutingCapsules(nn.Module):
    def __init__(self, in_dim, in_caps, num_caps, dim_caps, num_routing):
        super(RoutingCapsules, self).__init__()
        self.in_dim = in_dim
        self.in_caps = in_caps
        self.num_caps = num_caps
        self.dim_caps = dim_caps
        self.num_routing = num_routing
        self.W = nn.Parameter(0.01 * torch.randn(1, num_caps, in_caps, dim_caps, in_dim))

    def __repr__(self):
        tab = '  '
        line = '\n'
        next = ' -> '
        res = self.__class__.__name__ + '('
        res = res + line + tab + '(' + str(0) + '): ' + 'CapsuleLinear('
        res = res + str(self.in_dim) + ', ' + str(self.dim_caps) + ')' + next
        return res + line + ')'

    def forward(self, x):
        batch_size = x.size(0)
        x = x.unsqueeze(1).unsqueeze(4)
        u_hat = torch.matmul(self.W, x)
        u_hat = u_hat.squeeze(-1)
        temp_u_hat = u_hat.detach()
        b = torch.zeros(batch_size, self.num_caps, self.in_caps, 1)
        for route_iter in range(self.num_routing - 1):
            c = b.softmax(dim=1)
            s = (c * temp_u_hat).sum(dim=2)
            v = squash(s)
            uv = torch.matmul(temp_u_hat, v.unsqueeze(-1))
            b += uv
        c = b.softmax(dim=1)
        s = (c * u_hat).sum(dim=2)
        return squash(s)


class CapsuleNetwork(nn.Module):
    def __init__(self, img_shape=(1, 28, 28), channels=64, primary_dim=8, num_classes=10, out_dim=16, num_routing=3, kernel_size=9):
        super(CapsuleNetwork, self).__init__()
        self.img_shape = img_shape
        self.num_classes = num_classes
        self.conv1 = nn.Conv2d(img_shape[0], channels, kernel_size, stride=1, bias=True)
        self.relu = nn.ReLU(inplace=True)
        self.primary = PrimaryCapsules(channels, channels, primary_dim, kernel_size)
        primary_caps = int(channels / primary_dim * (img_shape[1] - 2 * (kernel_size - 1)) * (img_shape[2] - 2 * (kernel_size - 1)) / 4)
        self.digits = RoutingCapsules(primary_dim, primary_caps, num_classes, out_dim, num_routing)
        self.decoder = nn.Sequential(
            nn.Linear(out_dim * num_classes, 128),
            nn.ReLU(inplace=True),
            nn.Linear(128, int(np.prod(img_shape))),
            nn.Sigmoid()
        )

    def forward(self, x):
        out = self.relu(self.conv1(x))
        out = self.digits(self.primary(out))
        preds = torch.norm(out, dim=-1)
        _, max_length_idx = preds.max(dim=1)
        y = torch.eye(self.num_classes)
        y = y.index_select(dim=0, index=max_length_idx).unsqueeze(2)
        reconstructions = self.decoder((out * y).view(out.size(0), -1))
        return preds, reconstructions.view(-1, *self.img_shape)
