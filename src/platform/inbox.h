// Queues input from the host until the program takes it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "platform/platform.h"

namespace paramscope::platform {

struct Inbox {
    std::deque<File> files;
    bool files_hovering = false;
    std::optional<std::string> pasted_text;
    std::vector<std::string> readings;
    std::optional<std::vector<std::string>> known_names;
    std::optional<Fields> source_reading;
    std::optional<Fields> adjustable;
    std::optional<std::string> language;
    std::optional<Fields> state;
    std::optional<std::size_t> link_length;
    bool leaving = false;
    std::vector<ImGuiKeyChord> claimed_shortcuts;
    std::optional<Pinch> pinch;
    int pinch_asked_for = -2;  ///< the last frame in which take_pinch() was called
};

/// Adds a pinch movement to the one waiting in the inbox.
void add_pinch(const Pinch& pinch);

/// True when the pointer was over a zoomable item in the last frame.
bool is_pinch_wanted();

/// The one inbox of the process.
Inbox& inbox();

}  // namespace paramscope::platform
