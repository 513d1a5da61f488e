#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

std::string printed(const std::string& head, const std::string& function) {
    return head +
           "\n  (parametrizations): ModuleDict(\n    (weight): ParametrizationList(\n      (0): " + function +
           "()\n    )\n  )\n)";
}

std::string names_and_shapes(const Layer& layer) {
    std::string text;
    for (const Tensor& tensor : layer.tensors) text += tensor.name + to_string(tensor.shape) + " ";
    return text;
}

TEST(Parametrized, WeightNormKeepsMagnitudeAndDirection) {
    Layer layer(printed("ParametrizedLinear(\n  in_features=8, out_features=4, bias=True", "_WeightNorm"));
    EXPECT_EQ(names_and_shapes(layer),
              "parametrizations.weight.original0(4, 1) parametrizations.weight.original1(4, 8) bias(4,) ");
    EXPECT_EQ(shown(layer.call(signals("(2, 8)"))), "(2, 4)");
    EXPECT_EQ(layer.problems(), "");
}

TEST(Parametrized, SpectralNormKeepsItsVectors) {
    const Layer layer(
        printed("ParametrizedConvTranspose2d(\n  4, 6, kernel_size=(3, 3), stride=(1, 1), bias=False",
                "_SpectralNorm"));
    EXPECT_EQ(names_and_shapes(layer),
              "parametrizations.weight.original(4, 6, 3, 3) parametrizations.weight.0._u(6,) "
              "parametrizations.weight.0._v(36,) ");
}

TEST(Parametrized, OrthogonalKeepsASquareBase) {
    const std::pair<std::string, std::string> cases[] = {
        {"ParametrizedLinear(\n  in_features=8, out_features=4, bias=False",
         "parametrizations.weight.original(4, 8) parametrizations.weight.0.base(8, 8) "},
        {"ParametrizedConv2d(\n  4, 6, kernel_size=(3, 2), stride=(1, 1), bias=False",
         "parametrizations.weight.original(6, 4, 3, 2) parametrizations.weight.0.base(6, 4, 3, 3) "},
    };
    for (const auto& [head, tensors] : cases) {
        EXPECT_EQ(names_and_shapes(Layer(printed(head, "_Orthogonal"))), tensors);
    }
}

TEST(Parametrized, OtherFunctionsKeepTheOriginal) {
    const Layer layer(printed("ParametrizedEmbedding(\n  10, 4", "Symmetric"));
    EXPECT_EQ(names_and_shapes(layer), "parametrizations.weight.original(10, 4) ");
}

}  // namespace
}  // namespace paramscope::layers_test
