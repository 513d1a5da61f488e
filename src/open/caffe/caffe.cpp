// Opens networks of Caffe (Jia et al., arXiv:1408.5093): deploy.prototxt and others that give their input's
// sizes.
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
    for (const caffe::Field& each : network.all) {
        if (!is_layer(each) || !is_tested(each.message)) continue;
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
    opened.model.state_basis(Basis::Exact);
    return opened;
}

}  // namespace paramscope::open
