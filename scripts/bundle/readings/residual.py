import torch
from torch import nn
import torch.nn.functional as F


def conv3x3(inputs, outputs, stride=1):
    """3x3 convolution with padding"""
    return nn.Conv2d(inputs, outputs, kernel_size=3, stride=stride, padding=1, bias=False)


class Basic(nn.Module):
    expansion = 1

    def __init__(self, inputs, planes, stride=1):
        super(Basic, self).__init__()
        self.conv1 = conv3x3(inputs, planes, stride)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or inputs != self.expansion * planes:
            self.shortcut = nn.Sequential(
                nn.Conv2d(inputs, planes, 1, stride=stride, bias=False),
                nn.BatchNorm2d(planes),
            )

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class Net(nn.Module):
    def __init__(self, block=Basic, layers=(2, 2, 2, 2), num_classes=10):
        super().__init__()
        self.planes = 64
        self.stem = conv3x3(3, 64)
        stages = []
        for planes, count, stride in zip([64, 128, 256, 512], layers, [1, 2, 2, 2]):
            stages.append(self._make_stage(block, planes, count, stride))
        self.stages = nn.Sequential(*stages)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512 * block.expansion, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")

    def _make_stage(self, block, planes, count, stride):
        blocks = []
        for each in [stride] + [1] * (count - 1):
            blocks.append(block(self.planes, planes, each))
            self.planes = planes * block.expansion
        return nn.Sequential(*blocks)

    def forward(self, x):
        x = F.max_pool2d(self.stem(x), 2)
        x = self.pool(self.stages(x))
        x = torch.flatten(x, 1)
        return self.fc(x)


if __name__ == "__main__":
    model = Net()
    print(model(torch.randn(1, 3, 32, 32)).shape)
