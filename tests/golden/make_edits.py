"""Writes edits.json: what a model holds after people's edits of it, one by one and some together, as PyTorch says. Seconds.

{"code": the model, "edits": [[lines, parameters, those that are trained, elements of buffers], ...]}
"""
import json
import pathlib

CODE = '''import copy
import torch
import torch.nn as nn
from collections import OrderedDict


class Block(nn.Module):
    def __init__(self, dim, hidden=None, bias=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, hidden or 4 * dim, bias=bias)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(hidden or 4 * dim, dim, bias=bias)

    def forward(self, x):
        return x + self.fc2(self.act(self.fc1(self.norm(x))))


class Net(nn.Module):
    def __init__(self, dim=32, depth=3, classes=10):
        super().__init__()
        self.embed = nn.Embedding(100, dim)
        self.stem = nn.Sequential(nn.Linear(dim, dim), nn.BatchNorm1d(dim), nn.ReLU(), nn.Linear(dim, dim, bias=False))
        self.blocks = nn.ModuleList([Block(dim) for _ in range(depth)])
        self.heads = nn.ModuleDict({"a": nn.Linear(dim, classes), "b": nn.Linear(dim, 2 * classes)})
        self.pos = nn.Parameter(torch.zeros(1, 16, dim))
        self.register_buffer("mask", torch.ones(16, 16))
        self.head = nn.Linear(dim, 100, bias=False)

    def forward(self, x):
        x = self.embed(x) + self.pos
        for block in self.blocks:
            x = block(x)
        return self.head(x)


model = Net()
'''

EDITS = [
    'model.head.weight = model.embed.weight',
    'model.head = nn.Identity()',
    'del model.head',
    'del model.heads["a"]',
    'model.heads["c"] = nn.Linear(32, 5)',
    'model.heads.pop("b")',
    'model.heads.update({"d": nn.Linear(32, 7), "a": nn.Linear(32, 3)})',
    'model.blocks = model.blocks[:2]',
    'model.blocks = nn.ModuleList(list(model.blocks)[1:])',
    'model.blocks.append(Block(32, 8))',
    'model.blocks.extend([Block(32, 16), Block(32)])',
    'model.blocks.insert(0, Block(32, bias=False))',
    'model.blocks[1] = nn.Linear(32, 32)',
    'del model.blocks[0]',
    'model.blocks = nn.ModuleList([model.blocks[0]] * 3)',
    'model.blocks[2] = model.blocks[0]',
    'model.blocks[1].fc1 = model.blocks[0].fc1',
    'model.blocks.pop(0)',
    'model.stem[0] = nn.Linear(32, 32, bias=False)',
    'model.stem = model.stem[:2]',
    'del model.stem[1]',
    'model.stem.append(nn.Linear(32, 4))',
    'model.stem.insert(1, nn.Linear(32, 32))',
    'model.stem.add_module("extra", nn.PReLU(32))',
    'model.stem = nn.Sequential(*list(model.stem.children())[:-1])',
    'model.stem = nn.Sequential(*model.stem, nn.Linear(32, 32))',
    'model.stem += nn.Sequential(nn.Linear(32, 3))',
    'model.stem = model.stem + nn.Sequential(nn.Linear(32, 3))',
    'model.stem = model.stem * 2',
    'model.stem.pop(0)',
    'model.stem.extend([nn.Linear(32, 2), nn.ReLU()])',
    'for p in model.blocks.parameters():\n    p.requires_grad = False',
    'for p in model.parameters():\n    p.requires_grad_(False)',
    'model.embed.requires_grad_(False)',
    'for n, p in model.named_parameters():\n    if "norm" in n:\n        p.requires_grad = False',
    'for n, p in model.named_parameters():\n    p.requires_grad = n.startswith("head")',
    'model.embed.weight.requires_grad = False',
    'for m in model.modules():\n    if isinstance(m, nn.LayerNorm):\n        m.requires_grad_(False)',
    'for b in model.blocks[:2]:\n    for p in b.parameters():\n        p.requires_grad = False',
    'for name, module in model.named_modules():\n    if isinstance(module, nn.BatchNorm1d):\n        module.weight = None',
    'for i, b in enumerate(model.blocks):\n    b.fc1 = nn.Linear(32, 16 * (i + 1))\n    b.fc2 = nn.Linear(16 * (i + 1), 32)',
    'for name, child in model.named_children():\n    if isinstance(child, nn.Linear):\n        setattr(model, name, nn.Sequential(child, nn.Linear(100, 6)))',
    'for b in model.blocks:\n    b.fc1.bias = None',
    'for b in model.blocks:\n    del b.norm',
    'for b in model.blocks:\n    b.norm = nn.Identity()',
    'model.extra = copy.deepcopy(model.blocks[0])',
    'model.extra = copy.deepcopy(model.blocks)',
    'model.extra = model.blocks[0]',
    'model.register_parameter("scale", nn.Parameter(torch.ones(32)))',
    'model.register_parameter("none", None)',
    'model.pos = nn.Parameter(torch.zeros(1, 64, 32))',
    'model.pos = nn.Parameter(model.pos[:, :8].clone())',
    'model.pos = None',
    'model.pos.requires_grad_(False)',
    'model.register_buffer("big", torch.zeros(10, 10))',
    'model.add_module("more", nn.Conv1d(32, 4, 3))',
    'setattr(model, "more", nn.Conv1d(32, 4, 3))',
    'model.head = nn.utils.weight_norm(model.head)',
    'model.head = nn.utils.parametrizations.weight_norm(model.head)',
    'model.head = nn.utils.spectral_norm(model.head)',
    'nn.utils.parametrizations.spectral_norm(model.head)',
    'nn.utils.remove_weight_norm(nn.utils.weight_norm(model.stem[0]))',
    'model.head = nn.Linear(model.head.in_features, 7)',
    'model.embed = nn.Embedding(model.embed.num_embeddings + 5, model.embed.embedding_dim)',
    'model.embed = nn.Embedding.from_pretrained(torch.zeros(50, 32))',
    'model.embed = nn.Embedding.from_pretrained(torch.zeros(50, 32), freeze=False)',
    'model.half()',
    'model = model.to(torch.bfloat16)',
    'model = nn.DataParallel(model)',
    'model = nn.Sequential(model.stem, *model.blocks)',
    'model = nn.Sequential(OrderedDict([("stem", model.stem), ("blocks", nn.Sequential(*model.blocks))]))',
    'model = nn.Sequential(*list(model.children())[:-1])',
    'model = nn.Sequential(*[copy.deepcopy(model) for _ in range(2)])',
    'model = nn.ModuleList([model, Net(16, 1)])',
    'model = copy.deepcopy(model)',
    'model = torch.compile(model)',
    'model.apply(lambda m: nn.init.zeros_(m.weight) if isinstance(m, nn.Linear) else None)',
    'model.load_state_dict(model.state_dict())',
    'model.eval()',
    'model._modules.pop("head")',
    'model._modules["head"] = nn.Linear(32, 9)',
    'model.blocks._modules["0"] = nn.Linear(32, 1)',
    'for k in list(model._modules):\n    if k.startswith("head"):\n        del model._modules[k]',
    'model.head.weight = nn.Parameter(torch.zeros(12, 32))',
    'model.head.weight.data = torch.zeros(3, 32)',
    'model.stem[0].weight = model.stem[3].weight',
    'model.blocks.add_module("last", nn.Linear(32, 2))',
    'model.get_submodule("stem").append(nn.Linear(32, 8))',
    'model.set_submodule("blocks.0.fc1", nn.Linear(32, 5))',
    'first, *rest = model.blocks\nmodel.blocks = nn.ModuleList(rest)',
    'model.blocks = nn.ModuleList(reversed(list(model.blocks)))',
    'model.blocks = nn.ModuleList(b for i, b in enumerate(model.blocks) if i % 2 == 0)',
    'model.blocks = nn.Sequential(*[nn.Sequential(b, nn.Dropout(0.1)) for b in model.blocks])',
    'model.bias = nn.ParameterList([nn.Parameter(torch.zeros(i + 1)) for i in range(4)])',
    'model.bias = nn.ParameterDict({"x": nn.Parameter(torch.zeros(3))})\nmodel.bias["y"] = nn.Parameter(torch.zeros(5))',
    'model.tied = nn.Linear(32, 100)\nmodel.tied.weight = model.embed.weight',
    'teacher = copy.deepcopy(model)\nfor p in teacher.parameters():\n    p.requires_grad = False\nmodel.teacher = teacher',
    'model.blocks = nn.ModuleList([copy.deepcopy(model.blocks[0]) for _ in range(4)])',
    'model.zip = nn.ModuleList([nn.Linear(a, b) for a, b in zip([32, 16, 8], [16, 8, 4])])',
    'w = model.blocks[0].fc1.weight\nfor b in model.blocks:\n    b.fc1.weight = w',
    'model.blocks[0], model.blocks[1] = model.blocks[1], model.blocks[0]',
    'model.head, model.out = nn.Linear(32, 4), model.head',
    'with torch.no_grad():\n    model.pos.copy_(torch.ones(1, 16, 32))',
    'model.blocks[-1].fc2 = nn.Linear(128, 1)',
    'model.heads = nn.ModuleDict([[k, nn.Linear(32, i)] for i, k in enumerate(["x", "y", "z"], 1)])',
    'for k, v in model.heads.items():\n    model.heads[k] = nn.Sequential(v, nn.LayerNorm(v.out_features))',
    'model.heads.clear()',
    'model.blocks.forward = None',
]
TOGETHER = [
    ['model = copy.deepcopy(model)', 'del model.blocks[0]'],
    ['model = model.stem', 'model = model[:2]'],
    ['for m in model.modules():\n    if isinstance(m, nn.LayerNorm):\n        m.requires_grad_(False)', 'del model.head'],
    ['first, *rest = model.blocks\nmodel.blocks = nn.ModuleList(rest)', 'model.head = nn.utils.weight_norm(model.head)'],
    ['for b in model.blocks:\n    del b.norm', 'model.blocks = nn.ModuleList([model.blocks[0]] * 3)'],
    ['model.stem[0].weight = model.stem[3].weight', 'model = copy.deepcopy(model)', 'model.stem.pop(0)'],
    ['model.head.weight.data = torch.zeros(3, 32)', 'model = copy.deepcopy(model)'],
    ['model.stem = model.stem * 2', 'model.stem[1] = nn.Identity()'],
]


def numbers_of(model):
    parameters = list(model.parameters())
    trained = [each for each in parameters if each.requires_grad]
    return [sum(each.numel() for each in kind) for kind in (parameters, trained, list(model.buffers()))]


def main():
    rows = []
    for edits in [[each] for each in EDITS] + TOGETHER:
        lines, names = '\n'.join(edits) + '\n', {}
        exec(CODE + lines, names)
        rows.append([lines, *numbers_of(names['model'])])
    text = ',\n'.join(json.dumps(row) for row in rows)
    path = pathlib.Path(__file__).with_name('edits.json')
    path.write_text(f'{{"code": {json.dumps(CODE)}, "edits": [\n{text}\n]}}\n')


if __name__ == '__main__':
    main()
