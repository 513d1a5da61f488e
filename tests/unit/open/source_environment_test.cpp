// Source code that asks for its environment: an ordinary one is assumed, and said once.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/ranges.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceEnvironment, IsAnOrdinaryOne) {
    expect_measured({
        {R"(import os
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        n = int(os.getenv("WIDTH", "8"))
        self.l = nn.Linear(8, n)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(import os
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 4 if "DEBUG" in os.environ else 16)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "144 parameters, 256 MACs"},
        {R"(import os
os.environ["N"] = "5"
os.environ.setdefault("M", "1")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, int(os.environ["N"]))
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "45 parameters, 80 MACs"},
        {R"(import os
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            n = int(os.environ["N"])
        except KeyError:
            n = 3
        self.l = nn.Linear(8, n)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "27 parameters, 48 MACs"},
        {R"(import os
path = os.path.join("data", "w.pt")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
        if os.path.exists(path):
            self.l = nn.Linear(8, 80)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(import torch.distributed as dist
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8 // (dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1))
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(device = torch.zeros(1).device
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 9 if device.type == "cpu" else 10)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "81 parameters, 144 MACs"},
        {R"(import sys
assert sys.platform.startswith("linux")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if sys.version_info >= (3, 8) else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(from packaging import version
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if version.parse(torch.__version__) >= version.parse("1.10") else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(import inspect
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        names = inspect.signature(nn.InstanceNorm3d).parameters
        self.l = nn.Linear(8, 6 if "num_features" in names and "num_channels" not in names else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(from packaging.version import Version
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        order = Version("1.0.dev1") < Version("1.0") < Version("1.0.post1")
        self.l = nn.Linear(8, 6 if order and Version("2.1.dev3").dev == 3 and Version("2.1").dev is None else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        plain = [hasattr(x, "ndim") for x in (3, "a", (1, 2), [3], {})]
        self.l = nn.Linear(8, 6 if not any(plain) and hasattr(torch.zeros(2), "ndim") else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        // A number of numpy has dimensions, none.
        {R"(import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if hasattr(np.linspace(0, 1, 3)[1], "ndim") else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "0 partial parameters, ? partial MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if tuple(int(n) for n in torch.__version__.split("+")[0].split(".")[:2]) >= (1, 9) else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(import importlib.util
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if importlib.util.find_spec("xformers") is None else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(import platform
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6 if platform.system() == "Linux" else 7)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "54 parameters, 96 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 4 + torch.cuda.device_count())
        if torch.backends.mps.is_available(): self.m = nn.Linear(1, 1)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "36 parameters, 64 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, x):
        if x.device.type == "cuda":
            x = self.l(x)
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, x):
        x = x.to(torch.float32) if x.dtype == torch.float16 else x
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(from pathlib import Path
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8 if (Path(__file__).parent / "w.bin").exists() else 9)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "81 parameters, 144 MACs"},
    });
}

TEST(SourceEnvironment, IsSaidOnce) {
    const std::string code =
        "import os\na = os.getenv('A')\nb = os.environ.get('B')\nc = os.path.exists('c')\nnet = nn.Linear(8, "
        "8 if a else 4)\n";
    const std::vector<std::string> said = said_of(code);
    EXPECT_EQ(std::count(said.begin(), said.end(), "python.ordinary_environment"), 1);
}

TEST(SourceEnvironment, HasNoVariableThatIsRead) {
    const std::string code = "import os\nnet = nn.Linear(8, int(os.environ['WIDTH']))\n";
    EXPECT_EQ(measured(code), "0 partial parameters, ? partial MACs");
    EXPECT_TRUE(any_of(said_of(code), [](const std::string& each) {
        return each.find("python.variable_not_set(name: WIDTH)") != std::string::npos;
    }));
}

/// What a model's code checks of the machine holds where the model exists.
TEST(SourceEnvironment, IsNotWhatChecksRaiseFor) {
    const std::string head =
        "import os, torch.distributed as dist\nclass Net(nn.Module):\n    def __init__(self):\n        "
        "super().__init__()\n        ";
    const std::string tail =
        "\n        self.l = nn.Linear(8, 8)\n    def forward(self, x): return self.l(x)\n";
    for (const std::string check :
         {"assert torch.cuda.is_available()", "if not os.path.exists('w'): raise FileNotFoundError('w')",
          "if 'DATA' not in os.environ:\n            raise KeyError('DATA')",
          "assert dist.is_initialized(), 'call it'"})
        EXPECT_EQ(measured(head + check + tail), "72 parameters, 64 MACs") << check;
}

TEST(SourceEnvironment, SaysWhichNumberAFileWouldGive) {
    const std::string code =
        "vocab_size = len(set(open('input.txt').read()))\nnet = nn.Embedding(vocab_size, 8)\n";
    EXPECT_TRUE(any_of(said_of(code), [](const std::string& each) {
        return each.find("python.number_to_set(name: vocab_size, reason: python.no_file_here)") !=
               std::string::npos;
    }));
    EXPECT_EQ(measured(code, {{2, 4}}, "vocab_size = 65; net"), "520 parameters, 0 MACs");
}

TEST(SourceEnvironment, NamesARequiredOption) {
    const std::string code =
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--width', required=True, type=int)\n"
        "a = p.parse_args()\nnet = nn.Linear(8, a.width)\n";
    EXPECT_TRUE(any_of(said_of(code), [](const std::string& each) {
        return each.find("python.option_required(name: --width)") != std::string::npos;
    }));
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
