import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, input_dim, emb_dim, hid_dim, n_layers, dropout):
        super().__init__()
        self.embedding = nn.Embedding(input_dim, emb_dim)
        self.rnn = nn.LSTM(emb_dim, hid_dim, n_layers, dropout=dropout, bidirectional=True)
        self.fc = nn.Linear(hid_dim * 2, hid_dim)

    def forward(self, src):
        outputs, (hidden, cell) = self.rnn(self.embedding(src))
        return outputs, torch.tanh(self.fc(torch.cat((hidden[-2, :, :], hidden[-1, :, :]), dim=1)))


class Decoder(nn.Module):
    def __init__(self, output_dim, emb_dim, hid_dim, n_layers, dropout):
        super().__init__()
        self.output_dim = output_dim
        self.embedding = nn.Embedding(output_dim, emb_dim)
        self.rnn = nn.GRU(emb_dim, hid_dim, n_layers, dropout=dropout)
        self.fc_out = nn.Linear(hid_dim, output_dim)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.embedding(input.unsqueeze(0)), hidden)
        return self.fc_out(output.squeeze(0)), hidden


class Seq2Seq(nn.Module):
    def __init__(self, encoder, decoder, device):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder
        self.device = device

    def forward(self, src, trg):
        outputs, hidden = self.encoder(src)
        hidden = torch.stack([hidden, hidden])
        input = trg[0, :]
        steps = []
        for t in range(1, 5):
            output, hidden = self.decoder(input, hidden)
            steps.append(output)
            input = trg[t]
        return torch.stack(steps)


INPUT_DIM = 7855
OUTPUT_DIM = 5893
HID_DIM = 512

enc = Encoder(INPUT_DIM, 256, HID_DIM, 2, 0.5)
dec = Decoder(OUTPUT_DIM, 256, HID_DIM, 2, 0.5)
model = Seq2Seq(enc, dec, "cpu")
