// Paths of the project's folders that tests read. Only folders.cpp is compiled with them, so that a compiler cache
// serves all other files to every clone.
#pragma once

#include <string>

namespace paramscope {

/// The absolute path of tests/golden.
std::string golden_folder();

/// The absolute path of web/languages.
std::string languages_folder();

}  // namespace paramscope
