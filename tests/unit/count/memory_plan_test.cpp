// Plans: what one device holds for inference and training, by each option; which devices it fits into.
#include "count/cost/memory_plan.h"

#include <gtest/gtest.h>

#include "algebra/print.h"
#include "count/cost/memory_fit.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

// 8·8 + 8 = 72 parameters a layer, 216 in all; each gives 8 numbers a token, which the next one keeps.
constexpr std::string_view kThreeLayers =
    "batch = 2\ninput = (batch, 8)\nSequential(\n  (0-2): 3 x Linear(8, 8)\n)\n";

// Two blocks of 8 -> 16 -> 8 with an in-place activation, then a head.
constexpr std::string_view kBlocks =
    "batch = 2\ninput = (batch, 8)\nNet(\n  (blocks): Sequential(\n    (0-1): 2 x Sequential(\n"
    "      (up): Linear(8, 16)\n      (act): ReLU(inplace=True)\n      (down): Linear(16, 8)\n    )\n  )\n"
    "  (head): Linear(8, 4)\n  forward(x) = head(blocks(x))\n)\n";

constexpr std::string_view kAttention =
    "dtype = float16\nbatch = 1\ntokens = 10\ninput = (batch, tokens, 64)\nMine(\n  (q): Linear(64, 64)\n"
    "  (k): Linear(64, 64)\n  (v): Linear(64, 64)\n  forward(x) = attention(q(x), k(x), v(x))\n)\n";

/// "weights 864, activations 64, total 928".
std::string shown(const MemoryPlan& plan) {
    std::string text;
    const auto add = [&](std::string_view name, const Quantity& bytes) {
        text += std::string(text.empty() ? "" : ", ") + std::string(name) + " " +
                (bytes.value ? to_string(*bytes.value) : "?");
    };
    for (const MemoryPart& part : plan.parts) add(part.name, part.bytes);
    add("total", plan.total);
    return text;
}

MemoryOptions training(Optimizer optimizer) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = optimizer;
    return options;
}

TEST(MemoryPlan, InferenceHoldsWeightsAndOneLayer) {
    EXPECT_EQ(shown(plan_memory(count_text(kThreeLayers), {})), "weights 864, activations 128, total 992");
    EXPECT_EQ(shown(plan_memory(count_text(kAttention), {})),
              "weights 24960, kv_cache 2560, activations 2560, total 30080");
}

TEST(MemoryPlan, TrainingHoldsGradientsStateAndAllActivations) {
    const Report report = count_text(kThreeLayers);
    const struct {
        Optimizer optimizer;
        const char* parts;
    } cases[] = {
        {Optimizer::Sgd, "weights 864, gradients 864, activations 128, total 1856"},
        {Optimizer::Momentum, "weights 864, gradients 864, optimizer 864, activations 128, total 2720"},
        {Optimizer::Adam, "weights 864, gradients 864, optimizer 1728, activations 128, total 3584"},
        {Optimizer::AdamMixed, "weights 864, gradients 864, optimizer 2592, activations 128, total 4448"},
    };
    for (const auto& c : cases) EXPECT_EQ(shown(plan_memory(report, training(c.optimizer))), c.parts);
}

TEST(MemoryPlan, TheWeightsTypeIsThatOfEverythingFrom16BitsOn) {
    const Report report = count_text(kThreeLayers);
    const struct {
        const char* dtype;
        const char* beside;
        const char* parts;
    } cases[] = {
        {"float16", "float16", "weights 432, activations 64, total 496"},
        {"int8", "float32", "weights 216, activations 128, total 344"},
        {"int4", "float32", "weights 108, activations 128, total 236"},
    };
    for (const auto& c : cases) {
        MemoryOptions options;
        options.weights_dtype = c.dtype;
        const MemoryPlan plan = plan_memory(report, options);
        EXPECT_EQ(plan.dtype, c.beside);
        EXPECT_EQ(shown(plan), c.parts);
    }
}

TEST(MemoryPlan, RecomputationKeepsTheInputsOfBlocks) {
    MemoryOptions options = training(Optimizer::Sgd);
    // The activation's output, which is also the input of `down`, in two blocks, and the inputs of the second
    // block and of the head: 2·(2·16 + 2·8)·4 bytes.
    const Report report = count_text(kBlocks);
    EXPECT_EQ(shown(plan_memory(report, options)),
              "weights 2384, gradients 2384, activations 384, total 5152");
    options.recomputes = true;
    // The inputs of two blocks, the head's output, and one block: 2·(2·8 + 4 + 24)·4 bytes.
    EXPECT_EQ(shown(plan_memory(report, options)),
              "weights 2384, gradients 2384, activations 352, total 5120");
}

TEST(MemoryPlan, AdaptersAreTrainedInsteadOfTheWeights) {
    MemoryOptions options = training(Optimizer::Adam);
    options.lora_rank = 2;
    // 2·(8 + 8) parameters for each of three layers, and 2 more numbers for each sample and layer.
    EXPECT_EQ(shown(plan_memory(count_text(kThreeLayers), options)),
              "weights 864, adapters 384, gradients 384, optimizer 768, activations 176, total 2576");
}

TEST(MemoryPlan, StagesOfZeroShareOneKindMoreEach) {
    const Report report = count_text(kThreeLayers);
    const char* const parts[] = {
        "weights 864, gradients 864, optimizer 1728, activations 128, total 3584",
        "weights 864, gradients 864, optimizer 432, activations 128, total 2288",
        "weights 864, gradients 216, optimizer 432, activations 128, total 1640",
        "weights 216, gradients 216, optimizer 432, activations 128, total 992",
    };
    for (int stage = 0; stage <= 3; ++stage) {
        MemoryOptions options = training(Optimizer::Adam);
        options.zero_stage = stage;
        options.devices = 4;
        EXPECT_EQ(shown(plan_memory(report, options)), parts[stage]);
    }
}

TEST(MemoryPlan, TensorParallelismSharesEverythingAboutEqually) {
    MemoryOptions options = training(Optimizer::Adam);
    options.zero_stage = 3;
    options.devices = 4;
    options.tensor_parallel = 2;
    const MemoryPlan plan = plan_memory(count_text(kThreeLayers), options);
    EXPECT_EQ(shown(plan), "weights 216, gradients 216, optimizer 432, activations 64, total 928");
    EXPECT_EQ(plan.total.basis, Basis::Approximate);
}

TEST(MemoryPlan, RoundsUpWhatIsNoWholeNumber) {
    MemoryOptions options;
    options.weights_dtype = "int4";
    EXPECT_EQ(shown(plan_memory(count_text("input = (1, 3)\nLinear(3, 3, bias=False)\n"), options)),
              "weights 5, activations 24, total 29");
}

TEST(MemoryPlan, ATotalWithUnknownPartsIsAtLeast) {
    const MemoryPlan plan = plan_memory(count_text("Linear(8, 8)\n"), {});
    EXPECT_EQ(plan.total.basis, Basis::Partial);
    EXPECT_EQ(to_string(plan.total.value.value_or(0)), "288");
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
    EXPECT_EQ(fit.largest[0].value, (fit.device.room() - 4'000'000'000) / (4 * (31250 + 32000)));
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
        EXPECT_EQ(to_string(fit.largest[0].value.value_or(0)), "249999986") << to_string(batch);
    }
}

TEST(MemoryFit, ASizeThatChangesNothingHasNoEnd) {
    const Report report = count_text(
        "batch = 1\nrows = 3\ninput = (batch, 8), (rows, 2)\nNet(\n  (a): Linear(8, 8)\n"
        "  forward(x, y) = a(x)\n)\n");
    const Fit fit = fit_devices(report, plan_memory(report, {}), devices()).front();
    ASSERT_EQ(fit.largest.size(), 2u);
    EXPECT_FALSE(fit.largest[0].is_more);
    EXPECT_TRUE(fit.largest[1].is_more);
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
        "---++++++++++++");
    EXPECT_EQ(
        shown_for("input = (1, 8)\nNet(\n  (a): Parameter(1000000000000)\n  forward(x) = x\n)\n", nullptr),
        "---");
    EXPECT_EQ(shown_for("input = (1, 8)\nNet(\n  (a): Parameter(1000000000000)\n  forward(x) = x\n)\n",
                        find_device("T4")),
              "----");
}

}  // namespace THIS_FILE
}  // namespace paramscope
