#include "model/read/log_lines.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/read/foreign_lines.h"

namespace paramscope {
namespace {

/// Matches the beginning of a text with a pattern: 0 matches any digit, A any letter.
bool begins_like(std::string_view text, std::string_view pattern) {
    if (text.size() < pattern.size()) return false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool fits = pattern[i] == '0'   ? is_digit(text[i])
                          : pattern[i] == 'A' ? is_letter(text[i])
                                              : text[i] == pattern[i];
        if (!fits) return false;
    }
    return true;
}

bool begins_with_time(std::string_view text) {
    constexpr std::string_view kForms[] = {"0000-00-00",  "0000/00/00",      "00/00/0000",   "00/00 00:00",
                                           "00:00:00",    "A0000 00:00:00",  "AAA 00 00:00", "AAA  0 00:00",
                                           "00-00 00:00", "AAA AAA 00 00:00"};
    return any_of(kForms, [&](std::string_view form) { return begins_like(text, form); });
}

/// True for a level of a logger at the beginning: `INFO`, `WARNING:`.
bool begins_with_level(std::string_view text) {
    constexpr std::string_view kLevels[] = {"INFO",  "WARNING", "WARN",     "ERROR", "DEBUG",
                                            "FATAL", "TRACE",   "CRITICAL", "NOTICE"};
    return any_of(kLevels, [&](std::string_view level) {
        return text.starts_with(level) && (text.size() == level.size() || !is_name_part(text[level.size()]));
    });
}

/// True for a level between blanks or in brackets: ` INFO `, `[INFO]`.
bool holds_level(std::string_view line) {
    for (std::size_t at = line.find_first_of(" ["); at != std::string_view::npos;
         at = line.find_first_of(" [", at + 1)) {
        const std::string_view rest = line.substr(at + 1);
        const std::size_t end = rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (end != std::string_view::npos && holds(" ]", rest.substr(end, 1)) && begins_with_level(rest))
            return true;
    }
    return false;
}

/// True for `3/120`, `  3.25`: how far a program is.
bool is_progress(std::string_view tag) {
    tag = trim(tag);
    return !tag.empty() && tag.find_first_not_of("0123456789./%") == std::string_view::npos &&
           contains_any(tag, {"/", ".", "%"});
}

/// True for a line of a launcher, a build or a trace of a shell: `wandb: `, `#5 [2/7] `, `++ `.
bool begins_with_program(std::string_view line) {
    if (starts_with_any(line, {"wandb: ", "srun: ", "sbatch: ", "slurmstepd: ", "npm ", "make: ", "make["}))
        return true;
    if (line.starts_with('+')) {
        const std::size_t blank = line.find_first_not_of('+');
        return blank + 1 < line.size() && line[blank] == ' ' && line[blank + 1] != ' ';
    }
    const std::size_t end = line.starts_with('#') ? line.find_first_not_of("0123456789", 1) : 0;
    return end > 1 && end + 1 < line.size() && line[end] == ' ' &&
           (is_digit(line[end + 1]) || line[end + 1] == '[' || line.substr(end + 1).starts_with("DONE"));
}

/// True for a line that begins with what wrote it in brackets: `[rank0]: `, `(Worker pid=12) `, `[3/120] `.
bool begins_with_tag(std::string_view line) {
    const bool is_round = line.starts_with('(');
    if (!is_round && !line.starts_with('[')) return false;
    const std::string_view tag = line.substr(1, line.find(is_round ? ')' : ']') - 1);
    const std::string_view words = trim(tag);
    if (contains_any(lowercase(words), {"pid=", "rank"})) return true;
    return !is_round && (begins_with_time(words) || begins_with_level(words) || is_progress(words) ||
                         words.starts_with("NeMo "));
}

/// True for `s:3 loss:2.5`, without blanks before the numbers.
bool is_of_measures(std::string_view line) {
    std::size_t measures = 0;
    for (std::string_view rest = line; !rest.empty();) {
        const std::string_view word = trim(take_until(rest, ' '));
        const std::size_t sign = word.find_first_of(":=");
        const bool is_measure = sign != std::string_view::npos && sign > 0 && sign + 1 < word.size() &&
                                is_digit(word[sign + 1]) && all_of(word.substr(0, sign), is_name_part);
        if (!is_measure) return false;
        ++measures;
    }
    return measures > 1;
}

}  // namespace

bool is_log_entry(std::string_view line) {
    if (begins_with_time(line) || begins_with_level(line) || begins_with_tag(line)) return true;
    if (begins_with_program(line) || holds_level(line) || is_of_measures(line)) return true;
    return holds(line, "Warning: ") && contains_any(line, {".py:", ">:"});
}

bool is_of_build_run(std::string_view line) {
    return starts_with_any(
        line, {"Requirement already satisfied: ", "Successfully installed ", "-- Configuring done",
               "-- Detecting CXX compiler ABI info", "-- Build files have been written to: ", "make: *** ["});
}

bool is_of_test_run(std::string_view line) {
    return contains_any(line, {"=== test session starts ===", "=== short test summary info ===",
                               "=== FAILURES ===", "[ RUN      ] ", "[==========] Running ", "tests passed, ",
                               "=== warnings summary ==="}) ||
           (line.starts_with("Ran ") && holds(line, " tests in "));
}

}  // namespace paramscope
