#include "cli/help.h"

#include <algorithm>

#include "base/concat.h"
#include "cli/option_table.h"
#include "cli/wrap.h"
#include "count/cost/recipes.h"
#include "count/report/conventions.h"
#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace {

/// The column at which the description of an option begins.
constexpr std::size_t kDescriptions = 22;

constexpr std::string_view kIntroduction[] = {
    "Counts the parameters and FLOPs of a neural network, exactly and with formulas.",
    "",
    "Usage: paramscope [options] FILE | - | preset:NAME | hf:ORG/NAME | https://...",
    "       paramscope [options] FILE.py FILE.py ... | FOLDER",
    "       paramscope [options] diff A B",
    "       paramscope completion bash | zsh | fish",
    "",
    "FILE holds the text of PyTorch's print(model), with expressions allowed in place of numbers, a "
    "checkpoint, a config or another format that describes a model. - is standard input. Two models are "
    "compared, with diff or without it; parts of one checkpoint are read as one model. Source code may be "
    "several Python files or a folder of them: the file whose module class no other file uses is read, with "
    "what it imports from the others. A file with the name of a command goes after --.",
    "",
    "hf:ORG/NAME is a model of the Hugging Face hub: its config.json and the headers of its weights are "
    "fetched and compared, but no weights; https://... is a file anywhere. Both need node (npx paramscope).",
    "",
};

constexpr std::string_view kExitStatuses[] = {
    "",
    "Exit status: 0 counted, 1 the input is wrong, 2 wrong usage, 3 two models differ, 4 more than --max-... "
    "allows, or not known to be within it.",
    "",
    "Environment: NO_COLOR and FORCE_COLOR turn colours off and on, COLUMNS is the width, HF_TOKEN is a "
    "token "
    "for the hub, HF_ENDPOINT its address.",
};

void add_lines(std::string& text, std::string_view paragraph, std::size_t width) {
    for (const std::string& line : wrapped(paragraph, width)) text.append(line).append("\n");
}

/// Adds a name, and beside it, or below one that is too long, what it is.
void add_entry(std::string& text, std::string_view name, std::string_view description, std::size_t width) {
    std::string line = concat("  ", name);
    const bool is_long = line.size() + 2 > kDescriptions;
    for (const std::string& words : wrapped(description, width - std::min(kDescriptions, width / 2))) {
        if (is_long && line.starts_with("  -")) {
            text.append(line).append("\n");
            line.clear();
        }
        line.resize(std::max(line.size(), kDescriptions), ' ');
        text.append(line).append(words).append("\n");
        line.clear();
    }
}

std::string description(const Option& option) {
    const bool lists_values = option.help.ends_with(':');
    return lists_values ? concat(option.help, " ", join(values_of(option))) : std::string(option.help);
}

}  // namespace

std::string help_text(std::size_t width) {
    std::string text;
    for (const std::string_view paragraph : kIntroduction) add_lines(text, paragraph, width);
    for (const Option& option : options())
        add_entry(text, concat(option.name, option.value_name.empty() ? "" : " ", option.value_name),
                  description(option), width);
    text += "\nConventions:\n";
    for (const Convention& convention : conventions())
        add_entry(text, convention.name, convention.summary, width);
    text += "\nRecipes:\n";
    for (const Recipe& recipe : recipes()) add_entry(text, recipe.name, recipe.summary, width);
    for (const std::string_view paragraph : kExitStatuses) add_lines(text, paragraph, width);
    return text;
}

}  // namespace paramscope::cli
