// Sentences for people: a template with an id, and a value for each of its holes. The text is made where it is shown, in the
// reader's language.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.h"

namespace paramscope {

/// One sentence that the program can write.
struct MessageTemplate {
    std::string_view id;       ///< "linear.input_features": never changes; API users and translations go by it
    std::string_view english;  ///< "Linear expects {expected} features in the last dimension but gets {actual}"
};

class Message;

/// The value of one hole: a text (a name, a number, a formula), or a message that is itself translated. Texts come from files:
/// each of their control characters becomes a blank, so that a sentence is one line.
struct MessageArgument {
    std::string_view name;  ///< the hole's name: a literal
    std::string text;       ///< the value, "" where `message` is set
    std::shared_ptr<const Message> message;

    MessageArgument(std::string_view hole, std::string value) : name(hole), text(in_one_line(std::move(value))) {}
    MessageArgument(std::string_view hole, std::string_view value) : MessageArgument(hole, std::string(value)) {}
    MessageArgument(std::string_view hole, const char* value) : MessageArgument(hole, std::string(value)) {}
    MessageArgument(std::string_view hole, std::same_as<char> auto value) : MessageArgument(hole, std::string(1, value)) {}
    MessageArgument(std::string_view hole, std::integral auto value) : name(hole), text(std::to_string(value)) {}
    MessageArgument(std::string_view hole, Message value);
};

using MessageArguments = std::vector<MessageArgument>;

/// A template with its values. Copies are cheap: the template is shared, and lives as long as the program.
class Message {
  public:
    Message() = default;
    /// Every hole of `source` needs an argument of its name, and every argument a hole (asserted).
    Message(const MessageTemplate& source, MessageArguments arguments);
    /// A text without an id: words that a file or a person wrote, in one line.
    Message(std::string text) : text_(in_one_line(std::move(text))) {}
    Message(const char* text) : Message(std::string(text)) {}

    bool empty() const { return source_ == nullptr && text_.empty(); }
    /// The template's id, "" for a text without one.
    std::string_view id() const { return source_ ? source_->id : std::string_view(); }
    const MessageArguments& arguments() const { return arguments_; }
    /// The template, nullptr for a text without one.
    const MessageTemplate* source() const { return source_; }
    /// The sentence in English.
    std::string english() const;
    /// The sentence in another language: `pattern_of` gives the template of an id there, "" where it has none (then English).
    std::string translated(const std::function<std::string_view(std::string_view id)>& pattern_of) const;

    /// True when both have the same template and values.
    friend bool operator==(const Message& a, const Message& b);

  private:
    const MessageTemplate* source_ = nullptr;
    std::string text_;
    MessageArguments arguments_;
};

/// The names of a template's holes, in order: {"expected", "actual"}.
std::vector<std::string_view> holes_of(std::string_view pattern);

/// Refers to a template of `table` by its id. An id that the table lacks does not compile.
template <const auto& table>
class MessageId {
  public:
    consteval MessageId(const char* id) : source_(find(id)) {}
    const MessageTemplate& operator*() const { return *source_; }

  private:
    static void no_message_has_this_id() {}
    static consteval const MessageTemplate* find(std::string_view id) {
        for (const MessageTemplate& entry : table) {
            if (entry.id == id) return &entry;
        }
        no_message_has_this_id();  // not constexpr: ends the compilation here
        return nullptr;
    }

    const MessageTemplate* source_;
};

}  // namespace paramscope
