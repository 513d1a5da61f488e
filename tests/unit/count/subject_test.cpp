// Activation bytes of modules: each row's, with all below it and its repeats, and the plan's for the root.
#include "count/explain/subject.h"

#include <gtest/gtest.h>

#include "count/cost/memory.h"
#include "presets/presets.h"
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

std::string bytes_at(const Report& report, std::string_view path) {
    const SubjectNumbers numbers(report, Subject::Activations);
    const Quantity& bytes = numbers.of(*report.find(path));
    return print(bytes.formula, Notation::Plain) + " = " + to_string(*bytes.value);
}

TEST(Activations, OfAModuleAreThoseOfAllBelowItTimesItsRepeats) {
    const Report report = count_text(
        "batch = 2\ninput = (batch, 8)\nlayers = 3\nSequential(\n  (blocks): Sequential(\n    (0-*): layers "
        "x "
        "Sequential(\n      (up): Linear(8, 16)\n      (act): ReLU(inplace=True)\n      (down): Linear(16, "
        "8)\n    )\n  )\n  (head): Linear(8, 4)\n)");
    EXPECT_EQ(bytes_at(report, "blocks.0.up"), "64*batch = 128");
    EXPECT_EQ(bytes_at(report, "blocks.0.act"), "0 = 0");
    EXPECT_EQ(bytes_at(report, "blocks.0"), "96*batch*layers = 576");
    EXPECT_EQ(bytes_at(report, ""), "96*batch*layers + 16*batch = 608");
}

TEST(Activations, OfARowDoNotDependOnWhereCountingStarts) {
    const Report report =
        count_text("input = (1, 8)\nSequential(\n  (0): Sequential(\n    (0): Linear(8, 4)\n  )\n)");
    const SubjectNumbers all(report, Subject::Activations);
    for (std::size_t top = 0; top < report.nodes.size(); ++top) {
        const SubjectNumbers part(report, Subject::Activations, top);
        for (std::size_t i = top; i < report.nodes[top].subtree_end; ++i)
            EXPECT_EQ(part.of(i).formula, all.of(i).formula);
    }
}

TEST(Activations, OfTheRootAreThoseOfTheMemoryOfTraining) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        const Report report = count_text(preset.text);
        const SubjectNumbers numbers(report, Subject::Activations);
        for (const MemoryItem& item : memory_of(report)) {
            if (item.name != "activations") continue;
            EXPECT_EQ(numbers.of(0).formula, item.bytes.formula);
            EXPECT_EQ(numbers.of(0).basis, item.bytes.basis);
        }
    }
}

}  // namespace
}  // namespace paramscope
