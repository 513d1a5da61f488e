// Modules that stand for text that was left out or cannot be read. Nothing is known of their type, so totals
// are "at least".
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
