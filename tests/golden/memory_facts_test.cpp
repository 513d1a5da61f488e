// Memory and rooflines against published figures, each with its source, and against PyTorch.
#include <gtest/gtest.h>

#include <utility>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "base/ranges.h"
#include "count/cost/memory_fit.h"
#include "count/cost/memory_plan.h"
#include "count/cost/recipes.h"
#include "count/cost/roofline.h"
#include "golden/support.h"
#include "presets/presets.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// "name = value, name = value" as overrides.
CountOptions with(std::string_view settings) {
    CountOptions options;
    while (!settings.empty()) {
        const std::size_t equals = settings.find('='), end = std::min(settings.find(','), settings.size());
        const Result<Polynomial> value = parse_expression(settings.substr(equals + 1, end - equals - 1));
        options.overrides.emplace_back(settings.substr(0, equals), value ? *value : Polynomial());
        settings.remove_prefix(std::min(end + 1, settings.size()));
    }
    return options;
}

Report report_of(std::string_view model, std::string_view settings) {
    const Preset* preset = find_preset(model);
    Report report = count_text(preset != nullptr ? preset->text : model, with(settings));
    EXPECT_FALSE(has_errors(report.diagnostics)) << problems(report);
    return report;
}

std::string shown(Integer value) {
    return to_string(value);
}

std::string bytes_of(const MemoryPlan& plan, std::string_view part) {
    if (part == "total") return shown(plan.total.value.value_or(0));
    for (const MemoryPart& each : plan.parts) {
        if (each.name == part) return shown(each.bytes.value.value_or(0));
    }
    return "none";
}

/// A model of d·d parameters in one matrix, without an input.
constexpr std::string_view kMatrix = "dtype = float16\nd = 1000\nrows = 1000\nLinear(d, rows, bias=False)\n";

/// The projections of queries and values of GPT-3: 96 layers, width 12,288 (Brown et al., 2020, table 2.1).
constexpr std::string_view kGpt3QueriesAndValues =
    "dtype = float16\nNet(\n  (0-95): 96 x Layer(\n    (q): Linear(12288, 12288, bias=False)\n"
    "    (v): Linear(12288, 12288, bias=False)\n  )\n)\n";

/// What DeepSeek-V2's attention caches: a latent of 512 and a rotary key of 64 in 60 layers (DeepSeek-AI,
/// 2024, section 3.1.2).
constexpr std::string_view kLatentAttention =
    "dtype = float16\ninput = (1, 1, 5120)\nSequential(\n  (0-59): 60 x DeepseekV2Attention(\n"
    "    (q_proj): Linear(5120, 24576)\n    (kv_a_proj_with_mqa): Linear(5120, 576)\n"
    "    (kv_a_layernorm): DeepseekV2RMSNorm((512,))\n    (kv_b_proj): Linear(512, 32768)\n"
    "    (o_proj): Linear(16384, 5120)\n  )\n)\n";

constexpr MemoryOptions kInference = {};
constexpr auto training = [](Optimizer optimizer, int zero_stage = 0, Integer devices = 1) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = optimizer;
    options.zero_stage = zero_stage;
    options.devices = devices;
    return options;
};

struct Fact {
    const char* source;
    std::string_view model;  ///< a preset or a text
    const char* settings;
    MemoryOptions options;
    const char* part;
    const char* bytes;
};

std::vector<Fact> facts() {
    constexpr const char* kZero = "Rajbhandari et al. (2020), ZeRO, figure 1: 7.5B parameters, 64 devices";
    constexpr const char* kSevenBillion = "d=75000,rows=100000";
    const auto adapted = [](Integer rank, const char* modules) {
        MemoryOptions options;
        options.adapters = {rank, modules, ""};
        return options;
    };
    MemoryOptions host = training(Optimizer::AdamMixed);
    host.offload = Offload::Optimizer;
    MemoryOptions single = training(Optimizer::Adam), adapters = kInference;
    single.weights_dtype = "float32";
    adapters.adapters.rank = 4;
    return {
        {"Touvron et al. (2023): 6,738,415,616 parameters, 2 bytes each", "llama-2-7b", "", kInference,
         "weights", "13476831232"},
        {"PyTorch, torch.optim.Adam: two moments of the parameters' type", "llama-2-7b", "", single,
         "optimizer", "53907324928"},
        {"Rajbhandari et al. (2020), section 3.1: 12 bytes a parameter for Adam in mixed precision",
         "llama-2-7b", "", training(Optimizer::AdamMixed), "optimizer", "80860987392"},
        {"Rajbhandari et al. (2020), section 3.1: GPT-2 of 1.5B parameters takes 24 GB", kMatrix,
         "d=15000,rows=100000", training(Optimizer::AdamMixed), "total", "24000000000"},
        {"Rajbhandari et al. (2020), figure 1: baseline, 120 GB", kMatrix, kSevenBillion,
         training(Optimizer::AdamMixed), "total", "120000000000"},
        {kZero, kMatrix, kSevenBillion, training(Optimizer::AdamMixed, 1, 64), "total", "31406250000"},
        {kZero, kMatrix, kSevenBillion, training(Optimizer::AdamMixed, 2, 64), "total", "16640625000"},
        {kZero, kMatrix, kSevenBillion, training(Optimizer::AdamMixed, 3, 64), "total", "1875000000"},
        {"Rajbhandari et al. (2020), table 1: 1T parameters, 1024 devices, 15.6 GB", kMatrix,
         "d=1000000,rows=1000000", training(Optimizer::AdamMixed, 3, 1024), "total", "15625000000"},
        {"Hu et al. (2021), LoRA, section 4.2: r = 4 at queries and values of GPT-3, 35 MB",
         kGpt3QueriesAndValues, "", adapters, "adapters", "37748736"},
        {"peft's print_trainable_parameters(): r = 8 at queries and values, 4,194,304 parameters",
         "llama-2-7b", "", adapted(8, "q_proj,v_proj"), "adapters", "8388608"},
        {"Dettmers et al. (2023), all linear layers: r = 16, 39,976,960 parameters", "llama-2-7b", "",
         adapted(16, "all-linear"), "adapters", "79953920"},
        {"Ren et al. (2021), ZeRO-Offload, section 4.1: 2 of 16 bytes a parameter stay on the device",
         kMatrix, kSevenBillion, host, "total", "15000000000"},
        {"Grattafiori et al. (2024): 80 layers, 8 heads of 128 for keys; 2·80·8·128·8192·2 bytes",
         "llama-3-8b", "L=80,H=8192,K=1024,F=28672,tokens=8192", kInference, "kv_cache", "2684354560"},
        {"Grattafiori et al. (2024): 32 layers, 8 heads of 128 for keys; 2·32·8·128·8192·2 bytes",
         "llama-3-8b", "tokens=8192", kInference, "kv_cache", "1073741824"},
        {"Touvron et al. (2023): 32 layers, width 4096; 2·32·4096·4096·2 bytes", "llama-2-7b", "tokens=4096",
         kInference, "kv_cache", "2147483648"},
        {"Kwon et al. (2023), section 3: OPT 13B, 800 KB a token, 2·5120·40·2 bytes", "llama-2-7b",
         "L=40,H=5120,tokens=1", kInference, "kv_cache", "819200"},
        {"DeepSeek-AI (2024), table 1: (512 + 64) · 60 elements a token", kLatentAttention, "", kInference,
         "kv_cache", "69120"},
        {"torchvision: 25,557,032 parameters of 4 bytes", "resnet-50", "", kInference, "weights",
         "102228128"},
    };
}

TEST(MemoryFacts, PlansAreAsPublished) {
    for (const Fact& fact : facts()) {
        const Report report = report_of(fact.model, fact.settings);
        EXPECT_EQ(bytes_of(plan_memory(report, fact.options), fact.part), fact.bytes) << fact.source;
    }
}

// Rajbhandari et al. (2020), table 1: GB on each of so many devices, by the stage of ZeRO. The paper cuts or
// rounds the last digit.
TEST(MemoryFacts, DevicesHaveWhatZerosTable1Says) {
    struct Row {
        const char* settings;
        Integer devices;
        double stages[3];
        double digit;
    };
    constexpr Row kRows[] = {
        {"d=75000,rows=100000", 1, {120, 120, 120}, 1},
        {"d=75000,rows=100000", 4, {52.5, 41.3, 30}, 0.1},
        {"d=75000,rows=100000", 16, {35.6, 21.6, 7.5}, 0.1},
        {"d=75000,rows=100000", 64, {31.4, 16.6, 1.88}, 0.1},
        {"d=75000,rows=100000", 256, {30.4, 15.4, 0.47}, 0.1},
        {"d=75000,rows=100000", 1024, {30.1, 15.1, 0.12}, 0.1},
        {"d=320000,rows=400000", 1, {2048, 2048, 2048}, 1},
        {"d=320000,rows=400000", 4, {896, 704, 512}, 1},
        {"d=320000,rows=400000", 16, {608, 368, 128}, 1},
        {"d=320000,rows=400000", 64, {536, 284, 32}, 1},
        {"d=320000,rows=400000", 256, {518, 263, 8}, 1},
        {"d=320000,rows=400000", 1024, {513, 257, 2}, 1},
        {"d=1000000,rows=1000000", 1, {16000, 16000, 16000}, 1},
        {"d=1000000,rows=1000000", 4, {7000, 5500, 4000}, 1},
        {"d=1000000,rows=1000000", 16, {4750, 2875, 1000}, 1},
        {"d=1000000,rows=1000000", 64, {4187, 2218, 250}, 1},
        {"d=1000000,rows=1000000", 256, {4046, 2054, 62.5}, 1},
        {"d=1000000,rows=1000000", 1024, {4011, 2013, 15.6}, 1},
    };
    for (const Row& row : kRows) {
        const Report report = report_of(kMatrix, row.settings);
        for (int stage = 1; stage <= 3; ++stage) {
            const auto plan = plan_memory(report, training(Optimizer::AdamMixed, stage, row.devices));
            const double gigabytes = static_cast<double>(*plan.total.value) / 1e9;
            EXPECT_NEAR(gigabytes, row.stages[stage - 1], row.digit)
                << row.settings << " " << shown(row.devices) << " " << stage;
        }
    }
}

// Dettmers et al. (2022), LLM.int8(), the table of the largest models that hardware can run with weights of 8
// and of 16 bits: what is named there fits, the next size of its kind does not.
TEST(MemoryFacts, WeightsFitWhereLlmInt8SaysSo) {
    struct Row {
        const char* device;
        Integer count;
        const char* dtype;
        Integer fits, not_fits;  ///< parameters in units of 100 M; 0: nothing larger was tried
    };
    constexpr Row kRows[] = {
        {"A100 80GB", 8, "int8", 1760, 0},
        {"A100 80GB", 8, "float16", 1760, 0},
        {"A100 40GB", 8, "int8", 1760, 0},
        {"A100 40GB", 8, "float16", 660, 1750},
        {"RTX 3090", 8, "int8", 1760, 0},
        {"RTX 3090", 8, "float16", 660, 1750},
        {"RTX 3090", 4, "int8", 660, 1750},
        {"RTX 3090", 4, "float16", 300, 660},
        {"memory=15GiB, bandwidth=1GB/s", 1, "int8", 130, 300},
        {"memory=15GiB, bandwidth=1GB/s", 1, "float16", 61, 130},
        {"memory=12GiB, bandwidth=1GB/s", 1, "int8", 110, 130},
        {"memory=12GiB, bandwidth=1GB/s", 1, "float16", 13, 66},
    };
    const auto fit_of = [](const Row& row, Integer size) {
        const Report report = report_of(kMatrix, "d=100000,rows=" + to_string(size * 1000));
        MemoryOptions options;
        options.weights_dtype = row.dtype;
        options.devices = options.tensor_parallel = row.count;
        const Device device = read_devices(row.device)->device;
        return fit_devices(report, plan_memory(report, options), {&device, 1}).front();
    };
    for (const Row& row : kRows) {
        EXPECT_EQ(fit_of(row, row.fits).known, KnownParts::Weights) << row.device << " " << row.dtype;
        if (row.not_fits > 0) {
            EXPECT_EQ(fit_of(row, row.not_fits).fits, Fits::No) << row.device << " " << row.dtype;
        }
    }
}

// Dettmers et al. (2023), QLoRA, section 1: 16-bit training of a LLaMA of 65B parameters takes more than 780
// GB, and QLoRA less than 48 GB; section 4 has adapters of rank 64.
TEST(MemoryFacts, TheLargestLlamaTrainsWhereQloraSaysSo) {
    const Report report = report_of("llama-2-7b", "H=8192,L=80,F=22016,tokens=512");
    MemoryOptions given;
    given.adapters.rank = 64;
    const Recipe& recipe = *find_by(recipes(), &Recipe::name, "qlora");
    const Device device = read_devices("RTX A6000")->device;
    const MemoryPlan plan = plan_memory(report, with_recipe(recipe, 1, given));
    EXPECT_EQ(fit_devices(report, plan, {&device, 1}).front().fits, Fits::Yes);
    EXPECT_GT(*plan_memory(report, training(Optimizer::AdamMixed)).total.value, Integer{780'000'000'000});
}

// The same, table 6: the memory of Guanaco, LLaMA with weights of 4 bits and adapters of rank 64, in whole
// GB. It has more than these two: of the smallest, section 2 says 5,048 MB for the weights alone as they are
// measured.
TEST(MemoryFacts, GuanacoNeedsMostOfWhatQloraSays) {
    constexpr struct {
        const char* sizes;
        Integer gigabytes;
    } kRows[] = {
        {"H=4096,L=32,F=11008,tokens=512", 5},
        {"H=5120,L=40,F=13824,tokens=512", 10},
        {"H=6656,L=60,F=17920,tokens=512", 21},
        {"H=8192,L=80,F=22016,tokens=512", 41},
    };
    for (const auto& row : kRows) {
        MemoryOptions given;
        given.adapters.rank = 64;
        const MemoryPlan plan =
            plan_memory(report_of("llama-2-7b", row.sizes),
                        with_recipe(*find_by(recipes(), &Recipe::name, "qlora"), 1, given));
        Integer bytes = 0;
        for (const MemoryPart& part : plan.parts)
            if (part.name == "weights" || part.name == "adapters") bytes += *part.bytes.value;
        EXPECT_LE(bytes, row.gigabytes * 1'000'000'000) << row.sizes;
        EXPECT_GE(bytes * 4, row.gigabytes * 3'000'000'000) << row.sizes;
    }
}

// QwenLM/Qwen, README, "Profiling of Memory and Speed": GiB of an A100 that LoRA of Qwen-7B took with one
// sequence, as nvidia-smi has them: with a context, adapters and their state in float32, and what the
// allocator holds. Qwen-7B is a LLaMA of other words, with biases of queries, keys and values.
TEST(MemoryFacts, LoraNeedsMostOfWhatQwenMeasured) {
    constexpr struct {
        const char* sizes;
        double gibibytes;
    } kRows[] = {
        {"V=151936,tokens=256", 20.1},  {"V=151936,tokens=512", 20.4},  {"V=151936,tokens=1024", 21.5},
        {"V=151936,tokens=2048", 23.8}, {"V=151936,tokens=4096", 29.7}, {"V=151936,tokens=8192", 36.6},
    };
    MemoryOptions given;
    given.adapters.rank = 64;
    for (const auto& row : kRows) {
        const MemoryPlan plan =
            plan_memory(report_of("llama-2-7b", row.sizes),
                        with_recipe(*find_by(recipes(), &Recipe::name, "lora"), 1, given));
        const double gibibytes = static_cast<double>(*plan.total.value) / 1'073'741'824;
        EXPECT_LE(gibibytes, row.gibibytes) << row.sizes;
        EXPECT_GE(gibibytes, 0.75 * row.gibibytes) << row.sizes;
    }
}

/// Bytes of activations that one more layer of GPT-2 adds in training: the model of 22B parameters of
/// Korthikanti et al. (2022), table 3, with a batch of 4.
Integer bytes_of_a_layer(bool recomputes, AttentionKernel attention = AttentionKernel::Fused) {
    TapeOptions options;
    options.types.attention = attention;
    options.is_training = true;
    options.types.value_bytes = options.types.weight_bytes = 2;
    const auto kept = [&](const std::string& layers) {
        const Report report = report_of("gpt2", "layers=" + layers + ",d=6144,tokens=2048,batch=4");
        PlayOptions how{true, recomputes};
        how.recomputes_attention = attention == AttentionKernel::Eager;
        const Play play = PassMemory(report, options, how).play(values_of(report));
        return Integer{bytes_after(play, play.backward)[static_cast<std::size_t>(TensorUse::Kept)]};
    };
    return kept("49") - kept("48");
}
constexpr Integer kTokensTimesWidth = Integer{4} * 2048 * 6144;  // s·b·h

// Equation 1: s·b·h·(34 + 5·a·s/h) bytes a layer at 16 bits. A fused kernel of attention keeps no scores
// (5·a·s²·b), but a number for each of their rows, here of 96 heads. GPT-2's GELU is written with seven
// functions, which keep three tensors besides their input (24·s·b·h).
TEST(MemoryFacts, ALayerKeepsWhatKorthikantiCounts) {
    constexpr Integer kStatistics = Integer{4} * 2048 * 4 * (2 + 2);  // of two norms
    constexpr Integer kRowsOfScores = Integer{4} * 2048 * 4 * 96;
    EXPECT_EQ(shown(bytes_of_a_layer(false)),
              shown((34 + 24) * kTokensTimesWidth + kStatistics + kRowsOfScores));
}

// Table 2: with selective recomputation, 34·s·b·h bytes a layer, and the GELU as above. Query, key and value
// are parts of one tensor, of which eager attention has copies.
TEST(MemoryFacts, ALayerWithSelectiveRecomputationKeepsWhatKorthikantiCounts) {
    constexpr Integer kStatistics = Integer{4} * 2048 * 4 * (2 + 2);  // of two norms
    EXPECT_EQ(shown(bytes_of_a_layer(false, AttentionKernel::Eager)),
              shown((34 + 24) * kTokensTimesWidth + kStatistics));
}

// Table 2: with full recomputation, 2·s·b·h bytes a layer.
TEST(MemoryFacts, ARecomputedLayerKeepsWhatKorthikantiCounts) {
    EXPECT_EQ(shown(bytes_of_a_layer(true)), shown(2 * kTokensTimesWidth));
}

struct Network {
    const char* name;   ///< in activations.json
    const char* model;  ///< a preset or a text
    /// Numbers of one sample that are counted and not kept: outputs that nothing needs for a gradient.
    Integer not_kept;
    /// Numbers of one sample that are kept and not counted: the output of dropout, and its mask in float32.
    Integer of_dropout;
};

constexpr Network kNetworks[] = {
    // The normalizations before an addition, in blocks and in shortcuts, and the output.
    {"resnet50", "resnet-50", 5'519'360 + 1'505'280 + 1'000, 0},
    {"vgg16", "vgg-16", 1'000, 2 * (4096 + 4096)},
    // The average, before dropout, and the output.
    {"alexnet", "alexnet", 9'216 + 1'000, 2 * (9216 + 4096)},
    {"mlp",
     "batch = 1\ninput = (batch, 64)\nSequential(\n  (0): Linear(64, 256)\n  (1): ReLU(inplace=True)\n"
     "  (2): Linear(256, 16)\n)\n",
     16, 0},
};

Integer activations_of(const Report& report) {
    for (const MemoryItem& item : memory_of(report)) {
        if (item.name == "activations") return item.bytes.value.value_or(0);
    }
    return 0;
}

// The counted activations without those that are not kept, and with the input, dropout, the indices of
// pooling and the statistics of normalization, are the bytes that PyTorch keeps.
TEST(MemoryFacts, ActivationsAreWhatPyTorchKeeps) {
    const rapidjson::Document measured = load_golden("activations.json");
    ASSERT_TRUE(measured.IsArray());
    for (const rapidjson::Value& row : measured.GetArray()) {
        const std::string name = row["model"].GetString();
        const Integer batch = row["batch"].GetInt64();
        const Network* network = nullptr;
        for (const Network& each : kNetworks) {
            if (each.name == name) network = &each;
        }
        ASSERT_NE(network, nullptr) << name;
        const Report report = report_of(network->model, "batch=" + to_string(batch));
        const Integer beside =
            row["input"].GetInt64() + row["indices_and_masks"].GetInt64() + row["vectors"].GetInt64();
        const Integer numbers = batch * (network->of_dropout - network->not_kept);
        EXPECT_EQ(shown(activations_of(report) + 4 * numbers + beside), shown(Integer{row["all"].GetInt64()}))
            << name << " " << to_string(batch);
    }
}

// ---- rooflines ----

struct Intensity {
    const char* source;
    const char* text;
    double flops_per_byte;
    double tolerance;
};

constexpr Intensity kIntensities[] = {
    {"NVIDIA, GPU Performance Background, table 1: linear layer, 4096 outputs, 1024 inputs, batch 512",
     "dtype = float16\ninput = (512, 1024)\nLinear(1024, 4096, bias=False)\n", 315, 0.5},
    {"NVIDIA, GPU Performance Background, table 1: the same with batch 1",
     "dtype = float16\ninput = (1, 1024)\nLinear(1024, 4096, bias=False)\n", 1, 0.01},
    {"NVIDIA, Matrix Multiplication Background: 8192 x 128 x 8192",
     "dtype = float16\ninput = (128, 8192)\nLinear(8192, 8192, bias=False)\n", 124.1, 0.1},
    {"NVIDIA, Matrix Multiplication Background: 8192 x 8192 x 8192",
     "dtype = float16\ninput = (8192, 8192)\nLinear(8192, 8192, bias=False)\n", 2730, 1},
};

TEST(RooflineFacts, IntensitiesAreAsPublished) {
    for (const Intensity& each : kIntensities) {
        const Roofline line =
            roofline_of(report_of(each.text, ""), Mode::Forward, *find_device("V100 32GB"), {});
        EXPECT_NEAR(line.intensity(), each.flops_per_byte, each.tolerance) << each.source;
    }
}

TEST(RooflineFacts, RidgesOfDevicesAreAsPublished) {
    const struct {
        const char* source;
        const char* device;
        double flops_per_byte;
    } cases[] = {
        {"NVIDIA, Matrix Multiplication Background: V100, 125 TFLOPS over 900 GB/s", "V100 32GB", 138.9},
        {"A10 data sheet: 125 TFLOPS over 600 GB/s", "A10", 208.3},
    };
    for (const auto& c : cases) {
        const Device& device = *find_device(c.device);
        EXPECT_NEAR(*device.peak("float16") / device.bandwidth, c.flops_per_byte, 0.1) << c.source;
    }
}

// A token takes at least the time to read all weights but the table of embeddings once.
TEST(RooflineFacts, ATokenTakesTheTimeToReadTheWeights) {
    CountOptions options;
    options.mode = Mode::Decode;
    const Report report = count_text(find_preset("llama-2-7b")->text, options);
    const Roofline line = roofline_of(report, Mode::Decode, *find_device("A10"), {});
    const double weights = 2 * (6'738'415'616.0 - 32'000.0 * 4096);
    EXPECT_EQ(line.bound, Bound::Memory);
    EXPECT_NEAR(line.seconds, weights / 600e9, 0.01 * line.seconds);
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
