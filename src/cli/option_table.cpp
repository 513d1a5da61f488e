#include "cli/option_table.h"

#include <algorithm>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "cli/messages.h"
#include "count/count.h"
#include "count/devices/amount.h"
#include "formats/comparison/comparison.h"
#include "formats/every_format.h"
#include "formats/support/module_columns.h"
#include "open/open.h"

namespace paramscope::cli {
namespace {

using Names = std::vector<std::string_view>;

/// The names of the rows of a table.
template <auto table>
Names names_of() {
    Names names;
    for (const auto& row : table()) names.push_back(row.name);
    return names;
}

Names format_names() {
    Names names = names_of<every_format>();
    for (const ComparisonFormat& format : comparison_formats()) {
        if (!contains(names, format.name)) names.push_back(format.name);
    }
    return names;
}

// ---- storing ----

/// Stores that a flag is set.
template <auto CommandLine::*flag>
Message store_true(CommandLine& line, std::string_view) {
    line.*flag = true;
    return {};
}

template <auto CommandLine::*text>
Message store_text(CommandLine& line, std::string_view value) {
    line.*text = value;
    return {};
}

template <CommandLine::Action action>
Message store_action(CommandLine& line, std::string_view) {
    line.action = action;
    return {};
}

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

Message store_python_path(CommandLine& line, std::string_view value) {
    line.python_path.push_back(value);
    return {};
}

Message store_from_code(CommandLine& line, std::string_view) {
    line.from_code = true;
    return {};
}

Message store_source_format(CommandLine& line, std::string_view value) {
    line.source_format = open::find_model_format(value);
    return {};
}

Message store_other(CommandLine& line, std::string_view value) {
    line.other = value;
    return value.empty() ? message("usage.empty_other") : Message();
}

Message store_mode(CommandLine& line, std::string_view value) {
    for (const Mode mode : {Mode::Forward, Mode::Training, Mode::Decode}) {
        if (value == to_string(mode)) line.mode = mode;
    }
    return {};
}

Message store_format(CommandLine& line, std::string_view value) {
    line.format = value;
    const ReportWriter write = find_any_writer(value);
    line.is_report_format = write != nullptr;  // otherwise a format of comparisons only
    if (line.is_report_format) line.write = write;
    return {};
}

Message store_language(CommandLine& line, std::string_view value) {
    line.language = value == "zh" ? Language::Chinese : Language::English;
    return {};
}

Message store_colours(CommandLine& line, std::string_view value) {
    line.colours = value == "always"  ? ColourChoice::Always
                   : value == "never" ? ColourChoice::Never
                                      : ColourChoice::Auto;
    return {};
}

Message store_depth(CommandLine& line, std::string_view value) {
    const std::optional<Integer> depth = parse_integer(value);
    if (!depth || *depth < 0) return message("usage.depth", {{"value", value}});
    line.depth = static_cast<std::uint32_t>(std::min<Integer>(*depth, WriteOptions{}.depth));
    return {};
}

Message store_columns(CommandLine& line, std::string_view value) {
    const std::vector<std::string_view> known = module_column_names();
    for (std::size_t at = 0; at <= value.size();) {
        const std::size_t comma = std::min(value.find(',', at), value.size());
        const std::string_view name = trim(value.substr(at, comma - at));
        if (!contains(known, name))
            return message("usage.columns", {{"choices", join(known, ", ")}, {"value", name}});
        line.columns.push_back(name);
        at = comma + 1;
    }
    return {};
}

Message store_optimizer(CommandLine& line, std::string_view value) {
    line.memory = line.memory_options.is_training = true;
    line.memory_options.optimizer = find_by(optimizers(), &OptimizerState::name, value)->optimizer;
    return {};
}

Message store_device(CommandLine& line, std::string_view value) {
    line.memory = true;
    Result<Devices> found = read_devices(value);
    if (!found) return message("usage.device", {{"why", found.error().message.english()}});
    line.devices = *std::move(found);
    return {};
}

Message store_will_it_run(CommandLine& line, std::string_view value) {
    line.memory = line.will_it_run = true;
    return store_device(line, value);
}

Message store_recipe(CommandLine& line, std::string_view value) {
    line.memory = true;
    line.recipe = find_by(recipes(), &Recipe::name, value);
    return {};
}

Message store_most_parameters(CommandLine& line, std::string_view value) {
    line.most_parameters = read_count(value);
    return line.most_parameters ? Message() : message("usage.most_parameters", {{"value", value}});
}

Message store_most_flops(CommandLine& line, std::string_view value) {
    line.most_flops = read_count(value, "flop");
    return line.most_flops ? Message() : message("usage.most_flops", {{"value", value}});
}

Message store_most_memory(CommandLine& line, std::string_view value) {
    line.most_memory = read_bytes(value);
    return line.most_memory ? Message() : message("usage.most_memory", {{"value", value}});
}

using Action = CommandLine::Action;
using Use = Option::Use;
using Value = Option::Value;

constexpr Option kOptions[] = {
    {"--set", "NAME=EXPR", "set a hyper-parameter; may be repeated", Value::Text, Use::Both, store_setting,
     nullptr, true},
    {"--input", "SHAPE",
     "shape of the input, such as 1,3,224,224; for several inputs, repeat the option or separate the shapes "
     "by "
     "';'",
     Value::Text, Use::Both, store_input, nullptr, true},
    {"--tie", "TENSOR=TENSOR",
     "count two tensors as one, such as head.weight=embed.weight; --tie none: no others are one", Value::Text,
     Use::Both, store_tie, nullptr, true},
    {"--convention", "NAME", "how operations are counted as FLOPs, see below", Value::Choice, Use::Both,
     store_text<&CommandLine::convention>, names_of<conventions>},
    {"--conventions", "", "also print the FLOPs of each convention, and why they differ", Value::None,
     Use::Count, store_true<&CommandLine::conventions>},
    {"--mode", "MODE", "forward, training (forward and backward) or decode (one more token)", Value::Choice,
     Use::Both, store_mode,
     [] {
         return Names{to_string(Mode::Forward), to_string(Mode::Training), to_string(Mode::Decode)};
     }},
    {"--causal", "", "each token attends only to itself and the tokens before it", Value::None, Use::Both,
     store_true<&CommandLine::causal>},
    {"--memory", "",
     "also print the bytes of weights, cached keys and values, and activations, their sum, and the devices "
     "that it fits into",
     Value::None, Use::Count, store_true<&CommandLine::memory>},
    {"--train", "OPTIMIZER", "the memory of training, with an optimizer:", Value::Choice, Use::Both,
     store_optimizer, names_of<optimizers>},
    {"--will-it-run", "DEVICES",
     "first say whether it fits into devices, such as '2x RTX 3090', and the largest sizes that do",
     Value::Suggestion, Use::Count, store_will_it_run, names_of<devices>},
    {"--recipe", "NAME", "what memory is for, as people name it, see below; other options change it",
     Value::Choice, Use::Both, store_recipe, names_of<recipes>},
    {"--recompute", "", "training keeps only the inputs of blocks, and computes the rest again", Value::None,
     Use::Both, nullptr},
    {"--recompute-attention", "",
     "training keeps no scores of attention, and computes them again (selective)", Value::None, Use::Both,
     nullptr},
    {"--accumulate", "", "training adds to gradients that are there: gradient accumulation", Value::None,
     Use::Both, nullptr},
    {"--drop-output", "", "training holds no output during the backward pass, as model(x).mean().backward()",
     Value::None, Use::Both, nullptr},
    {"--loss", "LOSS",
     "of training: the mean of the output, or the cross-entropy of scores, in float32; fused: of some tokens "
     "at a time",
     Value::Choice, Use::Both, nullptr},
    {"--autocast", "TYPE", "values have 16 bits where torch.autocast gives them so many, weights as they are",
     Value::Choice, Use::Both, nullptr},
    {"--attention", "KERNEL",
     "fused: scores are not in memory, where PyTorch has such a kernel; eager: they are", Value::Choice,
     Use::Both, nullptr},
    {"--kernels", "DEVICE", "whose kernels compute a pass, gpu or cpu: what they keep differs", Value::Choice,
     Use::Both, nullptr},
    {"--weights-dtype", "TYPE", "type of the weights; one of 16 bits or more is that of everything else, too",
     Value::Suggestion, Use::Both, nullptr,
     [] { return Names{"float32", "float16", "bfloat16", "float8_e4m3fn", "int8", "int4"}; }},
    {"--cache-dtype", "TYPE", "type of the keys and values, such as fp8, int8 or q8_0", Value::Suggestion,
     Use::Both, nullptr, [] { return Names{"float16", "bfloat16", "fp8", "int8", "q8_0", "q4_0"}; }},
    {"--engine", "NAME", "program that serves a language model, which takes its share of each device:",
     Value::Choice, Use::Both, nullptr},
    {"--generate", "", "inference needs the scores of each sequence's last token only", Value::None,
     Use::Both, nullptr},
    {"--lora-rank", "RANK", "low-rank adapters are trained, instead of the weights", Value::Text, Use::Both,
     nullptr},
    {"--lora-modules", "NAMES",
     "the dense layers that have adapters, such as q_proj,v_proj; else all but the output layer",
     Value::Suggestion, Use::Both, nullptr,
     [] {
         return Names{kAllDenseLayers, "q_proj,v_proj"};
     }},
    {"--modules-to-save", "NAMES",
     "with adapters, modules of which a copy is trained, such as lm_head,embed_tokens", Value::Text,
     Use::Both, nullptr},
    {"--offload", "WHAT",
     "the host has the optimizer's state and gradients (optimizer), and also the weights (parameters)",
     Value::Choice, Use::Both, nullptr},
    {"--zero", "STAGE",
     "ZeRO, 0 to 3: optimizer state (1), gradients (2) and weights (3) are split among the GPUs",
     Value::Choice, Use::Both, nullptr,
     [] {
         return Names{"0", "1", "2", "3"};
     }},
    {"--gpus", "N", "number of GPUs", Value::Text, Use::Both, nullptr},
    {"--tensor-parallel", "N", "each layer is split among N of the GPUs", Value::Text, Use::Both, nullptr},
    {"--pipeline-parallel", "N", "the layers are split among N of the GPUs, one after the other", Value::Text,
     Use::Both, nullptr},
    {"--expert-parallel", "N", "the experts of each layer are split among N of the GPUs", Value::Text,
     Use::Both, nullptr},
    {"--device", "NAME",
     "also print what fits into a device, several ('2x RTX 3090') or one of your own "
     "(memory=24GB,bandwidth=936GB/s,"
     "float16=142,float32=35.6), and its least times of the products as written, by layer",
     Value::Suggestion, Use::Count, store_device, names_of<devices>},
    {"--max-params", "N", "fail if the model has more parameters, such as 7B", Value::Text, Use::Both,
     store_most_parameters},
    {"--max-flops", "N", "fail if it takes more FLOPs, such as 4.2T, of the mode and convention above",
     Value::Text, Use::Both, store_most_flops},
    {"--max-memory", "BYTES", "fail if one GPU must hold more, such as 24GiB, as --memory counts it",
     Value::Text, Use::Both, store_most_memory},
    {"--compare", "FILE",
     "the causes of the difference to FILE, and the tensors and modules that differ, as text, json, "
     "markdown or waterfall, a picture",
     Value::File, Use::Both, store_other},
    {"--depth", "N", "leave out modules nested deeper than N", Value::Text, Use::Count, store_depth},
    {"--columns", "NAMES", "of the text: its columns beside the modules, such as type,parameters,formula",
     Value::Suggestion, Use::Count, store_columns, module_column_names},
    {"--format", "FORMAT", "what is printed:", Value::Choice, Use::Both, store_format, format_names},
    {"--as", "FORMAT", "what FILE is, where that is not detected:", Value::Choice, Use::Both,
     store_source_format, names_of<open::model_formats>},
    {"--build", "EXPRESSION", "what to build from source code, such as 'GPT(GPTConfig(n_layer=4))'",
     Value::Text, Use::Both, store_text<&CommandLine::build>},
    {"--python-path", "DIR",
     "where packages lie that source code imports, instead of the usual folders; may be repeated; '' for "
     "none",
     Value::File, Use::Both, store_python_path, nullptr, true},
    {"--from-code", "",
     "count a config by the code of its library, or by that beside it, also where its architecture is known",
     Value::None, Use::Both, store_from_code},
    {"--list-classes", "",
     "list the classes of source code that --build can name, with the arguments they need", Value::None,
     Use::Count, store_action<Action::ListClasses>},
    {"--adjustable", "", "print the model text with hyper-parameters for the sizes that belong together",
     Value::None, Use::Count, store_action<Action::Adjust>},
    {"--lang", "LANGUAGE", "en or zh: the language of derivations, pictures and html", Value::Choice,
     Use::Count, store_language,
     [] {
         return Names{"en", "zh"};
     }},
    {"--color", "WHEN", "auto, always or never; auto: on a terminal, unless NO_COLOR is set", Value::Choice,
     Use::Both, store_colours,
     [] {
         return Names{"auto", "always", "never"};
     }},
    {"--list-presets", "", "list the shipped models", Value::None, Use::Both,
     store_action<Action::ListPresets>},
    {"--list-devices", "", "list the devices, with their memory, bandwidth and rates", Value::None, Use::Both,
     store_action<Action::ListDevices>},
    {"--help", "", "print this", Value::None, Use::Both, store_action<Action::Help>},
    {"--version", "", "print the version", Value::None, Use::Both, store_action<Action::Version>},
};

}  // namespace

std::span<const Option> options() {
    return kOptions;
}

const Option* find_option(std::string_view name) {
    if (name == "-h") name = "--help";
    return find_by(kOptions, &Option::name, name);
}

const MemorySetting* memory_setting_of(const Option& option) {
    if (option.store != nullptr) return nullptr;
    std::string name(option.name.substr(2));
    std::replace(name.begin(), name.end(), '-', '_');
    return find_memory_setting(name);
}

std::vector<std::string_view> values_of(const Option& option) {
    if (option.values != nullptr) return option.values();
    const MemorySetting* const setting = memory_setting_of(option);
    return setting == nullptr || setting->choices == nullptr ? std::vector<std::string_view>()
                                                             : setting->choices();
}

Message store(const Option& option, std::string_view value, CommandLine* line) {
    const MemorySetting* const setting = memory_setting_of(option);
    if (setting == nullptr) return option.store(*line, value);
    line->memory = true;
    const std::string_view text = setting->kind == MemorySetting::Kind::Flag ? "1" : value;
    if (take_setting(*setting, text, &line->memory_options)) return {};
    if (setting->kind == MemorySetting::Kind::Type)
        return message("usage.dtype", {{"option", option.name}, {"value", value}});
    return message("usage.number", {{"option", option.name},
                                    {"least", to_string(setting->least)},
                                    {"most", to_string(setting->most)},
                                    {"value", value}});
}

std::string alternatives(const std::vector<std::string_view>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

}  // namespace paramscope::cli
