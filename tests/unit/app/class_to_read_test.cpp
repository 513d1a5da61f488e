#include "app/document/class_to_read.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"

namespace paramscope::app {
namespace THIS_FILE {

constexpr std::string_view kHead = "  (head): Linear(in_features=8, out_features=10, bias=False)\n)\n";

/// A print of that class with modules of these types inside.
std::string print_of(std::string_view type, std::initializer_list<std::string_view> parts) {
    std::string text = std::string(type) + "(\n";
    int number = 0;
    for (const std::string_view part : parts) {
        text += "  (part" + std::to_string(number++) + "): " + std::string(part) + "(\n    (fc): ";
        text += "Linear(in_features=8, out_features=8, bias=False)\n  )\n";
    }
    return text + std::string(kHead);
}

TEST(ClassToRead, IsOneThatTransformersMayHave) {
    struct Case {
        const char* what;
        std::string text;
        std::string_view expected;
    };
    const std::string own = print_of("OwnForCausalLM", {"OwnModel"});
    const Case cases[] = {
        {"a task, and another type of its model", own, "OwnForCausalLM"},
        {"a task, and a model inside", print_of("OwnNewForRetrieval", {"OtherModel"}), "OwnNewForRetrieval"},
        {"a task alone", print_of("OwnForCausalLM", {"Model"}), ""},
        {"no task: what begins with For, and formats", print_of("FormatModel", {"FormatBlock"}), ""},
        {"a role, and two others", print_of("OwnModel", {"OwnAttention", "OwnMLP"}), "OwnModel"},
        {"a role, and one other", print_of("MyModel", {"MyBlock", "MyBlock"}), ""},
        {"a name of neither kind", print_of("OwnNet", {"OwnAttention", "OwnMLP"}), ""},
        {"a role alone", print_of("Model", {"Attention", "MLP"}), ""},
        {"a layer", "Linear(in_features=8, out_features=8, bias=True)\n", ""},
        {"a pass that the text tells",
         "OwnForCausalLM(\n  forward(x) = head(part0(x))\n"
         "  (part0): OwnModel(\n    forward(x) = fc(x)\n"
         "    (fc): Linear(in_features=8, out_features=8, bias=False)\n  )\n" +
             std::string(kHead),
         "OwnForCausalLM"},
        {"the same with its input",
         "input = (1, 8)\nOwnForCausalLM(\n  forward(x) = head(part0(x))\n"
         "  (part0): OwnModel(\n    forward(x) = fc(x)\n"
         "    (fc): Linear(in_features=8, out_features=8, bias=False)\n  )\n" +
             std::string(kHead),
         ""},
        {"a text that says what it lacks", "basis: partial\n" + own, ""},
        {"a text with sizes by name", "d = 8\n" + own, ""},
        {"nothing", "", ""},
    };
    for (const Case& c : cases) {
        const Report report = count_text(c.text, {});
        EXPECT_EQ(class_to_read(report), c.expected) << c.what;
    }
}

TEST(ClassToRead, IsAskedForWhereAnInputShowsThatWorkIsUnknown) {
    // A class whose pass is shipped, with a part whose pass is not.
    const std::string text =
        "LlamaForCausalLM(\n  (model): LlamaModel(\n    (embed_tokens): Embedding(10, 8)\n"
        "    (layers): ModuleList(\n      (0): LlamaDecoderLayer(\n        (new): LlamaNewPart(\n"
        "          (fc): Linear(in_features=8, out_features=8, bias=False)\n        )\n      )\n    )\n"
        "    (norm): LlamaRMSNorm((8,), eps=1e-05)\n  )\n"
        "  (lm_head): Linear(in_features=8, out_features=10, bias=False)\n)\n";
    CountOptions options;
    options.inputs = {{1, 16}};
    EXPECT_EQ(class_to_read(count_text(text, options)), "LlamaForCausalLM");
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
