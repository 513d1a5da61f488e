#include "presets/presets.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/shipped_texts.h"

namespace paramscope {
namespace {

/// Removes the number that orders the files: "01-llama-2-7b" gives "llama-2-7b".
std::string_view name_of(std::string_view file_name) {
    const std::size_t digits = file_name.find_first_not_of("0123456789");
    const bool is_ordered = digits > 0 && digits < file_name.size() && file_name[digits] == '-';
    return is_ordered ? file_name.substr(digits + 1) : file_name;
}

/// The title of a preset: "LLaMA-2 7B" when the text starts with "# LLaMA-2 7B".
std::string_view title_of(std::string_view text) {
    constexpr std::string_view mark = "# ";
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.substr(0, mark.size()) == mark ? line.substr(mark.size()) : line;
}

std::vector<Preset> make_presets(std::span<const ShippedText> texts) {
    std::vector<Preset> all;
    for (const ShippedText& text : texts) {
        if (text.group != "articles" && text.group != "models") continue;
        all.push_back({name_of(text.name), title_of(text.text), text.group, text.text});
    }
    // The first model may have arrived before the others.
    std::stable_sort(all.begin(), all.end(),
                     [](const Preset& a, const Preset& b) { return a.group < b.group; });
    return all;
}

constexpr std::size_t kLongestName = 64;

/// True for letters and digits, and for what people write between them.
bool is_of_name(char c) {
    return is_letter(c) || is_digit(c) || is_space(c) || c == '-' || c == '_' || c == '.';
}

std::string letters_and_digits(std::string_view words) {
    std::string kept = lowercase(words);
    std::erase_if(kept, [](char c) { return !is_digit(c) && (c < 'a' || c > 'z'); });
    return kept;
}

}  // namespace

std::span<const Preset> presets() {
    static std::vector<Preset> all;
    static std::size_t used_texts = 0;
    if (used_texts != shipped_texts().size()) all = make_presets(shipped_texts());
    used_texts = shipped_texts().size();
    return all;
}

const Preset* find_preset(std::string_view name) {
    return find_by(presets(), &Preset::name, name);
}

const Preset* preset_called(std::string_view words) {
    if (words.size() > kLongestName || !all_of(words, is_of_name)) return nullptr;
    const std::string wanted = letters_and_digits(words);
    if (wanted.empty()) return nullptr;
    return find_where(presets(), [&](const Preset& preset) {
        return wanted == letters_and_digits(preset.name) || wanted == letters_and_digits(preset.title);
    });
}

}  // namespace paramscope
