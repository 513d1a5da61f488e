// Detects source code.
#include <algorithm>

#include "base/characters.h"
#include "model/read/other_text.h"
#include "model/texts/mask.h"
#include "model/texts/outline.h"
#include "open/formats.h"
#include "open/summary/table.h"

namespace paramscope::open {
namespace {

/// True when a line imports a library whose name begins so; "" for any.
bool imports(std::string_view text, std::string_view library) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        const bool is_from = line.starts_with("from ") && line.find(" import ") != std::string_view::npos;
        if (is_from && line.substr(5).starts_with(library)) return true;
        if (line.starts_with("import ") && line.substr(7).starts_with(library)) return true;
        begin = end + 1;
    }
    return false;
}

/// True when the text imports PyTorch, Keras, or a framework that is named and refused.
bool imports_framework(std::string_view text) {
    constexpr std::string_view frameworks[] = {"torch",   "keras", "tensorflow", "flax",
                                               "equinox", "haiku", "mindspore",  "paddle"};
    return std::any_of(std::begin(frameworks), std::end(frameworks),
                       [&](std::string_view name) { return imports(text, name); });
}

/// True where the first line that is neither blank nor a comment is an import.
bool begins_with_import(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        if (!line.empty() && !line.starts_with('#')) return imports(line, "");
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return false;
}

/// True for a line like `class Net(nn.Module):`, of a class that people build models from.
bool defines_module(std::string_view line) {
    constexpr std::string_view kBases[] = {"Module",     "LightningModule", "PreTrainedModel",
                                           "ModelMixin", "Model",           "Layer"};
    const std::size_t open = line.find('('), close = line.rfind("):");
    if (!line.starts_with("class ") || open == std::string_view::npos || close == std::string_view::npos ||
        close < open)
        return false;
    std::string_view bases = line.substr(open + 1, close - open - 1);
    while (!bases.empty()) {
        const std::size_t comma = std::min(bases.find(','), bases.size());
        std::string_view base = trim(bases.substr(0, comma));
        base.remove_prefix(std::min(base.size(), base.rfind('.') + 1));
        if (std::find(std::begin(kBases), std::end(kBases), base) != std::end(kBases)) return true;
        bases.remove_prefix(std::min(bases.size(), comma + 1));
    }
    return false;
}

bool is_binary(std::string_view bytes) {
    return bytes.find('\0') != std::string_view::npos;
}

/// True for code of which building a model is to be tried where a table shows one, too.
bool may_build(std::string_view text) {
    constexpr std::string_view makers[] = {"= nn.", "= torch.nn.", "= keras.", "= tf.keras."};
    return imports_framework(text) ||
           std::any_of(std::begin(makers), std::end(makers),
                       [&](std::string_view maker) { return text.find(maker) != std::string_view::npos; });
}

}  // namespace

bool is_program(const Beginning& beginning) {
    if (is_binary(beginning.bytes)) return false;
    if (beginning.name.ends_with(".py")) return true;
    std::string storage;
    std::string_view text = mask_surroundings(beginning.bytes, storage);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (defines_module(text.substr(0, end))) return true;
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return false;
}

Confidence detect_source(const Beginning& beginning) {
    if (is_binary(beginning.bytes)) return Confidence::None;
    std::string storage;
    std::string without_tables;
    const std::string_view whole = mask_surroundings(beginning.bytes, storage);
    const std::string_view text = mask_summaries(whole, without_tables);
    if (text.data() != whole.data() && may_build(text)) return Confidence::Likely;
    const std::optional<OtherText> other = recognise_other_text(text, find_tree(text));
    const bool is_source = !other                          ? begins_with_import(text)
                           : other->name == "keras-layers" ? imports_framework(text)
                                                           : other->name.ends_with("-source");
    return is_source ? Confidence::Likely : Confidence::None;
}

}  // namespace paramscope::open
