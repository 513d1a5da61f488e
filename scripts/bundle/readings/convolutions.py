import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pictures(nn.Module):
    def __init__(self, num_classes=7):
        super().__init__()
        self.first = nn.Conv2d(3, 24, 3, padding=1)
        self.second = nn.Conv2d(24, 48, 5, padding=2)
        self.bn = nn.BatchNorm2d(48)
        self.pool = nn.MaxPool2d(2, 2)
        self.hidden = nn.Linear(48 * 16 * 16, 120)
        self.out = nn.Linear(120, num_classes)

    def features(self, x):
        x = self.pool(F.relu(self.first(x)))
        return self.pool(F.relu(self.bn(self.second(x))))

    def forward(self, x: torch.Tensor | None) -> torch.Tensor:
        x = torch.flatten(self.features(x), start_dim=1)
        return self.out(F.relu(self.hidden(x)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--classes", type=int, default=7)
    args = parser.parse_args()
    model = Pictures(num_classes=args.classes)
    print(sum(p.numel() for p in model.parameters()))


if __name__ == "__main__":
    main()
