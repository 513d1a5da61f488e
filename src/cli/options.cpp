#include "cli/options.h"

#include <algorithm>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "cli/messages.h"
#include "count/count.h"
#include "formats/derivation.h"
#include "model/dtype.h"

namespace paramscope::cli {
namespace {

Error usage_error(Message message) {
    return {ErrorCode::Syntax, std::move(message), {}};
}

/// The names in a table as a list in a sentence: "a, b or c".
template <typename Entries>
std::string alternatives(const Entries& entries) {
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i != 0) text += i + 1 == entries.size() ? " or " : ", ";
        text += entries[i].name;
    }
    return text;
}

/// The names in a table as a list that continues on further lines of --help.
template <typename Entries>
std::string wrapped_names(const Entries& entries) {
    constexpr std::size_t width = 90, indentation = 22;
    std::string text, line;
    for (const auto& entry : entries) {
        const bool is_last = &entry == &entries.back();
        line += concat(entry.name, is_last ? "" : ", ");
        if (line.size() + indentation < width && !is_last) continue;
        text += concat('\n', std::string(indentation, ' '), line);
        line.clear();
    }
    return text;
}

/// An option with a value. `store` stores the value in the command line and returns an empty Message, or an
/// error.
struct ValuedOption {
    std::string_view name;
    std::string_view value_name;  ///< in --help
    Message (*store)(CommandLine&, std::string_view value);
};

Message store_setting(CommandLine& line, std::string_view value) {
    const std::size_t equals = std::min(value.find('='), value.size());
    const std::string_view name = trim(value.substr(0, equals));
    if (name.empty() || equals == value.size()) {
        return message("usage.setting", {{"value", value}});
    }
    line.settings.push_back({value, name, equals + 1});
    return {};
}

Message store_tie(CommandLine& line, std::string_view value) {
    if (value == "none") {
        line.has_no_more_ties = true;
        return {};
    }
    const std::size_t equals = std::min(value.find('='), value.size());
    const std::string_view tied = trim(value.substr(0, equals));
    const std::string_view source = equals == value.size() ? "" : trim(value.substr(equals + 1));
    if (tied.empty() || source.empty()) return message("usage.tie", {{"value", value}});
    line.ties.push_back({std::string(tied), std::string(source), Span{}});
    return {};
}

Message store_input(CommandLine& line, std::string_view value) {
    line.inputs.push_back(value);
    return {};
}

Message wrong_choice(std::string_view option, std::string_view choices, std::string_view value) {
    return message("usage.choice", {{"option", option}, {"choices", choices}, {"value", value}});
}

Message store_source_format(CommandLine& line, std::string_view value) {
    line.source_format = open::find_model_format(value);
    if (line.source_format != nullptr) return {};
    return wrong_choice("--as", alternatives(open::model_formats()), value);
}

Message store_build(CommandLine& line, std::string_view value) {
    line.build = value;
    return {};
}

Message store_other(CommandLine& line, std::string_view value) {
    line.other = value;
    return value.empty() ? message("usage.empty_other") : Message();
}

Message store_convention(CommandLine& line, std::string_view value) {
    line.convention = value;
    if (find_convention(value) != nullptr) return {};
    return wrong_choice("--convention", alternatives(conventions()), value);
}

Message store_mode(CommandLine& line, std::string_view value) {
    for (const Mode mode : {Mode::Forward, Mode::Training, Mode::Decode}) {
        if (value != to_string(mode)) continue;
        line.mode = mode;
        return {};
    }
    return wrong_choice("--mode", "forward, training or decode", value);
}

/// All formats of reports and derivations.
std::vector<ReportFormat> all_formats() {
    std::vector<ReportFormat> formats(report_formats().begin(), report_formats().end());
    formats.insert(formats.end(), derivation_formats().begin(), derivation_formats().end());
    return formats;
}

/// A picture of two models.
constexpr std::string_view kWaterfallFormat = "waterfall";
/// What --compare writes.
constexpr std::string_view kComparisonFormats[] = {"text", "json", "markdown", kWaterfallFormat};

Message store_format(CommandLine& line, std::string_view value) {
    line.format = value;
    for (const ReportFormat& format : all_formats()) {
        if (format.name != value) continue;
        line.write = format.write;
        return {};
    }
    if (value == kWaterfallFormat) return {};
    return wrong_choice("--format", alternatives(all_formats()), value);
}

Message store_language(CommandLine& line, std::string_view value) {
    line.language = value == "zh" ? Language::Chinese : Language::English;
    if (value == "zh" || value == "en") return {};
    return wrong_choice("--lang", "en or zh", value);
}

Message store_depth(CommandLine& line, std::string_view value) {
    const std::optional<Integer> depth = parse_integer(value);
    if (!depth || *depth < 0) return message("usage.depth", {{"value", value}});
    line.depth = static_cast<std::uint32_t>(std::min<Integer>(*depth, WriteOptions{}.depth));
    return {};
}

Message store_optimizer(CommandLine& line, std::string_view value) {
    for (const OptimizerState& state : optimizers()) {
        if (value != state.name) continue;
        line.memory = line.memory_options.is_training = true;
        line.memory_options.optimizer = state.optimizer;
        return {};
    }
    return wrong_choice("--train", alternatives(optimizers()), value);
}

Message store_weights_dtype(CommandLine& line, std::string_view value) {
    line.memory = true;
    line.memory_options.weights_dtype = value;
    return bits_of(value) ? Message() : message("usage.dtype", {{"value", value}});
}

Message store_device(CommandLine& line, std::string_view value) {
    line.memory = true;
    line.device = find_device(value);
    return line.device != nullptr ? Message() : wrong_choice("--device", alternatives(devices()), value);
}

/// Stores a whole number from `least` to `most`.
Message store_number(CommandLine& line, std::string_view option, std::string_view value, Integer least,
                     Integer most, Integer* number) {
    line.memory = true;
    const std::optional<Integer> read = parse_integer(value);
    if (read && *read >= least && *read <= most) {
        *number = *read;
        return {};
    }
    return message(
        "usage.number",
        {{"option", option}, {"least", to_string(least)}, {"most", to_string(most)}, {"value", value}});
}

Message store_lora_rank(CommandLine& line, std::string_view value) {
    return store_number(line, "--lora-rank", value, 0, kLargestRank, &line.memory_options.lora_rank);
}

Message store_zero(CommandLine& line, std::string_view value) {
    Integer stage = 0;
    Message error = store_number(line, "--zero", value, 0, 3, &stage);
    line.memory_options.zero_stage = static_cast<int>(stage);
    return error;
}

Message store_devices(CommandLine& line, std::string_view value) {
    return store_number(line, "--gpus", value, 1, kMostDevices, &line.memory_options.devices);
}

Message store_tensor_parallel(CommandLine& line, std::string_view value) {
    return store_number(line, "--tensor-parallel", value, 1, kMostDevices,
                        &line.memory_options.tensor_parallel);
}

constexpr ValuedOption kValuedOptions[] = {
    {"--set", "NAME=EXPR", store_setting},
    {"--input", "SHAPE", store_input},
    {"--convention", "NAME", store_convention},
    {"--depth", "N", store_depth},
    {"--format", "FORMAT", store_format},
    {"--mode", "MODE", store_mode},
    {"--lang", "LANGUAGE", store_language},
    {"--compare", "FILE", store_other},
    {"--as", "FORMAT", store_source_format},
    {"--build", "EXPRESSION", store_build},
    {"--tie", "TENSOR=TENSOR", store_tie},
    {"--train", "OPTIMIZER", store_optimizer},
    {"--weights-dtype", "TYPE", store_weights_dtype},
    {"--lora-rank", "RANK", store_lora_rank},
    {"--zero", "STAGE", store_zero},
    {"--gpus", "N", store_devices},
    {"--tensor-parallel", "N", store_tensor_parallel},
    {"--device", "NAME", store_device},
};

/// An option without a value: sets a flag.
struct Switch {
    std::string_view name;
    bool CommandLine::*flag;
};

constexpr Switch kSwitches[] = {
    {"--causal", &CommandLine::causal},
    {"--conventions", &CommandLine::conventions},
    {"--memory", &CommandLine::memory},
    {"--recompute", &CommandLine::recompute},
};

/// An option that replaces the action.
struct ActionOption {
    std::string_view name;
    CommandLine::Action action;
};

constexpr ActionOption kActionOptions[] = {
    {"--adjustable", CommandLine::Action::Adjust},
    {"--list-presets", CommandLine::Action::ListPresets},
    {"--list-classes", CommandLine::Action::ListClasses},
    {"--list-devices", CommandLine::Action::ListDevices},
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

/// `model-` and `-of-00005.safetensors` of `model-00002-of-00005.safetensors`; nullopt for another name.
std::optional<std::pair<std::string_view, std::string_view>> around_part_number(std::string_view name) {
    const std::size_t of = name.rfind("-of-");
    if (of == std::string_view::npos || of == 0 || !is_digit(name[of - 1])) return std::nullopt;
    std::size_t digits = of;
    while (digits > 0 && is_digit(name[digits - 1])) --digits;
    return std::pair(name.substr(0, digits), name.substr(of));
}

/// True for two parts of one checkpoint, by their names.
bool are_parts_of_one(std::string_view a, std::string_view b) {
    const auto first = around_part_number(a), second = around_part_number(b);
    return first && second && *first == *second;
}

/// Reads the arguments in order; an option consumes its value too.
class ArgumentReader {
  public:
    explicit ArgumentReader(std::span<const std::string_view> arguments) : arguments_(arguments) {}

    Result<CommandLine> read() {
        while (next_ < arguments_.size()) {
            Message error = read_one(arguments_[next_++]);
            if (!error.empty()) return usage_error(std::move(error));
        }
        const bool needs_model = line_.action == CommandLine::Action::Count ||
                                 line_.action == CommandLine::Action::Adjust ||
                                 line_.action == CommandLine::Action::ListClasses;
        if (needs_model && line_.source.empty()) {
            return usage_error(message("usage.no_model"));
        }
        if (Message error = settle_second(); !error.empty()) return usage_error(std::move(error));
        const auto& compared = kComparisonFormats;
        const bool is_compared =
            std::find(std::begin(compared), std::end(compared), line_.format) != std::end(compared);
        if (!line_.other.empty() && !is_compared)
            return usage_error(message("usage.compare_format", {{"format", line_.format}}));
        if (line_.other.empty() && line_.format == kWaterfallFormat)
            return usage_error(message("usage.waterfall"));
        if (Message error = settle_memory(); !error.empty()) return usage_error(std::move(error));
        return line_;
    }

  private:
    /// Returns an error, or an empty Message.
    Message read_one(std::string_view argument) {
        const bool is_option = !only_operands_ && argument.size() > 1 && argument.front() == '-';
        if (!is_option) return store_source(argument);
        if (argument == "--") {
            only_operands_ = true;
            return {};
        }
        if (const ActionOption* option = find_option(kActionOptions, argument)) {
            line_.action = option->action;
            return {};
        }
        if (const Switch* option = find_option(kSwitches, argument)) {
            line_.*option->flag = true;
            return {};
        }
        return read_valued(argument);
    }

    /// `--name value` or `--name=value`.
    Message read_valued(std::string_view argument) {
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(0, equals);
        const ValuedOption* option = find_option(kValuedOptions, name);
        if (option == nullptr) return message("usage.unknown_option", {{"option", name}});
        if (equals != std::string_view::npos) return option->store(line_, argument.substr(equals + 1));
        if (next_ < arguments_.size()) return option->store(line_, arguments_[next_++]);
        return message("usage.no_value", {{"option", name}, {"value_name", option->value_name}});
    }

    Message store_source(std::string_view argument) {
        if (argument.empty()) return message("usage.empty_model");
        const bool is_code = argument.ends_with(".py") && line_.source.ends_with(".py");
        if (!line_.source.empty() && is_code) {
            line_.more_sources.push_back(argument);
            return {};
        }
        if (line_.source.empty()) {
            line_.source = argument;
            return {};
        }
        // The reader finds the other parts of a checkpoint in its folder.
        if (are_parts_of_one(line_.source, argument)) return {};
        if (!second_.empty())
            return message("usage.many_models",
                           {{"first", line_.source}, {"second", second_}, {"third", argument}});
        second_ = argument;
        return {};
    }

    /// Two models are compared.
    Message settle_second() {
        if (second_.empty()) return {};
        if (line_.action != CommandLine::Action::Count || !line_.other.empty())
            return message("usage.two_models", {{"first", line_.source}, {"second", second_}});
        line_.other = second_;
        return {};
    }

    /// Checks what the options about memory say together.
    Message settle_memory() {
        MemoryOptions& options = line_.memory_options;
        options.recomputes = line_.recompute;
        if (line_.recompute && !options.is_training) return message("usage.needs_train");
        options.devices = std::max(options.devices, options.tensor_parallel);
        if (options.devices % options.tensor_parallel == 0) return {};
        return message("usage.gpus", {{"gpus", to_string(options.devices)},
                                      {"parallel", to_string(options.tensor_parallel)}});
    }

    std::span<const std::string_view> arguments_;
    std::size_t next_ = 0;
    bool only_operands_ = false;
    std::string_view second_;  ///< another model, to compare with
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
        "Usage: paramscope [options] FILE | FILE FILE | - | preset:NAME | hf:ORG/NAME | https://... |\n"
        "                            FILE.py FILE.py ... | FOLDER\n"
        "\n"
        "FILE holds the text of PyTorch's print(model), with expressions allowed in place of numbers, a "
        "checkpoint, a\n"
        "config or another format that describes a model. - is standard input. Two models are "
        "compared; parts of one checkpoint are one. Source code may be several "
        "files of "
        "Python,\n"
        "or a folder of them: the one with a module class that no other uses is read, imports lead to the "
        "others.\n"
        "hf:ORG/NAME is a model of the Hugging Face hub: its config.json and the headers of its weights are "
        "fetched and\n"
        "compared, no weights; https://... is a file anywhere. HF_TOKEN and HF_ENDPOINT are the token for "
        "the hub "
        "and its\n"
        "address. Needs node (npx paramscope).\n"
        "\n"
        "  --set NAME=EXPR     set a hyper-parameter; may be repeated\n"
        "  --input SHAPE       shape of the input, such as 1,3,224,224; for several inputs, repeat the "
        "option or\n"
        "                      separate shapes by ';'\n"
        "  --tie TENSOR=TENSOR count two tensors as one, such as head.weight=embed.weight; --tie none: no "
        "others "
        "are one\n"
        "  --convention NAME   how operations are counted as FLOPs, see below\n"
        "  --conventions       also print the FLOPs of each convention, and why they differ\n"
        "  --mode MODE         forward, training (forward and backward) or decode (one more token)\n"
        "  --causal            each token attends only to itself and the tokens before it\n"
        "  --memory            also print the bytes of weights, cached keys and values, and activations, "
        "their sum, and\n"
        "                      the devices that it fits into\n"
        "  --train OPTIMIZER   the memory of training, with ",
        alternatives(optimizers()),
        "\n"
        "  --recompute         training keeps only the inputs of blocks, and computes the rest again\n"
        "  --weights-dtype TYPE  type of the weights; from 16 bits on, of everything else too\n"
        "  --lora-rank RANK    low-rank adapters at all dense layers are trained, instead of the weights\n"
        "  --zero STAGE        0 to 3: optimizer state, gradients and weights are shared among the GPUs\n"
        "  --gpus N            number of GPUs\n"
        "  --tensor-parallel N each layer is shared among N of them\n"
        "  --device NAME       also print the times that no program can beat on a device, by layer\n"
        "  --compare FILE      the causes of the difference to FILE, and the tensors and modules that "
        "differ,\n"
        "                      as text, json, markdown or waterfall, a picture\n"
        "  --depth N           leave out modules nested deeper than N\n"
        "  --format FORMAT     ",
        alternatives(all_formats()),
        "\n"
        "  --as FORMAT         what FILE is, where that is not detected: ",
        wrapped_names(open::model_formats()),
        "\n"
        "  --build EXPRESSION  what to build of source code, such as 'GPT(GPTConfig(n_layer=4))'\n"
        "  --list-classes      list the classes of source code that --build can name, with the arguments "
        "they "
        "need\n"
        "  --adjustable        print the model text with hyper-parameters for the sizes that belong "
        "together\n"
        "  --lang LANGUAGE     en or zh: the language of a derivation\n"
        "  --list-presets      list the shipped models\n"
        "  --list-devices      list the devices, with their memory, bandwidth and rates\n"
        "  --help, --version\n"
        "\n"
        "Conventions:\n");
    for (const Convention& convention : conventions()) {
        const std::string padding(convention.name.size() < 18 ? 18 - convention.name.size() : 0, ' ');
        text += concat("  ", convention.name, padding, "  ", convention.summary, "\n");
    }
    return text +
           "\n"
           "Exit status: 0 counted, 1 the input is wrong, 2 wrong usage, 3 --compare found differences.\n";
}

}  // namespace paramscope::cli
