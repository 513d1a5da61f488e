#include "open/summary/layers.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/keras/layer_types.h"

namespace paramscope::open {
namespace {

struct RowFacts;

/// A layer whose arguments follow from shapes and the number of parameters.
struct KnownLayer {
    std::string_view torch;                               ///< PyTorch's name for it
    std::optional<RowLayer> (*exact)(const RowFacts& a);  ///< nullopt where they contradict each other
};

std::uint64_t unsigned_of(Integer value) {
    return static_cast<std::uint64_t>(value);
}

/// What is known of a row, from which its layer is found.
struct RowFacts {
    const KnownLayer& known;
    PrintedSizes input;  ///< in PyTorch's order: batch, channels, sizes
    PrintedSizes output;
    Integer count = 0;
    Integer channels = 0;  ///< of the output
};

std::string type_of(const RowFacts& a) {
    return std::string(a.known.torch);
}

std::string flag(bool has_bias) {
    return has_bias ? ", bias=True" : ", bias=False";
}

/// count = in·out (+ out). The width of the input decides whether there is a bias; unknown widths mean there
/// is one.
std::optional<RowLayer> linear(const RowFacts& a) {
    if (a.output.empty() || a.output.back() <= 0) return std::nullopt;
    const Integer out = a.output.back();
    if (a.count == 0 || a.count % out != 0) return std::nullopt;
    const Integer rows = a.count / out;
    const bool is_known = !a.input.empty() && a.input.back() > 0;
    const bool has_bias = rows > 1 && !(is_known && Integer(a.input.back()) == rows);
    const Integer in = has_bias ? rows - 1 : rows;
    RowLayer text{type_of(a),
                  concat("in_features=", to_string(in), ", out_features=", to_string(out), flag(has_bias)),
                  {},
                  ""};
    if (is_known && Integer(a.input.back()) == in) text.input = a.input;
    return text;
}

/// The integer root of that order, up to 31, a large kernel's size; 0 when there is none.
std::int64_t integer_root(Integer value, std::size_t order) {
    for (std::int64_t size = 1; size <= 31; ++size) {
        Integer power = 1;
        for (std::size_t i = 0; i < order; ++i) power = power * Integer(size);
        if (power == value) return size;
        if (power > value) return 0;
    }
    return 0;
}

struct Stride {
    std::int64_t stride, padding;
};

/// The stride and padding with which a kernel maps `in` positions to `out`: "same" padding, or none.
std::optional<Stride> stride_between(std::int64_t in, std::int64_t out, std::int64_t kernel) {
    for (std::int64_t stride = 1; stride <= 8; ++stride) {
        for (const std::int64_t padding : {(kernel - 1) / 2, std::int64_t{0}}) {
            const std::int64_t room = in + 2 * padding - kernel;
            if (room >= 0 && room / stride + 1 == out) return Stride{stride, padding};
        }
    }
    return std::nullopt;
}

/// count = out·in·kernel (+ out), with a square kernel that maps the input shape to the output shape.
std::optional<RowLayer> convolution(const RowFacts& a) {
    const std::size_t dimensions = a.output.size() < 3 ? 0 : a.output.size() - 2;
    if (dimensions == 0 || a.input.size() != a.output.size() || a.channels <= 0 || a.input[1] <= 0)
        return std::nullopt;
    const Integer in = a.input[1];
    for (const bool has_bias : {true, false}) {
        const Integer weights = a.count - (has_bias ? a.channels : Integer(0));
        if (weights <= 0 || weights % (a.channels * in) != 0) continue;
        const std::int64_t side = integer_root(weights / (a.channels * in), dimensions);
        const auto stride = side == 0 ? std::nullopt : stride_between(a.input[2], a.output[2], side);
        if (!stride) continue;
        const auto same = [&](std::int64_t size) {
            std::string tuple = "(";
            for (std::size_t i = 0; i < dimensions; ++i)
                tuple += concat(i > 0 ? ", " : "", unsigned_of(size));
            return tuple + (dimensions == 1 ? ",)" : ")");
        };
        for (std::size_t i = 2; i < a.output.size(); ++i) {
            const auto other = stride_between(a.input[i], a.output[i], side);
            if (!other || other->stride != stride->stride || other->padding != stride->padding)
                return std::nullopt;
        }
        return RowLayer{type_of(a),
                        concat(to_string(in), ", ", to_string(a.channels), ", kernel_size=", same(side),
                               ", stride=", same(stride->stride), ", padding=", same(stride->padding),
                               has_bias ? "" : ", bias=False"),
                        a.input, ""};
    }
    return std::nullopt;
}

// The input of a norm has the shape of its output.
std::optional<RowLayer> batch_norm(const RowFacts& a) {
    if (a.channels <= 0 || a.count != 2 * a.channels) return std::nullopt;
    return RowLayer{type_of(a), to_string(a.channels), a.output, ""};
}

/// Keras counts running statistics as parameters that are not trained.
std::optional<RowLayer> keras_batch_norm(const RowFacts& a) {
    if (a.channels <= 0 || a.count != 4 * a.channels || a.output.size() < 2 || a.output.size() > 5)
        return std::nullopt;
    const std::string size = to_string(a.channels);
    const char* type = a.output.size() == 4   ? "BatchNorm2d"
                       : a.output.size() == 5 ? "BatchNorm3d"
                                              : "BatchNorm1d";
    return RowLayer{
        type, concat(size, ", track_running_stats=False"), a.output,
        concat("\n(moving_mean): Parameter(", size, ", requires_grad=False)\n(moving_variance): Parameter(",
               size, ", requires_grad=False)"),
        2 * a.channels};
}

std::optional<RowLayer> layer_norm(const RowFacts& a) {
    if (a.output.empty() || a.output.back() <= 0 || a.count != 2 * Integer(a.output.back()))
        return std::nullopt;
    return RowLayer{"LayerNorm", concat("(", to_string(Integer(a.output.back())), ",)"), a.output, ""};
}

std::optional<RowLayer> embedding(const RowFacts& a) {
    if (a.output.empty() || a.output.back() <= 0 || a.count == 0 || a.count % Integer(a.output.back()) != 0)
        return std::nullopt;
    const Integer width = a.output.back();
    return RowLayer{"Embedding", concat(to_string(a.count / width), ", ", to_string(width)), {}, ""};
}

/// A layer without parameters and without arguments.
std::optional<RowLayer> plain(const RowFacts& a) {
    return a.count == 0 ? std::optional(RowLayer{type_of(a), "", {}, ""}) : std::nullopt;
}

/// In place of pools and the like, whose arguments are unknown.
std::optional<RowLayer> identity(const RowFacts& a) {
    return a.count == 0 ? std::optional(RowLayer{"Identity", "", {}, ""}) : std::nullopt;
}

/// Types of PyTorch of which rows tell the same.
struct TorchTypes {
    std::string_view types;
    std::optional<RowLayer> (*exact)(const RowFacts& a);
};

constexpr TorchTypes kTorch[] = {
    {"Linear", linear},
    {"Conv1d Conv2d Conv3d", convolution},
    {"BatchNorm1d BatchNorm2d BatchNorm3d", batch_norm},
    {"LayerNorm", layer_norm},
    {"Embedding", embedding},
    {"ReLU ReLU6 LeakyReLU ELU GELU SiLU Sigmoid Tanh Softmax LogSoftmax Hardswish Hardsigmoid Dropout "
     "Dropout2d Flatten",
     plain},
    {"StochasticDepth Identity Unflatten MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d "
     "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool2d Upsample PixelShuffle ZeroPad2d ReflectionPad2d "
     "ReplicationPad2d CrossEntropyLoss MSELoss",
     identity},
};

/// Finds a type of PyTorch.
std::optional<KnownLayer> find_torch(std::string_view name) {
    const auto* found = find_where(kTorch, [&](const TorchTypes& row) { return has_word(row.types, name); });
    return found == nullptr ? std::nullopt : std::optional(KnownLayer{name, found->exact});
}

/// Finds a type of Keras. Rows do not show the arguments of most types, so only types without weights can do
/// without them.
std::optional<KnownLayer> find_keras(std::string_view name, bool is_cut) {
    using keras::Rule;
    const keras::LayerType* type = keras::find_layer_type(name, is_cut);
    if (type == nullptr) return std::nullopt;
    const std::string_view torch = type->torch;
    switch (type->rule) {
        case Rule::Dense:
            return KnownLayer{torch, linear};
        case Rule::Convolution:
            return KnownLayer{torch, convolution};
        case Rule::BatchNorm:
            return KnownLayer{torch, keras_batch_norm};
        case Rule::LayerNorm:
            return KnownLayer{torch, layer_norm};
        case Rule::Embedding:
            return KnownLayer{torch, embedding};
        default:
            if (type->rule >= Rule::Transposed) return std::nullopt;
            const std::size_t bracket = torch.find('(');
            const bool needs_arguments = bracket == std::string_view::npos || torch.ends_with("(x)");
            return KnownLayer{torch.substr(0, bracket), needs_arguments ? identity : plain};
    }
}

/// Moves the channels, last in Keras, to PyTorch's place after the batch.
PrintedSizes channels_first(PrintedSizes sizes) {
    if (sizes.size() > 2) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    return sizes;
}

std::optional<RowLayer> exact_text(const KnownLayer& known, const SummaryRow& row, const PrintedSizes& input,
                                   bool is_keras) {
    const bool moves = is_keras && (known.exact == convolution || known.exact == keras_batch_norm);
    RowFacts a{known, moves ? channels_first(input) : input, moves ? channels_first(row.output) : row.output,
               row.count.value_or(0)};
    if (a.output.size() > 1) a.channels = a.output[1];
    return known.exact(a);
}

/// By SummaryTable::Maker.
constexpr auto kMakers = word_table<7>("keras torchsummary torchinfo paddle lightning pyg ultralytics");

/// PyTorch's spelling of Paddle's types: Conv2D -> Conv2d.
std::string torch_spelling(std::string type) {
    if (type.size() > 1 && type.back() == 'D' && is_digit(type[type.size() - 2])) type.back() = 'd';
    return type;
}

}  // namespace

std::string marked_type(std::string_view type, SummaryTable::Maker maker) {
    return keras::marked_type(type, kMakers[static_cast<std::size_t>(maker)]);
}

RowLayer layer_of_row(const SummaryRow& row, const PrintedSizes& input, SummaryTable::Maker maker) {
    const bool is_keras = maker == SummaryTable::Maker::Keras;
    const std::string torch = torch_spelling(row.type);
    const std::optional<KnownLayer> known =
        is_keras ? find_keras(row.type, row.is_type_cut) : find_torch(torch);
    if (known && row.count && row.precision == 0) {
        if (auto text = exact_text(*known, row, input, is_keras)) return *text;
    }
    const std::string type = marked_type(row.type, maker);
    // Without a number of parameters nothing is known of the layer.
    if (!row.count) return {type, "", {}, "", 0};
    return {type, "", {}, concat("\n(parameters): Parameter(", to_string(*row.count), ")"), 0};
}

}  // namespace paramscope::open
