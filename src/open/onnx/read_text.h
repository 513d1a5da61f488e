// Reads the graph of an ONNX file as text: what onnx.helper.printable_graph() gives, and what
// torch.onnx.export(verbose=True) prints.
#pragma once

#include <string_view>

#include "open/onnx/graph.h"

namespace paramscope::open::onnx {

/// A graph that was read from text.
struct TextGraph {
    File file;
    bool is_whole = false;  ///< the text reaches the graph's results, and shows no graph inside a node
};

/// True for a text with a graph of ONNX.
bool shows_graph(std::string_view text);

/// The first graph in `text`; an empty one where there is none.
TextGraph read_text_graph(std::string_view text);

}  // namespace paramscope::open::onnx
