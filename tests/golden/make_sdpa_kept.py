"""Writes sdpa_kept.json: bytes that autograd keeps of language models with attention by scaled_dot_product_attention, in real runs.

Under fake tensors transformers give that function a mask, which real runs without padding leave out. The models are those of
memory_tracked.jsonl.xz in the folder that PARAMSCOPE_TRUTH names. Needs PyTorch 2.14 and transformers 5.12. See README.md.
"""

import json
import lzma
import os

import torch
import transformers

here = os.path.dirname(os.path.abspath(__file__))
attention = torch.nn.functional.scaled_dot_product_attention
masks = set()


def watched(query, key, value, attn_mask=None, **others):
    masks.add(attn_mask is not None)
    return attention(query, key, value, attn_mask=attn_mask, **others)


def kept_bytes(row):
    config = json.loads(row['config'])
    model_type = getattr(transformers, config['architectures'][0])
    settings = model_type.config_class.from_dict(config)
    settings._attn_implementation = 'sdpa'
    model = model_type(settings).to(getattr(torch, row['dtype'])).train()
    given = torch.randint(0, 100, [int(size) for size in row['input'].split(',')])
    own = {tensor.untyped_storage()._cdata for tensor in [*model.parameters(), *model.buffers(), given]}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage._cdata not in own:
            kept.setdefault(storage._cdata, (storage.nbytes(), tensor.detach()))
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        loss = model(given, use_cache=False).logits.mean()
    total = sum(size for size, _ in kept.values())
    del loss
    return total


def main():
    torch.nn.functional.scaled_dot_product_attention = watched
    rows = []
    with lzma.open(os.path.join(os.environ['PARAMSCOPE_TRUTH'], 'memory_tracked.jsonl.xz'), 'rt') as lines:
        for row in map(json.loads, lines):
            if row.get('attention') != 'sdpa':
                continue
            masks.clear()
            kept = kept_bytes(row)
            if masks:
                rows.append({'name': row['name'], 'dtype': row['dtype'], 'mask': True in masks, 'kept': kept})
    with open(os.path.join(here, 'sdpa_kept.json'), 'w') as out:
        out.write('[\n' + ',\n'.join(json.dumps(row) for row in rows) + '\n]\n')


if __name__ == '__main__':
    main()
