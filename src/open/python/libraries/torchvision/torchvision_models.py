# The models of torchvision that other models take as their backbones, with the names of torchvision's modules.
import importlib
import math
from collections import OrderedDict
from torch import cat, flatten
from torch.nn import (AdaptiveAvgPool2d, AvgPool2d, BatchNorm2d, Conv2d, Dropout, Linear, MaxPool2d, Module, ModuleDict,
                      ReLU, ReLU6, Sequential, SiLU)
import torch.nn.functional as F
from torchvision.models._utils import _make_divisible
from torchvision.ops import Conv2dNormActivation, SqueezeExcitation, StochasticDepth


def get_model(name, **config):
    import torchvision.models as models
    return getattr(models, name if hasattr(models, name) else model_of_that_name)(**config)


def conv3x3(in_planes, out_planes, stride=1, groups=1, dilation=1):
    return Conv2d(in_planes, out_planes, kernel_size=3, stride=stride, padding=dilation, groups=groups, bias=False,
                  dilation=dilation)


def conv1x1(in_planes, out_planes, stride=1):
    return Conv2d(in_planes, out_planes, kernel_size=1, stride=stride, bias=False)


class BasicBlock(Module):
    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or BatchNorm2d
        self.conv1 = conv3x3(inplanes, planes, stride)
        self.bn1 = norm_layer(planes)
        self.relu = ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = norm_layer(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class Bottleneck(Module):
    expansion = 4

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or BatchNorm2d
        width = int(planes * (base_width / 64.0)) * groups
        self.conv1 = conv1x1(inplanes, width)
        self.bn1 = norm_layer(width)
        self.conv2 = conv3x3(width, width, stride, groups, dilation)
        self.bn2 = norm_layer(width)
        self.conv3 = conv1x1(width, planes * self.expansion)
        self.bn3 = norm_layer(planes * self.expansion)
        self.relu = ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class ResNet(Module):
    def __init__(self, block, layers, num_classes=1000, zero_init_residual=False, groups=1, width_per_group=64,
                 replace_stride_with_dilation=None, norm_layer=None):
        super().__init__()
        self._norm_layer = norm_layer or BatchNorm2d
        self.inplanes = 64
        self.dilation = 1
        self.groups = groups
        self.base_width = width_per_group
        dilated = replace_stride_with_dilation or [False, False, False]
        self.conv1 = Conv2d(3, self.inplanes, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = self._norm_layer(self.inplanes)
        self.relu = ReLU(inplace=True)
        self.maxpool = MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.layer1 = self._make_layer(block, 64, layers[0])
        self.layer2 = self._make_layer(block, 128, layers[1], 2, dilated[0])
        self.layer3 = self._make_layer(block, 256, layers[2], 2, dilated[1])
        self.layer4 = self._make_layer(block, 512, layers[3], 2, dilated[2])
        self.avgpool = AdaptiveAvgPool2d((1, 1))
        self.fc = Linear(512 * block.expansion, num_classes)

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        norm_layer = self._norm_layer
        downsample = None
        first_dilation = self.dilation
        if dilate:
            self.dilation *= stride
            stride = 1
        if stride != 1 or self.inplanes != planes * block.expansion:
            downsample = Sequential(conv1x1(self.inplanes, planes * block.expansion, stride),
                                    norm_layer(planes * block.expansion))
        layers = [block(self.inplanes, planes, stride, downsample, self.groups, self.base_width, first_dilation, norm_layer)]
        self.inplanes = planes * block.expansion
        for _ in range(1, blocks):
            layers.append(block(self.inplanes, planes, groups=self.groups, base_width=self.base_width,
                                dilation=self.dilation, norm_layer=norm_layer))
        return Sequential(*layers)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(flatten(self.avgpool(x), 1))


def _resnet(block, layers, **options):
    def build(weights=None, progress=True, pretrained=False, **kwargs):
        return ResNet(block, layers, **{**options, **kwargs})
    return build


resnet18 = _resnet(BasicBlock, [2, 2, 2, 2])
resnet34 = _resnet(BasicBlock, [3, 4, 6, 3])
resnet50 = _resnet(Bottleneck, [3, 4, 6, 3])
resnet101 = _resnet(Bottleneck, [3, 4, 23, 3])
resnet152 = _resnet(Bottleneck, [3, 8, 36, 3])
resnext50_32x4d = _resnet(Bottleneck, [3, 4, 6, 3], groups=32, width_per_group=4)
resnext101_32x8d = _resnet(Bottleneck, [3, 4, 23, 3], groups=32, width_per_group=8)
wide_resnet50_2 = _resnet(Bottleneck, [3, 4, 6, 3], width_per_group=128)
wide_resnet101_2 = _resnet(Bottleneck, [3, 4, 23, 3], width_per_group=128)


class AlexNet(Module):
    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        self.features = Sequential(
            Conv2d(3, 64, kernel_size=11, stride=4, padding=2), ReLU(inplace=True), MaxPool2d(kernel_size=3, stride=2),
            Conv2d(64, 192, kernel_size=5, padding=2), ReLU(inplace=True), MaxPool2d(kernel_size=3, stride=2),
            Conv2d(192, 384, kernel_size=3, padding=1), ReLU(inplace=True),
            Conv2d(384, 256, kernel_size=3, padding=1), ReLU(inplace=True),
            Conv2d(256, 256, kernel_size=3, padding=1), ReLU(inplace=True), MaxPool2d(kernel_size=3, stride=2))
        self.avgpool = AdaptiveAvgPool2d((6, 6))
        self.classifier = Sequential(Dropout(p=dropout), Linear(256 * 6 * 6, 4096), ReLU(inplace=True),
                                     Dropout(p=dropout), Linear(4096, 4096), ReLU(inplace=True), Linear(4096, num_classes))

    def forward(self, x):
        return self.classifier(flatten(self.avgpool(self.features(x)), 1))


def alexnet(weights=None, progress=True, pretrained=False, **kwargs):
    return AlexNet(**kwargs)


class VGG(Module):
    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = AdaptiveAvgPool2d((7, 7))
        self.classifier = Sequential(Linear(512 * 7 * 7, 4096), ReLU(True), Dropout(p=dropout), Linear(4096, 4096),
                                     ReLU(True), Dropout(p=dropout), Linear(4096, num_classes))

    def forward(self, x):
        return self.classifier(flatten(self.avgpool(self.features(x)), 1))


def make_layers(cfg, batch_norm=False):
    layers = []
    in_channels = 3
    for v in cfg:
        if v == "M":
            layers.append(MaxPool2d(kernel_size=2, stride=2))
            continue
        layers.append(Conv2d(in_channels, v, kernel_size=3, padding=1))
        if batch_norm:
            layers.append(BatchNorm2d(v))
        layers.append(ReLU(inplace=True))
        in_channels = v
    return Sequential(*layers)


def _vgg(counts, batch_norm):
    cfg = []
    for width, count in zip([64, 128, 256, 512, 512], counts):
        cfg += [width] * count + ["M"]

    def build(weights=None, progress=True, pretrained=False, **kwargs):
        return VGG(make_layers(cfg, batch_norm), **kwargs)
    return build


vgg11, vgg11_bn = _vgg([1, 1, 2, 2, 2], False), _vgg([1, 1, 2, 2, 2], True)
vgg13, vgg13_bn = _vgg([2, 2, 2, 2, 2], False), _vgg([2, 2, 2, 2, 2], True)
vgg16, vgg16_bn = _vgg([2, 2, 3, 3, 3], False), _vgg([2, 2, 3, 3, 3], True)
vgg19, vgg19_bn = _vgg([2, 2, 4, 4, 4], False), _vgg([2, 2, 4, 4, 4], True)


class Fire(Module):
    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        self.squeeze = Conv2d(inplanes, squeeze_planes, kernel_size=1)
        self.squeeze_activation = ReLU(inplace=True)
        self.expand1x1 = Conv2d(squeeze_planes, expand1x1_planes, kernel_size=1)
        self.expand1x1_activation = ReLU(inplace=True)
        self.expand3x3 = Conv2d(squeeze_planes, expand3x3_planes, kernel_size=3, padding=1)
        self.expand3x3_activation = ReLU(inplace=True)

    def forward(self, x):
        x = self.squeeze_activation(self.squeeze(x))
        return cat([self.expand1x1_activation(self.expand1x1(x)), self.expand3x3_activation(self.expand3x3(x))], 1)


def _pool():
    return MaxPool2d(kernel_size=3, stride=2, ceil_mode=True)


class SqueezeNet(Module):
    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        self.num_classes = num_classes
        if version == "1_0":
            self.features = Sequential(
                Conv2d(3, 96, kernel_size=7, stride=2), ReLU(inplace=True), _pool(), Fire(96, 16, 64, 64),
                Fire(128, 16, 64, 64), Fire(128, 32, 128, 128), _pool(), Fire(256, 32, 128, 128), Fire(256, 48, 192, 192),
                Fire(384, 48, 192, 192), Fire(384, 64, 256, 256), _pool(), Fire(512, 64, 256, 256))
        else:
            self.features = Sequential(
                Conv2d(3, 64, kernel_size=3, stride=2), ReLU(inplace=True), _pool(), Fire(64, 16, 64, 64),
                Fire(128, 16, 64, 64), _pool(), Fire(128, 32, 128, 128), Fire(256, 32, 128, 128), _pool(),
                Fire(256, 48, 192, 192), Fire(384, 48, 192, 192), Fire(384, 64, 256, 256), Fire(512, 64, 256, 256))
        self.classifier = Sequential(Dropout(p=dropout), Conv2d(512, num_classes, kernel_size=1), ReLU(inplace=True),
                                     AdaptiveAvgPool2d((1, 1)))

    def forward(self, x):
        return flatten(self.classifier(self.features(x)), 1)


def squeezenet1_0(weights=None, progress=True, pretrained=False, **kwargs):
    return SqueezeNet("1_0", **kwargs)


def squeezenet1_1(weights=None, progress=True, pretrained=False, **kwargs):
    return SqueezeNet("1_1", **kwargs)


class _DenseLayer(Module):
    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate):
        super().__init__()
        self.norm1 = BatchNorm2d(num_input_features)
        self.relu1 = ReLU(inplace=True)
        self.conv1 = Conv2d(num_input_features, bn_size * growth_rate, kernel_size=1, stride=1, bias=False)
        self.norm2 = BatchNorm2d(bn_size * growth_rate)
        self.relu2 = ReLU(inplace=True)
        self.conv2 = Conv2d(bn_size * growth_rate, growth_rate, kernel_size=3, stride=1, padding=1, bias=False)

    def forward(self, input):
        x = self.conv1(self.relu1(self.norm1(cat(input, 1))))
        return self.conv2(self.relu2(self.norm2(x)))


class _DenseBlock(ModuleDict):
    def __init__(self, num_layers, num_input_features, bn_size, growth_rate, drop_rate):
        super().__init__()
        for i in range(num_layers):
            self.add_module("denselayer%d" % (i + 1),
                            _DenseLayer(num_input_features + i * growth_rate, growth_rate, bn_size, drop_rate))

    def forward(self, init_features):
        features = [init_features]
        for name, layer in self.items():
            features.append(layer(features))
        return cat(features, 1)


class _Transition(Sequential):
    def __init__(self, num_input_features, num_output_features):
        super().__init__()
        self.norm = BatchNorm2d(num_input_features)
        self.relu = ReLU(inplace=True)
        self.conv = Conv2d(num_input_features, num_output_features, kernel_size=1, stride=1, bias=False)
        self.pool = AvgPool2d(kernel_size=2, stride=2)


class DenseNet(Module):
    def __init__(self, growth_rate=32, block_config=(6, 12, 24, 16), num_init_features=64, bn_size=4, drop_rate=0,
                 num_classes=1000, memory_efficient=False):
        super().__init__()
        self.features = Sequential(OrderedDict([
            ("conv0", Conv2d(3, num_init_features, kernel_size=7, stride=2, padding=3, bias=False)),
            ("norm0", BatchNorm2d(num_init_features)), ("relu0", ReLU(inplace=True)),
            ("pool0", MaxPool2d(kernel_size=3, stride=2, padding=1))]))
        width = num_init_features
        for i, num_layers in enumerate(block_config):
            self.features.add_module("denseblock%d" % (i + 1), _DenseBlock(num_layers, width, bn_size, growth_rate, drop_rate))
            width = width + num_layers * growth_rate
            if i != len(block_config) - 1:
                self.features.add_module("transition%d" % (i + 1), _Transition(width, width // 2))
                width = width // 2
        self.features.add_module("norm5", BatchNorm2d(width))
        self.classifier = Linear(width, num_classes)

    def forward(self, x):
        out = F.relu(self.features(x), inplace=True)
        return self.classifier(flatten(F.adaptive_avg_pool2d(out, (1, 1)), 1))


def _densenet(growth_rate, block_config, num_init_features):
    def build(weights=None, progress=True, pretrained=False, **kwargs):
        return DenseNet(growth_rate, block_config, num_init_features, **kwargs)
    return build


densenet121 = _densenet(32, (6, 12, 24, 16), 64)
densenet161 = _densenet(48, (6, 12, 36, 24), 96)
densenet169 = _densenet(32, (6, 12, 32, 32), 64)
densenet201 = _densenet(32, (6, 12, 48, 32), 64)


class InvertedResidual(Module):
    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=BatchNorm2d):
        super().__init__()
        hidden_dim = int(round(inp * expand_ratio))
        self.use_res_connect = stride == 1 and inp == oup
        layers = []
        if expand_ratio != 1:
            layers.append(Conv2dNormActivation(inp, hidden_dim, 1, norm_layer=norm_layer, activation_layer=ReLU6))
        layers.append(Conv2dNormActivation(hidden_dim, hidden_dim, stride=stride, groups=hidden_dim,
                                           norm_layer=norm_layer, activation_layer=ReLU6))
        layers.extend([Conv2d(hidden_dim, oup, 1, 1, 0, bias=False), norm_layer(oup)])
        self.conv = Sequential(*layers)
        self.out_channels = oup

    def forward(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(Module):
    def __init__(self, num_classes=1000, width_mult=1.0, round_nearest=8, dropout=0.2):
        super().__init__()
        settings = [[1, 16, 1, 1], [6, 24, 2, 2], [6, 32, 3, 2], [6, 64, 4, 2], [6, 96, 3, 1], [6, 160, 3, 2], [6, 320, 1, 1]]
        width = _make_divisible(32 * width_mult, round_nearest)
        self.last_channel = _make_divisible(1280 * max(1.0, width_mult), round_nearest)
        features = [Conv2dNormActivation(3, width, stride=2, activation_layer=ReLU6)]
        for t, c, n, s in settings:
            output = _make_divisible(c * width_mult, round_nearest)
            for i in range(n):
                features.append(InvertedResidual(width, output, s if i == 0 else 1, t))
                width = output
        features.append(Conv2dNormActivation(width, self.last_channel, 1, activation_layer=ReLU6))
        self.features = Sequential(*features)
        self.classifier = Sequential(Dropout(p=dropout), Linear(self.last_channel, num_classes))

    def forward(self, x):
        x = F.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(flatten(x, 1))


def mobilenet_v2(weights=None, progress=True, pretrained=False, **kwargs):
    return MobileNetV2(**kwargs)


class MBConv(Module):
    def __init__(self, expand_ratio, kernel, stride, width, output):
        super().__init__()
        self.use_res_connect = stride == 1 and width == output
        layers = []
        expanded = _make_divisible(width * expand_ratio, 8)
        if expanded != width:
            layers.append(Conv2dNormActivation(width, expanded, kernel_size=1, activation_layer=SiLU))
        layers.append(Conv2dNormActivation(expanded, expanded, kernel_size=kernel, stride=stride, groups=expanded,
                                           activation_layer=SiLU))
        layers.append(SqueezeExcitation(expanded, max(1, width // 4), activation=SiLU))
        layers.append(Conv2dNormActivation(expanded, output, kernel_size=1, activation_layer=None))
        self.block = Sequential(*layers)
        self.stochastic_depth = StochasticDepth(0.2, "row")
        self.out_channels = output

    def forward(self, x):
        return self.block(x) + x if self.use_res_connect else self.block(x)


class EfficientNet(Module):
    def __init__(self, width_mult, depth_mult, dropout, num_classes=1000):
        super().__init__()
        settings = [[1, 3, 1, 32, 16, 1], [6, 3, 2, 16, 24, 2], [6, 5, 2, 24, 40, 2], [6, 3, 2, 40, 80, 3],
                    [6, 5, 1, 80, 112, 3], [6, 5, 2, 112, 192, 4], [6, 3, 1, 192, 320, 1]]
        features = [Conv2dNormActivation(3, _make_divisible(32 * width_mult, 8), kernel_size=3, stride=2,
                                         activation_layer=SiLU)]
        for expand_ratio, kernel, stride, width, output, count in settings:
            width, output = _make_divisible(width * width_mult, 8), _make_divisible(output * width_mult, 8)
            stage = []
            for i in range(int(math.ceil(count * depth_mult))):
                stage.append(MBConv(expand_ratio, kernel, stride if i == 0 else 1, width if i == 0 else output, output))
            features.append(Sequential(*stage))
        features.append(Conv2dNormActivation(output, 4 * output, kernel_size=1, activation_layer=SiLU))
        self.features = Sequential(*features)
        self.avgpool = AdaptiveAvgPool2d(1)
        self.classifier = Sequential(Dropout(p=dropout, inplace=True), Linear(4 * output, num_classes))

    def forward(self, x):
        return self.classifier(flatten(self.avgpool(self.features(x)), 1))


def _efficientnet(width_mult, depth_mult, dropout):
    def build(weights=None, progress=True, pretrained=False, **kwargs):
        kwargs.setdefault("dropout", dropout)
        return EfficientNet(width_mult, depth_mult, **kwargs)
    return build


efficientnet_b0 = _efficientnet(1.0, 1.0, 0.2)
efficientnet_b1 = _efficientnet(1.0, 1.1, 0.2)
efficientnet_b2 = _efficientnet(1.1, 1.2, 0.3)
efficientnet_b3 = _efficientnet(1.2, 1.4, 0.3)
efficientnet_b4 = _efficientnet(1.4, 1.8, 0.4)
efficientnet_b5 = _efficientnet(1.6, 2.2, 0.4)
efficientnet_b6 = _efficientnet(1.8, 2.6, 0.5)
efficientnet_b7 = _efficientnet(2.0, 3.1, 0.5)


def _of(file, name):
    def build(*args, **kwargs):
        return getattr(importlib.import_module("torchvision.models." + file), name)(*args, **kwargs)
    return build


vit_b_16, vit_b_32, vit_l_16, vit_l_32, vit_h_14 = [
    _of("vision_transformer", name) for name in ("vit_b_16", "vit_b_32", "vit_l_16", "vit_l_32", "vit_h_14")]
convnext_tiny, convnext_small, convnext_base, convnext_large = [
    _of("convnext", "convnext_" + size) for size in ("tiny", "small", "base", "large")]
mobilenet_v3_large, mobilenet_v3_small = [_of("mobilenetv3", "mobilenet_v3_" + size) for size in ("large", "small")]
inception_v3 = _of("inception", "inception_v3")
