// Placeholder modules for text that is left out or unreadable. Their type is unknown, so a total with one is
// a lower bound ("at least").
#pragma once

#include "model/model.h"

namespace paramscope {

/// A module for the text at `span`.
Module omitted_module(Span span);

/// Adds a module for the text at `span` to the children of `module`, once.
void add_omission(Module& module, Span span);

/// Removes the last child of `module` where it and one before it stand for omitted text.
void remove_second_omission(Module& module);

}  // namespace paramscope
