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
    bool (*is_there_if)() = nullptr;  ///< none: always

    bool is_there() const { return is_there_if == nullptr || is_there_if(); }
};

std::span<const Command> commands();
/// Those of the menu Help: pages, and the keys.
std::span<const Command> help_commands();

}  // namespace paramscope::app
