// Layers over maps: convolutions, pools, borders, sizes.
#include <algorithm>

#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {
namespace {

/// A map as PyTorch wants it, where in Keras's order its channels and its first spatial size stand, and the
/// windows that slide over it.
struct Map {
    Value x;
    std::size_t dimensions = 0, channel_axis = 0, first_axis = 0;
    Sizes kernel, stride, dilation;

    std::int64_t channels() const { return x.sizes[channel_axis]; }
    std::int64_t size(std::size_t i) const { return x.sizes[first_axis + i]; }
    /// The kernel with the gaps of dilation.
    std::int64_t span(std::size_t i) const { return plus(times(kernel[i] - 1, dilation[i]), 1); }
};

/// False where the layer sees no map of its number of dimensions.
bool take_map(Call& call, Map& map, std::size_t dimensions) {
    const Value& given = call.x();
    const bool is_first = call.has_channels_first();
    map.dimensions = dimensions;
    map.channel_axis = is_first ? 1 : dimensions + 1;
    map.first_axis = is_first ? 2 : 1;
    if (dimensions == 0 || given.sizes.size() != dimensions + 2 || given.sizes[map.channel_axis] < 1)
        return false;
    map.x = call.maps(given);
    return true;
}

/// The same with windows, of the sizes under the key `kernel`.
bool take_windows(Call& call, Map& map, std::string_view kernel) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    map.kernel = call.numbers(kernel, dimensions);
    map.stride = call.numbers("strides", dimensions, 1);
    map.dilation = call.numbers("dilation_rate", dimensions, 1);
    const bool are_sizes = map.kernel.are_known() && map.stride.are_known() && map.dilation.are_known();
    if (!are_sizes || !take_map(call, map, dimensions)) return false;
    for (std::size_t i = 0; i < dimensions; ++i) {
        if (map.span(i) < 1) return false;
    }
    return true;
}

/// Zeros around a map, "padding=(2, 2, 1, 1)": of the last dimension first, as PyTorch's pads have them.
std::string pads(const Sizes& before, const Sizes& behind) {
    Sizes all;
    for (std::size_t i = before.size(); i > 0; --i) {
        all.push_back(before[i - 1]);
        all.push_back(behind[i - 1]);
    }
    return "padding=" + tuple(all);
}

std::string padded(const Map& map, const Sizes& before, const Sizes& behind) {
    return concat("ConstantPad", map.dimensions, "d(", map.x.said, ", ", pads(before, behind), ", value=0)");
}

/// What the border that TensorFlow calls "same" is in PyTorch: ", padding=(1, 1)", or zeros put around `map`
/// before. It gives ceil(size / stride) windows, and may be larger by one on one side; an even border of the
/// larger size does the same where windows do not lie side by side.
std::string same_border(Map& map, bool has_word) {
    Sizes even, before, behind;
    bool is_odd = false;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        const std::int64_t size = map.size(i), stride = map.stride[i], span = map.span(i);
        const std::int64_t rest = size > 0 && size % stride != 0 ? size % stride : stride;
        const std::int64_t zeros = std::max<std::int64_t>(span - rest, 0);
        // Of a size that is not known, the border of an odd kernel holds for any.
        even.push_back(size < 0 && span % 2 == 1 ? span / 2 : (zeros + 1) / 2);
        is_odd = is_odd || (stride == 1 && zeros % 2 == 1);
        const std::int64_t all = stride == 1 ? span - 1 : 2 * even[i];
        before.push_back(all / 2);
        behind.push_back(all - all / 2);
    }
    if (!is_odd) return even.has_above(0) ? ", padding=" + tuple(even) : std::string();
    if (has_word && !map.stride.has_above(1)) return ", padding=same";
    map.x.said = padded(map, before, behind);
    return {};
}

/// Lays windows over the map as the layer's `padding` says: its sizes become those of what comes out, which
/// `padding` makes PyTorch's layer do. False where a window does not fit in.
bool slide(const Call& call, Map& map, bool has_word, std::string& padding) {
    const JsonValue how = call.option("padding");
    const bool is_same = how.is("same"), is_causal = how.is("causal");
    Sizes out = map.x.sizes;
    Sizes before;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        const std::int64_t size = map.size(i), stride = map.stride[i], span = map.span(i);
        before.push_back(span - 1);
        if (size < 0) continue;
        if (!is_same && !is_causal && span > size) return false;
        const std::int64_t room = is_same || is_causal ? size + stride - 1 : size - span + stride;
        out[map.first_axis + i] = room / stride;
    }
    if (is_causal) map.x.said = padded(map, before, Sizes(map.dimensions, 0));
    if (is_same) padding = same_border(map, has_word);
    map.x.sizes = out;
    return true;
}

/// "Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1)" as print() has it.
std::string convolution_head(const Call& call, const Map& map, std::int64_t in, std::int64_t out,
                             std::string_view padding, std::int64_t groups, bool has_bias) {
    return concat(call.type.torch, fill("(#, #, kernel_size=", {in, out}), tuple(map.kernel),
                  ", stride=", tuple(map.stride), padding,
                  map.dilation.has_above(1) ? ", dilation=" + tuple(map.dilation) : "",
                  groups == 1 ? "" : fill(", groups=#", {groups}), has_bias ? "" : ", bias=False");
}

void weigh_kernel(Call& call, const Map& map, std::int64_t before_last, std::int64_t last) {
    Sizes shape = map.kernel;
    shape.push_back(before_last);
    shape.push_back(last);
    call.weigh(shape);
}

/// Gives what a layer makes of the map: `out` channels.
void give_map(Call& call, Map& map, const std::string& path, std::int64_t out) {
    map.x.sizes[map.channel_axis] = out;
    call.give_activated(path, map.x, map.x.sizes);
}

void convolve(Call& call, Map& map, std::int64_t out, std::int64_t groups, bool is_depthwise) {
    const std::int64_t in = map.channels();
    std::string padding;
    if (out < 1 || groups < 1 || in % groups != 0 || out % groups != 0 || !slide(call, map, true, padding))
        return;
    const bool has_bias = call.has_bias();
    weigh_kernel(call, map, is_depthwise ? in : in / groups, is_depthwise ? out / in : out);
    if (has_bias) call.weigh({out});
    give_map(call, map, call.module(convolution_head(call, map, in, out, padding, groups, has_bias)), out);
}

}  // namespace

void convolution(Call& call) {
    Map map;
    if (take_windows(call, map, "kernel_size"))
        convolve(call, map, call.number("filters"), call.number("groups", 1), false);
}

void depthwise(Call& call) {
    Map map;
    if (!take_windows(call, map, "kernel_size")) return;
    convolve(call, map, times(map.channels(), call.number("depth_multiplier", 1)), map.channels(), true);
}

void separable(Call& call) {
    Map map;
    if (!take_windows(call, map, "kernel_size")) return;
    const std::int64_t in = map.channels(), each = call.number("depth_multiplier", 1);
    const std::int64_t between = times(in, each), out = call.number("filters");
    std::string padding;
    if (between < 1 || out < 1 || !slide(call, map, true, padding)) return;
    const bool has_bias = call.has_bias();
    weigh_kernel(call, map, in, each);
    call.line(concat("(depthwise): ", convolution_head(call, map, in, between, padding, in, false), ')'));
    map.kernel = map.stride = map.dilation = Sizes(map.dimensions, 1);
    weigh_kernel(call, map, between, out);
    if (has_bias) call.weigh({out});
    call.line(concat("(pointwise): ", convolution_head(call, map, between, out, "", 1, has_bias), ')'));
    give_map(call, map, call.lined("pointwise(depthwise(x))"), out);
}

/// "same" gives size·stride, "valid" what the last window reaches.
void transposed(Call& call) {
    Map map;
    const std::int64_t out = call.number("filters");
    if (!take_windows(call, map, "kernel_size") || out < 1) return;
    const bool is_same = call.option("padding").is("same"), has_bias = call.has_bias();
    const bool is_told = call.option("output_padding").kind() > JsonValue::Kind::Null;
    const Sizes told = call.numbers("output_padding", map.dimensions, 0);
    if (told.empty() || told.contains(kAny)) return;
    Sizes padding, more, sizes = map.x.sizes;
    for (std::size_t i = 0; i < map.dimensions; ++i) {
        const std::int64_t span = map.span(i), stride = map.stride[i], over = span - stride;
        const std::int64_t needed = (std::max<std::int64_t>(over, 0) + 1) / 2;
        padding.push_back(!is_same ? 0 : is_told ? map.kernel[i] / 2 : needed);
        more.push_back(is_told   ? told[i]
                       : is_same ? 2 * padding[i] - over
                                 : std::max<std::int64_t>(-over, 0));
        const std::int64_t reached = times(map.size(i) - 1, stride);
        sizes[map.first_axis + i] = reached < 0 ? kAny : bounded(reached - 2 * padding[i] + span + more[i]);
    }
    weigh_kernel(call, map, out, map.channels());
    if (has_bias) call.weigh({out});
    std::string head =
        convolution_head(call, map, map.channels(), out,
                         padding.has_above(0) ? ", padding=" + tuple(padding) : "", 1, has_bias);
    if (more.has_above(0)) head += ", output_padding=" + tuple(more);
    const std::string path = call.module(std::move(head));
    map.x.sizes = sizes;
    give_map(call, map, path, out);
}

void pool(Call& call) {
    Map map;
    if (!take_windows(call, map, "pool_size")) return;
    if (call.option("strides").kind() <= JsonValue::Kind::Null) map.stride = map.kernel;
    std::string padding;
    if (!slide(call, map, false, padding)) return;
    const std::string path = call.module(
        concat(call.type.torch, "(kernel_size=", tuple(map.kernel), ", stride=", tuple(map.stride), padding));
    call.give_of(path, map.x, map.x.sizes);
}

void global_pool(Call& call) {
    Map map;
    if (!take_map(call, map, dimensions_of(call.type.name))) return;
    const std::string path = call.module(concat(call.type.torch, "(output_size=1"));
    if (call.flag("keepdims", false)) {
        for (std::size_t i = 0; i < map.dimensions; ++i) map.x.sizes[map.first_axis + i] = 1;
        return call.give_of(path, map.x, map.x.sizes);
    }
    call.give(concat("Flatten(", path, '(', map.x.said, "))"), {map.x.sizes[0], map.channels()});
}

namespace {

/// What is put around a map or cut off it: 1, [1, 2] or [[1, 2], [3, 4]].
bool read_border(const Call& call, std::string_view key, std::size_t dimensions, Sizes& before,
                 Sizes& behind) {
    const JsonValue told = call.option(key);
    const bool is_pair = dimensions == 1 && told.kind() == JsonValue::Kind::Array;
    if (is_pair || told.kind() == JsonValue::Kind::Number) {
        const Sizes sizes = sizes_in(told, 2);
        if (sizes.empty()) return false;
        before = Sizes(dimensions, sizes[0]);
        behind = Sizes(dimensions, sizes[1]);
    } else {
        for (const JsonValue item : told.items()) {
            const Sizes sizes = sizes_in(item, 2);
            if (sizes.empty()) return false;
            before.push_back(sizes[0]);
            behind.push_back(sizes[1]);
        }
    }
    return before.size() == dimensions && !before.contains(kAny) && !behind.contains(kAny);
}

}  // namespace

void padding(Call& call) {
    Map map;
    Sizes before, behind;
    const std::size_t dimensions = dimensions_of(call.type.name);
    if (!take_map(call, map, dimensions) || !read_border(call, "padding", dimensions, before, behind)) return;
    for (std::size_t i = 0; i < dimensions; ++i)
        map.x.sizes[map.first_axis + i] = plus(map.size(i), plus(before[i], behind[i]));
    call.give_of(call.module(concat("ZeroPad", dimensions, "d(", pads(before, behind))), map.x, map.x.sizes);
}

void cropping(Call& call) {
    Map map;
    Sizes before, behind;
    const std::size_t dimensions = dimensions_of(call.type.name);
    if (!take_map(call, map, dimensions) || !read_border(call, "cropping", dimensions, before, behind))
        return;
    std::string line = "x";
    for (std::size_t i = 0; i < dimensions; ++i) {
        std::int64_t& size = map.x.sizes[map.first_axis + i];
        const std::int64_t cut = before[i] + behind[i];
        if (size >= 0 && size <= cut) return;
        if (size >= 0) size -= cut;
        line = concat("slice(", line, ", dim=", i + 2, fill(", start=#", {before[i]}),
                      behind[i] == 0 ? ")" : fill(", end=-#)", {behind[i]}));
    }
    call.give_of(call.lined(line), map.x, map.x.sizes);
}

void upsampling(Call& call) {
    Map map;
    const std::size_t dimensions = dimensions_of(call.type.name);
    const Sizes factors = call.numbers("size", dimensions, 2);
    if (!take_map(call, map, dimensions) || !factors.are_known()) return;
    for (std::size_t i = 0; i < dimensions; ++i)
        map.x.sizes[map.first_axis + i] = times(map.size(i), factors[i]);
    const bool is_bilinear = dimensions == 2 && call.option("interpolation").is("bilinear");
    call.give_of(call.module(concat("Upsample(scale_factor=", tuple(factors),
                                    is_bilinear ? ", mode='bilinear'" : ", mode='nearest'")),
                 map.x, map.x.sizes);
}

/// A size of its own, by stretching or by cutting.
void resizing(Call& call) {
    Map map;
    const Sizes wanted = {call.number("height"), call.number("width")};
    if (!take_map(call, map, 2) || !wanted.are_known()) return;
    for (std::size_t i = 0; i < 2; ++i) map.x.sizes[map.first_axis + i] = wanted[i];
    call.give_of(call.module(concat("Upsample(size=", tuple(wanted), ", mode='nearest'")), map.x,
                 map.x.sizes);
}

}  // namespace paramscope::open::keras
