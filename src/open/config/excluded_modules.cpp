#include "open/config/excluded_modules.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kMostExcludedNames = 500;
constexpr std::size_t kMostStars = 3;

/// A path whose first number, or range of numbers, is #.
struct LayerPath {
    std::string path;
    Integer first = 0, last = -1;  ///< -1: there is no number, or the range is open
    bool is_open = false;
};

LayerPath layer_path(std::string_view path) {
    LayerPath found;
    bool has_number = false;
    while (!path.empty()) {
        const std::string_view part = take_until(path, '.');
        const std::size_t dash = std::min(part.find('-'), part.size());
        const bool is_number = !has_number && is_digits(part.substr(0, dash));
        if (is_number) {
            has_number = true;
            found.first = parse_integer(part.substr(0, dash)).value_or(0);
            found.is_open = part.ends_with('*');
            found.last =
                dash == part.size() ? found.first : parse_integer(part.substr(dash + 1)).value_or(-1);
        }
        found.path += concat(found.path.empty() ? "" : ".", is_number ? std::string_view("#") : part);
    }
    return found;
}

/// True when a text is a pattern in which * stands for anything.
bool is_like(std::string_view text, std::string_view pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return text == pattern;
    if (text.substr(0, star) != pattern.substr(0, star)) return false;
    for (std::size_t i = star; i <= text.size(); ++i) {
        if (is_like(text.substr(i), pattern.substr(star + 1))) return true;
    }
    return false;
}

/// True when a name is a path, or a part of it between dots.
bool names_part(std::string_view path, std::string_view name) {
    while (true) {
        for (std::size_t end = path.size(); end != std::string_view::npos;
             end = path.substr(0, end).rfind('.')) {
            if (is_like(path.substr(0, end), name)) return true;
        }
        const std::size_t dot = path.find('.');
        if (dot == std::string_view::npos) return false;
        path.remove_prefix(dot + 1);
    }
}

}  // namespace

ExcludedModules::ExcludedModules(const std::vector<std::string>& names, Integer layers) : layers_(layers) {
    for (const std::string& name : names) {
        const LayerPath found = layer_path(name);
        const bool has_number = found.last >= 0;
        const bool is_beyond =
            has_number && layers > 0 && found.first >= layers;  // of a layer that predicts further tokens
        if (is_beyond) continue;
        const std::string_view pattern = found.path;
        if (static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '*')) > kMostStars)
            has_too_many_ = true;
        if (names_.size() >= kMostExcludedNames && !names_.contains(found.path)) has_too_many_ = true;
        if (has_too_many_) return;
        Name& known = names_[found.path];
        if (has_number) known.layers.insert(found.first);
    }
}

Excluded ExcludedModules::meet(std::string_view path) {
    const LayerPath found = layer_path(path);
    const Integer last = found.is_open ? layers_ - 1 : found.last;
    Excluded excluded = Excluded::No;
    for (auto& [pattern, name] : names_) {
        if (excluded == Excluded::Yes && name.is_met) continue;
        if (!names_part(found.path, pattern)) continue;
        name.is_met = true;
        const auto is_of_path = [&](Integer layer) { return layer >= found.first && layer <= last; };
        const std::size_t layers = count_if(name.layers, is_of_path);
        const bool is_whole = name.layers.empty() ||
                              (last >= found.first && static_cast<Integer>(layers) == last - found.first + 1);
        if (is_whole)
            excluded = Excluded::Yes;
        else if (excluded == Excluded::No && (layers > 0 || last < found.first))
            excluded = Excluded::Unknown;
    }
    return excluded;
}

bool ExcludedModules::have_all_been_met() const {
    if (has_too_many_) return false;
    return all_of(names_, [](const auto& each) { return each.second.is_met || each.first == "lm_head"; });
}

}  // namespace paramscope::open
