# One embedding network for two images; a copy of it follows slowly and is frozen.
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class EmbeddingNet(nn.Module):
    def __init__(self):
        super(EmbeddingNet, self).__init__()
        self.convnet = nn.Sequential(nn.Conv2d(1, 32, 5), nn.PReLU(),
                                     nn.MaxPool2d(2, stride=2),
                                     nn.Conv2d(32, 64, 5), nn.PReLU(),
                                     nn.MaxPool2d(2, stride=2))
        self.fc = nn.Sequential(nn.Linear(64 * 4 * 4, 256),
                                nn.PReLU(),
                                nn.Linear(256, 256),
                                nn.PReLU(),
                                nn.Linear(256, 2))

    def forward(self, x):
        output = self.convnet(x)
        output = output.view(output.size()[0], -1)
        return self.fc(output)

    def get_embedding(self, x):
        return self.forward(x)


class EmbeddingNetL2(EmbeddingNet):
    def __init__(self):
        super(EmbeddingNetL2, self).__init__()

    def forward(self, x):
        output = super(EmbeddingNetL2, self).forward(x)
        output /= output.pow(2).sum(1, keepdim=True).sqrt()
        return output


class SiameseNet(nn.Module):
    def __init__(self, embedding_net=None, momentum=0.99):
        super(SiameseNet, self).__init__()
        self.online = embedding_net or EmbeddingNetL2()
        self.target = copy.deepcopy(self.online)
        for param in self.target.parameters():
            param.requires_grad = False
        self.predictor = nn.Sequential(nn.Linear(2, 16), nn.BatchNorm1d(16), nn.ReLU(inplace=True), nn.Linear(16, 2))
        self.momentum = momentum

    @torch.no_grad()
    def update(self):
        for online, target in zip(self.online.parameters(), self.target.parameters()):
            target.data = target.data * self.momentum + online.data * (1 - self.momentum)

    def forward(self, x1, x2):
        with torch.no_grad():
            target = self.target(x2)
        return F.cosine_similarity(self.predictor(self.online(x1)), target.detach())
