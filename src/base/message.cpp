#include "base/message.h"

#include <algorithm>
#include <cassert>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// Splits a pattern at its holes and hands each piece to `literal` or, for a hole, its name to `hole`. A brace without a
/// partner is literal.
template <typename Literal, typename Hole>
void walk(std::string_view pattern, const Literal& literal, const Hole& hole) {
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        const std::size_t close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) break;
        literal(pattern.substr(0, open));
        hole(pattern.substr(open + 1, close - open - 1));
        pattern.remove_prefix(close + 1);
    }
    literal(pattern);
}

const MessageArgument* find_argument(const MessageArguments& arguments, std::string_view name) {
    return find_by(arguments, &MessageArgument::name, name);
}

/// True when `arguments` fill exactly the holes of `pattern`.
[[maybe_unused]] bool fits(std::string_view pattern, const MessageArguments& arguments) {
    const std::vector<std::string_view> holes = holes_of(pattern);
    const bool all_filled =
        all_of(holes, [&](std::string_view hole) { return find_argument(arguments, hole); });
    return all_filled &&
           all_of(arguments, [&](const MessageArgument& argument) { return contains(holes, argument.name); });
}

}  // namespace

MessageArgument::MessageArgument(std::string_view hole, Message value)
    : name(hole), message(std::make_shared<const Message>(std::move(value))) {}

Message::Message(const MessageTemplate& source, MessageArguments arguments)
    : source_(&source), arguments_(std::move(arguments)) {
    assert(fits(source.english, arguments_) && "the arguments are not those of the template's holes");
}

std::string Message::english() const {
    return translated([](std::string_view) { return std::string_view(); });
}

std::string Message::translated(const std::function<std::string_view(std::string_view)>& pattern_of) const {
    if (source_ == nullptr) return text_;
    const std::string_view translation = pattern_of(source_->id);
    std::string sentence;
    walk(
        translation.empty() ? source_->english : translation,
        [&](std::string_view literal) { sentence.append(literal); },
        [&](std::string_view hole) {
            const MessageArgument* argument = find_argument(arguments_, hole);
            if (argument == nullptr) return;
            sentence.append(argument->message ? argument->message->translated(pattern_of) : argument->text);
        });
    return sentence;
}

bool operator==(const Message& a, const Message& b) {
    if (a.id() != b.id() || a.text_ != b.text_) return false;
    return std::equal(a.arguments_.begin(), a.arguments_.end(), b.arguments_.begin(), b.arguments_.end(),
                      [](const MessageArgument& x, const MessageArgument& y) {
                          if (x.name != y.name || x.text != y.text || !x.message != !y.message) return false;
                          return !x.message || *x.message == *y.message;
                      });
}

std::vector<std::string_view> holes_of(std::string_view pattern) {
    std::vector<std::string_view> holes;
    walk(pattern, [](std::string_view) {}, [&](std::string_view hole) { holes.push_back(hole); });
    return holes;
}

}  // namespace paramscope
