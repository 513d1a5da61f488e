#include "platform/inbox.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"

namespace paramscope::platform {

Inbox& inbox() {
    static Inbox instance;
    return instance;
}

std::optional<File> take_file() {
    std::deque<File>& files = inbox().files;
    if (files.empty()) return std::nullopt;
    File file = std::move(files.front());
    files.pop_front();
    if (!files.empty()) request_frame();
    return file;
}

bool files_hovering() {
    return inbox().files_hovering;
}

std::optional<std::string> take_pasted_text() {
    return std::exchange(inbox().pasted_text, std::nullopt);
}

std::optional<std::vector<std::string>> take_known_names() {
    return std::exchange(inbox().known_names, std::nullopt);
}

std::vector<std::string> take_readings() {
    return std::exchange(inbox().readings, {});
}

std::optional<Fields> take_adjustable() {
    return std::exchange(inbox().adjustable, std::nullopt);
}

std::optional<Fields> take_source_reading() {
    return std::exchange(inbox().source_reading, std::nullopt);
}

std::optional<std::string> take_language() {
    return std::exchange(inbox().language, std::nullopt);
}

std::optional<Fields> take_state() {
    return std::exchange(inbox().state, std::nullopt);
}

bool is_leaving() {
    return inbox().leaving;
}

std::optional<std::size_t> link_length() {
    return inbox().link_length;
}

std::optional<Pinch> take_pinch() {
    inbox().pinch_asked_for = ImGui::GetFrameCount();
    return std::exchange(inbox().pinch, std::nullopt);
}

void add_pinch(const Pinch& pinch) {
    std::optional<Pinch>& present = inbox().pinch;
    if (!present) present = Pinch{pinch.at, {}, 1};
    present->at = pinch.at;
    present->move = {present->move.x + pinch.move.x, present->move.y + pinch.move.y};
    present->scale *= pinch.scale;
}

bool is_pinch_wanted() {
    return ImGui::GetFrameCount() - inbox().pinch_asked_for <= 1;
}

void claim_shortcuts(std::span<const ImGuiKeyChord> chords) {
    std::vector<ImGuiKeyChord>& claimed = inbox().claimed_shortcuts;
    claimed.insert(claimed.end(), chords.begin(), chords.end());
}

/// A chord that was claimed twice stays claimed.
void release_shortcuts(std::span<const ImGuiKeyChord> chords) {
    std::vector<ImGuiKeyChord>& claimed = inbox().claimed_shortcuts;
    for (const ImGuiKeyChord chord : chords) {
        const auto at = std::find(claimed.begin(), claimed.end(), chord);
        if (at != claimed.end()) claimed.erase(at);
    }
}

}  // namespace paramscope::platform
