#!/usr/bin/env python3
"""Write lookalikes.json: modules that bear the name of a well-known block but flow their own way, run once each.

`kind` says what their text can tell: "contradicted" where the sizes do not go together as in the well-known block,
"alike" where the work is the same all the same, "hidden" where nothing in print shows the difference, "different"
where the children are others.
"""

from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

import facts

OUTPUT = Path(__file__).with_name("lookalikes.json")


def conv(before, after, kernel=3, stride=1):
    return nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)


def named(name, line=""):
    """A class decorator: the type's name in print, and its flow as a line of text."""
    def decorate(cls):
        cls.__name__, cls.line = name, line
        return cls
    return decorate


@named("BasicBlock", "forward(x) = conv2(relu(bn2(conv1(y)))) + downsample?(y) where y = relu(bn1(x))")
class PreActivation(nn.Module):
    def __init__(self, before, after, stride=1):
        super().__init__()
        self.bn1, self.conv1 = nn.BatchNorm2d(before), conv(before, after, 3, stride)
        self.bn2, self.conv2 = nn.BatchNorm2d(after), conv(after, after)
        if before != after:
            self.downsample = conv(before, after, 1, stride)

    def forward(self, x):
        y = F.relu(self.bn1(x))
        z = self.conv2(F.relu(self.bn2(self.conv1(y))))
        return z + (self.downsample(y) if hasattr(self, "downsample") else x)


@named("BasicBlock", "forward(x) = relu(bn2(conv2(relu(bn1(conv1(MaxPool2d(x, kernel_size=2)))))))")
class Pooled(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1, self.bn1 = conv(width, width), nn.BatchNorm2d(width)
        self.conv2, self.bn2 = conv(width, width), nn.BatchNorm2d(width)

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(F.max_pool2d(x, 2))))
        return F.relu(self.bn2(self.conv2(y)))


@named("BasicBlock", "forward(x) = relu(bn2(conv2(relu(conv2(relu(bn1(conv1(x))))))) + x)")
class Repeating(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1, self.bn1 = conv(width, width), nn.BatchNorm2d(width)
        self.conv2, self.bn2 = conv(width, width), nn.BatchNorm2d(width)

    def forward(self, x):
        y = F.relu(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(self.bn2(self.conv2(y)) + x)


@named("Fire", "forward(x) = relu(expand1x1(s)) + relu(expand3x3(s)) where s = relu(squeeze(x))")
class Summing(nn.Module):
    def __init__(self, before, squeezed, after):
        super().__init__()
        self.squeeze, self.squeeze_activation = nn.Conv2d(before, squeezed, 1), nn.ReLU()
        self.expand1x1, self.expand1x1_activation = nn.Conv2d(squeezed, after, 1), nn.ReLU()
        self.expand3x3, self.expand3x3_activation = nn.Conv2d(squeezed, after, 3, padding=1), nn.ReLU()

    def forward(self, x):
        s = self.squeeze_activation(self.squeeze(x))
        return F.relu(self.expand1x1(s)) + F.relu(self.expand3x3(s))


@named("Bottleneck", "forward(x) = cat(x, conv2(relu(bn2(conv1(relu(bn1(x)))))), dim=1)")
class Growing(nn.Module):
    def __init__(self, before, growth):
        super().__init__()
        self.bn1, self.conv1 = nn.BatchNorm2d(before), conv(before, 4 * growth, 1)
        self.bn2, self.conv2 = nn.BatchNorm2d(4 * growth), conv(4 * growth, growth)

    def forward(self, x):
        return torch.cat([x, self.conv2(F.relu(self.bn2(self.conv1(F.relu(self.bn1(x))))))], 1)


@named("Bottleneck", "forward(x) = x + cv2(cv1(x))")
class TwoConvolutions(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.cv1, self.cv2 = conv(width, width // 2, 1), conv(width // 2, width)

    def forward(self, x):
        return x + self.cv2(self.cv1(x))


@named("Inception", "forward(x) = branch1(x) + branch2(x) + branch3(x) + branch4(x)")
class Adding(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        for i, kernel in enumerate((1, 3, 5, 1), 1):
            self.add_module(f"branch{i}", conv(before, after, kernel))

    def forward(self, x):
        return self.branch1(x) + self.branch2(x) + self.branch3(x) + self.branch4(x)


@named("SqueezeExcitation", "forward(x) = relu(fc2(relu(fc1(x))))")
class NotPooled(nn.Module):
    def __init__(self, width, squeezed):
        super().__init__()
        self.fc1, self.fc2 = nn.Conv2d(width, squeezed, 1), nn.Conv2d(squeezed, width, 1)

    def forward(self, x):
        return F.relu(self.fc2(F.relu(self.fc1(x))))


@named("MLP", "forward(x) = fc2(relu(fc1(flatten(x, 1))))")
class Flattening(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(before, 16), nn.Linear(16, after)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x.flatten(1))))


CASES = (
    ("contradicted", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), PreActivation(8, 16, 2), nn.Conv2d(16, 4, 1))),
    ("contradicted", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Summing(8, 4, 8), nn.Conv2d(8, 4, 1))),
    ("contradicted", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Adding(8, 6), nn.Conv2d(6, 4, 1))),
    ("alike", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), PreActivation(8, 8), nn.Conv2d(8, 4, 1))),
    ("different", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Growing(8, 4), nn.Conv2d(12, 4, 1))),
    ("different", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), TwoConvolutions(8), nn.Conv2d(8, 4, 1))),
    ("different", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Flattening(8 * 10 * 10, 5))),
    ("hidden", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Pooled(8), nn.Conv2d(8, 4, 1))),
    ("hidden", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), Repeating(8), nn.Conv2d(8, 4, 1))),
    ("hidden", lambda: nn.Sequential(nn.Conv2d(3, 8, 3), NotPooled(8, 4), nn.Conv2d(8, 4, 1))),
)


def record(kind, model):
    data = torch.randn(1, 3, 12, 12)
    with facts.OperatorMacs() as operators:
        output = model.eval()(data)
    block = model[1]
    printed = repr(model)
    block.extra_repr = lambda: block.line
    return {
        "kind": kind, "text": repr(model), "repr": printed, "input": list(data.shape), "output": list(output.shape),
        "parameters": facts.elements(model.parameters()), "macs": operators.macs,
    }


def main():
    torch.manual_seed(0)
    facts.write_array(OUTPUT, [record(kind, make()) for kind, make in CASES])


if __name__ == "__main__":
    main()
