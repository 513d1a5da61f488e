# Modules and helpers of torchvision.ops and torchvision.utils that model files import.
from torch.nn import (AdaptiveAvgPool2d, BatchNorm2d, BatchNorm3d, Conv2d, Conv3d, Dropout, Identity, Linear, Module,
                      ModuleList, ReLU, Sequential, Sigmoid)
from torch import ones, permute, zeros
import torch.nn.functional as F


def _log_api_usage_once(obj):
    pass


def _make_ntuple(x, n):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,) * n


interpolate = F.interpolate


def _same_padding(kernel_size, dilation):
    if isinstance(kernel_size, int) and isinstance(dilation, int):
        return (kernel_size - 1) // 2 * dilation
    count = len(kernel_size) if isinstance(kernel_size, (tuple, list)) else len(dilation)
    kernel_size = _make_ntuple(kernel_size, count)
    dilation = _make_ntuple(dilation, count)
    return tuple([(kernel_size[i] - 1) // 2 * dilation[i] for i in range(count)])


class ConvNormActivation(Sequential):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1,
                 norm_layer=BatchNorm2d, activation_layer=ReLU, dilation=1, inplace=True, bias=None, conv_layer=Conv2d):
        if padding is None:
            padding = _same_padding(kernel_size, dilation)
        if bias is None:
            bias = norm_layer is None
        layers = [conv_layer(in_channels, out_channels, kernel_size, stride, padding, dilation=dilation, groups=groups,
                             bias=bias)]
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            options = {} if inplace is None else {"inplace": inplace}
            layers.append(activation_layer(**options))
        super().__init__(*layers)
        self.out_channels = out_channels


class Conv2dNormActivation(ConvNormActivation):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1,
                 norm_layer=BatchNorm2d, activation_layer=ReLU, dilation=1, inplace=True, bias=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, groups, norm_layer, activation_layer,
                         dilation, inplace, bias, Conv2d)


class Conv3dNormActivation(ConvNormActivation):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1,
                 norm_layer=BatchNorm3d, activation_layer=ReLU, dilation=1, inplace=True, bias=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, groups, norm_layer, activation_layer,
                         dilation, inplace, bias, Conv3d)


class SqueezeExcitation(Module):
    def __init__(self, input_channels, squeeze_channels, activation=ReLU, scale_activation=Sigmoid):
        super().__init__()
        self.avgpool = AdaptiveAvgPool2d(1)
        self.fc1 = Conv2d(input_channels, squeeze_channels, 1)
        self.fc2 = Conv2d(squeeze_channels, input_channels, 1)
        self.activation = activation()
        self.scale_activation = scale_activation()

    def _scale(self, input):
        return self.scale_activation(self.fc2(self.activation(self.fc1(self.avgpool(input)))))

    def forward(self, input):
        return self._scale(input) * input


class MLP(Sequential):
    def __init__(self, in_channels, hidden_channels, norm_layer=None, activation_layer=ReLU, inplace=None, bias=True,
                 dropout=0.0):
        options = {} if inplace is None else {"inplace": inplace}
        layers = []
        width = in_channels
        for hidden in hidden_channels[:-1]:
            layers.append(Linear(width, hidden, bias=bias))
            if norm_layer is not None:
                layers.append(norm_layer(hidden))
            layers.append(activation_layer(**options))
            layers.append(Dropout(dropout, **options))
            width = hidden
        layers.append(Linear(width, hidden_channels[-1], bias=bias))
        layers.append(Dropout(dropout, **options))
        super().__init__(*layers)


class Permute(Module):
    def __init__(self, dims):
        super().__init__()
        self.dims = dims

    def forward(self, x):
        return permute(x, self.dims)


def stochastic_depth(input, p, mode, training=True):
    return input


class StochasticDepth(Module):
    def __init__(self, p, mode):
        super().__init__()
        self.p = p
        self.mode = mode

    def forward(self, input):
        return input


class DropBlock2d(Module):
    def __init__(self, p, block_size, inplace=False, eps=1e-6):
        super().__init__()

    def forward(self, input):
        return input


class DropBlock3d(DropBlock2d):
    pass


class FrozenBatchNorm2d(Module):
    def __init__(self, num_features, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.register_buffer("weight", ones(num_features))
        self.register_buffer("bias", zeros(num_features))
        self.register_buffer("running_mean", zeros(num_features))
        self.register_buffer("running_var", ones(num_features))

    def forward(self, x):
        scale = self.weight * (self.running_var + self.eps).rsqrt()
        bias = self.bias - self.running_mean * scale
        return x * scale.reshape(1, -1, 1, 1) + bias.reshape(1, -1, 1, 1)


class ExtraFPNBlock(Module):
    pass


class LastLevelMaxPool(ExtraFPNBlock):
    def forward(self, x, y, names):
        names.append("pool")
        x.append(F.max_pool2d(x[-1], kernel_size=1, stride=2, padding=0))
        return x, names


class LastLevelP6P7(ExtraFPNBlock):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.p6 = Conv2d(in_channels, out_channels, 3, 2, 1)
        self.p7 = Conv2d(out_channels, out_channels, 3, 2, 1)
        self.use_P5 = in_channels == out_channels

    def forward(self, p, c, names):
        p6 = self.p6(p[-1] if self.use_P5 else c[-1])
        p7 = self.p7(F.relu(p6))
        p.extend([p6, p7])
        names.extend(["p6", "p7"])
        return p, names


class FeaturePyramidNetwork(Module):
    def __init__(self, in_channels_list, out_channels, extra_blocks=None, norm_layer=None):
        super().__init__()
        self.inner_blocks = ModuleList()
        self.layer_blocks = ModuleList()
        for in_channels in in_channels_list:
            self.inner_blocks.append(Conv2dNormActivation(in_channels, out_channels, 1, padding=0, norm_layer=norm_layer,
                                                          activation_layer=None))
            self.layer_blocks.append(Conv2dNormActivation(out_channels, out_channels, 3, norm_layer=norm_layer,
                                                          activation_layer=None))
        self.extra_blocks = extra_blocks

    def forward(self, x):
        names = list(x.keys())
        x = list(x.values())
        last = self.inner_blocks[len(x) - 1](x[-1])
        results = [self.layer_blocks[len(x) - 1](last)]
        for i in range(len(x) - 2, -1, -1):
            lateral = self.inner_blocks[i](x[i])
            last = lateral + F.interpolate(last, size=lateral.shape[-2:], mode="nearest")
            results.insert(0, self.layer_blocks[i](last))
        if self.extra_blocks is not None:
            results, names = self.extra_blocks(results, x, names)
        return {name: result for name, result in zip(names, results)}


# Regions of maps --------------------------------------------------------------------------------------------------------


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    count = sum([len(each) for each in boxes]) if isinstance(boxes, (list, tuple)) else boxes.shape[0]
    return input[:1, :, :1, :1].expand(count, input.shape[1], *_make_ntuple(output_size, 2))


def roi_pool(input, boxes, output_size, spatial_scale=1.0):
    return roi_align(input, boxes, output_size)


class RoIAlign(Module):
    def __init__(self, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale

    def forward(self, input, rois):
        return roi_align(input, rois, self.output_size)


class RoIPool(RoIAlign):
    pass
