# A speech encoder and decoder: layers with their own initialization, cells in a loop, hyper-parameters in an object.
from math import sqrt

import torch
from torch import nn
from torch.nn import functional as F


class HParams(object):
    n_symbols = 80
    symbols_embedding_dim = 64
    encoder_kernel_size = 5
    encoder_n_convolutions = 3
    n_mel_channels = 20
    prenet_dim = 32
    attention_rnn_dim = 96
    attention_dim = 24
    attention_location_n_filters = 8
    attention_location_kernel_size = 31
    p_attention_dropout = 0.1


class LinearNorm(torch.nn.Module):
    def __init__(self, in_dim, out_dim, bias=True, w_init_gain='linear'):
        super(LinearNorm, self).__init__()
        self.linear_layer = torch.nn.Linear(in_dim, out_dim, bias=bias)
        torch.nn.init.xavier_uniform_(self.linear_layer.weight, gain=torch.nn.init.calculate_gain(w_init_gain))

    def forward(self, x):
        return self.linear_layer(x)


class ConvNorm(torch.nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size=1, stride=1, padding=None, dilation=1, bias=True, w_init_gain='linear'):
        super(ConvNorm, self).__init__()
        if padding is None:
            assert (kernel_size % 2 == 1)
            padding = int(dilation * (kernel_size - 1) / 2)
        self.conv = torch.nn.Conv1d(in_channels, out_channels, kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation, bias=bias)
        torch.nn.init.xavier_uniform_(self.conv.weight, gain=torch.nn.init.calculate_gain(w_init_gain))

    def forward(self, signal):
        return self.conv(signal)


class LocationLayer(nn.Module):
    def __init__(self, attention_n_filters, attention_kernel_size, attention_dim):
        super(LocationLayer, self).__init__()
        padding = int((attention_kernel_size - 1) / 2)
        self.location_conv = ConvNorm(2, attention_n_filters, kernel_size=attention_kernel_size, padding=padding, bias=False, stride=1, dilation=1)
        self.location_dense = LinearNorm(attention_n_filters, attention_dim, bias=False, w_init_gain='tanh')

    def forward(self, attention_weights_cat):
        return self.location_dense(self.location_conv(attention_weights_cat).transpose(1, 2))


class Prenet(nn.Module):
    def __init__(self, in_dim, sizes):
        super(Prenet, self).__init__()
        in_sizes = [in_dim] + sizes[:-1]
        self.layers = nn.ModuleList(
            [LinearNorm(in_size, out_size, bias=False)
             for (in_size, out_size) in zip(in_sizes, sizes)])

    def forward(self, x):
        for linear in self.layers:
            x = F.dropout(F.relu(linear(x)), p=0.5, training=True)
        return x


class Encoder(nn.Module):
    def __init__(self, hparams):
        super(Encoder, self).__init__()
        d = hparams.symbols_embedding_dim
        convolutions = []
        for _ in range(hparams.encoder_n_convolutions):
            conv_layer = nn.Sequential(
                ConvNorm(d, d, kernel_size=hparams.encoder_kernel_size, stride=1,
                         padding=int((hparams.encoder_kernel_size - 1) / 2), dilation=1, w_init_gain='relu'),
                nn.BatchNorm1d(d))
            convolutions.append(conv_layer)
        self.convolutions = nn.ModuleList(convolutions)
        self.lstm = nn.LSTM(d, int(d / 2), 1, batch_first=True, bidirectional=True)

    def forward(self, x):
        for conv in self.convolutions:
            x = F.dropout(F.relu(conv(x)), 0.5, self.training)
        self.lstm.flatten_parameters()
        return self.lstm(x.transpose(1, 2))[0]


class Decoder(nn.Module):
    def __init__(self, hparams):
        super(Decoder, self).__init__()
        self.hparams = hparams
        enc = hparams.symbols_embedding_dim
        self.prenet = Prenet(hparams.n_mel_channels, [hparams.prenet_dim, hparams.prenet_dim])
        self.attention_rnn = nn.LSTMCell(hparams.prenet_dim + enc, hparams.attention_rnn_dim)
        self.query_layer = LinearNorm(hparams.attention_rnn_dim, hparams.attention_dim, bias=False, w_init_gain='tanh')
        self.memory_layer = LinearNorm(enc, hparams.attention_dim, bias=False, w_init_gain='tanh')
        self.v = LinearNorm(hparams.attention_dim, 1, bias=False)
        self.location_layer = LocationLayer(hparams.attention_location_n_filters, hparams.attention_location_kernel_size, hparams.attention_dim)
        self.linear_projection = LinearNorm(hparams.attention_rnn_dim + enc, hparams.n_mel_channels)
        self.gate_layer = LinearNorm(hparams.attention_rnn_dim + enc, 1, bias=True, w_init_gain='sigmoid')

    def forward(self, memory, steps=3):
        B, T, E = memory.shape
        h = c = memory.new_zeros(B, self.hparams.attention_rnn_dim)
        weights = weights_cum = memory.new_zeros(B, T)
        context, frame = memory.new_zeros(B, E), memory.new_zeros(B, self.hparams.n_mel_channels)
        keys, frames, gates = self.memory_layer(memory), [], []
        for _ in range(steps):
            h, c = self.attention_rnn(torch.cat((self.prenet(frame), context), -1), (h, c))
            location = self.location_layer(torch.stack((weights, weights_cum), dim=1))
            energies = self.v(torch.tanh(self.query_layer(h.unsqueeze(1)) + location + keys)).squeeze(-1)
            weights = F.softmax(energies, dim=1)
            weights_cum = weights_cum + weights
            context = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
            hidden = torch.cat((h, context), dim=1)
            frame = self.linear_projection(hidden)
            frames.append(frame)
            gates.append(self.gate_layer(hidden))
        return torch.stack(frames, 2), torch.cat(gates, 1)


class Tacotron(nn.Module):
    def __init__(self, hparams=HParams()):
        super(Tacotron, self).__init__()
        self.embedding = nn.Embedding(hparams.n_symbols, hparams.symbols_embedding_dim)
        std = sqrt(2.0 / (hparams.n_symbols + hparams.symbols_embedding_dim))
        val = sqrt(3.0) * std  # uniform bounds for std
        self.embedding.weight.data.uniform_(-val, val)
        self.encoder = Encoder(hparams)
        self.decoder = Decoder(hparams)

    def forward(self, text):
        return self.decoder(self.encoder(self.embedding(text).transpose(1, 2)))
