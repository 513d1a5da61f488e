#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Normalization, CountsAsPyTorchDoes) {
    const Case cases[] = {
        {"BatchNorm1d(6, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)", "(4, 6)", "(4, 6)",
         "12", "13"},
        {"BatchNorm1d(6)", "(4, 6, 9)", "(4, 6, 9)", "12", "13"},
        {"BatchNorm2d(6, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=True)",
         "(4, 6, 9, 9)", "(4, 6, 9, 9)", "0", "13"},
        {"BatchNorm2d(6, affine=True, bias=False)", "(4, 6, 9, 9)", "(4, 6, 9, 9)", "6", "13"},
        {"BatchNorm3d(6, eps=0.001, momentum=None, affine=True, track_running_stats=False)",
         "(4, 6, 5, 5, 5)", "(4, 6, 5, 5, 5)", "12"},
        {"SyncBatchNorm(6)", "(4, 6, 3)", "(4, 6, 3)", "12", "13"},
        {"FrozenBatchNorm2d(64, eps=1e-05)", "(1, 64, 8, 8)", "(1, 64, 8, 8)", "0", "256"},
        {"DetrFrozenBatchNorm2d(num_features=64)", "(1, 64, 8, 8)", "(1, 64, 8, 8)", "0", "256"},
        {"InstanceNorm1d(6)", "(6, 9)", "(6, 9)"},
        {"InstanceNorm2d(6)", "(4, 5, 9, 9)", "(4, 5, 9, 9)"},
        {"InstanceNorm3d(6, affine=True, track_running_stats=True)", "(4, 6, 5, 5, 5)", "(4, 6, 5, 5, 5)",
         "12", "13"},
        {"LayerNorm((5, 16), eps=1e-05, elementwise_affine=True)", "(2, 5, 16)", "(2, 5, 16)", "160"},
        {"LayerNorm((16,), eps=1e-05, elementwise_affine=True, bias=False)", "(2, 16)", "(2, 16)", "16"},
        {"LayerNorm(16, elementwise_affine=False)", "(2, 16)", "(2, 16)"},
        {"LayerNorm2d((96,), eps=1e-06, elementwise_affine=True)", "(1, 96, 7, 7)", "(1, 96, 7, 7)", "192"},
        {"FusedLayerNorm(torch.Size([8]), eps=1e-05)", "(2, 8)", "(2, 8)", "16"},
        {"RMSNorm((4, 16), eps=None, elementwise_affine=True)", "(2, 4, 16)", "(2, 4, 16)", "64"},
        {"LlamaRMSNorm((4096,), eps=1e-06)", "(1, 9, 4096)", "(1, 9, 4096)", "4096"},
        {"MambaRMSNorm(2048, eps=1e-05)", "(1, 9, 2048)", "(1, 9, 2048)", "2048"},
        {"T5LayerNorm(512)", "(1, 9, 512)", "(1, 9, 512)", "512"},
        {"MT5LayerNorm(512)", "(1, 9, 512)", "(1, 9, 512)", "512"},
        {"Zamba2RMSNormGated(512)", "(1, 9, 512)", "(1, 9, 512)", "512"},
        {"DeepseekV4UnweightedRMSNorm()", "(1, 9, 512)", "(1, 9, 512)"},
        {"Llama4TextL2Norm(eps=1e-05)", "(1, 9, 512)", "(1, 9, 512)"},
        {"GroupNorm(3, 12, eps=1e-05, affine=True)", "(2, 12, 5, 5)", "(2, 12, 5, 5)", "24"},
        {"GroupNorm(12, 12, affine=False)", "(2, 12)", "(2, 12)"},
        {"GroupNorm(3, 12, affine=True, bias=False)", "(2, 12, 5, 5)", "(2, 12, 5, 5)", "12"},
        {"BatchNormAct2d(6, eps=1e-05)", "(1, 6, 2, 2)", "(1, 6, 2, 2)", "12", "13"},
        {"LocalResponseNorm(5, alpha=0.0001, beta=0.75, k=1.0)", "(2, 6, 9, 9)", "(2, 6, 9, 9)"},
        {"CrossMapLRN2d(5, alpha=0.0001, beta=0.75, k=1)", "(2, 6, 9, 9)", "(2, 6, 9, 9)"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(Normalization, TakesItsWidthFromElsewhereWhenPrintShowsNone) {
    for (const char* type :
         {"LlamaRMSNorm", "RMSNorm", "T5LayerNorm", "ImageGPTLayerNorm", "BertLayerNorm"}) {
        const FoundLayer found = find_layer(std::string_view(type));
        ASSERT_NE(found.rule, nullptr) << type;
        EXPECT_EQ(found.rule->width_argument, "normalized_shape") << type;
    }
}

TEST(Normalization, NamesItsTensorsAsStateDictDoes) {
    const Layer layer("BatchNorm2d(8)");
    const char* names[] = {"weight", "bias", "running_mean", "running_var", "num_batches_tracked"};
    ASSERT_EQ(layer.tensors.size(), std::size(names));
    for (std::size_t i = 0; i < std::size(names); ++i) EXPECT_EQ(layer.tensors[i].name, names[i]);
    EXPECT_TRUE(layer.tensors.back().shape.empty());
}

TEST(Normalization, ReportsMistakes) {
    const Mistake mistakes[] = {
        {"BatchNorm2d()", "", "arguments.missing(type: BatchNorm2d, name: num_features)", "BatchNorm2d"},
        {"BatchNorm2d(6)", "(4, 7, 9, 9)", "input.channels(type: BatchNorm2d, expected: 6, actual: 7)",
         "BatchNorm2d"},
        {"BatchNorm2d(6)", "(4, 6, 9)",
         "normalization.dimensions(type: BatchNorm2d, expected: 4, shape: (4, 6, 9))", "BatchNorm2d"},
        {"BatchNorm1d(6)", "(6,)",
         "normalization.dimensions_between(type: BatchNorm1d, least: 2, most: 3, shape: (6,))",
         "BatchNorm1d"},
        {"LayerNorm((5, 16))", "(2, 6, 16)",
         "input.features_of_dimension(type: LayerNorm, expected: 5, actual: 6, dimension: 1)", "LayerNorm"},
        {"LayerNorm((5, 16))", "(16,)", "input.at_least_dimensions(type: LayerNorm, least: 2, shape: (16,))",
         "LayerNorm"},
        {"LayerNorm(-4)", "", "normalization.whole_numbers(actual: -4)", "-4"},
        {"GroupNorm(5, 12)", "",
         "arguments.not_divisible(name: num_channels, value: 12, divisor_name: num_groups, divisor: 5)", "5"},
        {"InstanceNorm2d(6, affine=True)", "(4, 5, 9, 9)",
         "input.channels(type: InstanceNorm2d, expected: 6, actual: 5)", "InstanceNorm2d"},
        {"LlamaRMSNorm()", "", "arguments.not_shown(type: LlamaRMSNorm, name: normalized_shape)",
         "LlamaRMSNorm"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
