#include "open/open.h"

#include <algorithm>

#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {

namespace {

/// The confidence of a format that has a signature, or keys that no other format has.
template <bool (*kHasSignature)(const Beginning&)>
Confidence by_signature(const Beginning& beginning) {
    return kHasSignature(beginning) ? Confidence::Certain : Confidence::None;
}

}  // namespace

std::span<const ModelFormat> model_formats() {
    static constexpr ModelFormat formats[] = {
        {"gguf", by_signature<is_gguf>, open_gguf},
        {"onnx", by_signature<is_onnx>, open_onnx},
        {"npy", by_signature<is_npy>, open_npy},
        {"npz", by_signature<is_npz>, open_npz},
        {"hdf5", by_signature<is_hdf5>, open_hdf5},
        {"keras", by_signature<is_keras_archive>, open_keras_archive},
        {"pytorch", by_signature<is_pytorch>, open_pytorch},
        {"pickle", by_signature<is_pickle>, open_pickle},
        {"safetensors", by_signature<is_safetensors>, open_safetensors},
        {"safetensors-index", by_signature<is_weight_index>, open_weight_index},
        {"keras-config", by_signature<is_keras_config>, open_keras_config},
        {"huggingface-config", by_signature<is_config>, open_config},
        {"summary-table", by_signature<is_summary_table>, open_summary_table},
        {"tensor-listing", detect_tensor_listing, open_tensor_listing},
        {kModelTextFormat, detect_model_text, open_model_text},
    };
    return formats;
}

const ModelFormat& detect(const Beginning& beginning) {
    const ModelFormat* best = &model_formats().back();
    Confidence most = Confidence::None;
    for (const ModelFormat& format : model_formats()) {
        const Confidence confidence = format.detect(beginning);
        if (confidence == Confidence::Certain) return format;
        if (confidence <= most) continue;
        most = confidence;
        best = &format;
    }
    return *best;
}

const ModelFormat* find_model_format(std::string_view name) {
    const std::span<const ModelFormat> formats = model_formats();
    const auto found = std::find_if(formats.begin(), formats.end(),
                                    [&](const ModelFormat& format) { return format.name == name; });
    return found == formats.end() ? nullptr : &*found;
}

Opened open_model(ByteSource& file, std::string_view name, const ModelFormat* format) {
    const std::optional<std::string> bytes =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kBeginning)));
    if (!bytes) {
        Opened opened;
        opened.diagnostics.push_back({Severity::Error, message("file.unreadable"), {}, ""});
        return opened;
    }
    const Beginning beginning{name, *bytes, file.size()};
    if (format == nullptr) format = &detect(beginning);
    Opened opened = format->open(file, beginning);
    if (opened.source.empty()) opened.source = format->name;
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
