// What is said about a config and its weights.
#include "hub/agreement.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"

namespace paramscope::hub {
namespace THIS_FILE {

constexpr const char* kLinear = "Net(\n  (fc): Linear(8, 4)\n)";

struct Case {
    const char* what;
    const char* config;
    const char* weights;
    const char* id;
    Severity severity;
    bool is_same = false;
};

const Case kCases[] = {
    {"equal", kLinear, kLinear, "agreement.same", Severity::Note, true},
    {"another size", kLinear, "Net(\n  (fc): Linear(8, 5)\n)", "agreement.differs", Severity::Warning},
    {"another name", kLinear, "Net(\n  (head): Linear(8, 4)\n)", "agreement.same_total", Severity::Note},
    {"another shape of as many", kLinear, "Net(\n  (fc): Linear(4, 7, bias=False)\n  (b): Parameter(8)\n)",
     "agreement.same_total", Severity::Note},
    {"another type", "dtype = float16\nNet(\n  (fc): Linear(8, 4)\n)",
     "dtype = bfloat16\nNet(\n  (fc): Linear(8, 4)\n)", "agreement.same_total", Severity::Note},
    {"what is beside packed weights by other names",
     "Net(\n  (fc): Linear(8, 4, bias=False)\n  (scales): Buffer(4, packed_in=32)\n)",
     "Net(\n  (fc): Linear(8, 4, bias=False)\n  (absmax): Buffer(4, packed_in=32)\n)",
     "agreement.same_packed", Severity::Note},
    {"a layer more", kLinear, "Net(\n  (fc): Linear(8, 4)\n  (out): Linear(4, 2)\n)", "agreement.differs",
     Severity::Warning},
    {"unknown weights", kLinear, "", "agreement.unknown", Severity::Warning},
    {"an unknown config", "", kLinear, "agreement.config_unknown", Severity::Warning},
};

TEST(Agreement, SaysWhatDiffers) {
    for (const Case& each : kCases) {
        const Agreement agreement =
            compare_with_weights(count_text(each.config, {}), count_text(each.weights, {}));
        EXPECT_EQ(agreement.remark.message.id(), each.id) << each.what;
        EXPECT_EQ(agreement.remark.severity, each.severity) << each.what;
        EXPECT_EQ(agreement.is_same, each.is_same) << each.what;
    }
}

TEST(Agreement, NamesTheNumbers) {
    const Agreement agreement =
        compare_with_weights(count_text(kLinear, {}), count_text("Net(\n  (fc): Linear(8, 5)\n)", {}));
    EXPECT_EQ(agreement.remark.message.english(),
              "config.json gives 36 parameters, the weights have 45; 0 tensors are the same and 2 "
              "differ, such as "
              "fc.weight");
}

}  // namespace THIS_FILE
}  // namespace paramscope::hub
