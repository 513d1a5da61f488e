// Shipped texts that the page fetches and hands over, so that they need not be in the wasm that every visitor
// waits for. One of the two sources of shipped_texts(): native programs link embedded_texts.cpp instead.
#pragma once

#include <string>

namespace paramscope {

/// Adds texts to shipped_texts(). `pack` holds the group, name and text of one file after the other,
/// separated by '\0'.
void add_fetched_texts(std::string pack);

}  // namespace paramscope
