"""Lends the calculator to the frames of a notebook, which so need not hold it: a server of this process, on this machine alone."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_lent: dict[str, Callable[[], str]] = {}
_start = threading.Lock()
_server: ThreadingHTTPServer | None = None


class _Handler(BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, with_body: bool) -> None:
        page = _lent.get(self.path)
        if page is None:
            self.send_error(404)
            return
        body = page().encode() if with_body else b""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing: a notebook would show it."""


def lend(page: Callable[[], str]) -> str:
    """Returns an address that nobody can guess, at which a page is as long as this process runs."""
    global _server
    with _start:
        if _server is None:
            _server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
            threading.Thread(target=_server.serve_forever, daemon=True).start()
    path = f"/{secrets.token_urlsafe(16)}"
    _lent[path] = page
    return f"http://127.0.0.1:{_server.server_port}{path}"
