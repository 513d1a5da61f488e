#include "open/onnx/paths.h"

#include <algorithm>
#include <vector>

#include "base/ranges.h"

namespace paramscope::open::onnx {
namespace {

constexpr std::size_t kDeepest = 32;

/// Calls `take` for each part that is not empty.
template <typename Take>
void for_each_part(std::string_view text, std::string_view separators, Take take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// Keeps the last kDeepest parts.
std::string bounded(std::string path) {
    std::size_t begin = path.size();
    for (std::size_t parts = 0; parts < kDeepest && begin != std::string::npos && begin > 0; ++parts)
        begin = path.rfind('.', begin - 1);
    if (begin != std::string::npos && begin > 0) path.erase(0, begin + 1);
    return path;
}

}  // namespace

std::string path_of_weight(std::string_view name, bool keep_last) {
    constexpr std::string_view kEndings[] = {".weight", "_weight", "/kernel", "_w_0", "_W", "_w", ".W"};
    const auto* ending = find_where(
        kEndings, [&](std::string_view text) { return name.size() > text.size() && name.ends_with(text); });
    if (!keep_last && ending != nullptr) name.remove_suffix(ending->size());
    std::string path;
    for_each_part(name, "./:", [&](std::string_view part) { append_part(path, part); });
    return bounded(std::move(path));
}

std::string path_of_node(std::string_view name, std::string_view op) {
    std::vector<std::string_view> parts;
    for_each_part(name, "/", [&](std::string_view part) { parts.push_back(part); });
    if (parts.size() > 1 && parts.back().starts_with(op)) parts.pop_back();
    std::string path;
    std::string_view before;
    for (const std::string_view whole : parts) {
        std::string_view part = whole;
        // PyTorch repeats the scope: /layer1/layer1.0.
        if (!before.empty() && part.size() > before.size() && part.starts_with(before) &&
            part[before.size()] == '.')
            part.remove_prefix(before.size() + 1);
        for_each_part(part, ".:", [&](std::string_view piece) { append_part(path, piece); });
        before = whole;
    }
    return bounded(std::move(path));
}

}  // namespace paramscope::open::onnx
