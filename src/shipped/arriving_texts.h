// Shipped texts that a page brings: they need not be in the wasm, which everybody waits for.
#pragma once

#include <string>

namespace paramscope {

/// Adds to shipped_texts() what `pack` holds: group, name and text of one file after the other, a zero between.
void receive_texts(std::string pack);

}  // namespace paramscope
