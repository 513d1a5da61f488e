# An article's Transformer: pre-norm, with no norm after the last layer.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def cal_params(model):
    learnable = sum(p.numel() for p in model.parameters() if p.requires_grad)
    frozen = sum(p.numel() for p in model.parameters() if not p.requires_grad)
    return learnable, frozen


class Embeddings(nn.Module):
    def __init__(self, d_model, vocab):
        super(Embeddings, self).__init__()
        self.lut = nn.Embedding(vocab, d_model)
        self.d_model = d_model

    def forward(self, x):
        return self.lut(x) * math.sqrt(self.d_model)


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, dropout=0.1, max_len=5000):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(dropout)
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len).unsqueeze(1).float()
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer('pe', pe.unsqueeze(0))

    def forward(self, x):
        return self.dropout(x + self.pe[:, :x.size(1)])


def attention(query, key, value, mask=None, dropout=None):
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = F.softmax(scores, dim=-1)
    if dropout is not None:
        p_attn = dropout(p_attn)
    return torch.matmul(p_attn, value), p_attn


class MultiHeadedAttention(nn.Module):
    def __init__(self, h, d_model, dropout=0.1):
        super(MultiHeadedAttention, self).__init__()
        assert d_model % h == 0
        self.d_k = d_model // h
        self.h = h
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(p=dropout)

    def split(self, x):
        return x.view(x.size(0), -1, self.h, self.d_k).transpose(1, 2)

    def forward(self, query, key, value, mask=None):
        query, key, value = self.split(self.w_q(query)), self.split(self.w_k(key)), self.split(self.w_v(value))
        x, _ = attention(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(x.size(0), -1, self.h * self.d_k)
        return self.w_o(x)


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.1):
        super(FeedForward, self).__init__()
        self.w_1 = nn.Linear(d_model, d_ff)
        self.w_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.w_2(self.dropout(F.relu(self.w_1(x))))


class AddAndNorm(nn.Module):
    def __init__(self, d_model, dropout=0.1, eps=1e-6):
        super(AddAndNorm, self).__init__()
        self.w = nn.Parameter(torch.ones(d_model))
        self.b = nn.Parameter(torch.zeros(d_model))
        self.dropout = nn.Dropout(dropout)
        self.eps = eps

    def forward(self, x, sublayer):
        mean = x.mean(-1, keepdim=True)
        std = x.std(-1, keepdim=True)
        return x + self.dropout(sublayer(self.w * (x - mean) / (std + self.eps) + self.b))


class EncoderLayer(nn.Module):
    def __init__(self, d_model, h, d_ff):
        super(EncoderLayer, self).__init__()
        self.attn = MultiHeadedAttention(h, d_model)
        self.ff = FeedForward(d_model, d_ff)
        self.sublayer = nn.ModuleList([AddAndNorm(d_model) for _ in range(2)])

    def forward(self, x, mask):
        x = self.sublayer[0](x, lambda x: self.attn(x, x, x, mask))
        return self.sublayer[1](x, self.ff)


class DecoderLayer(nn.Module):
    def __init__(self, d_model, h, d_ff):
        super(DecoderLayer, self).__init__()
        self.self_attn = MultiHeadedAttention(h, d_model)
        self.src_attn = MultiHeadedAttention(h, d_model)
        self.ff = FeedForward(d_model, d_ff)
        self.sublayer = nn.ModuleList([AddAndNorm(d_model) for _ in range(3)])

    def forward(self, x, memory, src_mask, tgt_mask):
        x = self.sublayer[0](x, lambda x: self.self_attn(x, x, x, tgt_mask))
        x = self.sublayer[1](x, lambda x: self.src_attn(x, memory, memory, src_mask))
        return self.sublayer[2](x, self.ff)


class Transformer(nn.Module):
    def __init__(self, V_src=10000, V_tgt=10000, d_model=512, h=8, d_ff=2048, l=6):
        super(Transformer, self).__init__()
        self.src_embed = nn.Sequential(Embeddings(d_model, V_src), PositionalEncoding(d_model))
        self.tgt_embed = nn.Sequential(Embeddings(d_model, V_tgt), PositionalEncoding(d_model))
        self.encoder = nn.ModuleList([EncoderLayer(d_model, h, d_ff) for _ in range(l)])
        self.decoder = nn.ModuleList([DecoderLayer(d_model, h, d_ff) for _ in range(l)])
        self.generator = nn.Linear(d_model, V_tgt)

    def encode(self, src, src_mask):
        x = self.src_embed(src)
        for layer in self.encoder:
            x = layer(x, src_mask)
        return x

    def decode(self, memory, src_mask, tgt, tgt_mask):
        x = self.tgt_embed(tgt)
        for layer in self.decoder:
            x = layer(x, memory, src_mask, tgt_mask)
        return x

    def forward(self, src, tgt, src_mask=None, tgt_mask=None):
        memory = self.encode(src, src_mask)
        return F.log_softmax(self.generator(self.decode(memory, src_mask, tgt, tgt_mask)), dim=-1)


if __name__ == '__main__':
    print(cal_params(nn.Conv2d(3, 64, 3)))
    print(cal_params(nn.Linear(64, 10)))
    model = Transformer()
    print(cal_params(model))
