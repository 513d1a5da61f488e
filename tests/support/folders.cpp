#include "support/folders.h"

namespace paramscope {

std::string golden_folder() { return PARAMSCOPE_SOURCE_FOLDER "/tests/golden"; }

std::string languages_folder() { return PARAMSCOPE_SOURCE_FOLDER "/web/languages"; }

}  // namespace paramscope
