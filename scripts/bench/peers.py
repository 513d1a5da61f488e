"""Times tools that count PyTorch models, on a model of torchvision on the meta device: shapes without numbers.

    peers.py --list          prints {"here": {tool: name and version}, "missing": [tool]}
    peers.py --print MODEL   prints what print(model) prints, for MODEL by torchvision's name, such as resnet50
    peers.py MODEL           prints {tool: {"seconds": processor time of one count, ...} or {"failed": message}}; beside the
                             seconds stands what the tool counted: "parameters", "macs" and "flops", each if it counts them

Importing and building the model are not timed, except as a contender of its own.
"""
import argparse
import importlib
import importlib.metadata
import json
import re
import statistics
import time
import warnings
from pathlib import Path

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


def build(name):
    with meta_device():
        return getattr(torchvision.models, name)().eval()


def picture():
    return torch.empty(1, *SIZES, device="meta")


# What is timed: functions of a model and its name. Each returns what the tool counted.


def build_again(model, name):
    return {"parameters": sum(parameter.numel() for parameter in build(name).parameters())}


def forward(model, name):
    with torch.no_grad():
        model(picture())
    return {}


def count_with_torchinfo(model, name):
    from torchinfo import summary

    counted = summary(model, input_data=picture(), device="meta", verbose=0)
    return {"parameters": counted.total_params, "macs": counted.total_mult_adds}


def count_with_ptflops(model, name):
    from ptflops import get_model_complexity_info

    macs, parameters = get_model_complexity_info(model, SIZES, as_strings=False, print_per_layer_stat=False, verbose=False)
    return {"parameters": parameters, "macs": macs}


def count_with_thop(model, name):
    from thop import profile

    macs, parameters = profile(model, inputs=(picture(),), verbose=False)
    return {"parameters": parameters, "macs": macs}


def count_with_fvcore(model, name):
    from fvcore.nn import FlopCountAnalysis, parameter_count

    macs = FlopCountAnalysis(model, picture()).unsupported_ops_warnings(False).total()
    return {"parameters": parameter_count(model)[""], "macs": macs}


def count_with_torch(model, name):
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False) as counter:
        forward(model, name)
    return {"flops": counter.get_total_flops()}


# Tool: what must be importable, the package that has its version, its name in the table, what is timed.
TOOLS = {
    "build": ("torchvision", "torch", "PyTorch {}: building it, meta device", build_again),
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
        module = importlib.import_module(package)
        return getattr(module, "__version__", None) or version_in_project(Path(module.__file__).parent.parent)


def version_in_project(folder):
    """The version that a checkout's pyproject.toml states, "" without."""
    project = folder / "pyproject.toml"
    stated = re.search(r'^version = "([^"]+)"', project.read_text(), re.MULTILINE) if project.exists() else None
    return stated[1] if stated else ""


def find():
    here, missing = {}, []
    for tool, (module, package, name, _) in TOOLS.items():
        try:
            importlib.import_module(module)
            here[tool] = name.format(version(package)).replace(" ,", ",")
        except Exception:  # a package may fail in any way while it is imported
            missing.append(tool)
    return {"here": here, "missing": missing}


def measured(work, name):
    """Processor time of one call, and what it counted: the first is not timed, for it imports."""
    times = []
    for _ in range(REPEATS + 1):
        model = build(name)
        start = time.process_time()
        counted = work(model, name)
        times.append(time.process_time() - start)
    return {"seconds": statistics.median(times[1:]), **{key: int(value) for key, value in counted.items()}}


def measure(name):
    answers = {}
    for tool in find()["here"]:
        try:
            answers[tool] = measured(TOOLS[tool][-1], name)
        except Exception as error:
            answers[tool] = {"failed": f"{type(error).__name__}: {error}"}
    return answers


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    if options.print:
        print(build(options.model))
    else:
        print(json.dumps(find() if options.list else measure(options.model)))
