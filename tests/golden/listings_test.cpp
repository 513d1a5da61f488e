// Tensor listings that people published, and those of Hugging Face models made here: every tensor read, every
// total as the collection's index states it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/support.h"
#include "open/open.h"
#include "support/same_counts.h"

namespace paramscope::golden {
namespace THIS_FILE {

open::Opened open_text(const std::string& text, std::string_view name) {
    open::MemorySource source(text);
    return open::open_model(source, name);
}

/// Those of the tensors that may be buffers.
Integer open_elements(const Report& report) {
    if (report.parameters_max) {
        Integer sum = *report.parameters_max - *report.parameters_min;
        for (const PossibleTie& tie : report.possible_ties) sum = sum - tie.elements;
        return sum;
    }
    Integer sum = 0;
    for (const PossibleBuffer& buffer : report.possible_buffers) sum = sum + buffer.elements;
    return sum;
}

std::string elements_of(const Report& report) {
    const NodeReport* root = report.root();
    if (!root || !root->facts->parameters.value || !root->facts->buffers.value) return "?";
    const Integer left_out = root->facts->parameters.is_complete() ? Integer(0) : open_elements(report);
    return to_string(*root->facts->parameters.value + *root->facts->buffers.value + left_out);
}

TEST(Listings, PublishedOnesHaveTheirTotals) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    const auto rows = read_csv(*truth + "/state/INDEX.csv");
    ASSERT_GT(rows.size(), 1u);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::string& file = rows[i][0];
        const std::string text = read_file(*truth + "/state/" + file).value_or("");
        const open::Opened opened = open_text(text, file);
        EXPECT_EQ(opened.source, "tensor-listing") << file;
        EXPECT_FALSE(has_errors(opened.diagnostics)) << file;
        const bool is_cut = file.find("truncated") != std::string::npos;
        EXPECT_EQ(opened.diagnostics.empty(), !is_cut) << file;
        const Report report = count_text(opened.text());
        testing_support::expect_counts_as_text(opened);
        EXPECT_FALSE(has_errors(report.diagnostics)) << file << problems(report);
        EXPECT_EQ(elements_of(report), rows[i][2]) << file;
    }
}

/// The sum over `name<TAB>[sizes]` lines.
Integer sum_of_lines(const std::string& text) {
    Integer sum = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream sizes(line.substr(line.find('[') + 1));
        Integer product = 1;
        for (long long size = 0; sizes >> size; sizes.ignore(1)) product = product * Integer(size);
        sum = sum + product;
    }
    return sum;
}

/// A model text that counts what is shared as often as it is listed.
std::string without_ties(const std::string& text) {
    std::istringstream lines(text);
    std::string rest;
    for (std::string line; std::getline(lines, line);) rest += line.starts_with("tie:") ? "" : line + "\n";
    return rest;
}

TEST(Listings, OfHuggingFaceModelsKeepEveryElement) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    for (const auto& entry : std::filesystem::directory_iterator(*truth + "/hf_made")) {
        const std::string file = entry.path().filename().string();
        if (!file.ends_with(".state.txt")) continue;
        const std::string text = read_file(entry.path()).value_or("");
        const open::Opened opened = open_text(text, file);
        EXPECT_EQ(opened.source, "tensor-listing") << file;
        EXPECT_TRUE(opened.diagnostics.empty()) << file;
        const Report report = count_text(without_ties(opened.text()));
        EXPECT_FALSE(has_errors(report.diagnostics)) << file << problems(report);
        EXPECT_EQ(elements_of(report), to_string(sum_of_lines(text))) << file;
    }
}

/// The text with the ties that its notes propose.
std::string with_proposed_ties(const std::string& text, const Report& report) {
    std::string ties;
    for (const Diagnostic& diagnostic : report.diagnostics) {
        const std::size_t begin = diagnostic.message.english().find("`tie: ");
        if (begin == std::string::npos) continue;
        ties += diagnostic.message.english().substr(
                    begin + 1, diagnostic.message.english().find('`', begin + 1) - begin - 1) +
                "\n";
    }
    return ties + text;
}

/// A listing and a print of a model have the total of its config: as counted, without the tensors that may be
/// buffers, or with the shared tensors that their notes name. What a print hides besides is told.
TEST(Listings, AndPrintsCountAsTheirConfigs) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    std::size_t listings = 0;
    for (const auto& row : read_csv(*truth + "/hf/totals.csv")) {
        const std::string &name = row[0], &exact = row[1];
        for (const char* ending : {".state.txt", ".print.txt"}) {
            const auto file = read_file(*truth + "/hf_made/" + name + ending);
            if (!file || exact.empty()) continue;
            listings += ending == std::string_view(".state.txt");
            const std::string text = open_text(*file, "").text();
            const Report report = count_text(text);
            ASSERT_NE(report.root(), nullptr) << name << ending;
            if (!report.root()->facts->parameters.is_complete()) {
                EXPECT_NE(problems(report), "") << name << ending;
                EXPECT_STREQ(ending, ".print.txt") << name;
                continue;
            }
            const std::string total = shown(report.root()->facts->parameters.value);
            if (total == exact) continue;
            if (to_string(*report.root()->facts->parameters.value - open_elements(report)) == exact) continue;
            const Report tied = count_text(with_proposed_ties(text, report));
            EXPECT_EQ(shown(tied.root()->facts->parameters.value), exact)
                << name << ending << " as it stands " << total;
        }
    }
    EXPECT_GT(listings, 0u);
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
