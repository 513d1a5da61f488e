// Enumerations of source code: members are found by their values.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "5 exact" of a Linear(1, n, bias=False), where `Kind` has these members.
std::string counted(const std::string& members, const std::string& n) {
    const std::string code =
        "from enum import Enum\n"
        "import torch\n"
        "from torch import nn\n"
        "class Kind(Enum):\n" +
        members +
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

TEST(SourceEnums, KnowNoMembersAfterOneOfAnUnknownValue) {
    for (const std::string first : {"torch.load('a')", "open('a').read()"}) {
        const std::string members = "    A = " + first + "\n    B = 'b'\n    C = 'c'\n    D = 'd'\n";
        for (const std::string n : {"5 if Kind('c') is Kind.C else 7", "5 if Kind.D is Kind.C else 7",
                                    "5 if Kind('d').value == 'd' else 7"})
            EXPECT_FALSE(counted(members, n).ends_with("exact")) << first << " " << n << counted(members, n);
    }
}

}  // namespace
}  // namespace paramscope::open
