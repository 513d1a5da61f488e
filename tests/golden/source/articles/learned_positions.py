# An article's Transformer whose positions are learned.
import torch
import torch.nn as nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads, self.d_k = heads, d // heads
        self.query = nn.Linear(d, d)
        self.key = nn.Linear(d, d)
        self.value = nn.Linear(d, d)
        self.out = nn.Linear(d, d)

    def forward(self, x, memory):
        b, t, d = x.shape
        s = memory.shape[1]
        q = self.query(x).reshape(b, t, self.heads, self.d_k).permute(0, 2, 1, 3)
        k = self.key(memory).reshape(b, s, self.heads, self.d_k).permute(0, 2, 3, 1)
        v = self.value(memory).reshape(b, s, self.heads, self.d_k).permute(0, 2, 1, 3)
        weights = ((q @ k) / self.d_k ** 0.5).softmax(dim=-1)
        return self.out((weights @ v).permute(0, 2, 1, 3).reshape(b, t, d))


def mlp(d):
    return nn.Sequential(nn.Linear(d, 4 * d), nn.ReLU(), nn.Linear(4 * d, d))


class Encoder(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.attn, self.mlp = MultiHeadAttention(d, heads), mlp(d)
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, x):
        x = self.norm1(x + self.attn(x, x))
        return self.norm2(x + self.mlp(x))


class Decoder(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.masked_attn, self.cross_attn = MultiHeadAttention(d, heads), MultiHeadAttention(d, heads)
        self.mlp = mlp(d)
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, x, memory):
        x = self.norm1(x + self.masked_attn(x, x))
        x = self.norm2(x + self.cross_attn(x, memory))
        return self.norm3(x + self.mlp(x))


class Embedding(nn.Module):
    def __init__(self, vocab, max_len, d):
        super().__init__()
        self.tokens = nn.Embedding(vocab, d)
        self.positions = nn.Embedding(max_len, d)

    def forward(self, x):
        return self.tokens(x) + self.positions(torch.arange(x.shape[1]))


class Transformer(nn.Module):
    def __init__(self, src_vocab=10000, tgt_vocab=10000, src_max_len=256, tgt_max_len=256, d=512, heads=8, N=6):
        super().__init__()
        self.src_embed = Embedding(src_vocab, src_max_len, d)
        self.tgt_embed = Embedding(tgt_vocab, tgt_max_len, d)
        self.encoder = nn.ModuleList([Encoder(d, heads) for _ in range(N)])
        self.decoder = nn.ModuleList([Decoder(d, heads) for _ in range(N)])
        self.output = nn.Linear(d, tgt_vocab, bias=False)

    def forward(self, src, tgt):
        src, tgt = self.src_embed(src), self.tgt_embed(tgt)
        for layer in self.encoder:
            src = layer(src)
        for layer in self.decoder:
            tgt = layer(tgt, src)
        return self.output(tgt)
