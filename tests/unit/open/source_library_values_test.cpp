// What functions and classes of libraries give in code, by the parameters of a layer that is made with it.
#include <gtest/gtest.h>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

struct LibraryCase {
    std::string code, size;  ///< what runs, and an expression
    int expected;
};

TEST(SourceLibraryValues, AreThoseOfPython) {
    const std::string fields =
        "from dataclasses import dataclass, fields, is_dataclass\n@dataclass\nclass C:\n    a: int = 3\n    "
        "b: int = 4\n";
    const std::string plain = "from typing import Sequence, Callable\nclass P:\n    pass\n";
    const LibraryCase cases[] = {
        {"from collections import deque\nd = deque([1, 2, 3], maxlen=2)\nd.appendleft(7)",
         "d[0] * 10 + len(d)", 72},
        {"from collections import deque\nd = deque([4, 5])\nd.rotate(1)", "d.popleft()", 5},
        {fields, "sum(getattr(C(), f.name) for f in fields(C))", 7},
        {fields, "is_dataclass(C) + is_dataclass(C()) + is_dataclass(1)", 2},
        {"from dataclasses import dataclass, field, fields\n@dataclass\nclass C:\n"
         "    a: int = field(default=4, metadata={'kind': 'xy'})\n",
         "fields(C)[0].default * 10 + len(fields(C)[0].metadata['kind'])", 42},
        {"s = {1, 2}\ns.update({3}, [9])", "max(s) + len(s)", 13},
        {"s = {1, 2, 7}\ns.intersection_update([2, 7])\ns.difference_update({7})", "sum(s) + len(s)", 3},
        {"s = {1, 2}\ns.symmetric_difference_update({2, 5})", "sum(s) + s.isdisjoint({2})", 7},
        {"", "len({1, 2}.symmetric_difference([2, 5]))", 2},
        {"parts = nn.ModuleDict()\nparts.update(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.ReLU()}))",
         "len(parts)", 2},
        {"", "2 if hasattr(None, 'model_type') else 3", 3},
        {"import torch", "2 if nn.Linear(1, 1).weight.device == torch.device('meta') else 3", 3},
        {"import torch", "2 if torch.device('cpu') == torch.device('meta') else 3", 3},
        {"import torch", "2 if nn.Linear(1, 1).weight.device == torch.device('cpu') else 3", 2},
        {"import torch", "torch.float16.is_floating_point * 2 + torch.int8.is_floating_point", 2},
        {"import torch", "nn.Linear(1, 1).weight.dtype.is_floating_point + 1", 2},
        {"import torch", "2 if torch.zeros(1).layout == torch.sparse_coo else 3", 3},
        {"import inspect", "len(inspect.signature(nn.Identity().forward).parameters)", 1},
        {"import torch\nclasses = [c.__name__ for c in vars(torch.nn.modules.activation).values() "
         "if isinstance(c, type)]",
         "('ReLU' in classes) + 1", 2},
        {"class K:\n    def f(self): pass\n", "len(K().__module__) + len(K().f.__module__)", 16},
        {"from functools import partial\np = partial(partial(max, 3), 9)", "9 if p.func is max else 1", 9},
        {"import torch", "2 if 'ReLU' in dir(torch.nn) else 3", 2},
        {plain, "2 if isinstance(P(), Sequence) else 3", 3},
        {plain, "2 if isinstance(nn.ReLU(), Callable) else 3", 2},
        {"import torch\nw, n = torch.unique(torch.tensor([8, 2, 8]), return_counts=True)",
         "w.tolist()[1] * 10 + n.tolist()[1]", 82},
        {"import torch", "torch.arange(7).split([2, 3, 2])[1].tolist()[2]", 4},
        {"import torch", "torch.arange(7).chunk(2)[1].tolist()[0]", 4},
        {"import torch", "(2 ** torch.arange(4)).flip(0).tolist()[0]", 8},
        {"import torch", "torch.tensor([3, 9, 4]).max().item()", 9},
        {"import torch\nn = 7", "(torch.arange(100) % n).tolist()[99] + 1", 2},
        {"class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
         "        self.a = self.b = self.c = self.d = self.e = self.f = self.g = self.h = self.i = None\n"
         "        self.a, self.b, self.c = nn.ReLU(), nn.ReLU(), nn.ReLU()\n        self.z = 5\n",
         "M().z", 5},
    };
    for (const LibraryCase& each : cases) {
        const std::string code =
            "from torch import nn\n" + each.code + "\nm = nn.Linear(" + each.size + ", 1, bias=False)\n";
        MemorySource file(code);
        const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << code;
        EXPECT_EQ(report.root()->facts->parameters.value, Integer(each.expected)) << code;
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << code;
    }
}

TEST(SourceLibraryValues, OfOperatorsWithOtherArgumentsAreNotThoseWithoutThem) {
    for (const char* function : {"div(x, 2, rounding_mode='floor')", "add(x, x, alpha=2)"}) {
        const std::string code =
            std::string("import torch\nfrom torch import nn\nx = torch.tensor([9, 9])\n") +
            "m = nn.Linear(int(torch." + function + ".tolist()[0] * 2), 1, bias=False)\n";
        MemorySource file(code);
        const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << code;
        EXPECT_NE(report.root()->facts->parameters.basis, Basis::Exact) << code;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
