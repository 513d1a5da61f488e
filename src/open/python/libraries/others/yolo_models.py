# Networks of YOLO as yaml describes them, [from, number, module, args] a layer: of ultralytics and of the repositories of
# YOLOv5, v7 and v9, with their names of modules. Sizes are those of training, before layers are fused.
import math
import torch
import torch.nn as nn
from _environment import unknown_member
from _yolo_blocks import (A2C2f, AAttn, AConv, ADown, AIFI, Bottleneck, BottleneckCSP, BottleneckCSPA, BottleneckCSPB,
                          BottleneckCSPC, C2, C2PSA, C2f, C2fAttn, C2fCIB, C3, C3Ghost, C3k, C3k2, C3TR, CBFuse, CBLinear,
                          Concat, Conv, DownC, DWConv, ELAN1, Focus, GhostBottleneck, GhostConv, HGBlock, HGStem,
                          ImagePoolingAttn, MP, PSA, RepC3, RepConv, RepNCSPELAN4, ReOrg, ResCSPA, ResCSPB, ResCSPC,
                          ResNetLayer, ResXCSPA, ResXCSPB, ResXCSPC, SCDown, Shortcut, SP, SPP, SPPCSPC, SPPELAN, SPPF, Stem,
                          _divisible)
from _yolo_heads import (AnchorDetect, AnchorSegment, Classify, DDetect, Detect, DSegment, DualDDetect, DualDSegment,
                         IAuxDetect, IDetect, LightDetect, Panoptic, RTDETRDecoder, TripleDDetect, v10Detect, WorldDetect,
                         _obb, _pose, _segment)


_REPEATED = {"C3": C3, "C3k": C3k, "C3k2": C3k2, "C3Ghost": C3Ghost, "C3TR": C3TR, "C2": C2, "C2f": C2f, "C2fAttn": C2fAttn,
             "C2fCIB": C2fCIB, "C2PSA": C2PSA, "A2C2f": A2C2f, "RepC3": RepC3, "BottleneckCSP": BottleneckCSP,
             "BottleneckCSPA": BottleneckCSPA, "BottleneckCSPB": BottleneckCSPB, "BottleneckCSPC": BottleneckCSPC,
             "ResCSPA": ResCSPA, "ResCSPB": ResCSPB, "ResCSPC": ResCSPC, "ResXCSPA": ResXCSPA, "ResXCSPB": ResXCSPB,
             "ResXCSPC": ResXCSPC}
_MAPPED = {"Conv": Conv, "DWConv": DWConv, "GhostConv": GhostConv, "Focus": Focus, "Bottleneck": Bottleneck,
           "GhostBottleneck": GhostBottleneck, "RepConv": RepConv, "SPP": SPP, "SPPF": SPPF, "SPPELAN": SPPELAN,
           "SPPCSPC": SPPCSPC, "SCDown": SCDown, "AConv": AConv, "ADown": ADown, "ELAN1": ELAN1, "RepNCSPELAN4": RepNCSPELAN4,
           "RepNCSPELAN": RepNCSPELAN4, "DownC": DownC, "PSA": PSA, "Stem": Stem, "Classify": Classify,
           "nn.ConvTranspose2d": nn.ConvTranspose2d}
_KEPT = {"nn.Upsample": nn.Upsample, "nn.Identity": nn.Identity, "Silence": nn.Identity, "nn.MaxPool2d": nn.MaxPool2d,
         "nn.ZeroPad2d": nn.ZeroPad2d, "MP": MP, "SP": SP}
_HEADS = {"IDetect": IDetect, "IAuxDetect": IAuxDetect, "DDetect": DDetect, "DualDDetect": DualDDetect,
          "TripleDDetect": TripleDDetect, "v10Detect": v10Detect, "WorldDetect": WorldDetect, "DSegment": DSegment,
          "DualDSegment": DualDSegment, "Panoptic": Panoptic, "ImagePoolingAttn": ImagePoolingAttn}


def _value(argument, values):
    """What a word among the arguments stands for: a name of the yaml, an activation."""
    if not isinstance(argument, str):
        return argument
    if argument.startswith("nn.LeakyReLU"):
        return nn.LeakyReLU(0.1)
    if argument in ("nn.ReLU()", "nn.SiLU()", "nn.Identity()"):
        return getattr(nn, argument[3:-2])()
    return values.get(argument, argument)


class DetectionModel(nn.Module):
    """A network of the layers that a yaml lists, of a scale."""

    def __init__(self, cfg, scale):
        super().__init__()
        self.froms = []
        self.channels = cfg.get("ch", 3)
        self.model = nn.Sequential(*self._layers(cfg, scale))

    def _layers(self, cfg, scale):
        depth, width, most = cfg.get("depth_multiple", 1.0), cfg.get("width_multiple", 1.0), math.inf
        if scale:
            depth, width, most = cfg["scales"][scale]
        nc = self.nc = cfg["nc"]
        values = {"nc": nc, "anchors": cfg.get("anchors"), "kpt_shape": cfg.get("kpt_shape"), "None": None, "True": True,
                  "False": False}
        self.is_legacy = True
        self.is_v7 = any(row[2] in ("IDetect", "SPPCSPC", "MP") for row in cfg["backbone"] + cfg["head"])
        channels, layers = [cfg.get("ch", 3)], []
        for origin, number, name, args in cfg["backbone"] + cfg["head"]:
            args = [_value(each, values) for each in args]
            number = max(round(number * depth), 1) if number > 1 else number
            scaled = [_divisible(min(each, most) * width) if isinstance(each, int) else each for each in args[:1]]
            layer, out = self._layer(name, origin, number, args, scaled, channels, scale, values, width, most)
            self.froms.append(origin)
            layers.append(layer)
            if len(layers) == 1:
                channels = []
            channels.append(out)
        return layers

    def _layer(self, name, origin, number, args, scaled, channels, scale, values, width, most):
        if name in _REPEATED or name in _MAPPED:
            c1, c2 = channels[origin], args[0]
            c2 = c2 if c2 == values["nc"] and name == "Classify" else scaled[0]
            rest = args[1:]
            if name == "C3k2":
                self.is_legacy = False
                if scale and scale in "mlx":
                    rest = [True] + rest[1:]
            if name == "C2fAttn":
                rest = [_divisible(min(rest[0], most // 2) * width), self._heads_of(rest[1], most, width)] + rest[2:]
            if name == "A2C2f":
                self.is_legacy = False
                if scale and scale in "lx":
                    rest = rest + [True, A2C2f.large_ratio]
            if name == "Bottleneck" and values["anchors"]:
                rest = rest + [True, 1, (1, 3)][len(rest):]
            if name == "RepConv" and self.is_v7:
                return self._repeat(lambda: RepConv(c1, c2, *rest, bn=True), number), c2
            if name in ("RepNCSPELAN4", "RepNCSPELAN", "ELAN1", "SPPELAN"):
                return self._repeat(lambda: _MAPPED[name](c1, c2, *rest), number), c2
            if name in _REPEATED:
                return _REPEATED[name](c1, c2, number, *rest), c2
            return self._repeat(lambda: _MAPPED[name](c1, c2, *rest), number), c2
        if name == "HGStem":
            return HGStem(channels[origin], args[0], args[1]), args[1]
        if name == "HGBlock":
            c1, cm, c2 = channels[origin], args[0], args[1]
            return HGBlock(c1, cm, c2, args[2] if len(args) > 2 else 3, number, *args[3:]), c2
        if name == "ResNetLayer":
            return ResNetLayer(*args), args[1] if args[3] else args[1] * 4
        if name == "ReOrg":
            return ReOrg(), channels[origin] * 4
        if name == "Shortcut":
            return Shortcut(*args), channels[origin[0]]
        if name == "Concat":
            return Concat(*args), sum([channels[each] for each in origin])
        if name == "CBLinear":
            return CBLinear(channels[origin], *args), args[0]
        if name == "CBFuse":
            return CBFuse(args[0]), channels[origin[-1]]
        if name in _KEPT:
            return self._repeat(lambda: _KEPT[name](*args), number), channels[origin]
        if name == "AIFI":
            return AIFI(channels[origin], *args), channels[origin]
        ch = [channels[each] for each in origin] if isinstance(origin, list) else [channels[origin]]
        return self._head(name, args, ch, values, width, most), ch[-1]

    def _heads_of(self, number, most, width):
        return int(max(round(min(number, most // 64)) * width, 1)) if number > 1 else number

    def _head(self, name, args, ch, values, width, most):
        has_anchors = len(args) > 1 and name in ("Detect", "Segment") and args[1] is values["anchors"]
        if has_anchors and isinstance(args[1], int):
            args = [args[0], [list(range(args[1] * 2))] * len(ch)] + args[2:]
        if name.endswith("Segment") or name == "Panoptic":
            at = 3 if has_anchors else 2
            args = args[:at] + [_divisible(min(args[at], most) * width)] + args[at + 1:]
        if name == "RTDETRDecoder":
            return RTDETRDecoder(args[0], ch, *args[1:])
        if has_anchors:
            return (AnchorDetect if name == "Detect" else AnchorSegment)(*args, ch)
        if name in _HEADS:
            return _HEADS[name](*args, ch)
        base = Detect if self.is_legacy else LightDetect
        if name == "Detect":
            return base(args[0], ch)
        if name == "Segment":
            return _segment(base, not values["anchors"])(*args, ch)
        if name == "Pose":
            return _pose(base)(*args, ch)
        if name == "OBB":
            return _obb(base)(*args, ch)
        return unknown_member(name, "yaml")

    def _repeat(self, make, number):
        return nn.Sequential(*[make() for _ in range(number)]) if number > 1 else make()

    def forward(self, x):
        kept = []
        words = text = torch.zeros(x.shape[0], self.nc, 512)  # of YOLO-World
        for i in range(len(self.model)):
            origin = self.froms[i]
            if isinstance(origin, list):
                taken = [x if each == -1 else kept[each] for each in origin]
            else:
                taken = x if origin == -1 else kept[origin]
            layer = self.model[i]
            if isinstance(layer, ImagePoolingAttn):
                x = text = layer(taken, text)
            elif getattr(layer, "takes_text", False):
                x = layer(taken, words if isinstance(layer, WorldDetect) else text)
            else:
                x = layer(taken)
            kept.append(x)
        return x


def model_of(cfg, scale, stated):
    """A model of ultralytics' modules; of the repository of YOLOv12 where its have the total that the yaml states."""
    model = DetectionModel(cfg, scale)
    if not stated or _total(model) == stated or not any(row[2] == "A2C2f" for row in cfg["backbone"]):
        return model
    AAttn.kernel, A2C2f.large_ratio = 5, 1.5
    other = DetectionModel(cfg, scale)
    return other if _total(other) == stated else model


def _total(model):
    return sum(each.numel() for each in model.parameters())
