// Makes modules of texts, as readers of files write them: `Conv2d(3, 8, kernel_size=(3, 3))`.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "model/model.h"

namespace paramscope::open {

/// Reads the text of a module. Equal texts are read once, and their modules share what they say.
class ModuleTexts {
  public:
    /// The module without a name. Its places are those in a text of its own.
    Module read(std::string text);
    /// The tensor in `Parameter(3, 4)`, without a name.
    Tensor read_tensor(std::string_view text);

  private:
    std::unordered_map<std::string, Module> modules_;
};

/// The forward line in a text; its places are those in it. One that cannot be read has only its text.
Forward read_forward(std::string text);

}  // namespace paramscope::open
