// Source code that runs long: which statements are given up, and what is known of the model behind them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/open/built_code.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kNet =
    "class Net(nn.Module):\n"
    "    def __init__(self, width=2):\n"
    "        super().__init__()\n"
    "        self.a = nn.Linear(width, width)\n";
const std::string kDemonstration =
    "def demonstrate(steps):\n"
    "    optimizer = torch.optim.Adam(nn.Linear(1, 1).parameters())\n"
    "    rates = []\n"
    "    for step in range(steps):\n"
    "        rates.append(optimizer.param_groups[0]['lr'] * min((step + 1) ** -0.5, step))\n"
    "        optimizer.step()\n";

/// "Net() 6 exact" and the id and line of each warning and error.
std::string built_of(const std::string& code, std::string_view build = "") {
    auto [opened, text] = build_code(code, build);
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.severity == Severity::Note) continue;
        const auto line = 1 + std::count(code.begin(), code.begin() + each.span.begin, '\n');
        text += "; " + std::string(each.message.id()) + " " + std::to_string(line);
    }
    return text;
}

TEST(SourceSteps, ThatAStatementTakesTooManyOfLeaveTheModelAbout) {
    const std::string change = "def change():\n    global width\n    width = 2\n";
    const std::string code = kNet + kDemonstration + change + "demonstrate(20000 + (change() or 0))\n";
    EXPECT_EQ(built_of(code), "Net() 6 approximate; python.statement_too_long 14");
    EXPECT_EQ(built_of(code, "Net(3)"), "Net(3) 12 approximate; python.statement_too_long 14");
    EXPECT_EQ(built_of(code + "net = Net(4)\n"), "net 20 approximate; python.statement_too_long 14");
    // Also a model that the statement may have changed.
    EXPECT_EQ(
        built_of(kNet + kDemonstration + change + "net = Net(4)\ndemonstrate(20000 + (change() or 0))\n"),
        "net 20 approximate; python.statement_too_long 15");
    EXPECT_EQ(built_of(kNet + kDemonstration + "demonstrate(2000)\n"), "Net() 6 exact");
    // What changes nothing that lasts leaves the model exact.
    EXPECT_EQ(built_of(kNet + kDemonstration + "demonstrate(20000)\n"), "Net() 6 exact");
}

TEST(SourceSteps, OfAStatementThatIsGivenUpBindNoName) {
    const std::string loop = "width = 1\nfor width in range(10 ** 9):\n    pass\n";
    EXPECT_EQ(built_of(kNet + loop), "Net() 6 exact");
    EXPECT_EQ(built_of(kNet + loop + "net = Net(width)\n"), "net 0 partial; python.part_unknown 6");
    const std::string run = "if __name__ == '__main__':\n    while True:\n        pass\n    net = Net(4)\n";
    EXPECT_EQ(built_of(kNet + run), "net 20 exact");
}

/// A loop without another end than what is not known goes once.
TEST(SourceSteps, AreFewOfALoopThatAnUnknownConditionEnds) {
    const std::string read =
        "class Reader(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a, width = nn.Linear(2, 2), 2\n        with open('x') as file:\n            while "
        "True:\n"
        "                line = file.readline()\n                if not line:\n                    break\n"
        "                width = 3\n        self.b = nn.Linear(1, ";
    EXPECT_EQ(built_of(read + "1)\nnet = Reader()\n"), "net 8 exact");
    EXPECT_EQ(built_of(read + "width)\nnet = Reader()\n"), "net 6 partial; python.part_unknown 8");
}

TEST(SourceSteps, OfAConstructorAreAllThatAreLeft) {
    const std::string deep =
        "class Deep(nn.Module):\n"
        "    def __init__(self, rounds=10):\n"
        "        super().__init__()\n"
        "        self.a = nn.Linear(2, 2)\n"
        "        for i in range(rounds):\n"
        "            i = i + 1\n";
    EXPECT_EQ(built_of(deep + "net = Deep(60000)\n"), "net 6 exact");
    // Stopped in the loop, at either of its lines.
    for (const std::string& text :
         {built_of(deep + "net = Deep(3000000)\n"), built_of(deep, "Deep(3000000)")})
        EXPECT_NE(text.find("; python.too_many_steps "), std::string::npos) << text;
}

TEST(SourceSteps, OfStatementsThatAreGivenUpAreLimitedTogether) {
    std::string code = kNet;
    for (int i = 0; i < 61; ++i) code += "while True:\n    pass\n";
    EXPECT_TRUE(built_of(code).ends_with("; python.too_many_steps 123")) << built_of(code);
}

TEST(SourceSteps, LeaveTheEvaluationInOrder) {
    // The statement is given up below try, with, a method, a comprehension and a loop that appends.
    const std::string code =
        "class Endless:\n"
        "    def __enter__(self):\n        return self\n"
        "    def __exit__(self, *error):\n        return True\n"
        "    def run(self, n):\n"
        "        items = []\n"
        "        for i in range(n):\n            items.append([self.wait() for _ in range(2)])\n"
        "    def wait(self):\n"
        "        while True:\n            pass\n"
        "def start(n=3):\n"
        "    try:\n        with Endless() as endless:\n            endless.run(n)\n"
        "    except Exception:\n        pass\n"
        "    finally:\n        print('no')\n"
        "start()\n"
        "depth = 2\n"
        "net = nn.Sequential(*[nn.Linear(2, 2) for _ in range(depth)])\n"
        "try:\n    import absent\nexcept ImportError:\n    net.append(nn.Linear(1, 1))\n";
    EXPECT_EQ(built_of(code), "net 14 exact");
}

TEST(SourceStatements, ThatTryImportsGoOnWithoutThem) {
    const std::string nets = "net = nn.Linear(2, 2)\n";
    EXPECT_EQ(built_of("try:\n    import absent\nexcept ImportError:\n    absent = None\n" + nets +
                       "if absent is None:\n    net = nn.Linear(3, 3)\n"),
              "net 12 exact");
    // An except clause that ends the program cannot be meant.
    for (const std::string end : {"raise", "raise ImportError", "exit(1)", "print('no')\n    sys.exit(1)"})
        EXPECT_EQ(
            built_of(
                "try:\n    import absent, math\n    from torch import nn\nexcept ImportError as e:\n    " +
                end + "\n" + nets),
            "net 6 exact")
            << end;
}

TEST(SourceStatements, ThatFailToBuildTheModelLeaveItAbout) {
    const std::string net =
        "class Net(nn.Module):\n"
        "    def __init__(self, width=2):\n"
        "        super().__init__()\n"
        "        assert width % 2 == 0\n"
        "        self.a = nn.Linear(width, width)\n";
    EXPECT_EQ(built_of(net + "net = Net(3)\n"), "Net() 6 approximate; python.built_in_place 4");
    // Another model of the text is the answer.
    EXPECT_EQ(built_of(net + "net = Net(3)\nnet2 = Net(4)\n"), "net2 20 exact");
    // So is an expression that is asked for.
    EXPECT_EQ(built_of(net + "net = Net(3)\n", "Net(4)"), "Net(4) 20 exact");
    // A statement that fails for another reason changes nothing.
    EXPECT_EQ(built_of(net + "print(missing[1 / 0])\n"), "Net() 6 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
