// Models that are one.
#include "hub/parts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "count/count.h"
#include "model/write.h"

namespace paramscope::hub {
namespace THIS_FILE {

TEST(Parts, AreCountedBesideTheModel) {
    Report main = count_text(
        "basis: exact\ndtype = float16\ntie: b.weight = a.weight\nfreeze: a\nNet(\n  (a): Linear(8, 4, "
        "bias=False)\n"
        "  (b): Linear(8, 4, bias=False)\n)");
    const ModelPart parts[] = {{"0", std::move(main)},
                               {"2_Dense", count_text("basis: exact\nModel(\n  (linear): Linear(4, 2)\n)")}};
    const std::string text = write_model_text(join_parts("SentenceTransformer", parts));
    EXPECT_EQ(text,
              "dtype = float16\nbasis: exact\ntie: 0.b.weight = 0.a.weight\ntie: none\nfreeze: 0.a\n\n"
              "SentenceTransformer(\n"
              "  (0): Net(\n    (a): Linear(8, 4, bias=False)\n    (b): Linear(8, 4, bias=False)\n  )\n"
              "  (2_Dense): Model(\n"
              "    (linear): Linear(4, 2\n"
              "      (weight): Parameter(2, 4, dtype=float32)\n      (bias): Parameter(2, dtype=float32)\n   "
              " )\n  )\n)\n");
    const Report report = count_text(text);
    EXPECT_FALSE(has_errors(report.diagnostics));
    EXPECT_EQ(to_string(report.root()->facts->parameters.value.value_or(-1)), "42");
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact);
    EXPECT_EQ(to_string(report.bytes.value_or(-1)), "104");
}

TEST(Parts, MakeTheTotalNoBetterThanTheWorst) {
    const ModelPart parts[] = {{"0", count_text("basis: exact\nNet(\n  (a): Linear(8, 4)\n)")},
                               {"1", count_text("basis: partial\nModel(\n  (linear): Linear(4, 2)\n)")}};
    EXPECT_EQ(join_parts("Both", parts).basis, Basis::Partial);
}

TEST(Parts, ComputeOnceOnInputsOfTheirOwn) {
    constexpr const char* encoder =
        "d = 8\ninput = (batch, d)\nNet(\n  forward(d2) = out(fc(d2))\n  (fc): Linear(d, 2*d)\n  (out): "
        "Linear(2*d, d)\n)";
    const ModelPart parts[] = {
        {"text_encoder", count_text(encoder)},
        {"unet", count_text("d = 4\ninput = (batch, d), (batch, 2*d)\nSum(\n  forward(x, y) = a(x) + b(y)\n  "
                            "(a): Linear(d, 3)\n  (b): Linear(2*d, 3)\n)")},
        {"vae", count_text("basis: exact\nModel(\n  (linear): Linear(4, 2)\n)")}};
    const std::string text = write_model_text(join_parts("Pipeline", parts));
    const Report report = count_text(text);
    EXPECT_FALSE(has_errors(report.diagnostics)) << text;
    EXPECT_NE(text.find("text_encoder_d = 8\nunet_d = 4\n"), text.npos) << text;
    EXPECT_NE(text.find("input = (batch, text_encoder_d), (batch, unet_d), (batch, 2*unet_d)"), text.npos)
        << text;
    EXPECT_NE(
        text.find(
            "unknown(text_encoder(x1), unet(x2, x3), reason='how data flows through vae is not known')"),
        text.npos)
        << text;
    const ModuleFacts& facts = *report.root()->facts;
    EXPECT_EQ(to_string(facts.parameters.value.value_or(-1)), "332");
    EXPECT_EQ(to_string(facts.macs.value.value_or(-1)), "292");
    EXPECT_FALSE(facts.macs.is_complete());
}

}  // namespace THIS_FILE
}  // namespace paramscope::hub
