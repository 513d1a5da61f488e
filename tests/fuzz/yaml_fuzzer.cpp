// Reads any text as YAML: of a text in ASCII, the result is JSON.
#include "base/ranges.h"
#include "fuzz/opening.h"
#include "open/support/json.h"
#include "open/support/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string json = paramscope::open::yaml_as_json(text);
    const bool is_ascii =
        paramscope::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const bool is_json = !is_ascii || bool(paramscope::open::JsonDocument::parse(json));
    paramscope::fuzz::require(is_json, "no JSON", text);
    return 0;
}
