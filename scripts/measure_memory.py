#!/usr/bin/env python3
"""Measures what PyTorch allocates to run and to train models, one line of JSON for each, to compare with `paramscope --memory`.

    measure_memory.py runs.jsonl torchvision:resnet50 --input 8,3,224,224 --optimizer adam
    measure_memory.py runs.jsonl timm:vit_small_patch16_224 --input 8,3,224,224 --amp bfloat16
    measure_memory.py runs.jsonl transformers:gpt2 --input 2,1024 --tokens 50257 --attention eager
    measure_memory.py runs.jsonl my_model.py:"Net(width=64)" --input 8,3,32,32

A GPU gives peaks and times; without one (--device cpu) there is what autograd keeps. Needs PyTorch 1.13 or newer, and the library
of the model. docs/memory.md explains the fields.
"""
import argparse
import contextlib
import json
import runpy
import statistics
import sys
import time

import torch

UNTIMED_STEPS, TIMED_STEPS = 2, 5


def main():
    options = parse_options()
    model = make_model(options).to(options.device, dtype_of(options.dtype))
    with open(options.output, "a", encoding="utf-8") as output:
        output.write(json.dumps(measure(model, make_inputs(options), options)) + "\n")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", help="file that the line is added to")
    parser.add_argument("model", help="torchvision:NAME, timm:NAME, transformers:TYPE or FILE.py:EXPRESSION")
    parser.add_argument("--input", required=True, help="shapes: 8,3,224,224; several with ';'")
    parser.add_argument("--tokens", type=int, help="inputs are whole numbers below this")
    parser.add_argument("--dtype", default="float32", help="of the weights")
    parser.add_argument("--amp", help="type of autocast, such as bfloat16")
    parser.add_argument("--optimizer", default="adam", choices=sorted(OPTIMIZERS))
    parser.add_argument("--attention", help="attn_implementation of transformers: eager, sdpa, flash_attention_2")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


OPTIMIZERS = {
    "sgd": lambda parameters: torch.optim.SGD(parameters, lr=1e-3),
    "momentum": lambda parameters: torch.optim.SGD(parameters, lr=1e-3, momentum=0.9),
    "adam": lambda parameters: torch.optim.Adam(parameters),
    "adamw": lambda parameters: torch.optim.AdamW(parameters),
}


def dtype_of(name):
    return getattr(torch, name)


def make_model(options):
    library, _, name = options.model.partition(":")
    if library == "torchvision":
        import torchvision

        return torchvision.models.__dict__[name]() if name in torchvision.models.__dict__ else torchvision.models.get_model(name)
    if library == "timm":
        import timm

        return timm.create_model(name)
    if library == "transformers":
        from transformers import AutoConfig, AutoModelForCausalLM

        config = AutoConfig.for_model(name)
        config.use_cache = False
        how = {"attn_implementation": options.attention} if options.attention else {}
        return AutoModelForCausalLM.from_config(config, **how)
    return eval(name, runpy.run_path(library))


def make_inputs(options):
    def one(shape):
        sizes = [int(size) for size in shape.split(",")]
        if options.tokens:
            return torch.randint(options.tokens, sizes, device=options.device)
        return torch.randn(sizes, device=options.device, dtype=dtype_of(options.dtype))

    return [one(shape) for shape in options.input.split(";")]


def measure(model, inputs, options):
    parameters = list(model.parameters())
    facts = {
        "name": options.model, "print": str(model), "input": options.input, "dtype": options.dtype, "amp": options.amp,
        "attention": options.attention, "optimizer": options.optimizer, "torch": torch.__version__, "device": device_name(options),
        "params": sum(p.numel() for p in parameters), "trainable": sum(p.numel() for p in parameters if p.requires_grad),
        "weights": bytes_of(parameters), "buffers": bytes_of(model.buffers()),
    }
    if options.device != "cpu":
        facts.update(measure_inference(model, inputs, options))
    facts.update(measure_training(model, inputs, options))
    return facts


def device_name(options):
    return "cpu" if options.device == "cpu" else torch.cuda.get_device_name()


def bytes_of(tensors):
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def measure_inference(model, inputs, options):
    model.eval()
    with torch.no_grad():
        step = lambda: first_tensor(run(model, inputs, options))
        step()
        torch.cuda.reset_peak_memory_stats()
        step()
        return {"infer_peak": torch.cuda.max_memory_allocated(), "infer_ms": milliseconds(step)}


def measure_training(model, inputs, options):
    """A step in three parts, each with its peak, after one that made the optimizer's state."""
    model.train()
    optimizer = OPTIMIZERS[options.optimizer](p for p in model.parameters() if p.requires_grad)
    facts = {}

    def part(name, call):
        if options.device == "cpu":
            return call()
        torch.cuda.reset_peak_memory_stats()
        result = call()
        torch.cuda.synchronize()
        facts[name] = torch.cuda.max_memory_allocated()
        return result

    def step():
        before = allocated(options)
        loss = part("forward_peak", lambda: first_tensor(run(model, inputs, options)).float().mean())
        facts["kept_after_forward"] = allocated(options) - before
        if "saved_by_op" not in facts:
            facts["saved_by_op"] = saved_by_op(loss, model, inputs)
            facts["kept"] = sum(new for _, _, new in facts["saved_by_op"].values())
        part("backward_peak", loss.backward)
        part("optimizer_peak", optimizer.step)
        optimizer.zero_grad(set_to_none=True)

    for _ in range(2):
        step()
    if options.device == "cpu":
        del facts["kept_after_forward"]
        return facts
    facts["train_peak"] = max(facts[name] for name in ("forward_peak", "backward_peak", "optimizer_peak"))
    facts["train_ms"] = milliseconds(step)
    return facts


def allocated(options):
    return 0 if options.device == "cpu" else torch.cuda.memory_allocated()


def run(model, inputs, options):
    kind = torch.device(options.device).type
    cast = torch.autocast(kind, dtype_of(options.amp)) if options.amp else contextlib.nullcontext()
    with cast:
        return model(*inputs)


def first_tensor(output):
    """The logits or the first tensor of what a model returns."""
    if torch.is_tensor(output):
        return output
    if hasattr(output, "logits"):
        return output.logits
    items = output.values() if isinstance(output, dict) else output
    return first_tensor(next(iter(items)))


def milliseconds(step):
    times = []
    for i in range(UNTIMED_STEPS + TIMED_STEPS):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        step()
        torch.cuda.synchronize()
        if i >= UNTIMED_STEPS:
            times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times)


def saved_by_op(loss, model, inputs):
    """{"ReluBackward0.result": [times, bytes, bytes of storages not met before]}, of all nodes of the graph. Weights, buffers and
    inputs exist anyway: they are not new."""
    met = {storage_of(tensor)[0] for tensor in [*model.parameters(), *model.buffers(), *inputs]}
    found = {}
    for node in nodes_of(loss.grad_fn):
        for name in dir(node):
            if not name.startswith("_saved_"):
                continue
            for tensor in tensors_in(getattr(node, name)):
                key, size = storage_of(tensor)
                row = found.setdefault(f"{node.name()}.{name[len('_saved_'):]}", [0, 0, 0])
                row[0] += 1
                row[1] += bytes_of([tensor])
                if key not in met:
                    row[2] += size
                met.add(key)
    return found


def nodes_of(root):
    """The nodes of a graph, those nearest to the loss first."""
    nodes, seen = [root], {root}
    for node in nodes:
        for child, _ in node.next_functions:
            if child is not None and child not in seen:
                seen.add(child)
                nodes.append(child)
    return nodes


def tensors_in(value):
    if torch.is_tensor(value):
        return [value]
    return [each for each in value if torch.is_tensor(each)] if isinstance(value, (tuple, list)) else []


def storage_of(tensor):
    storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()
    return storage.data_ptr(), storage.nbytes()


if __name__ == "__main__":
    sys.exit(main())
