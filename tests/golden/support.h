// What golden tests share: facts read from JSON files, and reports of texts.
#pragma once

#include <rapidjson/document.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "count/count.h"
#include "support/folders.h"

namespace paramscope::golden {

/// The whole file, nullopt when it cannot be read.
inline std::optional<std::string> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A fact file kept beside the tests.
inline rapidjson::Document load_golden(const std::string& name) {
    rapidjson::Document document;
    document.Parse(read_file(golden_folder() + "/" + name).value_or("").c_str());
    return document;
}

/// The folder of facts collected from others, kept outside the project; nullopt where the machine has none.
inline std::optional<std::string> truth_folder() {
    const char* folder = std::getenv("PARAMSCOPE_TRUTH");
    return folder && *folder ? std::optional<std::string>(folder) : std::nullopt;
}

/// The 104 models of torchvision as PyTorch prints and measures them, in the folder of facts; null where it
/// cannot be read.
inline rapidjson::Document load_torchvision(const std::string& folder) {
    rapidjson::Document models;
    models.Parse(read_file(folder + "/torchvision.json").value_or("").c_str());
    return models;
}

/// The rows of a CSV file, its header among them; quoted fields may hold commas and quotes.
inline std::vector<std::vector<std::string>> read_csv(const std::string& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(read_file(path).value_or(""));
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string>& fields = rows.emplace_back(1);
        bool is_quoted = false;
        for (const char c : line) {
            if (c == '"') {
                is_quoted = !is_quoted;
            } else if (c == ',' && !is_quoted) {
                fields.emplace_back();
            } else if (c != '\r') {
                fields.back().push_back(c);
            }
        }
    }
    return rows;
}

/// A JSON array of sizes.
inline Dims dims_of(const rapidjson::Value& sizes) {
    Dims dims;
    for (const rapidjson::Value& size : sizes.GetArray()) dims.emplace_back(Integer{size.GetInt64()});
    return dims;
}

inline std::vector<Integer> sizes_of(const rapidjson::Value& sizes) {
    std::vector<Integer> numbers;
    for (const rapidjson::Value& size : sizes.GetArray()) numbers.push_back(size.GetInt64());
    return numbers;
}

/// The errors and warnings of a report, a line each, for failure messages.
inline std::string problems(const Report& report) {
    std::string lines;
    for (const Diagnostic& diagnostic : report.diagnostics) {
        if (diagnostic.severity == Severity::Note) continue;
        lines += diagnostic.path + ": " + diagnostic.message.english() + "\n";
    }
    return lines;
}

/// The row of a dotted path, nullptr when there is none.
inline const NodeReport* find_row(const Report& report, std::string_view path) {
    const std::optional<std::uint32_t> node = report.find(path);
    return node ? &report.nodes[*node] : nullptr;
}

/// A number as text, "?" when unknown: Google Test cannot print 128 bits.
inline std::string shown(const std::optional<Integer>& value) {
    return value ? to_string(*value) : "?";
}
inline std::string shown(std::int64_t value) {
    return std::to_string(value);
}
inline std::string shown(const std::optional<SharedList<Integer>>& sizes) {
    if (!sizes) return "?";
    std::string text = "[";
    for (const Integer size : *sizes) text += (text.size() > 1 ? ", " : "") + to_string(size);
    return text + "]";
}

}  // namespace paramscope::golden
