# A network that writes the weights of another, which itself has none to train.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parameter import Parameter


class HyperNetwork(nn.Module):
    def __init__(self, f_size=3, z_dim=64, out_size=16, in_size=16):
        super(HyperNetwork, self).__init__()
        self.z_dim = z_dim
        self.f_size = f_size
        self.out_size = out_size
        self.in_size = in_size
        self.w1 = Parameter(torch.fmod(torch.randn((self.z_dim, self.out_size * self.f_size * self.f_size)), 2))
        self.b1 = Parameter(torch.fmod(torch.randn((self.out_size * self.f_size * self.f_size)), 2))
        self.w2 = Parameter(torch.fmod(torch.randn((self.z_dim, self.in_size * self.z_dim)), 2))
        self.b2 = Parameter(torch.fmod(torch.randn((self.in_size * self.z_dim)), 2))

    def forward(self, z):
        h_in = torch.matmul(z, self.w2) + self.b2
        h_in = h_in.view(self.in_size, self.z_dim)
        h_final = torch.matmul(h_in, self.w1) + self.b1
        return h_final.view(self.out_size, self.in_size, self.f_size, self.f_size)


class Embedding(nn.Module):
    def __init__(self, z_num, z_dim):
        super(Embedding, self).__init__()
        self.z_list = nn.ParameterList()
        self.z_num = z_num
        self.z_dim = z_dim
        h, k = self.z_num
        for i in range(h):
            for j in range(k):
                self.z_list.append(Parameter(torch.fmod(torch.randn(self.z_dim), 2)))

    def forward(self, hyper_net):
        ww = []
        h, k = self.z_num
        for i in range(h):
            w = []
            for j in range(k):
                w.append(hyper_net(self.z_list[i * k + j]))
            ww.append(torch.cat(w, dim=1))
        return torch.cat(ww, dim=0)


class PrimaryNetwork(nn.Module):
    def __init__(self, z_dim=32):
        super(PrimaryNetwork, self).__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.z_dim = z_dim
        self.hope = HyperNetwork(z_dim=z_dim)
        self.zs_size = [[1, 1], [1, 1], [2, 1], [2, 2]]
        self.zs = nn.ModuleList()
        for i in range(len(self.zs_size)):
            self.zs.append(Embedding(self.zs_size[i], self.z_dim))
        self.fc = nn.Linear(16 * max(a for a, _ in self.zs_size), 10)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        for embedding in self.zs:
            w = embedding(self.hope)
            x = F.relu(F.conv2d(x, w, padding=1))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))
