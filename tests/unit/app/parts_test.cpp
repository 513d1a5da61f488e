// Which part of its network a module is, the map of a model, and the sentence about it.
#include "count/report/parts.h"

#include <gtest/gtest.h>

#include <string>

#include "count/cost/model_map.h"
#include "count/count.h"
#include "count/explain/conclusion.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

constexpr std::string_view kHybrid = R"(Net(
  (embed_tokens): Embedding(100, 8)
  (layers): ModuleList(
    (0): Layer(
      (mixer): Mamba2Mixer(
        (in_proj): Linear(8, 40)
        (norm): LayerNorm(8)
      )
      (mlp): Sequential(
        (0): Linear(8, 16)
        (1): Linear(16, 8)
      )
    )
    (1-2): 2 x Layer(
      (attn): CausalSelfAttention(
        (qkv): Linear(8, 24)
        (out): Linear(8, 8)
      )
      (norm): RMSNorm(8)
      (experts): ModuleList(
        (0-3): 4 x Expert(
          (up): Linear(8, 16)
          (down): Linear(16, 8)
        )
      )
      (router): Linear(8, 4)
    )
  )
  (stem): Conv2d(3, 8, 3)
  (head): Linear(8, 100)
))";

std::string parts_of(const Report& report, std::initializer_list<std::string_view> paths) {
    const Parts parts(report);
    std::string shown;
    for (const std::string_view path : paths) {
        const std::optional<std::uint32_t> node = report.find(path);
        shown += std::string(node ? parts.of(*node) : "?") + "; ";
    }
    return shown;
}

std::string conclusion(std::string_view text) {
    const Report report = count_text(text);
    const ModelMap map = map_of(report, strip_of(report, 1000), Parts(report));
    const std::optional<Message> words = conclusion_of(report, map);
    return words ? words->english() : "";
}

TEST(Parts, OfATransformerAreWhatModulesAreThereFor) {
    const Report report = count_text(kHybrid);
    EXPECT_EQ(parts_of(report, {"embed_tokens", "stem", "head"}),
              "embedding part; convolution part; output part; ");
    EXPECT_EQ(parts_of(report, {"layers.0.mixer", "layers.0.mixer.in_proj", "layers.0.mlp.1"}),
              "recurrent part; recurrent part; feed-forward part; ");
    EXPECT_EQ(parts_of(report, {"layers.1.attn.out", "layers.1.experts", "layers.1.experts.0.up",
                                "layers.1.router", "layers.1.norm", "layers.1"}),
              "attention part; feed-forward part; feed-forward part; feed-forward part; normalization part; "
              "custom; ");
    EXPECT_EQ(Parts(report).layers().size(), 2u);
}

TEST(Parts, AreNotToldByTheNameOfTheFamily) {
    constexpr std::string_view kFamilyOfExperts = R"(NewMoeForCausalLM(
  (model): NewMoeModel(
    (embed_tokens): Embedding(100, 8)
    (layers): ModuleList(
      (0-3): 4 x NewMoeDecoderLayer(
        (self_attn): NewMoeAttention(
          (q_proj): Linear(8, 8)
          (q_norm): NewMoeRMSNorm((8,), eps=1e-06)
        )
        (mlp): NewMoeSparseMoeBlock(
          (experts): ModuleList(
            (0-3): 4 x NewMoeMLP(
              (up): Linear(8, 16)
            )
          )
        )
      )
    )
  )
  (lm_head): Linear(8, 100)
))";
    const Report experts = count_text(kFamilyOfExperts);
    EXPECT_EQ(parts_of(experts, {"model.layers.0.self_attn", "model.layers.0.mlp.experts.0.up", "lm_head"}),
              "attention part; feed-forward part; output part; ");
    const Report recurrent = count_text(R"(MambaForCausalLM(
  (embeddings): Embedding(100, 8)
  (layers): ModuleList(
    (0-3): 4 x MambaBlock(
      (mixer): MambaMixer(
        (in_proj): Linear(8, 40)
      )
    )
  )
))");
    EXPECT_EQ(parts_of(recurrent, {"embeddings", "layers.0.mixer.in_proj"}),
              "embedding part; recurrent part; ");
}

TEST(Parts, AreToldByNamesWhereTypesSayNothing) {
    const Report report = count_text(R"(Net(
  (layers): ModuleList(
    (0-3): 4 x Module(
      (self_attention): Linear(8, 8)
      (attn_norm): Linear(8, 8)
      (mlp): Sequential(
        (0): Linear(8, 16)
      )
    )
  )
  (mlp_head): Linear(8, 10)
))");
    EXPECT_EQ(parts_of(report, {"layers.0.self_attention", "layers.0.mlp", "mlp_head"}),
              "attention part; feed-forward part; output part; ");
}

TEST(Parts, OfAModuleAsAWholeAreNotThoseOfItsOwnTensors) {
    const Report report = count_text(R"(Net(
  (class_token): Parameter(1, 1, 8)
  (layers): ModuleList(
    (0-3): 4 x EncoderBlock(
      (self_attention): MultiheadAttention(8, 2)
      (mlp): Linear(8, 8)
    )
  )
))");
    EXPECT_EQ(parts_of(report, {""}), "custom; ");
    EXPECT_EQ(Parts(report).of_own(0), kEmbeddingPart);
}

TEST(Parts, OfOtherNetworksAreFamilies) {
    const Report report =
        count_text("Net(\n  (c): Conv2d(3, 8, 3)\n  (b): BatchNorm2d(8)\n  (fc): Linear(8, 2)\n)");
    EXPECT_FALSE(Parts(report).are_of_transformer());
    EXPECT_EQ(parts_of(report, {"c", "b", "fc"}), "convolution; normalization; linear; ");
}

TEST(Parts, OneAttentionAmongManyConvolutionsMakesNoTransformer) {
    std::string text = "Net(\n  (attn): MultiheadAttention(8, 2)\n";
    for (int i = 0; i < 20; ++i) text += "  (c" + std::to_string(i) + "): Conv2d(8, 8, 3)\n";
    EXPECT_FALSE(Parts(count_text(text + ")")).are_of_transformer());
}

TEST(ModelMap, HasAColumnForEachLayerWithAllItsCopies) {
    const Report report = count_text(kHybrid);
    const ModelMap map = map_of(report, strip_of(report, 1000), Parts(report));
    std::string shown;
    for (const MapColumn& column : map.columns) {
        shown += report.path(column.node) + " " + std::to_string(static_cast<int>(column.copies)) + " × " +
                 std::to_string(static_cast<int>(column.costs[0])) + "; ";
    }
    EXPECT_EQ(shown,
              "embed_tokens 1 × 800; layers.0 1 × 656; layers.1 2 × 1452; stem 1 × 224; head 1 × 900; ");
    EXPECT_EQ(map.total[0], 800 + 656 + 2 * 1452 + 224 + 900);
    EXPECT_EQ(map.columns[2].shares.size(), 3u) << "attention, normalization, feed-forward";
}

TEST(ModelMap, AddsUpToTheTotalOfEveryShippedModel) {
    for (const Preset& preset : presets()) {
        const Report report = count_text(preset.text);
        const ModelMap map = map_of(report, strip_of(report, 100'000), Parts(report));
        const Integer parameters = report.root()->facts->parameters.value.value_or(0);
        EXPECT_NEAR(map.total[0], static_cast<double>(parameters), 1e-9 * map.total[0]) << preset.title;
        const Integer flops = report.root()->facts->flops.value.value_or(0);
        EXPECT_NEAR(map.total[1], static_cast<double>(flops), 1e-9 * map.total[1]) << preset.title;
    }
}

TEST(Conclusion, SaysWhereTheParametersAre) {
    struct Case {
        const char* preset;
        const char* words;
    };
    constexpr Case kCases[] = {
        {"llama-2-7b",
         "96 % of the parameters are in 32 equal layers; two thirds of each is the feed-forward part"},
        {"resnet-50", "59 % of the parameters are in layer4"},
        {"alexnet", "96 % of the parameters are in classifier"},
    };
    for (const Case& each : kCases) EXPECT_EQ(conclusion(find_preset(each.preset)->text), each.words);
    EXPECT_EQ(conclusion("Net(\n  (a): Linear(9, 9)\n  (b): Linear(2, 2)\n)"),
              "94 % of the parameters are in one layer: a");
    EXPECT_EQ(conclusion("Sequential(\n  (0): Linear(9, 9)\n  (1): Linear(2, 2)\n)"),
              "94 % of the parameters are in one layer: 0")
        << "not in the whole model";
    EXPECT_EQ(conclusion("Net(\n  (a): Module(\n    (l0): Block(\n      (f): Linear(4, 4)\n      (g): "
                         "Linear(4, 4)\n    )\n"
                         "    (l1): Block(\n      (f): Linear(4, 4)\n      (g): Linear(4, 4)\n    )\n  )\n  "
                         "(b): Linear(2, 2)\n)"),
              "93 % of the parameters are in 2 equal layers")
        << "without a list around them";
    EXPECT_EQ(conclusion("Linear(2, 2)"), "") << "there is no other place";
    EXPECT_EQ(conclusion("Net(\n  (a): Linear(9, 9)\n  (odd): Mystery()\n)"), "") << "the total is not known";
}

}  // namespace THIS_FILE
}  // namespace paramscope
