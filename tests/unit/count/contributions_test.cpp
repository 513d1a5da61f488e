// The layers that a term of a formula comes from.
#include "count/explain/contributions.h"

#include <string>

#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// The paths of the rows that make up the term at `index` of a module's formula in short symbols.
std::string rows_of(const Report& report, const char* path, Subject subject, std::size_t index) {
    const std::uint32_t node = *report.find(path);
    const NamedFormula named = named_formula(report, SubjectNumbers(report, subject, node).of(node).formula);
    std::string text = print(Polynomial::from_terms({named.formula.terms()[index]}), Notation::Unicode) + ":";
    for (const std::uint32_t row :
         rows_of_term(report, node, subject, monomial_of(named, named.formula.terms()[index])))
        text += " " + report.path(row);
    return text;
}

TEST(Contributions, ATermComesFromTheLayersThatHaveIt) {
    const Report report = count_text(
        "d = 8\nff = 32\nlayers = 3\nNet(\n  (0-*): layers x Block(\n    (q): Linear(d, d, bias=False)\n"
        "    (k): Linear(d, d, bias=False)\n    (up): Linear(d, ff, bias=False)\n    (norm): LayerNorm(d)\n  "
        ")\n"
        "  (head): Linear(d, 10, bias=False)\n)");
    EXPECT_EQ(rows_of(report, "", Subject::Parameters, 0), "2·d²·layers: 0.q 0.k");
    EXPECT_EQ(rows_of(report, "", Subject::Parameters, 1), "d·ff·layers: 0.up");
    EXPECT_EQ(rows_of(report, "", Subject::Parameters, 2), "2·d·layers: 0.norm");
    EXPECT_EQ(rows_of(report, "", Subject::Parameters, 3), "10·d: head");
    EXPECT_EQ(rows_of(report, "0", Subject::Parameters, 0), "2·d²·layers: 0.q 0.k");
}

TEST(Contributions, ALengthStandsForItsHighestPower) {
    const Report report = count_text(
        "height = 9\nbatch = 2\ninput = (batch, 1, height, 1)\nSequential(\n"
        "  (0): Conv2d(1, 1, (3, 1), stride=(2, 1), padding=(1, 0))\n"
        "  (1): Conv2d(1, 1, (3, 1), stride=(2, 1), padding=(1, 0))\n)");
    EXPECT_EQ(rows_of(report, "", Subject::Flops, 0), "6·H_1·batch: 0");
    EXPECT_EQ(rows_of(report, "", Subject::Flops, 1), "6·H_2·batch: 1");
}

TEST(Contributions, AShortSymbolIsItsHyperParameter) {
    const Report report = count_text(
        "hidden_size = 8\nNet(\n  (a): Linear(hidden_size, hidden_size, bias=False)\n  (b): Linear(4, 4)\n)");
    EXPECT_EQ(rows_of(report, "", Subject::Parameters, 0), "d²: a");
}

}  // namespace
}  // namespace paramscope
