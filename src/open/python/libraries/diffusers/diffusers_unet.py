# UNet2DConditionModel and UNet2DModel of diffusers.
import torch
from _diffusers_bases import ConfigMixin, ModelMixin, register_to_config
from _diffusers_blocks import DownBlock, MidBlock, Shape, UpBlock, skipped_channels
from _diffusers_layers import TimestepEmbedding, Timesteps, activation, per_block
from torch.nn import Conv2d, Embedding, GroupNorm, Identity, Linear, ModuleList


def _only(names, **values):
    """Refuses what no model of these has been written for."""
    for name, value in values.items():
        if value not in names and value:
            raise NotImplementedError(f"{name} {value}")


class _UNet(ModelMixin, ConfigMixin):
    def add_ends(self, in_channels, out_channels, widths, groups, eps, act_fn, kernels=(3, 3)):
        self.conv_norm_out = GroupNorm(groups, widths[0], eps=eps) if groups is not None else None
        self.conv_act = activation(act_fn) if groups is not None else None
        self.conv_out = Conv2d(widths[0], out_channels, kernels[1], padding=(kernels[1] - 1) // 2)

    def through_blocks(self, sample, temb, others=None):
        sample = self.conv_in(sample)
        states = [sample]
        for block in self.down_blocks:
            sample, more = block(sample, temb, others)
            states = states + more
        if self.mid_block is not None:
            sample = self.mid_block(sample, temb, others)
        for block in self.up_blocks:
            taken, states = states[-len(block.resnets):], states[:-len(block.resnets)]
            sample = block(sample, taken, temb, others, states[-1].shape[-2:] if states else None)
        if self.conv_norm_out is not None:
            sample = self.conv_act(self.conv_norm_out(sample))
        return self.conv_out(sample)


class UNet2DConditionModel(_UNet):
    @register_to_config
    def __init__(self, sample_size=None, in_channels=4, out_channels=4, center_input_sample=False, flip_sin_to_cos=True,
                 freq_shift=0,
                 down_block_types=("CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "DownBlock2D"),
                 mid_block_type="UNetMidBlock2DCrossAttn",
                 up_block_types=("UpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D"),
                 only_cross_attention=False, block_out_channels=(320, 640, 1280, 1280), layers_per_block=2,
                 downsample_padding=1, mid_block_scale_factor=1, dropout=0.0, act_fn="silu", norm_num_groups=32,
                 norm_eps=1e-5, cross_attention_dim=1280, transformer_layers_per_block=1,
                 reverse_transformer_layers_per_block=None, encoder_hid_dim=None, encoder_hid_dim_type=None,
                 attention_head_dim=8, num_attention_heads=None, dual_cross_attention=False, use_linear_projection=False,
                 class_embed_type=None, addition_embed_type=None, addition_time_embed_dim=None, num_class_embeds=None,
                 upcast_attention=False, resnet_time_scale_shift="default", resnet_skip_time_act=False,
                 resnet_out_scale_factor=1.0, time_embedding_type="positional", time_embedding_dim=None,
                 time_embedding_act_fn=None, timestep_post_act=None, time_cond_proj_dim=None, conv_in_kernel=3,
                 conv_out_kernel=3, projection_class_embeddings_input_dim=None, attention_type="default",
                 class_embeddings_concat=False, mid_block_only_cross_attention=None, cross_attention_norm=None,
                 addition_embed_type_num_heads=64):
        super().__init__()
        _only(["positional"], time_embedding_type=time_embedding_type)
        _only(["default"], attention_type=attention_type)
        _only(["text_time"], addition_embed_type=addition_embed_type)
        _only(["text_proj"], encoder_hid_dim_type=encoder_hid_dim_type)
        _only(["UNetMidBlock2DCrossAttn", "UNetMidBlock2D"], mid_block_type=mid_block_type)
        _only([], dual_cross_attention=dual_cross_attention, time_embedding_act_fn=time_embedding_act_fn)
        blocks, widths = len(down_block_types), list(block_out_channels)
        time_dim = time_embedding_dim or 4 * widths[0]
        self.center_input_sample = center_input_sample
        self.conv_in = Conv2d(in_channels, widths[0], conv_in_kernel, padding=(conv_in_kernel - 1) // 2)
        self.time_proj = Timesteps(widths[0], flip_sin_to_cos, freq_shift)
        self.time_embedding = TimestepEmbedding(widths[0], time_dim, act_fn, time_cond_proj_dim)
        self.time_embed_act = activation(timestep_post_act) if timestep_post_act else None
        across = per_block(cross_attention_dim, blocks)
        self.encoder_hid_proj = Linear(encoder_hid_dim, across[0]) if encoder_hid_dim is not None else None
        self.add_classes(class_embed_type, num_class_embeds, projection_class_embeddings_input_dim, time_dim, act_fn)
        self.concatenates_classes = class_embeddings_concat
        if addition_embed_type == "text_time":
            self.add_time_proj = Timesteps(addition_time_embed_dim, flip_sin_to_cos, freq_shift)
            self.add_embedding = TimestepEmbedding(projection_class_embeddings_input_dim, time_dim)
        else:
            self.add_time_proj = self.add_embedding = None

        temb = 2 * time_dim if class_embeddings_concat else time_dim
        heads = per_block(num_attention_heads or attention_head_dim, blocks)
        depths = per_block(transformer_layers_per_block, blocks)
        layers = per_block(layers_per_block, blocks)
        only_cross = per_block(only_cross_attention, blocks)
        common = dict(temb_channels=temb, groups=norm_num_groups or 32, eps=norm_eps, act=act_fn, dropout=dropout,
                      time_scale_shift=resnet_time_scale_shift, use_linear_projection=use_linear_projection)

        def shape(place, depth, scale=1.0, is_cross_only=False):
            return Shape(heads=heads[place], head_dim=per_block(attention_head_dim, blocks)[place], num_layers=depth,
                         cross_attention_dim=across[place], only_cross_attention=is_cross_only, scale=scale, **common)

        self.down_blocks = ModuleList([
            DownBlock(kind, widths[max(i - 1, 0)], widths[i], layers[i], i == blocks - 1,
                      shape(i, depths[i], resnet_out_scale_factor, only_cross[i]), downsample_padding)
            for i, kind in enumerate(down_block_types)])
        self.mid_block = None
        if mid_block_type is not None:
            is_cross = mid_block_type == "UNetMidBlock2DCrossAttn"
            self.mid_block = MidBlock("CrossAttnDownBlock2D" if is_cross else "DownBlock2D", widths[-1],
                                      shape(-1, depths[-1], mid_block_scale_factor), is_cross)
        up_depths = list(reverse_transformer_layers_per_block or depths[::-1])
        self.up_blocks = ModuleList([
            UpBlock(kind, widths[min(blocks - i, blocks - 1)], widths[-1 - i], layers[-1 - i] + 1, i == blocks - 1,
                    shape(-1 - i, up_depths[i], resnet_out_scale_factor, only_cross[-1 - i]),
                    skipped_channels(i, widths, layers[-1 - i] + 1))
            for i, kind in enumerate(up_block_types)])
        self.add_ends(in_channels, out_channels, widths, norm_num_groups, norm_eps, act_fn, (conv_in_kernel, conv_out_kernel))

    def add_classes(self, kind, classes, width, time_dim, act_fn):
        _only(["timestep", "identity", "projection", "simple_projection"], class_embed_type=kind)
        self.class_embed_type = kind
        self.class_embedding = None
        if kind is None and classes is not None:
            self.class_embedding = Embedding(classes, time_dim)
        elif kind == "timestep":
            self.class_embedding = TimestepEmbedding(self.conv_in.out_channels, time_dim, act_fn)
        elif kind == "identity":
            self.class_embedding = Identity()
        elif kind == "projection":
            self.class_embedding = TimestepEmbedding(width, time_dim)
        elif kind == "simple_projection":
            self.class_embedding = Linear(width, time_dim)

    def forward(self, sample, timestep, encoder_hidden_states, class_labels=None, timestep_cond=None, added_cond_kwargs=None):
        if self.center_input_sample:
            sample = 2 * sample - 1.0
        temb = self.time_embedding(self.time_proj(timestep), timestep_cond)
        if self.class_embedding is not None:
            labels = self.time_proj(class_labels) if self.class_embed_type == "timestep" else class_labels
            classes = self.class_embedding(labels)
            temb = torch.cat([temb, classes], dim=-1) if self.concatenates_classes else temb + classes
        if self.add_embedding is not None:
            times = self.add_time_proj(added_cond_kwargs["time_ids"].flatten()).reshape(temb.shape[0], -1)
            temb = temb + self.add_embedding(torch.cat([added_cond_kwargs["text_embeds"], times], dim=-1))
        if self.time_embed_act is not None:
            temb = self.time_embed_act(temb)
        if self.encoder_hid_proj is not None:
            encoder_hidden_states = self.encoder_hid_proj(encoder_hidden_states)
        return self.through_blocks(sample, temb, encoder_hidden_states)

    def usual_inputs(self, batch):
        c = self.config
        size = c.sample_size or 64
        inputs = {"sample": torch.zeros(batch, c.in_channels, *per_block(size, 2)), "timestep": torch.zeros(batch)}
        width = c.encoder_hid_dim or per_block(c.cross_attention_dim, 1)[0]
        inputs["encoder_hidden_states"] = torch.zeros(batch, 77, width)
        if c.class_embed_type in ("projection", "simple_projection"):
            inputs["class_labels"] = torch.zeros(batch, c.projection_class_embeddings_input_dim)
        elif c.class_embed_type == "identity":
            inputs["class_labels"] = torch.zeros(batch, self.time_embedding.linear_2.out_features)
        elif self.class_embedding is not None:
            inputs["class_labels"] = torch.zeros(batch, dtype=torch.long)
        if self.add_embedding is not None:
            ids = 5 if (c.projection_class_embeddings_input_dim - 5 * c.addition_time_embed_dim) in (768, 1280) else 6
            text = c.projection_class_embeddings_input_dim - ids * c.addition_time_embed_dim
            inputs["added_cond_kwargs"] = {"text_embeds": torch.zeros(batch, text), "time_ids": torch.zeros(batch, ids)}
        return inputs


class UNet2DModel(_UNet):
    @register_to_config
    def __init__(self, sample_size=None, in_channels=3, out_channels=3, center_input_sample=False,
                 time_embedding_type="positional", time_embedding_dim=None, freq_shift=0, flip_sin_to_cos=True,
                 down_block_types=("DownBlock2D", "AttnDownBlock2D", "AttnDownBlock2D", "AttnDownBlock2D"),
                 mid_block_type="UNetMidBlock2D",
                 up_block_types=("AttnUpBlock2D", "AttnUpBlock2D", "AttnUpBlock2D", "UpBlock2D"),
                 block_out_channels=(224, 448, 672, 896), layers_per_block=2, mid_block_scale_factor=1,
                 downsample_padding=1, downsample_type="conv", upsample_type="conv", dropout=0.0, act_fn="silu",
                 attention_head_dim=8, norm_num_groups=32, attn_norm_num_groups=None, norm_eps=1e-5,
                 resnet_time_scale_shift="default", class_embed_type=None, num_class_embeds=None, add_attention=True):
        super().__init__()
        _only(["positional"], time_embedding_type=time_embedding_type)
        _only(["conv"], downsample_type=downsample_type, upsample_type=upsample_type)
        _only(["UNetMidBlock2D"], mid_block_type=mid_block_type)
        _only(["timestep", "identity"], class_embed_type=class_embed_type)
        blocks, widths = len(down_block_types), list(block_out_channels)
        time_dim = time_embedding_dim or 4 * widths[0]
        self.center_input_sample, self.class_embed_type = center_input_sample, class_embed_type
        self.conv_in = Conv2d(in_channels, widths[0], 3, padding=1)
        self.time_proj = Timesteps(widths[0], flip_sin_to_cos, freq_shift)
        self.time_embedding = TimestepEmbedding(widths[0], time_dim)
        self.class_embedding = None
        if class_embed_type == "timestep":
            self.class_embedding = TimestepEmbedding(widths[0], time_dim)
        elif class_embed_type == "identity":
            self.class_embedding = Identity()
        elif num_class_embeds is not None:
            self.class_embedding = Embedding(num_class_embeds, time_dim)
        common = dict(temb_channels=time_dim, groups=norm_num_groups, eps=norm_eps, act=act_fn, dropout=dropout,
                      time_scale_shift=resnet_time_scale_shift, head_dim=attention_head_dim)
        shape, mid_shape = Shape(**common), Shape(scale=mid_block_scale_factor, attention_groups=attn_norm_num_groups, **common)
        self.down_blocks = ModuleList([
            DownBlock(kind, widths[max(i - 1, 0)], widths[i], layers_per_block, i == blocks - 1, shape, downsample_padding)
            for i, kind in enumerate(down_block_types)])
        self.mid_block = MidBlock("AttnDownBlock2D", widths[-1], mid_shape, add_attention) if mid_block_type else None
        self.up_blocks = ModuleList([
            UpBlock(kind, widths[min(blocks - i, blocks - 1)], widths[-1 - i], layers_per_block + 1, i == blocks - 1, shape,
                    skipped_channels(i, widths, layers_per_block + 1))
            for i, kind in enumerate(up_block_types)])
        groups = norm_num_groups if norm_num_groups is not None else min(widths[0] // 4, 32)
        self.add_ends(in_channels, out_channels, widths, groups, norm_eps, act_fn)

    def forward(self, sample, timestep, class_labels=None):
        if self.center_input_sample:
            sample = 2 * sample - 1.0
        temb = self.time_embedding(self.time_proj(timestep))
        if self.class_embedding is not None:
            labels = self.time_proj(class_labels) if self.class_embed_type == "timestep" else class_labels
            temb = temb + self.class_embedding(labels)
        return self.through_blocks(sample, temb)

    def usual_inputs(self, batch):
        c = self.config
        inputs = {"sample": torch.zeros(batch, c.in_channels, *per_block(c.sample_size or 64, 2)),
                  "timestep": torch.zeros(batch)}
        if c.class_embed_type == "identity":
            inputs["class_labels"] = torch.zeros(batch, self.time_embedding.linear_2.out_features)
        elif self.class_embedding is not None:
            inputs["class_labels"] = torch.zeros(batch, dtype=torch.long)
        return inputs
