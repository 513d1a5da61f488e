// Files to try the page with: what people bring, small enough to be read at a glance.

const code = `import torch
from torch import nn


class Digits(nn.Module):
    """Tells handwritten digits apart."""

    def __init__(self, channels=32, classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, channels, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(channels, 2 * channels, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
        )
        self.classifier = nn.Linear(2 * channels * 7 * 7, classes)

    def forward(self, images):
        x = self.features(images)
        return self.classifier(torch.flatten(x, 1))


model = Digits()
model(torch.zeros(1, 1, 28, 28))
`;

export const samples = { 'model.py': code };
