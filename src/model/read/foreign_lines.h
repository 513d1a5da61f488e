// Tells lines of files that are no models: scripts, source code of other languages, prose.
#pragma once

#include <initializer_list>
#include <string_view>

namespace paramscope {

bool starts_with_any(std::string_view line, std::initializer_list<std::string_view> parts);

// Each takes a line without its indentation.

/// True for `#!/bin/bash` and the like.
bool begins_shell_script(std::string_view line);
/// True for a command of a shell, and for a line that the next one continues.
bool is_of_shell(std::string_view line);
/// True for a line as C++, Java, JavaScript and CSS have them: `int a = 0;`, `// a comment`.
bool is_of_other_language(std::string_view line);
/// True for a line as C, Java, Kotlin, Swift, Go and Rust have them, with which a block in braces begins.
bool begins_braced_block(std::string_view line);
/// True for a line that only CMake and Docker have.
bool is_of_build(std::string_view line);
/// True for a command as CMake, Make and Docker have them; some languages of programs have such lines, too.
bool is_step_of_build(std::string_view line);
/// True for a line with which HTML, XML or SVG begins.
bool is_of_markup(std::string_view line);
/// True for `[a.b]`, with which a part of TOML and INI begins.
bool is_section(std::string_view line);
/// True for words of a sentence: nearly nothing but letters and blanks.
bool is_prose(std::string_view line);
/// True for a package of Python with the version that is wanted: `numpy>=1.24`.
bool is_requirement(std::string_view line);
/// True for a line of the best known licences.
bool is_of_licence(std::string_view line);

}  // namespace paramscope
