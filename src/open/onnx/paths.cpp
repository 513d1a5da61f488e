#include "open/onnx/paths.h"

#include <algorithm>

namespace paramscope::open::onnx {
namespace {

constexpr std::size_t kDeepest = 32;

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Keeps the last kDeepest parts.
Path bounded(Path path) {
    if (path.size() > kDeepest) path.erase(path.begin(), path.end() - kDeepest);
    return path;
}

}  // namespace

Path path_of_weight(std::string_view name, bool keep_last) {
    constexpr std::string_view kEndings[] = {".weight", "_weight", "/kernel", "_w_0", "_W", "_w", ".W"};
    const auto* ending = std::find_if(std::begin(kEndings), std::end(kEndings), [&](std::string_view text) {
        return name.size() > text.size() && name.ends_with(text);
    });
    if (!keep_last && ending != std::end(kEndings)) name.remove_suffix(ending->size());
    Path path;
    for (const std::string_view part : split(name, "./:")) path.push_back(callable_name(part));
    return bounded(std::move(path));
}

Path path_of_node(std::string_view name, std::string_view op) {
    std::vector<std::string_view> parts = split(name, "/");
    if (parts.size() > 1 && parts.back().starts_with(op)) parts.pop_back();
    Path path;
    std::string_view before;
    for (const std::string_view whole : parts) {
        std::string_view part = whole;
        // PyTorch repeats the scope: /layer1/layer1.0.
        if (!before.empty() && part.size() > before.size() && part.starts_with(before) &&
            part[before.size()] == '.')
            part.remove_prefix(before.size() + 1);
        for (const std::string_view piece : split(part, ".:")) path.push_back(callable_name(piece));
        before = whole;
    }
    return bounded(std::move(path));
}

}  // namespace paramscope::open::onnx
