// What the search offers to do, by name.
#pragma once

#include <span>

#include "app/panel/address.h"
#include "app/panel/context.h"
#include "app/words/words.h"

namespace paramscope::app {

struct Command {
    Word words;
    void (*run)(Context&, Address&);
    bool (*is_there)() = nullptr;  ///< none: always
};

std::span<const Command> commands();

}  // namespace paramscope::app
