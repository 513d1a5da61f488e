// Reads YAML as people write settings in it: maps and lists by indentation or in brackets, texts, numbers.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// A line without the comment at its end.
std::string_view without_comment(std::string_view line);

/// The keys at the margin of a text and what lies below them, as JSON. Lines that belong to no map or list
/// are left out, and so are anchors and the contents of texts of several lines. Deeper than kDeepestJson all
/// is null.
std::string yaml_as_json(std::string_view text);

}  // namespace paramscope::open
