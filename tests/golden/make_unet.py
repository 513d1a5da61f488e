"""Prints the U-Net of families/unet.txt and measures it: parameters, and FLOPs (2 a MAC) at (1, 3, 64, 96)."""
import torch
from torch import nn


class DoubleConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        layers = []
        for channels in (inputs, outputs):
            layers += [nn.Conv2d(channels, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(True)]
        self.double_conv = nn.Sequential(*layers)

    def forward(self, x):
        return self.double_conv(x)


class Down(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.maxpool_conv = nn.Sequential(nn.MaxPool2d(2), DoubleConv(inputs, outputs))

    def forward(self, x):
        return self.maxpool_conv(x)


class Up(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.ConvTranspose2d(inputs, inputs // 2, 2, 2)
        self.conv = DoubleConv(inputs, outputs)

    def forward(self, x, kept):
        return self.conv(torch.cat([kept, self.up(x)], 1))


class OutConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 1)

    def forward(self, x):
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, width=64, in_channels=3, classes=2):
        super().__init__()
        self.inc = DoubleConv(in_channels, width)
        for i in range(4):
            setattr(self, f'down{i + 1}', Down(width << i, 2 * width << i))
        for i in range(4):
            setattr(self, f'up{i + 1}', Up(16 * width >> i, 8 * width >> i))
        self.outc = OutConv(width, classes)

    def forward(self, x):
        kept = [self.inc(x)]
        for down in (self.down1, self.down2, self.down3, self.down4):
            kept.append(down(kept[-1]))
        x = kept.pop()
        for up in (self.up1, self.up2, self.up3, self.up4):
            x = up(x, kept.pop())
        return self.outc(x)


def main():
    model, macs = UNet().eval(), []
    for module in model.modules():
        if isinstance(module, nn.Conv2d):
            module.register_forward_hook(lambda m, i, o: macs.append(o.numel() * m.weight[0].numel()))
        if isinstance(module, nn.ConvTranspose2d):
            module.register_forward_hook(lambda m, i, o: macs.append(i[0].numel() * m.weight[0].numel()))
    with torch.no_grad():
        model(torch.zeros(1, 3, 64, 96))
    print(model)
    print(sum(p.numel() for p in model.parameters()), 'parameters,', 2 * sum(macs), 'FLOPs')


if __name__ == '__main__':
    main()
