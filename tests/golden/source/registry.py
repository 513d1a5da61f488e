# A registry of blocks filled by a decorator; models are built from a dictionary that names them.
import functools
import torch
import torch.nn as nn


class Registry:
    def __init__(self, name):
        self._name = name
        self._modules = dict()

    def __len__(self):
        return len(self._modules)

    def __contains__(self, key):
        return self.get(key) is not None

    def get(self, key):
        return self._modules.get(key, None)

    def register_module(self, name=None, force=False):
        def _register(cls):
            key = name if name is not None else cls.__name__
            if not force and key in self._modules:
                raise KeyError(f'{key} is already registered in {self._name}')
            self._modules[key] = cls
            return cls
        return _register

    def build(self, cfg, **defaults):
        args = cfg.copy()
        for k, v in defaults.items():
            args.setdefault(k, v)
        obj_type = args.pop('type')
        if isinstance(obj_type, str):
            obj_cls = self.get(obj_type)
            if obj_cls is None:
                raise KeyError(f'{obj_type} is not in the {self._name} registry')
        else:
            raise TypeError(f'type must be a str, but got {type(obj_type)}')
        return obj_cls(**args)


BLOCKS = Registry('block')
HEADS = Registry('head')


@BLOCKS.register_module(name='SE')
class SELayer(nn.Module):
    def __init__(self, channel, reduction=16):
        super().__init__()
        self.avg_pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(
            nn.Linear(channel, channel // reduction, bias=False),
            nn.ReLU(inplace=True),
            nn.Linear(channel // reduction, channel, bias=False),
            nn.Sigmoid()
        )

    def forward(self, x):
        b, c, _, _ = x.size()
        y = self.avg_pool(x).view(b, c)
        y = self.fc(y).view(b, c, 1, 1)
        return x * y.expand_as(x)


@BLOCKS.register_module()
class ResNeXtBlock(nn.Module):
    expansion = 2

    def __init__(self, inplanes, planes, groups=8, base_width=4, plugin=None, stride=1):
        super().__init__()
        width = int(planes * (base_width / 64.)) * groups
        outplanes = planes * self.expansion
        self.conv1 = nn.Conv2d(inplanes, width, 1, bias=False)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, groups=groups, bias=False)
        self.conv3 = nn.Conv2d(width, outplanes, 1, bias=False)
        for i, n in enumerate((width, width, outplanes), start=1):
            setattr(self, 'bn{}'.format(i), nn.BatchNorm2d(n))
        self.relu = nn.ReLU(inplace=True)
        self.plugin = BLOCKS.build(plugin, channel=outplanes) if plugin else None
        self.shortcut = None
        if stride != 1 or inplanes != outplanes:
            self.shortcut = nn.Sequential(nn.Conv2d(inplanes, outplanes, 1, stride, bias=False), nn.BatchNorm2d(outplanes))

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        if self.plugin is not None:
            out = self.plugin(out)
        return self.relu(out + (x if self.shortcut is None else self.shortcut(x)))


@HEADS.register_module(force=True)
class LinearHead(nn.Module):
    def __init__(self, in_channels, num_classes, dropout=0.0):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.drop = nn.Dropout(dropout) if dropout > 0 else nn.Identity()
        self.fc = nn.Linear(in_channels, num_classes)

    def forward(self, x):
        return self.fc(self.drop(self.pool(x).flatten(1)))


class Classifier(nn.Module):
    def __init__(self, stem, stages, head):
        super().__init__()
        self.stem = nn.Conv2d(3, stem, 3, 2, 1)
        self.stage_names = []
        c = stem
        for i, stage in enumerate(stages):
            stage = dict(stage)
            depth = stage.pop('depth', 1)
            layers = []
            for j in range(depth):
                layers.append(BLOCKS.build(dict(stage, inplanes=c, stride=2 if j == 0 else 1)))
                c = stage['planes'] * ResNeXtBlock.expansion
            name = f'layer{i + 1}'
            self.add_module(name, nn.Sequential(*layers))
            self.stage_names.append(name)
        self.head = HEADS.build(head, in_channels=c)

    def forward(self, x):
        x = self.stem(x)
        return self.head(functools.reduce(lambda t, name: getattr(self, name)(t), self.stage_names, x))


cfg = dict(
    stem=32,
    stages=[
        dict(type='ResNeXtBlock', planes=64, depth=2),
        dict(type='ResNeXtBlock', planes=128, depth=2, plugin=dict(type='SE', reduction=8)),
    ],
    head=dict(type='LinearHead', num_classes=12, dropout=0.1),
)
model = Classifier(**cfg)
