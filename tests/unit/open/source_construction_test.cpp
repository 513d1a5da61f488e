// Classes whose __new__() makes the instance, or gives that of another class.
#include <gtest/gtest.h>

#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceConstruction, GivesWhatNewReturns) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.a = nn.Linear(width, width)
    def forward(self, x): return self.a(x)
class Old(nn.Module):
    def __new__(cls, *args, **kwargs):
        return Net(*args, **kwargs)
model = Old(width=8)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(class Base(nn.Module):
    made = 0
    def __new__(cls, width, *args, **kwargs):
        self = super().__new__(cls)
        cls.made += 1
        object.__setattr__(self, 'size', 2 * width)
        return self
class Net(Base):
    def __init__(self, width):
        super().__init__()
        self.a = nn.Linear(width, self.size)
        self.b = nn.Linear(self.size, self.made)
    def forward(self, x): return self.b(self.a(x))
Net(3)
model = Net(4)
)",
         {{5, 4}},
         "58 parameters, 240 MACs"},
        {R"(class Sizes:
    only = None
    def __new__(cls, width=0):
        if cls.only is None:
            cls.only = object.__new__(cls)
            cls.only.width = width
        return cls.only
Sizes(6)
model = nn.Linear(Sizes().width, Sizes(3).width)
)",
         {{1, 6}},
         "42 parameters, 36 MACs"},
        {R"(class Other:
    @staticmethod
    def __new__(cls): return 5
    def __init__(self): raise ValueError('not of this class')
model = nn.Linear(Other(), 2)
)",
         {{1, 5}},
         "12 parameters, 10 MACs"},
    });
}

TEST(SourceConstruction, OfBuiltInTypesByNewIsUnknown) {
    for (const std::string made : {"list.__new__(list)", "object.__new__(ValueError)"}) {
        const std::string counted = measured(kTorchImports + "model = nn.Linear(2, len(" + made + "))");
        EXPECT_TRUE(counted.starts_with("0 partial parameters")) << made << ": " << counted;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
