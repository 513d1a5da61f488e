// Classes that take a config which the text does not have: its fields are those that the code reads.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    std::string code;
    std::string counted;  ///< with the values that the names suggest
    std::string call;     ///< that the warning shows
};

std::string guessed_call(const std::string& code) {
    for (const std::string& each : said_of(code)) {
        constexpr std::string_view start = "python.guessed(call: ";
        if (each.starts_with(start)) return each.substr(start.size(), each.size() - start.size() - 1);
    }
    return "";
}

TEST(SourceGuessedConfigs, HaveTheFieldsThatCodeReads) {
    const std::string head = "import torch, torch.nn as nn\n";
    const std::vector<Case> cases = {
        {R"(class Net(nn.Module):
    def __init__(self, configs):
        super().__init__()
        self.a = nn.Linear(configs.d_model, configs.d_ff)
        self.drop = nn.Dropout(configs.dropout)
)",
         "1050624 approximate parameters, ? approximate MACs",
         "Net(configs=SimpleNamespace(d_model=512, d_ff=2048, dropout=0.1))"},
        {R"(class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.a = nn.Linear(cfg["hidden_size"], cfg["num_classes"])
)",
         "513000 approximate parameters, ? approximate MACs",
         "Net(cfg={'hidden_size': 512, 'num_classes': 1000})"},
        // Fields below fields, and those that a class further down reads; a default stays.
        {R"(class Block(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.l = nn.Linear(args.d_model, args.d_model, bias=getattr(args, "use_bias", False))
        self.h = nn.Linear(args.d_model, 4) if hasattr(args, "head") else nn.Identity()
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.blocks = nn.ModuleList([Block(config.model) for _ in range(config.model.e_layers)])
)",
         "524288 approximate parameters, ? approximate MACs",
         "Net(config=SimpleNamespace(model=SimpleNamespace(e_layers=2, d_model=512)))"},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(measured(head + each.code), each.counted) << each.code;
        EXPECT_EQ(guessed_call(head + each.code), each.call) << each.code;
    }
}

TEST(SourceGuessedConfigs, AreListedWhereANameTellsNothing) {
    const std::vector<std::string> said = said_of(R"(import torch.nn as nn
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.a = nn.Linear(config.d_model, config.wobble)
)");
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said.front(),
              "python.missing_fields(type: Net, fields: d_model, wobble, argument: config, "
              "example: model = Net(config=SimpleNamespace(d_model=512, wobble=...)))");
}

TEST(SourceGuessedConfigs, CanBeWrittenWithoutAnImport) {
    const std::string code =
        "import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self, c):\n"
        "        super().__init__()\n        self.a = nn.Linear(c.n, 2)\n";
    EXPECT_EQ(measured(code, {{1, 3}}, "Net(SimpleNamespace(n=3))"), "8 parameters, ? partial MACs");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
