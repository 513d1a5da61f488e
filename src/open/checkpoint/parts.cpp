#include "open/checkpoint/parts.h"

#include <algorithm>

#include "base/ranges.h"
#include "open/checkpoint/checkpoint.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/shards.h"
#include "open/checkpoint/stated_bits.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

/// Reads all files; false when one is no checkpoint.
bool read_all(ByteSource& file, const std::vector<std::string>& names, CheckpointContents& contents) {
    return all_of(names, [&](const std::string& name) {
        if (&name == &names.front()) return read_checkpoint(file, name, contents);
        const std::unique_ptr<ByteSource> other = file.sibling(name);
        return other != nullptr && read_checkpoint(*other, name, contents);
    });
}

Opened open_by_index(ByteSource& file, const std::string& name) {
    Opened opened = open_weight_index(file, {name, "", file.size()});
    opened.source = "safetensors-index";
    return opened;
}

Opened not_one_model(std::string_view tensor, std::size_t files) {
    Opened opened;
    opened.diagnostics.push_back(
        {Severity::Error,
         message("parts.same_tensor", {{"files", files}, {"tensor", sanitize_text(tensor)}})});
    return opened;
}

}  // namespace

std::optional<Opened> open_parts(ByteSource& file) {
    const std::vector<std::string> names = file.companions().names;
    if (names.size() < 2) return std::nullopt;
    const auto index = std::find_if(names.begin(), names.end(),
                                    [](const std::string& name) { return name.ends_with(kIndexEnding); });
    if (index == names.begin()) return std::nullopt;
    if (index != names.end()) {
        const std::unique_ptr<ByteSource> source = file.sibling(*index);
        return source != nullptr ? std::optional(open_by_index(*source, *index)) : std::nullopt;
    }
    const bool are_numbered =
        any_of(names, [](const std::string& name) { return parse_shard_name(name).has_value(); });
    CheckpointContents contents;
    if (are_numbered || !read_all(file, names, contents)) return std::nullopt;
    const std::vector<NamedTensor>& tensors = contents.tensors().tensors;
    const std::vector<bool> repeated = find_repeated_names(tensors);
    const auto first = std::find(repeated.begin(), repeated.end(), true);
    if (first != repeated.end()) {
        if (names.size() == 2) return std::nullopt;
        return not_one_model(tensors[static_cast<std::size_t>(first - repeated.begin())].name, names.size());
    }
    read_stated_bits(file, contents);
    contents.add_note(message("parts.together", {{"files", names.size()}}));
    return contents.as_tensor_tree("Model");
}

}  // namespace paramscope::open
