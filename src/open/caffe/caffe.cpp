// Opens networks of Caffe (Jia et al., arXiv:1408.5093): deploy.prototxt and others that give the sizes of
// their input, or of the pictures that they are trained with.
#include "base/ranges.h"
#include "model/read/read.h"
#include "open/caffe/network.h"
#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {
namespace {

using caffe::Fields;

bool is_layer(const caffe::Field& field) {
    return field.name == "layer" || field.name == "layers";
}

/// True for a layer that a test runs: one that is not left out by its phase.
bool is_tested(const Fields& layer) {
    const bool is_of_training = layer.has("include") && layer.message("include").text("phase") == "TRAIN";
    const bool is_left_out = layer.has("exclude") && layer.message("exclude").text("phase") == "TEST";
    return !is_of_training && !is_left_out;
}

/// The inputs that a network names before its layers: with one input_shape each, or four input_dim.
void add_named_inputs(const Fields& network, caffe::Network& built) {
    const std::vector<Integer> sizes = network.numbers("input_dim");
    std::size_t place = 0;
    std::vector<const Fields*> shapes;
    for (const caffe::Field& each : network.all) {
        if (each.name == "input_shape") shapes.push_back(&each.message);
    }
    for (const std::string_view name : network.texts("input")) {
        if (place < shapes.size())
            built.add_input(name, shapes[place]->numbers("dim"));
        else if (4 * place + 4 <= sizes.size())
            built.add_input(name, {sizes.begin() + std::ptrdiff_t(4 * place),
                                   sizes.begin() + std::ptrdiff_t(4 * place + 4)});
        ++place;
    }
}

/// The inputs of a layer that is one.
void add_input_layer(const Fields& layer, caffe::Network& built) {
    const std::vector<Integer> sizes = layer.message("input_param").message("shape").numbers("dim");
    for (const std::string_view top : layer.texts("top")) {
        if (!sizes.empty()) built.add_input(top, sizes);
    }
}

/// The options of a layer that reads pictures; nullptr for another.
const Fields* options_of_pictures(const Fields& layer) {
    const std::string_view type = layer.text("type");
    if (type == "Data" || type == "DATA") return &layer.message("data_param");
    if (type == "ImageData" || type == "IMAGE_DATA") return &layer.message("image_data_param");
    return type == "WindowData" || type == "WINDOW_DATA" ? &layer.message("window_data_param") : nullptr;
}

/// Adds what a layer of pictures gives, as they are cut or scaled. True where their three channels are a
/// guess: only one mean for each channel tells their number.
bool add_pictures(const Fields& layer, caffe::Network& built) {
    const Fields* const options = options_of_pictures(layer);
    if (options == nullptr) return false;
    const Fields& transform = layer.message("transform_param");
    const auto size = [&](std::string_view name) {
        return transform.number("crop_size", options->number("crop_size", options->number(name, 0)));
    };
    const std::size_t means = transform.numbers("mean_value").size();
    const bool is_gray = transform.flag("force_gray", false) || !options->flag("is_color", true);
    const Integer height = size("new_height"), width = size("new_width");
    const std::vector<std::string_view> tops = layer.texts("top");  // the picture, and its label
    if (height < 1 || width < 1 || tops.empty() || built.has_inputs()) return false;
    const Integer channels = is_gray ? 1 : means > 1 ? Integer{means} : 3;
    built.add_input(tops.front(), {1, channels, height, width});
    return !is_gray && means < 2 && !transform.flag("force_color", false);
}

}  // namespace

bool is_caffe(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    const bool has_layers = text.find("layer {") != std::string_view::npos ||
                            text.find("layers {") != std::string_view::npos ||
                            text.find("layer{") != std::string_view::npos;
    if (!has_layers || text.find('\0') != std::string_view::npos) return false;
    const Fields network = caffe::read_prototxt(text);
    return any_of(network.all, [](const caffe::Field& each) {
        return is_layer(each) && each.message.has("type") && each.message.has("name");
    });
}

Opened open_caffe(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const Fields network = caffe::read_prototxt(opened.source_text);
    caffe::Network built;
    add_named_inputs(network, built);
    bool are_guessed = false;
    for (const caffe::Field& each : network.all) {
        if (!is_layer(each) || !is_tested(each.message)) continue;
        are_guessed |= add_pictures(each.message, built);
        if (each.message.text("type") == "Input")
            add_input_layer(each.message, built);
        else
            built.add(each.message);
    }
    if (!built.has_inputs()) {
        opened.diagnostics.push_back({Severity::Error, message("caffe.no_input")});
        return opened;
    }
    opened.model = built.model(network.text("name"));
    if (are_guessed) opened.diagnostics.push_back({Severity::Warning, message("caffe.channels_assumed")});
    opened.model.state_basis(are_guessed ? Basis::Approximate : Basis::Exact);
    return opened;
}

}  // namespace paramscope::open
