# HunyuanDiT2DModel, PixArtTransformer2DModel, QwenImageTransformer2DModel and WanTransformer3DModel of diffusers.
import math
import torch
import torch.nn.functional as F
from _diffusers_bases import ConfigMixin, ModelMixin, register_to_config
from _diffusers_layers import FeedForward, RMSNorm, TextProjection, TimestepEmbedding, attend, heads_of, sinusoids
from _diffusers_transformers import JointAttention, ModulatedNorm, PatchEmbed
from torch.nn import Conv2d, Conv3d, Dropout, Embedding, LayerNorm, Linear, Module, ModuleList, Parameter, Sequential, SiLU


class NormedAttention(Module):
    """Attention to the tokens themselves or to others, with norms of queries and keys, and to an image beside a text."""

    def __init__(self, dim, heads, others=None, norm=None, image_dim=None):
        super().__init__()
        self.heads = heads
        self.to_q, self.to_k, self.to_v = Linear(dim, dim), Linear(others or dim, dim), Linear(others or dim, dim)
        self.norm_q, self.norm_k = (norm(), norm()) if norm is not None else (None, None)
        self.to_out = ModuleList([Linear(dim, dim), Dropout(0.0)])
        if image_dim is not None:
            self.add_k_proj, self.add_v_proj = Linear(image_dim, dim), Linear(image_dim, dim)
            self.norm_added_k = norm()
        self.normed_heads = isinstance(self.norm_q, LayerNorm)

    def normed(self, x, norm):
        if norm is None:
            return heads_of(x, self.heads)
        return norm(heads_of(x, self.heads)) if self.normed_heads else heads_of(norm(x), self.heads)

    def forward(self, x, others=None, image=None):
        others = x if others is None else others
        query = self.normed(self.to_q(x), self.norm_q)
        out = attend(query, self.normed(self.to_k(others), self.norm_k), heads_of(self.to_v(others), self.heads))
        if image is not None:
            out = out + attend(query, self.normed(self.add_k_proj(image), self.norm_added_k), heads_of(self.add_v_proj(image), self.heads))
        return self.to_out[0](out)


def _plain_norm(dim):
    return LayerNorm(dim, elementwise_affine=False, eps=1e-6)


class Caption(Module):
    """Two linear layers from a text, of which the last may be of another width."""

    def __init__(self, in_features, hidden, out_features):
        super().__init__()
        self.linear_1 = Linear(in_features, hidden)
        self.linear_2 = Linear(hidden, out_features)

    def forward(self, x):
        return self.linear_2(F.silu(self.linear_1(x)))


# HunyuanDiT


class ShiftedNorm(Module):
    def __init__(self, dim):
        super().__init__()
        self.silu = SiLU()
        self.linear = Linear(dim, dim)
        self.norm = LayerNorm(dim, eps=1e-6)

    def forward(self, x, conditions):
        return self.norm(x) + self.linear(self.silu(conditions))[:, None]


class HunyuanDiTBlock(Module):
    def __init__(self, dim, heads, text_dim, inner, is_skipped):
        super().__init__()
        norm = lambda: LayerNorm(dim // heads, eps=1e-6)
        self.norm1 = ShiftedNorm(dim)
        self.attn1 = NormedAttention(dim, heads, norm=norm)
        self.norm2 = LayerNorm(dim, eps=1e-6)
        self.attn2 = NormedAttention(dim, heads, text_dim, norm)
        self.norm3 = LayerNorm(dim, eps=1e-6)
        self.ff = FeedForward(dim, inner)
        self.skip_norm = LayerNorm(2 * dim, eps=1e-6) if is_skipped else None
        self.skip_linear = Linear(2 * dim, dim) if is_skipped else None

    def forward(self, x, text, conditions, skipped=None):
        if self.skip_linear is not None:
            x = self.skip_linear(self.skip_norm(torch.cat([x, skipped], dim=-1)))
        x = x + self.attn1(self.norm1(x, conditions))
        x = x + self.attn2(self.norm2(x), text)
        return x + self.ff(self.norm3(x))


class AttentionPool(Module):
    """One token that attends to its mean and to all tokens."""

    def __init__(self, places, dim, out_dim):
        super().__init__()
        self.positional_embedding = Parameter(torch.zeros(places + 1, dim))
        self.k_proj, self.q_proj, self.v_proj, self.c_proj = Linear(dim, dim), Linear(dim, dim), Linear(dim, dim), Linear(dim, out_dim)

    def forward(self, x):
        x = torch.cat([x.mean(dim=1, keepdim=True), x], dim=1) + self.positional_embedding
        found = attend(heads_of(self.q_proj(x[:, :1]), 8), heads_of(self.k_proj(x), 8), heads_of(self.v_proj(x), 8))
        return self.c_proj(found)[:, 0]


class HunyuanConditions(Module):
    def __init__(self, dim, pooled_dim, places, text_dim, has_sizes):
        super().__init__()
        self.timestep_embedder = TimestepEmbedding(256, dim)
        self.pooler = AttentionPool(places, text_dim, pooled_dim)
        self.style_embedder = Embedding(1, dim) if has_sizes else None
        self.extra_embedder = Caption(pooled_dim + (256 * 6 + dim if has_sizes else 0), 4 * dim, dim)

    def forward(self, timestep, text, sizes, style):
        extra = [self.pooler(text)]
        if self.style_embedder is not None:
            extra = extra + [sinusoids(sizes.view(-1), 256).view(-1, 6 * 256), self.style_embedder(style)]
        return self.timestep_embedder(sinusoids(timestep, 256)) + self.extra_embedder(torch.cat(extra, dim=1))


class Patches(Module):
    def __init__(self, in_channels, dim, patch):
        super().__init__()
        self.proj = Conv2d(in_channels, dim, patch, stride=patch)

    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2)


class HunyuanDiT2DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, num_attention_heads=16, attention_head_dim=88, in_channels=None, patch_size=None,
                 activation_fn="gelu-approximate", sample_size=32, hidden_size=1152, num_layers=28, mlp_ratio=4.0,
                 learn_sigma=True, cross_attention_dim=1024, norm_type="layer_norm", cross_attention_dim_t5=2048,
                 pooled_projection_dim=1024, text_len=77, text_len_t5=256, use_style_cond_and_image_meta_size=True):
        super().__init__()
        dim = num_attention_heads * attention_head_dim
        self.text_embedder = Caption(cross_attention_dim_t5, 4 * cross_attention_dim_t5, cross_attention_dim)
        self.text_embedding_padding = Parameter(torch.zeros(text_len + text_len_t5, cross_attention_dim))
        self.pos_embed = Patches(in_channels, hidden_size, patch_size)
        self.time_extra_emb = HunyuanConditions(hidden_size, pooled_projection_dim, text_len_t5, cross_attention_dim_t5,
                                                use_style_cond_and_image_meta_size)
        self.blocks = ModuleList([HunyuanDiTBlock(dim, num_attention_heads, cross_attention_dim, int(dim * mlp_ratio),
                                                  i > num_layers // 2) for i in range(num_layers)])
        self.norm_out = ModulatedNorm(dim, 2)
        self.proj_out = Linear(dim, patch_size * patch_size * in_channels * (2 if learn_sigma else 1))

    def forward(self, hidden_states, timestep, encoder_hidden_states, encoder_hidden_states_t5, image_meta_size, style):
        x = self.pos_embed(hidden_states)
        conditions = self.time_extra_emb(timestep, encoder_hidden_states_t5, image_meta_size, style)
        text = torch.cat([encoder_hidden_states, self.text_embedder(encoder_hidden_states_t5)], dim=1)
        kept, count = [], len(self.blocks)
        for i, block in enumerate(self.blocks):
            x = block(x, text, conditions, kept.pop() if i > count // 2 else None)
            if i < count // 2 - 1 + count % 2:
                kept.append(x)
        return self.proj_out(self.norm_out(x, conditions))

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, c.in_channels, c.sample_size, c.sample_size), "timestep": torch.zeros(batch),
                "encoder_hidden_states": torch.zeros(batch, c.text_len, c.cross_attention_dim),
                "encoder_hidden_states_t5": torch.zeros(batch, c.text_len_t5, c.cross_attention_dim_t5),
                "image_meta_size": torch.zeros(batch, 6), "style": torch.zeros(batch, dtype=torch.long)}


# PixArt


class PixArtBlock(Module):
    def __init__(self, dim, heads, text_dim):
        super().__init__()
        self.norm1 = _plain_norm(dim)
        self.attn1 = NormedAttention(dim, heads)
        self.norm2 = _plain_norm(dim)
        self.attn2 = NormedAttention(dim, heads, text_dim)
        self.ff = FeedForward(dim)
        self.scale_shift_table = Parameter(torch.zeros(6, dim))

    def forward(self, x, text, conditions):
        shift, scale, gate, last_shift, last_scale, last_gate = (self.scale_shift_table[None] + conditions).chunk(6, dim=1)
        x = x + gate * self.attn1(self.norm1(x) * (1 + scale) + shift)
        x = x + self.attn2(x, text)
        return x + last_gate * self.ff(self.norm2(x) * (1 + last_scale) + last_shift)


class PixArtTimes(Module):
    def __init__(self, dim, has_sizes):
        super().__init__()
        self.timestep_embedder = TimestepEmbedding(256, dim)
        self.resolution_embedder = TimestepEmbedding(256, dim // 3) if has_sizes else None
        self.aspect_ratio_embedder = TimestepEmbedding(256, dim // 3) if has_sizes else None

    def forward(self, timestep, resolution, ratio):
        found = self.timestep_embedder(sinusoids(timestep, 256))
        if self.resolution_embedder is None:
            return found
        sizes = [self.resolution_embedder(sinusoids(resolution.view(-1), 256)).reshape(-1, 2 * (found.shape[1] // 3)),
                 self.aspect_ratio_embedder(sinusoids(ratio, 256))]
        return found + torch.cat(sizes, dim=1)


class SingleNorm(Module):
    """The conditions, and six numbers a channel of them for each block."""

    def __init__(self, dim, has_sizes):
        super().__init__()
        self.emb = PixArtTimes(dim, has_sizes)
        self.silu = SiLU()
        self.linear = Linear(dim, 6 * dim)

    def forward(self, timestep, resolution, ratio):
        found = self.emb(timestep, resolution, ratio)
        return self.linear(self.silu(found)), found


class PixArtTransformer2DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, num_attention_heads=16, attention_head_dim=72, in_channels=4, out_channels=8, num_layers=28,
                 dropout=0.0, norm_num_groups=32, cross_attention_dim=1152, attention_bias=True, sample_size=128, patch_size=2,
                 activation_fn="gelu-approximate", num_embeds_ada_norm=1000, upcast_attention=False,
                 norm_type="ada_norm_single", norm_elementwise_affine=False, norm_eps=1e-6, interpolation_scale=None,
                 use_additional_conditions=None, caption_channels=None, attention_type="default"):
        super().__init__()
        if not attention_bias or norm_elementwise_affine or activation_fn != "gelu-approximate":
            raise NotImplementedError("attention without biases, or other norms and activations")
        dim = num_attention_heads * attention_head_dim
        has_sizes = sample_size == 128 if use_additional_conditions is None else use_additional_conditions
        self.pos_embed = PatchEmbed(in_channels, dim, patch_size, sample_size // patch_size)
        self.transformer_blocks = ModuleList([PixArtBlock(dim, num_attention_heads, cross_attention_dim)
                                              for _ in range(num_layers)])
        self.norm_out = _plain_norm(dim)
        self.scale_shift_table = Parameter(torch.zeros(2, dim))
        self.proj_out = Linear(dim, patch_size * patch_size * (out_channels or in_channels))
        self.adaln_single = SingleNorm(dim, has_sizes)
        self.caption_projection = TextProjection(caption_channels, dim) if caption_channels is not None else None

    def forward(self, hidden_states, encoder_hidden_states, timestep, resolution, aspect_ratio):
        x = self.pos_embed(hidden_states)
        conditions, found = self.adaln_single(timestep, resolution, aspect_ratio)
        text = encoder_hidden_states if self.caption_projection is None else self.caption_projection(encoder_hidden_states)
        conditions = conditions.reshape(-1, 6, x.shape[-1])
        for block in self.transformer_blocks:
            x = block(x, text, conditions)
        shift, scale = (self.scale_shift_table[None] + found[:, None]).chunk(2, dim=1)
        return self.proj_out(self.norm_out(x) * (1 + scale) + shift)

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, c.in_channels, c.sample_size, c.sample_size),
                "encoder_hidden_states": torch.zeros(batch, 300, c.caption_channels or c.cross_attention_dim),
                "timestep": torch.zeros(batch), "resolution": torch.zeros(batch, 2), "aspect_ratio": torch.zeros(batch)}


# Qwen-Image


class QwenImageBlock(Module):
    def __init__(self, dim, heads, dim_head):
        super().__init__()
        self.img_mod = Sequential(SiLU(), Linear(dim, 6 * dim))
        self.img_norm1 = _plain_norm(dim)
        self.attn = JointAttention(dim, heads, dim_head)
        self.img_norm2 = _plain_norm(dim)
        self.img_mlp = FeedForward(dim)
        self.txt_mod = Sequential(SiLU(), Linear(dim, 6 * dim))
        self.txt_norm1 = _plain_norm(dim)
        self.txt_norm2 = _plain_norm(dim)
        self.txt_mlp = FeedForward(dim)

    def forward(self, x, text, conditions):
        own, other = self.img_mod(conditions)[:, None].chunk(6, dim=-1), self.txt_mod(conditions)[:, None].chunk(6, dim=-1)
        from_image, from_text = self.attn(self.img_norm1(x) * (1 + own[1]) + own[0],
                                          self.txt_norm1(text) * (1 + other[1]) + other[0])
        x, text = x + own[2] * from_image, text + other[2] * from_text
        x = x + own[5] * self.img_mlp(self.img_norm2(x) * (1 + own[4]) + own[3])
        return x, text + other[5] * self.txt_mlp(self.txt_norm2(text) * (1 + other[4]) + other[3])


class QwenImageTimes(Module):
    def __init__(self, dim, has_more):
        super().__init__()
        self.timestep_embedder = TimestepEmbedding(256, dim)
        self.addition_t_embedding = Embedding(2, dim) if has_more else None

    def forward(self, timestep):
        return self.timestep_embedder(sinusoids(timestep, 256))


class QwenImageTransformer2DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, patch_size=2, in_channels=64, out_channels=16, num_layers=60, attention_head_dim=128,
                 num_attention_heads=24, joint_attention_dim=3584, guidance_embeds=False, axes_dims_rope=(16, 56, 56),
                 zero_cond_t=False, use_additional_t_cond=False, use_layer3d_rope=False, pooled_projection_dim=None):
        super().__init__()
        dim = num_attention_heads * attention_head_dim
        self.time_text_embed = QwenImageTimes(dim, use_additional_t_cond)
        self.txt_norm = RMSNorm(joint_attention_dim, 1e-6)
        self.img_in = Linear(in_channels, dim)
        self.txt_in = Linear(joint_attention_dim, dim)
        self.transformer_blocks = ModuleList([QwenImageBlock(dim, num_attention_heads, attention_head_dim)
                                              for _ in range(num_layers)])
        self.norm_out = ModulatedNorm(dim, 2)
        self.proj_out = Linear(dim, patch_size * patch_size * (out_channels or in_channels))

    def forward(self, hidden_states, encoder_hidden_states, timestep):
        conditions = self.time_text_embed(timestep)
        x, text = self.img_in(hidden_states), self.txt_in(self.txt_norm(encoder_hidden_states))
        for block in self.transformer_blocks:
            x, text = block(x, text, conditions)
        return self.proj_out(self.norm_out(x, conditions))

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, 4096, c.in_channels),
                "encoder_hidden_states": torch.zeros(batch, 512, c.joint_attention_dim), "timestep": torch.zeros(batch)}


# Wan


class WanBlock(Module):
    def __init__(self, dim, inner, heads, has_cross_norm, image_dim):
        super().__init__()
        norm = lambda: RMSNorm(dim, 1e-6)
        self.norm1 = _plain_norm(dim)
        self.attn1 = NormedAttention(dim, heads, norm=norm)
        self.attn2 = NormedAttention(dim, heads, norm=norm, image_dim=image_dim)
        self.norm2 = LayerNorm(dim, eps=1e-6) if has_cross_norm else None
        self.ffn = FeedForward(dim, inner)
        self.norm3 = _plain_norm(dim)
        self.scale_shift_table = Parameter(torch.zeros(1, 6, dim))

    def forward(self, x, text, image, conditions):
        shift, scale, gate, last_shift, last_scale, last_gate = (self.scale_shift_table + conditions).chunk(6, dim=1)
        x = x + gate * self.attn1(self.norm1(x) * (1 + scale) + shift)
        x = x + self.attn2(x if self.norm2 is None else self.norm2(x), text, image)
        return x + last_gate * self.ffn(self.norm3(x) * (1 + last_scale) + last_shift)


class WanImage(Module):
    def __init__(self, image_dim, dim, places):
        super().__init__()
        self.norm1 = LayerNorm(image_dim)
        self.ff = FeedForward(image_dim, image_dim)
        self.ff.net[2] = Linear(image_dim, dim)
        self.norm2 = LayerNorm(dim)
        self.pos_embed = Parameter(torch.zeros(1, places, image_dim)) if places is not None else None

    def forward(self, x):
        return self.norm2(self.ff(self.norm1(x if self.pos_embed is None else x + self.pos_embed)))


class WanConditions(Module):
    def __init__(self, dim, freq_dim, text_dim, image_dim, places):
        super().__init__()
        self.freq_dim = freq_dim
        self.time_embedder = TimestepEmbedding(freq_dim, dim)
        self.time_proj = Linear(dim, 6 * dim)
        self.text_embedder = TextProjection(text_dim, dim)
        self.image_embedder = WanImage(image_dim, dim, places) if image_dim is not None else None

    def forward(self, timestep, text, image):
        found = self.time_embedder(sinusoids(timestep, self.freq_dim))
        image = None if self.image_embedder is None else self.image_embedder(image)
        return found, self.time_proj(F.silu(found)), self.text_embedder(text), image


class WanTransformer3DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, patch_size=(1, 2, 2), num_attention_heads=40, attention_head_dim=128, in_channels=16, out_channels=16,
                 text_dim=4096, freq_dim=256, ffn_dim=13824, num_layers=40, cross_attn_norm=True,
                 qk_norm="rms_norm_across_heads", eps=1e-6, image_dim=None, added_kv_proj_dim=None, rope_max_seq_len=1024,
                 pos_embed_seq_len=None):
        super().__init__()
        if qk_norm != "rms_norm_across_heads":
            raise NotImplementedError(f"qk_norm {qk_norm}")
        dim = num_attention_heads * attention_head_dim
        self.patch_embedding = Conv3d(in_channels, dim, tuple(patch_size), stride=tuple(patch_size))
        self.condition_embedder = WanConditions(dim, freq_dim, text_dim, image_dim, pos_embed_seq_len)
        self.blocks = ModuleList([WanBlock(dim, ffn_dim, num_attention_heads, cross_attn_norm, added_kv_proj_dim)
                                  for _ in range(num_layers)])
        self.norm_out = _plain_norm(dim)
        self.proj_out = Linear(dim, (out_channels or in_channels) * math.prod(patch_size))
        self.scale_shift_table = Parameter(torch.zeros(1, 2, dim))

    def forward(self, hidden_states, timestep, encoder_hidden_states, encoder_hidden_states_image=None):
        x = self.patch_embedding(hidden_states).flatten(2).transpose(1, 2)
        found, conditions, text, image = self.condition_embedder(timestep, encoder_hidden_states, encoder_hidden_states_image)
        conditions = conditions.unflatten(1, (6, -1))
        for block in self.blocks:
            x = block(x, text, image, conditions)
        shift, scale = (self.scale_shift_table + found[:, None]).chunk(2, dim=1)
        return self.proj_out(self.norm_out(x) * (1 + scale) + shift)

    def usual_inputs(self, batch):
        c = self.config
        inputs = {"hidden_states": torch.zeros(batch, c.in_channels, 21, 60, 104), "timestep": torch.zeros(batch),
                  "encoder_hidden_states": torch.zeros(batch, 512, c.text_dim)}
        if c.image_dim is not None:
            inputs["encoder_hidden_states_image"] = torch.zeros(batch, c.pos_embed_seq_len or 257, c.image_dim)
        return inputs
