#include "cli/completion.h"

#include <vector>

#include "base/concat.h"
#include "cli/option_table.h"
#include "presets/presets.h"

namespace paramscope::cli {
namespace {

/// `text` in single quotes of a shell that reads `escaped` as a quote among them.
std::string quoted(std::string_view text, std::string_view escaped) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'') {
            result += escaped;
        } else {
            result += c;
        }
    }
    return result + "'";
}

constexpr std::string_view kQuoteInBash = "'\\''", kQuoteInFish = "\\'";

std::string bash_quoted(std::string_view text) {
    return quoted(text, kQuoteInBash);
}

/// Names, each in quotes.
template <typename NameOf = std::identity>
std::string quoted_names(const auto& rows, NameOf name_of = {}) {
    return join(rows, " ", [&](const auto& row) { return bash_quoted(std::invoke(name_of, row)); });
}

std::string quoted_presets() {
    return quoted_names(presets(), &Preset::name);
}

std::string quoted_commands() {
    return quoted_names(kCommands, &Command::name);
}

// ---- bash ----

/// The cases of options with a value: what may stand behind them.
std::string bash_cases() {
    std::string text;
    for (const Option& option : options()) {
        if (option.value == Option::Value::None) continue;
        text += concat("        ", option.name, ") ");
        if (const auto values = values_of(option); !values.empty()) {
            text += concat("_paramscope_offer ", quoted_names(values), " ;;\n");
        } else {
            text += option.value == Option::Value::File ? "_paramscope_operand ;;\n" : ";;\n";
        }
    }
    return text;
}

std::string bash_script() {
    std::string names;
    for (const Option& option : options()) names += concat(" ", bash_quoted(option.name));
    return concat(
        "# Completion of paramscope for bash: eval \"$(paramscope completion bash)\"\n"
        "\n"
        "# Offers those of the arguments that begin with the present word.\n"
        "_paramscope_offer() {\n"
        "    local word quoted\n"
        "    for word; do\n"
        "        if [[ $word == \"$current\"* ]]; then\n"
        "            printf -v quoted %q \"$word\"\n"
        "            COMPREPLY+=(\"$quoted\")\n"
        "        fi\n"
        "    done\n"
        "}\n"
        "\n"
        "# Offers models: files and those that are shipped. Bash takes the colon of preset:NAME as a word of "
        "its own.\n"
        "_paramscope_operand() {\n"
        "    if [[ $before == preset && $current == : ]]; then\n"
        "        current=\n"
        "        _paramscope_offer ",
        quoted_presets(),
        "\n"
        "    elif [[ $before == : && ${COMP_WORDS[COMP_CWORD-2]} == preset ]]; then\n"
        "        _paramscope_offer ",
        quoted_presets(),
        "\n"
        "    else\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        local IFS=$'\\n'\n"
        "        COMPREPLY+=($(compgen -f -- \"$current\"))\n"
        "        if [[ -n $current && preset: == \"$current\"* ]]; then\n"
        "            compopt -o nospace 2>/dev/null\n"
        "            COMPREPLY+=(preset:)\n"
        "        fi\n"
        "    fi\n"
        "}\n"
        "\n"
        "_paramscope() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    COMPREPLY=()\n"
        "    # --name=value is three words.\n"
        "    if [[ $current == = ]]; then\n"
        "        current=\n"
        "    elif [[ $before == = ]]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "    fi\n"
        "    case $before in\n",
        bash_cases(), "        completion) _paramscope_offer ", quoted_names(kShells),
        " ;;\n"
        "        *)\n"
        "            if [[ $current == -* ]]; then\n"
        "                _paramscope_offer",
        names,
        "\n"
        "            else\n"
        "                ((COMP_CWORD == 1)) && _paramscope_offer ",
        quoted_commands(),
        "\n"
        "                _paramscope_operand\n"
        "            fi ;;\n"
        "    esac\n"
        "}\n"
        "complete -F _paramscope paramscope\n");
}

// ---- zsh ----

/// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_specification(const Option& option) {
    std::string text(option.may_repeat ? "*" : "");
    text += option.name;
    if (option.value != Option::Value::None) text += "=";
    text += concat("[", escaped(option.help, "[]\\:"), "]");
    if (option.value == Option::Value::None) return bash_quoted(text);
    text += concat(":", escaped(option.value_name, ":\\"), ":");
    if (option.value == Option::Value::File) text += "_paramscope_model";
    const std::vector<std::string_view> values = values_of(option);
    if (values.empty()) return bash_quoted(option.value == Option::Value::File ? text : text + " ");
    const auto written = [](std::string_view value) { return escaped(value, " ()\\:"); };
    return bash_quoted(concat(text, "(", join(values, " ", written), ")"));
}

std::string zsh_script() {
    std::string specifications;
    for (const Option& option : options())
        specifications += concat("        ", zsh_specification(option), " \\\n");
    return concat(
        "#compdef paramscope\n"
        "# Completion of paramscope for zsh: source <(paramscope completion zsh), behind compinit\n"
        "\n"
        "_paramscope_model() {\n"
        "    local -a presets=(",
        quoted_presets(),
        ")\n"
        "    if compset -P preset:; then\n"
        "        compadd -a presets\n"
        "    else\n"
        "        compadd -S '' preset:\n"
        "        _files\n"
        "    fi\n"
        "}\n"
        "\n"
        "_paramscope_first() {\n"
        "    compadd ",
        quoted_commands(),
        "\n"
        "    _paramscope_model\n"
        "}\n"
        "\n"
        "_paramscope_next() {\n"
        "    if [[ ${words[2]} == completion ]]; then\n"
        "        compadd ",
        quoted_names(kShells),
        "\n"
        "    else\n"
        "        _paramscope_model\n"
        "    fi\n"
        "}\n"
        "\n"
        "_paramscope() {\n"
        "    _arguments -S \\\n",
        specifications,
        "        '1:model:_paramscope_first' \\\n"
        "        '*:model:_paramscope_next'\n"
        "}\n"
        "\n"
        "if [[ $funcstack[1] == _paramscope ]]; then\n"
        "    _paramscope \"$@\"\n"
        "else\n"
        "    compdef _paramscope paramscope\n"
        "fi\n");
}

// ---- fish ----

std::string fish_quoted(std::string_view text) {
    return quoted(escaped(text, "\\"), kQuoteInFish);
}

/// The values of an option as one argument of `complete -a`, which splits at blanks.
std::string fish_values(const std::vector<std::string_view>& values) {
    return fish_quoted(join(values, " ", [](std::string_view value) { return escaped(value, " ()\\'\"$"); }));
}

std::string fish_script() {
    std::string text =
        "# Completion of paramscope for fish: paramscope completion fish | source\n"
        "complete -c paramscope -e\n";
    for (const Command& command : kCommands)
        text += concat("complete -c paramscope -n __fish_is_first_token -a ", command.name, " -d ",
                       fish_quoted(command.help), "\n");
    text += concat("complete -c paramscope -f -n '__fish_seen_subcommand_from completion' -a ",
                   fish_values({std::begin(kShells), std::end(kShells)}), "\n");
    const std::string models =
        join(presets(), " ", [](const Preset& preset) { return concat("preset:", preset.name); });
    text += concat("complete -c paramscope -n 'not __fish_seen_subcommand_from completion' -a ",
                   fish_quoted(models), "\n");
    for (const Option& option : options()) {
        text += concat("complete -c paramscope -l ", option.name.substr(2), " -d ", fish_quoted(option.help));
        if (option.value == Option::Value::File)
            text += " -r";
        else if (option.value != Option::Value::None)
            text += " -x";
        if (const auto values = values_of(option); !values.empty())
            text += concat(" -a ", fish_values(values));
        text += "\n";
    }
    return text;
}

}  // namespace

std::string completion_script(std::string_view shell) {
    if (shell == "zsh") return zsh_script();
    return shell == "fish" ? fish_script() : bash_script();
}

}  // namespace paramscope::cli
