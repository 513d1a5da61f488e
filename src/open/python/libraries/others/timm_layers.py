# Layers and helpers of timm that model files import.
import torch
import torch.nn.functional as F
from torch.nn import (GELU, BatchNorm2d, Conv2d, Dropout, Flatten, Identity, LayerNorm, Linear, Module, Parameter, ReLU,
                      Sequential, Sigmoid, SiLU)

from _environment import unknown_member

IMAGENET_DEFAULT_MEAN = (0.485, 0.456, 0.406)
IMAGENET_DEFAULT_STD = (0.229, 0.224, 0.225)
IMAGENET_INCEPTION_MEAN = (0.5, 0.5, 0.5)
IMAGENET_INCEPTION_STD = (0.5, 0.5, 0.5)


def to_ntuple(n):
    return lambda x: tuple(x) if isinstance(x, (tuple, list)) else (x,) * n


to_1tuple, to_2tuple, to_3tuple, to_4tuple = to_ntuple(1), to_ntuple(2), to_ntuple(3), to_ntuple(4)


def _given(**options):
    """The options that ask for something."""
    return {name: value for name, value in options.items() if value}


def _doubt(module, others):
    """Leaves open what arguments of another version of timm add."""
    names = [name for name in others if name not in ("device", "dtype")]
    if names:
        module.others = unknown_member(", ".join(names), "timm's " + type(module).__name__)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    return tensor


trunc_normal_tf_ = variance_scaling_ = trunc_normal_


def lecun_normal_(tensor):
    return tensor


def make_divisible(v, divisor=8, min_value=None, round_limit=0.9):
    min_value = min_value or divisor
    new_v = max(min_value, int(v + divisor / 2) // divisor * divisor)
    if new_v < round_limit * v:
        new_v += divisor
    return new_v


def use_fused_attn(*args, **kwargs):
    return True


def drop_path(x, drop_prob=0.0, training=False, scale_by_keep=True):
    return x


class DropPath(Module):
    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        return x


class LayerScale(Module):
    def __init__(self, dim, init_values=1e-5, inplace=False, device=None, dtype=None):
        super().__init__()
        self.gamma = Parameter(init_values * torch.ones(dim))

    def forward(self, x):
        return x * self.gamma


class LayerNorm2d(LayerNorm):
    def __init__(self, num_channels, eps=1e-6, affine=True, device=None, dtype=None):
        super().__init__(num_channels, eps=eps, elementwise_affine=affine)

    def forward(self, x):
        x = x.permute(0, 2, 3, 1)
        return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps).permute(0, 3, 1, 2)


class PatchEmbed(Module):
    def __init__(self, img_size=224, patch_size=16, in_chans=3, embed_dim=768, norm_layer=None, flatten=True,
                 output_fmt=None, bias=True, strict_img_size=True, dynamic_img_pad=False, device=None, dtype=None):
        super().__init__()
        self.patch_size = to_2tuple(patch_size)
        self.img_size = None
        self.grid_size = None
        self.num_patches = None
        if img_size is not None:
            self.img_size = to_2tuple(img_size)
            self.grid_size = (self.img_size[0] // self.patch_size[0], self.img_size[1] // self.patch_size[1])
            self.num_patches = self.grid_size[0] * self.grid_size[1]
        self.flatten = flatten
        self.proj = Conv2d(in_chans, embed_dim, kernel_size=self.patch_size, stride=self.patch_size, bias=bias)
        self.norm = norm_layer(embed_dim) if norm_layer else Identity()

    def forward(self, x):
        x = self.proj(x)
        if self.flatten:
            x = x.flatten(2).transpose(1, 2)
        return self.norm(x)


class Mlp(Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=GELU, norm_layer=None, bias=True,
                 drop=0.0, use_conv=False, device=None, dtype=None):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        bias = to_2tuple(bias)
        drop = to_2tuple(drop)

        def layer(width, output, has_bias):
            return Conv2d(width, output, kernel_size=1, bias=has_bias) if use_conv else Linear(width, output, bias=has_bias)

        self.fc1 = layer(in_features, hidden_features, bias[0])
        self.act = act_layer()
        self.drop1 = Dropout(drop[0])
        self.norm = norm_layer(hidden_features) if norm_layer is not None else Identity()
        self.fc2 = layer(hidden_features, out_features, bias[1])
        self.drop2 = Dropout(drop[1])

    def forward(self, x):
        return self.drop2(self.fc2(self.norm(self.drop1(self.act(self.fc1(x))))))


class GluMlp(Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=Sigmoid, norm_layer=None, bias=True,
                 drop=0.0, use_conv=False, gate_last=True, device=None, dtype=None):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        self.chunk_dim = 1 if use_conv else -1
        self.gate_last = gate_last

        def layer(width, output):
            return Conv2d(width, output, kernel_size=1, bias=bias) if use_conv else Linear(width, output, bias=bias)

        self.fc1 = layer(in_features, hidden_features)
        self.act = act_layer()
        self.norm = norm_layer(hidden_features // 2) if norm_layer is not None else Identity()
        self.fc2 = layer(hidden_features // 2, out_features)

    def forward(self, x):
        x1, x2 = self.fc1(x).chunk(2, dim=self.chunk_dim)
        x = x1 * self.act(x2) if self.gate_last else self.act(x1) * x2
        return self.fc2(self.norm(x))


class SwiGLU(Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=SiLU, norm_layer=None, bias=True,
                 drop=0.0, align_to=0, device=None, dtype=None):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        hidden_features += -hidden_features % align_to if align_to else 0
        self.fc1_g = Linear(in_features, hidden_features, bias=bias)
        self.fc1_x = Linear(in_features, hidden_features, bias=bias)
        self.act = act_layer()
        self.norm = norm_layer(hidden_features) if norm_layer is not None else Identity()
        self.fc2 = Linear(hidden_features, out_features, bias=bias)

    def forward(self, x):
        return self.fc2(self.norm(self.act(self.fc1_g(x)) * self.fc1_x(x)))


class ConvMlp(Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=ReLU, norm_layer=None, bias=True,
                 drop=0.0, device=None, dtype=None):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        self.fc1 = Conv2d(in_features, hidden_features, kernel_size=1, bias=bias)
        self.norm = norm_layer(hidden_features) if norm_layer else Identity()
        self.act = act_layer()
        self.drop = Dropout(drop)
        self.fc2 = Conv2d(hidden_features, out_features, kernel_size=1, bias=bias)

    def forward(self, x):
        return self.fc2(self.drop(self.act(self.norm(self.fc1(x)))))


class SqueezeExcite(Module):
    def __init__(self, channels, rd_ratio=1. / 16, rd_channels=None, rd_divisor=8, add_maxpool=False, bias=True,
                 act_layer=ReLU, norm_layer=None, gate_layer=Sigmoid, device=None, dtype=None):
        super().__init__()
        rd_channels = rd_channels or make_divisible(channels * rd_ratio, rd_divisor, round_limit=0.0)
        self.fc1 = Conv2d(channels, rd_channels, kernel_size=1, bias=bias)
        self.bn = norm_layer(rd_channels) if norm_layer else Identity()
        self.act = act_layer()
        self.fc2 = Conv2d(rd_channels, channels, kernel_size=1, bias=bias)
        self.gate = gate_layer()

    def forward(self, x):
        scale = x.mean((2, 3), keepdim=True)
        return x * self.gate(self.fc2(self.act(self.bn(self.fc1(scale)))))


SEModule = SqueezeExcite


class Attention(Module):
    def __init__(self, dim, num_heads=8, qkv_bias=False, qk_norm=False, scale_norm=False, proj_bias=True, attn_drop=0.0,
                 proj_drop=0.0, norm_layer=LayerNorm, attn_head_dim=None, dim_out=None, gated=False, **others):
        super().__init__()
        assert attn_head_dim or dim % num_heads == 0, "dim should be divisible by num_heads"
        self.num_heads = num_heads
        self.head_dim = attn_head_dim or dim // num_heads
        self.attn_dim = num_heads * self.head_dim
        self.scale = self.head_dim ** -0.5
        self.qkv = Linear(dim, self.attn_dim * 3, bias=qkv_bias)
        self.q_norm = norm_layer(self.head_dim) if qk_norm else Identity()
        self.k_norm = norm_layer(self.head_dim) if qk_norm else Identity()
        self.attn_drop = Dropout(attn_drop)
        self.norm = norm_layer(self.attn_dim) if scale_norm else Identity()
        self.gate = Linear(dim, self.attn_dim, bias=qkv_bias) if gated else None
        self.proj = Linear(self.attn_dim, dim_out or dim, bias=proj_bias)
        self.proj_drop = Dropout(proj_drop)
        _doubt(self, others)

    def forward(self, x, attn_mask=None):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attn = (self.q_norm(q) * self.scale) @ self.k_norm(k).transpose(-2, -1)
        attn = self.attn_drop(attn.softmax(dim=-1))
        out = self.norm((attn @ v).transpose(1, 2).reshape(B, N, self.attn_dim))
        if self.gate is not None:
            out = out * self.gate(x).sigmoid()
        return self.proj_drop(self.proj(out))


class Block(Module):
    def __init__(self, dim, num_heads, mlp_ratio=4.0, qkv_bias=False, qk_norm=False, scale_attn_norm=False, scale_mlp_norm=False,
                 proj_bias=True, proj_drop=0.0, attn_drop=0.0, init_values=None, drop_path=0.0, act_layer=GELU,
                 norm_layer=LayerNorm, mlp_layer=Mlp, attn_layer=Attention, depth=0, drop=0.0, qk_scale=None, **others):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = attn_layer(dim, num_heads=num_heads, qkv_bias=qkv_bias, qk_norm=qk_norm, proj_bias=proj_bias, attn_drop=attn_drop,
                               proj_drop=proj_drop or drop, norm_layer=norm_layer, **_given(scale_norm=scale_attn_norm))
        self.ls1 = LayerScale(dim, init_values) if init_values else Identity()
        self.drop_path1 = DropPath(drop_path) if drop_path > 0.0 else Identity()
        self.norm2 = norm_layer(dim)
        self.mlp = mlp_layer(in_features=dim, hidden_features=int(dim * mlp_ratio), act_layer=act_layer,
                             drop=proj_drop or drop, **_given(norm_layer=norm_layer if scale_mlp_norm else None),
                             **({} if proj_bias else {"bias": False}))
        self.ls2 = LayerScale(dim, init_values) if init_values else Identity()
        self.drop_path2 = DropPath(drop_path) if drop_path > 0.0 else Identity()
        _doubt(self, others)

    def forward(self, x, attn_mask=None):
        x = x + self.drop_path1(self.ls1(self.attn(self.norm1(x))))
        return x + self.drop_path2(self.ls2(self.mlp(self.norm2(x))))


class AttentionPoolLatent(Module):
    """Attention of learned tokens to all others, and an MLP unless `out_features` is 0."""

    def __init__(self, in_features, out_features=None, embed_dim=None, num_heads=8, feat_size=None, mlp_ratio=4.0, qkv_bias=True,
                 q_proj=True, qk_norm=False, latent_len=1, latent_dim=None, pos_embed="", pool_type="token", norm_layer=None,
                 act_layer=GELU, drop=0.0, device=None, dtype=None):
        super().__init__()
        embed_dim, latent_dim = embed_dim or in_features, latent_dim or embed_dim or in_features
        out_features = in_features if out_features is None else out_features
        assert embed_dim % num_heads == 0 and (q_proj or latent_dim == embed_dim)
        self.num_heads = num_heads
        self.pool = pool_type
        self.pos_embed = Parameter(torch.zeros(feat_size, in_features)) if pos_embed == "abs" else None
        self.latent = Parameter(torch.zeros(1, latent_len, latent_dim))
        self.q = Linear(latent_dim, embed_dim, bias=qkv_bias) if q_proj else Identity()
        self.kv = Linear(embed_dim, embed_dim * 2, bias=qkv_bias)
        self.q_norm = (norm_layer or LayerNorm)(embed_dim // num_heads) if qk_norm else Identity()
        self.k_norm = (norm_layer or LayerNorm)(embed_dim // num_heads) if qk_norm else Identity()
        self.proj = Linear(embed_dim, out_features) if out_features else Identity()
        self.proj_drop = Dropout(drop)
        self.norm = norm_layer(out_features) if norm_layer is not None and out_features else Identity()
        self.mlp = None
        if out_features:
            self.mlp = Mlp(out_features, int(out_features * mlp_ratio), out_features=out_features, act_layer=act_layer)

    def forward(self, x, attn_mask=None):
        x = x if self.pos_embed is None else x + self.pos_embed
        q = self.q(self.latent.expand(x.shape[0], -1, -1)).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        k, v = [each.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for each in self.kv(x).chunk(2, dim=-1)]
        x = F.scaled_dot_product_attention(self.q_norm(q), self.k_norm(k), v).transpose(1, 2).flatten(2)
        x = self.proj_drop(self.proj(x))
        x = x if self.mlp is None else x + self.mlp(self.norm(x))
        return x[:, 0] if self.pool == "token" else x.mean(dim=1) if self.pool == "avg" else x


class VisionTransformer(Module):
    def __init__(self, img_size=224, patch_size=16, in_chans=3, num_classes=1000, global_pool="token", embed_dim=768,
                 depth=12, num_heads=12, mlp_ratio=4.0, qkv_bias=True, qk_norm=False, scale_attn_norm=False, scale_mlp_norm=False,
                 proj_bias=True, init_values=None, class_token=True, pos_embed="learn", no_embed_class=False, reg_tokens=0,
                 pre_norm=False, final_norm=True, fc_norm=None, pool_include_prefix=False, dynamic_img_size=False,
                 dynamic_img_pad=False, drop_rate=0.0, pos_drop_rate=0.0, patch_drop_rate=0.0, proj_drop_rate=0.0,
                 attn_drop_rate=0.0, drop_path_rate=0.0, weight_init="", fix_init=False, embed_layer=PatchEmbed,
                 embed_norm_layer=None, norm_layer=None, act_layer=None, block_fn=Block, mlp_layer=Mlp, attn_layer=Attention,
                 qk_scale=None, **others):
        super().__init__()
        norm_layer = get_norm_layer(norm_layer) or (lambda width: LayerNorm(width, eps=1e-6))
        act_layer = get_act_layer(act_layer) or GELU
        self.num_classes = num_classes
        self.global_pool = global_pool
        self.num_features = self.embed_dim = embed_dim
        self.num_prefix_tokens = (1 if class_token else 0) + reg_tokens
        self.num_reg_tokens, self.no_embed_class, self.pool_include_prefix = reg_tokens, no_embed_class, pool_include_prefix
        self.patch_embed = embed_layer(img_size=img_size, patch_size=patch_size, in_chans=in_chans, embed_dim=embed_dim,
                                       bias=not pre_norm, **_given(norm_layer=get_norm_layer(embed_norm_layer)))
        places = self.patch_embed.num_patches + (0 if no_embed_class else self.num_prefix_tokens)
        self.cls_token = Parameter(torch.zeros(1, 1, embed_dim)) if class_token else None
        self.reg_token = Parameter(torch.zeros(1, reg_tokens, embed_dim)) if reg_tokens else None
        self.pos_embed = Parameter(torch.randn(1, places, embed_dim) * .02) if pos_embed not in ("", "none") else None
        self.pos_drop = Dropout(p=pos_drop_rate)
        self.norm_pre = norm_layer(embed_dim) if pre_norm else Identity()
        self.blocks = Sequential(*[
            block_fn(dim=embed_dim, num_heads=num_heads, mlp_ratio=mlp_ratio, qkv_bias=qkv_bias, init_values=init_values,
                     norm_layer=norm_layer, act_layer=act_layer, mlp_layer=mlp_layer,
                     **_given(qk_norm=qk_norm, scale_attn_norm=scale_attn_norm, scale_mlp_norm=scale_mlp_norm),
                     **({} if proj_bias else {"proj_bias": False}),
                     **({} if attn_layer is Attention else {"attn_layer": attn_layer}))
            for i in range(depth)])
        use_fc_norm = global_pool in ("avg", "avgmax", "max") if fc_norm is None else fc_norm
        self.norm = norm_layer(embed_dim) if final_norm and not use_fc_norm else Identity()
        self.attn_pool = None
        if global_pool == "map":
            self.attn_pool = AttentionPoolLatent(embed_dim, num_heads=num_heads, mlp_ratio=mlp_ratio, norm_layer=norm_layer,
                                                 act_layer=act_layer)
        elif global_pool not in ("", "avg", "avgmax", "max", "token"):
            self.attn_pool = unknown_member("pool " + global_pool, "timm")
        self.fc_norm = norm_layer(embed_dim) if final_norm and use_fc_norm else Identity()
        self.head_drop = Dropout(drop_rate)
        self.head = Linear(embed_dim, num_classes) if num_classes > 0 else Identity()
        _doubt(self, others)

    def forward_features(self, x):
        x = self.patch_embed(x)
        places = 0 if self.pos_embed is None else self.pos_embed
        tokens = [each.expand(x.shape[0], -1, -1) for each in (self.cls_token, self.reg_token) if each is not None]
        x = torch.cat(tokens + [x + places if self.no_embed_class else x], dim=1)
        x = self.norm_pre(self.pos_drop(x if self.no_embed_class else x + places))
        return self.norm(self.blocks(x))

    def pool(self, x):
        if self.attn_pool is not None:
            return self.attn_pool(x if self.pool_include_prefix else x[:, self.num_prefix_tokens:])
        if self.global_pool in ("token", ""):
            return x[:, 0] if self.global_pool else x
        x = x if self.pool_include_prefix else x[:, self.num_prefix_tokens:]
        return x.mean(dim=1) if self.global_pool == "avg" else x.amax(dim=1)

    def forward_head(self, x):
        return self.head(self.head_drop(self.fc_norm(self.pool(x))))

    def forward(self, x):
        return self.forward_head(self.forward_features(x))


def _by_name(classes):
    return lambda name: classes[name] if isinstance(name, str) and name else name or None


get_act_layer = _by_name({"relu": ReLU, "gelu": GELU, "silu": SiLU, "swish": SiLU, "sigmoid": Sigmoid})
get_norm_layer = _by_name({"batchnorm2d": BatchNorm2d, "batchnorm": BatchNorm2d, "layernorm": LayerNorm,
                           "layernorm2d": LayerNorm2d})


def create_act_layer(name, inplace=None, **kwargs):
    return get_act_layer(name)(**kwargs)


def register_model(function):
    return function


def generate_default_cfgs(cfgs):
    return cfgs


def register_model_deprecations(*args):
    pass


def _cfg(url="", **kwargs):
    return {"url": url, **kwargs}


def named_apply(fn, module, name="", depth_first=True, include_root=False):
    return module


def checkpoint_seq(functions, x, *args, **kwargs):
    for function in functions:
        x = function(x)
    return x


def build_model_with_cfg(model_cls, variant, pretrained=False, default_cfg=None, model_cfg=None, feature_cfg=None,
                         pretrained_strict=True, pretrained_filter_fn=None, kwargs_filter=None, pretrained_cfg=None,
                         pretrained_cfg_overlay=None, pretrained_custom_load=False, **kwargs):
    kwargs = {name: value for name, value in kwargs.items() if value is not None}
    if kwargs.pop("features_only", False):
        return model_of_features_only
    return model_cls(**kwargs) if model_cfg is None else model_cls(cfg=model_cfg, **kwargs)


def register_notrace_module(module):
    return module


register_notrace_function = register_notrace_module
