// Layers over maps: convolutions, pools, borders, sizes.
#include <algorithm>

#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {
namespace {

/// Windows that slide over a map.
struct Windows {
    std::size_t dimensions = 0;
    Sizes kernel, stride, dilation;
};

/// nullopt where the config says other sizes than windows have.
std::optional<Windows> windows_of(const Call& call, std::string_view kernel) {
    Windows windows{dimensions_of(call.type.name), {}, {}, {}};
    windows.kernel = call.numbers(kernel, windows.dimensions);
    windows.stride = call.numbers("strides", windows.dimensions, 1);
    windows.dilation = call.numbers("dilation_rate", windows.dimensions, 1);
    for (const Sizes* sizes : {&windows.kernel, &windows.stride, &windows.dilation}) {
        if (sizes->size() != windows.dimensions || !are_known(*sizes)) return std::nullopt;
    }
    return windows;
}

/// A map as PyTorch wants it, and where in Keras's order its channels and its first spatial size stand.
struct Map {
    Value x;
    std::size_t channel_axis = 0, first_axis = 0;

    std::int64_t channels() const { return x.sizes[channel_axis]; }
};

std::optional<Map> map_of(Call& call, std::size_t dimensions) {
    const Value& given = call.inputs.front();
    if (dimensions == 0 || given.sizes.size() != dimensions + 2) return std::nullopt;
    const bool is_first = call.has_channels_first();
    Map map{{}, is_first ? 1 : dimensions + 1, is_first ? 2u : 1u};
    if (given.sizes[map.channel_axis] < 1) return std::nullopt;
    map.x = call.maps(given);
    return map;
}

/// What stands around a map before windows slide over it.
struct Border {
    Sizes even;            ///< zeros on both sides, as PyTorch's layers have them
    bool is_same = false;  ///< PyTorch's word for it must do: an uneven border at stride 1
};

/// `kernel` with the gaps of dilation.
std::int64_t reach(const Windows& windows, std::size_t i) {
    return plus(times(windows.kernel[i] - 1, windows.dilation[i]), 1);
}

/// TensorFlow's "same": the border that gives ceil(size / stride) windows. Larger by one on one side at
/// times, which an even border of the larger size replaces where windows do not lie side by side.
std::optional<Border> same_border(const Windows& windows, const Map& map) {
    Border border;
    for (std::size_t i = 0; i < windows.dimensions; ++i) {
        const std::int64_t size = map.x.sizes[map.first_axis + i], stride = windows.stride[i];
        const std::int64_t span = reach(windows, i);
        if (span < 0) return std::nullopt;
        const std::int64_t rest = size > 0 && size % stride != 0 ? size % stride : stride;
        const std::int64_t zeros = std::max<std::int64_t>(span - rest, 0);
        // Of a size that is not known, the border of an odd kernel holds for any.
        border.even.push_back(size < 0 && span % 2 == 1 ? span / 2 : (zeros + 1) / 2);
        border.is_same = border.is_same || (stride == 1 && zeros % 2 == 1);
    }
    return border;
}

/// How many windows there are along each dimension.
Sizes slid(const Windows& windows, const Map& map, bool is_padded) {
    Sizes sizes = map.x.sizes;
    for (std::size_t i = 0; i < windows.dimensions; ++i) {
        std::int64_t& size = sizes[map.first_axis + i];
        if (size < 0) continue;
        const std::int64_t stride = windows.stride[i];
        if (is_padded) {
            size = (size + stride - 1) / stride;
        } else {
            const std::int64_t span = reach(windows, i);
            if (span < 0 || span > size) return {};
            size = (size - span) / stride + 1;
        }
    }
    return sizes;
}

/// Zeros before and behind each spatial dimension, as the pads of PyTorch have them: the last one first.
std::string pad_tuple(const Sizes& before, const Sizes& behind) {
    Sizes pads;
    for (std::size_t i = before.size(); i > 0; --i) {
        pads.push_back(before[i - 1]);
        pads.push_back(behind[i - 1]);
    }
    return tuple(pads);
}

std::string padded(const std::string& said, const Sizes& before, const Sizes& behind) {
    return concat("ConstantPad", before.size(), "d(", said, ", padding=", pad_tuple(before, behind),
                  ", value=0)");
}

/// The windows of a layer laid over its map: what the layer is called on, what its arguments are, what it
/// gives.
struct Slide {
    std::string said;
    std::string padding;  ///< "(1, 1)", "same"; "" for none
    Sizes sizes;
};

std::optional<Slide> slide(const Call& call, const Windows& windows, const Map& map, bool has_word) {
    const std::string how = call.option("padding").string();
    const bool is_causal = how == "causal";
    Slide slide{map.x.said, "", slid(windows, map, how == "same" || is_causal)};
    if (slide.sizes.empty()) return std::nullopt;
    if (is_causal) {
        Sizes before;
        for (std::size_t i = 0; i < windows.dimensions; ++i) before.push_back(reach(windows, i) - 1);
        slide.said = padded(slide.said, before, Sizes(windows.dimensions, 0));
        return slide;
    }
    if (how != "same") return slide;
    const std::optional<Border> border = same_border(windows, map);
    if (!border) return std::nullopt;
    const bool is_dense =
        std::all_of(windows.stride.begin(), windows.stride.end(), [](std::int64_t s) { return s == 1; });
    if (border->is_same && has_word && is_dense) {
        slide.padding = "same";
    } else if (border->is_same) {
        Sizes before, behind;
        for (std::size_t i = 0; i < windows.dimensions; ++i) {
            const std::int64_t zeros = windows.stride[i] == 1 ? reach(windows, i) - 1 : 2 * border->even[i];
            before.push_back(zeros / 2);
            behind.push_back(zeros - zeros / 2);
        }
        slide.said = padded(slide.said, before, behind);
    } else if (std::any_of(border->even.begin(), border->even.end(), [](std::int64_t p) { return p > 0; })) {
        slide.padding = tuple(border->even);
    }
    return slide;
}

/// "Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1)" as print() has it.
std::string convolution_head(std::string_view type, std::int64_t in, std::int64_t out, const Windows& windows,
                             const std::string& padding, std::int64_t groups, bool has_bias) {
    const bool is_dilated =
        std::any_of(windows.dilation.begin(), windows.dilation.end(), [](std::int64_t d) { return d != 1; });
    return concat(type, '(', text(in), ", ", text(out), ", kernel_size=", tuple(windows.kernel),
                  ", stride=", tuple(windows.stride), padding.empty() ? "" : ", padding=", padding,
                  is_dilated ? concat(", dilation=", tuple(windows.dilation)) : "",
                  groups == 1 ? "" : concat(", groups=", text(groups)), has_bias ? "" : ", bias=False");
}

Sizes kernel_shape(const Windows& windows, std::int64_t before_last, std::int64_t last) {
    Sizes shape = windows.kernel;
    shape.insert(shape.end(), {before_last, last});
    return shape;
}

std::vector<Value> convolved(Call& call, const Map& map, const Windows& windows, std::int64_t out,
                             std::int64_t groups, const Sizes& kernel) {
    const std::int64_t in = map.channels();
    std::optional<Slide> slid = slide(call, windows, map, true);
    if (!slid || out < 1 || groups < 1 || in % groups != 0 || out % groups != 0) return {};
    const bool has_bias = call.flag("use_bias", true);
    std::vector<Sizes> weights = {kernel};
    if (has_bias) weights.push_back({out});
    slid->sizes[map.channel_axis] = out;
    const std::string path =
        call.module(convolution_head(call.type.torch, in, out, windows, slid->padding, groups, has_bias), {},
                    std::move(weights));
    return {call.bind(call.activated(concat(path, '(', slid->said, ')')), slid->sizes, map.x.is_first)};
}

}  // namespace

std::vector<Value> convolution(Call& call) {
    const auto windows = windows_of(call, "kernel_size");
    const auto map = windows ? map_of(call, windows->dimensions) : std::nullopt;
    const std::int64_t out = call.number("filters"), groups = call.number("groups", 1);
    if (!map || groups < 1) return {};
    return convolved(call, *map, *windows, out, groups,
                     kernel_shape(*windows, map->channels() / groups, out));
}

std::vector<Value> depthwise(Call& call) {
    const auto windows = windows_of(call, "kernel_size");
    const auto map = windows ? map_of(call, windows->dimensions) : std::nullopt;
    const std::int64_t each = call.number("depth_multiplier", 1);
    if (!map) return {};
    const std::int64_t in = map->channels();
    return convolved(call, *map, *windows, times(in, each), in, kernel_shape(*windows, in, each));
}

std::vector<Value> separable(Call& call) {
    const auto windows = windows_of(call, "kernel_size");
    const auto map = windows ? map_of(call, windows->dimensions) : std::nullopt;
    if (!map) return {};
    std::optional<Slide> slid = slide(call, *windows, *map, true);
    const std::int64_t in = map->channels(), each = call.number("depth_multiplier", 1);
    const std::int64_t between = times(in, each), out = call.number("filters");
    if (!slid || between < 1 || out < 1) return {};
    const bool has_bias = call.flag("use_bias", true);
    const Windows point{windows->dimensions, Sizes(windows->dimensions, 1), Sizes(windows->dimensions, 1),
                        Sizes(windows->dimensions, 1)};
    std::vector<Sizes> weights = {kernel_shape(*windows, in, each), kernel_shape(point, between, out)};
    if (has_bias) weights.push_back({out});
    slid->sizes[map->channel_axis] = out;
    const std::string path = call.lined(
        "pointwise(depthwise(x))", "x",
        {concat("(depthwise): ",
                convolution_head(call.type.torch, in, between, *windows, slid->padding, in, false), ')'),
         concat("(pointwise): ", convolution_head(call.type.torch, between, out, point, "", 1, has_bias),
                ')')},
        std::move(weights));
    return {call.bind(call.activated(concat(path, '(', slid->said, ')')), slid->sizes, map->x.is_first)};
}

/// "same" gives size·stride, "valid" what the last window reaches.
std::vector<Value> transposed(Call& call) {
    const auto windows = windows_of(call, "kernel_size");
    const auto map = windows ? map_of(call, windows->dimensions) : std::nullopt;
    const std::int64_t out = call.number("filters");
    if (!map || out < 1) return {};
    const bool is_same = call.option("padding").is("same"), has_bias = call.flag("use_bias", true);
    const Sizes told = call.numbers("output_padding", windows->dimensions, 0);
    const bool is_told = call.option("output_padding").kind() > JsonValue::Kind::Null;
    if (told.size() != windows->dimensions) return {};
    Sizes padding, more, sizes = map->x.sizes;
    for (std::size_t i = 0; i < windows->dimensions; ++i) {
        const std::int64_t span = reach(*windows, i), stride = windows->stride[i];
        if (span < 0 || told[i] < 0) return {};
        const std::int64_t over = span - stride;
        padding.push_back(!is_same  ? 0
                          : is_told ? windows->kernel[i] / 2
                                    : (std::max<std::int64_t>(over, 0) + 1) / 2);
        more.push_back(is_told   ? told[i]
                       : is_same ? 2 * padding[i] - over
                                 : std::max<std::int64_t>(-over, 0));
        std::int64_t& size = sizes[map->first_axis + i];
        const std::int64_t reached = times(size - 1, stride);
        size = size < 1 || reached < 0 ? kAny : bounded(reached - 2 * padding[i] + span + more[i]);
    }
    std::vector<Sizes> weights = {kernel_shape(*windows, out, map->channels())};
    if (has_bias) weights.push_back({out});
    sizes[map->channel_axis] = out;
    const bool pads = std::any_of(padding.begin(), padding.end(), [](std::int64_t p) { return p > 0; });
    const bool adds = std::any_of(more.begin(), more.end(), [](std::int64_t p) { return p > 0; });
    const std::string path =
        call.module(concat(convolution_head(call.type.torch, map->channels(), out, *windows,
                                            pads ? tuple(padding) : "", 1, has_bias),
                           adds ? concat(", output_padding=", tuple(more)) : ""),
                    {}, std::move(weights));
    return {
        call.bind(call.activated(concat(path, '(', map->x.said, ')')), std::move(sizes), map->x.is_first)};
}

std::vector<Value> pool(Call& call) {
    auto windows = windows_of(call, "pool_size");
    const auto map = windows ? map_of(call, windows->dimensions) : std::nullopt;
    if (!map) return {};
    if (call.option("strides").kind() <= JsonValue::Kind::Null) windows->stride = windows->kernel;
    const std::optional<Slide> slid = slide(call, *windows, *map, false);
    if (!slid) return {};
    const std::string path = call.module(concat(call.type.torch, "(kernel_size=", tuple(windows->kernel),
                                                ", stride=", tuple(windows->stride),
                                                slid->padding.empty() ? "" : ", padding=", slid->padding));
    return {call.bind(concat(path, '(', slid->said, ')'), slid->sizes, map->x.is_first)};
}

std::vector<Value> global_pool(Call& call) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    const auto map = map_of(call, dimensions);
    if (!map) return {};
    const bool keeps = call.flag("keepdims", false);
    const std::string path = call.module(concat(call.type.torch, "(output_size=1"));
    const std::string pooled = concat(path, '(', map->x.said, ')');
    if (!keeps) return {call.bind(concat("Flatten(", pooled, ')'), {map->x.sizes[0], map->channels()})};
    Sizes sizes = map->x.sizes;
    for (std::size_t i = 0; i < dimensions; ++i) sizes[map->first_axis + i] = 1;
    return {call.bind(pooled, std::move(sizes), map->x.is_first)};
}

namespace {

/// What is put around a map or cut off it: 1, [1, 2] or [[1, 2], [3, 4]].
bool read_border(const Call& call, std::string_view key, std::size_t dimensions, Sizes& before,
                 Sizes& behind) {
    const JsonValue told = call.option(key);
    const bool is_pair = dimensions == 1 && told.kind() == JsonValue::Kind::Array;
    if (is_pair || told.kind() == JsonValue::Kind::Number) {
        const Sizes sizes = is_pair ? sizes_in(told, 2) : Sizes(2, call.number(key));
        if (sizes.size() != 2) return false;
        before.assign(dimensions, sizes[0]);
        behind.assign(dimensions, sizes[1]);
    } else {
        for (const JsonValue item : told.items()) {
            const Sizes sizes = sizes_in(item, 2);
            if (sizes.size() != 2) return false;
            before.push_back(sizes[0]);
            behind.push_back(sizes[1]);
        }
    }
    const auto is_wrong = [](std::int64_t size) { return size < 0; };
    return before.size() == dimensions && std::none_of(before.begin(), before.end(), is_wrong) &&
           std::none_of(behind.begin(), behind.end(), is_wrong);
}

}  // namespace

std::vector<Value> padding(Call& call) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    const auto map = map_of(call, dimensions);
    Sizes before, behind;
    if (!map || !read_border(call, "padding", dimensions, before, behind)) return {};
    Sizes sizes = map->x.sizes;
    for (std::size_t i = 0; i < dimensions; ++i) {
        std::int64_t& size = sizes[map->first_axis + i];
        size = plus(size, plus(before[i], behind[i]));
    }
    const std::string path =
        call.module(concat("ZeroPad", dimensions, "d(padding=", pad_tuple(before, behind)));
    return {call.bind(concat(path, '(', map->x.said, ')'), std::move(sizes), map->x.is_first)};
}

std::vector<Value> cropping(Call& call) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    const auto map = map_of(call, dimensions);
    Sizes before, behind;
    if (!map || !read_border(call, "cropping", dimensions, before, behind)) return {};
    Sizes sizes = map->x.sizes;
    std::string line = "x";
    for (std::size_t i = 0; i < dimensions; ++i) {
        std::int64_t& size = sizes[map->first_axis + i];
        if (size >= 0 && size <= before[i] + behind[i]) return {};
        if (size >= 0) size -= before[i] + behind[i];
        line = concat("slice(", line, ", dim=", i + 2, ", start=", text(before[i]),
                      behind[i] == 0 ? ")" : concat(", end=-", text(behind[i]), ')'));
    }
    return {call.bind(concat(call.lined(line), '(', map->x.said, ')'), std::move(sizes), map->x.is_first)};
}

std::vector<Value> upsampling(Call& call) {
    const std::size_t dimensions = dimensions_of(call.type.name);
    const auto map = map_of(call, dimensions);
    const Sizes factors = call.numbers("size", dimensions, 2);
    if (!map || factors.size() != dimensions || !are_known(factors)) return {};
    Sizes sizes = map->x.sizes;
    for (std::size_t i = 0; i < dimensions; ++i) {
        std::int64_t& size = sizes[map->first_axis + i];
        size = times(size, factors[i]);
    }
    const bool is_bilinear = dimensions == 2 && call.option("interpolation").is("bilinear");
    const std::string path = call.module(
        concat("Upsample(scale_factor=", tuple(factors), ", mode='", is_bilinear ? "bilinear'" : "nearest'"));
    return {call.bind(concat(path, '(', map->x.said, ')'), std::move(sizes), map->x.is_first)};
}

/// A size of its own, by stretching or by cutting.
std::vector<Value> resizing(Call& call) {
    const auto map = map_of(call, 2);
    const Sizes wanted = {call.number("height"), call.number("width")};
    if (!map || !are_known(wanted)) return {};
    Sizes sizes = map->x.sizes;
    std::copy(wanted.begin(), wanted.end(), sizes.begin() + static_cast<std::ptrdiff_t>(map->first_axis));
    const std::string path = call.module(concat("Upsample(size=", tuple(wanted), ", mode='nearest'"));
    return {call.bind(concat(path, '(', map->x.said, ')'), std::move(sizes), map->x.is_first)};
}

}  // namespace paramscope::open::keras
