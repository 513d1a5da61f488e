// The editor's text with its lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/shared_value.h"

namespace paramscope::app {

using SharedText = SharedValue<std::string>;  // as in document.h

/// A text that is split into lines whenever it changes. Lines are indices from 0.
class CodeLines {
  public:
    const SharedText& text() const { return text_; }
    /// The text for a field that changes it; call find_lines() then.
    SharedText& edited_text() { return text_; }

    void set(SharedText text) {
        text_ = std::move(text);
        find_lines();
    }
    /// Source code has strings of several lines, model text has not.
    void set_code(bool is_code) {
        if (std::exchange(is_code_, is_code) != is_code) find_lines();
    }
    void find_lines();

    bool is_code() const { return is_code_; }
    std::size_t count() const { return starts_.size(); }
    std::uint32_t start(std::size_t line) const { return starts_[line]; }
    std::string_view line(std::size_t line) const;
    /// The line of a place in the text; quick where it is a line that is near, or just behind it.
    std::size_t line_of(std::size_t offset, std::size_t near = 0) const;
    /// The quote of the string that is open where a line of code begins; '\0' for none.
    char open_quote(std::size_t line) const { return is_code_ ? open_strings_[line] : '\0'; }

  private:
    SharedText text_;
    std::vector<std::uint32_t> starts_{0};
    std::vector<char> open_strings_;
    bool is_code_ = false;
};

/// How many comment lines a text begins with.
std::size_t leading_comment_lines(const CodeLines& lines);

}  // namespace paramscope::app
