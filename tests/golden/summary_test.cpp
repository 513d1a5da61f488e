// Tables that Keras, torchsummary and torchinfo printed: the tree has what the table says in all, or the
// reader says why not.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// The number behind `label` in a text with or without terminal colours.
std::optional<std::string> stated(const std::string& text, const std::string& label) {
    std::size_t at = text.find(label);
    if (at == std::string::npos) return std::nullopt;
    std::string digits;
    for (at += label.size(); at < text.size() && text[at] != '\n' && text[at] != '.' && text[at] != '(';
         ++at) {
        if (text[at] == '\x1b')
            at = text.find('m', at);
        else if (text[at] >= '0' && text[at] <= '9')
            digits.push_back(text[at]);
    }
    return digits.empty() ? std::nullopt : std::optional(digits);
}

struct Folder {
    const char* name;
    const char* ending;
};

class Summaries : public testing::TestWithParam<Folder> {};

TEST_P(Summaries, HaveTheTotalsTheySay) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    std::size_t files = 0, disagreeing = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*truth + "/" + GetParam().name)) {
        const std::string file = entry.path().filename().string();
        if (!file.ends_with(GetParam().ending)) continue;
        const std::string text = read_file(entry.path()).value_or("");
        const auto total = stated(text, "Total params:");
        if (!total) continue;
        ++files;
        open::MemorySource source(text);
        const open::Opened opened = open::open_model(source, file);
        EXPECT_EQ(opened.source, "summary-table") << file;
        EXPECT_FALSE(has_errors(opened.diagnostics)) << file;
        const Report report = count_text(opened.text());
        EXPECT_FALSE(has_errors(report.diagnostics)) << file << problems(report);
        ASSERT_NE(report.root(), nullptr) << file;
        const bool is_told =
            std::any_of(opened.diagnostics.begin(), opened.diagnostics.end(), [](const auto& told) {
                return told.severity == Severity::Warning && told.message.id() == "summary.total_differs";
            });
        EXPECT_EQ(shown(report.root()->facts->parameters.value) == *total, !is_told) << file;
        disagreeing += is_told;
    }
    EXPECT_GT(files, 0u);
    // A shared matrix, lines left out, a table without numbers.
    EXPECT_LE(disagreeing, 1u);
}

INSTANTIATE_TEST_SUITE_P(Folders, Summaries,
                         testing::Values(Folder{"keras", ".txt"}, Folder{"torchsummary", ".txt"},
                                         Folder{"torchinfo", ".out"}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace paramscope::golden
