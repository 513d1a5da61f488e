// Sends a long text to the host in parts, some in each frame: all of it would take longer than a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace paramscope::app {

class TextParts {
  public:
    static constexpr std::size_t kPart = 1 << 22;  ///< bytes; a text that fits into a link is one part

    /// Takes a part: the bytes from `at` of `size`.
    using Send = void (*)(std::string_view part, std::size_t at, std::size_t size);

    explicit TextParts(Send send_part) : send_part_(send_part) {}

    /// Begins with the first part, unless the version is that of the text before; 0 is always another.
    void begin(std::uint64_t version);
    /// Sends the next parts, as many as take a part of a frame; true when all have been sent.
    bool send(std::string_view text);
    /// Sends all that is left.
    void send_rest(std::string_view text);

  private:
    void send_one(std::string_view text);

    Send send_part_;
    std::uint64_t version_ = 0;
    std::size_t sent_ = 0;  ///< bytes
    bool is_whole_ = false;
};

}  // namespace paramscope::app
