# AutoencoderKL of diffusers.
import torch
from _diffusers_bases import ConfigMixin, ModelMixin, register_to_config
from _diffusers_blocks import DownBlock, MidBlock, Shape, UpBlock
from _diffusers_layers import activation, per_block
from torch.nn import Conv2d, GroupNorm, Module, ModuleList


class _Half(Module):
    """What the encoder and the decoder share: a middle, and a norm and a convolution at the end."""

    def shape(self, groups, act_fn):
        return Shape(temb_channels=None, groups=groups, eps=1e-6, act=act_fn)

    def add_middle(self, width, shape, has_attention):
        self.mid_block = MidBlock("AttnDownBlock2D", width, shape, has_attention)

    def add_end(self, width, out_channels, groups, act_fn):
        self.conv_norm_out = GroupNorm(groups, width, eps=1e-6)
        self.conv_act = activation(act_fn)
        self.conv_out = Conv2d(width, out_channels, 3, padding=1)

    def end(self, x):
        return self.conv_out(self.conv_act(self.conv_norm_out(x)))


class Encoder(_Half):
    def __init__(self, in_channels, out_channels, kinds, widths, layers, groups, act_fn, has_attention):
        super().__init__()
        shape = self.shape(groups, act_fn)
        self.conv_in = Conv2d(in_channels, widths[0], 3, padding=1)
        self.down_blocks = ModuleList([
            DownBlock(kind, widths[max(i - 1, 0)], widths[i], layers, i == len(kinds) - 1, shape, padding=0)
            for i, kind in enumerate(kinds)])
        self.add_middle(widths[-1], shape, has_attention)
        self.add_end(widths[-1], out_channels, groups, act_fn)

    def forward(self, x):
        x = self.conv_in(x)
        for block in self.down_blocks:
            x, _ = block(x)
        return self.end(self.mid_block(x))


class Decoder(_Half):
    def __init__(self, in_channels, out_channels, kinds, widths, layers, groups, act_fn, has_attention):
        super().__init__()
        shape = self.shape(groups, act_fn)
        widths = list(widths)[::-1]
        self.conv_in = Conv2d(in_channels, widths[0], 3, padding=1)
        self.add_middle(widths[0], shape, has_attention)
        self.up_blocks = ModuleList([
            UpBlock(kind, widths[max(i - 1, 0)], widths[i], layers + 1, i == len(kinds) - 1, shape)
            for i, kind in enumerate(kinds)])
        self.add_end(widths[-1], out_channels, groups, act_fn)

    def forward(self, x):
        x = self.mid_block(self.conv_in(x))
        for block in self.up_blocks:
            x = block(x)
        return self.end(x)


class AutoencoderKL(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, in_channels=3, out_channels=3, down_block_types=("DownEncoderBlock2D",),
                 up_block_types=("UpDecoderBlock2D",), block_out_channels=(64,), layers_per_block=1, act_fn="silu",
                 latent_channels=4, norm_num_groups=32, sample_size=32, scaling_factor=0.18215, shift_factor=None,
                 latents_mean=None, latents_std=None, force_upcast=True, use_quant_conv=True, use_post_quant_conv=True,
                 mid_block_add_attention=True):
        super().__init__()
        common = (layers_per_block, norm_num_groups, act_fn, mid_block_add_attention)
        self.encoder = Encoder(in_channels, 2 * latent_channels, down_block_types, block_out_channels, *common)
        self.decoder = Decoder(latent_channels, out_channels, up_block_types, block_out_channels, *common)
        self.quant_conv = Conv2d(2 * latent_channels, 2 * latent_channels, 1) if use_quant_conv else None
        self.post_quant_conv = Conv2d(latent_channels, latent_channels, 1) if use_post_quant_conv else None

    def forward(self, sample):
        moments = self.encoder(sample)
        if self.quant_conv is not None:
            moments = self.quant_conv(moments)
        latents, _ = moments.chunk(2, dim=1)
        return self.decoder(latents if self.post_quant_conv is None else self.post_quant_conv(latents))

    def usual_inputs(self, batch):
        return {"sample": torch.zeros(batch, self.config.in_channels, *per_block(self.config.sample_size, 2))}
