#include "count/report/tensor_numbers.h"

#include <gtest/gtest.h>

#include "count/count.h"
#include "layers/layer.h"

namespace paramscope {
namespace THIS_FILE {

TensorReport report(std::string_view name, Dims shape) {
    TensorReport made;
    made.name = name;
    made.elements = product(shape);
    made.count = Integer{made.elements.whole().value_or(0)};
    made.shape = std::move(shape);
    return made;
}

std::string described(const SharedList<TensorReport>& tensors) {
    std::string text;
    for (const TensorReport& each : tensors) {
        text += each.name.str() + to_string(each.shape) + to_string(each.elements.whole().value_or(-1)) +
                (each.count == each.elements.whole() ? " " : "? ");
    }
    return text;
}

const SharedList<TensorReport> kPattern = {report("weight", {2, 3}), report("bias", {2})};

TEST(TensorNumbers, AreBesideThePattern) {
    const std::vector<Tensor> tensors = {parameter("weight", {50, 70}), parameter("bias", {50})};
    const std::optional<Numbers> sizes = sizes_of_alike(tensors, kPattern.items());
    ASSERT_TRUE(sizes);
    const NumberedList<TensorReport> numbered(kPattern, *sizes);
    EXPECT_EQ(described(numbered.list()), "weight(50, 70)3500 bias(50,)50 ");
    std::string elements;
    for_each_elements(numbered, [&](const TensorReport& tensor, const Polynomial& each) {
        elements += tensor.name.str() + to_string(each.whole().value_or(-1)) + " ";
    });
    EXPECT_EQ(elements, "weight3500 bias50 ");
}

TEST(TensorNumbers, AreNotOfTensorsThatDifferInMore) {
    const Tensor weight = parameter("weight", {5, 7});
    Tensor half = parameter("bias", {5}), frozen = half, packed = half;
    half.dtype = "float16";
    frozen.trainable = false;
    packed.packed_in = 8;
    const Integer large = Integer{1} << 31;
    const std::vector<Tensor> others[] = {
        {weight},
        {weight, parameter("scale", {5})},
        {weight, buffer("bias", {5})},
        {weight, parameter("bias", {5, 1})},
        {weight, parameter("bias", {Polynomial::symbol("d")})},
        {weight, parameter("bias", {2 * large})},
        {parameter("weight", {large, large}), parameter("bias", {5})},
        {weight, half},
        {weight, frozen},
        {weight, packed},
    };
    for (const std::vector<Tensor>& tensors : others)
        EXPECT_FALSE(sizes_of_alike(tensors, kPattern.items())) << tensors.back().name.view();
    TensorReport tied = report("bias", {2});
    tied.tied_to = "other.bias";
    const SharedList<TensorReport> shared = {report("weight", {2, 3}), tied};
    EXPECT_FALSE(sizes_of_alike(std::vector<Tensor>{weight, parameter("bias", {5})}, shared.items()));
}

/// Numbers that came from elsewhere may be too few, and their product too large.
TEST(TensorNumbers, MayBeWrong) {
    EXPECT_EQ(described(NumberedList<TensorReport>(kPattern, {9}).list()), "weight(9, 3)27 bias(2,)2 ");
    const std::uint32_t most = UINT32_MAX;
    const SharedList<TensorReport> cube = {report("cube", {2, 2, 2})};
    EXPECT_EQ(NumberedList<TensorReport>(cube, {most, most, most}).list().size(), 1u);
}

/// What a layer says beside another that differs in numbers is what it says alone.
TEST(TensorNumbers, DoNotShowInAReport) {
    const std::string_view layers[] = {
        "Linear(in_features=7, out_features=5, bias=True)",
        "Linear(in_features=1200, out_features=5, bias=False)",
        "Linear(in_features=12, out_features=4000, bias=True)",
        "Conv2d(4, 12, kernel_size=(3, 3), stride=(1, 1))",
        "Conv2d(100, 12, kernel_size=(3, 11), stride=(1, 1))",
        "BatchNorm2d(1000, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
        "BatchNorm2d(64, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
    };
    std::string list = "ModuleList(\n";
    for (const std::string_view layer : layers) list += "  (0): " + std::string(layer) + "\n";
    const Report together = count_text(list + ")\n");
    for (std::size_t i = 0; i < std::size(layers); ++i) {
        const Report alone = count_text("ModuleList(\n  (0): " + std::string(layers[i]) + "\n)\n");
        EXPECT_EQ(described(together.nodes[i + 1].facts->tensors.list()),
                  described(alone.nodes[1].facts->tensors.list()))
            << layers[i];
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
