"""The wheels as an installer takes them: into a Python of their own, with node on the search path and without."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NATIVE, PORTABLE = os.environ.get("PARAMSCOPE_WHEEL"), os.environ.get("PARAMSCOPE_PORTABLE_WHEEL")
if not NATIVE:
    raise unittest.SkipTest("no wheel is named")

COUNT = "import paramscope; print(paramscope.count('Linear(3, 4)').parameters)"


class Installed(unittest.TestCase):
    def installed(self, wheel):
        """Returns the folder of programs of a new environment with the wheel, which nothing was fetched for."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        made = subprocess.run([sys.executable, "-m", "venv", folder.name], capture_output=True, encoding="utf-8")
        if made.returncode != 0:
            self.skipTest("venv is not installed")
        programs = Path(folder.name, "bin")
        install = [programs / "python", "-m", "pip", "install", "--quiet", "--no-index", wheel]
        subprocess.run(install, check=True, capture_output=True, env={"PATH": os.environ["PATH"]})
        return programs

    def said(self, programs, *command, path=""):
        """Runs a program of the environment, which finds no others but those in `path`."""
        environment = {"PATH": os.pathsep.join(filter(None, [str(programs), path])), "LANG": "C.UTF-8"}
        return subprocess.run([programs / command[0], *command[1:]], env=environment, capture_output=True, encoding="utf-8", input="Linear(3, 4)")

    def check_all_ways(self, programs, path=""):
        for command in (("paramscope", "--format", "csv", "-"), ("python", "-m", "paramscope", "--format", "csv", "-"), ("python", "-c", COUNT)):
            with self.subTest(command):
                done = self.said(programs, *command, path=path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("16", done.stdout)

    def test_with_the_program_inside_need_no_node(self):
        programs = self.installed(NATIVE)
        self.check_all_ways(programs)
        self.assertEqual(self.said(programs, "paramscope", "--no-such-option").returncode, 2)
        said = self.said(programs, "python", "-c", "import importlib.metadata as m; d = m.metadata('paramscope'); print(d['License'] or d['License-Expression'])")
        self.assertEqual(said.stdout.strip(), "MIT")
        self.assertTrue(list(programs.parent.glob("lib/python*/site-packages/paramscope/py.typed")))

    def test_for_all_platforms_run_in_node(self):
        programs = self.installed(PORTABLE)
        done = self.said(programs, "paramscope", "-")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Node.js 20", done.stderr)
        node = shutil.which("node")
        self.check_all_ways(programs, path=str(Path(node).parent))

    def test_are_named_for_where_they_run(self):
        self.assertTrue(PORTABLE.endswith("-py3-none-any.whl"))
        self.assertRegex(Path(NATIVE).name, r"-py3-none-(manylinux|macosx)_")


if __name__ == "__main__":
    unittest.main()
