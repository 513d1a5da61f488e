#include "count/unused_overrides.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "count/messages.h"

namespace paramscope {
namespace {

/// Removes the words of `text` from `names`.
void erase_words(std::string_view text, std::set<std::string, std::less<>>& names) {
    for (std::size_t begin = 0; begin < text.size() && !names.empty();) {
        std::size_t end = begin;
        while (end < text.size() && is_name_part(text[end])) ++end;
        if (const auto named = names.find(text.substr(begin, end - begin)); named != names.end())
            names.erase(named);
        begin = end + 1;
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
        report.diagnostics.push_back(
            {Severity::Warning, message("override.unused", {{"name", name}}), Span{}, ""});
    }
}

}  // namespace paramscope
