// Texts that people published and that PyTorch printed here: read without complaint where they are whole,
// with the complaint they deserve where they are not, and written back as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/support.h"
#include "model/read/read.h"
#include "model/write.h"

namespace paramscope::golden {
namespace THIS_FILE {

std::vector<std::filesystem::path> files_ending(const std::filesystem::path& folder,
                                                std::string_view ending) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().filename().string().ends_with(ending)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// What is said about a text beyond notes, as a person sees it.
std::string complaints(const std::string& text, const Diagnostics& diagnostics) {
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::Note) lines += format_diagnostic(diagnostic, "", text) + "\n";
    }
    return lines;
}

/// How many lines of `text` are a child's with the child's type, as PyTorch prints them.
std::size_t lines_of_children(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("): "); at != std::string::npos; at = text.find("): ", at + 1)) ++count;
    return count;
}

std::size_t children_of(const Module& module) {
    std::size_t count = module.children.size() + module.tensors.size();
    for (const Module& child : module.children) count += children_of(child);
    return count;
}

/// A name of the collection tells when its text is not whole.
bool is_whole(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    return name.find("missing") == std::string::npos && name.find("elided") == std::string::npos;
}

TEST(PrintCorpus, PublishedTextsAreRead) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    for (const auto& file : files_ending(*truth + "/print", ".txt")) {
        const std::string text = read_file(file).value_or("");
        Diagnostics diagnostics;
        const Model model = read_model_text(text, &diagnostics);
        EXPECT_EQ(complaints(text, diagnostics).empty(), is_whole(file))
            << file << complaints(text, diagnostics);
        const bool is_cut_off =
            !diagnostics.empty() && diagnostics.front().message.id() == "model_text.cut_off";
        EXPECT_EQ(has_errors(diagnostics) || is_cut_off, !is_whole(file)) << file;
        const std::string written = write_model_text(model);
        Diagnostics again;
        EXPECT_EQ(write_model_text(read_model_text(written, &again)), written) << file;
    }
}

/// The numbers of a sentence, commas between their digits left out; small ones are cells and percentages.
std::vector<std::string> numbers_of(const std::string& sentence) {
    std::vector<std::string> numbers;
    std::string digits;
    for (const char c : sentence + " ") {
        if (c >= '0' && c <= '9') {
            digits.push_back(c);
        } else if (c != ',' || digits.empty()) {
            if (digits.size() > 3 && digits[0] != '0') numbers.push_back(digits);
            digits.clear();
        }
    }
    return numbers;
}

/// Tensors that a library shares and print() cannot say so.
std::string shared_tensors(const std::string& file) {
    if (!file.starts_with("107_")) return "";
    return "tie: base_model.model.encoder.embed_tokens.weight = base_model.model.shared.weight\n"
           "tie: base_model.model.decoder.embed_tokens.weight = base_model.model.shared.weight\n\n";
}

/// What people said their model has is its total, what is stored of it, the sum of its parts, or those
/// parts'.
TEST(PrintCorpus, StatedTotalsAreCounted) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    const auto rows = read_csv(*truth + "/print/INDEX.csv");
    ASSERT_GT(rows.size(), 1u);
    std::size_t checked = 0;
    for (const auto& row : rows) {
        const std::vector<std::string> numbers =
            row.size() > 4 ? numbers_of(row[4]) : std::vector<std::string>();
        if (numbers.empty()) continue;
        ++checked;
        const Report report =
            count_text(shared_tensors(row[0]) + read_file(*truth + "/print/" + row[0]).value_or(""));
        ASSERT_NE(report.root(), nullptr) << row[0];
        const auto is_said = [&](const std::string& number) {
            return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
        };
        const auto is_a_part = [&](const std::string& number) {
            return std::any_of(report.nodes.begin(), report.nodes.end(), [&](const NodeReport& node) {
                return shown(node.facts->parameters.value) == number;
            });
        };
        Integer sum = 0;
        for (const std::string& number : numbers) sum = sum + *parse_integer(number);
        const std::string total = shown(report.root()->facts->parameters.value);
        EXPECT_TRUE(is_said(total) || is_said(shown(report.root()->facts->stored().value)) ||
                    total == to_string(sum) || std::all_of(numbers.begin(), numbers.end(), is_a_part))
            << row[0] << " has " << total << ": " << row[4];
    }
    EXPECT_GT(checked, 0u);
}

TEST(PrintCorpus, PrintsOfLanguageModelsAreWrittenBackAsTheyWere) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    for (const char* folder : {"/hf_made", "/hf_constructed"}) {
        for (const auto& file : files_ending(*truth + folder, ".print.txt")) {
            std::string text = read_file(file).value_or("");
            Diagnostics diagnostics;
            const Model model = read_model_text(text, &diagnostics);
            EXPECT_EQ(complaints(text, diagnostics), "") << file;
            EXPECT_EQ(children_of(model.root), lines_of_children(text)) << file;
            if (!text.ends_with('\n')) text += '\n';
            EXPECT_EQ(write_model_text(model), text) << file;
        }
    }
}

TEST(PrintCorpus, PrintsOfVisionModelsAreWrittenBackAsTheyWere) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    const rapidjson::Document models = load_torchvision(*truth);
    ASSERT_TRUE(models.IsObject());
    for (const auto& entry : models.GetObject()) {
        const std::string text = std::string(entry.value["repr"].GetString()) + "\n";
        Diagnostics diagnostics;
        const Model model = read_model_text(text, &diagnostics);
        EXPECT_EQ(complaints(text, diagnostics), "") << entry.name.GetString();
        EXPECT_EQ(children_of(model.root), lines_of_children(text)) << entry.name.GetString();
        // The detectors' transform prints itself with an indentation of its own.
        if (text.find("GeneralizedRCNNTransform(") != std::string::npos) continue;
        EXPECT_EQ(write_model_text(model), text) << entry.name.GetString();
    }
}

TEST(PrintCorpus, OurOwnPrintsAreWrittenBackAsTheyWere) {
    for (const char* facts : {"sequentials.json", "modules.json"}) {
        const rapidjson::Document trees = load_golden(facts);
        ASSERT_TRUE(trees.IsArray());
        for (const auto& tree : trees.GetArray()) {
            // `text` may hold what print() hides; `repr`, where it differs, is what was printed.
            const char* form = tree.HasMember("repr") ? "repr" : "text";
            const std::string text = std::string(tree[form].GetString()) + "\n";
            Diagnostics diagnostics;
            EXPECT_EQ(write_model_text(read_model_text(text, &diagnostics)), text);
            EXPECT_EQ(complaints(text, diagnostics), "");
        }
    }
}

}  // namespace
}  // namespace paramscope::golden
