# Layers that mmcv.cnn builds of configs: convolutions with what follows them.
import torch.nn as nn

_NORMS = {"BN": ("bn", nn.BatchNorm2d), "BN1d": ("bn", nn.BatchNorm1d), "BN2d": ("bn", nn.BatchNorm2d),
          "BN3d": ("bn", nn.BatchNorm3d), "SyncBN": ("bn", nn.SyncBatchNorm), "GN": ("gn", nn.GroupNorm),
          "LN": ("ln", nn.LayerNorm), "IN": ("in", nn.InstanceNorm2d), "IN1d": ("in", nn.InstanceNorm1d),
          "IN2d": ("in", nn.InstanceNorm2d), "IN3d": ("in", nn.InstanceNorm3d)}
_CONVS = {"Conv1d": nn.Conv1d, "Conv2d": nn.Conv2d, "Conv3d": nn.Conv3d, "Conv": nn.Conv2d}
_ACTIVATIONS = {"HSwish": nn.Hardswish, "Swish": nn.SiLU}
_NOT_IN_PLACE = ("Tanh", "PReLU", "Sigmoid", "HSigmoid", "Swish", "GELU")


def build_norm_layer(cfg, num_features, postfix=""):
    arguments = dict(cfg)
    kind = arguments.pop("type")
    trains = arguments.pop("requires_grad", True)
    name, norm = _NORMS[kind] if kind in _NORMS else norm_of_that_type
    if kind == "GN":
        layer = norm(num_channels=num_features, **arguments)
    else:
        layer = norm(num_features, **arguments)
    if not trains:
        layer.requires_grad_(False)
    return name + str(postfix), layer


def build_conv_layer(cfg, *args, **kwargs):
    arguments = dict(cfg or {"type": "Conv2d"})
    kind = arguments.pop("type")
    return (_CONVS[kind] if kind in _CONVS else convolution_of_that_type)(*args, **kwargs, **arguments)


def build_activation_layer(cfg):
    arguments = dict(cfg)
    kind = arguments.pop("type")
    if kind in _ACTIVATIONS:
        return _ACTIVATIONS[kind]()
    return getattr(nn, kind, activation_of_that_type)(**arguments)


class ConvModule(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias="auto",
                 conv_cfg=None, norm_cfg=None, act_cfg={"type": "ReLU"}, inplace=True, with_spectral_norm=False,
                 padding_mode="zeros", order=("conv", "norm", "act")):
        super().__init__()
        self.with_norm = norm_cfg is not None
        self.with_activation = act_cfg is not None
        self.order = order
        if bias == "auto":
            bias = not self.with_norm
        self.conv = build_conv_layer(conv_cfg, in_channels, out_channels, kernel_size, stride=stride, padding=padding,
                                     dilation=dilation, groups=groups, bias=bias, padding_mode=padding_mode)
        if with_spectral_norm:
            self.conv = nn.utils.spectral_norm(self.conv)
        if self.with_norm:
            channels = out_channels if order.index("norm") > order.index("conv") else in_channels
            self.norm_name, norm = build_norm_layer(norm_cfg, channels)
            self.add_module(self.norm_name, norm)
        if self.with_activation:
            arguments = dict(act_cfg)
            if arguments["type"] not in _NOT_IN_PLACE:
                arguments.setdefault("inplace", inplace)
            self.activate = build_activation_layer(arguments)

    @property
    def norm(self):
        return getattr(self, self.norm_name) if self.with_norm else None

    def forward(self, x, activate=True, norm=True):
        for each in self.order:
            if each == "conv":
                x = self.conv(x)
            elif each == "norm" and norm and self.with_norm:
                x = self.norm(x)
            elif each == "act" and activate and self.with_activation:
                x = self.activate(x)
        return x


class DepthwiseSeparableConvModule(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, norm_cfg=None,
                 act_cfg={"type": "ReLU"}, dw_norm_cfg="default", dw_act_cfg="default", pw_norm_cfg="default",
                 pw_act_cfg="default", **kwargs):
        super().__init__()
        norms = [norm_cfg if each == "default" else each for each in (dw_norm_cfg, pw_norm_cfg)]
        acts = [act_cfg if each == "default" else each for each in (dw_act_cfg, pw_act_cfg)]
        self.depthwise_conv = ConvModule(in_channels, in_channels, kernel_size, stride=stride, padding=padding,
                                         dilation=dilation, groups=in_channels, norm_cfg=norms[0], act_cfg=acts[0],
                                         **kwargs)
        self.pointwise_conv = ConvModule(in_channels, out_channels, 1, norm_cfg=norms[1], act_cfg=acts[1], **kwargs)

    def forward(self, x):
        return self.pointwise_conv(self.depthwise_conv(x))


def _initialize(module, *args, **kwargs):
    pass


constant_init = kaiming_init = normal_init = trunc_normal_init = uniform_init = xavier_init = _initialize
caffe2_xavier_init = _initialize
