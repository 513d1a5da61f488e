#include "layers/work.h"

#include <gtest/gtest.h>

#include <set>

#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Work, AddsUpEachKind) {
    Work work;
    EXPECT_TRUE(work.is_zero());
    EXPECT_EQ(shown(work.times(Operation::Linear)), "0");
    work.add(Operation::Linear, 6);
    work.add(Operation::Exp, formula("2*t"));
    work.add(Operation::Linear, formula("t"));
    EXPECT_EQ(shown(work.times(Operation::Linear)), "t + 6");
    EXPECT_EQ(shown(work.times(Operation::Exp)), "2*t");
    EXPECT_EQ(shown(work.times(Operation::Sqrt)), "0");
    EXPECT_EQ(work.tallies().size(), 2u);
    EXPECT_FALSE(work.is_zero());
}

TEST(Work, OfNoOperationsIsZero) {
    Work work;
    work.add(Operation::Linear, 0);
    EXPECT_TRUE(work.tallies().empty());
    work.add(Operation::Linear, 3);
    work.add(Operation::Linear, -3);
    EXPECT_TRUE(work.is_zero());
    work.add(Operation::Linear, 3);
    work *= 0;
    EXPECT_TRUE(work.is_zero());
}

TEST(Work, IsSummedAndRepeated) {
    Work work, other;
    work.add(Operation::Convolution, 5);
    other.add(Operation::Convolution, 2);
    other.add(Operation::BiasAdd, formula("n"));
    work += other;
    work *= formula("layers");
    EXPECT_EQ(shown(work.times(Operation::Convolution)), "7*layers");
    EXPECT_EQ(shown(work.times(Operation::BiasAdd)), shown(formula("layers*n")));
    EXPECT_EQ(shown(other.times(Operation::Convolution)), "2") << "the summand is unchanged";
}

TEST(Work, HasANameForEachKind) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kOperationKinds; ++i) {
        const std::string_view name = to_string(static_cast<Operation>(i));
        EXPECT_FALSE(name.empty()) << i;
        EXPECT_TRUE(names.insert(name).second) << name;
    }
    EXPECT_EQ(to_string(Operation::Convolution), "convolution");
    EXPECT_EQ(to_string(Operation::BiasAdd), "bias");
    EXPECT_EQ(to_string(static_cast<Operation>(kMatrixKinds - 1)), "bilinear") << "the last kind of MACs";
    EXPECT_EQ(to_string(Operation::KeyValue), "key and value");
    EXPECT_EQ(to_string(Operation::KeptState), "kept state");
}

TEST(Work, OfCausalAttentionIsMaskedAboveTheDiagonal) {
    // Of 4 · 4 scores, 4 · 3 / 2 lie above the diagonal.
    EXPECT_TRUE(masked_share(4) * 16 == Polynomial(6));
    EXPECT_TRUE(masked_share(1).is_zero());

    Work work;
    add_attention_work(&work, 16 * 8, 16 * 4, masked_share(4));
    EXPECT_EQ(shown(work.times(Operation::AttentionScore)), "128");
    EXPECT_EQ(shown(work.times(Operation::AttentionValue)), "64");
    EXPECT_EQ(shown(work.times(Operation::Masked)), "72");

    Work unmasked;
    add_attention_work(&unmasked, 128, 64, 0);
    EXPECT_EQ(unmasked.tallies().size(), 2u);
}

}  // namespace THIS_FILE
}  // namespace paramscope::layers_test
