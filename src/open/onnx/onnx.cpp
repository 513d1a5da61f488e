// ONNX files: the graph as a forward line over modules of PyTorch's types, weights by their shapes alone.
#include <algorithm>

#include "base/concat.h"
#include "open/formats.h"
#include "open/onnx/strip_weights.h"
#include "open/onnx/translator.h"

namespace paramscope::open {
namespace {

/// "Resize (2), NonMaxSuppression" of names, each with how often it is there.
std::string counted(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    std::string text;
    for (auto at = names.begin(); at != names.end();) {
        const auto end = std::upper_bound(at, names.end(), *at);
        text += concat(text.empty() ? "" : ", ", at->empty() ? std::string("(no name)") : *at);
        if (end - at > 1) text += concat(" (", static_cast<std::size_t>(end - at), ')');
        at = end;
    }
    return text;
}

}  // namespace

bool is_onnx(const Beginning& beginning) {
    // A message without a signature: the version of the format first, then another field of the model.
    constexpr std::string_view kNext("\x12\x1a\x22\x28\x2a\x32\x3a\x42\x72", 9);
    const std::string_view bytes = beginning.bytes;
    return bytes.size() > 2 && bytes[0] == '\x08' && bytes[1] > 0 && bytes[1] < 0x20 &&
           kNext.find(bytes[2]) != std::string_view::npos;
}

Opened open_onnx(ByteSource& file, const Beginning&) {
    Opened opened;
    const onnx::Graph graph = onnx::read_graph(onnx::skim(file, opened));
    if (graph.nodes.empty() && graph.initializers.empty()) {
        if (opened.diagnostics.empty())
            opened.diagnostics.push_back({Severity::Error, "the ONNX file holds no graph", {}, ""});
        return opened;
    }
    if (graph.impossible_weights > 0) {
        opened.diagnostics.push_back(
            {Severity::Error,
             concat("sizes of weights that no tensor can have: ", graph.impossible_weights,
                    graph.impossible_weights == 1 ? " is left out" : " are left out"),
             {},
             ""});
    }
    std::vector<std::string> unknown;
    opened.text = onnx::Translator(graph).run(&unknown);
    if (unknown.empty()) return opened;
    opened.diagnostics.push_back(
        {Severity::Warning,
         concat("operators whose work is not known, with all that follows from their output: ",
                counted(std::move(unknown))),
         {},
         ""});
    return opened;
}

}  // namespace paramscope::open
