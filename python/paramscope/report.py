"""The report of a model: exact numbers, by module."""

import json
import warnings

from .engine import package_options, run
from .models import is_file, text

_TOTALS = ("parameters", "trainable", "frozen", "active", "stored", "buffers", "macs", "flops", "bytes")


def count(model, input=None, *, set=None, convention=None, mode=None, causal=False):
    """Counts a model and returns a Report.

    model: a PyTorch module, a state dict, a Keras model, a text, or the path of a file. What classes of an installed library are
        (transformers, timm…), its own code says: it is read where Python finds it, and not imported.
    input: the input: a shape such as (1, 3, 224, 224), a tensor, a tuple of several, or for a PyTorch module a dict by name. FLOPs
        need it.
    set: values of hyper-parameters of the text, {"layers": 24}.
    convention: how operations are counted as FLOPs, "flops" by default; `paramscope --help` lists them.
    mode: "forward", "training" or "decode".
    causal: each token attends only to itself and the tokens before it.

    Raises ParamscopeError if the model or a setting is wrong, or if no program that counts is installed.
    """
    options = ["--format", "json", *package_options()]
    for name, value in (set or {}).items():
        options += ["--set", f"{name}={value}"]
    for name, value in (("convention", convention), ("mode", mode)):
        if value is not None:
            options += [f"--{name}", value]
    if causal:
        options.append("--causal")
    if is_file(model):
        report, complaints = _counted([*options, *_input_option(input), str(model)], None)
    else:
        report, complaints = _counted([*options, *_input_option(input), "-"], text(model))
        if not isinstance(model, str) and input is not None and not report.is_complete:
            report, complaints = _counted([*options, "-"], text(model, input))
    for complaint in complaints:
        warnings.warn(complaint, stacklevel=2)
    return report


def _counted(arguments, content):
    """Returns (the Report, the warnings of the program)."""
    output, said = run(arguments, content)
    return Report(json.loads(output), arguments, content), [line for line in said.splitlines() if ": warning: " in line]


def _input_option(input):
    """Returns the option --input for shapes and tensors; nothing for inputs by name, whose order only the model knows."""
    if input is None or isinstance(input, dict):
        return []
    if isinstance(input, str):
        return ["--input", input]
    values = [input] if hasattr(input, "shape") or all(isinstance(size, int) for size in input) else input
    shapes = [tuple(getattr(value, "shape", value)) for value in values]
    return ["--input", ";".join(",".join(str(int(size)) for size in shape) for shape in shapes)]


class Report:
    """What was counted. Numbers are exact whole numbers, None where the model does not determine them.

    Attributes: parameters, trainable, frozen, active, stored, buffers, macs, flops, bytes. `report["layers.0.fc"]` is the row of a
    module, `report.nodes` are all of them in order, and `report.json` is everything (docs/report.md).
    """

    def __init__(self, json, arguments=(), content=None):
        self.json = json
        self._arguments = list(arguments)
        self._content = content

    def __getattr__(self, name):
        if name in _TOTALS:
            return self.json["totals"][name]
        raise AttributeError(name)

    def __dir__(self):
        return [*super().__dir__(), *_TOTALS]

    @property
    def nodes(self):
        return self.json["nodes"]

    @property
    def is_complete(self):
        """True if no number is only a lower bound."""
        totals = self.json["totals"]
        return totals["parameters_complete"] and totals["flops_complete"]

    @property
    def notes(self):
        """What was assumed or is not known, in sentences."""
        return [*self.json["notes"], *(each["message"] for each in self.json["diagnostics"])]

    def __getitem__(self, path):
        for node in self.nodes:
            if node["path"] == path:
                return node
        raise KeyError(path)

    def memory(self, device=None, **options):
        """Returns what one GPU must hold to run or train the model: a dict, `memory_plan` in docs/report.md.

        device: a name, several such as "2x RTX 3090", or the numbers of one's own: "verdict" says whether the model fits.
        options: those of the command line about memory, with underscores: recipe="qlora", engine="vllm", train="adamw", lora_rank=16,
            recompute=True. docs/memory.md has all of them.
        """
        arguments = ["--memory"]
        for name, value in {"device": device, **options}.items():
            option = "--" + name.replace("_", "-")
            if value is True:
                arguments.append(option)
            elif value is not None and value is not False:
                arguments += [option, str(value)]
        return json.loads(run([*arguments, *self._arguments], self._content)[0])["memory_plan"]

    def format(self, name, depth=None, lang=None):
        """Returns the report in another format of the command line: "text", "markdown", "csv", "latex", "derivation"…

        lang: "en" or "zh", for the formats that speak both: derivations, pictures, "html".
        """
        chosen = [("--depth", depth), ("--lang", lang)]
        options = [part for option, value in chosen if value is not None for part in (option, str(value))]
        return run([*options, "--format", name, *self._arguments[2:]], self._content)[0]

    def __str__(self):
        return self.format("text")

    def __repr__(self):
        return f"<Report: {_number(self.parameters)} parameters, {_number(self.flops)} FLOPs>"

    def _repr_html_(self):
        return f'<div>{self.format("card")}</div>\n{self.format("html", depth=3)}'


def _number(value):
    return "unknown" if value is None else f"{value:,}"
