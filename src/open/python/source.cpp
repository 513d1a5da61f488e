// Opens source code: what it builds as model text.
#include <algorithm>

#include "base/concat.h"
#include "model/mask.h"
#include "model/other_text.h"
#include "model/outline.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build.h"
#include "open/python/guesses.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestSource = 2u << 20;

/// Begins a block for lines that were copied out of one; "" for a text that begins without indentation.
std::string_view opening_for(std::string_view text) {
    const std::size_t line = text.find_first_not_of("\r\n \t");
    const bool is_indented =
        line != std::string_view::npos && line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t');
    return is_indented ? "if True:\n" : "";
}

/// Source code without what surrounds it where it was copied, below an opening line if it is indented.
struct Runnable {
    std::string text;
    std::uint32_t opening = 0;  ///< bytes of the opening line
};

Runnable runnable(std::string_view source) {
    std::string storage;
    const std::string_view text = mask_surroundings(source, storage);
    const std::string_view opening = opening_for(text);
    return {concat(opening, text), static_cast<std::uint32_t>(opening.size())};
}

}  // namespace

Confidence detect_source(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos) return Confidence::None;
    std::string storage;
    const std::string_view text = mask_surroundings(beginning.bytes, storage);
    const std::optional<OtherText> other = recognise_other_text(text, find_tree(text));
    return other && other->name == "python-source" ? Confidence::Likely : Confidence::None;
}

Opened open_source(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestSource, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const Runnable source = runnable(opened.source_text);
    python::Built built = python::build(source.text, beginning.expression);
    opened.diagnostics = std::move(built.diagnostics);
    for (Diagnostic& each : opened.diagnostics) {
        each.span.begin -= std::min(each.span.begin, source.opening);
        each.span.end -= std::min(each.span.end, source.opening);
    }
    if (built.model.root.type.empty()) return opened;
    opened.built = built.expression;
    built.model.notes.push_back(concat("Built from source code: ", built.expression));
    opened.text = write_model_text(built.model);
    return opened;
}

std::string signature(const SourceClass& cls) {
    std::string arguments;
    for (const std::string& each : cls.arguments) arguments += concat(arguments.empty() ? "" : ", ", each);
    return concat(cls.name, "(", arguments, ")");
}

std::string suggested_call(const SourceClass& cls) {
    std::string arguments;
    for (const std::string& each : cls.arguments)
        arguments += concat(arguments.empty() ? "" : ", ", each, "=", python::guess_value(each));
    return concat(cls.name, "(", arguments, ")");
}

std::vector<SourceClass> list_classes(ByteSource& file, Diagnostics& diagnostics) {
    Opened opened;
    const std::string source = read_whole(file, kLargestSource, opened);
    diagnostics = std::move(opened.diagnostics);
    return python::module_classes(runnable(source).text);
}

}  // namespace paramscope::open
