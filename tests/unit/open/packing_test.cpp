// Packed weights of quantised models: parameters are the elements before packing.
#include "open/tensors/packing.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "model/write.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    const char* what;
    std::vector<NamedTensor> tensors;
    const char* parameters;  ///< "at least" where the shapes leave it open
    const char* stored;
    const char* bytes;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

/// The model of a set, and what was said about it.
struct Unpacked {
    std::string text;
    Diagnostics diagnostics;
};

Unpacked unpack(std::vector<NamedTensor> tensors, std::string_view root_type = "Net") {
    TensorSet set;
    set.tensors = std::move(tensors);
    Unpacked unpacked;
    unpacked.diagnostics = unpack_weights(set);
    unpacked.text = write_model_text(tensor_model(set, root_type));
    return unpacked;
}

bool has_warning(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Warning; });
}

class PackedWeights : public testing::TestWithParam<Case> {};

TEST_P(PackedWeights, AreCountedAsBeforePacking) {
    const Unpacked unpacked = unpack(GetParam().tensors);
    const Report report = count_text(unpacked.text);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_FALSE(has_errors(report.diagnostics)) << unpacked.text;
    const ModuleFacts& facts = *report.root()->facts;
    const std::string at_least = has_warning(unpacked.diagnostics) ? "at least " : "";
    EXPECT_EQ(at_least + to_string(facts.parameters.value.value_or(-1)), GetParam().parameters)
        << unpacked.text;
    EXPECT_EQ(to_string(facts.stored().value.value_or(-1)), GetParam().stored) << unpacked.text;
    EXPECT_EQ(to_string(report.bytes.value_or(-1)), GetParam().bytes) << unpacked.text;
}

TEST(PackedWeight, OfIntegersIsFrozen) {
    for (const char* dtype : {"int8", "float8_e4m3fn"}) {
        const Report report =
            count_text(unpack({{"q.weight", {8, 8}, dtype}, {"q.weight_scale", {8, 1}}}).text);
        EXPECT_EQ(report.root()->facts->trainable(), OptionalInteger(dtype[0] == 'i' ? 0 : 64)) << dtype;
    }
}

const Case kCases[] = {
    {"GPTQ",
     {{"q.qweight", {512, 4096}, "int32"},
      {"q.qzeros", {32, 512}, "int32"},
      {"q.scales", {32, 4096}, "float16"},
      {"q.g_idx", {4096}, "int32"}},
     "16777216",
     "2248704",
     "8732672"},
    {"GPTQ of 3 bits",
     {{"q.qweight", {12, 64}, "int32"}, {"q.qzeros", {1, 6}, "int32"}, {"q.scales", {1, 64}, "float16"}},
     "8192",
     "838",
     "3224"},
    {"GPTQ without zero points: the inputs tell",
     {{"q.qweight", {16, 8}, "int32"}, {"q.scales", {1, 8}, "float16"}, {"q.g_idx", {128}, "int32"}},
     "1024",
     "264",
     "1040"},
    {"GPTQ without what tells",
     {{"q.qweight", {16, 8}, "int32"}, {"q.scales", {1, 8}, "float16"}},
     "at least 512",
     "136",
     "528"},
    {"GPTQ as numbers of elements",
     {{"q.qweight", {128}}, {"q.qzeros", {1}}, {"q.scales", {8}}, {"q.g_idx", {128}}},
     "1024",
     "265",
     "1060"},
    {"AWQ",
     {{"q.qweight", {128, 16}, "int32"}, {"q.qzeros", {1, 16}, "int32"}, {"q.scales", {1, 128}, "float16"}},
     "16384",
     "2192",
     "8512"},
    {"EETQ", {{"q.qweight", {8, 4}, "int8"}, {"q.weight_scales", {4}, "float16"}}, "32", "36", "40"},
    {"MLX: 4 bits for 64, 8 for 32 or 2 for 128",
     {{"q.weight", {64, 32}, "uint32"}, {"q.scales", {64, 4}, "float16"}, {"q.biases", {64, 4}, "float16"}},
     "at least 8192",
     "2560",
     "9216"},
    {"MLX: only 6 bits for 128",
     {{"q.weight", {64, 48}, "uint32"}, {"q.scales", {64, 2}, "float16"}, {"q.biases", {64, 2}, "float16"}},
     "16384",
     "3328",
     "12800"},
    {"MLX, mxfp4",
     {{"q.weight", {64, 32}, "uint32"}, {"q.scales", {64, 8}, "uint8"}},
     "16384",
     "2560",
     "8704"},
    {"compressed-tensors",
     {{"q.weight_packed", {64, 32}, "int32"},
      {"q.weight_scale", {64, 2}, "bfloat16"},
      {"q.weight_shape", {2}, "int64"}},
     "at least 8192",
     "2178",
     "8464"},
    {"compressed-tensors with zero points",
     {{"q.weight_packed", {64, 32}, "int32"},
      {"q.weight_scale", {64, 2}, "bfloat16"},
      {"q.weight_zero_point", {8, 2}, "int32"}},
     "16384",
     "2192",
     "8512"},
    {"compressed-tensors, NVFP4",
     {{"q.weight_packed", {8, 16}, "uint8"},
      {"q.weight_scale", {8, 2}, "float8_e4m3fn"},
      {"q.weight_global_scale", {1}, "float32"}},
     "256",
     "145",
     "148"},
    {"MXFP4",
     {{"e.up_blocks", {2, 64, 2, 16}, "uint8"},
      {"e.up_scales", {2, 64, 2}, "uint8"},
      {"e.up_bias", {2, 64}, "bfloat16"}},
     "8320",
     "4480",
     "4608"},
    {"NVFP4",
     {{"q.weight", {128, 64}, "uint8"},
      {"q.weight_scale", {128, 8}, "float8_e4m3fn"},
      {"q.weight_scale_2", {}, "float32"},
      {"q.input_scale", {}, "float32"}},
     "16384",
     "9218",
     "9224"},
    {"bytes of two rows",
     {{"q.weight", {64, 128}, "uint8"}, {"q.weight_scale", {128, 1}, "float32"}},
     "16384",
     "8320",
     "8704"},
    {"FP8",
     {{"q.weight", {256, 256}, "float8_e4m3fn"},
      {"q.weight_scale_inv", {2, 2}, "float32"},
      {"q.bias", {256}}},
     "65792",
     "65796",
     "66576"},
    {"FP8 of fused experts, and the scales of a cache",
     {{"e.up", {2, 8, 8}, "float8_e4m3fn"}, {"e.up_scale_inv", {2, 1, 1}}, {"attn.k_scale", {1}}},
     "128",
     "131",
     "140"},
    {"8 bits as integers", {{"q.weight", {8, 8}, "int8"}, {"q.weight_scale", {8, 1}}}, "64", "72", "96"},
    {"4 bits beside exponents",
     {{"q.weight", {64, 64}, "int8"}, {"q.scale", {64, 4}, "float8_e8m0fnu"}},
     "8192",
     "4352",
     "4352"},
    {"bytes of nobody knows how many elements",
     {{"q.weight", {32, 128}, "uint8"}, {"q.weight_scale", {1}, "bfloat16"}},
     "at least 4096",
     "4097",
     "4098"},
    {"bitsandbytes of 4 bits",
     {{"q.weight", {8192, 1}, "uint8"},
      {"q.weight.absmax", {256}, "uint8"},
      {"q.weight.quant_map", {16}},
      {"q.weight.quant_state.bitsandbytes__nf4", {60}, "uint8"}},
     "16384",
     "8524",
     "8572"},
    {"bitsandbytes in numbers of 16 bits",
     {{"q.weight", {64, 1}, "bfloat16"}, {"q.weight.absmax", {4}}},
     "256",
     "68",
     "144"},
    {"bitsandbytes of 8 bits",
     {{"q.weight", {8, 8}, "int8"}, {"q.SCB", {8}}, {"q.weight_format", {}, "uint8"}},
     "64",
     "73",
     "97"},
    {"EXL3",
     {{"q.trellis", {8, 4, 64}, "int16"}, {"q.suh", {128}, "float16"}, {"q.svh", {64}, "float16"}},
     "8192",
     "2240",
     "4480"},
    {"AQLM",
     {{"q.codes", {64, 16, 1}, "int16"},
      {"q.codebooks", {1, 256, 1, 8}, "float16"},
      {"q.scales", {64, 1, 1, 1}, "float16"}},
     "8192",
     "3136",
     "6272"},
    {"a text without types: the scales may be parameters",
     {{"q.weight", {8, 8}}, {"q.weight_scale", {8, 1}}},
     "at least 64",
     "72",
     "288"},
    {"no packing: a float weight with a scale",
     {{"q.weight", {8, 8}, "float16"}, {"q.scale", {8}, "float16"}},
     "72",
     "72",
     "144"},
    {"no packing: numbers of whole words",
     {{"q.index", {8, 8}, "int32"}, {"n.scales", {8}, "float16"}},
     "72",
     "72",
     "272"},
    {"sizes beyond all limits",
     {{"q.qweight", {1ull << 40, 1ull << 20}, "int32"},
      {"q.qzeros", {1ull << 60, 1ull << 60}, "int32"},
      {"q.scales", {1ull << 62, 1}, "float16"}},
     "at least 4611686018427387904",
     "1329227995784915878668414583314579456",
     "5316911983139663505450286296403542016"},
};

INSTANTIATE_TEST_SUITE_P(Forms, PackedWeights, testing::ValuesIn(kCases));

TEST(PackedLayers, AreLayersOfTheirShapesBeforePacking) {
    const Unpacked unpacked = unpack({{"fc.qweight", {16, 16}, "int32"},
                                      {"fc.qzeros", {1, 2}, "int32"},
                                      {"fc.scales", {1, 16}, "float16"},
                                      {"fc.bias", {16}, "float16"}},
                                     "Sequential");
    EXPECT_EQ(unpacked.text,
              "dtype = float16\n\n"
              "Sequential(\n"
              "  (fc): Linear(in_features=128, out_features=16, bias=True\n"
              "    (weight): Parameter(16, 128, requires_grad=False, dtype=int4, packed_in=32)\n"
              "    (qzeros): Buffer(1, 2, dtype=int32, packed_in=32)\n"
              "    (scales): Buffer(1, 16, packed_in=16)\n"
              "  )\n"
              ")\n");
    const Report report = count_text("input = (1, 128)\n" + unpacked.text);
    EXPECT_EQ(to_string(report.root()->facts->macs.value.value_or(-1)), "2048");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
