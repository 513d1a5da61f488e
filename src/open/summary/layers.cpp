#include "open/summary/layers.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/keras/layer_types.h"

namespace paramscope::open {
namespace {

/// Kinds of layers whose arguments follow from shapes and the number of parameters.
enum class Kind { Linear, Convolution, BatchNorm, KerasBatchNorm, LayerNorm, Embedding, NoWork };

struct KnownLayer {
    std::string_view type;
    Kind kind;
    std::string_view torch;  ///< PyTorch's name for it, "" for the same
};

// Of PyTorch.
constexpr std::array<KnownLayer, 42> kTorch = {{
    {"Linear", Kind::Linear, ""},
    {"Conv1d", Kind::Convolution, ""},
    {"Conv2d", Kind::Convolution, ""},
    {"Conv3d", Kind::Convolution, ""},
    {"BatchNorm1d", Kind::BatchNorm, ""},
    {"BatchNorm2d", Kind::BatchNorm, ""},
    {"BatchNorm3d", Kind::BatchNorm, ""},
    {"LayerNorm", Kind::LayerNorm, ""},
    {"Embedding", Kind::Embedding, ""},
    {"ReLU", Kind::NoWork, "ReLU"},
    {"ReLU6", Kind::NoWork, "ReLU6"},
    {"LeakyReLU", Kind::NoWork, "LeakyReLU"},
    {"ELU", Kind::NoWork, "ELU"},
    {"GELU", Kind::NoWork, "GELU"},
    {"SiLU", Kind::NoWork, "SiLU"},
    {"Sigmoid", Kind::NoWork, "Sigmoid"},
    {"Tanh", Kind::NoWork, "Tanh"},
    {"Softmax", Kind::NoWork, "Softmax"},
    {"LogSoftmax", Kind::NoWork, "LogSoftmax"},
    {"Hardswish", Kind::NoWork, "Hardswish"},
    {"Hardsigmoid", Kind::NoWork, "Hardsigmoid"},
    {"Dropout", Kind::NoWork, "Dropout"},
    {"Dropout2d", Kind::NoWork, "Dropout2d"},
    {"StochasticDepth", Kind::NoWork, ""},
    {"Identity", Kind::NoWork, ""},
    {"Flatten", Kind::NoWork, "Flatten"},
    {"Unflatten", Kind::NoWork, ""},
    {"MaxPool1d", Kind::NoWork, ""},
    {"MaxPool2d", Kind::NoWork, ""},
    {"MaxPool3d", Kind::NoWork, ""},
    {"AvgPool1d", Kind::NoWork, ""},
    {"AvgPool2d", Kind::NoWork, ""},
    {"AdaptiveAvgPool1d", Kind::NoWork, ""},
    {"AdaptiveAvgPool2d", Kind::NoWork, ""},
    {"AdaptiveMaxPool2d", Kind::NoWork, ""},
    {"Upsample", Kind::NoWork, ""},
    {"PixelShuffle", Kind::NoWork, ""},
    {"ZeroPad2d", Kind::NoWork, ""},
    {"ReflectionPad2d", Kind::NoWork, ""},
    {"ReplicationPad2d", Kind::NoWork, ""},
    {"CrossEntropyLoss", Kind::NoWork, ""},
    {"MSELoss", Kind::NoWork, ""},
}};

/// Finds a type of PyTorch.
std::optional<KnownLayer> find_torch(std::string_view name) {
    const auto* found = find_by(kTorch, &KnownLayer::type, name);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

/// Finds a type of Keras. Rows do not show the arguments of most types, so only types without weights can do
/// without them.
std::optional<KnownLayer> find_keras(std::string_view name, bool is_cut) {
    using keras::Rule;
    const keras::LayerType* type = keras::find_layer_type(name, is_cut);
    if (type == nullptr) return std::nullopt;
    std::string_view torch = type->torch;
    switch (type->rule) {
        case Rule::Dense:
            return KnownLayer{type->name, Kind::Linear, torch};
        case Rule::Convolution:
            return KnownLayer{type->name, Kind::Convolution, torch};
        case Rule::BatchNorm:
            return KnownLayer{type->name, Kind::KerasBatchNorm, ""};
        case Rule::LayerNorm:
            return KnownLayer{type->name, Kind::LayerNorm, torch};
        case Rule::Embedding:
            return KnownLayer{type->name, Kind::Embedding, torch};
        default:
            if (type->rule >= Rule::Transposed) return std::nullopt;
            // The PyTorch type, if it needs no arguments.
            const std::size_t bracket = torch.find('(');
            return KnownLayer{
                type->name, Kind::NoWork,
                bracket == std::string_view::npos || torch.ends_with("(x)") ? "" : torch.substr(0, bracket)};
    }
}

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
    return std::string(a.known.torch.empty() ? a.known.type : a.known.torch);
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

std::optional<RowLayer> no_work(const RowFacts& a) {
    if (a.count != 0) return std::nullopt;
    // A type that needs no arguments stays; pools and the like, whose arguments are unknown, become Identity.
    return RowLayer{a.known.torch.empty() ? "Identity" : std::string(a.known.torch), "", {}, ""};
}

/// Moves the channels, last in Keras, to PyTorch's place after the batch.
PrintedSizes channels_first(PrintedSizes sizes) {
    if (sizes.size() > 2) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    return sizes;
}

std::optional<RowLayer> exact_text(const KnownLayer& known, const SummaryRow& row, const PrintedSizes& input,
                                   bool is_keras) {
    const bool moves = is_keras && (known.kind == Kind::Convolution || known.kind == Kind::KerasBatchNorm);
    RowFacts a{known, moves ? channels_first(input) : input, moves ? channels_first(row.output) : row.output,
               row.count.value_or(0)};
    if (a.output.size() > 1) a.channels = a.output[1];
    switch (known.kind) {
        case Kind::Linear:
            return linear(a);
        case Kind::Convolution:
            return convolution(a);
        case Kind::BatchNorm:
            return batch_norm(a);
        case Kind::KerasBatchNorm:
            return keras_batch_norm(a);
        case Kind::LayerNorm:
            return layer_norm(a);
        case Kind::Embedding:
            return embedding(a);
        case Kind::NoWork:
            return no_work(a);
    }
    return std::nullopt;
}

}  // namespace

namespace {

std::string_view name_of(SummaryTable::Maker maker) {
    using Maker = SummaryTable::Maker;
    switch (maker) {
        case Maker::Keras:
            return "keras";
        case Maker::Torchsummary:
            return "torchsummary";
        case Maker::Torchinfo:
            return "torchinfo";
        case Maker::Paddle:
            return "paddle";
        case Maker::Lightning:
            return "lightning";
        case Maker::Geometric:
            return "pyg";
        case Maker::Ultralytics:
            return "ultralytics";
    }
    return "";
}

/// PyTorch's spelling of Paddle's types: Conv2D -> Conv2d.
std::string torch_spelling(std::string type) {
    if (type.size() > 1 && type.back() == 'D' && is_digit(type[type.size() - 2])) type.back() = 'd';
    return type;
}

}  // namespace

std::string marked_type(std::string_view type, SummaryTable::Maker maker) {
    return keras::marked_type(type, name_of(maker));
}

RowLayer layer_of_row(const SummaryRow& row, const PrintedSizes& input, SummaryTable::Maker maker) {
    const bool is_keras = maker == SummaryTable::Maker::Keras;
    const std::optional<KnownLayer> known =
        is_keras ? find_keras(row.type, row.is_type_cut) : find_torch(torch_spelling(row.type));
    if (known && row.count && row.precision == 0) {
        if (auto text = exact_text(*known, row, input, is_keras)) return *text;
    }
    const std::string type = marked_type(row.type, maker);
    // Without a number of parameters nothing is known of the layer.
    if (!row.count) return {type, "", {}, "", 0};
    return {type, "", {}, concat("\n(parameters): Parameter(", to_string(*row.count), ")"), 0};
}

}  // namespace paramscope::open
