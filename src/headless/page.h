// Declares the page that has no pixels: what a browser's page knows and remembers, and what the program told
// it.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paramscope::headless {

/// A call of the program to the page: the function's name, without "host_", and its arguments as texts.
using Event = std::vector<std::string>;

struct Page {
    float width = 1000;
    float height = 700;
    float ratio = 1;            ///< device pixels in a CSS pixel
    double clock = 0;           ///< seconds; moves only when it is told to
    bool is_painted = false;    ///< the program has painted a frame since this was last reset
    std::vector<Event> events;  ///< not yet reported
    std::string handed;         ///< the last block of text for the program's add_*_text() calls
    std::map<std::string, std::string, std::less<>>
        settings;  ///< "dark", "embedded", "language" ...: "yes" or text
    std::map<std::string, std::string, std::less<>> remembered;
    std::map<std::string, std::string, std::less<>> patterns;  ///< templates of another language, by id
    std::map<std::string, std::string, std::less<>> titles;    ///< titles of shipped models, by their English

    bool can_count = false;          ///< in a worker
    int count_phase = 0;             ///< of that worker, a platform::CountPhase
    std::deque<std::string> blocks;  ///< of its answer, not yet taken

    bool is(std::string_view setting) const {
        const auto found = settings.find(setting);
        return found != settings.end() && found->second == "yes";
    }
};

/// The one page of the process.
Page& page();

/// Notes a call of the program.
template <typename... Arguments>
void tell(std::string_view name, Arguments&&... arguments) {
    page().events.push_back({std::string(name), std::string(std::forward<Arguments>(arguments))...});
}

}  // namespace paramscope::headless
