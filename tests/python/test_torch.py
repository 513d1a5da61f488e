"""PyTorch modules: what print() hides, and forward passes of classes that nobody knows."""

import collections
import re
import unittest
import warnings

import paramscope

try:
    import torch
    from torch import nn
    from torch.nn.utils import prune  # noqa: F401, loads nn.utils.prune
    from torch.nn import functional
except ImportError:
    raise unittest.SkipTest("PyTorch is not installed") from None


def elements(model):
    return sum(parameter.numel() for parameter in model.parameters())


class Hidden(nn.Module):
    """Tensors of its own, which print() does not show."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(7))
        self.frozen = nn.Parameter(torch.ones(3, 4), requires_grad=False)
        self.small = nn.Parameter(torch.ones(5, dtype=torch.float16))
        self.scalar = nn.Parameter(torch.tensor(1.0))
        self.register_buffer("table", torch.zeros(11))
        self.fc = nn.Linear(4, 4)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 8)
        self.head = nn.Linear(8, 50, bias=False)
        self.head.weight = self.embed.weight
        self.again = self.embed

    def forward(self, x):
        return self.head(self.embed(x))


class PrintsItself(nn.Module):
    """Hides its tensors behind a print of its own, as quantized layers do."""

    def __init__(self):
        super().__init__()
        self.packed = nn.Parameter(torch.ones(6, 2))

    def __repr__(self):
        return "QuantLinear()"


def frozen_encoder():
    model = nn.Sequential(nn.Linear(3, 4), nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 6)))
    for parameter in model[1].parameters():
        parameter.requires_grad = False
    return model


class Tensors(unittest.TestCase):
    models = {
        "tensors of its own": Hidden,
        "ties": Tied,
        "a print of its own": PrintsItself,
        "frozen parts": frozen_encoder,
        "lists of tensors": lambda: nn.ParameterList([nn.Parameter(torch.ones(2, 3)), nn.Parameter(torch.ones(4))]),
        "weight norm": lambda: nn.utils.weight_norm(nn.Conv1d(3, 8, 5)),
        "spectral norm": lambda: nn.utils.spectral_norm(nn.Linear(3, 8)),
        "parametrizations": lambda: nn.utils.parametrizations.orthogonal(nn.Linear(5, 5)),
        "attention of other widths": lambda: nn.MultiheadAttention(8, 2, kdim=5, vdim=3),
        "attention": lambda: nn.MultiheadAttention(8, 2, bias=False, add_bias_kv=True),
        "an encoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32), 3),
        "an LSTM": lambda: nn.LSTM(3, 5, 2, bidirectional=True, proj_size=2),
        "half precision": lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).half(),
        "spectral norm as a parametrization": lambda: nn.utils.parametrizations.spectral_norm(nn.Conv2d(3, 8, 3)),
        "pruning": lambda: nn.utils.prune.random_unstructured(nn.Linear(6, 7), "weight", 0.5),
        "nothing": nn.ReLU,
        "names that are words": lambda: nn.ModuleDict({"input": nn.Linear(2, 2), "where": nn.Linear(2, 3), "x": nn.Linear(2, 4)}),
    }

    def test_are_counted_exactly(self):
        for name, make in self.models.items():
            with self.subTest(name):
                model = make()
                report = paramscope.count(model)
                self.assertEqual(report.parameters, elements(model))
                self.assertEqual(report.json["totals"]["parameters_basis"], "exact")
                trainable = sum(each.numel() for each in model.parameters() if each.requires_grad)
                self.assertEqual(report.trainable, trainable)
                self.assertEqual(report.buffers, sum(each.numel() for each in model.buffers()))
                self.assertEqual(report.bytes, sum(each.numel() * each.element_size() for each in model.parameters()))

    def test_of_lazy_layers_are_asked_for(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = nn.LazyLinear(4)
        with self.assertRaisesRegex(paramscope.ParamscopeError, "lazy"):
            paramscope.count(model)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, padding=1, bias=False)

    def forward(self, x):
        return x + self.conv(torch.relu(self.conv(x)))


class OwnAttention(nn.Module):
    """Products of tensors that no layer holds."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.mix = nn.Parameter(torch.ones(8, 8))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = torch.softmax(q @ k.transpose(1, 2), dim=-1)
        return functional.linear(weights @ v, self.mix)


class TwoScales(nn.Module):
    """Calls one part with different sizes: no line of that part could say both."""

    def __init__(self):
        super().__init__()
        self.backbone = Residual()

    def forward(self, x):
        return self.backbone(x).mean() + self.backbone(functional.avg_pool2d(x, 2)).mean()


class Functional(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4, 6, 3, 3))

    def forward(self, x):
        return functional.conv_transpose2d(x, self.weight, stride=2)


class ByName(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(100, 8)
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])

    def forward(self, tokens, mask=None):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        return {"logits": x}


class ReadsNumbers(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        x = self.fc(x)
        return self.fc(x) if x.sum().item() > 0 else x


class Takes(nn.Module):
    """Takes tensors in every way, and what is no tensor."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 6, bias=False)

    def forward(self, x, more=None, scale=1.0, flag=False):
        x = x["x"] if isinstance(x, dict) else x[0] if isinstance(x, list) else x
        return self.fc(x) * scale + (self.fc(more["y"]) if more else 0)


class Tokens(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(100, 8)
        self.fc = nn.Linear(8, 6, bias=False)

    def forward(self, values, tokens):
        return self.fc(values) + self.fc(self.embed(tokens))


class Batch(collections.UserDict):
    """A mapping that is no dict, as tokenizers give."""


class Profiled(Takes):
    def forward(self, x):
        with torch.profiler.record_function("mine"):
            return super().forward(x)


class Inputs(unittest.TestCase):
    once = 4 * 8 * 6
    cases = {
        "a shape": (Takes, (4, 8), once),
        "a batch of any size": (Takes, (None, 8), once // 4),
        "a batch of -1": (Takes, (-1, 8), once // 4),
        "a list of shapes": (Takes, [(4, 8)], once),
        "a text": (Takes, "4,8", once),
        "a mapping": (Takes, Batch(x=torch.zeros(4, 8)), once),
        "numbers and flags by name": (Takes, {"x": torch.zeros(4, 8), "scale": 2.0, "flag": True, "more": None}, once),
        "numbers by position": (Takes, (torch.zeros(4, 8), None, 2.0), once),
        "a mapping inside": (Takes, {"x": (4, 8), "more": {"y": torch.zeros(4, 8)}}, 2 * once),
        "a mapping as the first": (Takes, ({"x": torch.zeros(4, 8)},), once),
        "a list as the first": (Takes, ([torch.zeros(4, 8)],), once),
        "values and whole numbers": (Tokens, ((4, 8), (4,)), 2 * once),
        "half precision": (lambda: Takes().half(), (4, 8), once),
        "bfloat16": (lambda: Takes().bfloat16(), (4, 8), once),
        "double precision": (lambda: Takes().double(), (4, 8), once),
        "a wrapper": (lambda: nn.DataParallel(Takes()), (4, 8), once),
        "a profiled pass": (Profiled, (4, 8), once),
        "a traced module": (lambda: torch.jit.trace(Takes(), torch.zeros(4, 8)), (4, 8), once),
        "a scripted module": (lambda: torch.jit.script(nn.Sequential(nn.Linear(8, 6, bias=False), nn.ReLU())), (4, 8), once),
    }

    def test_of_all_kinds_are_followed(self):
        for name, (make, input, macs) in self.cases.items():
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
                warnings.filterwarnings("ignore", r"`torch\.jit\.", FutureWarning)  # PyTorch on Python 3.14
                report = paramscope.count(make(), input)
                self.assertEqual(report.macs, macs)
                self.assertTrue(report.is_complete, report.notes)
                self.assertEqual(report.parameters, elements(make()))

    def test_have_the_names_of_torchinfo(self):
        self.assertEqual(paramscope.count(Takes(), input_size=(4, 8)).macs, self.once)
        self.assertEqual(paramscope.count(Takes(), input_data=[torch.zeros(4, 8)]).macs, self.once)
        self.assertEqual(paramscope.count(Tokens(), input_size=[(4, 8), (4,)], dtypes=[torch.float32, torch.int32]).macs, 2 * self.once)
        with self.assertRaisesRegex(paramscope.ParamscopeError, "one is enough"):
            paramscope.count(Takes(), (4, 8), input_size=(4, 8))

    def test_of_numpy_are_followed(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        for input in (numpy.zeros((4, 8), numpy.float32), tuple(numpy.array([4, 8]))):
            self.assertEqual(paramscope.count(Takes(), input).macs, self.once)

    def test_that_do_not_fit_say_so(self):
        takes = "fc, Linear(in_features=8, out_features=6, bias=False), which gets"
        cases = {
            "a shape": ((4, 7), f"With the input (4, 7) the forward pass stops at {takes} (4, 7)."),
            "several": ({"x": (4, 8), "more": {"y": (2, 3)}, "scale": 2.0}, f"With the input x=(4, 8), more={{y=(2, 3)}}, scale=2.0 the forward pass stops at {takes} (2, 3)."),
            "a name that is none": ({"z": (4, 8)}, "With the input z=(4, 8) the forward pass stops in Takes itself."),
        }
        for name, (input, place) in cases.items():
            with self.subTest(name), self.assertWarnsRegex(UserWarning, re.escape(place)):
                report = paramscope.count(Takes(), input)
                self.assertIsNone(report.flops)
                self.assertIn(place, report.notes)
                self.assertIn(place, str(report))
        self.assertRegex(str(self.quietly(Takes(), (4, 7))), r"RuntimeError: .*(4x7 and 8x6|\[4, 7\] X \[8, 6\])")
        self.assertIn("missing the required", str(self.quietly(nn.Module(), (4, 7))))

    def quietly(self, *given):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return paramscope.count(*given)


class ForwardPasses(unittest.TestCase):
    # What is expected is worked out by hand: multiply-accumulates of one pass.
    cases = {
        "a layer called twice": (Residual, (1, 4, 10, 10), 2 * 100 * 4 * 4 * 9),
        "products of tensors": (OwnAttention, (2, 5, 8), 2 * 5 * 8 * 24 + 2 * 5 * 5 * 8 + 2 * 5 * 5 * 8 + 2 * 5 * 8 * 8),
        "one part at two sizes": (TwoScales, (1, 4, 8, 8), 2 * (64 + 16) * 4 * 4 * 9),
        "a convolution by function": (Functional, (1, 4, 5, 5), 25 * 4 * 6 * 9),
        "whole numbers": (ByName, (2, 7), 3 * 2 * 7 * 8 * 8),
        "an input by name": (ByName, {"tokens": (2, 7)}, 3 * 2 * 7 * 8 * 8),
        "a tensor": (ByName, (torch.zeros(2, 7, dtype=torch.int64),), 3 * 2 * 7 * 8 * 8),
        "weight norm": (lambda: nn.utils.weight_norm(nn.Conv1d(3, 8, 5)), (1, 3, 20), 16 * 8 * 15),
        "ties": (Tied, (1, 6), 6 * 8 * 50),
    }

    def test_are_followed(self):
        for name, (make, input, macs) in self.cases.items():
            with self.subTest(name):
                report = paramscope.count(make(), input)
                self.assertEqual(report.macs, macs)
                self.assertTrue(report.is_complete, report.notes)
                self.assertEqual(report.parameters, elements(make()))

    def test_leave_the_model_as_it_was(self):
        model = Residual().train()
        before = dict(model.state_dict())
        paramscope.text(model, (1, 4, 10, 10))
        self.assertTrue(model.training)
        self.assertNotIn("forward", vars(model))
        for name, tensor in model.state_dict().items():
            self.assertIs(tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.dtype,
                          before[name].untyped_storage() if hasattr(tensor, "untyped_storage") else before[name].dtype)
            self.assertEqual(tensor.data_ptr(), before[name].data_ptr())

    def test_that_read_numbers_are_run_with_numbers(self):
        model = ReadsNumbers().train()
        nn.init.ones_(model.fc.weight)
        with self.assertWarnsRegex(UserWarning, "run with numbers"):
            report = paramscope.count(model, (torch.ones(1, 4),))
        self.assertEqual((report.parameters, report.macs), (20, 2 * 16))
        self.assertTrue(model.training)
        self.assertNotIn("forward", vars(model.fc))

    def test_that_read_their_input_are_followed_with_it(self):
        class Skips(Residual):
            def forward(self, x):
                return super().forward(x) if (x * torch.ones_like(x)).sum() > 0 else x

        class Sometimes(Skips):
            def forward(self, x):
                return self.conv(super().forward(x))

        self.assertEqual(paramscope.count(Skips(), (torch.ones(1, 4, 10, 10),)).macs, 2 * 100 * 4 * 4 * 9)
        report = paramscope.count(Skips(), (1, 4, 10, 10))
        self.assertEqual((report.macs, report.is_complete), (0, True))
        self.assertIn("which were taken to be 0", str(report))
        report = paramscope.count(Sometimes(), (1, 4, 10, 10))
        self.assertEqual((report.macs, report.is_complete), (100 * 4 * 4 * 9, False))
        self.assertRegex(repr(report), "about 28,800 FLOPs")

    def test_that_cannot_be_followed_say_why(self):
        with self.assertWarnsRegex(UserWarning, "the forward pass stops in ReadsNumbers itself"):
            report = paramscope.count(ReadsNumbers().to("meta"), (1, 4))
        self.assertEqual(report.parameters, 20)
        self.assertFalse(report.is_complete)

    def test_go_on_without_hooks_that_read_numbers(self):
        model = Residual()
        model.conv.register_forward_hook(lambda module, inputs, output: self.assertGreaterEqual(float(output.abs().mean()), 0))
        self.assertEqual(paramscope.count(model, (1, 4, 10, 10)).macs, 2 * 100 * 4 * 4 * 9)

    def test_of_a_class_with_the_name_of_a_layer_are_its_own(self):
        class Conv1D(nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(8, 24))

            def forward(self, x):
                return x @ self.weight

        model = nn.Sequential(Conv1D())
        self.assertEqual(paramscope.count(model, (2, 5, 8)).macs, 2 * 5 * 8 * 24)

    def test_of_a_class_with_the_name_of_a_block_are_its_own(self):
        class BasicBlock(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv1, self.bn1 = nn.Conv2d(4, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4)
                self.conv2, self.bn2 = nn.Conv2d(4, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4)
                self.relu = nn.ReLU(inplace=True)

            def forward(self, x):
                for _ in range(3):
                    x = self.relu(self.bn1(self.conv1(x)))
                return self.bn2(self.conv2(x))

        self.assertEqual(paramscope.count(nn.Sequential(BasicBlock()), (1, 4, 10, 10)).macs, 4 * 100 * 4 * 4 * 9)

    def test_of_a_class_derived_from_a_layer_are_its_own(self):
        class AdaptedLinear(nn.Linear):
            def __init__(self):
                super().__init__(8, 6, bias=False)
                self.down, self.up = nn.Parameter(torch.ones(2, 8)), nn.Parameter(torch.ones(6, 2))

            def forward(self, x):
                return super().forward(x) + x @ self.down.T @ self.up.T

        self.assertEqual(paramscope.count(nn.Sequential(AdaptedLinear()), (4, 8)).macs, 4 * (8 * 6 + 8 * 2 + 2 * 6))

    def test_of_a_layer_with_a_weight_of_other_sizes_are_those_of_the_weight(self):
        model = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 7, bias=False))
        model[1].weight = model[0].weight
        report = paramscope.count(model, (2, 3))
        self.assertEqual((report.parameters, report.macs), (40, 2 * 3 * 4 * 10))

    def test_of_quantized_layers_are_known(self):
        model = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(8, 6), nn.ReLU()), {nn.Linear}, dtype=torch.qint8)
        report = paramscope.count(model, (4, 8))
        self.assertEqual((report.parameters, report.macs), (8 * 6 + 6, 4 * 8 * 6))

    def test_agree_with_what_is_known_of_torchvision(self):
        try:
            from torchvision import models
        except ImportError:
            self.skipTest("torchvision is not installed")
        for name in ("resnet18", "densenet121", "mobilenet_v3_small", "shufflenet_v2_x0_5", "vit_b_32", "swin_t", "convnext_tiny"):
            with self.subTest(name):
                model = getattr(models, name)()
                followed = paramscope.count(paramscope.text(model, (1, 3, 224, 224)))
                known = paramscope.count(repr(model), input=(1, 3, 224, 224))
                self.assertEqual((followed.parameters, followed.macs), (known.parameters, known.macs))


if __name__ == "__main__":
    unittest.main()
