import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, d_model=256, nhead=8, num_layers=4, vocab=10000, max_len=512):
        super().__init__()
        self.embed = nn.Embedding(vocab, d_model, padding_idx=0)
        self.pos = nn.Parameter(torch.randn(1, max_len, d_model) * 0.02)
        layer = nn.TransformerEncoderLayer(d_model=d_model, nhead=nhead, dim_feedforward=4 * d_model, activation="gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=num_layers, norm=nn.LayerNorm(d_model))
        self.attn = nn.MultiheadAttention(d_model, nhead, kdim=128, vdim=64)
        self.decoder = nn.TransformerDecoderLayer(d_model, nhead)
        self.head = nn.Sequential(nn.LayerNorm(d_model), nn.Linear(d_model, 2))
