// Reads layers that are written outside of a printed tree: one in each line, lists, chains of arrows, and
// `nn.Sequential(...)` of such layers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "model/reporter.h"

namespace paramscope {

/// Layers of a text as one module, and the parts of the text that hold them.
struct LayerList {
    Module root;
    std::vector<Span> spans;
};

/// The layers of a text without a printed tree; nullopt for a text that has fewer than two, for a program,
/// and for a single layer that reads as a printed module. Labels (`conv1 = `, `('conv1', `) become names.
std::optional<LayerList> read_layers(std::string_view text, Reporter& reporter);

}  // namespace paramscope
