// Counts a config by code: that beside it which it names, or the library's own.
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/write.h"
#include "open/config/config_settings.h"
#include "open/formats.h"
#include "open/python/build/build.h"
#include "open/python/build/file_notes.h"
#include "open/python/build/no_model.h"
#include "open/python/syntax/source_files.h"
#include "open/python/texts/quoted.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kLibrary = "transformers/models/auto/modeling_auto.py";

/// True where the file is there that one of the classes of `auto_map` is in.
bool has_own_code(ByteSource& file, const JsonValue& config) {
    for (const JsonValue place : config.find("auto_map").items()) {
        const std::string text = place.string();
        const std::size_t begin = text.rfind("--") == std::string::npos ? 0 : text.rfind("--") + 2;
        const std::string module = text.substr(begin, std::min(text.rfind('.'), text.size()) - begin);
        if (file.sibling(module + ".py") != nullptr) return true;
    }
    return false;
}

/// True for a short text of characters that names and versions have.
bool is_plain(std::string_view text) {
    constexpr std::size_t kLongestName = 100;
    return !text.empty() && text.size() <= kLongestName && all_of(text, [](char c) {
        return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-';
    });
}

/// Adds the folders of the models that a config and the configs in it name.
void add_types(JsonValue config, std::vector<std::string>& types) {
    constexpr std::size_t kMostTypes = 12;
    std::string type = config.find("model_type").string();
    if (is_plain(type)) {
        std::replace(type.begin(), type.end(), '-', '_');
        if (!contains(types, type) && types.size() < kMostTypes) types.push_back(type);
    }
    for (const JsonValue each : config.items()) add_types(each, types);
}

/// A model text with more lines below its heading.
std::string with_settings(std::string text, std::string_view lines) {
    std::size_t at = 0;
    while (at < text.size() && text[at] == '#') at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return text.insert(at, lines);
}

}  // namespace

bool has_transformers(ByteSource& file) {
    return file.packages() != nullptr && file.packages()->open(kLibrary) != nullptr;
}

UnreadLibrary library_of_config(std::string_view config) {
    const Result<JsonDocument> document = JsonDocument::parse(config);
    if (!document) return {};
    const JsonValue root = document->root();
    if (root.find("model_type").string().empty() || !root.find("auto_map").is_missing()) return {};
    UnreadLibrary library{"transformers", root.find("transformers_version").string(), {}};
    if (!is_plain(library.version)) library.version.clear();
    add_types(root, library.types);
    return library.types.empty() ? UnreadLibrary() : library;
}

std::optional<Opened> open_config_by_code(ByteSource& file, Opened& shipped, const Beginning& beginning) {
    const Result<JsonDocument> document = JsonDocument::parse(shipped.source_text);
    if (!document) return std::nullopt;
    const bool is_own = has_own_code(file, document->root());
    if (!is_own && !has_transformers(file)) return std::nullopt;
    const std::string code =
        concat("from _transformers_library import ", is_own ? "model_beside" : "model_of_type",
               " as model_of\nmodel = model_of(", python::quoted(shipped.source_text), ")\n");
    python::SourceFiles files(file, "");
    python::Built built = python::build(code, "", {beginning.inputs.begin(), beginning.inputs.end()}, &files);
    if (built.model.root.type.empty()) {
        shipped.diagnostics.push_back(
            python::code_tells_no_model(is_own ? python::CodeOf::Config : python::CodeOf::Transformers,
                                        python::why_nothing_is_built(built.diagnostics, files)));
        return std::nullopt;
    }
    Opened opened;
    opened.source_text = shipped.source_text;
    add_without_places(std::move(built.diagnostics), &opened.diagnostics);
    python::add_file_notes(files, &opened.diagnostics);
    built.model.notes.push_back(concat(built.model.root.type, " by its config.json and ",
                                       is_own ? "the code beside it" : "the code of transformers"));
    opened.model = with_settings(write_model_text(built.model), settings_beside_code(document->root()));
    return opened;
}

}  // namespace paramscope::open
