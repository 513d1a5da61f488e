#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/support/yaml.h"
#include "open/training/arguments.h"

namespace paramscope::open {
namespace {

/// What the hub calls the flavours of a model of torchtitan: the beginning of their names, before the
/// flavour; or the whole name of one flavour.
struct Family {
    std::string_view model, flavor, name;
};

constexpr Family kFamilies[] = {
    {"llama3", "", "meta-llama/Llama-3.1-"},
    {"qwen3", "", "Qwen/Qwen3-"},
    {"gpt_oss", "", "openai/gpt-oss-"},
    {"deepseek_v3", "16B", "deepseek-ai/DeepSeek-V2-Lite"},
    {"deepseek_v3", "671B", "deepseek-ai/DeepSeek-V3"},
};

/// The value of a key in the part `[model]` of TOML; "" where there is none.
std::string_view setting_of_model(std::string_view text, std::string_view key) {
    bool is_in_model = false;
    while (!text.empty()) {
        std::string_view line = trim(without_comment(take_until(text, '\n')));
        if (line.starts_with('[')) is_in_model = line == "[model]";
        const std::string_view name = trim(take_until(line, '='));
        const std::string_view value = trim(line);
        if (is_in_model && name == key && value.size() > 2) return value.substr(1, value.size() - 2);
    }
    return {};
}

}  // namespace

std::string torchtitan_model(std::string_view text) {
    const std::string_view flavor = setting_of_model(text, "flavor");
    if (flavor.empty()) return {};
    const std::string_view model = setting_of_model(text, "name");
    const Family* const family = find_where(kFamilies, [&](const Family& each) {
        return each.model == model && (each.flavor.empty() || each.flavor == flavor);
    });
    if (family == nullptr) return {};
    const bool is_whole = !family->flavor.empty();
    const bool is_small = model == "gpt_oss";  // the hub writes 20b, torchtitan 20B or 20b
    return concat(family->name, is_whole ? "" : is_small ? lowercase(flavor) : flavor);
}

}  // namespace paramscope::open
