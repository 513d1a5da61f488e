// Reads the graph of an ONNX file, and the functions that it defines.
#pragma once

#include "base/diagnostic.h"
#include "open/onnx/graph.h"
#include "open/support/bytes.h"

namespace paramscope::open::onnx {

/// Reads what describes the model and skips the elements of weights, so that a file of any size costs what
/// its graph does. Where the file is cut off or damaged the graph ends, and `diagnostics` gets an error with
/// the byte. Source of message and field numbers: onnx.proto of the ONNX specification.
File read_graph(ByteSource& source, Diagnostics& diagnostics);

}  // namespace paramscope::open::onnx
