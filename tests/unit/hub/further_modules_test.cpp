// Modules that a repository keeps in folders of their own.
#include "hub/further_modules.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "model/write.h"

namespace paramscope::hub {
namespace THIS_FILE {

TEST(FurtherModules, AreCountedBehindTheModel) {
    const Report main = count_text(
        "basis: exact\ndtype = float16\ntie: b.weight = a.weight\nfreeze: a\nNet(\n  (a): Linear(8, 4, "
        "bias=False)\n"
        "  (b): Linear(8, 4, bias=False)\n)");
    const FurtherModule modules[] = {
        {"2_Dense", count_text("basis: exact\nModel(\n  (linear): Linear(4, 2)\n)")}};
    const std::string text = write_model_text(with_further_modules(main, modules));
    EXPECT_EQ(text,
              "dtype = float16\nbasis: exact\ntie: 0.b.weight = 0.a.weight\nfreeze: 0.a\n\n"
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

TEST(FurtherModules, MakeTheTotalNoBetterThanTheWorst) {
    const FurtherModule modules[] = {
        {"1", count_text("basis: partial\nModel(\n  (linear): Linear(4, 2)\n)")}};
    const Model whole =
        with_further_modules(count_text("basis: exact\nNet(\n  (a): Linear(8, 4)\n)"), modules);
    EXPECT_EQ(whole.basis, Basis::Partial);
}

}  // namespace THIS_FILE
}  // namespace paramscope::hub
