#include "count/unused_overrides.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "count/messages.h"

namespace paramscope {
namespace {

/// True when `text` contains `name` as a whole word.
bool mentions(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool starts = at == 0 || !is_name_part(text[at - 1]);
        const bool ends = end == text.size() || !is_name_part(text[end]);
        if (starts && ends) return true;
    }
    return false;
}

bool mentions(const std::vector<Dims>& inputs, const std::string& name) {
    for (const Dims& shape : inputs) {
        for (const Polynomial& size : shape) {
            const std::vector<std::string> names = symbols(size);
            if (std::find(names.begin(), names.end(), name) != names.end()) return true;
        }
    }
    return false;
}

}  // namespace

void warn_about_unused_overrides(const CountOptions& options, std::string_view text, Report& report) {
    for (const auto& [name, value] : options.overrides) {
        if (mentions(text, name) || mentions(options.inputs, name)) continue;
        report.diagnostics.push_back(
            {Severity::Warning, message("override.unused", {{"name", name}}), Span{}, ""});
    }
}

}  // namespace paramscope
