#include "open/config/known/known_configs.h"

#include <algorithm>
#include <vector>

#include "base/ranges.h"
#include "base/shipped_texts.h"

namespace paramscope {

// Generated from src/open/config/known/*.txt (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kKnownConfigTexts;

}  // namespace paramscope

namespace paramscope::open {
namespace {

/// Reads the lines `name name {…}`; those that begin with # are comments.
std::vector<KnownConfig> read_configs() {
    std::vector<KnownConfig> configs;
    for (const ShippedText& file : kKnownConfigTexts) {
        for (std::string_view text = file.text; !text.empty();) {
            std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            const std::size_t json = line.find('{');
            if (line.starts_with('#') || json == std::string_view::npos) continue;
            for (std::string_view names = line.substr(0, json); !names.empty();) {
                const std::string_view name = names.substr(0, names.find(' '));
                configs.push_back({name, line.substr(json)});
                names.remove_prefix(name.size() + 1);
            }
        }
    }
    return configs;
}

/// The name without `hf:` or the hub's address before it, and without a slash after it.
std::string_view bare_name(std::string_view source) {
    for (const std::string_view start :
         {"hf://", "hf:", "HF:", "https://huggingface.co/", "https://hf.co/"}) {
        if (!source.starts_with(start)) continue;
        source.remove_prefix(start.size());
        break;
    }
    if (source.ends_with('/')) source.remove_suffix(1);
    return source;
}

}  // namespace

[[gnu::noinline]] std::span<const KnownConfig> known_configs() {
    static const std::vector<KnownConfig> configs = read_configs();
    return configs;
}

const KnownConfig* find_known_config(std::string_view source) {
    const std::string_view wanted = bare_name(source);
    // Old names have no owner: `gpt2` is openai-community/gpt2.
    const bool has_owner = wanted.find('/') != std::string_view::npos;
    return find_where(known_configs(), [&](const KnownConfig& config) {
        return config.name == wanted ||
               (!has_owner && config.name.substr(config.name.find('/') + 1) == wanted);
    });
}

}  // namespace paramscope::open
