// The options of the command line, in one table: what is read, --help and the completion of shells are made
// from it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "cli/options.h"

namespace paramscope::cli {

/// One option.
struct Option {
    /// What its value is: one of a list, the beginning of a list that has no end, a file, a text, or none.
    enum class Value { None, Choice, Suggestion, File, Text };
    /// What it has an effect on.
    enum class Use { Count, Both };

    std::string_view name;        ///< "--set"
    std::string_view value_name;  ///< "NAME=EXPR" in --help; "" for an option without a value
    std::string_view help;        ///< what it does, for --help
    Value value;
    Use use;
    /// Stores the value, "" if it has none; returns an error or an empty Message. Of Value::Choice it gets
    /// only values that are listed. nullptr: sets the option of MemoryOptions that has this name.
    Message (*store)(CommandLine&, std::string_view value);
    /// The values of Value::Choice and Value::Suggestion; nullptr: those of that option.
    std::vector<std::string_view> (*values)() = nullptr;
    bool may_repeat = false;
};

/// All options, in the order of --help.
std::span<const Option> options();

/// The option of that name or of the other name that it has ("-h"); nullptr where there is none.
const Option* find_option(std::string_view name);

/// The option of MemoryOptions that an option sets; nullptr for others.
const MemorySetting* memory_setting_of(const Option& option);

/// Returns the values that an option takes, or some of them; none where there is no list.
std::vector<std::string_view> values_of(const Option& option);

/// Stores the value of an option; returns an error or an empty Message.
Message store(const Option& option, std::string_view value, CommandLine* line);

/// A word that comes before everything else: `paramscope diff A B`.
struct Command {
    std::string_view name, help;
};

/// For completion.
inline constexpr Command kCommands[] = {
    {"diff", "compares two models; the same as paramscope A B"},
    {"completion", "prints the completion of options for bash, zsh or fish"},
};

/// The shells that `completion` knows.
inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

/// "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names);

}  // namespace paramscope::cli
