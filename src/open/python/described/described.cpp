#include "open/python/described/described.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/messages.h"
#include "open/python/build/build.h"
#include "open/python/texts/quoted.h"

namespace paramscope::open {

namespace python {

bool build_described(const std::string& code, const Beginning& beginning, Opened& opened) {
    Built built = build(code, "", {beginning.inputs.begin(), beginning.inputs.end()});
    if (built.model.root.type.empty()) {
        const Message why = built.diagnostics.empty() ? Message() : built.diagnostics.front().message;
        opened.diagnostics.push_back({Severity::Error, open::message("described.not_built", {{"why", why}})});
        return false;
    }
    add_without_places(std::move(built.diagnostics), &opened.diagnostics);
    opened.model = write_model_text(built.model);
    return true;
}

}  // namespace python

namespace {

constexpr std::size_t kLargestDescription = 1u << 20;

/// Opens a file by the function model_of() of a library, which takes its text.
Opened open_by(std::string_view library, ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestDescription, opened);
    if (has_errors(opened.diagnostics)) return opened;
    python::build_described(concat("from ", library, " import model_of\nmodel = model_of(",
                                   python::quoted(opened.source_text), ")\n"),
                            beginning, opened);
    return opened;
}

bool has_all(std::string_view text, std::initializer_list<std::string_view> words) {
    return all_of(words, [&](std::string_view word) { return holds(text, word); });
}

}  // namespace

bool is_open_clip(const Beginning& beginning) {
    return trim(beginning.bytes).starts_with('{') &&
           has_all(beginning.bytes, {"\"embed_dim\"", "\"text_cfg\""});
}

Opened open_clip_config(ByteSource& file, const Beginning& beginning) {
    return open_by("_open_clip", file, beginning);
}

bool is_timm_config(const Beginning& beginning) {
    const std::string_view text = trim(beginning.bytes);
    if (!text.starts_with('{') || !has_all(text, {"\"architecture\""})) return false;
    if (contains_any(text, {"\"model_type\"", "\"architectures\"", "\"class_name\"", "\"_class_name\""}))
        return false;
    const bool is_alone = text.find(',') == std::string_view::npos;
    return is_alone || contains_any(text, {"\"pretrained_cfg\"", "\"num_features\"", "\"num_classes\""});
}

Opened open_timm_config(ByteSource& file, const Beginning& beginning) {
    return open_by("_timm_config", file, beginning);
}

bool is_latent_diffusion(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    return text.find('\0') == std::string_view::npos && !trim(text).starts_with('{') &&
           holds(text, "params:") && contains_any(text, {" target: ", "\ntarget: "}) &&
           contains_any(text, {"_config:", "ddconfig:"});
}

Opened open_latent_diffusion(ByteSource& file, const Beginning& beginning) {
    return open_by("_latent_diffusion", file, beginning);
}

}  // namespace paramscope::open
