// What is counted of a config and the headers of its weights.
#include "hub/choice.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "model/write.h"

namespace paramscope::hub {
namespace THIS_FILE {

struct Case {
    const char* what;
    const char* config;
    const char* weights;
    const char* id;
    const char* counted;  ///< "config", "typed" or "weights"
    const char* bytes;    ///< of what is counted
};

std::string counted(const Choice& choice) {
    return choice.is_of_weights ? "weights" : choice.typed ? "typed" : "config";
}

constexpr const char* kLayer = "basis: exact\nNet(\n  (fc): Linear(8, 4)\n)";

const Case kCases[] = {
    {"equal", kLayer, kLayer, "agreement.same", "config", "144"},
    {"an estimate", "basis: approximate\nNet(\n  (fc): Linear(8, 4)\n)",
     "basis: exact\nNet(\n  (x): Linear(9, 4)\n)", "agreement.weights_counted", "weights", "160"},
    {"an unknown config", "basis: approximate\nNet()", kLayer, "agreement.only_weights_known", "weights",
     "144"},
    {"files that lack a layer", "basis: exact\nNet(\n  (fc): Linear(8, 4)\n  (out): Linear(4, 4)\n)", kLayer,
     "agreement.weights_counted", "weights", "144"},
    {"files that have more than the class", kLayer,
     "basis: exact\nNet(\n  (fc): Linear(8, 4)\n  (out): Linear(4, 4)\n)", "agreement.differs", "config",
     "144"},
    {"an estimate, and files that lack parts", "basis: approximate\nNet(\n  (fc): Linear(8, 4)\n)",
     "basis: partial\nNet(\n  (fc): Linear(8, 9)\n)", "agreement.weights_counted", "weights", "324"},
    {"a known config, and files that lack parts", kLayer, "basis: partial\nNet(\n  (fc): Linear(8, 9)\n)",
     "agreement.differs", "config", "144"},
    {"a config without a type", kLayer, "basis: exact\ndtype = float16\nNet(\n  (fc): Linear(8, 4)\n)",
     "agreement.same", "typed", "72"},
    {"a config of another type", "basis: exact\ndtype = bfloat16\nNet(\n  (fc): Linear(8, 4)\n)", kLayer,
     "agreement.other_types", "typed", "144"},
    {"files of two types",
     "basis: exact\ndtype = bfloat16\nNet(\n  (a): Linear(8, 4)\n  (n): LayerNorm((4,))\n)",
     "basis: exact\ndtype = bfloat16\nNet(\n  (a): Linear(8, 4)\n  (n): LayerNorm((4,)\n"
     "    (weight): Parameter(4, dtype=float32)\n    (bias): Parameter(4, dtype=float32)\n  )\n)",
     "agreement.other_types", "typed", "104"},
    {"packed weights",
     "basis: exact\nd = 8\nlayers = 2\ndtype = float16\nNet(\n  (0-*): layers x Linear(d, 2*d, "
     "bias=False)\n)",
     "basis: exact\ndtype = float16\nNet(\n  (0-1): 2 x Linear(8, 16, bias=False\n"
     "    (weight): Parameter(16, 8, requires_grad=False, dtype=int4, packed_in=32)\n"
     "    (scales): Buffer(1, 16, packed_in=16)\n  )\n)",
     "agreement.packed", "typed", "192"},
    {"more beside packed weights than the config supposes",
     "basis: exact\ndtype = float16\nNet(\n  (fc): Linear(8, 16, bias=False\n"
     "    (weight): Parameter(16, 8, requires_grad=False, dtype=int4, packed_in=8)\n"
     "    (scales): Buffer(16, packed_in=16)\n  )\n)",
     "basis: exact\ndtype = float16\nNet(\n  (fc): Linear(8, 16, bias=False\n"
     "    (weight): Parameter(16, 8, requires_grad=False, dtype=int4, packed_in=8)\n"
     "    (absmax): Buffer(16, packed_in=16)\n    (state): Buffer(2, packed_in=16)\n  )\n)",
     "agreement.packed", "typed", "100"},
    {"experts in one tensor, packed one by one",
     "basis: exact\ndtype = float16\nNet(\n  (e): Module(\n    (up): Parameter(2, 4, 8)\n  )\n)",
     "basis: exact\ndtype = float16\nNet(\n  (e): ModuleList(\n    (0-1): 2 x Module(\n"
     "      (up): Module(\n        (weight): Parameter(8, 4, requires_grad=False, dtype=int4, packed_in=32)\n"
     "        (scales): Buffer(1, 8, packed_in=16)\n      )\n    )\n  )\n)",
     "agreement.packed", "typed", "64"},
    {"layers of one module with different types, of which the weights know no work",
     "basis: exact\ndtype = float16\nNet(\n  (0-1): 2 x Linear(8, 8, bias=False)\n)",
     "basis: exact\ndtype = float16\nNet(\n  (0): Linear(8, 8, bias=False)\n"
     "  (1): Linear(8, 8, bias=False\n    (weight): Parameter(8, 8, dtype=float32)\n  )\n)",
     "agreement.other_size", "config", "256"},
    {"the same in weights whose work is known",
     "basis: exact\ndtype = float16\ninput = (1, 8)\nSequential(\n  (0-1): 2 x Linear(8, 8, bias=False)\n)",
     "basis: exact\ndtype = float16\ninput = (1, 8)\nSequential(\n  (0): Linear(8, 8, bias=False)\n"
     "  (1): Linear(8, 8, bias=False\n    (weight): Parameter(8, 8, dtype=float32)\n  )\n)",
     "agreement.other_types", "weights", "384"},
};

TEST(Choice, IsTheTruthOfTheHeadersWithTheForwardPassOfTheConfig) {
    for (const Case& each : kCases) {
        const Report config = count_text(each.config), weights = count_text(each.weights);
        const Choice choice = choose_model(config, weights);
        EXPECT_EQ(choice.remark.message.id(), each.id) << each.what;
        EXPECT_EQ(counted(choice), each.counted) << each.what;
        const Report report = choice.typed           ? count_text(write_model_text(*choice.typed))
                              : choice.is_of_weights ? weights
                                                     : config;
        EXPECT_EQ(to_string(report.bytes.value_or(-1)), each.bytes) << each.what;
        EXPECT_EQ(choice.is_same, each.id == std::string_view("agreement.same")) << each.what;
    }
}

TEST(Choice, KeepsTheHyperParametersOfTheConfig) {
    const Choice choice = choose_model(
        count_text("basis: exact\nd = 8\nlayers = 2\nNet(\n  (0-*): layers x Linear(d, d, bias=False)\n)"),
        count_text("basis: exact\ndtype = float16\nNet(\n  (0-1): 2 x Linear(8, 8, bias=False\n"
                   "    (weight): Parameter(8, 8, dtype=float8_e4m3fn)\n    (weight_scale): Buffer(1, "
                   "packed_in=16)\n  )\n)"));
    ASSERT_TRUE(choice.typed);
    EXPECT_EQ(
        write_model_text(*choice.typed),
        "d = 8\nlayers = 2\ndtype = float16\nbasis: exact\n\nNet(\n  (0-*): layers x Linear(d, d, "
        "bias=False\n"
        "    (weight): Parameter(d, d, dtype=float8_e4m3fn)\n    (weight_scale): Buffer(1, packed_in=16)\n"
        "  )\n)\n");
}

}  // namespace THIS_FILE
}  // namespace paramscope::hub
