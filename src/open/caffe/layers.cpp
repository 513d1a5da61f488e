// What each type of layer adds to a network, as Caffe's layers do.
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/caffe/network.h"

namespace paramscope::open::caffe {
namespace {

/// Adds a layer; false where what it says is not known.
using LayerRule = bool (*)(Network& network);

std::string digits(const Integer& number) {
    return to_string(number);
}

std::string applied(std::string_view function, std::string_view value) {
    return concat(function, '(', value, ')');
}

/// A size in both directions: kernel_size: 3, or kernel_h: 3 kernel_w: 1.
struct Pair {
    Integer height, width;

    std::string text() const { return concat('(', digits(height), ", ", digits(width), ')'); }
};

Pair pair_of(const Fields& options, std::string_view name, std::string_view stem, Integer otherwise) {
    const std::vector<Integer> all = options.numbers(name);
    const Integer height = all.empty() ? otherwise : all.front(),
                  width = all.empty() ? otherwise : all.back();
    return {options.number(concat(stem, "_h"), height), options.number(concat(stem, "_w"), width)};
}

bool has_map(const Network& network) {
    return network.shape().size() == 4;
}

bool convolve(Network& network, std::string_view type) {
    const Fields& options = network.layer().message("convolution_param");
    const Integer channels = network.size(1), groups = options.number("group", 1);
    if (!has_map(network) || channels == 0) return false;
    std::string head = concat(type, '(', digits(channels), ", ", digits(options.number("num_output", 1)),
                              ", kernel_size=", pair_of(options, "kernel_size", "kernel", 1).text(),
                              ", stride=", pair_of(options, "stride", "stride", 1).text(),
                              ", padding=", pair_of(options, "pad", "pad", 0).text());
    const Pair dilation = pair_of(options, "dilation", "dilation", 1);
    if (dilation.height != 1 || dilation.width != 1) head += concat(", dilation=", dilation.text());
    if (groups != 1) head += concat(", groups=", digits(groups));
    if (!options.flag("bias_term", true)) head += ", bias=False";
    network.step(applied(network.add_module(std::move(head)), network.input()));
    return true;
}

bool convolution(Network& network) {
    return convolve(network, "Conv2d");
}

bool deconvolution(Network& network) {
    return convolve(network, "ConvTranspose2d");
}

bool inner_product(Network& network) {
    const Fields& options = network.layer().message("inner_product_param");
    if (options.number("axis", 1) != 1 || options.flag("transpose", false)) return false;
    if (network.shape().size() > 2) network.step(concat("flatten(", network.input(), ", 1)"));
    if (network.size(1) == 0) return false;
    network.step(applied(network.add_module(concat("Linear(", digits(network.size(1)), ", ",
                                                   digits(options.number("num_output", 1)),
                                                   options.flag("bias_term", true) ? "" : ", bias=False")),
                         network.input()));
    return true;
}

/// The window may reach over the edge: sizes are rounded up.
bool pool(Network& network) {
    const Fields& options = network.layer().message("pooling_param");
    const std::string_view kind = options.text("pool");
    const bool is_mean = kind == "AVE" || kind == "1";
    if (!has_map(network) || kind == "STOCHASTIC" || kind == "2") return false;
    if (options.flag("global_pooling", false)) {
        network.step(concat(is_mean ? "AdaptiveAvgPool2d(" : "AdaptiveMaxPool2d(", network.input(),
                            ", output_size=1)"));
        return true;
    }
    const bool is_rounded_up = options.text("round_mode") != "FLOOR" && options.flag("ceil_mode", true);
    network.step(concat(is_mean ? "AvgPool2d(" : "MaxPool2d(", network.input(),
                        ", kernel_size=", pair_of(options, "kernel_size", "kernel", 1).text(),
                        ", stride=", pair_of(options, "stride", "stride", 1).text(),
                        ", padding=", pair_of(options, "pad", "pad", 0).text(),
                        ", ceil_mode=", is_rounded_up ? "True)" : "False)"));
    return true;
}

/// Regions of a map, all of one size: as many rows as the second input has.
bool pool_regions(Network& network, const Integer& channels, const Integer& height, const Integer& width) {
    if (network.inputs().size() != 2 || !has_map(network) || network.size(0, 1) == 0 || channels < 1 ||
        height < 1 || width < 1)
        return false;
    network.step(concat("resize(", network.input(), ", size=(", digits(network.size(0, 1)), ", ",
                        digits(channels), ", ", digits(height), ", ", digits(width), "))"));
    return true;
}

bool roi_pool(Network& network) {
    const Fields& options = network.layer().message("roi_pooling_param");
    return pool_regions(network, network.size(1), options.number("pooled_h", 0),
                        options.number("pooled_w", 0));
}

/// Each position of a region is of channels of its own.
bool position_sensitive_pool(Network& network) {
    const Fields& options = network.layer().message("psroi_pooling_param");
    const Integer size = options.number("group_size", 0);
    return pool_regions(network, options.number("output_dim", 0), size, size);
}

/// Statistics of each channel; what is learned of a norm is the layer Scale behind it.
bool batch_norm(Network& network) {
    const Integer channels = network.size(1);
    if (channels == 0) return false;
    const std::string_view type = has_map(network) ? "BatchNorm2d(" : "BatchNorm1d(";
    network.step(
        applied(network.add_module(concat(type, digits(channels), ", affine=False")), network.input()));
    return true;
}

/// A tensor with a number for each channel.
std::string add_channels(Network& network, std::string_view name) {
    const std::string_view rest = has_map(network) ? ", 1, 1)" : ")";
    return network.add_tensor(name, concat("Parameter(", digits(network.size(1)), rest));
}

bool scale(Network& network) {
    const Fields& options = network.layer().message("scale_param");
    const bool is_given = network.inputs().size() > 1;
    if (options.number("axis", 1) != 1 || options.number("num_axes", 1) != 1 || network.size(1) == 0)
        return is_given;
    const std::string factor = is_given ? network.inputs()[1] : add_channels(network, "weight");
    network.step(concat(network.input(), " * ", factor));
    if (options.flag("bias_term", false))
        network.step(concat(network.input(), " + ", add_channels(network, "bias")));
    return true;
}

bool bias(Network& network) {
    if (network.size(1) == 0 || network.inputs().size() > 1) return false;
    network.step(concat(network.input(), " + ", add_channels(network, "bias")));
    return true;
}

bool embed(Network& network) {
    const Fields& options = network.layer().message("embed_param");
    if (options.flag("bias_term", true)) return false;
    network.step(applied(network.add_module(concat("Embedding(", digits(options.number("input_dim", 1)), ", ",
                                                   digits(options.number("num_output", 1)))),
                         network.input()));
    return true;
}

bool prelu(Network& network) {
    const bool is_shared = network.layer().message("prelu_param").flag("channel_shared", false);
    if (!is_shared && network.size(1) == 0) return false;
    network.step(applied(network.add_module(concat("PReLU(", is_shared ? "1" : digits(network.size(1)))),
                         network.input()));
    return true;
}

bool concatenate(Network& network) {
    const Fields& options = network.layer().message("concat_param");
    const Integer axis = options.number("axis", options.number("concat_dim", 1));
    network.step(concat("cat(", join(network.inputs()), ", dim=", digits(axis), ")"));
    return true;
}

bool eltwise(Network& network) {
    const std::string_view operation = network.layer().message("eltwise_param").text("operation");
    const std::vector<std::string> all = network.inputs();
    for (std::size_t i = 1; i < all.size(); ++i)
        network.step(operation == "PROD" || operation == "0"
                         ? concat(network.input(), " * ", all[i])
                         : concat("residual(", network.input(), ", ", all[i], ")"));
    return true;
}

bool flatten(Network& network) {
    network.step(concat("flatten(", network.input(), ", 1)"));
    return true;
}

/// The elements of an item of the input beside `sizes`, of which 0 stays and -1 is left out; 0 where they are
/// not known.
Integer remaining_size(const Network& network, const std::vector<Integer>& sizes) {
    std::optional<Integer> all = 1, others = 1;
    for (std::size_t i = 1; i < network.shape().size() && all; ++i)
        all = checked_multiply(*all, network.size(i));
    for (std::size_t i = 1; i < sizes.size() && others; ++i) {
        const Integer size = sizes[i] == 0 ? network.size(i) : sizes[i];
        if (size != -1) others = checked_multiply(*others, size);
    }
    return all && others && *others > 0 && *all % *others == 0 ? *all / *others : 0;
}

/// Sizes where 0 stays and -1 is what remains.
bool reshape(Network& network) {
    std::vector<Integer> sizes = network.layer().message("reshape_param").message("shape").numbers("dim");
    if (sizes.empty() || sizes.front() != 0) return false;
    const auto open = std::find(sizes.begin(), sizes.end(), Integer{-1});
    if (open != sizes.end()) *open = remaining_size(network, sizes);
    if (any_of(sizes, [](Integer size) { return size < 0; }) || (open != sizes.end() && *open == 0))
        return false;
    network.step(concat("resize(", network.input(), ", size=(", join(sizes, ", ", digits), "))"));
    return true;
}

bool slice(Network& network) {
    const Fields& options = network.layer().message("slice_param");
    const Integer axis = options.number("axis", options.number("slice_dim", 1));
    const std::vector<Integer> points = options.numbers("slice_point");
    const std::size_t tops = network.layer().texts("top").size();
    if (axis != 1 || (!points.empty() && points.size() + 1 != tops) || tops == 0) return false;
    const std::string value = network.input();
    for (std::size_t i = 0; i < tops; ++i) {
        const Integer size = network.size(1), parts = Integer{tops};
        const Integer begin = points.empty() ? size * Integer{i} / parts
                              : i == 0       ? Integer{0}
                                             : points[i - 1];
        const Integer end = points.empty() ? size * Integer{i + 1} / parts : i + 1 == tops ? size : points[i];
        network.add_result(
            concat("slice(", value, ", dim=1, start=", digits(begin), ", end=", digits(end), ")"));
    }
    return true;
}

/// The first map cut to the second's height and width.
bool crop(Network& network) {
    if (network.inputs().size() != 2 || !has_map(network)) return false;
    if (network.layer().message("crop_param").number("axis", 2) != 2) return false;
    network.step(concat("resize(", network.input(), ", size=(0, ", digits(network.size(1)), ", ",
                        digits(network.size(2, 1)), ", ", digits(network.size(3, 1)), "))"));
    return true;
}

bool permute(Network& network) {
    const std::vector<Integer> order = network.layer().message("permute_param").numbers("order");
    network.step(concat("permute(", network.input(), ", dims=(", join(order, ", ", digits), "))"));
    return !order.empty();
}

bool relu(Network& network) {
    network.step(applied("relu", network.input()));
    return true;
}

bool sigmoid(Network& network) {
    network.step(applied("sigmoid", network.input()));
    return true;
}

bool tanh(Network& network) {
    network.step(applied("tanh", network.input()));
    return true;
}

bool softmax(Network& network) {
    network.step(applied("softmax", network.input()));
    return true;
}

/// What passes its input on, or is no work that is counted.
bool pass(Network&) {
    return true;
}

struct LayerRow {
    std::string_view type;  ///< in small letters, without what stands between words
    LayerRule rule;
};

constexpr LayerRow kLayerRows[] = {
    {"convolution", convolution},
    {"convolutiondepthwise", convolution},
    {"depthwiseconvolution", convolution},
    {"deconvolution", deconvolution},
    {"innerproduct", inner_product},
    {"pooling", pool},
    {"roipooling", roi_pool},
    {"psroipooling", position_sensitive_pool},
    {"batchnorm", batch_norm},
    {"scale", scale},
    {"bias", bias},
    {"embed", embed},
    {"prelu", prelu},
    {"concat", concatenate},
    {"eltwise", eltwise},
    {"flatten", flatten},
    {"reshape", reshape},
    {"slice", slice},
    {"crop", crop},
    {"permute", permute},
    {"relu", relu},
    {"relu6", relu},
    {"elu", relu},
    {"sigmoid", sigmoid},
    {"swish", sigmoid},
    {"tanh", tanh},
    {"softmax", softmax},
    {"lrn", pass},
    {"dropout", pass},
    {"split", pass},
    {"power", pass},
    {"absval", pass},
    {"exp", pass},
    {"log", pass},
    {"bnll", pass},
    {"threshold", pass},
    {"mvn", pass},
};

/// A type as the table has it: of InnerProduct and INNER_PRODUCT.
std::string plain_type(std::string_view type) {
    std::string plain;
    for (const char c : type) {
        if (c != '_') plain += to_lower(c);
    }
    return plain;
}

}  // namespace

bool has_no_result(const Fields& layer) {
    const std::string type = plain_type(layer.text("type"));
    return type == "accuracy" || type == "silence" || type.ends_with("loss") || type.ends_with("data");
}

bool add_layer(Network& network) {
    const std::string type = plain_type(network.layer().text("type"));
    const LayerRow* const row = find_by(kLayerRows, &LayerRow::type, type);
    return row != nullptr && row->rule(network);
}

}  // namespace paramscope::open::caffe
