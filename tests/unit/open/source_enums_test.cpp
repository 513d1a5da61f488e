// Enumerations of source code: members are found by their values.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "5 exact" of a Linear(1, n, bias=False), where `Kind` has these members.
std::string counted(const std::string& members, const std::string& n, const std::string& bases = "Enum") {
    const std::string code =
        "from enum import *\n"
        "import torch\n"
        "from torch import nn\n"
        "class Kind(" +
        bases + "):\n" + members +
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.fc = nn.Linear(1, " +
        n + ", bias=False)\n";
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "Net()");
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const Quantity& count = report.root()->facts->parameters;
    return (count.value ? to_string(*count.value) : "unknown") + " " + std::string(to_string(count.basis));
}

TEST(SourceEnums, FindMembersByTheirValues) {
    const std::string members = "    A = 'a'\n    B = 'b'\n    SECOND = 'b'\n";
    EXPECT_EQ(counted(members, "5 if Kind('b') is Kind.B else 7"), "5 exact");
    EXPECT_EQ(counted(members, "5 if Kind('b') is Kind.A else 7"), "7 exact");
    EXPECT_EQ(counted(members, "5 if Kind.SECOND is Kind.B else 7"), "5 exact");
    EXPECT_EQ(counted(members, "5 if Kind('a') == Kind.A else 7"), "5 exact");
}

TEST(SourceEnums, CountOnAndHaveALength) {
    EXPECT_EQ(counted("    A = 4\n    B = auto()\n", "Kind.B.value"), "5 exact");
    EXPECT_EQ(counted("    A = auto()\n    B = auto()\n", "Kind.B + 0", "IntEnum"), "2 exact");
    EXPECT_EQ(counted("    A = 4\n    B = 7\n    C = 4\n", "len(Kind)"), "2 exact");
}

TEST(SourceEnums, AreOfAClassOfTheirOwn) {
    const std::string members = "    A = 'a'\n    B = 'b'\n";
    EXPECT_EQ(counted(members, "5 if isinstance(Kind, EnumMeta) else 7"), "5 exact");
    EXPECT_EQ(counted(members, "5 if isinstance(Kind.A, EnumMeta) else 7"), "7 exact");
    EXPECT_EQ(counted(members, "5 if isinstance(nn.Linear, EnumMeta) else 7"), "7 exact");
    const std::string meta = "    pass\nclass Meta(EnumMeta):\n    def first(self): return self['A']\n";
    const std::string named = meta + "class Named(Enum, metaclass=Meta):\n    A = 5\n    B = 7\n";
    EXPECT_EQ(counted(named, "Named.first().value"), "5 exact");
    EXPECT_EQ(counted(named, "len([each for each in Named])"), "2 exact");
    const std::string other =
        "    pass\nclass Meta(EnumMeta):\n    def __getitem__(self, key): return 5\n"
        "class Named(Enum, metaclass=Meta):\n    A = 7\n";
    EXPECT_FALSE(counted(other, "Named['A']").ends_with("exact"));
}

TEST(SourceEnums, KnowNoMembersAfterOneOfAnUnknownValue) {
    for (const std::string first : {"torch.load('a')", "open('a').read()"}) {
        const std::string members = "    A = " + first + "\n    B = 'b'\n    C = 'c'\n    D = 'd'\n";
        for (const std::string n : {"5 if Kind('c') is Kind.C else 7", "5 if Kind.D is Kind.C else 7",
                                    "5 if Kind('d').value == 'd' else 7"})
            EXPECT_FALSE(counted(members, n).ends_with("exact")) << first << " " << n << counted(members, n);
    }
}

TEST(SourceEnums, AreTextsOrNumbersWhereTheyDeriveFromThese) {
    for (const std::string n :
         {"5 if Kind.A == 'a' else 7", "5 if 'a' == Kind.A else 7", "5 if Kind.A != 'b' else 7",
          "5 if Kind.A in ('a', 'c') else 7", "5 if 'a' in [Kind.B, Kind.A] else 7",
          "{'a': 5, 'b': 7}[Kind.A]", "{Kind.A: 5, Kind.B: 7}['a']", "5 if isinstance(Kind.A, str) else 7",
          "5 if Kind('a').upper() == 'A' else 7", "5 if Kind.A + 'b' == 'ab' else 7",
          "5 if Kind.A is Kind('a') and Kind.A.name == 'A' else 7"}) {
        EXPECT_EQ(counted("    A = 'a'\n    B = 'b'\n", n, "str, Enum"), "5 exact") << n;
        EXPECT_EQ(counted("    A = auto()\n    B = auto()\n", n, "StrEnum"), "5 exact") << n;
    }
    EXPECT_EQ(counted("    A = 1\n    B = 2\n", "Kind.A + 4", "IntEnum"), "5 exact");
    EXPECT_EQ(counted("    A = 1\n    B = 5\n", "max(Kind.A + 0, Kind.B * 1)", "int, Enum"), "5 exact");
    EXPECT_EQ(counted("    A = 1\n    B = 5\n", "5 if Kind.A < Kind.B else 7", "IntEnum"), "5 exact");
    EXPECT_EQ(counted("    A = 'a'\n", "5 if Kind.A == 'a' else 7"), "7 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
