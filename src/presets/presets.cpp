#include "presets/presets.h"

#include <algorithm>
#include <vector>

#include "base/embedded_text.h"

namespace paramscope {

// Generated from the files of each folder (see src/CMakeLists.txt).
extern const std::span<const EmbeddedText> kArticlePresets;
extern const std::span<const EmbeddedText> kModelPresets;

namespace {

/// "llama-2-7b" of "01-llama-2-7b".
std::string_view name_of(std::string_view file_name) {
    return file_name.substr(file_name.find('-') + 1);
}

/// "LLaMA-2 7B" of a text that starts with "# LLaMA-2 7B".
std::string_view title_of(std::string_view text) {
    constexpr std::string_view mark = "# ";
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.substr(0, mark.size()) == mark ? line.substr(mark.size()) : line;
}

void append(std::vector<Preset>& all, std::string_view group, std::span<const EmbeddedText> files) {
    for (const EmbeddedText& file : files) {
        all.push_back({name_of(file.name), title_of(file.text), group, file.text});
    }
}

}  // namespace

std::span<const Preset> presets() {
    static const std::vector<Preset> all = [] {
        std::vector<Preset> list;
        append(list, "articles", kArticlePresets);
        append(list, "models", kModelPresets);
        return list;
    }();
    return all;
}

const Preset* find_preset(std::string_view name) {
    const std::span<const Preset> all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace paramscope
