"""The calculator with a model inside: in a file, in a link, in a notebook."""

import base64
import html
import json
import re
import tempfile
import unittest
import urllib.error
import urllib.request
import zlib
from pathlib import Path

import paramscope

MODEL = "Linear(10, 20)"


def state_in(page):
    return json.loads(re.search(r'id="paramscope-state">([^<]*)</script>', page)[1])


class Pages(unittest.TestCase):
    def test_hold_the_model(self):
        page = paramscope.page(MODEL, name="Mine", set={"d": 3}).html()
        self.assertEqual(state_in(page), {"text": MODEL, "name": "Mine", "set": {"d": "3"}})
        self.assertEqual(page.count("<html "), 1)

    def test_hold_hostile_text_as_text(self):
        text = "# </script><script>alert(1)</script><!-- \\1 \\g<0>\nLinear(10, 20)"
        page = paramscope.page(text).html()
        self.assertEqual(state_in(page)["text"], text)
        self.assertNotIn("<script>alert(1)", page)

    def test_are_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.html")
            paramscope.page(MODEL).save(path)
            self.assertEqual(state_in(path.read_text(encoding="utf-8"))["text"], MODEL)

    def test_become_frames_of_a_notebook(self):
        frame = paramscope.page(MODEL, name='"><b>', height=500)._repr_html_()
        self.assertTrue(frame.startswith("<iframe srcdoc=\""))
        self.assertIn('height="500"', frame)
        self.assertIn('title="&quot;&gt;&lt;b&gt; in Paramscope"', frame)
        self.assertNotIn("allow-same-origin", frame)

    def test_are_lent_while_python_runs(self):
        frame = html.unescape(paramscope.page(MODEL)._repr_html_())
        self.assertLess(len(frame), 50_000)
        self.assertIn("<table", frame)
        address = re.search(r'fetch\("([^"]*)"', frame)[1]
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/.{20,}$")
        with urllib.request.urlopen(address) as answer:
            self.assertEqual(state_in(answer.read().decode())["text"], MODEL)
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(address + "x")

    def test_are_put_into_a_notebook_if_asked(self):
        self.assertGreater(len(paramscope.page(MODEL, embed=True)._repr_html_()), 1_000_000)

    def test_of_a_site_are_links(self):
        page = paramscope.page(MODEL, site="https://example.org/p/")
        address, packed = page.link().split("#v1:")
        self.assertEqual(address, "https://example.org/p/embed.html")
        content = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
        self.assertEqual(json.loads(content), {"text": MODEL})
        self.assertLess(len(page._repr_html_()), 500)

    def test_that_are_too_long_for_a_link_say_so(self):
        names = (base64.b32encode(str(number).encode() * 3).decode().strip("=") for number in range(200_000))
        with self.assertRaisesRegex(paramscope.ParamscopeError, "too long"):
            paramscope.page("\n".join(names), site="https://example.org").link()


if __name__ == "__main__":
    unittest.main()
