# The stages of diffusers' networks with a U shape: residual blocks with attention of one kind or none, and a change of size.
import torch
from _diffusers_layers import Attention, Downsample2D, ResnetBlock2D, Transformer2DModel, Upsample2D
from torch.nn import Module, ModuleList

_PLAIN = ("DownBlock2D", "UpBlock2D", "DownEncoderBlock2D", "UpDecoderBlock2D")
_SELF = ("AttnDownBlock2D", "AttnUpBlock2D", "AttnDownEncoderBlock2D", "AttnUpDecoderBlock2D")
_CROSS = ("CrossAttnDownBlock2D", "CrossAttnUpBlock2D")


class _Block(Module):
    """Residual blocks, after each of which attention of the block's kind follows."""

    def __init__(self, kind, widths, out_channels, shape):
        super().__init__()
        kind = kind[7:] if kind.startswith("UNetRes") else kind
        if kind not in _PLAIN + _SELF + _CROSS:
            raise NotImplementedError(f"block of type {kind}")
        self.is_cross = kind in _CROSS
        self.attentions = ModuleList([shape.attention(kind, out_channels) for _ in widths]) if kind not in _PLAIN else None
        self.resnets = ModuleList([shape.resnet(width, out_channels) for width in widths])

    def step(self, place, x, temb, others):
        x = self.resnets[place](x, temb)
        if self.attentions is None:
            return x
        return self.attentions[place](x, others) if self.is_cross else self.attentions[place](x)


class Shape:
    """What the residual blocks and attention layers of a stage have in common."""

    def __init__(self, temb_channels, groups, eps, act="silu", dropout=0.0, time_scale_shift="default", scale=1.0, heads=1,
                 head_dim=None, attention_groups=None, **transformer):
        self.resnets = dict(temb_channels=temb_channels, groups=groups, eps=eps, act=act, dropout=dropout,
                            time_scale_shift=time_scale_shift, scale=scale)
        self.groups, self.eps, self.heads, self.head_dim = attention_groups or groups, eps, heads, head_dim
        self.transformer = transformer

    def resnet(self, in_channels, out_channels):
        return ResnetBlock2D(in_channels, out_channels, **self.resnets)

    def attention(self, kind, channels):
        if kind in _CROSS:
            return Transformer2DModel(self.heads, channels // self.heads, channels, groups=self.groups, **self.transformer)
        head_dim = self.head_dim or channels
        return Attention(channels, channels // head_dim, head_dim, bias=True, groups=self.groups, eps=self.eps)


class DownBlock(_Block):
    def __init__(self, kind, in_channels, out_channels, layers, is_last, shape, padding=1):
        super().__init__(kind, [in_channels] + [out_channels] * (layers - 1), out_channels, shape)
        self.downsamplers = None if is_last else ModuleList([Downsample2D(out_channels, padding)])

    def forward(self, x, temb=None, others=None):
        states = []
        for place in range(len(self.resnets)):
            x = self.step(place, x, temb, others)
            states.append(x)
        if self.downsamplers is not None:
            x = self.downsamplers[0](x)
            states.append(x)
        return x, states


class UpBlock(_Block):
    """`skipped` are the channels of the states that the residual blocks take in besides; none in a decoder."""

    def __init__(self, kind, in_channels, out_channels, layers, is_last, shape, skipped=None):
        widths = [in_channels] + [out_channels] * (layers - 1)
        super().__init__(kind, [own + more for own, more in zip(widths, skipped or [0] * layers)], out_channels, shape)
        self.upsamplers = None if is_last else ModuleList([Upsample2D(out_channels)])

    def forward(self, x, states=None, temb=None, others=None, size=None):
        for place in range(len(self.resnets)):
            if states is not None:
                x = torch.cat([x, states[-1 - place]], dim=1)
            x = self.step(place, x, temb, others)
        return x if self.upsamplers is None else self.upsamplers[0](x, size)


class MidBlock(Module):
    def __init__(self, kind, channels, shape, has_attention=True):
        super().__init__()
        self.is_cross = kind in _CROSS
        self.attentions = ModuleList([shape.attention(kind, channels)]) if has_attention else None
        self.resnets = ModuleList([shape.resnet(channels, channels) for _ in range(2)])

    def forward(self, x, temb=None, others=None):
        x = self.resnets[0](x, temb)
        if self.attentions is not None:
            x = self.attentions[0](x, others) if self.is_cross else self.attentions[0](x)
        return self.resnets[1](x, temb)


def skipped_channels(place, widths, layers):
    """Channels of the states that an up block takes in, from the last on: `widths` are those of the down blocks."""
    own = widths[-1 - place]
    below = widths[-2 - place] if place + 1 < len(widths) else widths[0]
    return [own] * (layers - 1) + [below]
