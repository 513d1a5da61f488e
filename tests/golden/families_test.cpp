// Families of models, each by one print: all is known of them, and totals are those that their libraries
// give.
#include <gtest/gtest.h>

#include <ostream>

#include "base/concat.h"
#include "base/ranges.h"
#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

struct Case {
    std::string_view print;  ///< in the folder `families`
    std::string_view input;
    Integer parameters;  ///< untied
    Integer active = 0;  ///< where not all of them are
    Integer flops = 0;   ///< where they were measured
    Basis basis = Basis::Exact;
    bool has_all_flops = true;
};

constexpr Case kCases[] = {
    {"albert", "1,128", 11683584},
    {"beit", "1,3,224,224", 86530984, 0, 35127656448, Basis::Approximate},
    {"bert", "1,128", 335141888, 0, 78922121216},
    {"bert", "1,512", 335141888, 0, 335009546240},
    {"clip", "1,77; 1,3,224,224", 151277313},
    {"convnext", "1,3,224,224", 28589128, 0, 8911062528, Basis::Approximate},
    {"deepseek_v3", "1,128", 671026404352, 37552282624},
    {"deit", "1,3,224,224", 86569192},
    {.print = "dinov2",
     .input = "1,3,224,224",
     .parameters = 85528320,
     .active = 0,
     .flops = 0,
     .basis = Basis::Partial},
    {"gpt_oss", "1,128", 116829156672, 5711982912},
    {"mamba2", "1,128", 128989632 + 50288 * 768},
    {"mixtral", "1,128", 46702792704, 12879925248},
    {"resnet", "1,3,224,224", 25557032, 0, 8178368512},
    {"sd15", "1,4,64,64; 1; 1,77,768", 859520964},
    {"siglip", "1,64; 1,3,224,224", 203155970},
    // Its windows are not printed.
    {"swin", "1,3,224,224", 28288354, 0, 8981133312, Basis::Approximate, false},
    {"timm_convnext", "1,3,224,224", 28589128, 0, 8911062528},
    {"timm_convnextv2", "1,3,224,224", 28635496, 0, 8911062528},
    {"timm_efficientnet", "1,3,224,224", 5288548},
    {"timm_resnet", "1,3,224,224", 25557032, 0, 8178368512},
    {"timm_swin", "1,3,224,224", 28288354, 0, 8981133312, Basis::Approximate, false},
    {.print = "timm_vit",
     .input = "1,3,224,224",
     .parameters = 5717416,
     .active = 0,
     .flops = 0,
     .basis = Basis::Approximate,
     .has_all_flops = false},
    {"unet", "1,3,64,96", 31037698, 0, 9032171520},
    {"vae", "1,3,512,512", 83653863},
    {"wav2vec2", "1,16000", 94396320, 0, 13825157120, Basis::Approximate},
};

void PrintTo(const Case& model, std::ostream* stream) {
    *stream << model.print << " at " << model.input;
}

Report count_print(const std::string& path, std::string_view input) {
    const std::optional<std::string> text = read_file(path);
    EXPECT_TRUE(text) << path;
    CountOptions options;
    options.inputs = *parse_input_shapes(input);
    return count_text(text.value_or(""), options);
}

class Families : public testing::TestWithParam<Case> {};

TEST_P(Families, AreWhollyKnown) {
    const Case& model = GetParam();
    const Report report =
        count_print(concat(golden_folder(), "/families/", model.print, ".txt"), model.input);
    ASSERT_NE(report.root(), nullptr);
    const NodeReport& root = *report.root();
    EXPECT_EQ(root.facts->flops.is_complete(), model.has_all_flops) << problems(report);
    if (model.basis == Basis::Exact) {
        EXPECT_TRUE(root.facts->parameters.is_complete()) << problems(report);
    } else {
        EXPECT_EQ(to_string(root.facts->parameters.basis), to_string(model.basis)) << problems(report);
    }
    EXPECT_EQ(to_string(root.facts->parameters.value.value_or(0)), to_string(model.parameters));
    EXPECT_EQ(to_string(root.facts->active().value.value_or(0)),
              to_string(model.active == 0 ? model.parameters : model.active));
    if (model.flops != 0) {
        EXPECT_EQ(to_string(root.facts->flops.value.value_or(0)), to_string(model.flops));
    }
}

INSTANTIATE_TEST_SUITE_P(Prints, Families, testing::ValuesIn(kCases));

struct Published {
    std::string_view print;  ///< in the folder of facts
    std::string_view input;
    Integer parameters;  ///< with the ties that the type has by default
};

constexpr Published kPublished[] = {
    {"hf_constructed/deberta-v3-small-DebertaV2Model.print.txt", "1,128", 141304320},
    {"hf_constructed/mamba-1.4b.print.txt", "1,128", 1372178432},
    {"hf_constructed/whisper-tiny.print.txt", "1,80,3000; 1,128", 37760640},
    {"hf_constructed/whisper-large-v3.print.txt", "1,128,3000; 1,128", 1543490560},
    {"hf_made/LiquidAI__LFM2-1.2B.print.txt", "1,128", 1170340608},
    {"hf_made/mlc_gpt_bigcode.print.txt", "1,128", 1124886528},
    {"print/050_BloomModel.txt", "1,128", 16156544},
    {"print/051_GPTJForCausalLM.txt", "1,128", 6050882784},
    {"print/052_AlexNet.txt", "1,3,32,32", 23272266},
    {"print/071_PhiForCausalLM.txt", "1,128", 2779683840},
    {"print/206_VGG.txt", "1,3,224,224", 138357544},
};

TEST(Families, PublishedPrintsAreWhollyKnown) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: published prints cannot be read";
    for (const Published& model : kPublished) {
        const Report report = count_print(concat(*folder, "/", model.print), model.input);
        ASSERT_NE(report.root(), nullptr) << model.print;
        EXPECT_TRUE(report.root()->facts->parameters.is_complete() &&
                    report.root()->facts->flops.is_complete())
            << model.print << "\n"
            << problems(report);
        const bool ties =
            any_of(report.possible_ties, [](const PossibleTie& tie) { return tie.is_by_default; });
        const Integer most = report.root()->facts->parameters.value.value_or(0);
        EXPECT_EQ(to_string(ties ? report.parameters_min.value_or(0) : most), to_string(model.parameters))
            << model.print;
    }
}

/// What peft says of its models: "all params", which counts what 4-bit weights are packed in, "trainable
/// params".
struct Adapted {
    std::string_view print;
    Integer parameters, stored, trainable;
};
constexpr Adapted kAdapted[] = {
    {"print/067_PeftModelForCausalLM.txt", 7262992384, 3773331456, 21260288},
    {"print/070_PeftModelForCausalLM.txt", 46823143424, 23602952192, 120350720},
    {"print/072_PeftModelForCausalLM.txt", 2816384000, 2816384000, 36700160},
    {"print/073_PeftModelForCausalLM.txt", 2788858880, 2788858880, 9175040},
    {"print/107_PeftModelForSeq2SeqLM.txt", 1742093312, 1742093312, 282624},
};

TEST(Families, StoredAndTrainedElementsAreThoseThatWereStated) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: published prints cannot be read";
    for (const Adapted& model : kAdapted) {
        const Report report = count_text(read_file(concat(*folder, "/", model.print)).value_or(""));
        ASSERT_NE(report.root(), nullptr) << model.print;
        EXPECT_EQ(to_string(report.root()->facts->parameters.value.value_or(0)), to_string(model.parameters))
            << model.print;
        EXPECT_EQ(to_string(report.root()->facts->stored().value.value_or(0)), to_string(model.stored))
            << model.print;
        EXPECT_EQ(to_string(report.root()->facts->trainable().value_or(0)), to_string(model.trainable))
            << model.print;
    }
}

/// A mixture of experts that does not say how large it is: nothing below it reads complete.
TEST(Families, MixturesThatHideTheirSizesAreNotComplete) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: published prints cannot be read";
    for (const std::string_view print :
         {"dolphin-2.5-mixtral-8x7b", "Qwen__Qwen3-Coder-480B-A35B-Instruct", "deepseek-ai__DeepSeek-V2-Lite",
          "deepseek-ai__DeepSeek-V3", "deepseek-ai__DeepSeek-V4-Flash", "openai__gpt-oss-120b",
          "nvidia__MiniMax-M2.5-NVFP4", "ibm-granite__granite-3.1-1b-a400m-instruct",
          "nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8", "meta-llama__Llama-4-Scout-17B-16E-Instruct",
          "google__gemma-4-26B-A4B", "Qwen__Qwen3.5-35B-A3B"}) {
        const Report report = count_print(concat(*folder, "/hf_made/", print, ".print.txt"), "1,128");
        ASSERT_NE(report.root(), nullptr) << print;
        EXPECT_FALSE(report.root()->facts->parameters.is_complete()) << print;
        EXPECT_FALSE(report.root()->facts->active().is_complete()) << print;
        EXPECT_FALSE(report.root()->facts->flops.is_complete()) << print;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
