// Rules with the names of their signature replaced by values.
#include "unit/count/support.h"

#include "count/library/instantiate.h"
#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

Module first_module(std::string_view text) {
    Diagnostics ignored;
    return read_modules(text, &ignored).at(0);
}

TEST(Instantiate, ReplacesTheNamesOfTheSignatureEverywhere) {
    const Module rule = first_module(
        "Block(d, n=2, act=ReLU\n  forward(x) = reshape(fc(x), d)\n  (w): Parameter(d, 3)\n"
        "  (fc): Linear(d, 4*d, e, bias=act)\n  (layers): n x Inner(d)\n)");
    const Module module = first_module("Block(8)");
    const Values none([](std::string_view) { return std::optional<Rational>(); });
    const Arguments arguments(rule.arguments.list(), module, none, nullptr);
    const Module built = instantiate(rule, arguments);
    EXPECT_EQ(to_string(built.tensors[0].shape), "(8, 3)");
    const Module& fc = built.children.at(0);
    EXPECT_EQ(to_string(fc.arguments.list()[0]), "8");
    EXPECT_EQ(to_string(fc.arguments.list()[1]), "32");
    EXPECT_EQ(to_string(fc.arguments.list()[2]), "e");  // not in the signature
    EXPECT_EQ(to_string(fc.arguments.list()[3]), "bias=ReLU");
    EXPECT_EQ(print(built.children.at(1).repeat, Notation::Plain), "2");
    EXPECT_EQ(to_string(built.children.at(1).arguments.list()[0]), "8");
    EXPECT_EQ(to_string(built.forward->result.operands.at(1).literal), "8");
    EXPECT_EQ(to_string(built.arguments.list()[0]), "d");  // the signature stays
}

}  // namespace
}  // namespace paramscope
