// The texts of the interface in the language that is set, by their ids in words/messages.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/words/messages.h"
#include "base/message.h"

namespace paramscope::app {

enum class Language : std::uint8_t { English, Chinese };

/// A text of the interface by its id without "interface."; one that the table lacks does not compile.
class Word {
  public:
    consteval Word(const char* id) : row_(find(id)) {}
    const MessageTemplate& operator*() const { return kInterfaceMessages[row_]; }
    friend bool operator==(Word, Word) = default;

  private:
    static consteval std::uint16_t find(std::string_view id) {
        std::uint16_t row = 0;
        while (kInterfaceMessages[row].id.substr(std::string_view("interface.").size()) != id) ++row;
        return row;
    }

    std::uint16_t row_;
};

/// The value for the hole `{hole}` of a text.
struct HoleValue {
    std::string_view hole;
    std::string_view value;
};

/// The names of the passes to count, in the order of Mode.
inline constexpr Word kModeWords[] = {"mode_forward", "mode_training", "mode_decode"};
/// The names of what a picture measures, in the order of Measure.
inline constexpr Word kMeasureWords[] = {"parameters", "flops", "bytes"};

/// The template of an id in another language, "" when there is none; for a title, its translation or itself.
using Translate = std::string (*)(std::string_view key, bool is_title);

/// The language of the interface.
Language language();
/// Changes the language; English needs no translation.
void set_language(Language language, Translate translate = nullptr);

/// The language of a BCP 47 tag ("zh-CN"); English when it is not supported.
Language language_of(std::string_view tag);
/// The tag of a language.
std::string_view tag_of(Language language);

/// A text in the current language, zero-terminated.
std::string_view word(Word word);
/// A text with a value for each of its holes: word("and_more", {{"count", "3"}}).
std::string word(Word word, std::initializer_list<HoleValue> values);

/// A message of the engine or a reader, in the current language.
std::string translate_message(const Message& message);

/// Translates a title, note or comment of a shipped model to the current language; leaves other texts.
std::string translate_title(std::string_view english);

/// The name of a layer family ("convolution"; "custom" is "own tensors").
std::string family_word(std::string_view family);
/// The summary of the convention named so, `english` where the present language has none.
std::string convention_summary(std::string_view name, std::string_view english);

}  // namespace paramscope::app
