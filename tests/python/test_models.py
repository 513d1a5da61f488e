"""What a model may be, without PyTorch: texts, files, dictionaries of tensors, Keras models."""

import json
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import paramscope
from paramscope import engine


class Tensor:
    """An array as PyTorch and NumPy have it: a shape and a type."""

    def __init__(self, shape, dtype="torch.float16"):
        self.shape = shape
        self.dtype = dtype


class KerasModel:
    """A model as Keras 2 writes it."""

    layers = ()

    def to_json(self):
        layers = [
            {"class_name": "InputLayer", "config": {"batch_input_shape": [None, 20], "dtype": "float32", "name": "in"}},
            {"class_name": "Dense", "config": {"name": "fc", "units": 10, "use_bias": True, "dtype": "float32"}},
        ]
        return json.dumps({"class_name": "Sequential", "config": {"name": "net", "layers": layers}, "keras_version": "2.15.0"})


class Models(unittest.TestCase):
    def test_counts_every_kind(self):
        cases = {
            "a print": "Linear(in_features=10, out_features=20, bias=True)",
            "source code": "import torch.nn as nn\nmodel = nn.Sequential(nn.Linear(10, 20), nn.ReLU())",
            "a state dict": {"fc.weight": Tensor((20, 10)), "fc.bias": Tensor((20,))},
            "a checkpoint": {"epoch": 3, "model": {"fc.weight": Tensor((20, 10)), "fc.bias": Tensor((20,))}},
        }
        for name, model in cases.items():
            with self.subTest(name):
                self.assertEqual(paramscope.count(model).parameters, 220)

    def test_counts_a_keras_model(self):
        self.assertEqual(paramscope.count(KerasModel()).parameters, 210)

    def test_counts_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.txt")
            path.write_text("Linear(10, 20)", encoding="utf-8")
            self.assertEqual(paramscope.count(path).parameters, 220)
            self.assertEqual(paramscope.count(str(path)).parameters, 220)

    def test_counts_names(self):
        self.assertEqual(paramscope.count("preset:resnet-50").parameters, 25_557_032)
        self.assertEqual(paramscope.page("preset:resnet-50").state["name"], "preset:resnet-50")
        self.assertIn("Conv2d", paramscope.page("preset:resnet-50").state["text"])

    def test_of_files_that_are_not_there_say_so(self):
        for name in ("nowhere.txt", "some/where", "model.safetensors", "./model", "gpt2"):
            with self.subTest(name), self.assertRaisesRegex(paramscope.ParamscopeError, f"There is no file '{name}'"):
                paramscope.count(name)

    def test_refuses_what_is_no_model(self):
        for wrong in (3, None, [1, 2], object(), {}, {"epoch": 3}):
            with self.subTest(wrong), self.assertRaises(paramscope.ParamscopeError):
                paramscope.count(wrong)

    def test_counts_beyond_64_bits(self):
        report = paramscope.count("layers = 1000000000000\nM(\n  (0-*): layers x Linear(1000000, 1000000)\n)")
        self.assertEqual(report.parameters, 10**12 * (10**12 + 10**6))


class Packages(unittest.TestCase):
    """A library of this Python, which fails if somebody imports it."""

    code = "import torch.nn as nn\nfrom own_library.layers import Own\nmodel = Own()\n"
    layers = "import torch\nfrom torch import nn\nclass Own(nn.Linear):\n    def __init__(self):\n        super().__init__(7, 3)\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, text in (("__init__.py", "raise RuntimeError('imported')\n"), ("layers.py", self.layers)):
            path = Path(folder.name, "own_library", name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def test_are_read_where_python_finds_them(self):
        with self.assertRaises(paramscope.ParamscopeError):
            paramscope.count(self.code)
        sys.path.append(self.folder)
        self.addCleanup(sys.path.remove, self.folder)
        report = paramscope.count(self.code)
        self.assertEqual(report.parameters, 7 * 3 + 3)
        self.assertIn("24", report.format("text"))
        self.assertNotIn("own_library", sys.modules)

    def test_are_those_of_another_path_if_one_is_named(self):
        os.environ["PARAMSCOPE_PYTHON_PATH"] = self.folder
        self.addCleanup(os.environ.pop, "PARAMSCOPE_PYTHON_PATH")
        self.assertEqual(paramscope.count(self.code).parameters, 24)

    def test_in_folders_that_are_not_there_are_left_out(self):
        for folder in ("", "/nowhere", "C:\\nowhere", Path(self.folder)):
            with self.subTest(folder):
                sys.path.append(folder)
                self.addCleanup(sys.path.remove, folder)
                self.assertEqual(paramscope.count("Linear(2, 2)").parameters, 6)


class Settings(unittest.TestCase):
    text = "d = 8\ninput = (1, d)\nSequential(\n  (0): Linear(d, 4*d)\n  (1): Linear(4*d, d)\n)"

    def test_are_the_command_line_s(self):
        self.assertEqual(paramscope.count(self.text).macs, 2 * 8 * 32)
        self.assertEqual(paramscope.count(self.text, set={"d": 16}).macs, 2 * 16 * 64)
        self.assertEqual(paramscope.count(self.text, input=(5, 8)).macs, 5 * 2 * 8 * 32)
        self.assertEqual(paramscope.count(self.text, convention="macs").flops, 2 * 8 * 32)
        self.assertEqual(paramscope.count(self.text, input_size=(5, 8)).macs, 5 * 2 * 8 * 32)
        self.assertEqual(paramscope.count(self.text, ties={"1.weight": "0.weight"}).parameters, 8 * 32 + 32 + 8)
        self.assertIn("memory_plan", paramscope.count(self.text, memory=True).json)
        # A pass back takes twice the work, but for the first layer: its input has no gradient.
        forward, first = 2 * 2 * 8 * 32, 2 * 8 * 32
        self.assertEqual(paramscope.count(self.text, mode="training").flops, 3 * forward - first)

    def test_that_are_wrong_say_so(self):
        for name, settings in {"set": {"set": {"d": "1/"}}, "input": {"input": "1,x,"}, "convention": {"convention": "mine"}}.items():
            with self.subTest(name), self.assertRaises(paramscope.ParamscopeError) as raised:
                paramscope.count(self.text, **settings)
            self.assertNotEqual(str(raised.exception), "")


class Reports(unittest.TestCase):
    def test_have_rows_and_formats(self):
        report = paramscope.count(Settings.text)
        self.assertEqual(report["1"]["parameters"], 32 * 8 + 8)
        with self.assertRaises(KeyError):
            report["2"]
        self.assertIn("parameters", str(report))
        self.assertTrue(report.format("markdown", depth=0).startswith("## Sequential"))
        self.assertIn("参数", report.format("html", lang="zh"))
        self.assertTrue(report._repr_html_().startswith("<div><svg role="))
        self.assertEqual(repr(report), "<Report: 552 parameters, 1,024 FLOPs>")

    def test_print_themselves_on_a_screen(self):
        layers = "\n".join(f"  ({at}): Block(\n    (fc): Linear(3, 4)\n    (act): ReLU()\n  )" for at in range(12))
        report = paramscope.count(f"Net(\n{layers}\n)")
        self.assertIn("d_in·d_out + d_out", str(paramscope.count("Linear(3, 4)")))
        self.assertNotIn("ReLU", str(report))
        self.assertIn("ReLU", str(paramscope.count(f"Net(\n{layers}\n)", depth=2)))
        chosen = str(paramscope.count(Settings.text, col_names=("num_params", "status", "mult_adds")))
        self.assertRegex(chosen, r"^module +parameters +status +MACs\n")
        with self.assertRaisesRegex(paramscope.ParamscopeError, "--columns knows .*, but not 'colour'"):
            str(paramscope.count(Settings.text, col_names=["colour"]))

    def test_say_what_memory_a_device_needs(self):
        report = paramscope.count("dtype = float16\nbatch = 1\ninput = (batch, 1000)\nLinear(1000, 2000, bias=False)")
        plan = report.memory("2x RTX 3090", tensor_parallel=2, lora_rank=None, generate=False)
        self.assertEqual((plan["parts"][0]["name"], plan["parts"][0]["bytes"]), ("weights", 2_000_000))
        self.assertEqual((plan["devices"], plan["verdict"]["fits"]), (2, "yes"))
        training = report.memory(train="adamw", recompute=True)
        self.assertEqual((training["purpose"], training["recompute"], training["verdict"]), ("training", True, None))
        with self.assertRaisesRegex(paramscope.ParamscopeError, "recipe"):
            report.memory(recipe="cake")

    def test_say_what_is_unknown(self):
        with self.assertWarns(UserWarning):
            report = paramscope.count("Net(\n  (odd): Mystery()\n)")
        self.assertFalse(report.is_complete)
        self.assertTrue(any("Mystery" in note for note in report.notes))


class Programs(unittest.TestCase):
    def test_the_environment_names_one(self):
        kept = dict(os.environ)
        try:
            os.environ["PARAMSCOPE"] = "/nowhere/paramscope"
            self.assertEqual(engine.program(), ["/nowhere/paramscope"])
            with self.assertRaises(paramscope.ParamscopeError):
                paramscope.count("Linear(1, 2)")
            del os.environ["PARAMSCOPE"]
            os.environ["PATH"] = ""
            with unittest.mock.patch.object(engine, "_NATIVE", Path("nowhere")):
                with self.assertRaisesRegex(paramscope.ParamscopeError, "Node.js 20"):
                    paramscope.count("Linear(1, 2)")
        finally:
            os.environ.clear()
            os.environ.update(kept)

    def test_the_version_is_the_project_s(self):
        manifest = json.loads(Path("package.json").read_text(encoding="utf-8"))
        self.assertEqual(paramscope.__version__, manifest["version"])


if __name__ == "__main__":
    unittest.main()
