// Writes values as bytes and reads them again. This folder sends what a worker has counted to the page: both
// run the same program, each in a memory of its own.
//
// fields.h lists the fields of each type once, for both directions. What copies share (formulas, lists) is
// written where it first occurs and by its number from then on, so the reader shares it, too.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "count/report/report.h"

namespace paramscope::transfer {

/// A T, constant or not.
template <typename Present, typename T>
concept Is = std::same_as<std::remove_const_t<Present>, T>;

template <typename Number>
concept Plain = std::integral<Number> || std::is_enum_v<Number>;

/// A table for each type of item that shared lists have.
template <template <typename> class Table>
using ListTables = std::tuple<Table<TensorReport>, Table<Argument>, Table<Value>, Table<Signal>,
                              Table<Message>, Table<Integer>>;

/// How an object that may be shared is written: nothing, one that follows, or the number of an earlier one
/// plus kFirst.
enum Reference : std::uint8_t { kNothing, kFollows, kFirst };

/// The numbers of the objects that a writer has written.
template <typename Item>
using ObjectNumbers = std::unordered_map<const void*, std::size_t>;

/// Functions of the two archives are small and called for each of many fields: inline, they would be a part
/// of what the page receives.
class Writer {
  public:
    /// Writes values one after another.
    template <typename... Values>
    void operator()(const Values&... values) {
        (put(values), ...);
    }
    /// Writes a text that occurs again and again, such as the name of a type.
    void text(std::string_view words);
    void literal(std::string_view words) { text(words); }

    std::size_t size() const { return bytes_.size(); }
    /// The bytes written since the last call.
    std::string take() { return std::exchange(bytes_, {}); }

  private:
    [[gnu::noinline]] void number(std::uint64_t value);
    void put(bool value) { number(value ? 1 : 0); }
    template <Plain Number>
    void put(Number value) {
        number(static_cast<std::make_unsigned_t<Number>>(value));
    }
    void put(Integer value);
    void put(std::string_view words);
    void put(const std::string& words) { put(std::string_view(words)); }
    void put(const RareText& words) { put(words.view()); }
    void put(const ShortText& words) { put(words.view()); }
    void put(const Rational& value);
    void put(const Polynomial& value);
    void put(const Term& term);
    void put(const Atom& atom);
    void put(const Message& message);
    void put(const Work& work);
    void put(const OptionalInteger& value) { put(std::optional<Integer>(value)); }
    template <typename Content>
    [[gnu::noinline]] void put(const std::optional<Content>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <typename Content>
    [[gnu::noinline]] void put(const Rare<Content>& value) {
        put(bool(value));
        if (value) put(*value);
    }
    template <typename Content>
    void put(const SharedValue<Content>& value) {
        put(*value);
    }
    template <typename First, typename Second>
    void put(const std::pair<First, Second>& both) {
        (*this)(both.first, both.second);
    }
    template <typename Item>
    [[gnu::noinline]] void put(const std::vector<Item>& items) {
        put(items.size());
        for (const Item& item : items) put(item);
    }
    template <typename Item, std::size_t Inside>
    [[gnu::noinline]] void put(const SmallList<Item, Inside>& items) {
        put(items.size());
        for (const Item& item : items) put(item);
    }
    template <typename Item>
    [[gnu::noinline]] void put(const SharedList<Item>& list) {
        ObjectNumbers<Item>& numbers = std::get<Lists<Item>>(lists_).numbers;
        if (is_known(numbers, list.identity())) return;
        put(list.size());
        for (const Item& item : list) put(item);
        numbers.emplace(list.identity(), numbers.size());
    }
    template <typename Item>
    void put(const NumberedList<Item>& list) {
        put(list.pattern());
        put(list.numbers());
    }
    template <typename Struct>
    requires std::is_class_v<Struct>
    [[gnu::noinline]] void put(const Struct& value) { fields(*this, value); }
    /// Writes a reference; false when the object follows.
    bool is_known(const std::unordered_map<const void*, std::size_t>& numbers, const void* object);

    template <typename Item>
    struct Lists {
        ObjectNumbers<Item> numbers;
    };

    std::string bytes_;
    std::unordered_map<const void*, std::size_t> formulas_;
    ListTables<Lists> lists_;
    std::map<std::string, std::size_t, std::less<>> texts_;
};

/// Reads what a Writer wrote. Bytes that end too early or make no sense are a failure: what is read from then
/// on is empty.
class Reader {
  public:
    /// Sets the bytes that are read from now on; they must outlive the reading.
    void take(std::string_view bytes) { rest_ = has_failed_ ? std::string_view() : bytes; }
    /// Reads values one after another.
    template <typename... Values>
    void operator()(Values&... values) {
        (get(values), ...);
    }
    /// Reads what Writer::text() wrote.
    void text(ShortText& words) { words = text(); }
    /// The same for a text that must live as long as the program.
    void literal(std::string_view& words);

    bool has_failed() const { return has_failed_; }
    bool is_at_end() const { return rest_.empty(); }
    void fail();

  private:
    static constexpr int kDeepest = 1000;  ///< levels of values in values

    [[gnu::noinline]] std::uint64_t number();
    std::size_t size() { return static_cast<std::size_t>(number()); }
    /// A number of items, each of which has a byte or more.
    std::size_t length();
    std::string_view text();
    void get(bool& value) { value = number() != 0; }
    template <Plain Number>
    void get(Number& value) {
        value = static_cast<Number>(number());
    }
    void get(Integer& value);
    void get(std::string& words);
    void get(RareText& words);
    void get(ShortText& words);
    void get(Rational& value);
    void get(Polynomial& value);
    Term term();
    Atom atom();
    void get(Message& message);
    void get(Work& work);
    void get(OptionalInteger& value);
    template <typename Content>
    [[gnu::noinline]] void get(std::optional<Content>& value) {
        value.reset();
        if (number() != 0) get(value.emplace());
    }
    template <typename Content>
    [[gnu::noinline]] void get(Rare<Content>& value) {
        value.reset();
        if (number() != 0) get(value.emplace());
    }
    template <typename Content>
    void get(SharedValue<Content>& value) {
        Content read;
        get(read);
        value = read == Content() ? SharedValue<Content>() : SharedValue<Content>(std::move(read));
    }
    template <typename First, typename Second>
    void get(std::pair<First, Second>& both) {
        (*this)(both.first, both.second);
    }
    template <typename Item>
    [[gnu::noinline]] void get(std::vector<Item>& items) {
        items.clear();
        items.resize(length());
        for (Item& item : items) get(item);
    }
    template <typename Item, std::size_t Inside>
    [[gnu::noinline]] void get(SmallList<Item, Inside>& items) {
        items = SmallList<Item, Inside>(length());
        for (Item& item : items) get(item);
    }
    template <typename Item>
    [[gnu::noinline]] void get(SharedList<Item>& list) {
        std::vector<SharedList<Item>>& known = std::get<Lists<Item>>(lists_).all;
        list = {};
        const std::size_t reference = size();
        if (reference == kNothing) return;
        if (reference != kFollows) {
            if (reference - kFirst >= known.size()) return fail();
            list = known[reference - kFirst];
            return;
        }
        std::vector<Item> items;
        get(items);
        list = SharedList<Item>(std::move(items));
        known.push_back(list);
    }
    template <typename Item>
    void get(NumberedList<Item>& list) {
        SharedList<Item> pattern;
        Numbers numbers;
        (*this)(pattern, numbers);
        list = {std::move(pattern), std::move(numbers)};
    }
    template <typename Struct>
    requires std::is_class_v<Struct>
    [[gnu::noinline]] void get(Struct& value) {
        if (++depth_ > kDeepest) fail();
        if (!has_failed_) fields(*this, value);
        --depth_;
    }

    template <typename Item>
    struct Lists {
        std::vector<SharedList<Item>> all;
    };

    std::string_view rest_;
    bool has_failed_ = false;
    int depth_ = 0;
    std::vector<Polynomial> formulas_;
    ListTables<Lists> lists_;
    std::deque<std::string> texts_;
};

}  // namespace paramscope::transfer
