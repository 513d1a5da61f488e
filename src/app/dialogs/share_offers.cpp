#include "app/dialogs/share_offers.h"

#include <cmath>

#include "app/dialogs/export_dialog.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// Mail programs and chats may truncate longer links.
constexpr std::size_t kComfortableLink = 8 * 1024;

/// An item of the menu.
struct Offer {
    platform::Share share;
    Word words;
    std::string_view hint;       ///< beside the words
    std::optional<Word> copied;  ///< the noun in the notice; without one nothing is copied
    const char* id;              ///< for ImGui
};

constexpr Offer kOffers[] = {
    {platform::Share::Link, "copy_link", "", Word("link"), "share:link"},
    {platform::Share::ElementCode, "copy_element_code", "<param-scope>", Word("embed_code"), "share:element"},
    {platform::Share::FrameCode, "copy_frame_code", "<iframe>", Word("embed_code"), "share:frame"},
    {platform::Share::OfflineCopy, "save_offline_copy", ".html", std::nullopt, "share:offline"},
};

std::string_view advice() {
    const std::optional<std::size_t> length = platform::link_length();
    if (!length) return "";
    if (*length == 0) return word("too_long_for_link");
    return *length > kComfortableLink ? word("long_link") : "";
}

/// An item with a hint at its right; true when chosen.
bool draw_offer(const char* id, std::string_view words, std::string_view hint) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(id);
    const bool chosen = ImGui::Selectable("##offer", false, 0, {0, control_height()});
    ImGui::PopID();
    describe(Aria::MenuItem, words, {.hint = hint});
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float inset = unit(2);
    const auto draw_words = [&](std::string_view drawn, float x, ImU32 colour) {
        const float y = at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f;
        add_text(*list, {std::round(x), std::round(y)}, colour, drawn);
    };
    draw_words(words, at.x + inset, palette().text);
    const float end = at.x + inset + text_width(words);
    const WithType type(Type::Small);
    const float begin = at.x + width - inset - text_width(hint);
    if (begin > end + inset) draw_words(hint, begin, palette().muted);
    return chosen;
}

}  // namespace

void draw_share_offers(Context& context) {
    for (const Offer& offer : kOffers) {
        if (!draw_offer(offer.id, word(offer.words), offer.hint)) continue;
        platform::share(offer.share);
        if (offer.copied) context.notice.show(word("copied", {{"what", word(*offer.copied)}}));
    }
    if (draw_offer("share:badge", word("save_badge"), ".svg")) save_badge(context);
    if (draw_offer("share:export", word("export_as"), "LaTeX, CSV …")) context.wanted = DialogKind::Export;
    if (const std::string_view words = advice(); !words.empty()) {
        ImGui::Dummy({0, unit(1)});
        ImGui::Indent(unit(2));
        const WithType type(Type::Small);
        wrapped_text(words, palette().muted);
        ImGui::Unindent(unit(2));
        ImGui::Dummy({0, unit(1)});
    }
}

}  // namespace paramscope::app
