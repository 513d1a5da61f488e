# timm.create_model() for the models that most texts name, with timm's names of modules.
import math
import re
import torch
import timm.layers
from _environment import unknown_member
from timm.layers import LayerNorm2d, Mlp, VisionTransformer, make_divisible
from torch import flatten
from torch.nn import (AdaptiveAvgPool2d, BatchNorm2d, Conv2d, Dropout, Flatten, Identity, LayerNorm, Linear, MaxPool2d,
                      Module, Parameter, ReLU, ReLU6, Sequential, Sigmoid, SiLU)
from torchvision.models import DenseNet as _DenseNet, ResNet as _ResNet
from torchvision.models.resnet import BasicBlock, Bottleneck


def _pool(global_pool):
    return Sequential(AdaptiveAvgPool2d(1), Flatten(1)) if global_pool else Identity()


def _head(width, num_classes):
    return Linear(width, num_classes) if num_classes > 0 else Identity()


class _Classifier(Module):
    """What timm's models of images share: features, a pool, and a layer of classes with a name of its own."""
    classifier_name = "classifier"

    def get_classifier(self):
        return getattr(self, self.classifier_name)

    def reset_classifier(self, num_classes, global_pool="avg"):
        self.num_classes = num_classes
        self.global_pool = _pool(global_pool)
        setattr(self, self.classifier_name, _head(self.num_features, num_classes))

    def forward_head(self, x, pre_logits=False):
        x = self.global_pool(x)
        return x if pre_logits else self.get_classifier()(x)

    def forward(self, x):
        return self.forward_head(self.forward_features(x))


class ResNet(_Classifier):
    classifier_name = "fc"

    def __init__(self, block, layers, num_classes=1000, in_chans=3, global_pool="avg", cardinality=1, base_width=64):
        super().__init__()
        body = _ResNet(block, layers, groups=cardinality, width_per_group=base_width)
        self.num_classes = num_classes
        self.conv1 = Conv2d(in_chans, 64, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = body.bn1
        self.act1 = ReLU(inplace=True)
        self.maxpool = body.maxpool
        self.layer1 = body.layer1
        self.layer2 = body.layer2
        self.layer3 = body.layer3
        self.layer4 = body.layer4
        self.num_features = self.head_hidden_size = 512 * block.expansion
        self.global_pool = _pool(global_pool)
        self.fc = _head(self.num_features, num_classes)

    def forward_features(self, x):
        x = self.maxpool(self.act1(self.bn1(self.conv1(x))))
        return self.layer4(self.layer3(self.layer2(self.layer1(x))))


class DenseNet(_Classifier):
    def __init__(self, growth_rate, block_config, num_init_features=64, num_classes=1000, in_chans=3, global_pool="avg"):
        super().__init__()
        body = _DenseNet(growth_rate, block_config, num_init_features)
        self.num_classes = num_classes
        self.features = body.features
        self.features.conv0 = Conv2d(in_chans, num_init_features, kernel_size=7, stride=2, padding=3, bias=False)
        self.features.add_module("relu5", ReLU(inplace=True))
        self.num_features = self.head_hidden_size = body.classifier.in_features
        self.global_pool = _pool(global_pool)
        self.classifier = _head(self.num_features, num_classes)

    def forward_features(self, x):
        return self.features(x)


class SqueezeExcite(Module):
    def __init__(self, channels, rd_channels, act_layer):
        super().__init__()
        self.conv_reduce = Conv2d(channels, rd_channels, 1)
        self.act1 = act_layer()
        self.conv_expand = Conv2d(rd_channels, channels, 1)
        self.gate = Sigmoid()

    def forward(self, x):
        return x * self.gate(self.conv_expand(self.act1(self.conv_reduce(x.mean((2, 3), keepdim=True)))))


class BatchNormAct2d(BatchNorm2d):
    def __init__(self, width, act_layer=None):
        super().__init__(width)
        self.drop = Identity()
        self.act = act_layer() if act_layer else Identity()

    def forward(self, x):
        return self.act(super().forward(x))


def _depthwise(width, kernel, stride):
    return Conv2d(width, width, kernel, stride=stride, padding=kernel // 2, groups=width, bias=False)


class DepthwiseSeparableConv(Module):
    def __init__(self, width, output, kernel, stride, expand_ratio, act_layer, has_se):
        super().__init__()
        self.has_skip = stride == 1 and width == output
        self.conv_dw = _depthwise(width, kernel, stride)
        self.bn1 = BatchNormAct2d(width, act_layer)
        self.se = SqueezeExcite(width, int(width * 0.25), act_layer) if has_se else Identity()
        self.conv_pw = Conv2d(width, output, 1, bias=False)
        self.bn2 = BatchNormAct2d(output)

    def forward(self, x):
        out = self.bn2(self.conv_pw(self.se(self.bn1(self.conv_dw(x)))))
        return out + x if self.has_skip else out


class InvertedResidual(Module):
    def __init__(self, width, output, kernel, stride, expand_ratio, act_layer, has_se):
        super().__init__()
        self.has_skip = stride == 1 and width == output
        expanded = make_divisible(width * expand_ratio)
        self.conv_pw = Conv2d(width, expanded, 1, bias=False)
        self.bn1 = BatchNormAct2d(expanded, act_layer)
        self.conv_dw = _depthwise(expanded, kernel, stride)
        self.bn2 = BatchNormAct2d(expanded, act_layer)
        self.se = SqueezeExcite(expanded, int(width * 0.25), act_layer) if has_se else Identity()
        self.conv_pwl = Conv2d(expanded, output, 1, bias=False)
        self.bn3 = BatchNormAct2d(output)

    def forward(self, x):
        out = self.bn3(self.conv_pwl(self.se(self.bn2(self.conv_dw(self.bn1(self.conv_pw(x)))))))
        return out + x if self.has_skip else out


class EfficientNet(_Classifier):
    def __init__(self, stages, width_mult, depth_mult, act_layer, has_se, head_width, num_classes=1000, in_chans=3,
                 global_pool="avg"):
        super().__init__()
        self.num_classes = num_classes
        width = make_divisible(32 * width_mult)
        self.conv_stem = Conv2d(in_chans, width, 3, stride=2, padding=1, bias=False)
        self.bn1 = BatchNormAct2d(width, act_layer)
        blocks = []
        for expand_ratio, kernel, stride, output, count in stages:
            output = make_divisible(output * width_mult)
            block = InvertedResidual if expand_ratio > 1 else DepthwiseSeparableConv
            stage = []
            for i in range(int(math.ceil(count * depth_mult))):
                stage.append(block(width, output, kernel, stride if i == 0 else 1, expand_ratio, act_layer, has_se))
                width = output
            blocks.append(Sequential(*stage))
        self.blocks = Sequential(*blocks)
        self.num_features = self.head_hidden_size = head_width
        self.conv_head = Conv2d(width, self.num_features, 1, bias=False)
        self.bn2 = BatchNormAct2d(self.num_features, act_layer)
        self.global_pool = _pool(global_pool)
        self.classifier = _head(self.num_features, num_classes)

    def forward_features(self, x):
        return self.bn2(self.conv_head(self.blocks(self.bn1(self.conv_stem(x)))))


class ConvNeXtBlock(Module):
    def __init__(self, width):
        super().__init__()
        self.conv_dw = Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = LayerNorm(width, eps=1e-6)
        self.mlp = Mlp(width, 4 * width)
        self.gamma = Parameter(1e-6 * torch.ones(width))
        self.drop_path = Identity()

    def forward(self, x):
        y = self.mlp(self.norm(self.conv_dw(x).permute(0, 2, 3, 1))).permute(0, 3, 1, 2)
        return x + y * self.gamma.reshape(1, -1, 1, 1)


class ConvNeXtStage(Module):
    def __init__(self, width, output, depth):
        super().__init__()
        self.downsample = Identity()
        if width != output:
            self.downsample = Sequential(LayerNorm2d(width), Conv2d(width, output, kernel_size=2, stride=2))
        self.blocks = Sequential(*[ConvNeXtBlock(output) for _ in range(depth)])

    def forward(self, x):
        return self.blocks(self.downsample(x))


class NormMlpClassifierHead(Module):
    def __init__(self, width, num_classes, global_pool):
        super().__init__()
        self.global_pool = AdaptiveAvgPool2d(1) if global_pool else Identity()
        self.norm = LayerNorm2d(width)
        self.flatten = Flatten(1) if global_pool else Identity()
        self.drop = Dropout(0.0)
        self.fc = _head(width, num_classes)

    def forward(self, x):
        return self.fc(self.drop(self.flatten(self.norm(self.global_pool(x)))))


class ConvNeXt(Module):
    def __init__(self, depths, dims, num_classes=1000, in_chans=3, global_pool="avg"):
        super().__init__()
        self.num_classes = num_classes
        self.stem = Sequential(Conv2d(in_chans, dims[0], kernel_size=4, stride=4), LayerNorm2d(dims[0]))
        self.stages = Sequential(*[ConvNeXtStage(dims[max(i - 1, 0)], dims[i], depths[i]) for i in range(4)])
        self.norm_pre = Identity()
        self.num_features = self.head_hidden_size = dims[-1]
        self.head = NormMlpClassifierHead(self.num_features, num_classes, global_pool)

    def get_classifier(self):
        return self.head.fc

    def reset_classifier(self, num_classes, global_pool="avg"):
        self.num_classes = num_classes
        self.head = NormMlpClassifierHead(self.num_features, num_classes, global_pool)

    def forward_features(self, x):
        return self.norm_pre(self.stages(self.stem(x)))

    def forward(self, x):
        return self.head(self.forward_features(x))


# Sizes as in the papers: ResNet (arXiv:1512.03385), ResNeXt (1611.05431), wide ResNet (1605.07146), DenseNet (1608.06993).
_RESNETS = {
    "resnet18": dict(block=BasicBlock, layers=[2, 2, 2, 2]), "resnet34": dict(block=BasicBlock, layers=[3, 4, 6, 3]),
    "resnet50": dict(block=Bottleneck, layers=[3, 4, 6, 3]), "resnet101": dict(block=Bottleneck, layers=[3, 4, 23, 3]),
    "resnet152": dict(block=Bottleneck, layers=[3, 8, 36, 3]),
    "resnext50_32x4d": dict(block=Bottleneck, layers=[3, 4, 6, 3], cardinality=32, base_width=4),
    "resnext101_32x4d": dict(block=Bottleneck, layers=[3, 4, 23, 3], cardinality=32, base_width=4),
    "resnext101_32x8d": dict(block=Bottleneck, layers=[3, 4, 23, 3], cardinality=32, base_width=8),
    "resnext101_64x4d": dict(block=Bottleneck, layers=[3, 4, 23, 3], cardinality=64, base_width=4),
    "wide_resnet50_2": dict(block=Bottleneck, layers=[3, 4, 6, 3], base_width=128),
    "wide_resnet101_2": dict(block=Bottleneck, layers=[3, 4, 23, 3], base_width=128),
}
_DENSENETS = {
    "densenet121": dict(growth_rate=32, block_config=(6, 12, 24, 16)),
    "densenet161": dict(growth_rate=48, block_config=(6, 12, 36, 24), num_init_features=96),
    "densenet169": dict(growth_rate=32, block_config=(6, 12, 32, 32)),
    "densenet201": dict(growth_rate=32, block_config=(6, 12, 48, 32)),
}
# ConvNeXt (arXiv:2201.03545); the smaller ones are timm's own.
_CONVNEXTS = {
    "convnext_atto": dict(depths=(2, 2, 6, 2), dims=(40, 80, 160, 320)),
    "convnext_femto": dict(depths=(2, 2, 6, 2), dims=(48, 96, 192, 384)),
    "convnext_tiny": dict(depths=(3, 3, 9, 3), dims=(96, 192, 384, 768)),
    "convnext_small": dict(depths=(3, 3, 27, 3), dims=(96, 192, 384, 768)),
    "convnext_base": dict(depths=(3, 3, 27, 3), dims=(128, 256, 512, 1024)),
    "convnext_large": dict(depths=(3, 3, 27, 3), dims=(192, 384, 768, 1536)),
    "convnext_xlarge": dict(depths=(3, 3, 27, 3), dims=(256, 512, 1024, 2048)),
    "convnext_xxlarge": dict(depths=(3, 4, 30, 3), dims=(384, 768, 1536, 3072)),
}
# ViT (arXiv:2010.11929) and DeiT (2012.12877): width, depth, heads.
_VITS = {"tiny": (192, 12, 3), "small": (384, 12, 6), "base": (768, 12, 12), "large": (1024, 24, 16), "huge": (1280, 32, 16)}
# The towers of SigLIP (arXiv:2303.15343, 2502.14786): no class token, and attention that pools.
_SIGLIPS = {
    "base": dict(embed_dim=768, depth=12, num_heads=12), "large": dict(embed_dim=1024, depth=24, num_heads=16),
    "so400m": dict(embed_dim=1152, depth=27, num_heads=16, mlp_ratio=4304 / 1152),
    "giantopt": dict(embed_dim=1536, depth=40, num_heads=16),
}
# EfficientNet (arXiv:1905.11946): factors of width and depth; expansion, kernel, stride, width and count of each stage.
_EFFICIENTNETS = {"b0": (1.0, 1.0), "b1": (1.0, 1.1), "b2": (1.1, 1.2), "b3": (1.2, 1.4), "b4": (1.4, 1.8), "b5": (1.6, 2.2),
                  "b6": (1.8, 2.6), "b7": (2.0, 3.1), "b8": (2.2, 3.6)}
_EFFICIENTNET_STAGES = [(1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3),
                        (6, 5, 2, 192, 4), (6, 3, 1, 320, 1)]
# MobileNetV2 (arXiv:1801.04381).
_MOBILENET_STAGES = [(1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 3, 2, 32, 3), (6, 3, 2, 64, 4), (6, 3, 1, 96, 3),
                     (6, 3, 2, 160, 3), (6, 3, 1, 320, 1)]


def _vit(found, sizes, **kind):
    """What makes a ViT whose name gives its patches and images: "…_patch16_224"."""
    of_name = dict(patch_size=int(found.group(2)), img_size=int(found.group(3)))
    return lambda **options: VisionTransformer(**{**of_name, **sizes, "global_pool": "token", **kind, **options})


def _maker(name):
    """The function that makes the model of that name; None for one that is not known here."""
    for models, cls in ((_RESNETS, ResNet), (_DENSENETS, DenseNet), (_CONVNEXTS, ConvNeXt)):
        if name in models:
            return lambda **options: cls(**models[name], **options)
    found = re.fullmatch(r"(?:vit|deit)_(tiny|small|base|large|huge)_patch(\d+)_(\d+)", name)
    if found:
        return _vit(found, dict(zip(("embed_dim", "depth", "num_heads"), _VITS[found.group(1)])))
    found = re.fullmatch(r"vit_(base|large|huge)_patch(\d+)_clip_(?:quickgelu_)?(\d+)", name)
    if found:
        return _vit(found, dict(zip(("embed_dim", "depth", "num_heads"), _VITS[found.group(1)])), pre_norm=True)
    found = re.fullmatch(r"vit_(base|large|so400m|giantopt)_patch(\d+)_siglip_(\d+)", name)
    if found:
        return _vit(found, _SIGLIPS[found.group(1)], class_token=False, global_pool="map")
    found = re.fullmatch(r"(?:tf_)?efficientnet_(b\d)", name)
    if found and found.group(1) in _EFFICIENTNETS:
        width_mult, depth_mult = _EFFICIENTNETS[found.group(1)]
        return lambda **options: EfficientNet(_EFFICIENTNET_STAGES, width_mult, depth_mult, SiLU, True,
                                              make_divisible(1280 * width_mult), **options)
    found = re.fullmatch(r"mobilenetv2_(035|050|075|100|140)", name)
    if found:
        width_mult = int(found.group(1)) / 100
        return lambda **options: EfficientNet(_MOBILENET_STAGES, width_mult, 1.0, ReLU6, False,
                                              max(1280, make_divisible(1280 * width_mult)), **options)
    return None


def __getattr__(name):
    return getattr(timm.layers, name)


# The ViTs whose first weights have 1,000 classes; those of others have another number, or none.
_VITS_OF_IMAGENET = ("tiny_patch16_224", "tiny_patch16_384", "small_patch16_224", "small_patch16_384", "small_patch32_224",
                     "small_patch32_384", "base_patch8_224", "base_patch16_224", "base_patch16_384", "base_patch32_224",
                     "base_patch32_384", "large_patch14_224", "large_patch16_224", "large_patch16_384", "large_patch32_384")


def _is_of_imagenet(name, tag):
    """True for weights with the usual 1,000 classes: "a1_in1k", "augreg_in21k_ft_in1k"."""
    if tag:
        return tag.endswith("in1k")
    return not name.startswith("vit_") or name[len("vit_"):] in _VITS_OF_IMAGENET


def create_model(model_name, pretrained=False, pretrained_cfg=None, pretrained_cfg_overlay=None, checkpoint_path="",
                 num_classes=None, in_chans=3, global_pool=None, drop_rate=0.0, drop_path_rate=None, drop_block_rate=None,
                 scriptable=None, exportable=None, no_jit=None, **kwargs):
    name, _, tag = model_name.partition(".")
    make = _maker(name)
    if make is None:
        return unknown_member(name, "timm")
    if kwargs:
        return unknown_member(", ".join(kwargs), "timm.create_model()")
    if num_classes is None and not _is_of_imagenet(name, tag):
        return unknown_member("num_classes of " + (tag or "its weights"), "timm." + name)
    options = {} if global_pool is None else {"global_pool": global_pool}
    return make(num_classes=1000 if num_classes is None else num_classes, in_chans=in_chans, **options)
