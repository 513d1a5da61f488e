// Placeholder modules for text that is left out or unreadable. Their type is unknown, so a total with one is
// a lower bound ("at least").
#pragma once

#include "model/model.h"

namespace paramscope {

/// A module for the text at `span`.
Module omitted_module(Span span);

/// Adds a module for the text at `span` to the children of `module`, once.
void add_omission(Module& module, Span span);

/// Removes an earlier placeholder if the last child of `module` is one, too: the last comes from the text,
/// which records where the omission was.
void remove_earlier_omission(Module& module);

}  // namespace paramscope
