// Opens source code: what it builds as model text.
#include <algorithm>

#include "base/concat.h"
#include "model/mask.h"
#include "model/other_text.h"
#include "model/outline.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build.h"

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
    std::string storage;
    const std::string_view text = mask_surroundings(opened.source_text, storage);
    const std::string_view opening = opening_for(text);
    python::Built built = python::build(concat(opening, text), beginning.expression);
    opened.diagnostics = std::move(built.diagnostics);
    const auto shift = static_cast<std::uint32_t>(opening.size());
    for (Diagnostic& each : opened.diagnostics) {
        each.span.begin -= std::min(each.span.begin, shift);
        each.span.end -= std::min(each.span.end, shift);
    }
    if (built.model.root.type.empty()) return opened;
    built.model.notes.push_back(concat("Built from source code: ", built.expression));
    opened.text = write_model_text(built.model);
    return opened;
}

}  // namespace paramscope::open
