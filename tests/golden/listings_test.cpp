// Tensor listings that people published, and those of Hugging Face models made here: every tensor read, every
// total as the collection's index states it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace {

open::Opened open_text(const std::string& text, std::string_view name) {
    open::MemorySource source(text);
    return open::open_model(source, name);
}

std::string elements_of(const Report& report) {
    const NodeReport* root = report.root();
    if (!root || !root->parameters.value || !root->buffers.value) return "?";
    return to_string(*root->parameters.value + *root->buffers.value);
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
        const Report report = count_text(opened.text);
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
        const Report report = count_text(without_ties(opened.text));
        EXPECT_FALSE(has_errors(report.diagnostics)) << file << problems(report);
        EXPECT_EQ(elements_of(report), to_string(sum_of_lines(text))) << file;
    }
}

}  // namespace
}  // namespace paramscope::golden
