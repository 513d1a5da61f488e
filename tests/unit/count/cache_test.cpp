// Keys and values that decoders keep, against what programs print of theirs; windows, types, and what a
// roofline reads.
#include "base/ranges.h"
#include "count/cost/cache.h"

#include <gtest/gtest.h>

#include "count/cost/memory_plan.h"
#include "count/cost/roofline.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// Layers that each keep `width` numbers for a token.
struct Decoder {
    int layers, width;
    std::string settings = {};  ///< lines of the text
};

Report counted(const Decoder& decoder, const std::string& tokens, Mode mode = Mode::Forward) {
    const std::string last = std::to_string(decoder.layers - 1), layers = std::to_string(decoder.layers);
    CountOptions options;
    options.mode = mode;
    return count_text(
        "dtype = float16\n" + decoder.settings + "tokens = " + tokens +
            "\ninput = (1, tokens, 8)\nNet(\n  (layers): ModuleList(\n    (0-" + last + "): " + layers +
            " x Layer(\n      (q): Linear(8, 8)\n      forward(x) = attention(q(x), q(x), q(x), cached=" +
            std::to_string(decoder.width) + ")\n    )\n  )\n  forward(x) = each(layers, x)\n)\n",
        options);
}

double mebibytes_of(const Report& report, const std::string& dtype, bool has_all) {
    MemoryOptions options;
    options.cache_dtype = dtype;
    const MemoryPlan plan = plan_memory(report, options);
    Quantity bytes;
    for (const MemoryPart& part : plan.parts) {
        if (part.name == "kv_cache") bytes = part.bytes;
    }
    if (has_all && plan.whole_cache) bytes = *plan.whole_cache;
    EXPECT_EQ(bytes.basis, Basis::Exact);
    return static_cast<double>(bytes.value.value_or(0)) / 1048576.0;
}

/// A window of 1024 tokens in all layers but every sixth.
constexpr const char* kOneOfSix = "sliding_window = 1024\nfull_attention_every = 6\n";
constexpr const char* kOneOfTwo = "sliding_window = 128\nfull_attention_every = 2\n";

TEST(Cache, IsAsProgramsPrintTheirs) {
    const struct {
        const char* source;
        Decoder decoder;  ///< the width: keys and values of all heads
        const char* tokens;
        const char* dtype;
        double mebibytes;
        bool has_all = false;  ///< of all tokens in every layer
    } rows[] = {
        {"github.com/vllm-project/vllm/issues/10517: Llama 3.1 8B, 1952 blocks of 16, 3.81 GiB",
         {32, 2048},
         "31232",
         "",
         3.81 * 1024},
        {"github.com/vllm-project/vllm/issues/10517: Llama 3.1 8B, 1478 blocks of 16, 2.89 GiB",
         {32, 2048},
         "23648",
         "",
         2.89 * 1024},
        {"github.com/vllm-project/vllm/issues/21348: Qwen3 235B on SGLang, one of 4 GPUs, 2 times 8.23 GiB",
         {94, 256},
         "367404",
         "",
         2 * 8.23 * 1024},
        {"github.com/ggml-org/llama.cpp/issues/11200: Qwen2.5 32B, q8_0, 4352.00 MiB",
         {64, 2048},
         "32768",
         "q8_0",
         4352},
        {"github.com/JamePeng/llama-cpp-python/pull/1: 28 layers of 512, 112.00 MiB",
         {28, 1024},
         "2048",
         "",
         112},
        {"github.com/abetlen/llama-cpp-python/issues/66: LLaMA 30B in float32, 1560.00 MB",
         {60, 13312},
         "512",
         "float32",
         1560},
        {"github.com/LostRuins/koboldcpp/issues/724: Qwen1.5 72B, 32,768 tokens and 80 more, 82120.00 MiB",
         {80, 16384},
         "32848",
         "",
         82120},
        {"github.com/ikawrakow/ik_llama.cpp/pull/259: DeepSeek R1, latent of 512 and 64, q8_0, 1166.62 MiB",
         {61, 576},
         "32768",
         "q8_0",
         1166.62},
        {"github.com/mitchross/talos-argocd-proxmox/pull/1995: 16 layers, 4 heads of 256, fp8, 302,921 "
         "tokens, 9.24 GiB",
         {16, 2048},
         "302921",
         "fp8",
         9.24 * 1024},
        // llama.cpp gives windows more cells than tokens, for what is computed at once; here the cells are
        // the window.
        {"github.com/ggml-org/llama.cpp, Hexagon backend developer details: gpt-oss-20b, q8_0, 102.00 + 3.19 "
         "MiB",
         {24, 1024, "sliding_window = 256\nfull_attention_every = 2\n"},
         "8192",
         "q8_0",
         102 + 3.19},
        {"github.com/unslothai/unsloth/pull/7530: Gemma 3 270M, 1,024 tokens, 18.0 MiB",
         {18, 512, kOneOfSix},
         "1024",
         "",
         18},
        {"google/gemma-3-27b-it: 10 of 62 layers keep 131,072 tokens, 52 keep 1,024: 11.17 GB",
         {62, 4096, kOneOfSix},
         "131072",
         "",
         11173625856.0 / 1048576},
        {"the same, all kept: 66.57 GB", {62, 4096, kOneOfSix}, "131072", "", 66571993088.0 / 1048576, true},
        {"openai/gpt-oss-20b: 12 of 24 layers keep 131,072 tokens, 12 keep 128: 3.22 GB",
         {24, 1024, kOneOfTwo},
         "131072",
         "",
         3224371200.0 / 1048576},
        {"the same, all kept: 6.44 GB", {24, 1024, kOneOfTwo}, "131072", "", 6442450944.0 / 1048576, true},
        {"Mistral 7B (Jiang et al., 2023, section 2): a window of 4,096 in all layers, an eighth of 32,768",
         {32, 2048, "sliding_window = 4096\nfull_attention_every = 0\n"},
         "32768",
         "",
         4096.0 / 8},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.source);
        const double mebibytes = mebibytes_of(counted(row.decoder, row.tokens), row.dtype, row.has_all);
        EXPECT_NEAR(mebibytes, row.mebibytes, 0.0016 * row.mebibytes);
    }
}

TEST(Cache, LayersAreCountedByTheirPlaces) {
    const struct {
        const char* settings;
        int layers;
        int full;  ///< layers that keep all 100 tokens; the others keep 10
    } cases[] = {
        {"sliding_window = 10\nfull_attention_every = 6\n", 5, 0},
        {"sliding_window = 10\nfull_attention_every = 6\n", 6, 1},
        {"sliding_window = 10\nfull_attention_every = 6\n", 26, 4},
        {"sliding_window = 10\nfull_attention_every = 4\nfirst_full_attention = 1\n", 9, 3},
        {"sliding_window = 10\nfull_attention_every = 1\n", 7, 7},
        {"sliding_window = 10\nfull_attention_every = 0\n", 7, 0},
        {"sliding_window = 1000\nfull_attention_every = 2\n", 7, 7},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.settings);
        const Report report = counted({c.layers, 8, c.settings}, "100");
        const CacheElements cache = cache_elements(report);
        const Integer kept = 8 * (c.full * 100 + (c.layers - c.full) * 10);
        EXPECT_EQ(report.quantity(cache.kept).value, OptionalInteger(kept));
        EXPECT_EQ(report.quantity(cache.all).value, OptionalInteger(Integer{8} * c.layers * 100));
        EXPECT_EQ(cache.basis, Basis::Exact);
    }
}

TEST(Cache, LayersOfOwnShapesCountEach) {
    // Layers 1 and 3 have twice the width, and keep all.
    std::string text =
        "sliding_window = 10\nfull_attention_every = 2\ninput = (1, 100, 8)\nNet(\n  (layers): ModuleList(\n";
    for (const std::string layer : {"0", "1", "2", "3"}) {
        const std::string width = layer == "1" || layer == "3" ? "16" : "8";
        text += "    (" + layer +
                "): Layer(\n      (q): Linear(8, 8)\n      forward(x) = attention(q(x), q(x), q(x), cached=" +
                width + ")\n    )\n";
    }
    const Report report = count_text(text + "  )\n  forward(x) = each(layers, x)\n)\n");
    EXPECT_EQ(report.quantity(cache_elements(report).kept).value, OptionalInteger(2 * 16 * 100 + 2 * 8 * 10));
}

TEST(Cache, IsAtMostAllWhereTheLayersWithWindowsAreNotKnown) {
    const Report report = counted({4, 8, "sliding_window = 10\n"}, "100");
    const CacheElements cache = cache_elements(report);
    EXPECT_EQ(cache.basis, Basis::Range);
    EXPECT_TRUE(cache.kept == cache.all);
}

TEST(Cache, ADecodedTokenReadsTheWindows) {
    const auto bytes = [](const char* settings) {
        const Report report = counted({6, 8, settings}, "99", Mode::Decode);
        const Roofline line = roofline_of(report, Mode::Decode, *find_device("A10"), {});
        return line.least_bytes.value.value_or(0);
    };
    const Integer weights = bytes("") - Integer{2} * 6 * 8 * 100;
    EXPECT_EQ(bytes("sliding_window = 10\nfull_attention_every = 6\n"), weights + 2 * 8 * (100 + 5 * 10));
    // A bound must bound: which layers have windows is not known.
    EXPECT_EQ(bytes("sliding_window = 10\n"), weights + 2 * 8 * 6 * 10);
}

TEST(Cache, AForwardPassComputesWhatWindowsShow) {
    const auto flops = [](const char* settings) {
        const Report report = counted({6, 8, settings}, "100");
        return roofline_of(report, Mode::Forward, *find_device("A10"), {}).flops.value.value_or(0);
    };
    const Integer a_product = 2 * 2 * 8;  // of a query, a key and a value of 8
    const Integer seen_by_mask = 100 * 101 / 2, seen_in_window = 10 * 100 - 10 * 9 / 2;
    const Integer rest = flops("") - 6 * a_product * seen_by_mask;
    EXPECT_EQ(flops("sliding_window = 10\nfull_attention_every = 6\n"),
              rest + a_product * (seen_by_mask + 5 * seen_in_window));
    EXPECT_EQ(flops("sliding_window = 10\n"), rest + 6 * a_product * seen_in_window);
    EXPECT_EQ(flops("sliding_window = 1000\nfull_attention_every = 6\n"), flops(""));
}

TEST(Cache, ScoresOfTheLastTokenAreFew) {
    constexpr std::string_view kText =
        "tokens = 50\ninput = (2, tokens)\nNet(\n  (table): Embedding(1000, 8)\n  (head): Linear(8, 1000)\n"
        "  forward(x) = head(table(x))\n)\n";
    const Report report = count_text(kText);
    const auto activations = [&](bool generates) {
        MemoryOptions options;
        options.generates = generates;
        const std::vector<MemoryPart> parts = plan_memory(report, options).parts;
        return find_by(parts, &MemoryPart::name, std::string_view("activations"))->bytes;
    };
    constexpr Integer kIndices = 2 * 50 * 8;
    EXPECT_EQ(activations(false).basis, Basis::Range);
    EXPECT_EQ(activations(false).value, OptionalInteger(kIndices + 4 * 2 * 50 * (8 + 1000)));
    EXPECT_EQ(activations(true).basis, Basis::Approximate);
    EXPECT_EQ(activations(true).value, OptionalInteger(kIndices + 4 * 2 * (50 * 8 + 1000)));
}

}  // namespace THIS_FILE
}  // namespace paramscope
