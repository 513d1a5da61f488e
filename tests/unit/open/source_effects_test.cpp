// Statements of source code that are not run to their end: which of them leave the model exact.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kNet =
    "import torch, copy, absent\n"
    "import torch.nn as nn\n"
    "class Net(nn.Module):\n"
    "    def __init__(self, width=2):\n"
    "        super().__init__()\n"
    "        self.a = nn.Linear(width, width)\n"
    "        self.register_buffer('mask', torch.ones(1))\n"
    "    def forward(self, x):\n"
    "        self.seen = x\n"
    "        return self.a(x)\n";

/// "net 6 exact" of a text.
std::string built_of(const std::string& code) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "");
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return opened.built + " unknown";
    return opened.built + " " + to_string(*report.root()->facts->parameters.value) + " " +
           std::string(to_string(report.root()->facts->parameters.basis));
}

/// The statement as the body of a loop that is not run to its end.
std::string in_loop(const std::string& statement) {
    return "for step in range(10 ** 9):\n    " + statement + "\n";
}

TEST(SourceEffects, ThatReachNoModelLeaveItExact) {
    const std::string before =
        "net = Net(4)\n"
        "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "losses, steps = [], 0\n"
        "def evaluate(net):\n"
        "    out, count = {}, [0]\n"
        "    net.eval()\n"
        "    for name in ['train', 'test']:\n"
        "        values = torch.zeros(10)\n"
        "        values[0] = net(torch.ones(1, 4)).mean().item()\n"
        "        out[name] = values.mean()\n"
        "        count[0] += 1\n"
        "    return out\n"
        "class Meter:\n"
        "    def __init__(self):\n"
        "        self.total, self.values = 0, []\n"
        "    def update(self, value):\n"
        "        self.total += value\n"
        "        self.values.append(value)\n"
        "meter = Meter()\n"
        "def report():\n"
        "    global meter, losses\n"
        "    rows, columns = absent.load(len(losses))\n"
        "    return absent.Frame([(row, '%d' % row, float(losses[row])) for row in range(3)])\n";
    for (const std::string statement : {
             "pass",
             "y = net(torch.ones(1, 4)); y.mean().backward(); optimizer.step(); optimizer.zero_grad()",
             "losses.append(net(torch.ones(1, 4)).mean().item())",
             "result = evaluate(net)",
             "for group in optimizer.param_groups: group['lr'] = 0.5 ** step",
             "meter.update(step)",
             "absent.log({'loss': losses, 'step': step}, step)",
             "print(f'{step}: {losses}')",
             "net.a.weight.data[0] = 1",
             "absent.Chart(report())",
             "best = copy.deepcopy(net.state_dict())",
             "steps += 1",
             "net.b = torch.zeros(2)",
             "net.apply(print)",
         }) {
        EXPECT_EQ(built_of(kNet + before + in_loop(statement)), "net 20 exact") << statement;
    }
}

TEST(SourceEffects, ThatMayReachAModelLeaveItAbout) {
    const std::string before =
        "sizes = [4]\n"
        "class Holder(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.sizes = sizes\n"
        "        self.net = Net(4)\n"
        "holder = Holder()\n"
        "net = holder.net\n"
        "def count(): \n"
        "    global sizes\n"
        "    sizes = [5]\n"
        "def grow(net):\n"
        "    net.add_module('b', nn.Linear(1, 1))\n"
        "def freeze(net):\n"
        "    for p in net.parameters(): p.requires_grad = False\n"
        "def change(net, name='a'):\n"
        "    setattr(net, name, nn.Linear(1, 1))\n"
        "def replace(net):\n"
        "    net.a = nn.Linear(1, 1)\n"
        "def pick(net):\n"
        "    return getattr(net, 'rep' + 'lace')\n"
        "def extend(net):\n"
        "    net.b = nn.Linear(1, 1)\n"
        "def extend_copy(net):\n"
        "    same = net.float()\n"
        "    same.add_module('b', nn.Linear(1, 1))\n"
        "def rename(net):\n"
        "    net.register_parametrization('b', nn.Linear(1, 1))\n";
    for (const std::string statement : {
             "count()",
             "grow(net)",
             "freeze(net)",
             "change(net)",
             "replace(net)",
             "pick(net)()",
             "absent.prepare(net)",
             "net.a = nn.Linear(1, 1)",
             "net.a.requires_grad_(False)",
             "exec('net.a = None')",
             "net.__dict__.clear()",
             "sizes.append(1)",
             "sizes += [1]",
             "sizes.__setitem__(0, 1)",
             "extend(net)",
             "extend_copy(net)",
             "rename(net)",
             "net.apply(absent.prune)",
         }) {
        const std::string built = built_of(kNet + before + in_loop(statement));
        EXPECT_TRUE(built.ends_with(" approximate") || built.ends_with(" partial"))
            << statement << ": " << built;
    }
}

/// The statement where it may run or not.
std::string in_branch(const std::string& statement) {
    return "if absent.flag:\n    " + statement + "\n";
}

TEST(SourceEffects, OfAStatementThatMayNotRunAreKnownWhereItKeepsModules) {
    const std::string before =
        "class Other(Net):\n"
        "    def collect(self, x):\n"
        "        rows = []\n"
        "        rows.append(self(self.a(x)))\n"
        "        return rows\n"
        "net = Other(4)\n"
        "def log(values): print(values)\n";
    for (const std::string statement : {
             "net.collect(1)",
             "net.eval()",
             "log(3)",
             "print(f'{net}')",
             "names = [each for each in net.children()]",
             "x: net",
         }) {
        EXPECT_EQ(built_of(kNet + before + in_branch(statement)), "net 20 exact") << statement;
    }
}

TEST(SourceEffects, OfAStatementThatMayNotRunLeaveItAbout) {
    const std::string before =
        "class Other(Net):\n"
        "    def run(self): exec('self.a = nn.Linear(1, 1)')\n"
        "    def give(self): absent.prune(model=self)\n"
        "    def give_part(self): absent.prune(self.a)\n"
        "    def clear(self): self.__dict__.clear()\n"
        "    def freeze(self): self.requires_grad_(False)\n"
        "    def inherited(self): super().grow()\n"
        "    def loop(self):\n"
        "        for self.a in range(3): pass\n"
        "net = Other(4)\n"
        "sizes = [4]\n"
        "def grow(): net.add_module('b', nn.Linear(1, 1))\n"
        "def extend(): net.b = nn.Linear(1, 1)\n"
        "def replace(): net.a = nn.Linear(1, 1)\n";
    for (const std::string statement : {
             "net.run()",
             "net.give()",
             "net.give_part()",
             "net.clear()",
             "net.freeze()",
             "net.inherited()",
             "net.loop()",
             "absent.prune(model=net)",
             "absent.prune([net])",
             "absent.prune(*[net])",
             "absent.call(lambda: net.add_module('b', nn.Linear(1, 1)))",
             "del net.a",
             "with absent.open() as net.a: pass",
             "for each in net.modules(): each.a = None",
             "same = net; same.a = nn.Linear(1, 1)",
             "exec('net.a = nn.Linear(1, 1)')",
             "grow()",
             "extend()",
             "replace()",
         }) {
        const std::string built = built_of(kNet + before + in_branch(statement));
        EXPECT_FALSE(built.ends_with(" exact")) << statement << ": " << built;
    }
    // What is bound, or changed in place, is not known.
    for (const std::string statement : {
             "with absent.open() as width: pass",
             "del width",
             "sizes.insert(0, 1); width = sizes[0]",
         }) {
        const std::string built =
            built_of(kNet + "sizes = [4]\nwidth = 4\n" + in_branch(statement) + "net = Net(width)\n");
        EXPECT_FALSE(built.ends_with(" exact")) << statement << ": " << built;
    }
    const std::string match =
        "width = 4\nmatch absent.kind:\n    case [width, 1]: pass\n    case width: pass\n";
    EXPECT_FALSE(built_of(kNet + match + "net = Net(width)\n").ends_with(" exact"));
}

TEST(SourceEffects, OnWhatIsReadLaterLeaveTheModelAbout) {
    const std::string config =
        "class Config:\n"
        "    width = 4\n"
        "config = Config()\n"
        "def widen(config):\n"
        "    config.width += 1\n" +
        in_loop("widen(config)");
    EXPECT_EQ(built_of(kNet + config + "net = Net(3)\n"), "net 12 exact");
    EXPECT_EQ(built_of(kNet + config + "net = Net(config.width)\n").substr(0, 4), "net ");
    EXPECT_TRUE(built_of(kNet + config + "net = Net(config.width)\n").ends_with(" approximate"));
    // A list that is changed is not known.
    const std::string list = "sizes = [4]\n" + in_loop("sizes.append(5)");
    EXPECT_EQ(built_of(kNet + list + "net = Net(3)\n"), "net 12 exact");
    EXPECT_FALSE(built_of(kNet + list + "net = Net(sizes[0])\n").ends_with(" exact"));
    // Another name for it too.
    EXPECT_FALSE(
        built_of(kNet + "sizes = [4]\nsame = sizes\n" + in_loop("sizes.append(5)") + "net = Net(same[0])\n")
            .ends_with(" exact"));
}

TEST(SourceEffects, OnWhatAStatementReadsThatReachesNoModelDoNotMatter) {
    const std::string forward_passes = "net = Net(4)\n" + in_loop("net(torch.ones(1, 4))");
    const std::string show =
        "def show(net):\n"
        "    return net.seen.shape\n"
        "def widen(net):\n"
        "    net.add_module('b', nn.Linear(net.seen.shape[0], 1))\n";
    EXPECT_EQ(built_of(kNet + forward_passes + show + "show(net)\n"), "net 20 exact");
    EXPECT_FALSE(built_of(kNet + forward_passes + show + "widen(net)\n").ends_with(" exact"));
    EXPECT_FALSE(built_of(kNet + forward_passes + "net = Net(net.seen.shape[0])\n").ends_with(" exact"));
}

TEST(SourceEffects, OfAStatementThatRaisesAreTheSame) {
    const std::string train =
        "net = Net(4)\n"
        "def train(net, path):\n"
        "    data = open(path)\n"
        "    raise FileNotFoundError(path)\n";
    EXPECT_EQ(built_of(kNet + train + "train(net, 'data.csv')\n"), "net 20 exact");
    const std::string grow =
        "def grow(net):\n    net.add_module('b', nn.Linear(1, 1))\n    raise ValueError()\n";
    EXPECT_EQ(built_of(kNet + "net = Net(4)\n" + grow + "grow(net)\n"), "net 22 partial");
}

TEST(SourceEffects, MayFillAnEmptyContainer) {
    struct Filled {
        const char *made, *filled;
    };
    for (const auto& [made, filled] : {
             Filled{"nn.ModuleList()", "self.d.append(nn.Linear(3, 8))"},
             Filled{"nn.ModuleDict()", "self.d['a'] = nn.Linear(3, 8)"},
             Filled{"nn.ModuleDict()", "self.d.update({'a': nn.Linear(3, 8)})"},
             Filled{"nn.Sequential()", "self.d.append(nn.Linear(3, 8))"},
             Filled{"nn.ParameterList()", "self.d.append(nn.Parameter(torch.zeros(3, 8)))"},
             Filled{"nn.ParameterDict()", "self.d['a'] = nn.Parameter(torch.zeros(3, 8))"},
         }) {
        for (const char* condition : {"if torch.rand(1) > 1:", "while torch.rand(1) > .1:",
                                      "for each in open('list').read().split():"}) {
            const std::string code = std::string(
                                         "import torch\n"
                                         "import torch.nn as nn\n"
                                         "class Net(nn.Module):\n"
                                         "    def __init__(self):\n"
                                         "        super().__init__()\n"
                                         "        self.d = ") +
                                     made + "\n        " + condition + "\n            " + filled +
                                     "\nnet = Net()\n";
            EXPECT_EQ(built_of(code).find("exact"), std::string::npos) << code << built_of(code);
        }
    }
}

TEST(SourceEffects, OfTryAfterAStepThatMayRaiseAreAssumed) {
    struct Tried {
        const char *body, *clause, *built;
    };
    for (const auto& [body, clause, built] : {
             Tried{"int(open('n').read()); self.b = nn.Linear(2, 2)", "except Exception: pass",
                   "net 12 approximate"},
             Tried{"int(open('n').read()); width = 3", "except Exception: pass", "net 12 approximate"},
             Tried{"self.b = nn.Linear(2, 2); int(open('n').read())", "except Exception: pass",
                   "net 12 exact"},
             Tried{"int(open('n').read()); self.b = nn.Linear(2, 2)", "except Exception: raise",
                   "net 12 exact"},
             Tried{"self.b = nn.Linear(2, 2); width = 3", "except Exception: pass", "net 12 exact"},
         }) {
        const std::string code = std::string(
                                     "import torch.nn as nn\n"
                                     "class Net(nn.Module):\n"
                                     "    def __init__(self):\n"
                                     "        super().__init__()\n"
                                     "        self.a = nn.Linear(2, 2)\n"
                                     "        self.b = nn.Linear(2, 2)\n"
                                     "        try: ") +
                                 body + "\n        " + clause + "\nnet = Net()\n";
        EXPECT_EQ(built_of(code), built) << code;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
