#include "formats/support/quick_fix.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope {
namespace {

const MessageArgument* argument(const Message& message, std::string_view hole) {
    return find_by(message.arguments(), &MessageArgument::name, hole);
}

/// Words of the text at a place, and what to write there instead.
struct Change {
    std::string before, after;
};

std::optional<Change> proposed_change(const Message& message) {
    const MessageArgument* name = argument(message, "name");
    if (name == nullptr) name = argument(message, "type");
    const MessageArgument* similar = argument(message, "similar");
    if (name != nullptr && similar != nullptr) return Change{name->text, similar->text};
    if (const MessageArgument* missing = argument(message, "missing")) return Change{"", missing->text};
    if (const MessageArgument* superfluous = argument(message, "superfluous"))
        return Change{superfluous->text, ""};
    for (const MessageArgument& part : message.arguments()) {
        if (part.message == nullptr) continue;
        if (std::optional<Change> change = proposed_change(*part.message)) return change;
    }
    return std::nullopt;
}

}  // namespace

std::optional<QuickFix> quick_fix(const Diagnostic& diagnostic, std::string_view text) {
    const Span place = diagnostic.span;
    if (place.end == 0 || place.begin > text.size()) return std::nullopt;
    std::optional<Change> change = proposed_change(diagnostic.message);
    if (!change) return std::nullopt;
    // The place is that of an expression, of which the name may be the last part: nn.Covn2d.
    const std::string_view around =
        text.substr(place.begin, std::max(place.end, place.begin + 1) - place.begin);
    const std::size_t at = change->before.empty() ? 0 : around.find(change->before);
    if (at == std::string_view::npos) return std::nullopt;
    const auto begin = static_cast<std::uint32_t>(place.begin + at);
    return QuickFix{{begin, begin + static_cast<std::uint32_t>(change->before.size())},
                    std::move(change->after)};
}

}  // namespace paramscope
