# What the networks of YOLO end with: boxes, classes, masks, points, angles.
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
from _yolo_blocks import Conv, DWConv, _divisible


class DFL(nn.Module):
    def __init__(self, c1=16):
        super().__init__()
        self.conv = nn.Conv2d(c1, 1, 1, bias=False).requires_grad_(False)
        self.c1 = c1

    def forward(self, x):
        batch, _, anchors = x.shape
        return self.conv(x.view(batch, 4, self.c1, anchors).transpose(2, 1).softmax(1)).view(batch, 4, anchors)


def _maps(channels, width, last, kernel=3):
    return nn.ModuleList([nn.Sequential(Conv(c, width, kernel), Conv(width, width, kernel), nn.Conv2d(width, last, 1))
                          for c in channels])


def _light_maps(channels, width, last):
    return nn.ModuleList([nn.Sequential(nn.Sequential(DWConv(c, c, 3), Conv(c, width, 1)),
                                        nn.Sequential(DWConv(width, width, 3), Conv(width, width, 1)),
                                        nn.Conv2d(width, last, 1)) for c in channels])


class Detect(nn.Module):
    """Boxes as distributions of 16 distances, and classes."""
    is_light = False
    is_end_to_end = False

    def __init__(self, nc=80, ch=()):
        super().__init__()
        self.nc = nc
        self.reg_max = 16
        self.cv2 = _maps(ch, max(16, ch[0] // 4, self.reg_max * 4), 4 * self.reg_max)
        width = max(ch[0], min(nc, 100))
        self.cv3 = _light_maps(ch, width, nc) if self.is_light else _maps(ch, width, nc)
        self.dfl = DFL(self.reg_max)
        if self.is_end_to_end:
            self.one2one_cv2 = copy.deepcopy(self.cv2)
            self.one2one_cv3 = copy.deepcopy(self.cv3)

    def forward(self, x):
        boxes, classes = self.cv2, self.cv3
        if self.is_end_to_end:
            boxes, classes = self.one2one_cv2, self.one2one_cv3
        y = torch.cat([torch.cat((boxes[i](x[i]), classes[i](x[i])), 1).flatten(2) for i in range(len(x))], 2)
        box, scores = y.split((self.reg_max * 4, self.nc), 1)
        return torch.cat((self.dfl(box), scores.sigmoid()), 1)


class LightDetect(Detect):
    is_light = True


class v10Detect(Detect):
    is_light = True
    is_end_to_end = True


class _More:
    """Maps beside boxes and classes: of masks, points or angles."""

    def add_maps(self, ch, count):
        self.cv4 = _maps(ch, max(ch[0] // 4, count), count)

    def more(self, x):
        return torch.cat([self.cv4[i](x[i]).flatten(2) for i in range(len(x))], 2)


class Proto(nn.Module):
    def __init__(self, c1, c_=256, c2=32, is_learned=True):
        super().__init__()
        self.cv1 = Conv(c1, c_, k=3)
        self.upsample = (nn.ConvTranspose2d(c_, c_, 2, 2, 0, bias=True) if is_learned
                         else nn.Upsample(scale_factor=2, mode="nearest"))
        self.cv2 = Conv(c_, c_, k=3)
        self.cv3 = Conv(c_, c2)

    def forward(self, x):
        return self.cv3(self.cv2(self.upsample(self.cv1(x))))


def _segment(base, is_learned):
    class Segment(base, _More):
        def __init__(self, nc=80, nm=32, npr=256, ch=()):
            super().__init__(nc, ch)
            self.proto = Proto(ch[0], npr, nm, is_learned)
            self.add_maps(ch, nm)

        def forward(self, x):
            return super().forward(x), self.more(x), self.proto(x[0])
    return Segment


def _pose(base):
    class Pose(base, _More):
        def __init__(self, nc=80, kpt_shape=(17, 3), ch=()):
            super().__init__(nc, ch)
            self.add_maps(ch, kpt_shape[0] * kpt_shape[1])

        def forward(self, x):
            return super().forward(x), self.more(x)
    return Pose


def _obb(base):
    class OBB(base, _More):
        def __init__(self, nc=80, ne=1, ch=()):
            super().__init__(nc, ch)
            self.add_maps(ch, ne)

        def forward(self, x):
            return super().forward(x), self.more(x)
    return OBB


class AnchorDetect(nn.Module):
    """YOLOv5's: one convolution a map, of (classes + 5) numbers an anchor."""

    def __init__(self, nc=80, anchors=(), ch=()):
        super().__init__()
        count = len(anchors[0]) // 2
        self.m = nn.ModuleList([nn.Conv2d(c, (nc + 5) * count, 1) for c in ch])

    def forward(self, x):
        return [self.m[i](x[i]) for i in range(len(x))]


class ImplicitA(nn.Module):
    def __init__(self, channel):
        super().__init__()
        self.implicit = nn.Parameter(torch.zeros(1, channel, 1, 1))

    def forward(self, x):
        return self.implicit + x


class ImplicitM(ImplicitA):
    def forward(self, x):
        return self.implicit * x


class IDetect(AnchorDetect):
    """YOLOv7's: what is learned is added to the maps and times them."""

    def __init__(self, nc=80, anchors=(), ch=()):
        super().__init__(nc, anchors, ch)
        self.ia = nn.ModuleList([ImplicitA(c) for c in ch])
        self.im = nn.ModuleList([ImplicitM((nc + 5) * (len(anchors[0]) // 2)) for _ in ch])

    def forward(self, x):
        return [self.im[i](self.m[i](self.ia[i](x[i]))) for i in range(len(x))]


class IAuxDetect(IDetect):
    """The same with as many maps again, which only training uses."""

    def __init__(self, nc=80, anchors=(), ch=()):
        main = ch[:len(anchors)]
        super().__init__(nc, anchors, main)
        count = (nc + 5) * (len(anchors[0]) // 2)
        self.m2 = nn.ModuleList([nn.Conv2d(c, count, 1) for c in ch[len(anchors):]])

    def forward(self, x):
        count = len(self.m)
        return super().forward(x[:count]), [self.m2[i](x[count + i]) for i in range(len(self.m2))]


def _grouped_maps(channels, width, last):
    return nn.ModuleList([nn.Sequential(Conv(c, width, 3), Conv(width, width, 3, g=4), nn.Conv2d(width, last, 1, groups=4))
                          for c in channels])


class DDetect(nn.Module):
    """YOLOv9's: boxes by convolutions in four groups."""

    def __init__(self, nc=80, ch=()):
        super().__init__()
        self.cv2 = _grouped_maps(ch, _divisible(max(ch[0] // 4, 64), 4), 64)
        self.cv3 = _maps(ch, max(ch[0], min(nc * 2, 128)), nc)
        self.dfl = DFL(16)

    def forward(self, x):
        y = torch.cat([torch.cat((self.cv2[i](x[i]), self.cv3[i](x[i])), 1).flatten(2) for i in range(len(x))], 2)
        return torch.cat((self.dfl(y[:, :64]), y[:, 64:].sigmoid()), 1)


class DualDDetect(DDetect):
    """The same with as many maps again, which only training uses."""

    def __init__(self, nc=80, ch=()):
        half = len(ch) // 2
        super().__init__(nc, ch[:half])
        other = DDetect(nc, ch[half:])
        self.cv4 = other.cv2
        self.cv5 = other.cv3
        self.dfl2 = other.dfl

    def forward(self, x):
        half = len(self.cv2)
        aux = [torch.cat((self.cv4[i](x[half + i]), self.cv5[i](x[half + i])), 1) for i in range(half)]
        return super().forward(x[:half]), aux


class Classify(nn.Module):
    def __init__(self, c1, c2, k=1, s=1, p=None, g=1):
        super().__init__()
        self.conv = Conv(c1, 1280, k, s, p, g)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.drop = nn.Dropout(p=0.0, inplace=True)
        self.linear = nn.Linear(1280, c2)

    def forward(self, x):
        x = torch.cat(x, 1) if isinstance(x, list) else x
        return self.linear(self.drop(self.pool(self.conv(x)).flatten(1)))

class AnchorSegment(AnchorDetect):
    """YOLOv5's: an anchor has a number for each mask, too."""

    def __init__(self, nc=80, anchors=(), nm=32, npr=256, ch=()):
        super().__init__(nc + nm, anchors, ch)
        self.proto = Proto(ch[0], npr, nm, False)

    def forward(self, x):
        return super().forward(x), self.proto(x[0])


class TripleDDetect(DualDDetect):
    """The same with maps for a third time."""

    def __init__(self, nc=80, ch=()):
        third = len(ch) // 3
        super().__init__(nc, ch[:2 * third])
        other = DDetect(nc, ch[2 * third:])
        self.cv6 = other.cv2
        self.cv7 = other.cv3
        self.dfl3 = other.dfl

    def forward(self, x):
        count = 2 * len(self.cv2)
        last = [torch.cat((self.cv6[i](x[count + i]), self.cv7[i](x[count + i])), 1) for i in range(len(self.cv2))]
        return super().forward(x[:count]), last


class DSegment(DDetect, _More):
    """YOLOv9's masks, of a map of their own."""

    def __init__(self, nc=80, nm=32, npr=256, ch=()):
        super().__init__(nc, ch[:-1])
        self.proto = Conv(ch[-1], nm, 1)
        self.add_maps(ch[:-1], nm)

    def forward(self, x):
        return super().forward(x[:-1]), self.more(x[:-1]), self.proto(x[-1])


class DualDSegment(DualDDetect):
    """The same with as many maps again, which only training uses."""

    def __init__(self, nc=80, nm=32, npr=256, ch=()):
        super().__init__(nc, ch[:-2])
        half = len(ch) // 2 - 1
        self.proto = Conv(ch[-2], nm, 1)
        self.proto2 = Conv(ch[-1], nm, 1)
        self.cv6 = _maps(ch[:half], max(ch[0] // 4, nm), nm)
        self.cv7 = _maps(ch[half:-2], max(ch[half] // 4, nm), nm)

    def forward(self, x):
        half = len(self.cv6)
        masks = [(self.cv6[i](x[i]), self.cv7[i](x[half + i])) for i in range(half)]
        return super().forward(x[:-2]), masks, self.proto(x[-2]), self.proto2(x[-1])


class UConv(nn.Module):
    def __init__(self, c1, c_=256, c2=256):
        super().__init__()
        self.cv1 = Conv(c1, c_, k=3)
        self.cv2 = nn.Conv2d(c_, c2, 1, 1)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)

    def forward(self, x):
        return self.up(self.cv2(self.cv1(x)))


class Panoptic(Detect, _More):
    def __init__(self, nc=80, sem_nc=93, nm=32, npr=256, ch=()):
        super().__init__(nc, ch)
        self.proto = Proto(ch[0], npr, nm, False)
        self.uconv = UConv(ch[0], ch[0] // 4, sem_nc + nc)
        self.add_maps(ch, nm)

    def forward(self, x):
        return super().forward(x), self.more(x), self.proto(x[0]), self.uconv(x[0])


class ContrastiveHead(nn.Module):
    """How well positions of a map fit the words of a text."""

    def __init__(self, embed, with_bn):
        super().__init__()
        if with_bn:
            self.norm = nn.BatchNorm2d(embed)
        self.bias = nn.Parameter(torch.zeros(1))
        self.logit_scale = nn.Parameter(torch.ones([]))
        self.with_bn = with_bn

    def forward(self, x, w):
        x = self.norm(x) if self.with_bn else F.normalize(x, dim=1, p=2)
        x = torch.einsum("bchw,bkc->bkhw", x, F.normalize(w, dim=-1, p=2))
        return x * self.logit_scale.exp() + self.bias


class WorldDetect(Detect):
    takes_text = True

    def __init__(self, nc=80, embed=512, with_bn=False, ch=()):
        super().__init__(nc, ch)
        self.cv3 = _maps(ch, max(ch[0], min(nc, 100)), embed)
        self.cv4 = nn.ModuleList([ContrastiveHead(embed, with_bn) for _ in ch])

    def forward(self, x, text):
        maps = [torch.cat((self.cv2[i](x[i]), self.cv4[i](self.cv3[i](x[i]), text)), 1) for i in range(len(x))]
        box, scores = torch.cat([each.flatten(2) for each in maps], 2).split((self.reg_max * 4, self.nc), 1)
        return torch.cat((self.dfl(box), scores.sigmoid()), 1)


class MLP(nn.Module):
    def __init__(self, first, width, last, count):
        super().__init__()
        sizes = [first] + [width] * (count - 1) + [last]
        self.layers = nn.ModuleList([nn.Linear(sizes[i], sizes[i + 1]) for i in range(count)])

    def forward(self, x):
        for i in range(len(self.layers)):
            x = self.layers[i](x if i == 0 else x.relu())
        return x


class MSDeformAttn(nn.Module):
    """Attention to a few points of each map, whose places are learned."""

    def __init__(self, d_model=256, n_levels=4, n_heads=8, n_points=4):
        super().__init__()
        self.n_levels = n_levels
        self.n_heads = n_heads
        self.n_points = n_points
        self.sampling_offsets = nn.Linear(d_model, n_heads * n_levels * n_points * 2)
        self.attention_weights = nn.Linear(d_model, n_heads * n_levels * n_points)
        self.value_proj = nn.Linear(d_model, d_model)
        self.output_proj = nn.Linear(d_model, d_model)

    def forward(self, query, value, shapes):
        batch, count, width = query.shape
        heads, points = self.n_heads, self.n_points
        maps = self.value_proj(value).transpose(1, 2).split([h * w for h, w in shapes], 2)
        places = self.sampling_offsets(query).view(batch, count, heads, self.n_levels, points, 2)
        weights = self.attention_weights(query).view(batch, count, heads, self.n_levels * points).softmax(-1)
        found = []
        for level in range(self.n_levels):
            grid = places[:, :, :, level].transpose(1, 2).reshape(batch * heads, count, points, 2)
            each = maps[level].reshape(batch * heads, width // heads, shapes[level][0], shapes[level][1])
            found.append(F.grid_sample(each, grid))
        weights = weights.transpose(1, 2).reshape(batch * heads, 1, count, self.n_levels * points)
        found = (torch.cat(found, -1) * weights).sum(-1)
        return self.output_proj(found.view(batch, width, count).transpose(1, 2))


class DeformableTransformerDecoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ffn, n_levels, n_points):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d_model, n_heads)
        self.norm1 = nn.LayerNorm(d_model)
        self.cross_attn = MSDeformAttn(d_model, n_levels, n_heads, n_points)
        self.norm2 = nn.LayerNorm(d_model)
        self.linear1 = nn.Linear(d_model, d_ffn)
        self.linear2 = nn.Linear(d_ffn, d_model)
        self.norm3 = nn.LayerNorm(d_model)

    def forward(self, x, place, value, shapes):
        q = (x + place).transpose(0, 1)
        x = self.norm1(x + self.self_attn(q, q, x.transpose(0, 1))[0].transpose(0, 1))
        x = self.norm2(x + self.cross_attn(x + place, value, shapes))
        return self.norm3(x + self.linear2(self.linear1(x).relu()))


class DeformableTransformerDecoder(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)


class RTDETRDecoder(nn.Module):
    """Queries from the best positions of all maps, and layers that refine their boxes. The last gives the classes."""

    def __init__(self, nc=80, ch=(512, 1024, 2048), hd=256, nq=300, ndp=4, nh=8, ndl=6, d_ffn=1024):
        super().__init__()
        self.nq = nq
        self.input_proj = nn.ModuleList([nn.Sequential(nn.Conv2d(c, hd, 1, bias=False), nn.BatchNorm2d(hd)) for c in ch])
        self.decoder = DeformableTransformerDecoder([DeformableTransformerDecoderLayer(hd, nh, d_ffn, len(ch), ndp)
                                                     for _ in range(ndl)])
        self.denoising_class_embed = nn.Embedding(nc, hd)
        self.query_pos_head = MLP(4, 2 * hd, hd, 2)
        self.enc_output = nn.Sequential(nn.Linear(hd, hd), nn.LayerNorm(hd))
        self.enc_score_head = nn.Linear(hd, nc)
        self.enc_bbox_head = MLP(hd, hd, 4, 3)
        self.dec_score_head = nn.ModuleList([nn.Linear(hd, nc) for _ in range(ndl)])
        self.dec_bbox_head = nn.ModuleList([MLP(hd, hd, 4, 3) for _ in range(ndl)])

    def forward(self, x):
        maps = [self.input_proj[i](x[i]) for i in range(len(x))]
        shapes = [(each.shape[2], each.shape[3]) for each in maps]
        feats = torch.cat([each.flatten(2).transpose(1, 2) for each in maps], 1)
        features = self.enc_output(feats)
        scores = self.enc_score_head(features)
        x = features[:, :self.nq]
        box = self.enc_bbox_head(x).sigmoid()
        for i, layer in enumerate(self.decoder.layers):
            x = layer(x, self.query_pos_head(box), feats, shapes)
            box = (self.dec_bbox_head[i](x) + box).sigmoid()
        return torch.cat((box, self.dec_score_head[-1](x).sigmoid()), -1), scores
