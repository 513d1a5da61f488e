// Names of models as people type them, without a mark.
#pragma once

#include <string_view>

namespace paramscope::hub {

/// True for `org/name`, with a revision or a quantisation behind it, that does not end as a file does.
bool looks_like_repository(std::string_view source);

/// True for one word that does not end as a file does: "gpt2".
bool looks_like_name(std::string_view source);

}  // namespace paramscope::hub
