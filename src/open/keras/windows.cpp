// Rules for layers over maps: convolutions, pooling, padding, resizing.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/keras/call.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {
namespace {

/// The input of a layer over maps, and the windows that slide over it.
struct Map {
    Value x;                       ///< in the layout that PyTorch's layers want
    std::size_t dimensions = 0;    ///< spatial ones: 2 of Conv2D
    std::size_t channel_axis = 0;  ///< in Keras's order, as the next
    std::size_t first_axis = 0;    ///< the first spatial dimension
    Sizes kernel, stride, dilation;

    std::int64_t channels() const { return x.size(channel_axis); }
    std::int64_t size(std::size_t i) const { return x.size(first_axis + i); }
    /// The extent of the dilated kernel; 0 when it is too large.
    std::int64_t span(std::size_t i) const { return product({kernel[i] - 1, dilation[i]}) + 1; }
};

/// Reads the layer's input as a map; false when it does not have that many dimensions.
bool read_map(Call& call, Map& map, std::size_t dimensions) {
    const Value& input = call.x();
    const bool channels_first = call.is_channels_first_layer();
    map.dimensions = dimensions;
    map.channel_axis = channels_first ? 1 : dimensions + 1;
    map.first_axis = channels_first ? 2 : 1;
    if (dimensions == 0 || input.rank() != dimensions + 2 || input.size(map.channel_axis) < 1) return false;
    map.x = call.to_map_layout(input);
    return true;
}

/// Reads the layer's input, and its windows with the kernel size in the option `kernel`.
bool read_windows(Call& call, Map& map, std::string_view kernel) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    map.kernel = call.numbers(kernel, dimensions);
    map.stride = call.numbers("strides", dimensions, 1);
    map.dilation = call.numbers("dilation_rate", dimensions, 1);
    if (!are_known(map.kernel) || !are_known(map.stride) || !are_known(map.dilation)) return false;
    if (!read_map(call, map, dimensions)) return false;
    for (std::size_t i = 0; i < dimensions; ++i) {
        if (map.span(i) < 1) return false;
    }
    return true;
}

/// `map` with zeros added around it by a step.
std::string zero_padded(const Map& map, const Sizes& before, const Sizes& after) {
    return concat("ConstantPad", map.dimensions, "d(", map.x.expression, ", ",
                  padding_argument(before, after), ", value=0)");
}

/// Keras's padding "same" as an argument of PyTorch's layer: ", padding=(1, 1)"; "" when `map` is padded by a
/// step instead. "same" gives ceil(size / stride) windows and may pad one side by one more. With a
/// stride above 1 an equal padding of the larger side gives as many windows.
std::string same_padding(Map& map, bool has_same_argument) {
    Sizes symmetric, before, after;
    bool is_asymmetric = false;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        const std::int64_t size = map.size(i), stride = map.stride[i], span = map.span(i);
        const std::int64_t rest = size > 0 && size % stride != 0 ? size % stride : stride;
        const std::int64_t zeros = std::max<std::int64_t>(span - rest, 0);
        // For an unknown size: the padding of an odd kernel is the same for all sizes.
        symmetric.push_back(size < 0 && span % 2 == 1 ? span / 2 : (zeros + 1) / 2);
        is_asymmetric = is_asymmetric || (stride == 1 && zeros % 2 == 1);
        const std::int64_t all = stride == 1 ? span - 1 : 2 * symmetric[i];
        before.push_back(all / 2);
        after.push_back(all - all / 2);
    }
    if (!is_asymmetric) return any_above(symmetric, 0) ? ", padding=" + tuple_text(symmetric) : std::string();
    if (has_same_argument && !any_above(map.stride, 1)) return ", padding=same";
    map.x.expression = zero_padded(map, before, after);
    return {};
}

/// Applies the layer's option `padding` to the map, or sets `padding` to the argument of PyTorch's layer for
/// it. False when a window does not fit.
bool pad(const Call& call, Map& map, bool has_same_argument, std::string& padding) {
    const JsonValue option = call.option("padding");
    if (option.is("same")) {
        padding = same_padding(map, has_same_argument);
        return true;
    }
    Sizes before;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        before.push_back(map.span(i) - 1);
        if (!option.is("causal") && map.size(i) >= 0 && map.size(i) < map.span(i)) return false;
    }
    if (option.is("causal")) map.x.expression = zero_padded(map, before, Sizes(map.dimensions, 0));
    return true;
}

/// "Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1)", as print() shows it.
std::string convolution_head(const Call& call, const Map& map, std::int64_t in, std::int64_t out,
                             std::string_view padding, std::int64_t groups, bool has_bias) {
    return concat(call.type.torch, fill_numbers("(#, #, kernel_size=", {in, out}), tuple_text(map.kernel),
                  ", stride=", tuple_text(map.stride), padding,
                  any_above(map.dilation, 1) ? ", dilation=" + tuple_text(map.dilation) : "",
                  groups == 1 ? "" : fill_numbers(", groups=#", {groups}), has_bias ? "" : ", bias=False");
}

/// Adds a weight of shape (kernel..., before_last, last).
void add_kernel_weight(Call& call, const Map& map, std::int64_t before_last, std::int64_t last) {
    Sizes shape = map.kernel;
    shape.push_back(before_last);
    shape.push_back(last);
    call.add_weight(shape);
}

void convolve(Call& call, Map& map, std::int64_t out, std::int64_t groups, bool is_depthwise) {
    const std::int64_t in = map.channels();
    std::string padding;
    if (out < 1 || groups < 1 || in % groups != 0 || out % groups != 0 || !pad(call, map, true, padding))
        return;
    const bool has_bias = call.has_bias();
    add_kernel_weight(call, map, is_depthwise ? in : in / groups, is_depthwise ? out / in : out);
    if (has_bias) call.add_weight({out});
    call.add_activated_output(
        call.add_module(convolution_head(call, map, in, out, padding, groups, has_bias)), map.x);
}

void convolution(Call& call) {
    Map map;
    if (read_windows(call, map, "kernel_size"))
        convolve(call, map, call.number("filters"), call.number("groups", 1), false);
}

void depthwise(Call& call) {
    Map map;
    if (!read_windows(call, map, "kernel_size")) return;
    convolve(call, map, product({map.channels(), call.number("depth_multiplier", 1)}), map.channels(), true);
}

void separable(Call& call) {
    Map map;
    if (!read_windows(call, map, "kernel_size")) return;
    const std::int64_t in = map.channels(), multiplier = call.number("depth_multiplier", 1);
    const std::int64_t between = product({in, multiplier}), out = call.number("filters");
    std::string padding;
    if (between < 1 || out < 1 || !pad(call, map, true, padding)) return;
    const bool has_bias = call.has_bias();
    add_kernel_weight(call, map, in, multiplier);
    call.add_line(concat("(depthwise): ", convolution_head(call, map, in, between, padding, in, false), ')'));
    map.kernel = map.stride = map.dilation = Sizes(map.dimensions, 1);
    add_kernel_weight(call, map, between, out);
    if (has_bias) call.add_weight({out});
    call.add_line(concat("(pointwise): ", convolution_head(call, map, between, out, "", 1, has_bias), ')'));
    call.add_activated_output(call.add_module_with_forward("pointwise(depthwise(x))"), map.x);
}

/// The output has size·stride with padding "same", and reaches to the end of the last window with "valid".
void transposed(Call& call) {
    Map map;
    const std::int64_t out = call.number("filters");
    if (!read_windows(call, map, "kernel_size") || out < 1) return;
    const bool is_same = call.option("padding").is("same"), has_bias = call.has_bias();
    const bool has_output_padding = call.option("output_padding").kind() > JsonValue::Kind::Null;
    const Sizes given_padding = call.numbers("output_padding", map.dimensions, 0);
    if (given_padding.empty() || contains(given_padding, kUnknownSize)) return;
    Sizes padding, output_padding;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        const std::int64_t span = map.span(i), stride = map.stride[i], overlap = span - stride;
        const std::int64_t needed = (std::max<std::int64_t>(overlap, 0) + 1) / 2;
        padding.push_back(!is_same ? 0 : has_output_padding ? map.kernel[i] / 2 : needed);
        output_padding.push_back(has_output_padding ? given_padding[i]
                                 : is_same          ? 2 * padding[i] - overlap
                                                    : std::max<std::int64_t>(-overlap, 0));
    }
    add_kernel_weight(call, map, out, map.channels());
    if (has_bias) call.add_weight({out});
    std::string head =
        convolution_head(call, map, map.channels(), out,
                         any_above(padding, 0) ? ", padding=" + tuple_text(padding) : "", 1, has_bias);
    if (any_above(output_padding, 0)) head += ", output_padding=" + tuple_text(output_padding);
    call.add_activated_output(call.add_module(std::move(head)), map.x);
}

void pool(Call& call) {
    Map map;
    if (!read_windows(call, map, "pool_size")) return;
    if (call.option("strides").kind() <= JsonValue::Kind::Null) map.stride = map.kernel;
    std::string padding;
    if (!pad(call, map, false, padding)) return;
    const std::string path = call.add_module(concat(call.type.torch, "(kernel_size=", tuple_text(map.kernel),
                                                    ", stride=", tuple_text(map.stride), padding));
    call.add_module_output(path, map.x);
}

void global_pool(Call& call) {
    Map map;
    if (!read_map(call, map, dimensions_of(call.type.name))) return;
    const std::string path = call.add_module(concat(call.type.torch, "(output_size=1"));
    if (call.flag("keepdims", false)) return call.add_module_output(path, map.x);
    call.add_output(concat("Flatten(", path, '(', map.x.expression, "))"));
}

/// Reads the input as a map, and the option `key` of padding and cropping layers: 1, [1, 2] or
/// [[1, 2], [3, 4]].
bool read_border(Call& call, std::string_view key, Map& map, Sizes& before, Sizes& after) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    const JsonValue option = call.option(key);
    const bool is_pair = dimensions == 1 && option.kind() == JsonValue::Kind::Array;
    const auto add = [&](const JsonValue& item) {
        const Sizes sizes = read_sizes(item, 2);
        before.push_back(sizes.empty() ? kUnknownSize : sizes[0]);
        after.push_back(sizes.empty() ? kUnknownSize : sizes[1]);
    };
    if (is_pair || option.kind() == JsonValue::Kind::Number) {
        for (std::size_t i = 0; i < dimensions; ++i) add(option);
    } else {
        for (const JsonValue item : option.items()) add(item);
    }
    return before.size() == dimensions && !contains(before, kUnknownSize) && !contains(after, kUnknownSize) &&
           read_map(call, map, dimensions);
}

void padding(Call& call) {
    Map map;
    Sizes before, after;
    if (!read_border(call, "padding", map, before, after)) return;
    call.add_module_output(
        call.add_module(concat("ZeroPad", map.dimensions, "d(", padding_argument(before, after))), map.x);
}

void cropping(Call& call) {
    Map map;
    Sizes before, after;
    if (!read_border(call, "cropping", map, before, after)) return;
    std::string line = "x";
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        if (map.size(i) >= 0 && map.size(i) <= before[i] + after[i]) return;
        line = concat("slice(", line, ", dim=", i + 2, fill_numbers(", start=#", {before[i]}),
                      after[i] == 0 ? ")" : fill_numbers(", end=-#)", {after[i]}));
    }
    call.add_module_output(call.add_module_with_forward(line), map.x);
}

void upsampling(Call& call) {
    Map map;
    const std::size_t dimensions = dimensions_of(call.type.name);
    const Sizes factors = call.numbers("size", dimensions, 2);
    if (!read_map(call, map, dimensions) || !are_known(factors)) return;
    const bool is_bilinear = dimensions == 2 && call.option("interpolation").is("bilinear");
    call.add_module_output(call.add_module(concat("Upsample(scale_factor=", tuple_text(factors),
                                                  is_bilinear ? ", mode='bilinear'" : ", mode='nearest'")),
                           map.x);
}

/// Resizing and cropping to the options `height` and `width`.
void resizing(Call& call) {
    Map map;
    const Sizes wanted = {call.number("height"), call.number("width")};
    if (!read_map(call, map, 2) || !are_known(wanted)) return;
    call.add_module_output(call.add_module(concat("Upsample(size=", tuple_text(wanted), ", mode='nearest'")),
                           map.x);
}

constexpr RuleRow kWindowRules[] = {
    {Rule::Convolution, convolution},
    {Rule::Transposed, transposed},
    {Rule::Depthwise, depthwise},
    {Rule::Separable, separable},
    {Rule::Pool, pool},
    {Rule::GlobalPool, global_pool},
    {Rule::Padding, padding},
    {Rule::Cropping, cropping},
    {Rule::Upsampling, upsampling},
    {Rule::Resizing, resizing},
};

}  // namespace

std::span<const RuleRow> window_rules() {
    return kWindowRules;
}

}  // namespace paramscope::open::keras
