#include "open/open.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "count/count.h"
#include "model/read/other_text.h"
#include "model/read/read.h"
#include "model/texts/diff.h"
#include "open/checkpoint/parts.h"
#include "open/diff.h"
#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {

namespace {

/// The confidence of a format that has a signature, or keys that no other format has.
template <bool (*kHasSignature)(const Beginning&)>
Confidence by_signature(const Beginning& beginning) {
    return kHasSignature(beginning) ? Confidence::Certain : Confidence::None;
}

/// True for several files of source code.
bool is_source_code(const std::vector<std::string>& names) {
    return names.size() > 1 && all_of(names, [](const std::string& name) { return name.ends_with(".py"); });
}

/// True where the shipped architectures know all of a config, so that its totals are exact.
bool is_known(const Opened& config) {
    return !config.model.is_empty() && !has_errors(config.diagnostics) &&
           config.model.text().find("\nbasis: exact\n") != std::string::npos;
}

/// True where the shipped forward lines know all work, too.
bool knows_work(const Opened& config) {
    const Report report = count_text(config.model.text());
    return report.root() != nullptr && report.root()->facts->flops.is_complete();
}

/// Opens a config by its shipped architecture, or by code where that knows more or is asked for.
Opened open_config_or_code(ByteSource& file, const Beginning& beginning) {
    if (std::optional<Opened> of_diffusers = open_diffusers_config(file, beginning))
        return std::move(*of_diffusers);
    Opened shipped = open_config(file, beginning);
    if (shipped.source_text.empty()) return shipped;
    const bool is_asked = file.prefers_code(), knows_tensors = is_known(shipped);
    if (knows_tensors && !is_asked && (!has_transformers(file) || knows_work(shipped))) return shipped;
    std::optional<Opened> by_code = open_config_by_code(file, shipped, beginning);
    if (by_code && (is_asked || !knows_tensors || is_known(*by_code))) return std::move(*by_code);
    if (!knows_tensors) shipped.library = library_of_config(shipped.source_text);
    return shipped;
}

/// Opens model text; the print of a class that a library at hand has, by its code; one that is cut, by the
/// total beside it.
Opened open_text_or_code(ByteSource& file, const Beginning& beginning) {
    Opened text = open_model_text(file, beginning);
    std::optional<Opened> better = open_print_by_code(file, text, beginning);
    if (!better) better = open_total_of_cut_print(file, beginning);
    return better ? std::move(*better) : std::move(text);
}

}  // namespace

std::span<const ModelFormat> model_formats() {
    static constexpr ModelFormat formats[] = {
        {"gguf", by_signature<is_gguf>, open_gguf, true, false, true},
        {"onnx", by_signature<is_onnx>, open_onnx, true},
        {"onnx-text", by_signature<is_onnx_text>, open_onnx_text, true, true},
        {"npy", by_signature<is_npy>, open_npy, true, false, true},
        {"npz", by_signature<is_npz>, open_npz, true, false, true},
        {"hdf5", by_signature<is_hdf5>, open_hdf5, true},
        {"keras", by_signature<is_keras_archive>, open_keras_archive, true},
        {"pytorch", by_signature<is_pytorch>, open_pytorch, true, false, true},
        {"pickle", by_signature<is_pickle>, open_pickle, true, false, true},
        {"safetensors", by_signature<is_safetensors>, open_safetensors, true, false, true},
        {"safetensors-index", by_signature<is_weight_index>, open_weight_index, true, false, true},
        {"keras-config", by_signature<is_keras_config>, open_keras_config, true, true},
        {"open-clip", by_signature<is_open_clip>, open_clip_config, false, true},
        {"timm", by_signature<is_timm_config>, open_timm_config, false, true},
        {"peft-adapter", by_signature<is_adapter_config>, open_adapter_config, false, true},
        {"huggingface-config", detect_config, open_config_or_code, false, true},
        {"traced-code", by_signature<is_traced_code>, open_traced_code, false, true},
        {"darknet", by_signature<is_darknet>, open_darknet, false, true},
        {"caffe", by_signature<is_caffe>, open_caffe, false, true},
        {"latent-diffusion", by_signature<is_latent_diffusion>, open_latent_diffusion, false, true},
        {"yolo-yaml", by_signature<is_yolo>, open_yolo, false, true},
        {"summary-table", detect_summary_table, open_summary_table, false, true},
        {"tensor-table", detect_tensor_table, open_tensor_table, false, true, true},
        {"tensor-listing", detect_tensor_listing, open_tensor_listing, true, true, true},
        {"stated-totals", detect_stated_totals, open_stated_totals, false, true},
        {kSourceFormat, detect_source, open_source, false, true},
        {kModelTextFormat, detect_model_text, open_text_or_code, false, true},
    };
    return formats;
}

const ModelFormat& detect(const Beginning& beginning) {
    if (is_program(beginning) && !is_traced_code(beginning)) return *find_model_format(kSourceFormat);
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
    return find_by(model_formats(), &ModelFormat::name, name);
}

namespace {

constexpr std::uint64_t kLargestSearch = 4u << 20;

/// The format of what a log shows behind its beginning: a config, a table, totals. `of_beginning` where it
/// shows none, or modules, which the reader of model text finds in the whole text.
const ModelFormat& detect_behind(ByteSource& file, const ModelFormat& of_beginning) {
    constexpr std::uint64_t kStep = kBeginning / 2;
    for (std::uint64_t at = kStep; at + kStep < std::min(file.size(), kLargestSearch); at += kStep) {
        const std::uint64_t rest = file.size() - at;
        const auto part = file.read(at, static_cast<std::size_t>(std::min<std::uint64_t>(rest, kBeginning)));
        if (!part) break;
        const std::string_view lines =
            std::string_view(*part).substr(std::min(part->find('\n'), part->size()));
        const ModelFormat& format = detect({"", lines, lines.size()});
        if (format.name != kModelTextFormat && format.name != kSourceFormat) return format;
        if (shows_tree({"", lines, lines.size()})) break;
    }
    return of_beginning;
}

/// True for a log, and for a text with which a log may begin: a script, an error, settings.
bool may_begin_log(std::string_view text) {
    const std::optional<OtherText> other = recognise_other_text(text);
    constexpr std::string_view kKinds[] = {"shell-script", "error-message", "python-source",
                                           "training-settings"};
    return other && (other->is_log() || contains(kKinds, other->name));
}

/// The format of a file: by its beginning, of a log that is longer by the rest, too.
const ModelFormat& detect_in(ByteSource& file, const Beginning& beginning) {
    const ModelFormat& format = detect(beginning);
    if (format.name != kModelTextFormat || file.size() <= kBeginning) return format;
    return may_begin_log(beginning.bytes) ? detect_behind(file, format) : format;
}

Opened open_as_format(ByteSource& file, const Beginning& beginning, const ModelFormat* format) {
    if (format == nullptr) format = &detect_in(file, beginning);
    Opened opened = format->open(file, beginning);
    if (opened.format.empty()) opened.format = format->name;
    if (opened.source.empty()) opened.source = format->name;
    return opened;
}

/// Opens the new version of a file that is a diff. The reader of model text reads diffs itself.
Opened open_new_version(DiffFile diff, Beginning beginning, const ModelFormat* format) {
    MemorySource file(diff.new_version);
    beginning.bytes = std::string_view(diff.new_version).substr(0, kBeginning);
    beginning.size = file.size();
    Opened opened = open_as_format(file, beginning, format);
    if (opened.is_model_text) {
        opened.model = std::move(diff.text);
        return opened;
    }
    if (!opened.source_text.empty()) opened.source_text = std::move(diff.text);
    if (diff.partial && !opened.model.is_empty()) {
        opened.diagnostics.push_back(std::move(*diff.partial));
        opened.model.state_basis(Basis::Partial);
    }
    return opened;
}

}  // namespace

Opened open_model(ByteSource& file, std::string_view name, const ModelFormat* format,
                  std::string_view expression, std::span<const Dims> inputs) {
    const std::optional<std::string> bytes =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kBeginning)));
    if (!bytes) {
        Opened opened;
        opened.diagnostics.push_back({Severity::Error, message("file.unreadable")});
        return opened;
    }
    const bool is_code = is_source_code(file.companions().names);
    if (format == nullptr && is_code) format = find_model_format(kSourceFormat);
    const Beginning beginning{name, *bytes, file.size(), expression, inputs};
    Opened opened;
    if (std::optional<Opened> parts = format == nullptr ? open_parts(file) : std::nullopt) {
        opened = std::move(*parts);
        if (opened.source.empty()) opened.source = detect(beginning).name;
        opened.format = opened.source;
    } else {
        std::optional<DiffFile> diff = is_code ? std::nullopt : read_diff_file(file, *bytes);
        opened = diff ? open_new_version(std::move(*diff), beginning, format)
                      : open_as_format(file, beginning, format);
    }
    const ModelFormat* source = find_model_format(opened.source);
    if (source != nullptr && source->lists_tensors && !opened.model.is_empty())
        opened.model.state_basis(opened.basis);
    return opened;
}

std::optional<Opened> recognise_model_text(ByteSource& file, std::string_view name) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kBeginning));
    const std::optional<std::string> bytes = file.read(0, length);
    const bool is_told_by_code = has_transformers(file) || is_source_code(file.companions().names);
    if (!bytes || file.size() > kLargestText || is_told_by_code) return std::nullopt;
    const Beginning beginning{name, *bytes, file.size()};
    const ModelFormat& format = detect(beginning);
    const bool is_tree = format.name == kModelTextFormat && shows_tree(beginning);
    if (!is_tree || !read_diff(*bytes).marks.empty()) return std::nullopt;
    Opened opened;
    opened.is_model_text = true;
    opened.format = opened.source = format.name;
    return opened;
}

Opened open_model_as(std::string_view format, ByteSource& file, std::string_view name,
                     std::string_view expression, std::span<const Dims> inputs) {
    const ModelFormat* found = find_model_format(format);
    if (found != nullptr || format.empty()) return open_model(file, name, found, expression, inputs);
    const std::string choices = join(model_formats(), ", ", &ModelFormat::name);
    Opened opened;
    opened.diagnostics.push_back(
        {Severity::Error, message("file.no_format", {{"name", format}, {"choices", choices}})});
    return opened;
}

std::string read_whole(ByteSource& file, std::size_t most, Opened& opened) {
    if (file.size() > most) {
        opened.diagnostics.push_back({Severity::Error, message("file.too_large", {{"most", most >> 20}})});
        return {};
    }
    std::optional<std::string> bytes = file.read(0, static_cast<std::size_t>(file.size()));
    if (bytes) return std::move(*bytes);
    opened.diagnostics.push_back({Severity::Error, message("file.unreadable_end")});
    return {};
}

}  // namespace paramscope::open
