#include "model/read/foreign_lines.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr std::ptrdiff_t kLeastWords = 5;  ///< of a line of prose

bool is_of_sentence(char c) {
    return is_name_part(c) || is_blank(c) || holds(".,:'-()\"", {&c, 1});
}

/// True for `NUM_LAYERS=32`, as a shell sets a variable.
bool sets_variable(std::string_view line) {
    const std::size_t sign = line.find('=');
    return sign != std::string_view::npos && sign > 0 && sign + 1 < line.size() &&
           !is_blank(line[sign + 1]) &&
           all_of(line.substr(0, sign), [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

/// True for a comma that ends a column of a table: no blank follows it.
bool separates_columns(std::string_view line) {
    const std::size_t comma = line.find(',');
    return comma + 1 < line.size() && !is_blank(line[comma + 1]);
}

/// True for a call or a setting at the beginning, `name(` or `name:`, for columns, and for code.
bool is_no_sentence(std::string_view line) {
    if (line.empty() || !is_name_start(line[0]) || contains_any(line, {"   ", " = ", "()", "#"}) ||
        (holds(line, ",") && separates_columns(line)))
        return true;
    const std::size_t end = std::min(line.find_first_of(" ("), line.size());
    return line.substr(0, end).ends_with(':') || line.substr(end).starts_with('(');
}

}  // namespace

bool starts_with_any(std::string_view line, std::initializer_list<std::string_view> parts) {
    return any_of(parts, [&](std::string_view part) { return line.starts_with(part); });
}

bool begins_shell_script(std::string_view line) {
    return line.starts_with("#!") && contains_any(line, {"/sh", "/bash", "/zsh", " bash", " sh", " zsh"});
}

bool is_of_shell(std::string_view line) {
    return line.ends_with('\\') || line == "fi" || line == "done" || line == "then" || sets_variable(line) ||
           starts_with_any(line, {"export ",
                                  "set -",
                                  "echo ",
                                  "cd ",
                                  "mkdir ",
                                  "source ",
                                  "pip install ",
                                  "torchrun ",
                                  "python ",
                                  "python3 ",
                                  "bash ",
                                  "if [",
                                  "sudo ",
                                  "./",
                                  "wget ",
                                  "curl ",
                                  "git ",
                                  "rm ",
                                  "cp ",
                                  "mv ",
                                  "srun ",
                                  "#SBATCH ",
                                  "accelerate launch ",
                                  "deepspeed "});
}

bool is_of_other_language(std::string_view line) {
    return line.ends_with(';') || line.starts_with("} ") ||
           starts_with_any(
               line, {"//",     "/*",       "*/",      "#include ", "#pragma ", "#ifndef ", "#define ",
                      "#endif", "func ",    "fun ",    "fn ",       "let ",     "val ",     "var ",
                      "const ", "private ", "public ", "override ", "struct ",  "enum ",    "template "});
}

bool begins_braced_block(std::string_view line) {
    if (!line.ends_with('{')) return false;
    return line.ends_with(") {") || line.ends_with("else {") || line.ends_with("({") ||
           starts_with_any(line,
                           {"class ", "struct ", "func ", "fun ", "fn ", "interface ", "object ", "impl "});
}

bool is_step_of_build(std::string_view line) {
    return contains_any(line, {"$(", "$@", "${CMAKE_"}) ||
           starts_with_any(line, {"set(",        "if(",       "else()",       "endif()",
                                  "elseif(",     "find_",     "include(",     "include_directories(",
                                  "message(",    "option(",   "list(",        "foreach(",
                                  "endforeach(", "function(", "endfunction(", "macro(",
                                  "endmacro(",   "target_",   "add_",         "install(",
                                  "FROM ",       "RUN ",      "COPY ",        "ENV ",
                                  "ARG ",        "WORKDIR ",  "ENTRYPOINT ",  "CMD "});
}

bool is_of_markup(std::string_view line) {
    return starts_with_any(line, {"<!DOCTYPE ", "<!doctype ", "<html", "<?xml ", "<svg "});
}

bool is_section(std::string_view line) {
    return line.size() > 2 && line.front() == '[' && line.back() == ']' &&
           all_of(line.substr(1, line.size() - 2),
                  [](char c) {
                      return is_name_part(c) || holds(".-: [\"]", {&c, 1});
                  }) &&
           !all_of(line, [](char c) { return !is_letter(c); });
}

bool is_of_build(std::string_view line) {
    return starts_with_any(
        line, {"cmake_minimum_required(", "CMAKE_MINIMUM_REQUIRED(", "add_executable(", "add_library(",
               "target_link_libraries(", "RUN apt-get ", "RUN pip ", ".PHONY:"});
}

bool is_prose(std::string_view line) {
    if (is_no_sentence(line)) return false;
    const auto blanks = std::count(line.begin(), line.end(), ' ');
    const auto others = std::count_if(line.begin(), line.end(), [](char c) { return !is_of_sentence(c); });
    return blanks >= kLeastWords - 1 && others * 20 <= static_cast<std::ptrdiff_t>(line.size());
}

bool is_requirement(std::string_view line) {
    const std::size_t sign = std::min(line.find_first_of("=<>~!"), line.size());
    const std::size_t version = line.find_first_not_of("=<>~! ", sign);
    if (sign == 0 || version == std::string_view::npos || !is_digit(line[version])) return false;
    if (line[sign] == '=' && line[sign + 1] != '=') return false;
    return all_of(trim(line.substr(0, sign)), [](char c) {
        return is_name_part(c) || holds("-.[],", {&c, 1});
    });
}

bool is_of_licence(std::string_view line) {
    return starts_with_any(
        line, {"Permission is hereby granted, free of charge", "Apache License", "GNU GENERAL PUBLIC LICENSE",
               "GNU AFFERO GENERAL PUBLIC LICENSE", "Redistribution and use in source and binary forms",
               "Creative Commons Attribution"});
}

}  // namespace paramscope
