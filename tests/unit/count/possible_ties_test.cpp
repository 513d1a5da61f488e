#include "count/possible_ties.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "formats/support/numbers.h"
#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

/// The note on possible ties, "" where there is none.
std::string tie_note(std::string_view text) {
    const Report report = count_text(text);
    const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.message.id() == "tie.possible"; });
    return found == report.diagnostics.end() ? "" : testing_support::describe(found->message);
}

TEST(TieHint, OffersTheLineForAnOutputOfTheEmbeddingsShape) {
    EXPECT_EQ(
        tie_note("M(\n  (embed): Embedding(1000, 8)\n  (inner): Linear(8, 8)\n  (head): Linear(8, 1000, "
                 "bias=False)\n)"),
        "tie.possible(tied: head, source: embed, count: 8,000)");
}

TEST(TieHint, TheLineItOffersIsRead) {
    const Report report = count_text(
        "tie: head.weight = embed.weight\nM(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 1000, "
        "bias=False)\n)");
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "8000");
}

TEST(TieHint, ATextSaysWhichTensorsMayBeOne) {
    const std::string print =
        "V = 10\nM(\n  (embed): Embedding(V, 8)\n  (inner): Linear(8, V)\n  (head): Linear(8, V)\n)";
    struct Case {
        std::string_view lines;
        int least, most;  ///< 0, 0: no range
    };
    const Case cases[] = {
        {"tie: head.weight? = embed.weight\n", 180, 260},
        {"tie: head.weight? = embed.weight, head.bias? = inner.bias\n", 170, 260},
        // Twice the same.
        {"tie: head.weight? = embed.weight\ntie: head.weight? = inner.weight\n", 180, 260},
        // A line that is sure settles it, and `tie: none` all.
        {"tie: head.weight = embed.weight\ntie: head.weight? = embed.weight\n", 0, 0},
        {"tie: none\ntie: head.weight? = embed.weight\n", 0, 0},
    };
    for (const Case& c : cases) {
        const Report report = count_text(std::string(c.lines) + print);
        EXPECT_EQ(report.parameters_min.value_or(0), c.least) << c.lines;
        EXPECT_EQ(report.parameters_max.value_or(0), c.most) << c.lines;
    }
}

TEST(TieHint, IsSilentWhereThereIsNothingToTell) {
    for (const char* text :
         {"M(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 999)\n)",
          "M(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n)",
          "V = 9\nM(\n  (embed): Embedding(V, 8)\n  (head): Linear(8, V)\n)",
          "tie: head.weight = embed.weight\nM(\n  (embed): Embedding(9, 8)\n  (head): Linear(8, 9)\n)"}) {
        EXPECT_EQ(tie_note(text), "") << text;
    }
}

TEST(TieHint, OfAPrintBesideASettingThatNoModuleUses) {
    const char* print = "M(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 1000, bias=False)\n)";
    for (const char* setting : {"lr = 0.001\n", "epochs = 10\nbatch = 32\n"}) {
        const Report report = count_text(std::string(setting) + print);
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Range) << setting;
        EXPECT_EQ(report.possible_ties.size(), 1u) << setting;
    }
    // A setting that the model uses makes it a model text, which states its ties.
    for (const char* text :
         {"d = 8\nM(\n  (embed): Embedding(1000, d)\n  (head): Linear(d, 1000, bias=False)\n)",
          "n = 2\nM(\n  (embed): Embedding(1000, 8)\n  (mid): n x Linear(8, 8)\n  (head): Linear(8, 1000)\n)",
          "n = 2\nM(\n  (embed): Embedding(1000, 8)\n  (w): Parameter(n, 8)\n  (head): Linear(8, 1000)\n)"}) {
        const Report report = count_text(text);
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << text;
        EXPECT_TRUE(report.possible_ties.empty()) << text;
    }
}

TEST(TieHint, SaysWhatALibraryTiesByDefault) {
    const std::string print =
        "GPT2LMHeadModel(\n  (wte): Embedding(1000, 8)\n  (lm_head): Linear(in_features=8, "
        "out_features=1000, bias=False)\n)";
    const Report report = count_text(print);
    EXPECT_EQ(report.parameters_min, Integer{8000});
    EXPECT_EQ(report.parameters_max, Integer{16000});
    EXPECT_EQ(testing_support::describe(report.diagnostics.front().message),
              "tie.by_default(tied: lm_head, source: wte, count: 8,000, type: GPT2LMHeadModel)");
    const Report estimate = count_text("basis: approximate\n" + print);
    EXPECT_EQ(total_in_words(estimate), "about 8,000");
    // More than a tenth of an estimate may be tied: of a print with a tensor that a config decides about.
    const std::string by_config = "  (wpe): VisualBertEmbeddings(\n    (0): Linear(1, 1)\n  )\n";
    const std::size_t end = print.size() - 1;
    const Report bound = count_text(print.substr(0, end) + by_config + print.substr(end));
    EXPECT_EQ(total_in_words(bound), "at least 8,002");
}

/// A head whose bias is that of its decoder where the weights are tied.
TEST(TieHint, TiesABiasWithTheWeight) {
    const std::string print =
        "BertLMHeadModel(\n  (bert): BertModel(\n    (word_embeddings): Embedding(1000, 8)\n  )\n"
        "  (predictions): BertLMPredictionHead(\n    (decoder): Linear(in_features=8, out_features=1000, "
        "bias=True)\n  )\n)";
    const Report open = count_text(print);
    EXPECT_EQ(open.parameters_min, Integer{9000});
    EXPECT_EQ(open.parameters_max, Integer{18000});
    const auto parameters = [&](const std::string& line) {
        return count_text(line + "\n" + print).root()->facts->parameters.value;
    };
    EXPECT_EQ(parameters("tie: none"), Integer{18000});
    EXPECT_EQ(parameters("tie: predictions.decoder.weight = bert.word_embeddings.weight"), Integer{9000});
}

TEST(TieHint, WhereOneTieIsOpenAllAre) {
    const Report report = count_text(
        "T5GemmaForConditionalGeneration(\n  (encoder): T5GemmaEncoder(\n    (embed_tokens): Embedding(1000, "
        "8)\n  )\n"
        "  (decoder): T5GemmaDecoder(\n    (embed_tokens): Embedding(1000, 8)\n  )\n"
        "  (lm_head): Linear(in_features=8, out_features=1000, bias=False)\n)");
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Range);
    EXPECT_EQ(report.parameters_min, Integer{8000});
    EXPECT_EQ(report.parameters_max, Integer{24000});
}

TEST(TieHint, ACopyThatIsTrainedIsNotTied) {
    const Report report = count_text(
        "GPT2LMHeadModel(\n  (wte): Embedding(1000, 8)\n  (lm_head): ModulesToSaveWrapper(\n"
        "    (original_module): Linear(in_features=8, out_features=1000, bias=False)\n"
        "    (modules_to_save): ModuleDict(\n      (default): Linear(in_features=8, out_features=1000, "
        "bias=False)\n    )\n  )\n)");
    EXPECT_EQ(report.parameters_min, Integer{16000});
    EXPECT_EQ(report.parameters_max, Integer{24000});
}

/// "least to most" of the parameters, "one" and their number where nothing may be tied.
std::string range_of(std::string_view text) {
    const Report report = count_text(text);
    if (report.root()->facts->parameters.basis != Basis::Range)
        return "one " + to_string(*report.root()->facts->parameters.value);
    return to_string(*report.parameters_min) + " to " + to_string(*report.parameters_max);
}

TEST(TieHint, AListHasTheSameTiesHoweverItIsPrinted) {
    const std::string block = "Block(\n    (e): Embedding(5, 4)\n    (h): Linear(4, 5, bias=False)\n  )\n";
    const std::string head = "Head(\n    (h): Linear(4, 5, bias=False)\n  )\n";
    const auto net = [](const std::string& inside) { return "Net(\n" + inside + ")"; };
    const auto list = [](const std::string& name, const std::string& items) {
        return "  (" + name + "): ModuleList(\n" + items + "  )\n";
    };
    const std::string embedding = "  (e): Embedding(5, 4)\n";
    const auto expect = [](const std::string& folded, const std::string& printed, const char* range) {
        EXPECT_EQ(range_of(folded), range) << folded;
        EXPECT_EQ(range_of(printed), range) << printed;
    };
    // Each item may share the matrix of its own embedding.
    expect(net("  (0-1): 2 x " + block), net("  (0): " + block + "  (1): " + block), "40 to 80");
    // A head in each item may share the one embedding outside ...
    expect(net(embedding + list("l", "  (0-1): 2 x " + head)),
           net(embedding + list("l", "  (0): " + head + "  (1): " + head)), "20 to 60");
    // ... but not where there are many of them: those are layers inside a model.
    std::string many;
    for (int i = 0; i < 6; ++i) many += "  (" + std::to_string(i) + "): " + head;
    expect(net(embedding + list("l", "  (0-5): 6 x " + head)), net(embedding + list("l", many)), "one 140");
    // Embeddings in items of one list are not one embedding.
    const std::string only = "Part(\n    (e): Embedding(5, 4)\n  )\n";
    expect(net("  (0-1): 2 x " + only), net("  (0): " + only + "  (1): " + only), "one 40");
    // Lists of layers themselves, however many: each layer may share the first embedding.
    const std::string layer = "Linear(4, 5, bias=False)\n";
    expect(net(embedding + list("h", "  (0-1): 2 x " + layer)),
           net(embedding + list("h", "  (0): " + layer + "  (1): " + layer)), "20 to 60");
    std::string heads;
    for (int i = 0; i < 6; ++i) heads += "  (" + std::to_string(i) + "): " + layer;
    expect(net(embedding + list("h", "  (0-5): 6 x " + layer)), net(embedding + list("h", heads)),
           "20 to 140");
}

TEST(TieHint, ModulesBesideEachOtherAreNoItemsOfAList) {
    const std::string stack = "Stack(\n    (embed_tokens): Embedding(5, 4)\n  )\n";
    EXPECT_EQ(range_of("Net(\n  (encoder): " + stack + "  (decoder): " + stack + ")"), "20 to 40");
}

TEST(TieHint, ALowerBoundIsOfTrainedParametersToo) {
    const Report report = count_text(
        "M(\n  (embed): Embedding(1000, 8)\n  (part): Mystery()\n  (head): Linear(8, 1000, bias=False)\n)");
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Partial);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer{8000});
    EXPECT_EQ(report.root()->facts->trainable(), OptionalInteger(8000));
}

}  // namespace THIS_FILE
}  // namespace paramscope
