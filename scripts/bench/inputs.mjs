// Makes the model texts that are measured. Each is always the same for the same numbers: { text, modules }, where `modules`
// is the number below the root.

function made(text) {
  let modules = 0;
  for (const _ of text.matchAll(/^ +\([^()]+\): /gm)) ++modules;
  return { text, modules };
}

/** A list of `n` Linear, up to a million, of which no two are equal. */
export function flatList(n) {
  const line = (i) => {
    const [low, high] = [i % 1000, Math.floor(i / 1000)];
    return `  (${i}): Linear(in_features=${64 + low}, out_features=${64 + (37 * low + high) % 1000}, bias=True)\n`;
  };
  return made(`ModuleList(\n${Array.from({ length: n }, (_, i) => line(i)).join('')})\n`);
}

/** Layers of experts, each printed in full, as PyTorch prints a mixture of experts. */
export function experts(layers, expertsOfEach) {
  const expert = (e) => `        (${e}): MLP(
          (gate_proj): Linear(in_features=2048, out_features=512, bias=False)
          (up_proj): Linear(in_features=2048, out_features=512, bias=False)
          (down_proj): Linear(in_features=512, out_features=2048, bias=False)
          (act_fn): SiLU()
        )\n`;
  const all = Array.from({ length: expertsOfEach }, (_, e) => expert(e)).join('');
  const lines = Array.from({ length: layers }, (_, layer) =>
    `    (${layer}): DecoderLayer(\n      (experts): ModuleList(\n${all}      )\n    )\n`);
  return made(`Model(\n  (layers): ModuleList(\n${lines.join('')}  )\n)\n`);
}

/** Layers whose width is the sum of many hyper-parameters, with an input of that width. */
export function sumOfSymbols(layers, symbols) {
  const names = Array.from({ length: symbols }, (_, i) => `s${i}`);
  const sum = names.join(' + ');
  const lines = Array.from({ length: layers }, (_, i) => `  (${i}): Linear(${sum}, ${sum})\n`);
  const values = names.map((name, i) => `${name} = ${i + 3}\n`);
  return made(`${values.join('')}input = (1, ${sum})\nSequential(\n${lines.join('')})\n`);
}

/** One layer that is repeated. */
export function repeated(times) {
  return made(`input = (1, 64)\nSequential(\n  (0-*): ${times} x Linear(64, 64)\n)\n`);
}

/** Source code of one small class, and how it is called. */
export const sourceOfOneClass = `import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, d=64):
        super().__init__()
        self.fc1 = nn.Linear(d, 4 * d)
        self.act = nn.ReLU()
        self.fc2 = nn.Linear(4 * d, d)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


net = Net()
net(torch.randn(8, 64))
`;
