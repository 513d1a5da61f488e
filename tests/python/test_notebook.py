"""A notebook as Jupyter runs it: what a cell shows is kept in the notebook."""

import unittest

try:
    import nbclient
    import nbformat
except ImportError:
    raise unittest.SkipTest("Jupyter is not installed") from None

CELLS = (
    "import paramscope",
    "paramscope.show('Linear(10, 20)', name='Mine', height=300)",
    "paramscope.count('Linear(10, 20)')",
    "paramscope.show('preset:resnet-50')",
)
# What a notebook of two models may be: others show it in a page, and keep it in a repository.
MOST_BYTES = 200_000


class Notebooks(unittest.TestCase):
    def test_keep_what_is_shown(self):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
        nbclient.NotebookClient(notebook, kernel_name="python3", timeout=None).execute()
        _, shown, counted, _ = (cell.outputs for cell in notebook.cells)
        self.assertLess(len(nbformat.writes(notebook)), MOST_BYTES)
        self.assertEqual([output.output_type for output in shown], ["display_data"])
        self.assertTrue(shown[0].data["text/html"].startswith("<iframe srcdoc="))
        self.assertEqual(shown[0].data["text/plain"], "<Page of Mine>")
        self.assertTrue(counted[0].data["text/html"].startswith("<div><svg role="))
        self.assertEqual(counted[0].data["text/plain"], "<Report: 220 parameters, unknown FLOPs>")


if __name__ == "__main__":
    unittest.main()
