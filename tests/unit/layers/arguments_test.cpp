#include "layers/arguments.h"

#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Arguments, BindByPositionAndByName) {
    const Layer layer("Conv2d(3, out_channels=64, kernel_size=(7, 5), bias=False, unheard_of=1)");
    const Arguments& a = *layer.arguments;
    EXPECT_EQ(shown(a.number("in_channels")), "3");
    EXPECT_EQ(shown(a.number("out_channels")), "64");
    EXPECT_EQ(to_string(a.numbers("kernel_size", 2)), "(7, 5)");
    EXPECT_EQ(to_string(a.numbers("stride", 2)), "(1, 1)");
    EXPECT_FALSE(a.flag("bias"));
    EXPECT_EQ(a.word("padding_mode"), "zeros");
    EXPECT_EQ(a.find("unheard_of"), nullptr);
    EXPECT_FALSE(a.failed());
}

TEST(Arguments, DistinguishNoneFromGiven) {
    const Layer layer("MaxPool2d(kernel_size=2, stride=None)");
    EXPECT_FALSE(layer.arguments->has("stride"));
    EXPECT_TRUE(layer.arguments->has("padding"));
    const Layer adaptive("AdaptiveAvgPool2d((None, 7))");
    EXPECT_EQ(to_string(adaptive.arguments->list("output_size")), "(None, 7)");
}

TEST(Arguments, TakeAWordForASymbolWhereANumberIsExpected) {
    const Layer layer("Linear(d, 4*d, bias=use_bias)", {{"d", 512}, {"use_bias", 0}});
    const Arguments& a = *layer.arguments;
    EXPECT_EQ(shown(a.number("out_features")), "4*d");
    EXPECT_TRUE(a.integer(a.number("out_features")) == Integer{2048});
    EXPECT_TRUE(a.equal(a.number("in_features"), 512));
    EXPECT_FALSE(a.flag("bias"));
}

TEST(Arguments, SymbolicOnesGiveTheGeneralFormula) {
    const Layer layer("Conv2d(3, 64, kernel_size=(7, 7), stride=2, groups=1)");
    const Arguments named = layer.arguments->symbolic();
    std::vector<Tensor> tensors;
    layer.found.rule->tensors(named, tensors);
    EXPECT_EQ(to_string(tensors.front().shape),
              "(out_channels, in_channels/groups, kernel_size_h, kernel_size_w)");
    EXPECT_EQ(shown(named.number("dilation")), "1");
    EXPECT_EQ(to_string(named.numbers("stride", 2)), "(stride, stride)");
    EXPECT_TRUE(named.flag("bias"));
    EXPECT_FALSE(named.failed());
}

TEST(Arguments, SymbolsOfArgumentsAreNotHyperParameters) {
    // A hyper-parameter may have the name of an argument.
    const Layer layer("Linear(in_features, 3)", {{"in_features", 7}});
    EXPECT_FALSE(layer.arguments->symbolic().value(Polynomial::symbol("in_features")));
    EXPECT_TRUE(layer.arguments->value(Polynomial::symbol("in_features")));
}

TEST(Arguments, SuffixesFollowTheNumberOfEntries) {
    const Layer one("Conv1d(1, 1, (3,))"), three("Conv3d(1, 1, (3, 3, 3))"), four("ZeroPad2d((1, 2, 3, 4))");
    EXPECT_EQ(to_string(one.arguments->symbolic().numbers("kernel_size", 1)), "(kernel_size,)");
    EXPECT_EQ(to_string(three.arguments->symbolic().numbers("kernel_size", 3)),
              "(kernel_size_d, kernel_size_h, kernel_size_w)");
    EXPECT_EQ(to_string(four.arguments->symbolic().numbers("padding", 4)),
              "(padding_1, padding_2, padding_3, padding_4)");
}

TEST(Arguments, ReportEachProblemOnce) {
    const Mistake mistakes[] = {
        {"Linear(1, 2, True, 4)", "", "arguments.at_most(type: Linear, count: 3)", "4"},
        {"Linear(1, in_features=2, out_features=3)", "", "arguments.given_twice(name: in_features)", "2"},
        {"Linear(in_features='many', out_features=3)", "",
         "arguments.number(name: in_features, actual: 'many')", "'many'"},
        {"Linear(4*hidden, 3)", "", "arguments.unknown_symbol(symbol: hidden)", "4*hidden"},
        {"Linear(4, 3, bias='no')", "", "arguments.flag(name: bias, actual: 'no')", "'no'"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace THIS_FILE
}  // namespace paramscope::layers_test
