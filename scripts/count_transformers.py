#!/usr/bin/env python3
"""Counts models of transformers from Python, beside facts: how many have equal parameters and FLOPs, and what the others lack.

    count_transformers.py FACTS [--only NAME...] [--every N] [--of K] [--out FILE]

FACTS: a file of lines of JSON (.xz or plain), each with `cls`, `config` (a text of JSON), `params`, `flops`, `input` ("1,32;1,32")
and perhaps `rot`, the FLOPs of rotary tables, which a model computes once and FLOPs may leave out. A class of them is built on the meta device, so that nothing is computed, and counted with its input by name. Needs
PyTorch, transformers, and paramscope on the path of Python. --every N --of K takes each N-th class from the K-th on.
"""

import argparse
import collections
import inspect
import json
import lzma
import signal
import sys
import time
import warnings

import torch
import transformers

import paramscope

SECONDS = 120


def facts(path):
    with lzma.open(path, "rt") if path.endswith(".xz") else open(path, encoding="utf-8") as file:
        for line in file:
            fact = json.loads(line)
            if fact.get("flops") and fact.get("input"):
                yield fact


def built(fact):
    cls = getattr(transformers, fact["cls"])
    of_type = transformers.CONFIG_MAPPING[fact["model_type"]] if fact["model_type"] in transformers.CONFIG_MAPPING else cls.config_class
    config = of_type.from_dict(json.loads(fact["config"]))
    with torch.device("meta"):
        return cls(config).eval()


def named_input(model, text):
    """Returns the shapes of a text by the names that the model gives its inputs."""
    shapes = [tuple(map(int, shape.split(","))) for shape in text.split(";")]
    takes = inspect.signature(model.forward).parameters
    main = model.main_input_name if model.main_input_name in takes else next(iter(takes))
    second = "decoder_input_ids" if "decoder_input_ids" in takes else "pixel_values"
    return dict(zip((main, second), shapes))


def counted(fact):
    """Returns what differs, as a dictionary of a line of the output."""
    start = time.time()
    line = {"cls": fact["cls"], "model_type": fact["model_type"], "said": []}
    try:
        model = built(fact)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            report = paramscope.count(model, named_input(model, fact["input"]))
        line["said"] = [str(each.message) for each in said if each.category is UserWarning]
        line |= {"params": report.parameters == fact["params"], "flops": report.flops in (fact["flops"], fact["flops"] - (fact.get("rot") or 0)), "complete": report.is_complete}
        line |= {"counted": [report.parameters, report.flops], "true": [fact["params"], fact["flops"]]}
    except Exception as error:
        line["error"] = f"{type(error).__name__}: {error}"[:1000]
    line["seconds"] = round(time.time() - start, 2)
    return line


def too_long(*_):
    raise TimeoutError(f"more than {SECONDS} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--of", type=int, default=0)
    parser.add_argument("--out", type=argparse.FileType("w"), default=None)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, too_long)
    tally = collections.Counter()
    for index, fact in enumerate(facts(options.facts)):
        if index % options.every != options.of or (options.only and fact["cls"] not in options.only):
            continue
        signal.alarm(SECONDS)
        line = counted(fact)
        signal.alarm(0)
        tally["all"] += 1
        for key in ("params", "flops", "complete", "error"):
            tally[key] += bool(line.get(key))
        if options.out:
            print(json.dumps(line), file=options.out, flush=True)
        if not (line.get("params") and line.get("flops")):
            print(line["cls"], line.get("error") or [line["counted"], line["true"], *line["said"][:3]], flush=True)
    print(", ".join(f"{key} {value}" for key, value in tally.items()))


if __name__ == "__main__":
    sys.exit(main())
