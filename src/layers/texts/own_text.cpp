#include "layers/texts/own_text.h"

#include <algorithm>

#include "base/characters.h"
#include "base/text_parts.h"
#include "layers/catalogue/catalogue.h"
#include "model/read/other_text.h"
#include "model/texts/plain_print.h"

namespace paramscope {
namespace {

/// True for a comment that is neither a table nor data.
bool is_prose(std::string_view comment) {
    return !contains_any(comment, {"|", "\t", "{", "==", "---", "\xE2\x94", "\xE2\x95"});
}

/// True for `name = value` without a call, `L = 32  # layers`: a call may be code.
bool is_assignment(std::string_view line) {
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos || !is_name(trim(line.substr(0, sign)))) return false;
    std::string_view value = line.substr(sign + 1);
    const std::string_view comment = value.substr(std::min(value.find('#'), value.size()));
    value = trim(value.substr(0, value.size() - comment.size()));
    for (std::size_t i = 1; i < value.size(); ++i) {
        if (value[i] == '(' && is_name_part(value[i - 1])) return false;
    }
    return !value.empty() && !contains_any(value, {"=", "{", "\"", "'", ":"}) && is_prose(comment);
}

bool is_header(std::string_view line) {
    line = trim(line);
    return line.empty() || (line.starts_with('#') ? is_prose(line) : is_assignment(line));
}

/// True for a layer of the catalogue on one line.
bool is_layer(std::string_view text) {
    for (const std::string_view library : {"torch.", "nn."}) {
        if (text.starts_with(library)) text.remove_prefix(library.size());
    }
    const bool is_known = find_layer(text.substr(0, text.find('('))).rule != nullptr;
    return is_known && is_plain_module(text) && !recognise_other_text(text);
}

}  // namespace

bool is_own_text(std::string_view text) {
    std::string_view model = trim(text);
    for (std::string_view rest = model; !rest.empty() && is_header(take_until(rest, '\n'));) model = rest;
    const bool begins_tree = model.substr(0, model.find('\n')).ends_with('(');
    return begins_tree ? is_plain_print(model) : is_layer(model);
}

}  // namespace paramscope
