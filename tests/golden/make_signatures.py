#!/usr/bin/env python3
"""Write signatures.txt: the constructor of every public torch.nn module class, one a line."""

import inspect
from pathlib import Path

from torch import nn

OUTPUT = Path(__file__).with_name("signatures.txt")
HIDDEN = ("device", "dtype")

# RNN, LSTM and GRU declare (*args, **kwargs) and hand them to RNNBase; RNN also takes
# nonlinearity, and only LSTM accepts proj_size.
RECURRENT = {"RNN": "nonlinearity='tanh'", "LSTM": None, "GRU": None}


def module_classes():
    """Every public class of torch.nn that is a Module, by name."""
    found = inspect.getmembers(nn, inspect.isclass)
    return [(name, cls) for name, cls in found if issubclass(cls, nn.Module)]


def parameter_text(parameter):
    """One parameter as `name` or `name=default`, without its annotation."""
    plain = parameter.replace(annotation=inspect.Parameter.empty)
    if inspect.isfunction(plain.default) or inspect.isbuiltin(plain.default):
        return f"{plain.name}={plain.default.__name__}"
    return str(plain)


def parameter_list(cls):
    """The constructor's parameters, `*` marking where keyword-only ones begin."""
    texts, star_seen = [], False
    for parameter in inspect.signature(cls).parameters.values():
        if parameter.name in HIDDEN:
            continue
        star_seen |= parameter.kind is parameter.VAR_POSITIONAL
        if parameter.kind is parameter.KEYWORD_ONLY and not star_seen:
            texts.append("*")
            star_seen = True
        texts.append(parameter_text(parameter))
    return texts


def recurrent_parameter_list(name):
    """What RNN, LSTM and GRU really take: RNNBase's parameters after `mode`."""
    texts = [text for text in parameter_list(nn.RNNBase) if text != "mode"]
    if name != "LSTM":
        texts = [text for text in texts if not text.startswith("proj_size")]
    keyword_only = RECURRENT[name]
    return texts + ["*", keyword_only] if keyword_only else texts


def main():
    lines = []
    for name, cls in module_classes():
        texts = recurrent_parameter_list(name) if name in RECURRENT else parameter_list(cls)
        lines.append(f"{name}({', '.join(texts)})")
    OUTPUT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
