# Equalized layers, weights modulated for each sample, noise and a blur kernel in a buffer.
import math
import random

import torch
from torch import nn
from torch.nn import functional as F


def make_kernel(k):
    k = torch.tensor(k, dtype=torch.float32)
    if k.ndim == 1:
        k = k[None, :] * k[:, None]
    k /= k.sum()
    return k


class Blur(nn.Module):
    def __init__(self, kernel, pad):
        super().__init__()
        kernel = make_kernel(kernel)
        self.register_buffer('kernel', kernel)
        self.pad = pad

    def forward(self, input):
        c = input.shape[1]
        weight = self.kernel.expand(c, 1, *self.kernel.shape)
        return F.conv2d(F.pad(input, (*self.pad, *self.pad)), weight, groups=c)


class PixelNorm(nn.Module):
    def forward(self, input):
        return input * torch.rsqrt(torch.mean(input ** 2, dim=1, keepdim=True) + 1e-8)


class EqualLinear(nn.Module):
    def __init__(self, in_dim, out_dim, bias=True, bias_init=0, lr_mul=1, activation=None):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_dim, in_dim).div_(lr_mul))
        if bias:
            self.bias = nn.Parameter(torch.zeros(out_dim).fill_(bias_init))
        else:
            self.bias = None
        self.activation = activation
        self.scale = (1 / math.sqrt(in_dim)) * lr_mul
        self.lr_mul = lr_mul

    def forward(self, input):
        out = F.linear(input, self.weight * self.scale, bias=self.bias * self.lr_mul)
        return F.leaky_relu(out, 0.2) * 2 ** 0.5 if self.activation else out

    def __repr__(self):
        return f'{self.__class__.__name__}({self.weight.shape[1]}, {self.weight.shape[0]})'


class ModulatedConv2d(nn.Module):
    def __init__(self, in_channel, out_channel, kernel_size, style_dim, demodulate=True, upsample=False):
        super().__init__()
        self.eps = 1e-8
        self.out_channel = out_channel
        self.kernel_size = kernel_size
        self.upsample = upsample
        if upsample:
            p = 4 - 2 - (kernel_size - 1)
            self.blur = Blur([1, 3, 3, 1], pad=((p + 1) // 2 + 2 - 1, p // 2 + 1 + 1))
        fan_in = in_channel * kernel_size ** 2
        self.scale = 1 / math.sqrt(fan_in)
        self.padding = kernel_size // 2
        self.weight = nn.Parameter(torch.randn(1, out_channel, in_channel, kernel_size, kernel_size))
        self.modulation = EqualLinear(style_dim, in_channel, bias_init=1)
        self.demodulate = demodulate

    def forward(self, input, style):
        batch, in_channel, height, width = input.shape
        style = self.modulation(style).view(batch, 1, in_channel, 1, 1)
        weight = self.scale * self.weight * style
        if self.demodulate:
            demod = torch.rsqrt(weight.pow(2).sum([2, 3, 4]) + 1e-8)
            weight = weight * demod.view(batch, self.out_channel, 1, 1, 1)
        weight = weight.view(batch * self.out_channel, in_channel, self.kernel_size, self.kernel_size)
        if self.upsample:
            input = self.blur(F.interpolate(input, scale_factor=2))
            height, width = input.shape[2:]
        input = input.reshape(1, batch * in_channel, height, width)
        out = F.conv2d(input, weight, padding=self.padding, groups=batch)
        return out.view(batch, self.out_channel, *out.shape[-2:])


class NoiseInjection(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(1))

    def forward(self, image, noise=None):
        if noise is None:
            batch, _, height, width = image.shape
            noise = image.new_empty(batch, 1, height, width).normal_()
        return image + self.weight * noise


class ConstantInput(nn.Module):
    def __init__(self, channel, size=4):
        super().__init__()
        self.input = nn.Parameter(torch.randn(1, channel, size, size))

    def forward(self, input):
        return self.input.repeat(input.shape[0], 1, 1, 1)


class Generator(nn.Module):
    def __init__(self, size, style_dim, n_mlp, channel_multiplier=2, lr_mlp=0.01):
        super().__init__()
        self.style = nn.Sequential(PixelNorm(), *(EqualLinear(style_dim, style_dim, lr_mul=lr_mlp, activation='fused_lrelu') for i in range(n_mlp)))
        self.channels = {4: 64, 8: 64, 16: 32 * channel_multiplier, 32: 16 * channel_multiplier}
        self.input = ConstantInput(self.channels[4])
        self.log_size = int(math.log(size, 2))
        self.num_layers = (self.log_size - 2) * 2 + 1
        self.convs = nn.ModuleList()
        self.noises = nn.Module()
        self.noise = nn.ModuleList()
        in_channel = self.channels[4]
        for layer_idx in range(self.num_layers):
            res = (layer_idx + 5) // 2
            shape = [1, 1, 2 ** res, 2 ** res]
            self.noises.register_buffer(f'noise_{layer_idx}', torch.randn(*shape))
        for i in range(3, self.log_size + 1):
            out_channel = self.channels[2 ** i]
            self.convs.append(ModulatedConv2d(in_channel, out_channel, 3, style_dim, upsample=True))
            self.convs.append(ModulatedConv2d(out_channel, out_channel, 3, style_dim))
            self.noise.extend([NoiseInjection(), NoiseInjection()])
            in_channel = out_channel
        self.to_rgb = ModulatedConv2d(in_channel, 3, 1, style_dim, demodulate=False)
        self.n_latent = self.log_size * 2 - 2

    def forward(self, styles):
        w = self.style(styles)
        out = self.input(w)
        for conv, noise in zip(self.convs, self.noise):
            out = noise(conv(out, w))
        return self.to_rgb(out, w)


g_ema = Generator(32, style_dim=128, n_mlp=8)
g_ema.eval()
