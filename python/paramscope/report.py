"""The report of a model: exact numbers, by module."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from .engine import options, package_options, run
from .inputs import arguments, one_of
from .models import followed, is_torch_module, place, text

_TOTALS = ("parameters", "trainable", "frozen", "active", "stored", "buffers", "macs", "flops", "bytes")
# A report prints itself as deep as fits here.
_MOST_ROWS = 30
# Python sees which tensors are one.
_ALL_TIES = ("--tie", "none")
# What is said before a total, by its basis.
_BASES = {"partial": "at least ", "approximate": "about "}
# What torchinfo calls columns.
_COLUMNS = {
    "output_size": "output",
    "num_params": "parameters",
    "params_percent": "share",
    "mult_adds": "macs",
    "kernel_size": "formula",
    "trainable": "trainable",
}


def count(
    model: Any,
    input: Any = None,
    *,
    input_size: Any = None,
    input_data: Any = None,
    dtypes: Any = None,
    depth: int | None = None,
    col_names: Iterable[str] | None = None,
    set: Mapping[str, Any] | None = None,
    ties: Mapping[str, str] | None = None,
    **settings: Any,
) -> Report:
    """Counts a model and returns a Report.

    model: a PyTorch module, a state dict, a Keras model, a text, the path of a file, or a name such as "hf:gpt2" or "preset:gpt2".
        What classes of an installed library are (transformers, timm…), its own code says: it is read where Python finds it, and not
        imported.
    input, input_size or input_data: the input: a shape such as (1, 3, 224, 224), a tensor or array, a tuple of several, or for a
        PyTorch module a mapping by name, in which there may be anything that its forward pass takes. FLOPs need it.
    dtypes: the type of tensors that are given as shapes, or a list of types; a PyTorch module's own by default.
    depth: the deepest modules of the printed report; by default as many as fit on a screen.
    col_names: the columns of the printed report: those of `paramscope --help`, or torchinfo's names of them.
    set: values of hyper-parameters of the text, {"layers": 24}.
    ties: tensors that are one, {"head.weight": "embed.weight"}. Of a PyTorch module Python sees them.
    settings: further options of the command line, with underscores: convention="thop", mode="training" or "decode", causal=True,
        max_params="7B". memory=True, device="RTX 4090" and others about memory add "memory_plan" to `report.json`.

    Raises ParamscopeError if the model or a setting is wrong, or if no program that counts is installed.
    """
    given = one_of(input, input_size, input_data)
    line = ["--format", "json", *package_options()]
    for option, pairs in (("--set", set), ("--tie", ties)):
        for name, value in (pairs or {}).items():
            line += [option, f"{name}={value}"]
    line += options(settings)
    printed = Printed(depth, col_names)
    named = place(model)
    if named is not None:
        report, complaints = _counted([*line, *_input_option(given), named], None, printed)
    elif is_torch_module(model):
        report, complaints = _counted_module(model, given, dtypes, line, printed)
    else:
        report, complaints = _counted([*line, *_input_option(given), "-"], text(model), printed)
    for complaint in complaints:
        warnings.warn(complaint, stacklevel=2)
    return report


def _counted_module(model: Any, given: Any, dtypes: Any, line: list[str], printed: Printed) -> tuple[Report, list[str]]:
    """Counts a PyTorch module: by what is known of its classes, and where that is not enough by following its forward pass."""
    from .torch_text import has_own_classes, module_text, without_wrapper

    model, line = without_wrapper(model), [*line, *_ALL_TIES]
    of_input = arguments(given).option() if given is not None else []
    known, complaints = _counted([*line, *of_input, "-"], module_text(model), printed)
    is_known = known.is_complete and not has_own_classes(model)
    seen = None if given is None or is_known else followed(model, given, dtypes)
    if not seen:
        return known, complaints
    return _counted([*line, *([] if seen.inputs else of_input), "-"], module_text(model, seen), printed)


def _counted(line: list[str], content: str | None, printed: Printed) -> tuple[Report, list[str]]:
    """Returns (the Report, the warnings of the program)."""
    output, said = run(line, content)
    return Report(json.loads(output), line, content, printed), [each for each in said.splitlines() if ": warning: " in each]


def _input_option(input: Any) -> list[str]:
    """Returns the option --input for a model that is no PyTorch module: a text has names in its shapes, too."""
    if input is None:
        return []
    return ["--input", input] if isinstance(input, str) else arguments(input).option()


class Printed:
    """How a report prints itself: how deep, and with which columns; each None for what suits the report."""

    def __init__(self, depth: int | None = None, columns: Iterable[str] | None = None) -> None:
        self.depth = depth
        self.columns = None if columns is None else [_COLUMNS.get(name, name) for name in columns]

    def options(self, report: Report) -> list[str]:
        usual = ["type", "output", "parameters", "share", "formula", *(["flops", "flops-share"] if report.flops is not None else [])]
        depth = _fitting_depth(report.nodes) if self.depth is None else self.depth
        return ["--depth", str(depth), "--columns", ",".join(self.columns or usual)]


def _fitting_depth(nodes: list[dict]) -> int:
    """Returns the depth to which a report has so few rows that they fit on a screen, at least 1."""
    depths = sorted(node["depth"] for node in nodes)
    return depths[-1] if len(depths) <= _MOST_ROWS else max(depths[_MOST_ROWS] - 1, 1)


class Report:
    """What was counted. Numbers are exact whole numbers, None where the model does not determine them.

    Attributes: parameters, trainable, frozen, active, stored, buffers, macs, flops, bytes. `report["layers.0.fc"]` is the row of a
    module, `report.nodes` are all of them in order, and `report.json` is everything (docs/report.md).
    """

    parameters: int | None
    trainable: int | None
    frozen: int | None
    active: int | None
    stored: int | None
    buffers: int | None
    macs: int | None
    flops: int | None
    bytes: int | None

    def __init__(self, json: dict, arguments: Iterable[str] = (), content: str | None = None, printed: Printed | None = None) -> None:
        self.json = json
        self._arguments = list(arguments)
        self._content = content
        self._printed = printed or Printed()

    def __getattr__(self, name: str) -> Any:
        if name in _TOTALS:
            return self.json["totals"][name]
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_TOTALS]

    @property
    def nodes(self) -> list[dict]:
        return self.json["nodes"]

    @property
    def is_complete(self) -> bool:
        """True if no number is only a lower bound."""
        totals = self.json["totals"]
        return totals["parameters_complete"] and totals["flops_complete"]

    @property
    def notes(self) -> list[str]:
        """What was assumed or is not known, in sentences."""
        return [*self.json["notes"][1:], *(each["message"] for each in self.json["diagnostics"])]

    def __getitem__(self, path: str) -> dict:
        for node in self.nodes:
            if node["path"] == path:
                return node
        raise KeyError(path)

    def memory(self, device: str | None = None, **settings: Any) -> dict:
        """Returns what one GPU must hold to run or train the model: a dict, `memory_plan` in docs/report.md.

        device: a name, several such as "2x RTX 3090", or the numbers of one's own: "verdict" says whether the model fits.
        settings: the options of the command line about memory, with underscores: recipe="qlora", engine="vllm", train="adamw",
            lora_rank=16, recompute=True. docs/memory.md has all of them.
        """
        asked = ["--memory", *options({"device": device, **settings})]
        return json.loads(run([*asked, *self._arguments], self._content)[0])["memory_plan"]

    def format(self, name: str, depth: int | None = None, lang: str | None = None) -> str:
        """Returns the report in another format of the command line: "text", "markdown", "csv", "latex", "derivation"…

        lang: "en" or "zh", for the formats that speak both: derivations, pictures, "html".
        """
        return self._written(name, options({"depth": depth, "lang": lang}))

    def _written(self, name: str, chosen: list[str]) -> str:
        return run([*chosen, "--format", name, *self._arguments[2:]], self._content)[0]

    def __str__(self) -> str:
        return self._written("text", self._printed.options(self))

    def __repr__(self) -> str:
        return f"<Report: {self._sized('parameters')} parameters, {self._sized('flops')} FLOPs>"

    def _sized(self, name: str) -> str:
        """Returns a total with how sure it is: "about 1,024"."""
        total = self.json["totals"][name]
        return "unknown" if total is None else f"{_BASES.get(self.json['totals'][f'{name}_basis'], '')}{total:,}"

    def _repr_html_(self) -> str:
        depth = _fitting_depth(self.nodes) if self._printed.depth is None else self._printed.depth
        return f'<div>{self.format("card")}</div>\n{self.format("html", depth=depth)}'
