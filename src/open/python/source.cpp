// Opens source code: what it builds as model text.
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
    python::Built built = python::build(text, beginning.expression);
    opened.diagnostics = std::move(built.diagnostics);
    if (built.model.root.type.empty()) return opened;
    built.model.notes.push_back(concat("Built from source code: ", built.expression));
    opened.text = write_model_text(built.model);
    return opened;
}

}  // namespace paramscope::open
