// Text that few objects of a kind have: as small as a pointer where there is none.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/rare.h"

namespace paramscope {

/// Reads like a std::string_view, is assigned like a std::string.
class RareText {
  public:
    RareText() = default;
    RareText(std::string text) {  // implicit: a text is what it says
        if (!text.empty()) text_ = std::move(text);
    }
    RareText(std::string_view text) : RareText(std::string(text)) {}
    RareText(const char* text) : RareText(std::string(text)) {}

    bool empty() const { return !text_; }
    std::string_view view() const { return text_ ? std::string_view(*text_) : std::string_view(); }
    operator std::string_view() const { return view(); }

    friend bool operator==(const RareText& a, const RareText& b) { return a.view() == b.view(); }
    friend bool operator==(const RareText& a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const RareText& a, const char* b) { return a.view() == b; }

  private:
    Rare<std::string> text_;
};

}  // namespace paramscope
