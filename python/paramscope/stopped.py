"""Where a forward pass stopped, and why."""

from __future__ import annotations


class Stopped(Exception):
    """What a model's own code raised in a forward pass.

    place: the module that stopped, with the shapes of the tensors that it got. reason: its error, in a sentence. calls: how many
    modules were called until then.
    """

    def __init__(self, error: Exception, place: str, calls: int) -> None:
        self.place = place
        self.reason = _reason(error)
        self.calls = calls
        super().__init__(f"{place}: {self.reason}")


def _reason(error: Exception) -> str:
    """Returns an error in a sentence: PyTorch adds a page about its dispatcher to some."""
    said = str(error).strip()
    return f"{type(error).__name__}: {said.splitlines()[0].partition('. ')[0].rstrip('.')}" if said else type(error).__name__
