// Values that the signature of a rule reads from the printed module.
#include "unit/count/support.h"

#include "base/concat.h"
#include "count/library/block_arguments.h"
#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

Module first_module(std::string_view text) {
    Diagnostics ignored;
    return read_modules(text, &ignored).at(0);
}

struct Case {
    std::string_view signature;  ///< of a rule with one tensor of n elements
    std::string_view module;
    std::string_view shape;  ///< of that tensor; "" where the module lacks what the rule reads
    std::string_view notes = "";
};

constexpr Case kCases[] = {
    {"n=fc.out_features", "B(\n  (fc): Linear(3, 5)\n)", "(5,)"},
    {"n=fc.out_features", "B(\n  (gc): Linear(3, 5)\n)", ""},
    {"n=a.fc.in_features", "B(\n  (a): Inner(\n    (fc): Linear(3, 5)\n  )\n)", "(3,)"},
    {"n=conv.kernel_size.1", "B(\n  (conv): Conv2d(3, 4, kernel_size=(5, 7))\n)", "(7,)"},
    {"n=experts.length", "B(\n  (experts): ModuleList(\n    (0-3): 4 x ReLU()\n    (4): ReLU()\n  )\n)", "(5,)"},
    {"n=down.1", "B(\n  (down): Parameter(6, 9)\n)", "(9,)"},
    {"d=fc.out_features, n=d/5", "B(\n  (fc): Linear(3, 10)\n)", "(2,)"},
    {"n=7", "B(\n  (fc): Linear(3, 5)\n)", "(7,)", "argument.assumed(argument: n=7)"},
    {"n=7", "B(n=4\n  (fc): Linear(3, 5)\n)", "(4,)"},
    {"n", "B(\n  (fc): Linear(3, 5)\n)", ""},
    {"n", "B(n=4\n  (fc): Linear(3, 5)\n)", "(4,)"},
};

TEST(BlockArguments, AreReadFromThePrintedModule) {
    const Model model;
    Diagnostics ignored;
    const Environment environment(model, CountOptions{}, &ignored);
    for (const Case& c : kCases) {
        SCOPED_TRACE(concat(c.signature, " of ", c.module));
        const Module rule = first_module(concat("B(", c.signature, "\n  (t): Parameter(n)\n)"));
        const Module module = first_module(c.module);
        EXPECT_FALSE(is_constructor(rule));
        ASSERT_EQ(has_signature_inputs(rule, module, module.arguments.pattern().items()), !c.shape.empty());
        if (c.shape.empty()) continue;
        SharedList<Message> notes;
        const std::optional<Module> bound = bind_rule(rule, module, module.arguments.pattern().items(), environment, &notes);
        ASSERT_TRUE(bound);
        EXPECT_EQ(to_string(bound->tensors[0].shape), c.shape);
        EXPECT_EQ(notes.empty() ? "" : describe(notes[0]), c.notes);
    }
}

TEST(BlockArguments, AConstructorReadsNothingAndBuildsItsChildren) {
    EXPECT_TRUE(is_constructor(first_module("B(d, n=2\n  (fc): Linear(d, n)\n)")));
    EXPECT_FALSE(is_constructor(first_module("B(d=fc.in_features\n  (fc): Linear(d, d)\n)")));
    EXPECT_FALSE(is_constructor(first_module("B(d\n  (aux): None\n)")));
}

TEST(BlockArguments, SizesOfInputsAreReadWhenDataFlows) {
    const std::vector<std::string> names = {"x", "s"};
    const std::vector<Signal> inputs = {Signal::tensor({2, 3}),
                                        Signal::tuple({Signal::tensor({4, 5}), Signal::tensor({6, 7})})};
    struct SizeCase {
        std::string_view path;
        std::optional<Integer> size;
    };
    const SizeCase cases[] = {{"x.1", 3}, {"x.2", {}}, {"s.1.0", 6}, {"s.0.1", 5}, {"s.2.0", {}}, {"y.0", {}}, {"x", {}}};
    for (const SizeCase& c : cases) {
        const std::optional<Polynomial> size = size_of_input(c.path, names, inputs);
        ASSERT_EQ(size.has_value(), c.size.has_value()) << c.path;
        EXPECT_TRUE(!size || *size == Polynomial(*c.size)) << c.path;
    }
    EXPECT_TRUE(depends_on_input(Polynomial::symbol("x.1") * 2));
    EXPECT_FALSE(depends_on_input(Polynomial::symbol("d")));
}

}  // namespace
}  // namespace paramscope
