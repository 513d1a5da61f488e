"""Times tools that count PyTorch models, on torchvision's ResNet-50 on the meta device: shapes without numbers.

    peers.py --list   prints {"here": {tool: name and version}, "missing": [tool]}
    peers.py          prints {tool: {"seconds": processor time of one count} or {"failed": message}}

Importing and building the model are not timed, except as a contender of its own.
"""
import importlib
import importlib.metadata
import json
import statistics
import sys
import time
import warnings

import torch
import torchvision

SIZES = (3, 224, 224)
REPEATS = 3


def meta_device():
    """The context in which tensors are made on the meta device: PyTorch 2 has one."""
    if hasattr(torch.device, "__enter__"):
        return torch.device("meta")
    from torch.overrides import TorchFunctionMode

    class OnMeta(TorchFunctionMode):
        factories = (torch.empty, torch.zeros, torch.ones, torch.tensor)

        def __torch_function__(self, function, types, args=(), kwargs=None):
            kwargs = dict(kwargs or {})
            if function in self.factories:
                kwargs["device"] = "meta"
            return function(*args, **kwargs)

    return OnMeta()


def build():
    with meta_device():
        return torchvision.models.resnet50().eval()


def picture():
    return torch.empty(1, *SIZES, device="meta")


def forward(model):
    with torch.no_grad():
        model(picture())


def count_with_torchinfo(model):
    from torchinfo import summary

    summary(model, input_data=picture(), device="meta", verbose=0)


def count_with_ptflops(model):
    from ptflops import get_model_complexity_info

    get_model_complexity_info(model, SIZES, as_strings=False, print_per_layer_stat=False, verbose=False)


def count_with_thop(model):
    from thop import profile

    profile(model, inputs=(picture(),), verbose=False)


def count_with_fvcore(model):
    from fvcore.nn import FlopCountAnalysis

    FlopCountAnalysis(model, picture()).unsupported_ops_warnings(False).total()


def count_with_torch(model):
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False):
        forward(model)


# Tool: what must be importable, the package that has its version, its name in the table, what is timed.
TOOLS = {
    "build": ("torchvision", "torch", "PyTorch {}: building it, meta device", lambda model: build()),
    "forward": ("torchvision", "torch", "PyTorch {}: forward pass, meta device", forward),
    "FlopCounterMode": ("torch.utils.flop_counter", "torch", "PyTorch {}: FlopCounterMode, meta device", count_with_torch),
    "torchinfo": ("torchinfo", "torchinfo", "torchinfo {}, meta device", count_with_torchinfo),
    "ptflops": ("ptflops", "ptflops", "ptflops {}, meta device", count_with_ptflops),
    "thop": ("thop", "thop", "thop {}, meta device", count_with_thop),
    "fvcore": ("fvcore.nn", "fvcore", "fvcore {}, meta device", count_with_fvcore),
}


def version(package):
    try:
        return importlib.metadata.version(package).split("+")[0]
    except importlib.metadata.PackageNotFoundError:
        return getattr(importlib.import_module(package), "__version__", "")


def find():
    here, missing = {}, []
    for tool, (module, package, name, _) in TOOLS.items():
        try:
            importlib.import_module(module)
            here[tool] = name.format(version(package)).replace(" ,", ",")
        except Exception:  # a package may fail in any way while it is imported
            missing.append(tool)
    return {"here": here, "missing": missing}


def seconds(work):
    """Processor time of one call: the first is not counted, for it imports."""
    times = []
    for _ in range(REPEATS + 1):
        model = build()
        start = time.process_time()
        work(model)
        times.append(time.process_time() - start)
    return statistics.median(times[1:])


def measure():
    answers = {}
    for tool in find()["here"]:
        try:
            answers[tool] = {"seconds": seconds(TOOLS[tool][-1])}
        except Exception as error:
            answers[tool] = {"failed": f"{type(error).__name__}: {error}"}
    return answers


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    answer = find() if "--list" in sys.argv else measure()
    print(json.dumps(answer))
