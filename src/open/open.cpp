#include "open/open.h"

#include <algorithm>

#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {

std::span<const ModelFormat> model_formats() {
    static constexpr ModelFormat formats[] = {
        {"gguf", is_gguf, open_gguf},
        {"onnx", is_onnx, open_onnx},
        {"npy", is_npy, open_npy},
        {"npz", is_npz, open_npz},
        {"hdf5", is_hdf5, open_hdf5},
        {"keras", is_keras_archive, open_keras_archive},
        {"pytorch", is_pytorch, open_pytorch},
        {"pickle", is_pickle, open_pickle},
        {"safetensors", is_safetensors, open_safetensors},
        {"safetensors-index", is_weight_index, open_weight_index},
        {"keras-config", is_keras_config, open_keras_config},
        {"huggingface-config", is_config, open_config},
        {"summary-table", is_summary_table, open_summary_table},
        {"tensor-listing", is_tensor_listing, open_tensor_listing},
        {kModelTextFormat, is_model_text, open_model_text},
    };
    return formats;
}

const ModelFormat& detect(const Beginning& beginning) {
    const std::span<const ModelFormat> formats = model_formats();
    const auto found = std::find_if(formats.begin(), formats.end(),
                                    [&](const ModelFormat& format) { return format.detects(beginning); });
    return found == formats.end() ? formats.back() : *found;
}

Opened open_model(ByteSource& file, std::string_view name) {
    const std::optional<std::string> bytes =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kBeginning)));
    if (!bytes) {
        Opened opened;
        opened.diagnostics.push_back({Severity::Error, message("file.unreadable"), {}, ""});
        return opened;
    }
    const Beginning beginning{name, *bytes, file.size()};
    const ModelFormat& format = detect(beginning);
    Opened opened = format.open(file, beginning);
    opened.source = format.name;
    return opened;
}

std::string read_whole(ByteSource& file, std::size_t most, Opened& opened) {
    if (file.size() > most) {
        opened.diagnostics.push_back(
            {Severity::Error, message("file.too_large", {{"most", most >> 20}}), {}, ""});
        return {};
    }
    std::optional<std::string> bytes = file.read(0, static_cast<std::size_t>(file.size()));
    if (bytes) return std::move(*bytes);
    opened.diagnostics.push_back({Severity::Error, message("file.unreadable_end"), {}, ""});
    return {};
}

}  // namespace paramscope::open
