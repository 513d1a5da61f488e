# Models of open_clip as its model_configs describe them: CLIP and CoCa, with open_clip's names of modules. A tower of another
# library has that library's modules; one that is not known here is named.
import json
import timm
import torch
import torch.nn.functional as F
from _environment import unknown_member
from collections import OrderedDict
from timm.layers import LayerScale as _LayerScale, Mlp
from torch.nn import (GELU, AvgPool2d, BatchNorm2d, Conv2d, Dropout, Embedding, Identity, LayerNorm, Linear, Module, ModuleList,
                      MultiheadAttention, Parameter, ReLU, Sequential)
from transformers import AutoModel

# What a tower may say that changes neither its weights nor its work.
_WITHOUT_EFFECT = ("act_kwargs", "attention_mode", "bos_id", "eos_id", "hf_model_pretrained", "hf_tokenizer_name", "norm_kwargs",
                   "pad_id", "patch_dropout", "tiktoken_name", "timm_drop", "timm_drop_path", "timm_model_pretrained",
                   "tokenizer_kwargs", "tokenizer_mode", "tokenizer_type", "variable_text", "no_causal_mask", "image_seq_len")
# What a tower may have that is not written here, unless it is off.
_UNKNOWN_PARTS = ("block_type", "qk_norm", "scaled_cosine_attn", "scale_heads", "scale_attn_inner", "scale_attn", "scale_fc",
                  "norm_type", "mlp_bias", "attention_bias", "timm_model_kwargs")
_PARTS = ("embed_dim", "vision_cfg", "text_cfg", "multimodal_cfg", "quick_gelu", "custom_text", "init_logit_scale",
          "init_logit_bias", "nonscalar_logit_scale")
_AUDIO = ("audio_cfg", "audio_naflex_cfg")


def _tower(make, kind, described):
    """What `make` builds of a description, or what of it is not known."""
    options = {}
    for name, value in described.items():
        if name in _UNKNOWN_PARTS:
            if value:
                return unknown_member(f"{kind} with {name}", "open_clip")
        elif name not in _WITHOUT_EFFECT:
            options[name] = value
    try:
        return make(**options)
    except TypeError as problem:
        return unknown_member(f"{kind} ({problem})", "open_clip")


def _pair(size):
    return tuple(size) if isinstance(size, (list, tuple)) else (size, size)


class QuickGELU(Module):
    def forward(self, x):
        return x * torch.sigmoid(1.702 * x)


class LayerScale(_LayerScale):
    pass


class ResidualAttentionBlock(Module):
    def __init__(self, width, heads, mlp_ratio, ls_init_value, act_layer, is_cross_attention=False):
        super().__init__()
        self.is_cross_attention = is_cross_attention
        self.ln_1 = LayerNorm(width)
        self.attn = MultiheadAttention(width, heads, batch_first=True)
        self.ls_1 = LayerScale(width, ls_init_value) if ls_init_value is not None else Identity()
        if is_cross_attention:
            self.ln_1_kv = LayerNorm(width)
        self.ln_2 = LayerNorm(width)
        inner = int(width * mlp_ratio)
        self.mlp = Sequential(OrderedDict([
            ("c_fc", Linear(width, inner)), ("gelu", act_layer()), ("c_proj", Linear(inner, width))]))
        self.ls_2 = LayerScale(width, ls_init_value) if ls_init_value is not None else Identity()

    def forward(self, x, others=None):
        own = self.ln_1(x)
        others = self.ln_1_kv(others) if self.is_cross_attention else own
        x = x + self.ls_1(self.attn(own, others, others, need_weights=False)[0])
        return x + self.ls_2(self.mlp(self.ln_2(x)))


class Transformer(Module):
    def __init__(self, width, layers, heads, mlp_ratio, ls_init_value, act_layer):
        super().__init__()
        self.resblocks = ModuleList([
            ResidualAttentionBlock(width, heads, mlp_ratio, ls_init_value, act_layer) for _ in range(layers)])

    def forward(self, x):
        for block in self.resblocks:
            x = block(x)
        return x


class AttentionalPooler(Module):
    def __init__(self, output_dim, context_dim, heads, queries):
        super().__init__()
        self.query = Parameter(torch.randn(queries, output_dim))
        self.attn = MultiheadAttention(output_dim, heads, kdim=context_dim, vdim=context_dim, batch_first=True)
        self.ln_q = LayerNorm(output_dim)
        self.ln_k = LayerNorm(context_dim)

    def forward(self, x):
        x = self.ln_k(x)
        query = self.ln_q(self.query).unsqueeze(0).expand(x.shape[0], -1, -1)
        return self.attn(query, x, x, need_weights=False)[0]


class VisionTransformer(Module):
    def __init__(self, output_dim, act_layer, layers=12, width=768, head_width=64, mlp_ratio=4.0, patch_size=16, image_size=224,
                 ls_init_value=None, attentional_pool=False, attn_pooler_queries=256, attn_pooler_heads=8, no_ln_pre=False,
                 pos_embed_type="learnable", final_ln_after_pool=False, pool_type="tok", output_tokens=False, in_chans=3):
        super().__init__()
        (height, width_of_image), patch = _pair(image_size), _pair(patch_size)
        places = (height // patch[0]) * (width_of_image // patch[1])
        self.pool_type, self.output_tokens = pool_type, output_tokens
        self.final_ln_after_pool = final_ln_after_pool
        self.conv1 = Conv2d(in_chans, width, kernel_size=patch, stride=patch, bias=False)
        self.class_embedding = Parameter(torch.randn(width))
        self.positional_embedding = Parameter(torch.randn(places + 1, width), requires_grad=pos_embed_type == "learnable")
        self.ln_pre = Identity() if no_ln_pre else LayerNorm(width)
        self.transformer = Transformer(width, layers, width // head_width, mlp_ratio, ls_init_value, act_layer)
        self.attn_pool = self.attn_pool_contrastive = None
        self.is_cascade = attentional_pool == "cascade"
        if attentional_pool:
            self.attn_pool = AttentionalPooler(output_dim, width, attn_pooler_heads, attn_pooler_queries)
        if isinstance(attentional_pool, str):
            self.attn_pool_contrastive = AttentionalPooler(output_dim, width, attn_pooler_heads, 1)
            self.pool_type = "none"
        pooled = output_dim if attentional_pool else width
        self.ln_post = LayerNorm(width if self.attn_pool_contrastive is not None else pooled)
        self.proj = Parameter(torch.randn(pooled, output_dim))

    def pooled_and_tokens(self, x):
        if self.attn_pool_contrastive is not None:
            x = self.ln_post(x)
            tokens = self.attn_pool(x)
            return self.attn_pool_contrastive(tokens if self.is_cascade else x), tokens
        if self.attn_pool is not None:
            return self.taken(self.ln_post(self.attn_pool(x)))
        if self.final_ln_after_pool:
            pooled, tokens = self.taken(x)
            return self.ln_post(pooled), tokens
        return self.taken(self.ln_post(x))

    def taken(self, x):
        if self.pool_type == "none":
            return x, x
        return (x[:, 1:].mean(dim=1) if self.pool_type == "avg" else x[:, 0]), x[:, 1:]

    def forward(self, x):
        x = self.conv1(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.class_embedding.expand(x.shape[0], 1, -1), x], dim=1) + self.positional_embedding
        pooled, tokens = self.pooled_and_tokens(self.transformer(self.ln_pre(x)))
        pooled = pooled @ self.proj
        return (pooled, tokens) if self.output_tokens else pooled


class Bottleneck(Module):
    def __init__(self, width, planes, stride=1):
        super().__init__()
        self.conv1 = Conv2d(width, planes, 1, bias=False)
        self.bn1 = BatchNorm2d(planes)
        self.act1 = ReLU(inplace=True)
        self.conv2 = Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = BatchNorm2d(planes)
        self.act2 = ReLU(inplace=True)
        self.avgpool = AvgPool2d(stride) if stride > 1 else Identity()
        self.conv3 = Conv2d(planes, 4 * planes, 1, bias=False)
        self.bn3 = BatchNorm2d(4 * planes)
        self.act3 = ReLU(inplace=True)
        self.downsample = None
        if stride > 1 or width != 4 * planes:
            self.downsample = Sequential(OrderedDict([
                ("-1", AvgPool2d(stride)), ("0", Conv2d(width, 4 * planes, 1, bias=False)), ("1", BatchNorm2d(4 * planes))]))

    def forward(self, x):
        out = self.act1(self.bn1(self.conv1(x)))
        out = self.avgpool(self.act2(self.bn2(self.conv2(out))))
        out = self.bn3(self.conv3(out))
        return self.act3(out + (x if self.downsample is None else self.downsample(x)))


class AttentionPool2d(Module):
    def __init__(self, places, width, heads, output_dim):
        super().__init__()
        self.num_heads = heads
        self.positional_embedding = Parameter(torch.randn(places + 1, width))
        self.k_proj = Linear(width, width)
        self.q_proj = Linear(width, width)
        self.v_proj = Linear(width, width)
        self.c_proj = Linear(width, output_dim)

    def forward(self, x):
        x = x.flatten(2).transpose(1, 2)
        x = torch.cat([x.mean(dim=1, keepdim=True), x], dim=1) + self.positional_embedding
        query, key, value = [project(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                             for project in (self.q_proj, self.k_proj, self.v_proj)]
        return self.c_proj(F.scaled_dot_product_attention(query, key, value).transpose(1, 2).flatten(2))[:, 0]


class ModifiedResNet(Module):
    def __init__(self, output_dim, layers, width=64, head_width=64, image_size=224, mlp_ratio=4.0, patch_size=None):
        super().__init__()
        height, width_of_image = _pair(image_size)
        self.conv1 = Conv2d(3, width // 2, kernel_size=3, stride=2, padding=1, bias=False)
        self.bn1 = BatchNorm2d(width // 2)
        self.act1 = ReLU(inplace=True)
        self.conv2 = Conv2d(width // 2, width // 2, kernel_size=3, padding=1, bias=False)
        self.bn2 = BatchNorm2d(width // 2)
        self.act2 = ReLU(inplace=True)
        self.conv3 = Conv2d(width // 2, width, kernel_size=3, padding=1, bias=False)
        self.bn3 = BatchNorm2d(width)
        self.act3 = ReLU(inplace=True)
        self.avgpool = AvgPool2d(2)
        inputs = [width, 4 * width, 8 * width, 16 * width]
        self.layer1, self.layer2, self.layer3, self.layer4 = [
            Sequential(Bottleneck(inputs[i], width << i, 1 if i == 0 else 2),
                       *[Bottleneck(4 * (width << i), width << i) for _ in range(layers[i] - 1)]) for i in range(4)]
        places = (height // 32) * (width_of_image // 32)
        self.attnpool = AttentionPool2d(places, 32 * width, width * 32 // head_width, output_dim)

    def forward(self, x):
        x = self.act1(self.bn1(self.conv1(x)))
        x = self.act2(self.bn2(self.conv2(x)))
        x = self.avgpool(self.act3(self.bn3(self.conv3(x))))
        return self.attnpool(self.layer4(self.layer3(self.layer2(self.layer1(x)))))


class TimmModel(Module):
    def __init__(self, output_dim, timm_model_name, timm_pool="avg", timm_proj="linear", timm_proj_bias=False, image_size=224,
                 in_chans=3):
        super().__init__()
        if timm_pool in ("abs_attn", "rot_attn"):
            self.trunk = unknown_member(f"{timm_model_name} with pool {timm_pool}", "timm")
            return
        pool = {"global_pool": timm_pool} if timm_pool else {}
        self.trunk = timm.create_model(timm_model_name, num_classes=0 if timm_proj else output_dim, in_chans=in_chans, **pool)
        self.head = Sequential(self.projection(timm_proj, output_dim, timm_proj_bias))

    def projection(self, kind, output_dim, bias):
        if kind == "linear":
            return OrderedDict([("drop", Dropout(0.0)), ("proj", Linear(self.trunk.num_features, output_dim, bias=bias))])
        if kind == "mlp":
            return OrderedDict([("mlp", Mlp(self.trunk.num_features, 2 * output_dim, output_dim, bias=(True, bias)))])
        return OrderedDict()

    def forward(self, x):
        return self.head(self.trunk(x))


class TextTransformer(Module):
    def __init__(self, output_dim, act_layer, context_length=77, vocab_size=49408, width=512, heads=8, layers=12, mlp_ratio=4.0,
                 ls_init_value=None, embed_cls=False, final_ln_after_pool=False, pool_type="argmax", proj_bias=False,
                 proj_type="linear", output_tokens=False):
        super().__init__()
        self.output_tokens = output_tokens
        self.token_embedding = Embedding(vocab_size, width)
        self.cls_emb = Parameter(torch.empty(width)) if embed_cls else None
        self.positional_embedding = Parameter(torch.empty(context_length + (1 if embed_cls else 0), width))
        self.transformer = Transformer(width, layers, heads, mlp_ratio, ls_init_value, act_layer)
        self.ln_final = LayerNorm(width)
        self.text_projection = None
        if proj_type != "none":
            self.text_projection = Linear(width, output_dim) if proj_bias else Parameter(torch.empty(width, output_dim))

    def projected(self, x):
        if self.text_projection is None:
            return x
        return self.text_projection(x) if isinstance(self.text_projection, Linear) else x @ self.text_projection

    def forward(self, text):
        x = self.token_embedding(text)
        if self.cls_emb is not None:
            x = torch.cat([x, self.cls_emb.expand(x.shape[0], 1, -1)], dim=1)
        x = self.transformer(x + self.positional_embedding)
        # Whichever token is pooled, its width is the same.
        if self.cls_emb is None:
            tokens = self.ln_final(x)
            pooled = tokens[:, -1]
        else:
            tokens, pooled = x[:, :-1], self.ln_final(x[:, -1])
        pooled = self.projected(pooled)
        return (pooled, tokens) if self.output_tokens else pooled


# Of models that encode and decode, the encoder is the tower.
_ENCODERS = {each: lambda model: model.encoder for each in ("mt5", "t5", "m2m_100")}


class HFTextEncoder(Module):
    def __init__(self, output_dim, hf_model_name, hf_proj_type="mlp", hf_pooler_type="mean_pooler", hf_model_config=None,
                 context_length=77, vocab_size=0, output_tokens=False, width=0, heads=0, layers=0):
        super().__init__()
        model = AutoModel.from_pretrained(hf_model_name, add_pooling_layer=hf_pooler_type == "cls_pooler",
                                          **(hf_model_config or {}))
        self.transformer = _ENCODERS.get(model.config.model_type, lambda model: model)(model)
        self.proj = self.projection(hf_proj_type, model.config.hidden_size, output_dim)

    def projection(self, kind, width, output_dim):
        if kind == "linear":
            return Linear(width, output_dim, bias=False)
        if kind == "mlp":
            inner = (width + output_dim) // 2
            return Sequential(Linear(width, inner, bias=False), GELU(), Linear(inner, output_dim, bias=False))
        if kind == "clap_mlp":
            return Sequential(Linear(width, output_dim), ReLU(), Linear(output_dim, output_dim))
        return Identity() if width == output_dim else unknown_member(f"projection {kind}", "open_clip")

    def forward(self, text):
        return self.proj(self.transformer(text)[0].mean(dim=1))


class MultimodalTransformer(Transformer):
    def __init__(self, output_dim, act_layer, context_length=77, width=512, heads=8, layers=12, mlp_ratio=4.0, ls_init_value=None,
                 vocab_size=49408, dim_head=64, n_queries=256, attn_pooler_heads=8):
        super().__init__(width, layers, heads, mlp_ratio, ls_init_value, act_layer)
        self.cross_attn = ModuleList([
            ResidualAttentionBlock(width, heads, mlp_ratio, ls_init_value, act_layer, True) for _ in range(layers)])
        self.ln_final = LayerNorm(width)
        self.text_projection = Parameter(torch.empty(width, output_dim))

    def forward(self, image_embs, text_embs):
        for own, cross in zip(self.resblocks, self.cross_attn):
            text_embs = cross(own(text_embs), image_embs)
        return self.ln_final(text_embs) @ self.text_projection


def _vision_tower(described, output_dim, act_layer):
    def make(**options):
        if options.get("timm_model_name"):
            own = ("layers", "width", "patch_size", "head_width", "mlp_ratio")
            return TimmModel(output_dim, **{name: value for name, value in options.items() if name not in own})
        if isinstance(options.get("layers"), list):
            return ModifiedResNet(output_dim, **options)
        return VisionTransformer(output_dim, act_layer, **options)
    return _tower(make, "vision tower", described)


def _text_tower(described, output_dim, act_layer):
    def make(text_arch="clip", **options):
        if text_arch != "clip":
            return unknown_member(f"text_arch {text_arch}", "open_clip")
        if options.get("hf_model_name"):
            return HFTextEncoder(output_dim, **options)
        return TextTransformer(output_dim, act_layer, **options)
    return _tower(make, "text tower", described)


class _Model(Module):
    def __init__(self, embed_dim, text_cfg, vision_cfg=None, quick_gelu=False, init_logit_bias=None, nonscalar_logit_scale=False,
                 **options):
        super().__init__()
        self.act_layer = QuickGELU if quick_gelu else GELU
        shape = [1] if nonscalar_logit_scale else []
        self.add_text(_text_tower(text_cfg, embed_dim, self.act_layer))
        if vision_cfg is not None:
            self.visual = _vision_tower(vision_cfg, embed_dim, self.act_layer)
        self.logit_scale = Parameter(torch.ones(shape))
        if init_logit_bias is not None:
            self.logit_bias = Parameter(torch.ones(shape))

    def add_text(self, tower):
        self.text = tower


class CustomTextCLIP(_Model):
    def forward(self, image, text):
        return F.normalize(self.visual(image), dim=-1), F.normalize(self.text(text), dim=-1), self.logit_scale.exp()


class CoCa(_Model):
    def __init__(self, multimodal_cfg, **options):
        super().__init__(**options)
        vocabulary = options["text_cfg"].get("vocab_size", 49408)
        self.text_decoder = _tower(lambda **sizes: MultimodalTransformer(vocabulary, self.act_layer, **sizes), "decoder",
                                   multimodal_cfg)

    def forward(self, image, text):
        image_latent, image_embs = self.visual(image)
        text_latent, token_embs = self.text(text)
        logits = self.text_decoder(image_embs, token_embs)
        return F.normalize(image_latent, dim=-1), F.normalize(text_latent, dim=-1), logits, self.logit_scale.exp()


class CLIP(_Model):
    """CLIP with the modules of its text tower as its own."""

    def add_text(self, tower):
        self.transformer = tower.transformer
        self.token_embedding = tower.token_embedding
        self.positional_embedding = tower.positional_embedding
        self.ln_final = tower.ln_final
        self.text_projection = tower.text_projection

    def forward(self, image, text):
        x = self.transformer(self.token_embedding(text) + self.positional_embedding)
        x = self.ln_final(x)[:, -1]
        x = self.text_projection(x) if isinstance(self.text_projection, Linear) else x @ self.text_projection
        return F.normalize(self.visual(image), dim=-1), F.normalize(x, dim=-1), self.logit_scale.exp()


def model_of(text):
    """The model that a config describes, with a pass of one image and one text where its towers are known."""
    described = json.loads(text)
    described = described.get("model_cfg", described)
    is_custom = described.get("custom_text", False) or "hf_model_name" in described["text_cfg"]
    cls = CoCa if "multimodal_cfg" in described else CustomTextCLIP if is_custom else CLIP
    model = cls(**{name: value for name, value in described.items() if name in _PARTS})
    for name in described:
        if name in _AUDIO:
            model.audio = unknown_member(name, "open_clip")
        elif name not in _PARTS:
            return unknown_member(name, "open_clip")
    if "vision_cfg" in described:
        image = (described["vision_cfg"].get("in_chans", 3), *_pair(described["vision_cfg"].get("image_size", 224)))
        tokens = described["text_cfg"].get("context_length", 77)
        model(torch.zeros(1, *image), torch.zeros(1, tokens, dtype=torch.long))
    return model
