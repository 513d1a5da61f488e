# The network with a U shape of latent diffusion (CompVis' ldm, Stability's sgm) and ControlNet's copy of its first half, with
# their names of modules.
import torch
import torch.nn.functional as F
from _diffusers_layers import Timesteps, Transformer2DModel, sinusoids
from torch.nn import Conv1d, Conv2d, Dropout, Embedding, GroupNorm, Identity, Linear, Module, ModuleList, Sequential, SiLU


class ResBlock(Module):
    def __init__(self, channels, emb_channels, dropout, out_channels, use_scale_shift_norm=False, size=None):
        super().__init__()
        self.is_scaled, self.size = use_scale_shift_norm, size
        self.in_layers = Sequential(GroupNorm(32, channels), SiLU(), Conv2d(channels, out_channels, 3, padding=1))
        self.emb_layers = Sequential(SiLU(), Linear(emb_channels, out_channels * (2 if use_scale_shift_norm else 1)))
        self.out_layers = Sequential(GroupNorm(32, out_channels), SiLU(), Dropout(dropout),
                                     Conv2d(out_channels, out_channels, 3, padding=1))
        self.skip_connection = Identity() if channels == out_channels else Conv2d(channels, out_channels, 1)

    def resized(self, x):
        if self.size is None:
            return x
        return F.avg_pool2d(x, 2) if self.size == "down" else F.interpolate(x, scale_factor=2)

    def forward(self, x, emb, context=None):
        h = self.in_layers[2](self.resized(self.in_layers[1](self.in_layers[0](x))))
        emb = self.emb_layers(emb)[:, :, None, None]
        if self.is_scaled:
            scale, shift = emb.chunk(2, dim=1)
            h = self.out_layers[0](h) * (1 + scale) + shift
            h = self.out_layers[3](self.out_layers[2](self.out_layers[1](h)))
        else:
            h = self.out_layers(h + emb)
        return self.skip_connection(self.resized(x)) + h


class AttentionBlock(Module):
    def __init__(self, channels, heads):
        super().__init__()
        self.num_heads = heads
        self.norm = GroupNorm(32, channels)
        self.qkv = Conv1d(channels, channels * 3, 1)
        self.proj_out = Conv1d(channels, channels, 1)

    def forward(self, x, emb=None, context=None):
        tokens = x.flatten(2)
        query, key, value = [each.unflatten(1, (self.num_heads, -1)).transpose(2, 3)
                             for each in self.qkv(self.norm(tokens)).chunk(3, dim=1)]
        out = F.scaled_dot_product_attention(query, key, value).transpose(2, 3).flatten(1, 2)
        return (tokens + self.proj_out(out)).reshape(x.shape)


class SpatialTransformer(Transformer2DModel):
    def forward(self, x, emb=None, context=None):
        return super().forward(x, context)


class Downsample(Module):
    def __init__(self, channels, use_conv):
        super().__init__()
        self.op = Conv2d(channels, channels, 3, stride=2, padding=1) if use_conv else torch.nn.AvgPool2d(2)

    def forward(self, x, emb=None, context=None):
        return self.op(x)


class Upsample(Module):
    def __init__(self, channels, use_conv):
        super().__init__()
        self.conv = Conv2d(channels, channels, 3, padding=1) if use_conv else Identity()

    def forward(self, x, emb=None, context=None):
        return self.conv(F.interpolate(x, scale_factor=2))


class TimestepEmbedSequential(Sequential):
    def forward(self, x, emb=None, context=None):
        for layer in self:
            x = layer(x) if isinstance(layer, (Conv2d, SiLU)) else layer(x, emb, context)
        return x


def _levels(value, levels):
    return list(value) if isinstance(value, (list, tuple)) else [value] * levels


class _FirstHalf(Module):
    def __init__(self, in_channels, model_channels, num_res_blocks, attention_resolutions, image_size=None, dropout=0.0,
                 channel_mult=(1, 2, 4, 8), conv_resample=True, dims=2, use_checkpoint=False, use_fp16=False, use_bf16=False,
                 num_heads=-1, num_head_channels=-1, num_heads_upsample=-1, use_scale_shift_norm=False, resblock_updown=False,
                 use_new_attention_order=False, use_spatial_transformer=False, transformer_depth=1, context_dim=None, legacy=True,
                 use_linear_in_transformer=False, spatial_transformer_attn_type="softmax", disable_self_attentions=None,
                 disable_middle_self_attn=False, transformer_depth_middle=None):
        super().__init__()
        if dims != 2:
            raise NotImplementedError("dims " + str(dims))
        levels = len(channel_mult)
        self.in_channels, self.model_channels, self.image_size = in_channels, model_channels, image_size
        self.context_dim = context_dim[0] if isinstance(context_dim, list) else context_dim
        self.is_spatial, self.is_linear = use_spatial_transformer, use_linear_in_transformer
        self.heads, self.head_width = num_heads, num_head_channels
        self.depths, self.blocks = _levels(transformer_depth, levels), _levels(num_res_blocks, levels)
        self.depth_in_middle = transformer_depth_middle or self.depths[-1]
        self.widths = [model_channels * each for each in channel_mult]
        self.only_cross = disable_self_attentions or [False] * levels
        self.has_attention = [2 ** level in attention_resolutions for level in range(levels)]
        self.resamples_by_conv, self.resamples_in_blocks = conv_resample, resblock_updown
        self.of_blocks = dict(emb_channels=4 * model_channels, dropout=dropout, use_scale_shift_norm=use_scale_shift_norm)
        self.time_embed = self.embedding(model_channels)
        self.add_first_half(disable_middle_self_attn)

    def embedding(self, width):
        emb_channels = self.of_blocks["emb_channels"]
        return Sequential(Linear(width, emb_channels), SiLU(), Linear(emb_channels, emb_channels))

    def block(self, width, out_channels, size=None):
        return ResBlock(width, out_channels=out_channels, size=size, **self.of_blocks)

    def attention(self, width, depth, only_cross=False):
        heads = self.heads if self.head_width == -1 else width // self.head_width
        if not self.is_spatial:
            return AttentionBlock(width, heads)
        return SpatialTransformer(heads, width // heads, width, depth, self.context_dim, use_linear_projection=self.is_linear,
                                  only_cross_attention=only_cross)

    def step(self, width, level):
        """The layers of one step of a level, which has `width` channels before it."""
        layers = [self.block(width, self.widths[level])]
        if self.has_attention[level]:
            layers.append(self.attention(self.widths[level], self.depths[level], self.only_cross[level]))
        return layers

    def add_first_half(self, only_cross_in_middle):
        self.input_blocks = ModuleList([TimestepEmbedSequential(Conv2d(self.in_channels, self.model_channels, 3, padding=1))])
        self.states = [self.model_channels]
        for level, width in enumerate(self.widths):
            for _ in range(self.blocks[level]):
                self.input_blocks.append(TimestepEmbedSequential(*self.step(self.states[-1], level)))
                self.states.append(width)
            if level + 1 < len(self.widths):
                down = self.block(width, width, "down") if self.resamples_in_blocks else Downsample(width, self.resamples_by_conv)
                self.input_blocks.append(TimestepEmbedSequential(down))
                self.states.append(width)
        width = self.widths[-1]
        self.middle_block = TimestepEmbedSequential(
            self.block(width, width), self.attention(width, self.depth_in_middle, only_cross_in_middle), self.block(width, width))


class UNetModel(_FirstHalf):
    images, tokens = 1, 77  # of one step

    def __init__(self, out_channels, num_classes=None, adm_in_channels=None, **options):
        super().__init__(**options)
        self.num_classes, self.adm_in_channels = num_classes, adm_in_channels
        self.label_emb = self.labels()
        self.output_blocks = ModuleList([])
        states, width = list(self.states), self.widths[-1]
        for level in reversed(range(len(self.widths))):
            for place in range(self.blocks[level] + 1):
                layers = self.step(width + states.pop(), level)
                width = self.widths[level]
                if level > 0 and place == self.blocks[level]:
                    layers.append(self.block(width, width, "up") if self.resamples_in_blocks
                                  else Upsample(width, self.resamples_by_conv))
                self.output_blocks.append(TimestepEmbedSequential(*layers))
        self.out = Sequential(GroupNorm(32, width), SiLU(), Conv2d(width, out_channels, 3, padding=1))

    def labels(self):
        emb_channels = self.of_blocks["emb_channels"]
        if self.num_classes is None:
            return None
        if self.num_classes == "continuous":
            return Linear(1, emb_channels)
        if self.num_classes == "timestep":
            return Sequential(Timesteps(self.model_channels), self.embedding(self.model_channels))
        if self.num_classes == "sequential":
            return Sequential(self.embedding(self.adm_in_channels))
        if isinstance(self.num_classes, int):
            return Embedding(self.num_classes, emb_channels)
        raise NotImplementedError("num_classes " + self.num_classes)

    def forward(self, x, timesteps, context=None, y=None, control=None):
        emb = self.time_embed(sinusoids(timesteps, self.model_channels))
        if self.label_emb is not None:
            emb = emb + self.label_emb(y)
        states = []
        for module in self.input_blocks:
            x = module(x, emb, context)
            states.append(x)
        x = self.middle_block(x, emb, context)
        if control is not None:
            x = x + control.pop()
            states = [state + more for state, more in zip(states, control)]
        for module in self.output_blocks:
            x = module(torch.cat([x, states.pop()], dim=1), emb, context)
        return self.out(x)

    def usual_inputs(self, height, width):
        """Of one step: latents, its time, tokens of text or classes where it takes them."""
        inputs = {"x": torch.zeros(self.images, self.in_channels, height, width), "timesteps": torch.zeros(self.images)}
        if self.context_dim is not None:
            inputs["context"] = torch.zeros(self.images, self.tokens, self.context_dim)
        sizes = {"sequential": (self.images, self.adm_in_channels), "continuous": (self.images, 1), "timestep": (self.images,)}
        if self.num_classes in sizes:
            inputs["y"] = torch.zeros(sizes[self.num_classes])
        elif self.num_classes is not None:
            inputs["y"] = torch.zeros(self.images, dtype=torch.long)
        return inputs


class ControlledUnetModel(UNetModel):
    pass


class ControlNet(_FirstHalf):
    def __init__(self, hint_channels, **options):
        super().__init__(**options)
        self.hint_channels = hint_channels
        self.zero_convs = ModuleList([TimestepEmbedSequential(Conv2d(width, width, 1)) for width in self.states])
        widths, layers = [16, 16, 32, 32, 96, 96, 256], [Conv2d(hint_channels, 16, 3, padding=1), SiLU()]
        for place in range(6):
            layers.append(Conv2d(widths[place], widths[place + 1], 3, stride=1 + place % 2, padding=1))
            layers.append(SiLU())
        self.input_hint_block = TimestepEmbedSequential(*layers, Conv2d(256, self.model_channels, 3, padding=1))
        self.middle_block_out = TimestepEmbedSequential(Conv2d(self.widths[-1], self.widths[-1], 1))

    def forward(self, x, hint, timesteps, context=None):
        emb = self.time_embed(sinusoids(timesteps, self.model_channels))
        hint, outs = self.input_hint_block(hint, emb, context), []
        for place in range(len(self.input_blocks)):
            x = self.input_blocks[place](x, emb, context)
            if place == 0:
                x = x + hint
            outs.append(self.zero_convs[place](x, emb, context))
        outs.append(self.middle_block_out(self.middle_block(x, emb, context), emb, context))
        return outs
