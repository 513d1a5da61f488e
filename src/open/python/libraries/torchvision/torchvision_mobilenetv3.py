# MobileNetV3 of torchvision, with the names of its modules.
from functools import partial
from torch import flatten
from torch.nn import AdaptiveAvgPool2d, BatchNorm2d, Dropout, Hardsigmoid, Hardswish, Linear, Module, ReLU, Sequential
from torchvision.models._utils import _make_divisible
from torchvision.ops import Conv2dNormActivation, SqueezeExcitation


class InvertedResidual(Module):
    def __init__(self, width, kernel, expanded, output, use_se, use_hs, stride, dilation, norm_layer):
        super().__init__()
        self.use_res_connect = stride == 1 and width == output
        activation = Hardswish if use_hs else ReLU
        layers = []
        if expanded != width:
            layers.append(Conv2dNormActivation(width, expanded, kernel_size=1, norm_layer=norm_layer,
                                               activation_layer=activation))
        layers.append(Conv2dNormActivation(expanded, expanded, kernel_size=kernel, stride=1 if dilation > 1 else stride,
                                           dilation=dilation, groups=expanded, norm_layer=norm_layer,
                                           activation_layer=activation))
        if use_se:
            layers.append(SqueezeExcitation(expanded, _make_divisible(expanded // 4, 8), scale_activation=Hardsigmoid))
        layers.append(Conv2dNormActivation(expanded, output, kernel_size=1, norm_layer=norm_layer, activation_layer=None))
        self.block = Sequential(*layers)
        self.out_channels = output

    def forward(self, input):
        result = self.block(input)
        return result + input if self.use_res_connect else result


class MobileNetV3(Module):
    def __init__(self, settings, last_channel, width_mult=1.0, dilation=1, num_classes=1000, dropout=0.2):
        super().__init__()
        norm_layer = partial(BatchNorm2d, eps=0.001, momentum=0.01)
        layers = [Conv2dNormActivation(3, _make_divisible(16 * width_mult, 8), kernel_size=3, stride=2,
                                       norm_layer=norm_layer, activation_layer=Hardswish)]
        for i, (width, kernel, expanded, output, use_se, use_hs, stride) in enumerate(settings):
            width, expanded, output = [_make_divisible(each * width_mult, 8) for each in (width, expanded, output)]
            layers.append(InvertedResidual(width, kernel, expanded, output, use_se, use_hs, stride,
                                           dilation if i >= len(settings) - 3 else 1, norm_layer))
        layers.append(Conv2dNormActivation(output, 6 * output, kernel_size=1, norm_layer=norm_layer,
                                           activation_layer=Hardswish))
        self.features = Sequential(*layers)
        self.avgpool = AdaptiveAvgPool2d(1)
        self.classifier = Sequential(Linear(6 * output, last_channel), Hardswish(inplace=True), Dropout(p=dropout, inplace=True),
                                     Linear(last_channel, num_classes))

    def forward(self, x):
        return self.classifier(flatten(self.avgpool(self.features(x)), 1))


def _mobilenet_v3(first, last, last_channel):
    def build(weights=None, progress=True, pretrained=False, width_mult=1.0, reduced_tail=False, dilated=False, **kwargs):
        divider = 2 if reduced_tail else 1
        settings = first + [[row[0] if i == 0 else row[0] // divider, row[1], row[2] if i == 0 else row[2] // divider,
                             row[3] // divider] + row[4:] for i, row in enumerate(last)]
        return MobileNetV3(settings, _make_divisible(last_channel // divider * width_mult, 8), width_mult,
                           2 if dilated else 1, **kwargs)
    return build


mobilenet_v3_large = _mobilenet_v3(
    [[16, 3, 16, 16, False, False, 1], [16, 3, 64, 24, False, False, 2], [24, 3, 72, 24, False, False, 1],
     [24, 5, 72, 40, True, False, 2], [40, 5, 120, 40, True, False, 1], [40, 5, 120, 40, True, False, 1],
     [40, 3, 240, 80, False, True, 2], [80, 3, 200, 80, False, True, 1], [80, 3, 184, 80, False, True, 1],
     [80, 3, 184, 80, False, True, 1], [80, 3, 480, 112, True, True, 1], [112, 3, 672, 112, True, True, 1]],
    [[112, 5, 672, 160, True, True, 2], [160, 5, 960, 160, True, True, 1], [160, 5, 960, 160, True, True, 1]], 1280)
mobilenet_v3_small = _mobilenet_v3(
    [[16, 3, 16, 16, True, False, 2], [16, 3, 72, 24, False, False, 2], [24, 3, 88, 24, False, False, 1],
     [24, 5, 96, 40, True, True, 2], [40, 5, 240, 40, True, True, 1], [40, 5, 240, 40, True, True, 1],
     [40, 5, 120, 48, True, True, 1], [48, 5, 144, 48, True, True, 1]],
    [[48, 5, 288, 96, True, True, 2], [96, 5, 576, 96, True, True, 1], [96, 5, 576, 96, True, True, 1]], 1024)
