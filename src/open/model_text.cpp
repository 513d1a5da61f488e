// Opens model text, which is returned unchanged.
#include <string>

#include "model/read/other_text.h"
#include "model/read/read.h"
#include "model/texts/mask.h"
#include "model/texts/outline.h"
#include "open/formats.h"

namespace paramscope::open {

Confidence detect_model_text(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos) return Confidence::Fallback;
    std::string storage;
    const std::string_view text = mask_surroundings(beginning.bytes, storage);
    if (has_child_lines(text)) return Confidence::Strong;
    const TreeStart tree = find_tree(text);
    const std::optional<OtherText> other = recognise_other_text(text, tree);
    if (other && other->is_certain) return Confidence::Strong;
    return other || tree.kind != TreeStart::Kind::None ? Confidence::Probable : Confidence::Fallback;
}

bool shows_tree(const Beginning& beginning) {
    std::string storage;
    return has_child_lines(mask_surroundings(beginning.bytes, storage));
}

Opened open_model_text(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.model = read_whole(file, kLargestText, opened);
    opened.is_model_text = true;
    if (shows_tree(beginning)) return opened;
    if (const auto other = recognise_other_text(opened.model.text())) opened.source = other->name;
    return opened;
}

}  // namespace paramscope::open
