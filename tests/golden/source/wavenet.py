# Dilated causal convolutions, gates and skips; one network with weight norm and one without.
import torch
import torch.nn as nn
from torch.nn.utils import weight_norm


class Chomp1d(nn.Module):
    def __init__(self, chomp_size):
        super(Chomp1d, self).__init__()
        self.chomp_size = chomp_size

    def forward(self, x):
        return x[:, :, :-self.chomp_size].contiguous()


class TemporalBlock(nn.Module):
    def __init__(self, n_inputs, n_outputs, kernel_size, stride, dilation, padding, dropout=0.2):
        super(TemporalBlock, self).__init__()
        self.conv1 = weight_norm(nn.Conv1d(n_inputs, n_outputs, kernel_size, stride=stride, padding=padding, dilation=dilation))
        self.chomp1 = Chomp1d(padding)
        self.relu1 = nn.ReLU()
        self.dropout1 = nn.Dropout(dropout)
        self.conv2 = weight_norm(nn.Conv1d(n_outputs, n_outputs, kernel_size, stride=stride, padding=padding, dilation=dilation))
        self.chomp2 = Chomp1d(padding)
        self.relu2 = nn.ReLU()
        self.dropout2 = nn.Dropout(dropout)
        self.net = nn.Sequential(self.conv1, self.chomp1, self.relu1, self.dropout1,
                                 self.conv2, self.chomp2, self.relu2, self.dropout2)
        self.downsample = nn.Conv1d(n_inputs, n_outputs, 1) if n_inputs != n_outputs else None
        self.relu = nn.ReLU()
        self.init_weights()

    def init_weights(self):
        self.conv1.weight.data.normal_(0, 0.01)
        self.conv2.weight.data.normal_(0, 0.01)
        if self.downsample is not None:
            self.downsample.weight.data.normal_(0, 0.01)

    def forward(self, x):
        out = self.net(x)
        res = x if self.downsample is None else self.downsample(x)
        return self.relu(out + res)


class TemporalConvNet(nn.Module):
    def __init__(self, num_inputs, num_channels, kernel_size=2, dropout=0.2):
        super(TemporalConvNet, self).__init__()
        layers = []
        num_levels = len(num_channels)
        for i in range(num_levels):
            dilation_size = 2 ** i
            in_channels = num_inputs if i == 0 else num_channels[i - 1]
            out_channels = num_channels[i]
            layers += [TemporalBlock(in_channels, out_channels, kernel_size, stride=1, dilation=dilation_size,
                                     padding=(kernel_size - 1) * dilation_size, dropout=dropout)]
        self.network = nn.Sequential(*layers)

    def forward(self, x):
        return self.network(x)


class GatedStack(nn.Module):
    def __init__(self, channels, skip, layers_per_block, blocks, kernel=2):
        super().__init__()
        self.dilations = [kernel ** i for i in range(layers_per_block)] * blocks
        self.receptive_field = 1 + sum((kernel - 1) * d for d in self.dilations)
        self.filters, self.gates, self.residuals, self.skips = (nn.ModuleList() for _ in range(4))
        for d in self.dilations:
            self.filters.append(nn.Conv1d(channels, channels, kernel, dilation=d, bias=False))
            self.gates.append(nn.Conv1d(channels, channels, kernel, dilation=d, bias=False))
            self.residuals.append(nn.Conv1d(channels, channels, 1))
            self.skips.append(nn.Conv1d(channels, skip, 1))

    def forward(self, x):
        skip = 0
        for f, g, r, s in zip(self.filters, self.gates, self.residuals, self.skips):
            z = torch.tanh(f(x)) * torch.sigmoid(g(x))
            x = r(z) + x[..., -z.size(-1):]
            out = s(z)
            skip = out + (skip if isinstance(skip, int) else skip[..., -out.size(-1):])
        return skip


class Audio(nn.Module):
    def __init__(self, classes=64, channels=(16, 24, 24)):
        super().__init__()
        self.start = nn.Embedding(classes, channels[0])
        self.tcn = TemporalConvNet(channels[0], list(channels), kernel_size=3)
        self.stack = GatedStack(channels[-1], 32, layers_per_block=4, blocks=2)
        self.end = nn.Sequential(nn.ReLU(), nn.Conv1d(32, 32, 1), nn.ReLU(), nn.Conv1d(32, classes, 1))

    def forward(self, x):
        return self.end(self.stack(self.tcn(self.start(x).transpose(1, 2))))
