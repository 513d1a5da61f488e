// Opens ONNX files: the graph becomes a forward line over modules of PyTorch's types.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/formats.h"
#include "open/onnx/messages.h"
#include "open/onnx/read_graph.h"
#include "open/onnx/read_text.h"
#include "open/onnx/translator.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestTextGraph = 16u << 20;

/// "NonMaxSuppression, Resize (2)": names sorted, each with its count.
std::string count_names(std::vector<std::string> names) {
    sort(names);
    std::string text;
    for (auto name = names.begin(); name != names.end();) {
        const auto end = std::upper_bound(name, names.end(), *name);
        append(text, concat(text.empty() ? "" : ", ", name->empty() ? std::string("?") : *name));
        if (end - name > 1) append(text, concat(" (", static_cast<std::size_t>(end - name), ')'));
        name = end;
    }
    return text;
}

}  // namespace

bool is_onnx(const Beginning& beginning) {
    // ONNX has no signature. A file starts with ModelProto.ir_version, then has another field of ModelProto.
    constexpr std::string_view kNextFields("\x12\x1a\x22\x28\x2a\x32\x3a\x42\x72", 9);
    const std::string_view bytes = beginning.bytes;
    return bytes.size() > 2 && bytes[0] == '\x08' && bytes[1] > 0 && bytes[1] < 0x20 &&
           kNextFields.find(bytes[2]) != std::string_view::npos;
}

namespace {

/// Makes the model of a file.
void translate_graph(const onnx::File& read, Opened& opened) {
    using onnx::message;
    const auto report = [&](Severity severity, Message sentence) {
        opened.diagnostics.push_back({severity, std::move(sentence)});
    };
    if (read.impossible_weights == 1) report(Severity::Error, message("onnx.impossible_weight"));
    if (read.impossible_weights > 1)
        report(Severity::Error, message("onnx.impossible_weights", {{"count", read.impossible_weights}}));
    std::vector<std::string> unknown_operators;
    if (has_errors(opened.diagnostics)) opened.basis = Basis::Partial;
    onnx::Translator translator(read);
    opened.model = translator.model(unknown_operators);
    if (translator.constants_in_parts() > 0) {
        opened.basis = Basis::Approximate;
        report(Severity::Warning,
               message("onnx.constants_in_parts", {{"count", translator.constants_in_parts()}}));
    }
    if (!unknown_operators.empty())
        report(Severity::Warning,
               message("onnx.unknown_operators", {{"operators", count_names(std::move(unknown_operators))}}));
}

}  // namespace

Opened open_onnx(ByteSource& file, const Beginning&) {
    Opened opened;
    const onnx::File read = onnx::read_graph(file, opened.diagnostics);
    if (read.graph.nodes.empty() && read.graph.initializers.empty()) {
        if (opened.diagnostics.empty())
            opened.diagnostics.push_back({Severity::Error, onnx::message("onnx.no_graph")});
        return opened;
    }
    translate_graph(read, opened);
    return opened;
}

bool is_onnx_text(const Beginning& beginning) {
    return onnx::shows_graph(beginning.bytes);
}

Opened open_onnx_text(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestTextGraph, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const onnx::TextGraph text = onnx::read_text_graph(opened.source_text);
    if (!text.is_whole) {
        opened.basis = Basis::Partial;
        opened.diagnostics.push_back({Severity::Warning, onnx::message("onnx.text_lacks_parts")});
    }
    translate_graph(text.file, opened);
    return opened;
}

}  // namespace paramscope::open
