// JSON as the project writes it: exact integers of any size, valid UTF-8, null for what is not known.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/optional_integer.h"
#include "algebra/polynomial.h"
#include "base/shared_list.h"

namespace paramscope {

/// Writes one JSON value.
class JsonStream {
  public:
    /// Objects and arrays have one item a line down to that depth, and stand on one line below it.
    explicit JsonStream(std::size_t broken_levels) : broken_levels_(broken_levels) {}

    void key(std::string_view name);

    void value(std::string_view text);
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }  // or it would be a bool
    void value(bool flag);
    void value(Integer number);
    /// A whole number as a number; a fraction as text ("1/10"), since it may have no exact decimal form.
    void value(const Rational& number);
    /// The formula as plain text; null when it could not be computed.
    void value(const Polynomial& formula);
    void null();
    void null(std::string_view name) {
        key(name);
        null();
    }
    /// A value that is JSON already.
    void raw(std::string_view json);
    template <typename T>
    void value(const std::optional<T>& known) {
        if (known) {
            value(*known);
        } else {
            null();
        }
    }
    void value(const OptionalInteger& known) { value(std::optional<Integer>(known)); }
    template <typename T>
    void value(const std::vector<T>& items) {
        value(std::span<const T>(items));
    }
    template <typename T>
    void value(const SharedList<T>& items) {
        value(items.items());
    }
    template <typename T>
    void value(std::span<const T> items) {
        array(items, [&](const T& item) { value(item); });
    }

    template <typename T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// An object whose members the function writes; with a name, as a member.
    void object(const auto& write_members) {
        open('{');
        write_members();
        close('}');
    }
    void object(std::string_view name, const auto& write_members) {
        key(name);
        object(write_members);
    }

    /// An array with the value that `write(item)` writes of each item; with a name, as a member.
    void array(const auto& items, const auto& write) {
        open('[');
        for (const auto& item : items) write(item);
        close(']');
    }
    void array(std::string_view name, const auto& items, const auto& write) {
        key(name);
        array(items, write);
    }
    /// A member that is an array of objects: `write_members(item)` writes those of each.
    void objects(std::string_view name, const auto& items, const auto& write_members) {
        array(name, items, [&](const auto& item) { object([&] { write_members(item); }); });
    }

    std::string take() { return std::move(json_); }
    /// What is written so far. It may be taken away: nothing looks back at it.
    std::string& text() { return json_; }

  private:
    void open(char bracket);
    void close(char bracket);
    void start_item();
    void start_line();
    void quote(std::string_view text);

    std::string json_;
    std::size_t broken_levels_;
    std::size_t depth_ = 0;
    bool is_first_ = true;      ///< of its object or array
    bool follows_key_ = false;  ///< what comes is the value of a member
};

}  // namespace paramscope
