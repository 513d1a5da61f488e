// Hostile model texts: the work is bounded by what it leaves behind (modules, bytes of paths, diagnostics),
// not by a clock.
#include <functional>

#include "count/tree/tree.h"
#include "model/names.h"
#include "model/read/read.h"
#include "model/read/read_module.h"
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

std::string repeated(std::size_t times, const std::function<std::string(std::size_t)>& piece) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece(i);
    return text;
}

std::string numbered(std::string_view before, std::size_t number, std::string_view after) {
    return std::string(before) + std::to_string(number) + std::string(after);
}

std::string net(const std::string& children) {
    return "Net(\n" + children + ")\n";
}

/// Modules in modules, each with a name of `length` bytes, around `inside`.
std::string nested(std::size_t levels, std::size_t length, const std::string& inside) {
    const std::string name(length, 'n');
    return repeated(levels, [&](std::size_t) { return "(" + name + "): Box(\n"; }) + inside +
           repeated(levels, [](std::size_t) { return ")\n"; });
}

/// m(m(x)) + m(x) in itself: 3^levels calls.
std::string nested_calls(std::size_t levels) {
    return "input = (1, 8)\n" +
           net(repeated(levels, [](std::size_t) { return "(m): M(\nforward(x) = m(m(x)) + m(x)\n"; }) +
               "(m): Linear(8, 8)\n" + repeated(levels, [](std::size_t) { return ")\n"; }) +
               "forward(x) = m(x)\n");
}

struct Case {
    const char* what;
    std::string text;
    std::size_t most_nodes;
    const char* message;  ///< that the report must hold, "" for none
    bool is_cut = false;  ///< whether modules are left out, so that totals are none of the whole
};

const std::string kLayers20000 =
    net(repeated(20'001, [](std::size_t i) { return numbered("(l", i, "): Linear(8, 8)\n"); }));

const Case kCases[] = {
    {"paths of many bytes",
     net(nested(189, 990,
                repeated(8000, [](std::size_t i) { return numbered("(m", i, "): Linear(2, 2)\n"); }))),
     1000, "model_text.too_long_paths(limit: 96)", true},
    {"more modules than are read",
     net(repeated(kMostModules + 5, [](std::size_t i) { return numbered("(", i, "): A()\n"); })),
     kMostModules + 2, "model_text.too_many_modules(limit: 1000000)", true},
    {"constructors that build modules",
     net(repeated(
         12'000,
         [](std::size_t i) { return numbered("(", i, "): TransformerEncoderLayer(d_model=8, nhead=2)\n"); })),
     kMostNodes + 1, "model.too_many_modules(limit: 1000000)", true},
    {"calls in calls", nested_calls(20), 22, "flow.too_many_calls(most: 1500000)"},
    {"a name that is too long", net("(" + std::string(1001, 'n') + "): Linear(2, 2)\n(b): Linear(2, 3)\n"), 3,
     "model_text.long_name(limit: 1000)"},
    {"a type that is too long", net("(a): " + std::string(1001, 'T') + "(2, 2)\n(b): Linear(2, 3)\n"), 3,
     "model_text.long_name(limit: 1000)"},
    {"20,000 ties",
     repeated(20'000,
              [](std::size_t i) {
                  return numbered("tie: l", i + 1, ".weight") + numbered(" = l", 0, ".weight\n");
              }) +
         kLayers20000,
     20'002, ""},
    {"20,000 frozen modules",
     repeated(20'000, [](std::size_t i) { return numbered("freeze: l", i, "\n"); }) + kLayers20000, 20'002,
     ""},
    {"ties of tensors that are not there",
     repeated(20'000, [](std::size_t i) { return numbered("tie: a", i, ".weight = b.weight\n"); }) +
         net("(l): Linear(8, 8)\n"),
     2, "diagnostics.left_out(count: 19800)"},
    {"9,000 hyper-parameters",
     repeated(9000, [](std::size_t i) { return numbered("v", i, " = 2\n"); }) +
         net(repeated(
             9000,
             [](std::size_t i) { return numbered("(", i, "): Linear(v") + numbered("", i, ", 8)\n"); })),
     9001, ""},
    {"definitions in a chain",
     "v0 = 2\n" +
         repeated(5000,
                  [](std::size_t i) { return numbered("v", i + 1, " = v") + numbered("", i, " + 1\n"); }) +
         net("(l): Linear(v5000, 8)\n"),
     2, ""},
    {"a power that doubles", "a = 2^(2^(2^(2^(2^2))))\nNet(\n(l): Linear(a, a)\n)\n", 2, "fault.overflow"},
    {"names of control characters", net("(\x01\x02\x7f): Linear(2, 2)\n(\xff\xfe): Linear(2, 2)\n"), 3, ""},
};

TEST(Hostile, TextsAreBoundedInWork) {
    for (const auto& [what, text, most_nodes, expected, is_cut] : kCases) {
        const Report report = count_text(text);
        EXPECT_LE(report.nodes.size(), most_nodes) << what;
        EXPECT_LE(report.diagnostics.size(), 201u) << what;
        std::size_t paths = 0;
        for (const NodeReport& node : report.nodes) paths += report.path(node).size();
        EXPECT_LE(paths, kMostPathText + kDeepestModule * (kLongestName + 1))
            << what;  // the last one is kept
        std::string found;
        for (const Diagnostic& diagnostic : report.diagnostics) found += describe(diagnostic.message) + "\n";
        EXPECT_NE(found.find(expected), std::string::npos) << what << "\n" << found.substr(0, 1000);
        if (!is_cut) continue;
        ASSERT_FALSE(report.nodes.empty()) << what;
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Partial) << what << ": it is at least";
    }
}

TEST(Hostile, LongNamesAreCountedUnderTheirBeginning) {
    const Report report =
        count_text(net("(" + std::string(2000, 'n') + "): Linear(2, 2)\n(b): Linear(2, 3)\n"));
    EXPECT_EQ(shown(report.root()->facts->parameters.value), "15");
    EXPECT_EQ(report.nodes[1].name, std::string(kLongestName, 'n'));
}

TEST(Hostile, ALongNameIsNotCutInsideACharacter) {
    const Report report = count_text(
        net("(n" + repeated(700, [](std::size_t) { return std::string("é"); }) + "): Linear(2, 2)\n"));
    EXPECT_EQ(report.nodes[1].name.size(), kLongestName - 1);
}

}  // namespace
}  // namespace paramscope
