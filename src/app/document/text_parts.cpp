#include "app/document/text_parts.h"

#include "base/alarm.h"

namespace paramscope::app {

void TextParts::begin(std::uint64_t version) {
    if (version != 0 && version == version_) return;
    version_ = version;
    sent_ = 0;
    is_whole_ = false;
}

bool TextParts::send(std::string_view text) {
    const Alarm alarm(std::chrono::milliseconds(10));
    while (!is_whole_ && !alarm.rings()) send_one(text);
    return is_whole_;
}

void TextParts::send_rest(std::string_view text) {
    while (!is_whole_) send_one(text);
}

void TextParts::send_one(std::string_view text) {
    const std::string_view part = text.substr(sent_, kPart);
    send_part_(part, sent_, text.size());
    sent_ += part.size();
    is_whole_ = sent_ == text.size();
}

}  // namespace paramscope::app
