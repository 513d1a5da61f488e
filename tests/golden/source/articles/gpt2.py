# An article's GPT-2: projections without bias, and a LayerNorm that forward() makes and PyTorch does not register.
import numpy as np
import torch
import torch.nn as nn

V = 50000
L = 512
d_model = 768
d_ffn = 3072
d_k = d_v = 64
n_heads = 12
n_layers = 12


class ScaledDotProductAttention(nn.Module):
    def __init__(self):
        super(ScaledDotProductAttention, self).__init__()

    def forward(self, Q, K, V, attn_mask):
        scores = torch.matmul(Q, K.transpose(-1, -2)) / np.sqrt(d_k)
        scores.masked_fill_(attn_mask, -1e9)
        attn = nn.Softmax(dim=-1)(scores)
        return torch.matmul(attn, V), attn


class MultiHeadAttention(nn.Module):
    def __init__(self):
        super(MultiHeadAttention, self).__init__()
        self.W_Q = nn.Linear(d_model, d_k * n_heads, bias=False)
        self.W_K = nn.Linear(d_model, d_k * n_heads, bias=False)
        self.W_V = nn.Linear(d_model, d_v * n_heads, bias=False)
        self.fc = nn.Linear(n_heads * d_v, d_model, bias=False)

    def forward(self, input_Q, input_K, input_V, attn_mask):
        residual, batch_size = input_Q, input_Q.size(0)
        Q = self.W_Q(input_Q).view(batch_size, -1, n_heads, d_k).transpose(1, 2)
        K = self.W_K(input_K).view(batch_size, -1, n_heads, d_k).transpose(1, 2)
        V = self.W_V(input_V).view(batch_size, -1, n_heads, d_v).transpose(1, 2)
        attn_mask = attn_mask.unsqueeze(1).repeat(1, n_heads, 1, 1)
        context, attn = ScaledDotProductAttention()(Q, K, V, attn_mask)
        context = context.transpose(1, 2).reshape(batch_size, -1, n_heads * d_v)
        output = self.fc(context)
        return nn.LayerNorm(d_model)(output + residual), attn


class FeedForward(nn.Module):
    def __init__(self):
        super(FeedForward, self).__init__()
        self.fc = nn.Sequential(nn.Linear(d_model, d_ffn), nn.GELU(), nn.Linear(d_ffn, d_model))
        self.norm = nn.LayerNorm(d_model)

    def forward(self, inputs):
        return self.norm(self.fc(inputs) + inputs)


class DecoderLayer(nn.Module):
    def __init__(self):
        super(DecoderLayer, self).__init__()
        self.attention = MultiHeadAttention()
        self.ffn = FeedForward()

    def forward(self, x, attn_mask):
        x, attn = self.attention(x, x, x, attn_mask)
        return self.ffn(x), attn


class GPT2(nn.Module):
    def __init__(self, tie=False):
        super(GPT2, self).__init__()
        self.token_embedding = nn.Embedding(V, d_model)
        self.position_embedding = nn.Embedding(L, d_model)
        self.layers = nn.ModuleList([DecoderLayer() for _ in range(n_layers)])
        self.output = nn.Linear(d_model, V, bias=False)
        if tie:
            self.output.weight = self.token_embedding.weight

    def forward(self, tokens):
        positions = torch.arange(tokens.size(1), device=tokens.device).unsqueeze(0)
        x = self.token_embedding(tokens) + self.position_embedding(positions)
        mask = torch.triu(torch.ones(tokens.size(0), tokens.size(1), tokens.size(1)), diagonal=1).bool()
        for layer in self.layers:
            x, _ = layer(x, mask)
        return self.output(x)
