"""Writes kept.json: bytes that autograd keeps of layers, functions and small models, by PyTorch's hooks on a CPU.

A storage that several operations keep counts once; parameters, buffers and the input do not count. Means and windows
(unfold) are left out: PyTorch 1.13 keeps their inputs, later ones nothing. See README.md.
"""

import json
import os

import torch
from torch import nn

here = os.path.dirname(os.path.abspath(__file__))

# Between a layer with weights and one that keeps its output: what is between them keeps the rest.
FLAT = (4, 12, 24)
FLAT_LAYERS = """
ReLU() ReLU(inplace=True) ReLU6() ReLU6(inplace=True) LeakyReLU(0.2) LeakyReLU(0.2,inplace=True) ELU() ELU(inplace=True) CELU(inplace=True) SELU() SELU(inplace=True)
Hardtanh() Hardtanh(inplace=True) Hardswish() Hardswish(inplace=True) Hardsigmoid() Hardsigmoid(inplace=True) SiLU() SiLU(inplace=True) Mish() Mish(inplace=True)
Threshold(0.1,0.0) Threshold(0.1,0.0,inplace=True) RReLU() RReLU(inplace=True) GELU() GELU(approximate='tanh') Sigmoid() Tanh() Softplus() Softsign() Tanhshrink() Softshrink() Hardshrink()
LogSigmoid() Softmax(dim=-1) LogSoftmax(dim=-1) Softmin(dim=-1) PReLU() Identity() Dropout(0.1) Dropout(0.0) AlphaDropout(0.2) Dropout1d(0.3) FeatureAlphaDropout(0.1)
LayerNorm(24) LayerNorm((12,24)) LayerNorm(24,elementwise_affine=False) BatchNorm1d(12) GroupNorm(3,12) InstanceNorm1d(12) Linear(24,24) Conv1d(12,12,3,padding=1)
MaxPool1d(2) AvgPool1d(2) AdaptiveAvgPool1d(6) AdaptiveMaxPool1d(6) LPPool1d(2,3) Upsample(scale_factor=2) ConstantPad1d(2,0.0) ReflectionPad1d(2) ReplicationPad1d(2)
Flatten(1) Unflatten(2,(4,6))
""".split()
MAPS = (2, 3, 16, 16)
MAP_LAYERS = """
BatchNorm2d(8) BatchNorm2d(8,affine=False) GroupNorm(4,8) InstanceNorm2d(8) LocalResponseNorm(3) MaxPool2d(2) MaxPool2d(3,2,1) AvgPool2d(2) AdaptiveAvgPool2d(4)
AdaptiveMaxPool2d(4) LPPool2d(2,2) Upsample(scale_factor=2) Upsample(scale_factor=2,mode='bilinear') PixelShuffle(2) PixelUnshuffle(2) ZeroPad2d(1) ConstantPad2d(1,0.5) ReflectionPad2d(1)
ReplicationPad2d(1) InstanceNorm2d(8,affine=True) Conv2d(8,8,3,padding=1,padding_mode='circular') Conv2d(8,8,3,padding=1,padding_mode='reflect') Conv2d(8,8,4,padding='same') Dropout2d(0.2) Conv2d(8,8,3,groups=8) ConvTranspose2d(8,4,2,2) ChannelShuffle(4) Softmax2d() UpsamplingNearest2d(scale_factor=2) UpsamplingBilinear2d(scale_factor=2)
""".split()

STEPS = """
GRU(24,16) GRU(24,16,batch_first=True) GRU(24,16,2,batch_first=True,bidirectional=True) GRU(24,16,2,bidirectional=True) RNN(24,16) RNN(24,16,3,dropout=0.5)
RNN(24,16,2,batch_first=True,bidirectional=True,nonlinearity='relu')
""".split()

FUNCTIONS = """
F.relu(x) | x.relu() | F.gelu(x) | F.gelu(x, approximate='tanh') | F.silu(x) | F.mish(x) | F.elu(x) | F.selu(x) | F.celu(x) | F.leaky_relu(x, 0.1) | F.relu6(x) | F.hardtanh(x)
F.hardswish(x) | F.hardsigmoid(x) | F.softplus(x) | F.softsign(x) | F.logsigmoid(x) | F.tanhshrink(x) | F.softshrink(x) | F.hardshrink(x) | F.threshold(x, 0.1, 0.0)
F.softmin(x, dim=-1) | x.sigmoid() | x.tanh() | F.softmax(x, dim=-1) | F.log_softmax(x, dim=-1) | x.exp() | x.log() | torch.log1p(x) | x.sqrt() | x.rsqrt() | x.sin() | x.cos()
x.sigmoid() * 2 - 1 | 1 / x | torch.maximum(x, -x) | torch.log(x.exp() + 1) | 0.5 * x * (1 + torch.tanh(0.8 * (x + 0.04 * x ** 3))) | F.group_norm(x, 3) | x[:, :4]
x.abs() | x.pow(2) | x ** 3 | x.square() | -x | x.reciprocal() | x / 2 | x * 2 | x - 1 | x * x | x + x | x * torch.sigmoid(x) | x / (1 + x.abs()) | x.clamp(min=0.0) | x.clamp(-1, 1)
x.erf() | torch.expm1(x) | torch.maximum(x, x.tanh()) | F.layer_norm(x, (24,)) | F.normalize(x, dim=-1) | x / x.norm(dim=-1, keepdim=True)
F.dropout(x, 0.1, self.training) | F.dropout(x, 0.0) | F.softmax(x @ x.transpose(-2, -1), dim=-1) @ x | torch.bmm(x, x.transpose(1, 2)) @ x | x.cumsum(1) | x.flip(1) | x.roll(1, 1)
torch.where(x > 0, x, x * 0.1) | x.masked_fill(x < 0, 0.0) | torch.tril(x) | x.clone() | torch.addcmul(x, x, x.tanh()) | torch.lerp(x, x.tanh(), 0.3) | x.sum(1) | x.amax(1)
x.max(dim=1)[0] | x.min(1).values | torch.logsumexp(x, dim=1) | x.var(1) | x.std(1) | x.prod(1) | x.sort(1)[0] | x.topk(4, dim=1)[0] | x[:, 0] | x.repeat(1, 2, 1)
x * x.detach() | x.atan() | torch.nan_to_num(x) | x.tanh() * x.sigmoid() | F.pad(x, (0, 0, 1, 1)) | torch.cat([x, x.tanh()], dim=1) | F.linear(x, self.a.weight) | x @ self.a.weight.t()
x.tan() | x.sinh() | x.cosh() | x.tanh().asin() | torch.exp2(x) | x.exp().log10() | x.erfc() | x.exp().lgamma() | torch.special.expit(x) | x.absolute() | x.clamp_max(0.5) | x.atanh()
x + F.mse_loss(x, x.tanh()) | x + F.l1_loss(x, x.sigmoid()) | x + F.smooth_l1_loss(x, x.tanh())
F.elu(x, inplace=True) | F.leaky_relu(x, 0.2, inplace=True) | torch.where(x > 0, x, 0.0) | torch.clamp(x, max=0.5) | x.amin(1) | torch.fmax(x, x.tanh()) | torch.hypot(x, x.tanh()) | x.exp() ** x.tanh()
torch.atan2(x, x.tanh()) | torch.xlogy(x.exp(), x.sigmoid()) | torch.rsub(x, x.tanh()) | torch.deg2rad(x) | F.alpha_dropout(x, 0.2, training=True) | x + torch.div(x, x.exp(), rounding_mode='floor') | F.interpolate(x, size=24, mode='area')
F.mse_loss(x, x.tanh(), reduction='none') | F.huber_loss(x, x.exp(), reduction='none') | F.l1_loss(x, x.tanh(), reduction='none') | x + F.huber_loss(x, x.tanh()) | x + F.binary_cross_entropy_with_logits(x, x.sigmoid().detach())
x + F.l1_loss(x, x.tanh()) | x + F.poisson_nll_loss(x, x.exp().detach()) | x + F.kl_div(x.log_softmax(-1), x.softmax(-1).detach(), reduction='batchmean') | x + F.cross_entropy(x.flatten(0, 1), x.softmax(-1).flatten(0, 1).detach())
x.float() | torch.stack([x, x], dim=1) | x.view(4, 12, 4, 6).transpose(1, 2).reshape(4, 12, 24) | x.unsqueeze(1).squeeze(1) | torch.gather(x, 1, x.argsort(1))
x.argsort(1) * x | x * (x > 0).float() | x * (x > 0).any(-1, keepdim=True) | torch.bucketize(x.detach(), torch.arange(5.0)) * x | torch.cdist(x, x).repeat(1, 1, 2) | F.local_response_norm(x, 3)
F.normalize(x, dim=1) | F.layer_norm(x, (12, 24)) | x.cumprod(1) | x.logcumsumexp(1) | torch.special.entr(x.exp()) | torch.special.xlog1py(x.exp(), x.sigmoid()) | torch.logaddexp2(x, x.tanh())
x.scatter(1, x.argmax(1, keepdim=True), 0.0) | torch.zeros_like(x).scatter_add(1, x.argsort(1), x) | torch.clamp(x, min=x.mean(-1, keepdim=True)) | F.gumbel_softmax(x, dim=-1) | torch.diff(x, dim=1) | torch.outer(x[0, 0], x[0, 1])
x[:, ::2] | x[:2] | torch.cat([x, x], -1)[..., ::2] | x.movedim(1, 0) | x.transpose(0, 1).reshape(12, 4, 24) | x.transpose(1, 2).contiguous().transpose(1, 2) | torch.einsum('bhij,bhkj->bik', x.view(4, 12, 4, 6).transpose(1, 2), x.view(4, 12, 4, 6).transpose(1, 2)) @ x
x + F.nll_loss(x.log_softmax(-1).transpose(1, 2), x.argmax(-1)) | x + F.margin_ranking_loss(x, x.tanh(), torch.ones_like(x)) | x + F.hinge_embedding_loss(x, torch.ones_like(x)) | x + F.multilabel_soft_margin_loss(x.flatten(0, 1), torch.ones(48, 24)) | x + F.multi_margin_loss(x.flatten(0, 1), x.argmax(-1).flatten())
(x.view(2, 2, 12, 24) @ x.view(2, 2, 12, 24)[:, :1].transpose(2, 3)).softmax(-1).sum(-1).view(4, 12, 1) * x | (x.view(1, 4, 12, 24) @ x.view(4, 12, 24)[:1].tanh().transpose(1, 2)).sum(-1).view(4, 12, 1) * x
torch.einsum('bhnd,bhd->bhn', x.chunk(2, -1)[0].reshape(4, 12, 2, 6).permute(0, 2, 1, 3).relu() + 1, x.chunk(2, -1)[1].reshape(4, 12, 2, 6).permute(0, 2, 1, 3).sum(2)).transpose(1, 2).sum(-1, keepdim=True) * x
(x.chunk(2, -1)[0].reshape(4, 12, 2, 6).transpose(1, 2).sigmoid() * 2).reshape(4, 24, 6).transpose(1, 2).reshape(4, 12, 12).repeat(1, 1, 2) + x
x.masked_fill(torch.eye(24, dtype=torch.bool)[:12], 0.5)
""".strip().replace('\n', ' | ').split(' | ')

SOURCE = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(24, 24)
        self.b = nn.Linear(24, 8)

    def forward(self, x):
        x = self.a(x)
        return self.b(%s)
"""


def kept_bytes(model, size):
    """Bytes of storages that a forward pass in training mode keeps."""
    given = torch.rand(size)
    own = {tensor.storage().data_ptr() for tensor in [*model.parameters(), *model.buffers(), given]}
    kept = {}

    def pack(tensor):
        storage = tensor.storage()
        if storage.data_ptr() not in own and tensor.dim() > 0:
            kept[storage.data_ptr()] = (storage.nbytes(), tensor)
        return tensor

    model.train()
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        output = model(given)
    total = sum(size for size, _ in kept.values())
    del output
    return total


def main():
    torch.manual_seed(0)
    rows = []
    for first, layers, last, size in ((nn.Linear(24, 24), FLAT_LAYERS, nn.Sigmoid, FLAT), (nn.Conv2d(3, 8, 3, padding=1), MAP_LAYERS, nn.Tanh, MAPS)):
        for layer in layers:
            model = nn.Sequential(first, eval('nn.' + layer), last())
            rows.append({'name': layer, 'text': str(model), 'input': size, 'kept': kept_bytes(model, size)})
    for layer in STEPS:
        model = eval('nn.' + layer)
        rows.append({'name': layer, 'text': str(model), 'input': FLAT, 'kept': kept_bytes(model, FLAT)})
    for function in FUNCTIONS:
        source, names = SOURCE % function, {}
        exec(source, names)
        rows.append({'name': function, 'source': source, 'input': FLAT, 'kept': kept_bytes(names['Net'](), FLAT)})
    with open(os.path.join(here, 'kept.json'), 'w') as out:
        out.write('[\n' + ',\n'.join(json.dumps(row) for row in rows) + '\n]\n')


if __name__ == '__main__':
    main()
