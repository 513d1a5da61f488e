#include "count/unused_overrides.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/characters.h"
#include "count/messages.h"

namespace paramscope {
namespace {

/// True when `=` but not `==` follows: an argument's name.
bool names_argument(std::string_view after) {
    after.remove_prefix(std::min(after.find_first_not_of(' '), after.size()));
    return after.starts_with('=') && !after.starts_with("==");
}

/// Removes the words of `text` that may be a variable from `names`: those outside of comments that name no
/// argument, as `dim` in `Softmax(dim=-1)` does.
void erase_words(std::string_view text, std::set<std::string, std::less<>>& names) {
    int depth = 0;
    for (std::size_t begin = 0; begin < text.size() && !names.empty();) {
        std::size_t end = begin;
        while (end < text.size() && is_name_part(text[end])) ++end;
        const auto named = names.find(text.substr(begin, end - begin));
        if (named != names.end() && (depth == 0 || !names_argument(text.substr(end)))) names.erase(named);
        if (end == text.size()) break;
        if (text[end] == '(') ++depth;
        if (text[end] == ')') --depth;
        begin = text[end] == '#' ? std::min(text.find('\n', end), text.size()) : end + 1;
    }
}

void erase_symbols(const std::vector<Dims>& inputs, std::set<std::string, std::less<>>& names) {
    for (const Dims& shape : inputs) {
        for (const Polynomial& size : shape) {
            for (const std::string& name : symbols(size)) names.erase(name);
        }
    }
}

}  // namespace

void warn_about_unused_overrides(const CountOptions& options, std::string_view text, Report& report) {
    std::set<std::string, std::less<>> unused;
    for (const auto& [name, value] : options.overrides) unused.insert(name);
    erase_words(text, unused);
    erase_symbols(options.inputs, unused);
    for (const auto& [name, value] : options.overrides) {
        if (!unused.contains(name)) continue;
        report.diagnostics.push_back({Severity::Warning, message("override.unused", {{"name", name}})});
    }
}

}  // namespace paramscope
