#include "app/dialogs/share_offers.h"

#include <cmath>

#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "formats/support/numbers.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// Mail programs and chats may truncate longer links.
constexpr std::size_t kComfortableLink = 8 * 1024;

/// An item of the menu.
struct Offer {
    platform::Share share;
    Word words;
    std::optional<Word> hint;    ///< beside the words; without one: the link's size
    std::optional<Word> copied;  ///< the noun in the notice; without one nothing is copied
    const char* id;              ///< for ImGui
};

constexpr Offer kOffers[] = {
    {platform::Share::Link, "copy_link", std::nullopt, Word("link"), "share:link"},
    {platform::Share::ElementCode, "copy_embed_code", Word("script_tag"), Word("embed_code"),
     "share:element"},
    {platform::Share::FrameCode, "copy_embed_code", Word("inline_frame"), Word("embed_code"), "share:frame"},
    {platform::Share::OfflineCopy, "save_offline_copy", Word("one_html_file"), std::nullopt, "share:offline"},
};

std::string link_size() {
    const std::optional<std::size_t> length = platform::link_length();
    if (!length) return "";
    if (*length == 0) return std::string(word("too_long"));
    return *length < 1000 ? std::to_string(*length) + " B" : short_bytes(Integer(*length));
}

std::string_view advice() {
    const std::optional<std::size_t> length = platform::link_length();
    if (!length) return "";
    if (*length == 0) return word("too_long_for_link");
    return *length > kComfortableLink ? word("long_link") : "";
}

bool draw_offer(const Offer& offer) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(offer.id);
    const bool chosen = ImGui::Selectable("##offer", false, 0, {0, control_height()});
    ImGui::PopID();
    const std::string hint = offer.hint ? std::string(word(*offer.hint)) : link_size();
    describe(Aria::MenuItem, word(offer.words), {.hint = hint});
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float inset = unit(2);
    const auto draw_words = [&](std::string_view words, float x, ImU32 colour) {
        const float y = at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f;
        add_text(*list, {std::round(x), std::round(y)}, colour, words);
    };
    draw_words(word(offer.words), at.x + inset, palette().text);
    const WithType type(Type::Small);
    draw_words(hint, at.x + width - inset - text_width(hint), palette().muted);
    return chosen;
}

}  // namespace

void draw_share_offers(Context& context) {
    for (const Offer& offer : kOffers) {
        if (draw_offer(offer)) {
            platform::share(offer.share);
            if (offer.copied) context.notice.show(word("copied", {{"what", word(*offer.copied)}}));
        }
    }
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
