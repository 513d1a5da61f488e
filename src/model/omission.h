// Placeholder modules for text that is left out or unreadable. Their type is unknown, so a total with one is
// a lower bound ("at least").
#pragma once

#include "model/model.h"

namespace paramscope {

/// A module for the text at `span`.
Module omitted_module(Span span);

/// Adds a module for the text at `span` to the children of `module`, once.
void add_omission(Module& module, Span span);

/// Where the last child of `module` and one before it stand for omitted text, removes that before it: the
/// last is written in the text, at the place where text was omitted first.
void remove_earlier_omission(Module& module);

}  // namespace paramscope
