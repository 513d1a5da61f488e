#include "cli/options.h"

#include <algorithm>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "count/count.h"
#include "formats/derivation.h"

namespace paramscope::cli {
namespace {

Error usage_error(Message message) {
    return {ErrorCode::Syntax, std::move(message), {}};
}

std::string in_quotes(std::string_view text) {
    return concat("'", text, "'");
}

/// Names of a table in a sentence: "a, b or c".
template <typename Entries>
std::string alternatives(const Entries& entries) {
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i != 0) text += i + 1 == entries.size() ? " or " : ", ";
        text += entries[i].name;
    }
    return text;
}

/// An option that takes a value: stores it, or says in a sentence what is wrong with it ("" when nothing is).
struct ValuedOption {
    std::string_view name;
    std::string_view value_name;
    std::string (*store)(CommandLine&, std::string_view value);
};

std::string store_setting(CommandLine& line, std::string_view value) {
    const std::size_t equals = std::min(value.find('='), value.size());
    const std::string_view name = trim(value.substr(0, equals));
    if (name.empty() || equals == value.size()) {
        return "--set wants NAME=EXPR, such as --set d=1024, but got " + in_quotes(value);
    }
    line.settings.push_back({value, name, equals + 1});
    return "";
}

std::string store_input(CommandLine& line, std::string_view value) {
    line.inputs.push_back(value);
    return "";
}

std::string store_other(CommandLine& line, std::string_view value) {
    line.other = value;
    return value.empty() ? "the name of the file to compare with is empty" : "";
}

std::string store_convention(CommandLine& line, std::string_view value) {
    line.convention = value;
    if (find_convention(value) != nullptr) return "";
    return concat("--convention wants ", alternatives(conventions()), ", but got ", in_quotes(value));
}

std::string store_mode(CommandLine& line, std::string_view value) {
    for (const Mode mode : {Mode::Forward, Mode::Training, Mode::Decode}) {
        if (value != to_string(mode)) continue;
        line.mode = mode;
        return "";
    }
    return "--mode wants forward, training or decode, but got " + in_quotes(value);
}

/// The formats of reports, and those of derivations.
std::vector<ReportFormat> all_formats() {
    std::vector<ReportFormat> formats(report_formats().begin(), report_formats().end());
    formats.insert(formats.end(), derivation_formats().begin(), derivation_formats().end());
    return formats;
}

std::string store_format(CommandLine& line, std::string_view value) {
    line.format = value;
    for (const ReportFormat& format : all_formats()) {
        if (format.name != value) continue;
        line.write = format.write;
        return "";
    }
    return concat("--format wants ", alternatives(all_formats()), ", but got ", in_quotes(value));
}

std::string store_language(CommandLine& line, std::string_view value) {
    line.language = value == "zh" ? Language::Chinese : Language::English;
    if (value == "zh" || value == "en") return "";
    return "--lang wants en or zh, but got " + in_quotes(value);
}

std::string store_depth(CommandLine& line, std::string_view value) {
    const std::optional<Integer> depth = parse_integer(value);
    if (!depth || *depth < 0) return "--depth wants a whole number from 0 on, but got " + in_quotes(value);
    line.depth = static_cast<std::uint32_t>(std::min<Integer>(*depth, WriteOptions{}.depth));
    return "";
}

constexpr ValuedOption kValuedOptions[] = {
    {"--set", "NAME=EXPR", store_setting},      {"--input", "SHAPE", store_input},
    {"--convention", "NAME", store_convention}, {"--depth", "N", store_depth},
    {"--format", "FORMAT", store_format},       {"--mode", "MODE", store_mode},
    {"--lang", "LANGUAGE", store_language},     {"--compare", "FILE", store_other},
};

struct Switch {
    std::string_view name;
    bool CommandLine::*on;
};

constexpr Switch kSwitches[] = {
    {"--causal", &CommandLine::causal},
    {"--conventions", &CommandLine::conventions},
    {"--memory", &CommandLine::memory},
};

struct ActionOption {
    std::string_view name;
    CommandLine::Action action;
};

constexpr ActionOption kActionOptions[] = {
    {"--list-presets", CommandLine::Action::ListPresets},
    {"--help", CommandLine::Action::Help},
    {"-h", CommandLine::Action::Help},
    {"--version", CommandLine::Action::Version},
};

template <typename Options>
const auto* find_option(const Options& options, std::string_view name) {
    const auto found = std::find_if(std::begin(options), std::end(options),
                                    [&](const auto& option) { return option.name == name; });
    return found == std::end(options) ? nullptr : &*found;
}

/// Walks the arguments; each step consumes one of them, or an option and its value.
class ArgumentReader {
  public:
    explicit ArgumentReader(std::span<const std::string_view> arguments) : arguments_(arguments) {}

    Result<CommandLine> read() {
        while (next_ < arguments_.size()) {
            std::string problem = read_one(arguments_[next_++]);
            if (!problem.empty()) return usage_error(std::move(problem));
        }
        if (line_.action == CommandLine::Action::Count && line_.source.empty()) {
            return usage_error("no model is given: name a FILE, - for standard input, or preset:NAME");
        }
        if (!line_.other.empty() && line_.format != "text" && line_.format != "json")
            return usage_error("--compare writes text or json, not " + in_quotes(line_.format));
        return line_;
    }

  private:
    std::string read_one(std::string_view argument) {
        const bool is_option = !only_operands_ && argument.size() > 1 && argument.front() == '-';
        if (!is_option) return store_source(argument);
        if (argument == "--") {
            only_operands_ = true;
            return "";
        }
        if (const ActionOption* option = find_option(kActionOptions, argument)) {
            line_.action = option->action;
            return "";
        }
        if (const Switch* option = find_option(kSwitches, argument)) {
            line_.*option->on = true;
            return "";
        }
        return read_valued(argument);
    }

    /// `--name value` or `--name=value`.
    std::string read_valued(std::string_view argument) {
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(0, equals);
        const ValuedOption* option = find_option(kValuedOptions, name);
        if (option == nullptr) return "there is no option " + in_quotes(name);
        if (equals != std::string_view::npos) return option->store(line_, argument.substr(equals + 1));
        if (next_ < arguments_.size()) return option->store(line_, arguments_[next_++]);
        return concat(name, " wants ", option->value_name, " behind it");
    }

    std::string store_source(std::string_view argument) {
        if (argument.empty()) return "the name of the model's file is empty";
        if (!line_.source.empty()) {
            return concat("only one model can be counted at a time, but both ", in_quotes(line_.source),
                          " and ", in_quotes(argument), " are given");
        }
        line_.source = argument;
        return "";
    }

    std::span<const std::string_view> arguments_;
    std::size_t next_ = 0;
    bool only_operands_ = false;
    CommandLine line_;
};

}  // namespace

Result<CommandLine> parse_command_line(std::span<const std::string_view> arguments) {
    return ArgumentReader(arguments).read();
}

std::string help_text() {
    std::string text = concat(
        "Counts the parameters and FLOPs of a neural network, exactly and with formulas.\n"
        "\n"
        "Usage: paramscope [options] FILE | - | preset:NAME\n"
        "\n"
        "FILE holds what PyTorch's print(model) prints, with expressions allowed for numbers; - is standard "
        "input.\n"
        "\n"
        "  --set NAME=EXPR     change a hyper-parameter; may be repeated\n"
        "  --input SHAPE       what flows in, such as 1,3,224,224; repeat it, or use ';', for several "
        "inputs\n"
        "  --convention NAME   how operations are weighed into FLOPs\n"
        "  --conventions       what each convention gives, and why they differ\n"
        "  --mode MODE         forward, training (forward and backward) or decode (one token more)\n"
        "  --causal            tokens attend to themselves and those before them only\n"
        "  --memory            bytes of weights, training, cached keys and values, activations\n"
        "  --compare FILE      say which tensors FILE has otherwise, in text or json\n"
        "  --depth N           leave out modules deeper than N\n"
        "  --format FORMAT     ",
        alternatives(all_formats()),
        "\n"
        "  --lang LANGUAGE     en or zh: what a derivation is written in\n"
        "  --list-presets      the shipped models\n"
        "  --help, --version\n"
        "\n"
        "Conventions:\n");
    for (const Convention& convention : conventions()) {
        const std::string padding(convention.name.size() < 18 ? 18 - convention.name.size() : 0, ' ');
        text += concat("  ", convention.name, padding, "  ", convention.summary, "\n");
    }
    return text +
           "\n"
           "Exit status: 0 counted, 1 the input is wrong, 2 wrong usage.\n";
}

}  // namespace paramscope::cli
