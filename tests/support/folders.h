// Folders of the project that tests read. Where the project stands is compiled into one file alone: a compiler cache
// serves the others to every clone.
#pragma once

#include <string>

namespace paramscope {

/// The absolute path of tests/golden.
std::string golden_folder();

/// The absolute path of web/languages.
std::string languages_folder();

}  // namespace paramscope
