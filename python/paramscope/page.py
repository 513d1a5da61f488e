"""The calculator as a page that shows a model: in a notebook, a browser or a file."""

from __future__ import annotations

import base64
import html
import json
import re
import sys
import tempfile
import warnings
import webbrowser
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .engine import DATA, ParamscopeError, package_options, run
from .models import place, text
from .report import count

_STATE = re.compile(r'(<script type="application/json" id="paramscope-state">)[^<]*(?=</script>)')
# The longest link that the page reads (docs/embedding.md).
_LONGEST_LINK = 1 << 20
# What a notebook keeps of a page: the table of the model, which becomes the calculator while the process that lends it runs.
_FRAME = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 14px system-ui, sans-serif; margin: 8px; color-scheme: light dark }} td, th {{ padding: 0 8px; white-space: nowrap }}</style>
<p id="note">The calculator is shown while the notebook's kernel runs on this machine.
<code>show(model, embed=True)</code> keeps it in the notebook (4 MB).</p>
{still}
<script>fetch("{address}", {{ method: "HEAD", mode: "no-cors" }}).then(() => location.replace("{address}"), () => {{}})</script>
"""


class Page:
    """The calculator with a model inside: one HTML file that needs no network.

    A notebook displays it, save() writes it, html() returns it. A notebook holds the calculator itself only with `embed`; with `site`,
    the address of a hosted calculator, it holds a link; else the table of the model, and this process lends the calculator.
    """

    def __init__(self, state: dict[str, Any], height: int = 640, site: str | None = None, embed: bool = False) -> None:
        self.state = state
        self.height = height
        self.site = site
        self.embed = embed

    def html(self) -> str:
        """Returns the whole page as one text."""
        # Without '<', neither '</script>' nor '<!--' can end the block.
        content = json.dumps(self.state).replace("<", "\\u003c")
        return _STATE.sub(lambda match: match[1] + content, _offline_file(), count=1)

    def save(self, path: str | Path) -> None:
        """Writes the page into a file, which a browser opens by double click."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def link(self) -> str:
        """Returns the address of this model at `site`. Raises ParamscopeError without a site, or if the model is too long."""
        if self.site is None:
            raise ParamscopeError("A link needs the address of a hosted calculator: page(model, site='https://…').")
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed = packer.compress(json.dumps(self.state).encode()) + packer.flush()
        link = "#v1:" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
        if len(link) > _LONGEST_LINK:
            raise ParamscopeError("The model is too long for a link. Without `site` the page itself holds the model.")
        return f"{self.site.rstrip('/')}/embed.html{link}"

    def _repr_html_(self) -> str:
        title = html.escape(f"{self.state.get('name') or 'A model'} in Paramscope")
        if self.site is not None:
            source = f'src="{html.escape(self.link())}"'
        elif self.embed:
            source = f'srcdoc="{html.escape(self.html())}"'
        else:
            from .lending import lend  # a server, which the command line need not load

            frame = _FRAME.format(title=title, address=lend(self.html), still=self._still())
            source = f'srcdoc="{html.escape(frame)}"'
        return (
            f'<iframe {source} title="{title}" width="100%" height="{int(self.height)}" '
            'sandbox="allow-scripts allow-downloads allow-popups" allow="clipboard-write" style="border: 0"></iframe>'
        )

    def _still(self) -> str:
        """Returns the model's table, which needs no script; "" for what cannot be counted here."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return count(self.state.get("text", ""), set=self.state.get("set"))._repr_html_()
        except ParamscopeError:
            return ""

    def __repr__(self) -> str:
        return f"<Page of {self.state.get('name') or 'a model'}>"


def page(
    model: Any,
    input: Any = None,
    *,
    set: Mapping[str, Any] | None = None,
    name: str | None = None,
    height: int = 640,
    site: str | None = None,
    embed: bool = False,
) -> Page:
    """Returns the calculator with a model, as a Page. Arguments as for show()."""
    named = place(model)
    state: dict[str, Any] = {
        "text": text(model, input) if named is None else _text_of(named),
        "name": name or (Path(named).name if named else _name_of(model)),
    }
    if set:
        state["set"] = {key: str(value) for key, value in set.items()}
    return Page({key: value for key, value in state.items() if value}, height, site, embed)


def show(
    model: Any,
    input: Any = None,
    *,
    set: Mapping[str, Any] | None = None,
    name: str | None = None,
    height: int = 640,
    site: str | None = None,
    embed: bool = False,
) -> None:
    """Shows a model in the calculator: below the cell of a notebook, elsewhere in the browser.

    model: a PyTorch module, a state dict, a Keras model, a text, the path of a file, or a name such as "preset:gpt2".
    input: what the forward pass of a PyTorch module is followed with, see text().
    set: values of hyper-parameters of the text, {"layers": 24}.
    name: the displayed title; by default the class of the model.
    height: of the frame in a notebook, in pixels.
    site: the address of a hosted calculator, such as "https://example.org/paramscope/", to which the notebook holds a link.
    embed: the calculator itself is put into the notebook, 4 MB for each call, for who opens it without this Python. Without `site`
        and `embed` a notebook holds the table of the model, and shows the calculator while its kernel runs on the same machine.
    """
    shown = page(model, input, set=set, name=name, height=height, site=site, embed=embed)
    if _is_notebook():
        from IPython.display import display

        display(shown)
        return
    if site is not None:
        webbrowser.open(shown.link())
        return
    with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="paramscope-", encoding="utf-8", delete=False) as file:
        file.write(shown.html())
    webbrowser.open(Path(file.name).as_uri())


def _text_of(named: str) -> str:
    """Returns the text of a file, or the model text of what is no text or no file."""
    try:
        return Path(named).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return run(["--format", "model", *package_options(), named])[0]


def _name_of(model: Any) -> str | None:
    return None if isinstance(model, (str, dict)) else type(model).__name__


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def _offline_file() -> str:
    try:
        return (DATA / "paramscope.html").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ParamscopeError("The calculator is not inside this package: it was not built by `npm run wheel`.") from error
