# The network of Stability's sgm for videos, whose blocks also mix what is at one place of all frames, and the decoder of their
# latents, with sgm's names of modules. The images of a batch are the frames of one video.
import torch
from _diffusers_autoencoder import Decoder
from _diffusers_blocks import Shape
from _diffusers_layers import Attention, FeedForward, ResnetBlock2D, sinusoids
from _latent_diffusion_unet import ResBlock, SpatialTransformer, UNetModel
from torch.nn import Conv2d, Conv3d, Dropout, GroupNorm, LayerNorm, Linear, Module, ModuleList, Parameter, Sequential, SiLU


def _as_video(frames):
    return frames.transpose(0, 1)[None]


def _as_frames(video):
    return video[0].transpose(0, 1)


def _convolution(channels, kernel):
    sizes = [kernel] * 3 if isinstance(kernel, int) else list(kernel)
    return Conv3d(channels, channels, sizes, padding=[size // 2 for size in sizes])


def _add_mix_factor(module, strategy):
    if strategy == "fixed":
        module.register_buffer("mix_factor", torch.zeros(1))
    else:
        module.mix_factor = Parameter(torch.zeros(1))


class AlphaBlender(Module):
    def __init__(self, strategy):
        super().__init__()
        _add_mix_factor(self, strategy)

    def forward(self, in_space, in_time):
        share = torch.sigmoid(self.mix_factor)
        return share * in_space + (1 - share) * in_time


class _TimeStack(Module):
    """A residual block of a video, to which a time step for each frame is added where it has channels for it."""

    def __init__(self, channels, kernel, emb_channels=None, dropout=0.0):
        super().__init__()
        self.in_layers = Sequential(GroupNorm(32, channels), SiLU(), _convolution(channels, kernel))
        self.emb_layers = Sequential(SiLU(), Linear(emb_channels, channels)) if emb_channels else None
        self.out_layers = Sequential(GroupNorm(32, channels), SiLU(), Dropout(dropout), _convolution(channels, kernel))

    def forward(self, x, emb=None):
        hidden = self.in_layers(x)
        if emb is not None:
            hidden = hidden + self.emb_layers(emb).transpose(0, 1)[None, :, :, None, None]
        return x + self.out_layers(hidden)


class VideoResBlock(ResBlock):
    def __init__(self, channels, emb_channels, dropout, out_channels, kernel, strategy, **options):
        super().__init__(channels, emb_channels, dropout, out_channels, **options)
        self.time_stack = _TimeStack(out_channels, kernel, emb_channels, dropout)
        self.time_mixer = AlphaBlender(strategy)

    def forward(self, x, emb, context=None):
        video = _as_video(super().forward(x, emb))
        return _as_frames(self.time_mixer(video, self.time_stack(video, emb)))


class VideoTransformerBlock(Module):
    def __init__(self, dim, heads, context_dim, has_cross_attention):
        super().__init__()
        self.norm_in = LayerNorm(dim)
        self.ff_in = FeedForward(dim, is_gated=True)
        self.norm1 = LayerNorm(dim)
        self.attn1 = Attention(dim, heads, dim // heads)
        self.has_cross_attention = has_cross_attention
        if has_cross_attention:
            self.norm2 = LayerNorm(dim)
            self.attn2 = Attention(dim, heads, dim // heads, context_dim)
        self.norm3 = LayerNorm(dim)
        self.ff = FeedForward(dim, is_gated=True)

    def forward(self, x, context):
        x = x.transpose(0, 1)
        x = x + self.ff_in(self.norm_in(x))
        x = x + self.attn1(self.norm1(x))
        if self.has_cross_attention:
            x = x + self.attn2(self.norm2(x), context)
        return (x + self.ff(self.norm3(x))).transpose(0, 1)


class SpatialVideoTransformer(SpatialTransformer):
    def __init__(self, heads, dim_head, in_channels, depth, context_dim, strategy, uses_context, has_cross_attention, **options):
        super().__init__(heads, dim_head, in_channels, depth, context_dim, **options)
        self.in_channels, self.uses_context = in_channels, uses_context
        self.time_stack = ModuleList([
            VideoTransformerBlock(heads * dim_head, heads, context_dim if uses_context else None, has_cross_attention)
            for _ in range(depth)])
        self.time_pos_embed = Sequential(Linear(in_channels, 4 * in_channels), SiLU(), Linear(4 * in_channels, in_channels))
        self.time_mixer = AlphaBlender(strategy)

    def through_blocks(self, hidden, others):
        frames, places, _ = hidden.shape
        order = self.time_pos_embed(sinusoids(torch.arange(frames), self.in_channels))[:, None]
        context = others[:1].expand(places, -1, -1) if self.uses_context else None
        for block, mix in zip(self.transformer_blocks, self.time_stack):
            hidden = block(hidden, others)
            hidden = self.time_mixer(hidden, mix(hidden + order, context))
        return hidden


class VideoUNet(UNetModel):
    images, tokens = 14, 1  # frames of a video, the image that it begins with

    def __init__(self, video_kernel_size=3, merge_strategy="fixed", merge_factor=0.5, use_spatial_context=False,
                 time_context_dim=None, disable_temporal_crossattention=False, time_downup=False, extra_ff_mix_layer=False,
                 max_ddpm_temb_period=10000, **options):
        if time_context_dim is not None and not use_spatial_context:
            raise NotImplementedError("time_context_dim")
        self.of_time = dict(strategy=merge_strategy, kernel=video_kernel_size)
        self.of_attention = dict(strategy=merge_strategy, uses_context=use_spatial_context,
                                 has_cross_attention=not disable_temporal_crossattention)
        super().__init__(use_spatial_transformer=True, **options)

    def block(self, width, out_channels, size=None):
        return VideoResBlock(width, out_channels=out_channels, size=size, **self.of_time, **self.of_blocks)

    def attention(self, width, depth, only_cross=False):
        heads = self.heads if self.head_width == -1 else width // self.head_width
        return SpatialVideoTransformer(heads, width // heads, width, depth, self.context_dim,
                                       use_linear_projection=self.is_linear, **self.of_attention)


class VideoResnetBlock(ResnetBlock2D):
    def __init__(self, in_channels, out_channels, kernel, strategy, **options):
        super().__init__(in_channels, out_channels, **options)
        self.time_stack = _TimeStack(out_channels, kernel)
        _add_mix_factor(self, strategy)

    def forward(self, x, temb=None):
        video, share = _as_video(super().forward(x, temb)), torch.sigmoid(self.mix_factor)
        return _as_frames(share * self.time_stack(video) + (1 - share) * video)


class AE3DConv(Conv2d):
    def __init__(self, in_channels, out_channels, kernel):
        super().__init__(in_channels, out_channels, 3, padding=1)
        self.time_mix_conv = _convolution(out_channels, kernel)

    def forward(self, x):
        return _as_frames(self.time_mix_conv(_as_video(super().forward(x))))


class _VideoShape(Shape):
    def __init__(self, of_time, **options):
        super().__init__(**options)
        self.of_time = of_time

    def resnet(self, in_channels, out_channels):
        return VideoResnetBlock(in_channels, out_channels, **self.of_time, **self.resnets)


class VideoHalf(Decoder):
    """A decoder of diffusers whose blocks mix frames, in place of `Decoder`: the first arguments are those of that one."""

    def __init__(self, in_channels, out_channels, *sizes, kernel=3, strategy="learned"):
        self.of_time = dict(kernel=kernel, strategy=strategy)
        super().__init__(in_channels, out_channels, *sizes)
        self.conv_out = AE3DConv(self.conv_out.in_channels, out_channels, kernel)

    def shape(self, groups, act_fn):
        return _VideoShape(self.of_time, temb_channels=None, groups=groups, eps=1e-6, act=act_fn)
