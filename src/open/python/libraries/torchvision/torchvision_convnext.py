# The ConvNeXts of torchvision, with the names of its modules.
from functools import partial
from torch import ones
from torch.nn import GELU, AdaptiveAvgPool2d, Conv2d, Flatten, LayerNorm, Linear, Module, Parameter, Sequential
from torchvision.ops import Conv2dNormActivation, Permute, StochasticDepth


class LayerNorm2d(LayerNorm):
    def forward(self, x):
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class CNBlock(Module):
    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=partial(LayerNorm, eps=1e-6)):
        super().__init__()
        self.block = Sequential(Conv2d(dim, dim, kernel_size=7, padding=3, groups=dim), Permute([0, 2, 3, 1]),
                                norm_layer(dim), Linear(dim, 4 * dim), GELU(), Linear(4 * dim, dim), Permute([0, 3, 1, 2]))
        self.layer_scale = Parameter(ones(dim, 1, 1) * layer_scale)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def forward(self, input):
        return self.stochastic_depth(self.layer_scale * self.block(input)) + input


class ConvNeXt(Module):
    def __init__(self, settings, stochastic_depth_prob=0.0, layer_scale=1e-6, num_classes=1000, norm_layer=None):
        super().__init__()
        of_maps = norm_layer or partial(LayerNorm2d, eps=1e-6)
        of_features = norm_layer or partial(LayerNorm, eps=1e-6)
        layers = [Conv2dNormActivation(3, settings[0][0], kernel_size=4, stride=4, padding=0, norm_layer=of_maps,
                                       activation_layer=None, bias=True)]
        for width, output, count in settings:
            layers.append(Sequential(*[CNBlock(width, layer_scale, stochastic_depth_prob, of_features)
                                       for _ in range(count)]))
            if output is not None:
                layers.append(Sequential(of_maps(width), Conv2d(width, output, kernel_size=2, stride=2)))
        self.features = Sequential(*layers)
        self.avgpool = AdaptiveAvgPool2d(1)
        self.classifier = Sequential(of_maps(width), Flatten(1), Linear(width, num_classes))

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)))


def _convnext(width, count):
    settings = [[width, 2 * width, 3], [2 * width, 4 * width, 3], [4 * width, 8 * width, count], [8 * width, None, 3]]

    def build(weights=None, progress=True, pretrained=False, **kwargs):
        return ConvNeXt(settings, **kwargs)
    return build


convnext_tiny = _convnext(96, 9)
convnext_small = _convnext(96, 27)
convnext_base = _convnext(128, 27)
convnext_large = _convnext(192, 27)
