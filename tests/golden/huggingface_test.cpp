// Models of Hugging Face's transformers, counted from what print() gives, against torch's FlopCounterMode.
#include <gtest/gtest.h>

#include <ostream>

#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

struct Case {
    std::string_view print;  ///< in the folder of facts
    std::string_view input;
    Integer flops;           ///< as FlopCounterMode measured them
    Integer rotary = 0;      ///< of those, the outer product of positions and frequencies: head_dim/2 MACs a token
};

constexpr Case kCases[] = {
    {"hf_made/google__gemma-2b.print.txt", "1,128", 643976691712, 256 * 128},
    {"hf_made/Qwen__Qwen3-0.6B.print.txt", "1,128", 156330115072, 128 * 128},
    {"hf_made/openai-community__gpt2.print.txt", "1,128", 32228179968},
    {"hf_made/openai-community__gpt2.print.txt", "1,1024", 291648307200},
    {"hf_made/mlc_mistral_7b.print.txt", "1,128", 1828850778112, 128 * 128},
    {"hf_made/mlc_phi-3_5.print.txt", "1,128", 959371554816, 96 * 128},
    {"hf_made/mlc_phi-3_5.print.txt", "1,1024", 8035749691392, 96 * 1024},
    {"hf_constructed/roberta-base-ForMaskedLM.print.txt", "1,128", 32380747776},
    {"hf_made/google-t5__t5-small.print.txt", "1,128; 1,128", 16089350144},
    {"hf_made/google__vit-base-patch16-224.print.txt", "1,3,224,224", 35127656448},
    {"print/217_FalconForCausalLM.txt", "1,128", 1781413191680, 64 * 128},
};

void PrintTo(const Case& model, std::ostream* stream) {
    *stream << model.print << " at " << model.input;
}

class HuggingFace : public testing::TestWithParam<Case> {};

TEST_P(HuggingFace, FlopsAreWhatIsMeasured) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: printed models cannot be read";
    const std::optional<std::string> text = read_file(*folder + "/" + std::string(GetParam().print));
    ASSERT_TRUE(text);
    CountOptions options;
    options.inputs = *parse_input_shapes(GetParam().input);
    const Report report = count_text(*text, options);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_TRUE(report.root()->facts->flops.is_complete()) << problems(report);
    ASSERT_TRUE(report.root()->facts->flops.value);
    EXPECT_EQ(to_string(*report.root()->facts->flops.value), to_string(GetParam().flops - GetParam().rotary));
}

INSTANTIATE_TEST_SUITE_P(Prints, HuggingFace, testing::ValuesIn(kCases));

}  // namespace
}  // namespace paramscope::golden
