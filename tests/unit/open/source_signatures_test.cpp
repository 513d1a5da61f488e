// Decorators that change nothing, and constructors and forward passes that pass their arguments on.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ranges.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceSignatures, AreThoseOfWhatIsDecorated) {
    expect_measured({
        {R"(from torch.cuda.amp import autocast, custom_fwd
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    @autocast(enabled=False)
    @torch.no_grad()
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(import functools
def check(f):
    @functools.wraps(f)
    def inner(self, *a, **k):
        return f(self, *a, **k)
    return inner
class Net(nn.Module):
    @check
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    @check
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(def twice(cls):
    cls.k = 2
    return cls
@twice
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8 * self.k)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "144 parameters, 256 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    @torch.no_grad()
    @torch.jit.ignore
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(class A(nn.Module):
    def __init__(self, num_classes, dim=8):
        super().__init__()
        self.l = nn.Linear(dim, num_classes)
    def forward(self, x): return self.l(x)
class B(A):
    def __init__(self, extra=2, **kwargs):
        super().__init__(num_classes=5, **kwargs)
        self.e = nn.Linear(extra, extra)
)",
         {{2, 8}},
         "51 parameters, 80 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, *args, **kwargs):
        return self.features(*args)
    def features(self, x): return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
    });
}

TEST(SourceSignatures, OfRegisteredClassesStay) {
    const std::string code =
        "from zoo import MODELS, freeze\n@MODELS.register_module()\nclass Net(nn.Module):\n    def "
        "__init__(self, n=8):\n"
        "        super().__init__()\n        self.l = nn.Linear(n, n)\n    def forward(self, x): return "
        "self.l(x)\n";
    EXPECT_EQ(measured(code), "72 parameters, 64 MACs");
    EXPECT_TRUE(contains(said_of(code), "python.decorator_kept(name: MODELS.register_module, type: Net)"));
    std::string frozen = code;
    frozen.replace(frozen.find("MODELS.register_module()"), 24, "freeze");
    EXPECT_EQ(measured(frozen), "72 partial parameters, 64 partial MACs");
}

TEST(SourceSignatures, OfConstructorsHoldInheritedArguments) {
    const std::string code =
        "class A(nn.Module):\n    def __init__(self, num_classes, dim):\n        super().__init__()\n"
        "        self.l = nn.Linear(dim, num_classes)\n    def forward(self, x): return self.l(x)\n"
        "class B(A):\n    def __init__(self, *args, scale=1.0, **kwargs):\n        super().__init__(*args, "
        "**kwargs)\n";
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    EXPECT_EQ(opened.built, "B(num_classes=1000, dim=512)");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
