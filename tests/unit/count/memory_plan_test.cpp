// Plans: what one device holds for inference and training, by each option; which devices it fits into.
#include "count/cost/memory_plan.h"

#include <gtest/gtest.h>

#include "algebra/print.h"
#include "base/ranges.h"
#include "count/cost/memory_fit.h"
#include "count/count.h"
#include "count/passes/adapters.h"

namespace paramscope {
namespace THIS_FILE {

// 8·8 + 8 = 72 parameters a layer, 216 in all; each gives 8 numbers a token, which the next one keeps.
constexpr std::string_view kThreeLayers =
    "batch = 2\ninput = (batch, 8)\nSequential(\n  (0-2): 3 x Linear(8, 8)\n)\n";

constexpr std::string_view kAttention =
    "dtype = float16\nbatch = 1\ntokens = 10\ninput = (batch, tokens, 64)\nMine(\n  (q): Linear(64, 64)\n"
    "  (k): Linear(64, 64)\n  (v): Linear(64, 64)\n  forward(x) = attention(q(x), k(x), v(x))\n)\n";

/// "weights 864, activations 64": all parts but what the allocator rounds.
std::string shown(const MemoryPlan& plan) {
    std::string text;
    for (const MemoryPart& part : plan.parts) {
        if (part.name == "rounding") continue;
        text += std::string(text.empty() ? "" : ", ") + std::string(part.name) + " " +
                (part.bytes.value ? to_string(*part.bytes.value) : "?");
    }
    return text;
}

Integer sum_of_parts(const MemoryPlan& plan) {
    Integer sum = 0;
    for (const MemoryPart& part : plan.parts) sum += part.bytes.value.value_or(0);
    return sum;
}

MemoryOptions training(Optimizer optimizer) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = optimizer;
    return options;
}

TEST(MemoryPlan, InferenceHoldsWeightsAndWhatIsStillNeeded) {
    const MemoryPlan plan = plan_memory(count_text(kThreeLayers), {});
    EXPECT_EQ(shown(plan), "weights 864, activations 192");  // the input, and two tensors
    EXPECT_EQ(plan.total.value, sum_of_parts(plan));
    EXPECT_EQ(plan.total.basis, Basis::Approximate);
    // The input of 10 tokens, query, key, value and output, and a number for each row of eight heads' scores.
    EXPECT_EQ(shown(plan_memory(count_text(kAttention), {})),
              "weights 24960, kv_cache 2560, activations 6720");
}

TEST(MemoryPlan, ScoresOfHeadsThatNothingTellsAreABoundThatNoFitRestsOn) {
    MemoryOptions eager;
    eager.attention = AttentionKernel::Eager;
    const auto fits = [&](const std::string& settings, std::string_view label) {
        const Report report = count_text(settings + std::string(kAttention));
        const MemoryPlan plan = plan_memory(report, eager);
        EXPECT_NE(find_by(plan.parts, &MemoryPart::label, label), nullptr) << settings;
        return fit_devices(report, plan, devices()).back().fits;
    };
    EXPECT_EQ(fits("", kActivationsOfHeads), Fits::Unknown);
    EXPECT_EQ(fits("n_head = 1\n", "activations"), Fits::Yes);
}

TEST(MemoryPlan, WhatIsNotKnownStaysABoundBesideEstimates) {
    MemoryOptions parallel;
    parallel.tensor_parallel = parallel.devices = 2;
    EXPECT_EQ(plan_memory(count_text("Linear(8, 8)\n"), parallel).total.basis, Basis::Partial);
    // The optimizer's step needs more than what is known of the pass.
    const Report mystery =
        count_text("input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1): Mystery()\n)\n");
    EXPECT_EQ(plan_memory(mystery, training(Optimizer::Adam)).total.basis, Basis::Partial);
}

TEST(MemoryPlan, TrainingHoldsTheLargestMoment) {
    const Report report = count_text(kThreeLayers);
    // At the backward pass of the second layer: two gradients, the input and what the first has made, the
    // output, two gradients of activations and the loss.
    const std::string pass = "gradients 576, activations 128, working 196";
    const struct {
        Optimizer optimizer;
        std::string state;
    } cases[] = {
        {Optimizer::Sgd, ""},
        {Optimizer::Momentum, "optimizer 864, "},
        {Optimizer::Adam, "optimizer 1728, "},
        {Optimizer::AdamMixed, "optimizer 2592, "},
    };
    for (const auto& c : cases)
        EXPECT_EQ(shown(plan_memory(report, training(c.optimizer))), "weights 864, " + c.state + pass);
}

TEST(MemoryPlan, AnOptimizersStepMayNeedMost) {
    // A copy of all parameters, beside weights, gradients and state.
    const Report report = count_text("input = (1, 1000)\nLinear(1000, 1000, bias=False)\n");
    const MemoryPlan plan = plan_memory(report, training(Optimizer::Adam));
    EXPECT_EQ(shown(plan), "weights 4000000, optimizer 8000000, gradients 4000000, optimizer_step 4000000");
    EXPECT_EQ(shown(plan_memory(report, training(Optimizer::Sgd))),
              "weights 4000000, gradients 4000000, activations 4000, working 8004");
}

/// The most bytes of one step of torch.optim of PyTorch 2.14 on a CPU, above weights, gradients and state:
/// for matrices (1024, 512), (512, 512) and (2048, 64) or for 8 of (512, 256). `foreach=True` is as on a GPU.
TEST(MemoryPlan, StepsOfOptimizersAreThoseOfPyTorch) {
    constexpr const char* kThree =
        "(0): Linear(512, 1024, bias=False)\n(1): Linear(512, 512, bias=False)\n(2): Linear(64, 2048, "
        "bias=False)\n";
    const std::string eight = "(0-7): 8 x Linear(256, 512, bias=False)\n";
    const struct {
        Optimizer optimizer;
        bool on_cpu;
        const char* layers;
        double copies;  ///< of all that is trained
    } rows[] = {
        {Optimizer::Sgd, false, kThree, 0},       {Optimizer::Momentum, true, kThree, 0},
        {Optimizer::Adam, false, kThree, 1},      {Optimizer::AdamW, false, eight.c_str(), 1},
        {Optimizer::AdamFused, false, kThree, 0}, {Optimizer::Adam, true, kThree, 1.1429},
        {Optimizer::AdamW, true, kThree, 1.1429}, {Optimizer::Adafactor, false, kThree, 0.8571},
        {Optimizer::Muon, false, kThree, 1.4286}, {Optimizer::Muon, true, eight.c_str(), 0.3125},
    };
    for (const auto& row : rows) {
        MemoryOptions options = training(row.optimizer);
        options.has_kernels_of_cpu = row.on_cpu;
        const Report report = count_text(std::string("input = (1, 512)\nSequential(\n") + row.layers + ")\n");
        const MemoryPlan plan = plan_memory(report, options);
        const auto bytes = report.quantity(plan.step_copies).value;
        ASSERT_TRUE(bytes);
        const double all = 4.0 * static_cast<double>(*report.root()->facts->parameters.value);
        EXPECT_NEAR(static_cast<double>(*bytes) / all, row.copies, 0.0002)
            << state_of(row.optimizer).name << row.on_cpu << row.layers;
    }
}

TEST(MemoryPlan, ACpuHasNoRoundingAndWorkspacesAndAStepOfOneTensor) {
    MemoryOptions options = training(Optimizer::Adam);
    options.has_kernels_of_cpu = true;
    const auto plan_of = [&](const char* text) { return plan_memory(count_text(text), options); };
    const MemoryPlan step = plan_of("input = (1, 1000)\nLinear(1000, 1000, bias=False)\n");
    // The root of the largest tensor's second moment, and its quotient; with that of the tensor before.
    EXPECT_EQ(shown(step), "weights 4000000, optimizer 8000000, gradients 4000000, optimizer_step 8000000");
    EXPECT_EQ(shown(plan_of("input = (1, 1000)\nSequential(\n  (0): Linear(1000, 1000, bias=False)\n"
                            "  (1): Linear(1000, 4000, bias=False)\n)\n")),
              "weights 20000000, optimizer 40000000, gradients 20000000, optimizer_step 36000000");
    const MemoryPlan maps = plan_of("input = (1, 3, 9, 9)\nConv2d(3, 64, kernel_size=(3, 3))\n");
    for (const char* name : {"rounding", "workspace"})
        EXPECT_FALSE(contains_by(maps.parts, &MemoryPart::name, std::string_view(name))) << name;
    EXPECT_EQ(plan_of("input = (1, 9, 4)\nLSTM(4, 8, batch_first=True)\n").total.basis, Basis::Partial);
}

TEST(MemoryPlan, TheWeightsTypeIsThatOfEverythingFrom16BitsOn) {
    const Report report = count_text(kThreeLayers);
    const struct {
        const char* dtype;
        const char* beside;
        const char* parts;
    } cases[] = {
        {"float16", "float16", "weights 432, activations 96"},
        {"int8", "float32", "weights 216, activations 192"},
        {"int4", "float32", "weights 108, activations 192"},
    };
    for (const auto& c : cases) {
        MemoryOptions options;
        options.weights_dtype = c.dtype;
        const MemoryPlan plan = plan_memory(report, options);
        EXPECT_EQ(plan.dtype, c.beside);
        EXPECT_EQ(shown(plan), c.parts);
    }
}

TEST(MemoryPlan, AdaptersAreTrainedInsteadOfTheWeights) {
    MemoryOptions options = training(Optimizer::Adam);
    options.adapters.rank = 2;
    // 2·(8 + 8) parameters for each of three layers.
    const MemoryPlan plan = plan_memory(count_text(kThreeLayers), options);
    EXPECT_EQ(shown(plan).substr(0, 42), "weights 864, adapters 384, optimizer 768, ");
}

/// Bytes of a part; nullopt where there is none.
std::optional<Integer> part_of(const MemoryPlan& plan, std::string_view name) {
    for (const MemoryPart& part : plan.parts)
        if (part.name == name) return part.bytes.value.value_or(-1);
    return std::nullopt;
}

/// Two blocks of 2 dense layers of 8·8 and 8·16 numbers, a table and an output layer of 100·8.
constexpr std::string_view kDecoder =
    "batch = 1\ninput = (batch, 4)\nNet(\n  (table): Embedding(100, 8)\n  (layers): Sequential(\n"
    "    (0-1): 2 x Layer(\n      (q_proj): Linear(8, 8, bias=False)\n      (up): Up(\n"
    "        (v_proj): Linear(8, 16, bias=False)\n        forward(x) = v_proj(x)\n      )\n"
    "      (down): Linear(16, 8)\n      forward(x) = down(up(q_proj(x)))\n    )\n  )\n"
    "  (head): Linear(8, 100, bias=False)\n  forward(x) = head(layers(table(x)))\n)\n";

TEST(MemoryPlan, AdaptersAreAtNamedModules) {
    constexpr Integer kQuery = 8 + 8, kValue = 8 + 16, kDown = 16 + 8, kRank = 2, kFloat = 4, kBlocks = 2;
    const struct {
        const char* modules;
        const char* saved;
        Integer adapters;
        std::optional<Integer> copies;
    } cases[] = {
        {"", "", kQuery + kValue + kDown, {}},
        {"all-linear", "", kQuery + kValue + kDown, {}},
        {"q_proj", "", kQuery, {}},
        {"q_proj,v_proj", "", kQuery + kValue, {}},
        {"up.v_proj", "", kValue, {}},
        {"q_proj", "head", kQuery, kFloat * 800},
        {"q_proj", "table,head", kQuery, kFloat * 1600},
        {"", "up", kQuery + kDown, kFloat * kBlocks * 128},  // what is copied has no adapter
    };
    const Report report = count_text(kDecoder);
    for (const auto& [modules, saved, adapters, copies] : cases) {
        SCOPED_TRACE(std::string(modules) + " " + saved);
        MemoryOptions options = training(Optimizer::AdamFused);
        options.adapters = {kRank, modules, saved};
        const MemoryPlan plan = plan_memory(report, options);
        EXPECT_EQ(part_of(plan, "adapters"), adapters * kRank * kFloat * kBlocks);
        EXPECT_EQ(part_of(plan, "copies"), copies);
        EXPECT_EQ(part_of(plan, "optimizer"), 2 * (*part_of(plan, "adapters") + copies.value_or(0)));
        EXPECT_EQ(unknown_module(report, options.adapters), "");
    }
    EXPECT_EQ(unknown_module(report, {1, "q_proj,proj", ""}), "proj");  // no part of a name
    EXPECT_EQ(unknown_module(report, {1, "table", ""}), "table");       // no dense layer
    EXPECT_EQ(unknown_module(report, {1, "", "head,tail"}), "tail");
}

TEST(MemoryPlan, OptimizersKnowMatrices) {
    // Of 2 blocks: matrices of (8, 8), (16, 8), (8, 16), and 8 biases; a table and an output layer of (100,
    // 8).
    constexpr Integer kHidden = 2 * (64 + 128 + 128), kAll = kHidden + 2 * 8 + 1600;
    constexpr Integer kSums = 2 * (8 + 8 + 16 + 8 + 8 + 16 + 8) + 2 * 108;
    const Report report = count_text(kDecoder);
    EXPECT_EQ(part_of(plan_memory(report, training(Optimizer::Muon)), "optimizer"), 4 * (2 * kAll - kHidden));
    EXPECT_EQ(part_of(plan_memory(report, training(Optimizer::Adafactor)), "optimizer"), 4 * kSums);
    MemoryOptions adapters = training(Optimizer::Adafactor);
    adapters.adapters = {2, "q_proj", ""};
    EXPECT_EQ(part_of(plan_memory(report, adapters), "optimizer"), 4 * 2 * 2 * (8 + 2));  // (8, 2) and (2, 8)
}

TEST(MemoryPlan, DevicesGatherWhatIsOutsideOfBlocksAndTwoBlocks) {
    constexpr Integer kOutside = 1600, kBlock = 64 + 128 + 128 + 8, kFloat = 4;
    const Report report = count_text(kDecoder);
    const struct {
        const char* what;
        void (*change)(MemoryOptions&);
        std::optional<Integer> numbers;
    } cases[] = {
        {"weights and gradients", [](MemoryOptions&) {}, 2 * kOutside + 3 * kBlock},
        {"no gradients", [](MemoryOptions& options) { options.is_training = false; }, kOutside + 2 * kBlock},
        {"gradients of adapters",
         [](MemoryOptions& options) {
             options.adapters = {2, "q_proj", ""};
         },
         kOutside + 2 * kBlock + 2 * (8 + 8)},
        {"half of it", [](MemoryOptions& options) { options.autocast = "bfloat16"; },
         kOutside + 3 * kBlock / 2},
        {"one device", [](MemoryOptions& options) { options.devices = 1; }, std::nullopt},
        {"from the host",
         [](MemoryOptions& options) {
             options.devices = 1;
             options.offload = Offload::Parameters;
         },
         2 * kOutside + 3 * kBlock},
    };
    for (const auto& [what, change, numbers] : cases) {
        SCOPED_TRACE(what);
        MemoryOptions options = training(Optimizer::Sgd);
        options.zero_stage = 3;
        options.devices = 4;
        change(options);
        const auto gathered = part_of(plan_memory(report, options), "gathered");
        EXPECT_EQ(gathered, numbers ? std::optional(*numbers * kFloat) : std::nullopt);
    }
}

TEST(MemoryPlan, TheHostHasWhatIsOffloaded) {
    constexpr Integer kAll = 2 * (64 + 128 + 128 + 8) + 1600;
    const Report report = count_text(kDecoder);
    const auto plan_of = [&](Offload offload) {
        MemoryOptions options = training(Optimizer::AdamMixed);
        options.weights_dtype = "float16";
        options.offload = offload;
        return plan_memory(report, options);
    };
    EXPECT_FALSE(plan_of(Offload::None).host.has_value());
    const MemoryPlan optimizer = plan_of(Offload::Optimizer), parameters = plan_of(Offload::Parameters);
    EXPECT_EQ(optimizer.host->value, (12 + 2) * kAll);
    EXPECT_EQ(part_of(optimizer, "weights"), 2 * kAll);
    EXPECT_EQ(parameters.host->value, (12 + 2 + 2) * kAll);
    for (const MemoryPlan& plan : {optimizer, parameters}) {
        EXPECT_FALSE(part_of(plan, "optimizer").has_value());
        EXPECT_FALSE(part_of(plan, "gradients").has_value());
    }
    EXPECT_FALSE(part_of(parameters, "weights").has_value());
}

TEST(MemoryPlan, AStageOfAPipelineHasItsBlocksAndOneEnd) {
    constexpr Integer kBlock = 64 + 128 + 128 + 8, kEnd = 800, kFloat = 4;
    const Report report = count_text(kDecoder);
    MemoryOptions options = training(Optimizer::Momentum);
    const MemoryPlan whole = plan_memory(report, options);
    EXPECT_EQ(part_of(whole, "weights"), kFloat * (2 * kBlock + 2 * kEnd));
    options.devices = options.pipeline_parallel = 2;
    const MemoryPlan stage = plan_memory(report, options);
    for (const char* part : {"weights", "optimizer", "gradients"})
        EXPECT_EQ(part_of(stage, part), kFloat * (kBlock + kEnd)) << part;
    EXPECT_EQ(stage.total.basis, Basis::Approximate);
    options.zero_stage = 1;
    options.devices = 8;
    EXPECT_EQ(part_of(plan_memory(report, options), "optimizer"), kFloat * (kBlock + kEnd) / 4);
}

TEST(MemoryPlan, ExpertsAreDividedApartFromAllElse) {
    // A router and 8 experts of 8·8 parameters.
    const Report report = count_text(
        "input = (2, 4, 8)\nMixture(\n  forward(x) = route(experts, x, gate(x), k=2)\n"
        "  (gate): Linear(8, 8, bias=False)\n  (experts): ModuleList(\n"
        "    (0-7): 8 x Linear(8, 8, bias=False)\n  )\n)\n");
    constexpr Integer kRouter = 64, kExperts = 8 * 64, kFloat = 4;
    const struct {
        Integer experts, devices;
        int zero;
        Integer weights, state;
    } cases[] = {
        {1, 1, 0, kRouter + kExperts, kRouter + kExperts},
        {4, 4, 0, kRouter + kExperts / 4, kRouter + kExperts / 4},
        {4, 8, 1, kRouter + kExperts / 4, kRouter / 8 + kExperts / 8},
        {4, 8, 3, kRouter / 8 + kExperts / 8, kRouter / 8 + kExperts / 8},
    };
    for (const auto& [experts, devices, zero, weights, state] : cases) {
        MemoryOptions options = training(Optimizer::Momentum);
        options.expert_parallel = experts;
        options.devices = devices;
        options.zero_stage = zero;
        const MemoryPlan plan = plan_memory(report, options);
        EXPECT_EQ(part_of(plan, "weights"), kFloat * weights);
        EXPECT_EQ(part_of(plan, "optimizer"), kFloat * state);
    }
}

TEST(MemoryPlan, StagesOfZeroShareOneKindMoreEach) {
    const Report report = count_text(kThreeLayers);
    const char* const parts[] = {
        "weights 864, optimizer 1728, gradients 576", "weights 864, optimizer 432, gradients 576",
        "weights 864, optimizer 432, gradients 144",
        "weights 216, optimizer 432, gathered 1728, gradients 144",  // weights and gradients of all layers
    };
    for (int stage = 0; stage <= 3; ++stage) {
        MemoryOptions options = training(Optimizer::Adam);
        options.zero_stage = stage;
        options.devices = 4;
        const std::string text = shown(plan_memory(report, options));
        EXPECT_EQ(text.substr(0, text.find(", activations")), parts[stage]);
    }
}

TEST(MemoryPlan, TensorParallelismSharesEverythingAboutEqually) {
    MemoryOptions options = training(Optimizer::Adam);
    options.zero_stage = 3;
    options.devices = 4;
    options.tensor_parallel = 2;
    const MemoryPlan plan = plan_memory(count_text(kThreeLayers), options);
    const std::string text = shown(plan);
    EXPECT_EQ(text.substr(0, text.find(", activations")),
              "weights 216, optimizer 432, gathered 864, gradients 144");
    EXPECT_EQ(plan.total.basis, Basis::Approximate);
}

TEST(MemoryPlan, RoundsUpWhatIsNoWholeNumber) {
    MemoryOptions options;
    options.weights_dtype = "int4";
    EXPECT_EQ(shown(plan_memory(count_text("input = (1, 3)\nLinear(3, 3, bias=False)\n"), options)),
              "weights 5, activations 24");
}

TEST(MemoryPlan, ATotalWithUnknownPartsIsAtLeast) {
    const MemoryPlan plan = plan_memory(count_text("Linear(8, 8)\n"), {});
    EXPECT_EQ(plan.total.basis, Basis::Partial);
    EXPECT_EQ(to_string(plan.total.value.value_or(0)), "288");
    EXPECT_EQ(shown(plan_memory(count_text("Linear(8, 8)\nMystery()\n"), {})),
              "weights 288, kv_cache 0, activations 0");
    EXPECT_TRUE(plan_memory(Report(), {}).parts.empty());
}

// ---- devices ----

const Fit& fit_of(const std::vector<Fit>& fits, std::string_view device) {
    for (const Fit& fit : fits) {
        if (fit.device.name == device) return fit;
    }
    ADD_FAILURE() << device;
    return fits.front();
}

TEST(MemoryFit, FindsTheLargestSizesThatFit) {
    // 10^9 weights of 4 bytes, and the rest for numbers of the sample, before and after.
    const Report report = count_text("batch = 1\ninput = (batch, 31250)\nLinear(31250, 32000, bias=False)\n");
    const MemoryPlan plan = plan_memory(report, {});
    const std::vector<Fit> fits = fit_devices(report, plan, devices());
    ASSERT_EQ(fits.size(), devices().size());
    const Fit& fit = fit_of(fits, "T4");
    EXPECT_EQ(fit.fits, Fits::Yes);
    ASSERT_EQ(fit.largest.size(), 1u);
    EXPECT_EQ(fit.largest[0].name, "batch");
    // The allocator rounds each of two tensors to at most 1 MiB more.
    constexpr Integer kSample = 4 * (31250 + 32000), kRounding = 2 << 20;
    const Integer room = fit.device.room() * 100 / 105 - 4'000'000'000;  // "about" is within 5 %
    EXPECT_LE(*fit.largest[0].value, room / kSample);
    EXPECT_GE(*fit.largest[0].value, (room - kRounding) / kSample);
}

TEST(MemoryFit, SaysThatNotEvenOneFits) {
    const Report report = count_text(
        "batch = 4\ninput = (batch, 8)\nSequential(\n  (a): Linear(8, 100000)\n"
        "  (b): Linear(100000, 100000)\n)\n");
    const std::vector<Fit> fits = fit_devices(report, plan_memory(report, {}), devices());
    EXPECT_EQ(fit_of(fits, "T4").fits, Fits::No);
    EXPECT_EQ(fit_of(fits, "T4").largest[0].value, Integer{0});
    EXPECT_EQ(fit_of(fits, "A100 80GB").fits, Fits::Yes);
}

TEST(MemoryFit, StartsFromAnySize) {
    for (const Integer batch : {Integer{1}, Integer{1'000}, kLargestTried, kLargestTried * 1'000'000}) {
        CountOptions options;
        options.overrides.emplace_back("batch", Polynomial(batch));
        const Report report = count_text(kThreeLayers, options);
        const Device device = read_devices("memory=16GB, bandwidth=1GB/s")->device;
        const Fit fit = fit_devices(report, plan_memory(report, {}), std::span(&device, 1)).front();
        EXPECT_EQ(to_string(fit.largest[0].value.value_or(0)), "158730134") << to_string(batch);
    }
}

TEST(MemoryFit, AnInputThatNothingReadsTakesMemory) {
    const Report report = count_text(
        "batch = 1\nrows = 3\ninput = (batch, 8), (rows, 2)\nNet(\n  (a): Linear(8, 8)\n"
        "  forward(x, y) = a(x)\n)\n");
    const Fit fit = fit_devices(report, plan_memory(report, {}), devices()).front();
    ASSERT_EQ(fit.largest.size(), 2u);
    EXPECT_FALSE(fit.largest[0].is_more);
    EXPECT_FALSE(fit.largest[1].is_more);
}

TEST(MemoryFit, AdjustsOnlySizesThatWeightsDoNotHave) {
    const auto sizes = [](std::string_view text) { return adjustable_sizes(count_text(text)); };
    EXPECT_EQ(sizes("input = (1, 8)\nLinear(8, 8)\n"), std::vector<std::string>{});
    EXPECT_EQ(sizes("d = 8\nbatch = 1\ninput = (batch, d)\nLinear(d, 8)\n"),
              std::vector<std::string>{"batch"});
    EXPECT_EQ(sizes("input = (n, 3, h, w)\nConv2d(3, 8, kernel_size=3)\n"),
              (std::vector<std::string>{"n", "h", "w"}));
}

TEST(MemoryFit, DoesNotSayYesWhereSomethingIsMissing) {
    const Report report = count_text("Linear(8, 8)\n");
    EXPECT_EQ(fit_devices(report, plan_memory(report, {}), devices()).front().fits, Fits::Unknown);
}

TEST(MemoryFit, DoesNotSayNoWhereAWindowMayMakeItFit) {
    // Of 10 million tokens, the keys and values take 256 GB where all are kept; all else 3 GB.
    const auto fits = [](const std::string& beside) {
        const Report report = count_text(
            "dtype = float16\ntokens = 10000000\nsliding_window = 4\ninput = (1, tokens, 64)\nNet(\n" +
            beside +
            "  (layers): Sequential(\n    (0-99): 100 x Mine(\n      (q): Linear(64, 64)\n      (k): "
            "Linear(64, 64)\n"
            "      (v): Linear(64, 64)\n      forward(x) = attention(q(x), k(x), v(x))\n    )\n  )\n"
            "  forward(x) = layers(x)\n)\n");
        const std::vector<Fit> found = fit_devices(report, plan_memory(report, {}), devices());
        return fit_of(found, "T4").fits;
    };
    EXPECT_EQ(fits(""), Fits::Unknown);
    EXPECT_EQ(fits("  (table): Parameter(20000000000)\n"), Fits::No);
}

TEST(MemoryFit, SaysWhichPartsFitWhereOthersAreNotKnown) {
    MemoryOptions training;
    training.is_training = true;
    const struct {
        const char* text;
        MemoryOptions options;
        Fits fits;
        KnownParts known;
    } cases[] = {
        {"Linear(8, 8)\n", {}, Fits::Unknown, KnownParts::Weights},
        {"Linear(8, 8)\n", training, Fits::Unknown, KnownParts::AllElse},
        {"Linear(100000, 100000)\n", {}, Fits::No, KnownParts::None},
        {"input = (1, 8)\nLinear(8, 8)\n", {}, Fits::Yes, KnownParts::None},
        {"Net(\n  (a): Linear(8, 8)\n  (b): Mystery(width)\n)\n", {}, Fits::Unknown, KnownParts::None},
    };
    for (const auto& [text, options, fits, known] : cases) {
        SCOPED_TRACE(text);
        const Report report = count_text(text);
        const Fit fit = fit_devices(report, plan_memory(report, options), devices()).front();
        EXPECT_EQ(fit.fits, fits);
        EXPECT_EQ(fit.known, known);
    }
}

TEST(MemoryFit, ShowsTheDevicesAroundTheNeed) {
    const auto shown_for = [](const char* text, const Device* chosen) {
        const Report report = count_text(text);
        const std::vector<Fit> fits =
            fit_devices(report, plan_memory(report, {}), telling_devices(plan_memory(report, {}), chosen));
        std::string words;
        for (const Fit& fit : fits) words += (fit.fits == Fits::No ? "-" : fit.fits == Fits::Yes ? "+" : "?");
        return words;
    };
    EXPECT_EQ(shown_for("input = (1, 8)\nLinear(8, 8)\n", nullptr), "++++++++++++");
    EXPECT_EQ(
        shown_for("input = (1, 8)\nNet(\n  (a): Parameter(10000000000)\n  forward(x) = x\n)\n", nullptr),
        "---?+++++++++++");
    EXPECT_EQ(
        shown_for("input = (1, 8)\nNet(\n  (a): Parameter(1000000000000)\n  forward(x) = x\n)\n", nullptr),
        "---");
    EXPECT_EQ(shown_for("input = (1, 8)\nNet(\n  (a): Parameter(1000000000000)\n  forward(x) = x\n)\n",
                        find_device("T4")),
              "----");
}

}  // namespace THIS_FILE
}  // namespace paramscope
