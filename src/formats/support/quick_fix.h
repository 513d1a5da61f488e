// What a person can change at the place of a diagnostic, where its sentence says so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace paramscope {

/// Words to write in the place of others.
struct QuickFix {
    Span span;
    std::string words;

    friend bool operator==(const QuickFix&, const QuickFix&) = default;
};

/// The change that a diagnostic about `text` proposes. Sentences tell by their holes, or those of a sentence
/// inside: {name} or {type} is to be {similar}, {missing} is to be written, {superfluous} to be removed.
/// nullopt for none, and where the text has something else at the place.
std::optional<QuickFix> quick_fix(const Diagnostic& diagnostic, std::string_view text);

}  // namespace paramscope
