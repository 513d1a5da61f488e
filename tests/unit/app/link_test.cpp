#include "app/document/link.h"

#include <gtest/gtest.h>

#include "presets/presets.h"

namespace paramscope::app {
namespace THIS_FILE {

using platform::Fields;

Document preset_document(std::string_view name) {
    Document document;
    document.text = std::string(find_preset(name)->text);
    document.name = find_preset(name)->title;
    return document;
}

void expect_same(const Document& a, const Document& b) {
    EXPECT_EQ(a.text, b.text);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.edited, b.edited);
    EXPECT_EQ(a.build, b.build);
    EXPECT_EQ(a.overrides, b.overrides);
    EXPECT_EQ(a.input, b.input);
    EXPECT_EQ(a.convention, b.convention);
    EXPECT_EQ(a.mode, b.mode);
    EXPECT_EQ(a.causal, b.causal);
    EXPECT_EQ(a.memory, b.memory);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.selection, b.selection);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.opened, b.opened);
}

/// As a sentence quotes it.
std::string shortened(const std::string& words) {
    return words.size() <= 40 ? words : words.substr(0, 40) + "…";
}

TEST(Link, APresetAsItIsNeedsOnlyItsName) {
    EXPECT_EQ(to_fields(preset_document("gpt2")), (Fields{{"preset", "gpt2"}}));
}

TEST(Link, BringsDocumentsBack) {
    Document full = preset_document("llama-2-7b");
    full.text = std::string("d = 8\nLinear(d, 4)\n");
    full.name = "Mine <b> “quoted”";
    full.overrides = {{"d", Rational(24)}, {"ratio", *Rational::make(-1, 3)}};
    full.build = "Net(width=8)";
    full.input = "1,8";
    full.convention = conventions().back().name;
    full.mode = Mode::Decode;
    full.causal = true;
    full.memory = {.is_training = true,
                   .optimizer = Optimizer::AdamMixed,
                   .weights_dtype = "float16",
                   .cache_dtype = "fp8",
                   .engine = &engines().front(),
                   .generates = true,
                   .recomputes = true,
                   .recomputes_attention = true,
                   .attention = AttentionKernel::Eager,
                   .has_kernels_of_cpu = true,
                   .autocast = "bfloat16",
                   .loss = Loss::CrossEntropy,
                   .accumulates = true,
                   .drops_output = true,
                   .adapters = {16, "q_proj,v_proj", "lm_head"},
                   .offload = Offload::Parameters,
                   .zero_stage = 3,
                   .devices = 64,
                   .tensor_parallel = 8,
                   .pipeline_parallel = 4,
                   .expert_parallel = 2};
    full.device = *find_device("H100");
    full.selection = "encoder.0.attn";
    full.depth = 3;
    full.opened = {{"encoder", true}, {"a:b=c", false}};

    Document changed = preset_document("llama-2-7b");
    changed.overrides = {{"H", Rational(5120)}};

    Document renamed = preset_document("gpt2");
    renamed.name = "My GPT";

    Document edited = preset_document("gpt2");
    edited.text.edit() += "\n# and more";
    edited.edited = true;

    for (const Document& document : {preset_document("resnet-50"), full, changed, renamed, edited}) {
        SCOPED_TRACE(document.name);
        const LinkedDocument back = from_fields(to_fields(document));
        ASSERT_TRUE(back.document.has_value());
        EXPECT_EQ(back.problem, "");
        expect_same(*back.document, document);
    }
}

TEST(Link, LeavesOutMoreOpenedModulesThanALinkShouldHold) {
    Document document = preset_document("gpt2");
    for (std::size_t i = 0; i <= kMostOpened; ++i) document.opened[std::to_string(i)] = true;
    EXPECT_EQ(to_fields(document).size(), 1u);
}

TEST(Link, ExplainsWhatItCannotUse) {
    const struct {
        Fields fields;
        bool opens;
        std::string_view problem;
    } cases[] = {
        {{}, false, "The link names no model."},
        {{{"name", "x"}}, false, "The link names no model."},
        {{{"preset", "gpt-99"}}, false, "There is no model called “gpt-99” here."},
        {{{"text", ""}, {"set:d", "lots"}}, true, "The link sets “d” to “lots”, which is not a number."},
        {{{"text", ""}, {"set:d", "2*h"}}, true, "The link sets “d” to “2*h”, which is not a number."},
        {{{"text", ""}, {"set:d", "1/0"}}, true, "The link sets “d” to “1/0”, which is not a number."},
        {{{"text", ""}, {"set:d", ""}}, true, "The link sets “d” to “”, which is not a number."},
        {{{"text", ""}, {"convention", "astrology"}},
         true,
         "The link counts FLOPs by “astrology”, which is not a known convention."},
        {{{"text", ""}, {"mode", "backward"}},
         true,
         "The link counts in the mode “backward”, which is not a known one."},
        {{{"text", ""}, {"device", "Abacus"}},
         true,
         "The link names the device “Abacus”, which is not in the list."},
        {{{"text", ""}, {"memory:gpus", "12"}, {"memory:tensor_parallel", "8"}},
         true,
         "The number of devices must be a multiple of those that hold one model."},
        {{{"text", ""}, {"tomorrow", "?"}, {"open:", "2"}, {"set:d", "4*(8k)"}}, true, ""},
    };
    for (const auto& [fields, opens, problem] : cases) {
        SCOPED_TRACE(problem);
        const LinkedDocument linked = from_fields(fields);
        EXPECT_EQ(linked.document.has_value(), opens);
        EXPECT_EQ(linked.problem, problem);
    }
}

TEST(Link, LeavesSwitchesOfMemoryAsTheyAreForWhatIsNoneOfTheirValues) {
    const std::pair<std::string, std::string> cases[] = {
        {"purpose", "world domination"},
        {"dtype", "float64; drop"},
        {"optimizer", "Adam"},
        {"recompute", "yes"},
        {"accumulate", "yes"},
        {"autocast", "int8"},
        {"attention", "full"},
        {"kernels", "tpu"},
        {"loss", "none"},
        {"lora_rank", "-1"},
        {"lora_modules", std::string(1001, 'x')},
        {"offload", "everything"},
        {"lora_rank", "1000001"},
        {"zero", "4"},
        {"gpus", "0"},
        {"gpus", "99999999999999999999999999999999999999999"},
        {"tensor_parallel", "2.5"},
        {"", ""},
        {"overclocked", "1"},
    };
    for (const auto& [name, value] : cases) {
        SCOPED_TRACE(name + "=" + value);
        const LinkedDocument linked = from_fields({{"text", ""}, {"memory:" + name, value}});
        ASSERT_TRUE(linked.document.has_value());
        EXPECT_EQ(linked.document->memory, MemoryOptions());
        EXPECT_EQ(linked.problem, "The link sets the memory switch “" + name + "” to “" + shortened(value) +
                                      "”, which is not possible here.");
    }
}

TEST(Link, CutsWhatIsLongBetweenCharacters) {
    std::string name = "x";
    for (int i = 0; i < 1000; ++i) name += "型";
    const LinkedDocument linked = from_fields({{"text", ""}, {"name", name}});
    ASSERT_TRUE(linked.document.has_value());
    EXPECT_EQ(linked.document->name.size(), 199 + std::string_view("…").size());
    EXPECT_TRUE(linked.document->name.ends_with("型…"));
}

TEST(Link, ExpressionsBecomeNumbersAndTheFirstOfANameCounts) {
    const LinkedDocument linked = from_fields({{"text", "Linear(d, 1)"}, {"set:d", "4*8k"}, {"set:d", "1"}});
    ASSERT_TRUE(linked.document.has_value());
    EXPECT_EQ(linked.document->overrides.size(), 1u);
    EXPECT_EQ(*linked.document->find_override("d"), Rational(32000));
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
