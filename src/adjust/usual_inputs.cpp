#include "adjust/usual_inputs.h"

#include <array>
#include <optional>

#include "base/ranges.h"
#include "layers/arguments.h"

namespace paramscope::adjust {
namespace {

constexpr int kMostForwardLevels = 20;  // of modules that pass an input on to a module inside

/// Sides of images that models of print() are made for; a flattened map fits one of them.
constexpr std::array<int, 10> kImageSides = {224, 32, 28, 64, 96, 128, 256, 299, 384, 512};
constexpr int kLength = 128;  // tokens, steps
constexpr int kFrames = 16;

enum class Form { Map1d, Map2d, Map3d, Small1d, Small2d, Small3d, Tokens, Features };

/// What a layer type reads, and the argument that is the number of features.
struct Reader {
    std::string_view type, features;
    Form form;
};
constexpr std::array<Reader, 16> kReaders = {{
    {"Conv1d", "in_channels", Form::Map1d},
    {"Conv2d", "in_channels", Form::Map2d},
    {"Conv3d", "in_channels", Form::Map3d},
    {"ConvTranspose1d", "in_channels", Form::Small1d},
    {"ConvTranspose2d", "in_channels", Form::Small2d},
    {"ConvTranspose3d", "in_channels", Form::Small3d},
    {"BatchNorm2d", "num_features", Form::Map2d},
    {"Embedding", "", Form::Tokens},
    {"EmbeddingBag", "", Form::Tokens},
    {"Linear", "in_features", Form::Features},
    {"Conv1D", "nx", Form::Features},
    {"MultiheadAttention", "embed_dim", Form::Features},
    {"RNN", "input_size", Form::Features},
    {"LSTM", "input_size", Form::Features},
    {"GRU", "input_size", Form::Features},
    {"Bilinear", "in1_features", Form::Features},
}};

const Reader* reader_of(const Node& node) {
    if (!node.layer.rule) return nullptr;
    return find_by(kReaders, &Reader::type, node.module->type);
}

/// The module that first reads the input `name` of another: followed through forward lines as far as they
/// call one child with it.
std::uint32_t first_reader(const Tree& tree, std::uint32_t module, std::string_view name, int levels);

std::optional<std::uint32_t> first_reader(const Tree& tree, std::uint32_t module, std::string_view name,
                                          const ForwardExpression& expression, int levels) {
    const auto& operands = expression.operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool is_input = operands[i].kind == ForwardExpression::Kind::Name && operands[i].name == name;
        if (!is_input) {
            if (const auto found = first_reader(tree, module, name, operands[i], levels)) return found;
            continue;
        }
        if (expression.kind != ForwardExpression::Kind::Call) continue;
        const std::size_t list = expression.name == "each" ? 1 : 0;
        const std::string& child_name = list ? operands.front().name : expression.name;
        const auto child = tree.find(module, child_name);
        if (!child) continue;
        const Forward* inner = tree.nodes[*child].forward;
        const std::size_t at = i - list;
        const std::string_view inner_name =
            inner && at < inner->inputs.size() ? std::string_view(inner->inputs[at]) : std::string_view();
        return first_reader(tree, *child, inner_name, levels - 1);
    }
    return std::nullopt;
}

std::uint32_t first_reader(const Tree& tree, std::uint32_t module, std::string_view name, int levels) {
    const Forward* forward = tree.nodes[module].forward;
    if (!forward || levels == 0 || name.empty()) return module;
    if (const auto found = first_reader(tree, module, name, forward->result, levels)) return *found;
    for (const Forward::Binding& binding : forward->bindings)
        if (const auto found = first_reader(tree, module, name, binding.value, levels)) return *found;
    return module;
}

std::vector<Dims> shapes(Form form, const Polynomial& features) {
    std::vector<Dims> shapes;
    switch (form) {
        case Form::Map1d:
            return {{1, features, kLength}, {1, features, 3000}};
        case Form::Map2d:
            for (const int side : kImageSides) shapes.push_back({1, features, side, side});
            return shapes;
        case Form::Map3d:
            return {{1, features, kFrames, 112, 112}, {1, features, 32, 32, 32}};
        case Form::Small1d:
            return {{1, features, 1}, {1, features, kLength}};
        case Form::Small2d:
            return {{1, features, 1, 1}, {1, features, 8, 8}};
        case Form::Small3d:
            return {{1, features, 1, 1, 1}, {1, features, 8, 8, 8}};
        case Form::Tokens:
            return {{1, kLength}};
        case Form::Features:
            return {{1, kLength, features}, {1, features}};
    }
    return shapes;
}

}  // namespace

std::vector<Dims> usual_inputs(const Tree& tree, std::uint32_t module, std::string_view name) {
    const std::uint32_t begin = first_reader(tree, module, name, kMostForwardLevels);
    for (std::uint32_t i = begin; i < tree.nodes[begin].subtree_end; ++i) {
        const Node& node = tree.nodes[i];
        const Reader* reader = reader_of(node);
        if (!reader) continue;
        if (reader->features.empty()) return shapes(reader->form, 0);
        Diagnostics ignored;
        const Values one([](std::string_view) { return std::optional<Rational>(Rational(1)); });
        const Arguments arguments(*node.layer.signature, *node.module, one, &ignored);
        const Polynomial features = arguments.number(reader->features);
        return arguments.failed() ? std::vector<Dims>() : shapes(reader->form, features);
    }
    return {};
}

}  // namespace paramscope::adjust
