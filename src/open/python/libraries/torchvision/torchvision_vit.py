# The vision transformers of torchvision, with the names of its modules.
from collections import OrderedDict
from functools import partial
from torch import cat, empty, zeros
from torch.nn import (GELU, Conv2d, Dropout, LayerNorm, Linear, Module, MultiheadAttention, Parameter, ReLU, Sequential,
                      Tanh)
from torchvision.ops import MLP, Conv2dNormActivation


class MLPBlock(MLP):
    def __init__(self, in_dim, mlp_dim, dropout):
        super().__init__(in_dim, [mlp_dim, in_dim], activation_layer=GELU, inplace=None, dropout=dropout)


class EncoderBlock(Module):
    def __init__(self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer=partial(LayerNorm, eps=1e-6)):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = MultiheadAttention(hidden_dim, num_heads, dropout=attention_dropout, batch_first=True)
        self.dropout = Dropout(dropout)
        self.ln_2 = norm_layer(hidden_dim)
        self.mlp = MLPBlock(hidden_dim, mlp_dim, dropout)

    def forward(self, input):
        x = self.ln_1(input)
        x, _ = self.self_attention(x, x, x, need_weights=False)
        x = self.dropout(x) + input
        return x + self.mlp(self.ln_2(x))


class Encoder(Module):
    def __init__(self, seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout,
                 norm_layer=partial(LayerNorm, eps=1e-6)):
        super().__init__()
        self.pos_embedding = Parameter(empty(1, seq_length, hidden_dim))
        self.dropout = Dropout(dropout)
        layers = OrderedDict()
        for i in range(num_layers):
            layers[f"encoder_layer_{i}"] = EncoderBlock(num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer)
        self.layers = Sequential(layers)
        self.ln = norm_layer(hidden_dim)

    def forward(self, input):
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))


class VisionTransformer(Module):
    def __init__(self, image_size, patch_size, num_layers, num_heads, hidden_dim, mlp_dim, dropout=0.0,
                 attention_dropout=0.0, num_classes=1000, representation_size=None,
                 norm_layer=partial(LayerNorm, eps=1e-6), conv_stem_configs=None):
        super().__init__()
        self.image_size = image_size
        self.patch_size = patch_size
        self.hidden_dim = hidden_dim
        self.mlp_dim = mlp_dim
        self.num_classes = num_classes
        self.representation_size = representation_size
        if conv_stem_configs is not None:
            self.conv_proj = self._stem(conv_stem_configs, hidden_dim)
        else:
            self.conv_proj = Conv2d(3, hidden_dim, kernel_size=patch_size, stride=patch_size)
        self.seq_length = (image_size // patch_size) ** 2 + 1
        self.class_token = Parameter(zeros(1, 1, hidden_dim))
        self.encoder = Encoder(self.seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout,
                               norm_layer)
        heads = OrderedDict()
        if representation_size is None:
            heads["head"] = Linear(hidden_dim, num_classes)
        else:
            heads["pre_logits"] = Linear(hidden_dim, representation_size)
            heads["act"] = Tanh()
            heads["head"] = Linear(representation_size, num_classes)
        self.heads = Sequential(heads)

    def _stem(self, configs, hidden_dim):
        stem = Sequential()
        width = 3
        for i, each in enumerate(configs):
            stem.add_module(f"conv_bn_relu_{i}", Conv2dNormActivation(
                width, each.out_channels, kernel_size=each.kernel_size, stride=each.stride, norm_layer=each.norm_layer,
                activation_layer=each.activation_layer))
            width = each.out_channels
        stem.add_module("conv_last", Conv2d(width, hidden_dim, kernel_size=1))
        return stem

    def _process_input(self, x):
        n, c, h, w = x.shape
        if h != self.image_size or w != self.image_size:
            raise AssertionError(f"Wrong image height! Expected {self.image_size} but got {h}!")
        return self.conv_proj(x).reshape(n, self.hidden_dim, self.seq_length - 1).permute(0, 2, 1)

    def forward(self, x):
        x = self._process_input(x)
        x = cat([self.class_token.expand(x.shape[0], -1, -1), x], dim=1)
        return self.heads(self.encoder(x)[:, 0])


def _vit(patch_size, num_layers, num_heads, hidden_dim, mlp_dim):
    def build(weights=None, progress=True, pretrained=False, image_size=224, **kwargs):
        return VisionTransformer(image_size, patch_size, num_layers, num_heads, hidden_dim, mlp_dim, **kwargs)
    return build


vit_b_16 = _vit(16, 12, 12, 768, 3072)
vit_b_32 = _vit(32, 12, 12, 768, 3072)
vit_l_16 = _vit(16, 24, 16, 1024, 4096)
vit_l_32 = _vit(32, 24, 16, 1024, 4096)
vit_h_14 = _vit(14, 32, 16, 1280, 5120)
