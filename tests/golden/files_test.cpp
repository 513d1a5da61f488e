// Checkpoints found in public: every tensor, its shape and type as the real libraries read them, and the
// totals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "golden/support.h"
#include "open/checkpoint/checkpoint.h"
#include "open/open.h"
#include "support/same_counts.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// What a format writes for a type, where that is not PyTorch's name.
std::string dtype_of(std::string stored) {
    static const std::map<std::string, std::string> kNames = {
        {"F32", "float32"}, {"F16", "float16"}, {"BF16", "bfloat16"}, {"F64", "float64"},
        {"I64", "int64"},   {"I32", "int32"},   {"U8", "uint8"},      {"I8", "int8"},
    };
    const auto known = kNames.find(stored);
    if (known != kNames.end()) return known->second;
    std::transform(stored.begin(), stored.end(), stored.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return stored;
}

std::string line(const std::string& name, const open::Shape& shape, const std::string& dtype) {
    std::string text = name + " " + dtype_of(dtype) + " [";
    for (const std::uint64_t size : shape) text += std::to_string(size) + " ";
    return text + "]";
}

/// A line for each tensor, in the order of names.
std::vector<std::string> expected_tensors(const rapidjson::Value& tensors) {
    std::vector<std::string> lines;
    for (const rapidjson::Value& tensor : tensors.GetArray()) {
        std::vector<std::uint64_t> shape;
        for (const rapidjson::Value& size : tensor[1].GetArray()) shape.push_back(size.GetUint64());
        lines.push_back(line(tensor[0].GetString(), shape, tensor[2].GetString()));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::vector<std::string> found_tensors(const open::CheckpointContents& contents) {
    std::vector<std::string> lines;
    for (const open::NamedTensor& tensor : contents.tensors().tensors) {
        lines.push_back(line(tensor.name.str(), tensor.shape, tensor.dtype.str()));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

/// Parameters and buffers of what a file is opened as.
Integer total_of(const open::Opened& opened, const std::string& path) {
    const Report report = count_text(opened.text(), CountOptions());
    testing_support::expect_counts_as_text(opened);
    EXPECT_EQ(problems(report), "") << path;
    if (report.root() == nullptr) return -1;
    return report.root()->facts->parameters.value.value_or(-1) +
           report.root()->facts->buffers.value.value_or(-1);
}

void check_file(const std::string& path, const rapidjson::Value& tensors, Integer total) {
    const std::optional<std::string> bytes = read_file(path);
    ASSERT_TRUE(bytes) << path;
    open::MemorySource source(*bytes);
    open::CheckpointContents contents;
    ASSERT_TRUE(open::read_checkpoint(source, path, contents)) << path;
    EXPECT_EQ(found_tensors(contents), expected_tensors(tensors)) << path;

    open::MemorySource again(*bytes);
    const open::Opened opened = open::open_model(again, path);
    EXPECT_FALSE(has_errors(opened.diagnostics))
        << path << ": " << opened.diagnostics.front().message.english();
    EXPECT_EQ(to_string(total_of(opened, path)), to_string(total)) << path << "\n" << opened.text();
}

rapidjson::Document load(const std::string& path) {
    rapidjson::Document document;
    document.Parse(read_file(path).value_or("{}").c_str());
    return document;
}

TEST(Checkpoints, HoldWhatTheRealLibrariesFind) {
    const std::optional<std::string> folder = truth_folder();
    if (!folder) GTEST_SKIP() << "skipped: PARAMSCOPE_TRUTH names no folder with checkpoints";
    constexpr std::array<std::string_view, 4> kFolders = {"files/safetensors/", "files/pt/", "files/h5/",
                                                          "files/keras/"};
    std::size_t checked = 0;
    const rapidjson::Document facts = load(*folder + "/files/TRUTH.json");
    for (const auto& [path, fact] : facts.GetObject()) {
        const std::string name = path.GetString();
        const bool is_checkpoint = std::any_of(kFolders.begin(), kFolders.end(), [&](std::string_view start) {
            return name.starts_with(start);
        });
        const std::string file = *folder + "/" + name;
        if (!is_checkpoint || !std::filesystem::exists(file)) continue;
        check_file(file, fact["tensors"], fact["numel"].GetInt64());
        ++checked;
    }
    EXPECT_GT(checked, 0u);
    RecordProperty("files", static_cast<int>(checked));
}

TEST(Checkpoints, OfLlamaCppKeepTheirNames) {
    const std::optional<std::string> folder = truth_folder();
    const std::string gguf = folder.value_or("") + "/files/gguf/";
    if (!folder || !std::filesystem::exists(gguf + "TRUTH.json")) {
        GTEST_SKIP() << "skipped: PARAMSCOPE_TRUTH names no folder with GGUF files";
    }
    const rapidjson::Document fact = load(gguf + "TRUTH.json");
    check_file(gguf + "tiny_llama_mixed.gguf", fact["tensors"], fact["total"].GetInt64());
}

}  // namespace
}  // namespace paramscope::golden
