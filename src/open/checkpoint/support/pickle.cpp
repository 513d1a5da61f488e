#include "open/checkpoint/support/pickle.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "open/checkpoint/messages.h"
#include "open/support/cursor.h"

namespace paramscope::open {

using Kind = Pickle::Kind;
using Ref = Pickle::Ref;

namespace {

constexpr std::size_t kMostValues = 2'000'000;
constexpr std::size_t kMostItems = 8'000'000;
constexpr std::size_t kMostText = 32u << 20;
constexpr std::size_t kLongestPickledText = 1u << 16;  ///< longer texts are no names: they are skipped
constexpr std::size_t kLongestLine = 1u << 16;
constexpr std::size_t kSmallIntegers = 256;

/// How the argument of an opcode is stored.
enum class Argument : std::uint8_t { None, Byte, Two, Four, Eight, Line, TwoLines, Bytes1, Bytes4, Bytes8 };

/// What an opcode does.
enum class Action : std::uint8_t {
    Unknown,
    Nothing,
    Stop,
    Mark,
    Pop,
    PopMark,
    Duplicate,
    Put,
    Get,
    Memoize,
    PushNone,
    PushTrue,
    PushFalse,
    PushInteger,
    PushSigned,
    PushDigits,
    PushLong,
    PushText,
    PushQuoted,
    PushOpaque,
    EmptyList,
    EmptyTuple,
    EmptySet,
    EmptyDict,
    List,
    Tuple,
    Tuple1,
    Tuple2,
    Tuple3,
    Dict,
    FrozenSet,
    Append,
    Appends,
    SetItem,
    SetItems,
    Global,
    StackGlobal,
    Call,
    Instance,
    Object,
    CallWithNames,
    Build,
    PersistentLine,
    Persistent,
};

struct Opcode {
    Action action = Action::Unknown;
    Argument argument = Argument::None;
};

/// The opcodes of protocols 0 to 5 by their byte, as in Python's pickle.py.
constexpr std::array<Opcode, 256> kOpcodes = [] {
    std::array<Opcode, 256> opcodes = {};
    const auto set = [&](unsigned char code, Action action, Argument argument = Argument::None) {
        opcodes[code] = {action, argument};
    };
    set('(', Action::Mark);
    set('.', Action::Stop);
    set('0', Action::Pop);
    set('1', Action::PopMark);
    set('2', Action::Duplicate);
    set('F', Action::PushOpaque, Argument::Line);
    set('G', Action::PushOpaque, Argument::Eight);
    set('I', Action::PushDigits, Argument::Line);
    set('L', Action::PushDigits, Argument::Line);
    set('J', Action::PushSigned, Argument::Four);
    set('K', Action::PushInteger, Argument::Byte);
    set('M', Action::PushInteger, Argument::Two);
    set('N', Action::PushNone);
    set('P', Action::PersistentLine, Argument::Line);
    set('Q', Action::Persistent);
    set('R', Action::Call);
    set('S', Action::PushQuoted, Argument::Line);
    set('V', Action::PushText, Argument::Line);
    set('T', Action::PushText, Argument::Bytes4);
    set('U', Action::PushText, Argument::Bytes1);
    set('X', Action::PushText, Argument::Bytes4);
    set('B', Action::PushOpaque, Argument::Bytes4);
    set('C', Action::PushOpaque, Argument::Bytes1);
    set('a', Action::Append);
    set('b', Action::Build);
    set('c', Action::Global, Argument::TwoLines);
    set('d', Action::Dict);
    set('e', Action::Appends);
    set('g', Action::Get, Argument::Line);
    set('h', Action::Get, Argument::Byte);
    set('j', Action::Get, Argument::Four);
    set('i', Action::Instance, Argument::TwoLines);
    set('l', Action::List);
    set('o', Action::Object);
    set('p', Action::Put, Argument::Line);
    set('q', Action::Put, Argument::Byte);
    set('r', Action::Put, Argument::Four);
    set('s', Action::SetItem);
    set('t', Action::Tuple);
    set('u', Action::SetItems);
    set(')', Action::EmptyTuple);
    set(']', Action::EmptyList);
    set('}', Action::EmptyDict);
    set(0x80, Action::Nothing, Argument::Byte);  // PROTO
    set(0x81, Action::Call);                     // NEWOBJ
    set(0x82, Action::PushOpaque, Argument::Byte);
    set(0x83, Action::PushOpaque, Argument::Two);
    set(0x84, Action::PushOpaque, Argument::Four);
    set(0x85, Action::Tuple1);
    set(0x86, Action::Tuple2);
    set(0x87, Action::Tuple3);
    set(0x88, Action::PushTrue);
    set(0x89, Action::PushFalse);
    set(0x8a, Action::PushLong, Argument::Bytes1);
    set(0x8b, Action::PushLong, Argument::Bytes4);
    set(0x8c, Action::PushText, Argument::Bytes1);
    set(0x8d, Action::PushText, Argument::Bytes8);
    set(0x8e, Action::PushOpaque, Argument::Bytes8);
    set(0x8f, Action::EmptySet);
    set(0x90, Action::Appends);
    set(0x91, Action::FrozenSet);
    set(0x92, Action::CallWithNames);
    set(0x93, Action::StackGlobal);
    set(0x94, Action::Memoize);
    set(0x95, Action::Nothing, Argument::Eight);  // FRAME and its length
    set(0x96, Action::PushOpaque, Argument::Bytes8);
    set(0x97, Action::PushOpaque);
    set(0x98, Action::Nothing);  // READONLY_BUFFER
    return opcodes;
}();

std::optional<std::int64_t> parse_digits(std::string_view text) {
    if (text.ends_with('L')) text.remove_suffix(1);
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end && !text.empty() ? std::optional(number) : std::nullopt;
}

}  // namespace

/// Runs a pickle's opcodes on a stack of descriptions.
class PickleReader {
  public:
    PickleReader(Cursor& cursor, Pickle& pickle) : cursor_(cursor), pickle_(pickle) {}

    bool run() {
        while (!is_done_ && pickle_.problem_.empty()) step();
        if (!is_done_) attach_unfinished_items();
        return is_done_;
    }

  private:
    /// Keeps the first problem. Past the end of the file every problem is that end.
    void fail(Message problem) {
        if (!pickle_.problem_.empty()) return;
        pickle_.problem_ = cursor_.failed() ? message("pickle.cut_off") : std::move(problem);
        pickle_.problem_byte_ = cursor_.failed() ? cursor_.offset() : at_;
    }

    /// After an early end, adds the items above each mark to the container below it, so that they are found.
    void attach_unfinished_items() {
        while (!marks_.empty()) {
            std::vector<Ref> items = pop_to_mark();
            const bool is_dict = !stack_.empty() && pickle_.values_[stack_.back()].kind != Kind::List;
            if (is_dict && items.size() % 2 != 0) items.pop_back();
            add_to_top(items, is_dict);
        }
        if (!stack_.empty()) pickle_.root_ = stack_.front();
    }

    void step() {
        at_ = cursor_.offset();
        const Opcode opcode = kOpcodes[static_cast<unsigned char>(cursor_.take())];
        if (opcode.action == Action::Unknown || cursor_.failed())
            return fail(message("pickle.unknown_opcode"));
        number_ = 0;
        text_.clear();
        read_argument(opcode.argument, opcode.action == Action::PushOpaque ? 0 : kLongestPickledText);
        if (cursor_.failed()) return fail(message("pickle.cut_off"));
        const bool is_known = run_scalar_opcode(opcode.action) || run_container_opcode(opcode.action) ||
                              run_item_opcode(opcode.action) || run_call_opcode(opcode.action) ||
                              run_stack_opcode(opcode.action, opcode.argument);
        if (!is_known) fail(message("pickle.unknown_opcode"));
        const bool is_too_large = pickle_.values_.size() > kMostValues || item_count_ > kMostItems ||
                                  pickle_.texts_.size() > kMostText || stack_.size() > kMostItems ||
                                  marks_.size() > kMostValues;
        if (is_too_large) fail(message("pickle.too_many_values"));
    }

    void read_argument(Argument argument, std::size_t most) {
        switch (argument) {
            case Argument::None:
                return;
            case Argument::Byte:
                number_ = cursor_.number<std::uint8_t>();
                return;
            case Argument::Two:
                number_ = cursor_.number<std::uint16_t>();
                return;
            case Argument::Four:
                number_ = cursor_.number<std::uint32_t>();
                return;
            case Argument::Eight:
                number_ = cursor_.number<std::uint64_t>();
                return;
            case Argument::Line:
                return read_line();
            case Argument::TwoLines:
                read_line();
                text_ += '.';
                return read_line();
            case Argument::Bytes1:
                return read_bytes(cursor_.number<std::uint8_t>(), most);
            case Argument::Bytes4:
                return read_bytes(cursor_.number<std::uint32_t>(), most);
            case Argument::Bytes8:
                return read_bytes(cursor_.number<std::uint64_t>(), most);
        }
    }

    void read_line() {
        for (char c = cursor_.take(); c != '\n' && !cursor_.failed(); c = cursor_.take()) {
            text_ += c;
            if (text_.size() > kLongestLine) return fail(message("pickle.line_too_long"));
        }
        if (text_.ends_with('\r')) text_.pop_back();
    }

    /// Skips values longer than `most` bytes.
    void read_bytes(std::uint64_t length, std::size_t most) {
        number_ = length;
        if (length > most) return cursor_.skip(length);
        text_ = cursor_.text(length);
    }

    Ref add(Pickle::Value value) {
        pickle_.values_.push_back(value);
        return static_cast<Ref>(pickle_.values_.size() - 1);
    }
    void push(Ref ref) { stack_.push_back(ref); }
    void push(Pickle::Value value) { push(add(value)); }

    Ref add_items(Kind kind, std::vector<Ref> items) {
        item_count_ += items.size();
        Pickle::Value value{kind};
        value.first = static_cast<std::uint32_t>(pickle_.items_.size());
        pickle_.items_.push_back(std::move(items));
        return add(value);
    }

    Ref add_text(Kind kind, std::string_view text) {
        Pickle::Value value{kind};
        value.first = static_cast<std::uint32_t>(pickle_.texts_.size());
        value.second = static_cast<std::uint32_t>(text.size());
        pickle_.texts_ += text;
        return add(value);
    }

    /// Small numbers are frequent and share one value each.
    void push_integer(std::int64_t number) {
        Pickle::Value value{Kind::Integer};
        value.number = number;
        if (number < 0 || number >= static_cast<std::int64_t>(kSmallIntegers)) return push(value);
        Ref& known = small_[static_cast<std::size_t>(number)];
        if (known == Pickle::kNothing) known = add(value);
        push(known);
    }

    void push_boolean(bool is_true) {
        Pickle::Value value{Kind::Boolean};
        value.number = is_true ? 1 : 0;
        push(value);
    }

    void push_digits() {
        if (text_ == "00" || text_ == "01") return push_boolean(text_ == "01");
        const std::optional<std::int64_t> number = parse_digits(text_);
        number ? push_integer(*number) : push({Kind::Opaque});
    }

    /// Lowest byte first, the highest bit is the sign.
    void push_long() {
        if (number_ > 8) return push({Kind::Opaque});
        std::uint64_t bits = !text_.empty() && (text_.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
        for (std::size_t i = text_.size(); i > 0; --i) {
            bits = bits << 8 | static_cast<unsigned char>(text_[i - 1]);
        }
        push_integer(static_cast<std::int64_t>(bits));
    }

    bool run_scalar_opcode(Action action) {
        switch (action) {
            case Action::PushNone:
                push({Kind::None});
                return true;
            case Action::PushTrue:
                push_boolean(true);
                return true;
            case Action::PushFalse:
                push_boolean(false);
                return true;
            case Action::PushInteger:
                push_integer(static_cast<std::int64_t>(number_));
                return true;
            case Action::PushSigned:
                push_integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(number_)));
                return true;
            case Action::PushDigits:
                push_digits();
                return true;
            case Action::PushLong:
                push_long();
                return true;
            case Action::PushText:
                push(add_text(Kind::Text, text_));
                return true;
            case Action::PushQuoted:
                if (text_.size() >= 2) text_ = text_.substr(1, text_.size() - 2);
                push(add_text(Kind::Text, text_));
                return true;
            case Action::PushOpaque:
                push({Kind::Opaque});
                return true;
            default:
                return false;
        }
    }

    bool run_container_opcode(Action action) {
        switch (action) {
            case Action::EmptyList:
                push(add_items(Kind::List, {}));
                return true;
            case Action::EmptyTuple:
                push(add_items(Kind::Tuple, {}));
                return true;
            case Action::EmptySet:
                push(add_items(Kind::Set, {}));
                return true;
            case Action::EmptyDict:
                push(add_items(Kind::Dict, {}));
                return true;
            case Action::List:
                push(add_items(Kind::List, pop_to_mark()));
                return true;
            case Action::Tuple:
                push(add_items(Kind::Tuple, pop_to_mark()));
                return true;
            case Action::FrozenSet:
                push(add_items(Kind::Set, pop_to_mark()));
                return true;
            case Action::Dict:
                push(add_items(Kind::Dict, pop_to_mark()));
                return true;
            case Action::Tuple1:
                push(add_items(Kind::Tuple, pop(1)));
                return true;
            case Action::Tuple2:
                push(add_items(Kind::Tuple, pop(2)));
                return true;
            case Action::Tuple3:
                push(add_items(Kind::Tuple, pop(3)));
                return true;
            default:
                return false;
        }
    }

    Ref pop() {
        if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size())) {
            fail(message("pickle.stack_underflow"));
            return add({Kind::None});
        }
        const Ref top = stack_.back();
        stack_.pop_back();
        return top;
    }

    std::vector<Ref> pop(std::size_t count) {
        std::vector<Ref> items(count);
        for (std::size_t i = count; i > 0; --i) items[i - 1] = pop();
        return items;
    }

    std::vector<Ref> pop_to_mark() {
        if (marks_.empty()) {
            fail(message("pickle.no_mark"));
            return {};
        }
        const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        marks_.pop_back();
        std::vector<Ref> items(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        return items;
    }

    void add_to_top(const std::vector<Ref>& added, bool is_mapping) {
        if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size())) {
            return fail(message("pickle.stack_underflow"));
        }
        Pickle::Value& target = pickle_.values_[stack_.back()];
        const bool takes = target.kind == Kind::Call || target.kind == Kind::Dict ||
                           target.kind == Kind::List || target.kind == Kind::Set;
        if (!takes) return;  // opaque values keep no items
        target.is_mapping = target.is_mapping || is_mapping;
        std::vector<Ref>& items = pickle_.items_[target.first];
        items.insert(items.end(), added.begin(), added.end());
        item_count_ += added.size();
    }

    bool run_item_opcode(Action action) {
        switch (action) {
            case Action::Append:
                add_to_top(pop(1), false);
                return true;
            case Action::Appends:
                add_to_top(pop_to_mark(), false);
                return true;
            case Action::SetItem:
                add_to_top(pop(2), true);
                return true;
            case Action::SetItems:
                add_to_top(pop_to_mark(), true);
                return true;
            default:
                return false;
        }
    }

    void push_call(Ref callee, Ref arguments) {
        const Ref call = add_items(Kind::Call, {});
        pickle_.values_[call].second = callee;
        pickle_.values_[call].arguments = arguments;
        push(call);
    }

    void push_persistent(Ref id) {
        Pickle::Value value{Kind::Persistent};
        value.arguments = id;
        push(value);
    }

    void push_stack_global() {
        const std::vector<Ref> names = pop(2);
        std::string name(pickle_.text(names[0]));
        name += '.';
        name += pickle_.text(names[1]);
        push(add_text(Kind::Global, name));
    }

    /// OBJ: the class is the first value above the mark.
    void call_object() {
        std::vector<Ref> items = pop_to_mark();
        if (items.empty()) return fail(message("pickle.no_class"));
        const Ref callee = items.front();
        items.erase(items.begin());
        push_call(callee, add_items(Kind::Tuple, std::move(items)));
    }

    bool run_call_opcode(Action action) {
        switch (action) {
            case Action::Global:
                push(add_text(Kind::Global, text_));
                return true;
            case Action::StackGlobal:
                push_stack_global();
                return true;
            case Action::PersistentLine:
                push_persistent(add_text(Kind::Text, text_));
                return true;
            case Action::Persistent:
                push_persistent(pop());
                return true;
            case Action::Object:
                call_object();
                return true;
            case Action::Instance: {
                const Ref callee = add_text(Kind::Global, text_);
                push_call(callee, add_items(Kind::Tuple, pop_to_mark()));
                return true;
            }
            case Action::CallWithNames:
                pop();
                [[fallthrough]];
            case Action::Call: {
                const std::vector<Ref> parts = pop(2);
                push_call(parts[0], parts[1]);
                return true;
            }
            case Action::Build: {
                const Ref state = pop();
                if (stack_.empty()) return fail(message("pickle.no_object")), true;
                Pickle::Value& target = pickle_.values_[stack_.back()];
                if (target.kind == Kind::Call) target.state = state;
                return true;
            }
            default:
                return false;
        }
    }

    void put(std::uint64_t index) {
        if (stack_.empty()) return fail(message("pickle.nothing_to_memoize"));
        // Writers number memo entries consecutively, so a huge index is an attack.
        if (index >= kMostValues) return fail(message("pickle.memo_too_large"));
        if (index >= memo_.size()) memo_.resize(static_cast<std::size_t>(index) + 1, Pickle::kNothing);
        memo_[static_cast<std::size_t>(index)] = stack_.back();
        memo_size_ = std::max(memo_size_, static_cast<std::size_t>(index) + 1);
    }

    void get(std::uint64_t index) {
        const bool is_there =
            index < memo_.size() && memo_[static_cast<std::size_t>(index)] != Pickle::kNothing;
        if (!is_there) return fail(message("pickle.memo_entry_missing"));
        push(memo_[static_cast<std::size_t>(index)]);
    }

    std::uint64_t memo_index(Argument argument) const {
        if (argument != Argument::Line) return number_;
        const std::int64_t index = parse_digits(text_).value_or(-1);
        return index < 0 ? kMostValues : static_cast<std::uint64_t>(index);
    }

    bool run_stack_opcode(Action action, Argument argument) {
        switch (action) {
            case Action::Nothing:
                return true;
            case Action::Mark:
                marks_.push_back(stack_.size());
                return true;
            case Action::Pop:
                if (!marks_.empty() && marks_.back() == stack_.size()) {
                    marks_.pop_back();
                } else {
                    pop();
                }
                return true;
            case Action::PopMark:
                pop_to_mark();
                return true;
            case Action::Duplicate: {
                const Ref top = pop();
                push(top);
                push(top);
                return true;
            }
            case Action::Put:
                put(memo_index(argument));
                return true;
            case Action::Memoize:
                put(memo_size_);
                return true;
            case Action::Get:
                get(memo_index(argument));
                return true;
            case Action::Stop:
                pickle_.root_ = pop();
                is_done_ = true;
                return true;
            default:
                return false;
        }
    }

    Cursor& cursor_;
    Pickle& pickle_;
    bool is_done_ = false;
    std::uint64_t at_ = 0;
    std::uint64_t number_ = 0;  ///< argument of the current opcode: a number or a length
    std::string text_;          ///< argument of the current opcode: a text
    std::vector<Ref> stack_;
    std::vector<std::size_t> marks_;
    std::vector<Ref> memo_;
    std::size_t memo_size_ = 0;
    std::size_t item_count_ = 0;
    std::array<Ref, kSmallIntegers> small_ = [] {
        std::array<Ref, kSmallIntegers> none;
        none.fill(Pickle::kNothing);
        return none;
    }();
};

bool Pickle::read(Cursor& cursor) {
    return PickleReader(cursor, *this).run() && problem_.empty();
}

std::string_view Pickle::text(Ref ref) const {
    if (!is(ref, Kind::Text) && !is(ref, Kind::Global)) return {};
    return std::string_view(texts_).substr(values_[ref].first, values_[ref].second);
}

const std::vector<Ref>& Pickle::items(Ref ref) const {
    static const std::vector<Ref> kNone;
    if (ref == kNothing) return kNone;
    const Kind kind = values_[ref].kind;
    const bool has_items = kind == Kind::List || kind == Kind::Tuple || kind == Kind::Set ||
                           kind == Kind::Dict || kind == Kind::Call;
    return has_items ? items_[values_[ref].first] : kNone;
}

std::optional<std::int64_t> Pickle::integer(Ref ref) const {
    if (!is(ref, Kind::Integer) && !is(ref, Kind::Boolean)) return std::nullopt;
    return values_[ref].number;
}

Ref Pickle::item(Ref ref, std::size_t index) const {
    const std::vector<Ref>& all = items(ref);
    return index < all.size() ? all[index] : kNothing;
}

}  // namespace paramscope::open
