// Text that is short nearly always, such as a module's name: eight bytes, with up to seven characters inside.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace paramscope {

/// Reads like a std::string_view, is assigned like a std::string. Copies of a longer text share it; like
/// Shared, they count holders without synchronisation.
class ShortText {
  public:
    ShortText() = default;  // ""
    ShortText(std::string_view text);
    ShortText(const std::string& text) : ShortText(std::string_view(text)) {}
    ShortText(const char* text) : ShortText(std::string_view(text)) {}
    ShortText(const ShortText& other) : word_(other.word_) {
        if (is_long()) ++shared()->holders;
    }
    ShortText(ShortText&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
    ShortText& operator=(ShortText other) noexcept {
        std::swap(word_, other.word_);
        return *this;
    }
    ~ShortText() {
        if (is_long() && --shared()->holders == 0) release();
    }

    /// Valid as long as this object is neither changed nor moved.
    std::string_view view() const {
        if (is_long()) return {shared()->characters(), shared()->size};
        return {reinterpret_cast<const char*>(&word_) + 1, size_inside()};
    }
    operator std::string_view() const { return view(); }
    std::string str() const { return std::string(view()); }

    std::size_t size() const { return is_long() ? shared()->size : size_inside(); }
    bool empty() const { return word_ == 0; }
    void clear() { *this = ShortText(); }
    const char* begin() const { return view().data(); }
    const char* end() const { return begin() + size(); }
    char front() const { return view().front(); }
    char back() const { return view().back(); }
    char operator[](std::size_t at) const { return view()[at]; }
    bool starts_with(std::string_view part) const { return view().starts_with(part); }
    bool starts_with(char c) const { return view().starts_with(c); }
    bool ends_with(std::string_view part) const { return view().ends_with(part); }
    bool ends_with(char c) const { return view().ends_with(c); }

    friend bool operator==(const ShortText& a, const ShortText& b) {
        return a.word_ == b.word_ || (a.is_long() && b.is_long() && a.view() == b.view());
    }
    friend bool operator==(const ShortText& a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const ShortText& a, const std::string& b) { return a.view() == b; }
    friend bool operator==(const ShortText& a, const char* b) { return a.view() == b; }
    friend std::string operator+(const ShortText& a, std::string_view b) { return a.str().append(b); }
    friend std::string operator+(std::string a, const ShortText& b) { return a.append(b.view()); }
    friend bool operator<(const ShortText& a, const ShortText& b) { return a.view() < b.view(); }

  private:
    static_assert(std::endian::native == std::endian::little, "the first byte of a word is its lowest");
    static constexpr std::size_t kMostInside = 7;
    static constexpr std::uint64_t kLengthMask = 0xff;  ///< the first byte: twice the length, and 1

    /// The head of a longer text, whose characters follow it.
    struct Long {
        std::size_t holders = 1;
        std::size_t size = 0;
        const char* characters() const { return reinterpret_cast<const char*>(this + 1); }
    };

    std::size_t size_inside() const { return static_cast<std::size_t>(word_ & kLengthMask) >> 1; }
    bool is_long() const { return (word_ & 1) == 0 && word_ != 0; }
    Long* shared() const { return reinterpret_cast<Long*>(static_cast<std::uintptr_t>(word_)); }
    void release();

    std::uint64_t word_ = 0;  ///< 0 for "", an odd number for what is inside, else the address of a Long
};

}  // namespace paramscope
