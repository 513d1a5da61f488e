// Texts that people published and that PyTorch printed here: read without complaint where they are whole,
// with the complaint they deserve where they are not, and written back as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/support.h"
#include "model/read.h"
#include "model/write.h"

namespace paramscope::golden {
namespace {

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
        EXPECT_EQ(has_errors(diagnostics), !is_whole(file)) << file;
        const std::string written = write_model_text(model);
        Diagnostics again;
        EXPECT_EQ(write_model_text(read_model_text(written, &again)), written) << file;
    }
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
    rapidjson::Document models;
    models.Parse(read_file(*truth + "/torchvision.json").value_or("").c_str());
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
