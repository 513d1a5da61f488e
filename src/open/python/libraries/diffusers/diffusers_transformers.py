# FluxTransformer2DModel, ChromaTransformer2DModel and SD3Transformer2DModel of diffusers.
import torch
import torch.nn.functional as F
from _diffusers_bases import ConfigMixin, ModelMixin, register_to_config
from _diffusers_layers import FeedForward, ProjectedGELU, RMSNorm, TextProjection, TimestepEmbedding, attend, heads_of, sinusoids
from torch.nn import Conv2d, Dropout, LayerNorm, Linear, Module, ModuleList, SiLU


def _plain_norm(dim):
    return LayerNorm(dim, elementwise_affine=False, eps=1e-6)


def _changed(x, scale, shift):
    return x * (1 + scale[:, None]) + shift[:, None]


class ModulatedNorm(Module):
    """A norm whose scale and shift, and `parts` - 2 more numbers for what follows, come from the conditions: by a linear layer, or
    ready-made where the model has one place that makes them all."""

    def __init__(self, dim, parts, is_pruned=False):
        super().__init__()
        self.parts = parts
        self.silu = SiLU()
        self.linear = None if is_pruned else Linear(dim, parts * dim)
        self.norm = _plain_norm(dim)

    def forward(self, x, conditions):
        if self.linear is None:
            parts = conditions.unbind(1)
        else:
            parts = self.linear(self.silu(conditions)).chunk(self.parts, dim=1)
        if self.parts == 2:
            return _changed(self.norm(x), parts[0], parts[1])
        return (_changed(self.norm(x), parts[1], parts[0]),) + tuple(parts[2:])


class JointAttention(Module):
    """Attention over an image's tokens, and over a text's with layers of their own where `is_joint`."""

    def __init__(self, dim, heads, dim_head, is_joint=True, has_norms=True, is_last=False, has_output=True):
        super().__init__()
        inner = heads * dim_head
        self.heads = heads
        norm = (lambda: RMSNorm(dim_head, 1e-6)) if has_norms else (lambda: None)
        self.norm_q, self.norm_k = norm(), norm()
        self.to_q, self.to_k, self.to_v = Linear(dim, inner), Linear(dim, inner), Linear(dim, inner)
        if is_joint:
            self.add_k_proj, self.add_v_proj, self.add_q_proj = Linear(dim, inner), Linear(dim, inner), Linear(dim, inner)
            self.norm_added_q, self.norm_added_k = norm(), norm()
        self.to_out = ModuleList([Linear(inner, dim), Dropout(0.0)]) if has_output else None
        self.to_add_out = Linear(inner, dim) if is_joint and not is_last else None

    def of(self, x, layers, norms):
        query, key, value = [heads_of(layer(x), self.heads) for layer in layers]
        return (norms[0](query), norms[1](key), value) if norms[0] is not None else (query, key, value)

    def forward(self, x, text=None):
        own = self.of(x, (self.to_q, self.to_k, self.to_v), (self.norm_q, self.norm_k))
        if text is not None:
            more = self.of(text, (self.add_q_proj, self.add_k_proj, self.add_v_proj), (self.norm_added_q, self.norm_added_k))
            own = [torch.cat([first, second], dim=2) for first, second in zip(more, own)]
        out = attend(*own)
        if text is None:
            return out if self.to_out is None else self.to_out[0](out)
        text, x = out.split([text.shape[1], x.shape[1]], dim=1)
        return self.to_out[0](x), text if self.to_add_out is None else self.to_add_out(text)


class JointBlock(Module):
    """A block over tokens of an image and of a text; the last of SD3 leaves the text as it is."""

    def __init__(self, dim, heads, dim_head, has_norms=True, is_last=False, is_dual=False, is_pruned=False):
        super().__init__()
        self.is_last, self.is_dual = is_last, is_dual
        self.norm1 = ModulatedNorm(dim, 9 if is_dual else 6, is_pruned)
        self.norm1_context = ModulatedNorm(dim, 2 if is_last else 6, is_pruned)
        self.attn = JointAttention(dim, heads, dim_head, True, has_norms, is_last)
        self.attn2 = JointAttention(dim, heads, dim_head, False, has_norms) if is_dual else None
        self.norm2 = _plain_norm(dim)
        self.ff = FeedForward(dim)
        self.norm2_context = None if is_last else _plain_norm(dim)
        self.ff_context = None if is_last else FeedForward(dim)

    def forward(self, x, text, conditions, text_conditions):
        own, *changes = self.norm1(x, conditions)
        if self.is_last:
            other, others = self.norm1_context(text, text_conditions), None
        else:
            other, *others = self.norm1_context(text, text_conditions)
        from_image, from_text = self.attn(own, other)
        if self.is_dual:
            second = _changed(self.norm1.norm(x), changes[5], changes[4])
            x = x + changes[6][:, None] * self.attn2(second)
        x = self.rest(x, from_image, changes, self.norm2, self.ff)
        return x, text if self.is_last else self.rest(text, from_text, others, self.norm2_context, self.ff_context)

    @staticmethod
    def rest(x, attended, changes, norm, feed_forward):
        gate, shift, scale, last_gate = changes[:4]
        x = x + gate[:, None] * attended
        return x + last_gate[:, None] * feed_forward(_changed(norm(x), scale, shift))


class SingleBlock(Module):
    """A block over all tokens, with attention beside the feed forward layer."""

    def __init__(self, dim, heads, dim_head, is_pruned=False):
        super().__init__()
        self.norm = ModulatedNorm(dim, 3, is_pruned)
        self.proj_mlp = Linear(dim, 4 * dim)
        self.proj_out = Linear(5 * dim, dim)
        self.attn = JointAttention(dim, heads, dim_head, is_joint=False, has_output=False)

    def forward(self, x, conditions):
        own, gate = self.norm(x, conditions)
        both = torch.cat([self.attn(own), F.gelu(self.proj_mlp(own), approximate="tanh")], dim=2)
        return x + gate[:, None] * self.proj_out(both)


class Conditions(Module):
    """An embedding of the time step and of a text as a whole, and of the guidance where a model takes it."""

    def __init__(self, dim, pooled_dim, has_guidance=False):
        super().__init__()
        self.timestep_embedder = TimestepEmbedding(256, dim)
        self.guidance_embedder = TimestepEmbedding(256, dim) if has_guidance else None
        self.text_embedder = TextProjection(pooled_dim, dim, SiLU())

    def forward(self, timestep, guidance, pooled):
        found = self.timestep_embedder(sinusoids(timestep, 256))
        if self.guidance_embedder is not None:
            found = found + self.guidance_embedder(sinusoids(guidance, 256))
        return found + self.text_embedder(pooled)


class FluxTransformer2DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, patch_size=1, in_channels=64, out_channels=None, num_layers=19, num_single_layers=38,
                 attention_head_dim=128, num_attention_heads=24, joint_attention_dim=4096, pooled_projection_dim=768,
                 guidance_embeds=False, axes_dims_rope=(16, 56, 56)):
        super().__init__()
        self.build(num_layers, num_single_layers, num_attention_heads, attention_head_dim, in_channels, joint_attention_dim,
                   patch_size * patch_size * (out_channels or in_channels))
        self.time_text_embed = Conditions(self.inner_dim, pooled_projection_dim, guidance_embeds)

    def build(self, layers, single_layers, heads, dim_head, in_channels, text_channels, out_channels, is_pruned=False):
        self.inner_dim = dim = heads * dim_head
        self.context_embedder = Linear(text_channels, dim)
        self.x_embedder = Linear(in_channels, dim)
        self.transformer_blocks = ModuleList([JointBlock(dim, heads, dim_head, is_pruned=is_pruned) for _ in range(layers)])
        self.single_transformer_blocks = ModuleList([SingleBlock(dim, heads, dim_head, is_pruned) for _ in range(single_layers)])
        self.norm_out = ModulatedNorm(dim, 2, is_pruned)
        self.proj_out = Linear(dim, out_channels)

    def forward(self, hidden_states, encoder_hidden_states, pooled_projections, timestep, guidance=None):
        conditions = self.time_text_embed(timestep, guidance, pooled_projections)
        x, text = self.x_embedder(hidden_states), self.context_embedder(encoder_hidden_states)
        for block in self.transformer_blocks:
            x, text = block(x, text, conditions, conditions)
        x = torch.cat([text, x], dim=1)
        for block in self.single_transformer_blocks:
            x = block(x, conditions)
        return self.proj_out(self.norm_out(x[:, text.shape[1]:], conditions))

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, 4096, c.in_channels),
                "encoder_hidden_states": torch.zeros(batch, 512, c.joint_attention_dim),
                "pooled_projections": torch.zeros(batch, c.pooled_projection_dim), "timestep": torch.zeros(batch),
                "guidance": torch.zeros(batch), "img_ids": torch.zeros(4096, 3), "txt_ids": torch.zeros(512, 3)}


class Approximator(Module):
    def __init__(self, in_dim, out_dim, hidden_dim, layers):
        super().__init__()
        self.in_proj = Linear(in_dim, hidden_dim)
        self.layers = ModuleList([TextProjection(hidden_dim, hidden_dim, SiLU()) for _ in range(layers)])
        self.norms = ModuleList([RMSNorm(hidden_dim, 1e-6) for _ in range(layers)])
        self.out_proj = Linear(hidden_dim, out_dim)

    def forward(self, x):
        x = self.in_proj(x)
        for layer, norm in zip(self.layers, self.norms):
            x = x + layer(norm(x))
        return self.out_proj(x)


class ChromaTransformer2DModel(FluxTransformer2DModel):
    @register_to_config
    def __init__(self, patch_size=1, in_channels=64, out_channels=None, num_layers=19, num_single_layers=38,
                 attention_head_dim=128, num_attention_heads=24, joint_attention_dim=4096, axes_dims_rope=(16, 56, 56),
                 approximator_num_channels=64, approximator_hidden_dim=5120, approximator_layers=5,
                 approximator_in_factor=None):
        ModelMixin.__init__(self)
        self.build(num_layers, num_single_layers, num_attention_heads, attention_head_dim, in_channels, joint_attention_dim,
                   patch_size * patch_size * (out_channels or in_channels), is_pruned=True)
        self.width = approximator_num_channels if approximator_in_factor is None else 4 * approximator_in_factor
        self.distilled_guidance_layer = Approximator(self.width, self.inner_dim, approximator_hidden_dim, approximator_layers)

    def forward(self, hidden_states, encoder_hidden_states, timestep):
        joint, single = len(self.transformer_blocks), len(self.single_transformer_blocks)
        times = sinusoids(timestep, self.width)[:, None]
        every = self.distilled_guidance_layer(times.expand(-1, 3 * single + 12 * joint + 2, -1))
        x, text = self.x_embedder(hidden_states), self.context_embedder(encoder_hidden_states)
        first, last = 3 * single, 3 * single + 6 * joint
        for place, block in enumerate(self.transformer_blocks):
            own, other = first + 6 * place, last + 6 * place
            x, text = block(x, text, every[:, own:own + 6], every[:, other:other + 6])
        x = torch.cat([text, x], dim=1)
        for place, block in enumerate(self.single_transformer_blocks):
            x = block(x, every[:, 3 * place:3 * place + 3])
        return self.proj_out(self.norm_out(x[:, text.shape[1]:], every[:, -2:]))

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, 4096, c.in_channels),
                "encoder_hidden_states": torch.zeros(batch, 512, c.joint_attention_dim), "timestep": torch.zeros(batch),
                "img_ids": torch.zeros(4096, 3), "txt_ids": torch.zeros(512, 3)}


class PatchEmbed(Module):
    def __init__(self, in_channels, dim, patch, most):
        super().__init__()
        self.proj = Conv2d(in_channels, dim, patch, stride=patch)
        self.register_buffer("pos_embed", torch.zeros(1, most * most, dim))

    def forward(self, latent):
        latent = self.proj(latent).flatten(2).transpose(1, 2)
        return latent + self.pos_embed[:, :latent.shape[1]]


class SD3Transformer2DModel(ModelMixin, ConfigMixin):
    @register_to_config
    def __init__(self, sample_size=128, patch_size=2, in_channels=16, num_layers=18, attention_head_dim=64,
                 num_attention_heads=18, joint_attention_dim=4096, caption_projection_dim=1152, pooled_projection_dim=2048,
                 out_channels=16, pos_embed_max_size=96, dual_attention_layers=(), qk_norm=None):
        super().__init__()
        if qk_norm not in (None, "rms_norm"):
            raise NotImplementedError(f"qk_norm {qk_norm}")
        dim = num_attention_heads * attention_head_dim
        most = pos_embed_max_size or sample_size // patch_size
        self.pos_embed = PatchEmbed(in_channels, dim, patch_size, most)
        self.time_text_embed = Conditions(dim, pooled_projection_dim)
        self.context_embedder = Linear(joint_attention_dim, caption_projection_dim)
        self.transformer_blocks = ModuleList([
            JointBlock(dim, num_attention_heads, attention_head_dim, qk_norm is not None, i == num_layers - 1,
                       i in dual_attention_layers) for i in range(num_layers)])
        self.norm_out = ModulatedNorm(dim, 2)
        self.proj_out = Linear(dim, patch_size * patch_size * (out_channels or in_channels))

    def forward(self, hidden_states, encoder_hidden_states, pooled_projections, timestep):
        x = self.pos_embed(hidden_states)
        conditions = self.time_text_embed(timestep, None, pooled_projections)
        text = self.context_embedder(encoder_hidden_states)
        for block in self.transformer_blocks:
            x, text = block(x, text, conditions, conditions)
        return self.proj_out(self.norm_out(x, conditions))

    def usual_inputs(self, batch):
        c = self.config
        return {"hidden_states": torch.zeros(batch, c.in_channels, c.sample_size, c.sample_size),
                "encoder_hidden_states": torch.zeros(batch, 333, c.joint_attention_dim),
                "pooled_projections": torch.zeros(batch, c.pooled_projection_dim), "timestep": torch.zeros(batch)}
