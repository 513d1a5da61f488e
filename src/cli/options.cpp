#include "cli/options.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/similar.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "formats/comparison/comparison.h"
#include "open/checkpoint/parts.h"

namespace paramscope::cli {
namespace {

using Action = CommandLine::Action;

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

/// True for the names of files that checkpoints, their parts and their indices have.
bool names_checkpoint(std::string_view name) {
    constexpr std::string_view kEndings[] = {
        ".safetensors", open::kIndexEnding, ".bin", ".pt", ".pth", ".ckpt", ".npz", ".npy", ".h5", ".gguf"};
    return !name.starts_with("preset:") && name.find("://") == std::string_view::npos &&
           any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_index(std::string_view name) {
    return name.ends_with(open::kIndexEnding);
}

std::string_view folder_of(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

/// How many letters two names begin with alike, dashes before them left out.
std::size_t common_beginning(std::string_view a, std::string_view b) {
    while (a.starts_with('-') && b.starts_with('-')) a.remove_prefix(1), b.remove_prefix(1);
    const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(end - a.begin());
}

/// The name that a person may have meant: a similar one, or the only one that begins like this. "" for none.
std::string_view meant_name(std::string_view name, const std::vector<std::string_view>& names) {
    for (const std::string_view other : names) {
        if (is_similar(name, other)) return other;
    }
    constexpr std::size_t least_beginning = 4;
    std::string_view best;
    std::size_t most = least_beginning - 1;
    for (const std::string_view other : names) {
        const std::size_t length = common_beginning(name, other);
        if (length == most) best = "";
        if (length <= most) continue;
        best = other;
        most = length;
    }
    return best;
}

Message unknown_option(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Option& option : options()) names.push_back(option.name);
    const std::string_view meant = meant_name(name, names);
    if (meant.empty()) return message("usage.unknown_option", {{"option", name}});
    return message("usage.unknown_option_similar", {{"option", name}, {"similar", meant}});
}

Message wrong_choice(std::string_view option, const std::vector<std::string_view>& choices,
                     std::string_view value) {
    const std::string_view meant = meant_name(value, choices);
    if (!meant.empty())
        return message("usage.choice_similar", {{"option", option}, {"value", value}, {"similar", meant}});
    return message("usage.choice",
                   {{"option", option}, {"choices", alternatives(choices)}, {"value", value}});
}

/// Reads the arguments in order; an option consumes its value too.
class ArgumentReader {
  public:
    explicit ArgumentReader(std::span<const std::string_view> arguments) : arguments_(arguments) {}

    Result<CommandLine> read() {
        while (next_ < arguments_.size()) {
            if (Message error = read_one(arguments_[next_++]); !error.empty()) return usage_error(error);
        }
        for (Message (ArgumentReader::*settle)() :
             {&ArgumentReader::settle_models, &ArgumentReader::settle_comparison,
              &ArgumentReader::settle_memory}) {
            if (Message error = (this->*settle)(); !error.empty()) return usage_error(error);
        }
        return line_;
    }

  private:
    static Error usage_error(Message& error) { return {ErrorCode::Syntax, std::move(error), {}}; }

    /// Returns an error, or an empty Message.
    Message read_one(std::string_view argument) {
        const bool is_option = !only_operands_ && argument.size() > 1 && argument.front() == '-';
        if (!is_option) return store_operand(argument);
        if (argument == "--") {
            only_operands_ = true;
            return {};
        }
        return read_option(argument);
    }

    /// `--name`, `--name value` or `--name=value`.
    Message read_option(std::string_view argument) {
        const std::size_t equals = std::min(argument.find('='), argument.size());
        const std::string_view name = argument.substr(0, equals);
        const Option* option = find_option(name);
        if (option == nullptr) return unknown_option(name);
        used_.push_back(option);
        const bool has_value = equals < argument.size();
        if (option->value == Option::Value::None) {
            return has_value ? message("usage.needless_value", {{"option", name}})
                             : store(*option, "", &line_);
        }
        if (!has_value && next_ == arguments_.size())
            return message("usage.no_value", {{"option", name}, {"value_name", option->value_name}});
        return store_value(*option, has_value ? argument.substr(equals + 1) : arguments_[next_++]);
    }

    Message store_value(const Option& option, std::string_view value) {
        if (option.value == Option::Value::Choice) {
            const std::vector<std::string_view> choices = values_of(option);
            if (!contains(choices, value)) return wrong_choice(option.name, choices, value);
        }
        return store(option, value, &line_);
    }

    /// A model, or a command before all models.
    Message store_operand(std::string_view argument) {
        const bool may_be_command =
            !only_operands_ && !is_completion_ && !line_.is_comparison && line_.source.empty();
        if (may_be_command && argument == "diff") {
            line_.is_comparison = true;
            return {};
        }
        if (may_be_command && argument == "completion") {
            is_completion_ = true;
            line_.action = CommandLine::Action::Complete;
            return {};
        }
        return is_completion_ ? store_shell(argument) : store_source(argument);
    }

    Message store_shell(std::string_view argument) {
        if (!line_.shell.empty()) return message("usage.one_shell");
        if (!contains(kShells, argument))
            return wrong_choice("completion", {std::begin(kShells), std::end(kShells)}, argument);
        line_.shell = argument;
        return {};
    }

    Message store_source(std::string_view argument) {
        if (argument.empty()) return message("usage.empty_model");
        const bool is_code =
            !line_.is_comparison && argument.ends_with(".py") && line_.source.ends_with(".py");
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
        if (!line_.is_comparison && names_checkpoint(line_.source) && names_checkpoint(argument)) {
            if (store_index_or_part(argument)) return {};
            if (names_checkpoint(second_) || !line_.more_sources.empty()) {
                if (!second_.empty()) line_.more_sources.push_back(std::exchange(second_, {}));
                line_.more_sources.push_back(argument);
                return {};
            }
        }
        if (!second_.empty())
            return message("usage.many_models",
                           {{"first", line_.source}, {"second", second_}, {"third", argument}});
        second_ = argument;
        return {};
    }

    /// An index finds its parts in its folder: true for an index that takes the place of parts before it, and
    /// for a part beside an index.
    bool store_index_or_part(std::string_view argument) {
        if (folder_of(argument) != folder_of(line_.source)) return false;
        if (is_index(line_.source)) return !is_index(argument);
        if (!is_index(argument)) return false;
        line_.source = argument;
        second_ = {};
        line_.more_sources.clear();
        return true;
    }

    /// Two models are compared.
    Message settle_models() {
        if (line_.action == Action::Complete && line_.shell.empty())
            return message("usage.no_value", {{"option", "completion"}, {"value_name", "bash, zsh or fish"}});
        const bool needs_model = line_.action == Action::Count || line_.action == Action::Adjust ||
                                 line_.action == Action::ListClasses;
        if (!needs_model) return {};
        if (line_.source.empty()) return message("usage.no_model");
        if (!second_.empty()) {
            if (line_.action != Action::Count || !line_.other.empty())
                return message("usage.two_models", {{"first", line_.source}, {"second", second_}});
            line_.other = second_;
            line_.may_be_parts = !line_.is_comparison && line_.is_report_format &&
                                 names_checkpoint(line_.source) && names_checkpoint(second_);
        }
        if (line_.is_comparison && line_.other.empty())
            return message("usage.one_model", {{"first", line_.source}});
        line_.is_comparison = !line_.other.empty();
        return {};
    }

    /// Checks the options of a comparison.
    Message settle_comparison() {
        if (!line_.is_comparison) {
            if (!line_.is_report_format) return message("usage.waterfall");
            const bool lacks_device = line_.format == "roofline" && !line_.devices;
            return lacks_device ? message("usage.roofline") : Message();
        }
        Message refusal = refused_by_comparison();
        if (!line_.may_be_parts) return refusal;
        line_.refusal = std::move(refusal);
        return {};
    }

    Message refused_by_comparison() const {
        if (find_comparison_format(line_.format) == nullptr)
            return message("usage.compare_format", {{"format", line_.format}});
        for (const Option* option : used_) {
            if (option->use == Option::Use::Count)
                return message("usage.not_of_comparison", {{"option", option->name}});
        }
        if (line_.memory && !line_.most_memory) return message("usage.memory_of_comparison");
        return {};
    }

    /// Checks what the options about memory say together.
    Message settle_memory() {
        MemoryOptions& options = line_.memory_options;
        if (!take_devices(&options.devices)) return message("usage.other_gpus");
        if (line_.recipe != nullptr) options = with_recipe(*line_.recipe, options.devices, options);
        options.devices = std::max(options.devices, devices_of_a_model(options));
        switch (conflict_of(options)) {
            case MemoryConflict::None:
                break;
            case MemoryConflict::OfTraining:
                return message("usage.needs_train", {{"option", training_option()}});
            case MemoryConflict::NoRank:
                return message("usage.needs_rank");
            case MemoryConflict::OfServing:
                return message("usage.generate");
            case MemoryConflict::Devices:
                return message("usage.gpus", {{"gpus", to_string(options.devices)},
                                              {"parallel", to_string(devices_of_a_model(options))}});
        }
        return {};
    }

    /// The last option that is for training alone.
    std::string_view training_option() const {
        std::string_view last;
        for (const Option* option : used_) {
            const MemorySetting* const setting = memory_setting_of(*option);
            if (setting != nullptr && setting->of == MemorySetting::Of::Training) last = option->name;
        }
        return last;
    }

    /// Takes the number of devices that --device has; false where --gpus has another.
    bool take_devices(Integer* gpus) const {
        const Integer named = line_.devices ? line_.devices->count : 1;
        if (*gpus == 1) *gpus = named;
        return named == 1 || *gpus == named;
    }

    std::span<const std::string_view> arguments_;
    std::size_t next_ = 0;
    bool only_operands_ = false;
    bool is_completion_ = false;
    std::vector<const Option*> used_;
    std::string_view second_;  ///< another model, to compare with
    CommandLine line_;
};

}  // namespace

Result<CommandLine> parse_command_line(std::span<const std::string_view> arguments) {
    return ArgumentReader(arguments).read();
}

}  // namespace paramscope::cli
