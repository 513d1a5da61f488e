"""The calculator as a page that shows a model: in a notebook, a browser or a file."""

import base64
import html
import json
import re
import sys
import tempfile
import webbrowser
import zlib
from pathlib import Path

from .engine import DATA, ParamscopeError
from .models import is_file, text

_STATE = re.compile(r'(<script type="application/json" id="paramscope-state">)[^<]*(?=</script>)')
# The longest link that the page reads (docs/embedding.md).
_LONGEST_LINK = 1 << 20


class Page:
    """The calculator with a model inside: one HTML file that needs no network.

    A notebook displays it, save() writes it, html() returns it. With `site`, the address of a hosted calculator, the notebook holds
    a link in place of the 2.5 MB of the calculator itself.
    """

    def __init__(self, state, height=640, site=None):
        self.state = state
        self.height = height
        self.site = site

    def html(self):
        """Returns the whole page as one text."""
        # Without '<', neither '</script>' nor '<!--' can end the block.
        content = json.dumps(self.state).replace("<", "\\u003c")
        return _STATE.sub(lambda match: match[1] + content, _offline_file(), count=1)

    def save(self, path):
        """Writes the page into a file, which a browser opens by double click."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def link(self):
        """Returns the address of this model at `site`. Raises ParamscopeError without a site, or if the model is too long."""
        if self.site is None:
            raise ParamscopeError("A link needs the address of a hosted calculator: page(model, site='https://…').")
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed = packer.compress(json.dumps(self.state).encode()) + packer.flush()
        link = "#v1:" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
        if len(link) > _LONGEST_LINK:
            raise ParamscopeError("The model is too long for a link. Without `site` the page itself holds the model.")
        return f"{self.site.rstrip('/')}/embed.html{link}"

    def _repr_html_(self):
        if self.site is None:
            source = f'srcdoc="{html.escape(self.html())}"'
        else:
            source = f'src="{html.escape(self.link())}"'
        title = html.escape(self.state.get("name") or "A model")
        return (
            f'<iframe {source} title="{title} in Paramscope" width="100%" height="{int(self.height)}" '
            'sandbox="allow-scripts allow-downloads allow-popups" allow="clipboard-write" style="border: 0"></iframe>'
        )

    def __repr__(self):
        return f"<Page of {self.state.get('name') or 'a model'}>"


def page(model, input=None, *, set=None, name=None, height=640, site=None):
    """Returns the calculator with a model, as a Page. Arguments as for show()."""
    content = Path(model).read_text(encoding="utf-8", errors="replace") if is_file(model) else text(model, input)
    state = {"text": content, "name": name or _name_of(model)}
    if set:
        state["set"] = {key: str(value) for key, value in set.items()}
    return Page({key: value for key, value in state.items() if value}, height, site)


def show(model, input=None, *, set=None, name=None, height=640, site=None):
    """Shows a model in the calculator: below the cell of a notebook, elsewhere in the browser.

    model: a PyTorch module, a state dict, a Keras model, a text, or the path of a text file: a print, source code, a config.
    input: what the forward pass of a PyTorch module is followed with, see text().
    set: values of hyper-parameters of the text, {"layers": 24}.
    name: the displayed title; by default the class of the model.
    height: of the frame in a notebook, in pixels.
    site: the address of a hosted calculator, such as "https://example.org/paramscope/"; by default the one in this package is put into
        the notebook, 2.5 MB for each call, so that it also works without a network and when the notebook is opened again.
    """
    shown = page(model, input, set=set, name=name, height=height, site=site)
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


def _name_of(model):
    if is_file(model):
        return Path(model).name
    return None if isinstance(model, (str, dict)) else type(model).__name__


def _is_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def _offline_file():
    try:
        return (DATA / "paramscope.html").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ParamscopeError("The calculator is not inside this package: it was not built by `npm run wheel`.") from error
