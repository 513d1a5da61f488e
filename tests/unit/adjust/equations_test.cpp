// Equations between sizes: each is solved for one of them, or its sizes stay numbers.
#include "adjust/equations.h"

#include <gtest/gtest.h>

#include <string>

#include "algebra/print.h"

namespace paramscope::adjust {
namespace THIS_FILE {

/// Sizes with these numbers.
std::vector<Size> sizes_of(std::initializer_list<std::int64_t> values) {
    std::vector<Size> sizes;
    for (const std::int64_t value : values) {
        Size size;
        size.value = value;
        sizes.push_back(size);
    }
    return sizes;
}

const Polynomial a = symbol_of(0), b = symbol_of(1), c = symbol_of(2), d = symbol_of(3);

TEST(Equations, AreSolvedForTheLaterSize) {
    const std::vector<Size> sizes = sizes_of({6, 6, 18, 24});
    Equations equations(sizes);
    equations.require_equal(a, b);
    equations.require_equal(3 * b, c);
    equations.require_equal(d, a + c);
    EXPECT_EQ(equations.size_formula(1), a);
    EXPECT_EQ(equations.size_formula(2), 3 * a);
    EXPECT_EQ(equations.size_formula(3), 4 * a);
    EXPECT_EQ(equations.base_of(3), 0u);
}

TEST(Equations, GiveWholeMultiples) {
    const std::vector<Size> sizes = sizes_of({18, 6});
    Equations equations(sizes);
    equations.require_equal(a / 3, b);
    EXPECT_EQ(equations.size_formula(0), 3 * b);
}

TEST(Equations, CancelCommonFactors) {
    const std::vector<Size> sizes = sizes_of({6, 6, 5, 5});
    Equations equations(sizes);
    equations.require_equal(49 * a * c, 49 * b * c);
    EXPECT_TRUE(equations.are_equal(0, 1));
    equations.require_equal(a / c * d, b);
    EXPECT_TRUE(equations.are_equal(2, 3));
}

TEST(Equations, FixWhatTheyCannotSolve) {
    const std::vector<Size> sizes = sizes_of({6, 4, 24, 9});
    Equations equations(sizes);
    equations.require_equal(2 * a, 3 * b);  // neither is a whole multiple of the other
    EXPECT_EQ(equations.size_formula(0), 6);
    EXPECT_EQ(equations.size_formula(1), 4);
    equations.require_equal(c, 24);
    EXPECT_EQ(equations.size_formula(2), 24);
    equations.require_equal(floor(d / 2), 4);
    EXPECT_EQ(equations.size_formula(3), 9);
}

TEST(Equations, FixingASizeFixesItsMultiples) {
    const std::vector<Size> sizes = sizes_of({6, 12, 5, 5});
    Equations equations(sizes);
    equations.require_equal(2 * a, b);
    equations.fix(1);
    EXPECT_EQ(equations.size_formula(0), 6);
    EXPECT_EQ(equations.base_of(2), 2u);
}

TEST(Equations, ResolveLongChains) {
    std::vector<Size> sizes(20'000);
    for (Size& size : sizes) size.value = 7;
    Equations equations(sizes);
    for (std::uint32_t i = 19'999; i > 0; --i) equations.require_equal(i, i - 1);
    EXPECT_EQ(equations.size_formula(19'999), a);
}

}  // namespace
}  // namespace paramscope::adjust
