# An article's layers, as torch.nn makes them.
from torch import nn

d_model, nhead, d_ff = 512, 8, 2048

conv1 = nn.Conv2d(3, 96, kernel_size=11, stride=4)
encoder_layer = nn.TransformerEncoderLayer(d_model=d_model, nhead=nhead, dim_feedforward=d_ff)
decoder_layer = nn.TransformerDecoderLayer(d_model=d_model, nhead=nhead, dim_feedforward=d_ff)
gpt3 = nn.ModuleDict({
    'embedding': nn.Embedding(50257, 12288),
    'layers': nn.ModuleList([nn.TransformerEncoderLayer(12288, 96, 4 * 12288) for _ in range(96)]),
    'output': nn.Linear(12288, 50257, bias=False),
})
