// Layers that rearrange elements or pass them on unchanged.
#include "layers/families/families.h"
#include "layers/families/window.h"

namespace paramscope {
namespace {

/// torch.nn.Flatten: joins the dimensions start_dim to end_dim.
Signal flatten_forward(const LayerCall& call) {
    const Dims& input = call.input();
    const auto start = dimension_index(call, "start_dim", input.size());
    const auto end = dimension_index(call, "end_dim", input.size());
    if (!start || !end) return Signal::unknown();
    if (*start > *end) {
        call.arguments.fail("start_dim", message("flatten.order"));
        return Signal::unknown();
    }
    const auto first = input.begin() + static_cast<std::ptrdiff_t>(*start);
    const auto behind = input.begin() + static_cast<std::ptrdiff_t>(*end) + 1;
    Dims output(input.begin(), first);
    output.push_back(product(Dims(first, behind)));
    output.insert(output.end(), behind, input.end());
    return Signal::tensor(std::move(output));
}

/// True for `unflattened_size=(('C', 2), ('H', 4))`, where `dim` is a name too.
bool names_dimensions(const Arguments& a) {
    const Value* sizes = a.find("unflattened_size");
    return sizes && !sizes->items.empty() && sizes->items.front().kind == Value::Kind::Tuple;
}

/// The index of the dimension to unflatten. A dimension given by name is the only one with as many elements
/// as the new sizes; nullopt when several have.
std::optional<std::size_t> unflattened_dimension(const LayerCall& call, const Dims& sizes) {
    if (!names_dimensions(call.arguments)) return dimension_index(call, "dim", call.input().size());
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < call.input().size(); ++i) {
        if (!call.arguments.equal(call.input()[i], product(sizes))) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

/// Replaces a -1 in `sizes` with `whole` divided by the others. Fails the call and returns false when that is
/// not possible.
bool complete_sizes(const LayerCall& call, const Polynomial& whole, Dims* sizes) {
    Polynomial* inferred = nullptr;
    Polynomial known = 1;
    for (Polynomial& size : *sizes) {
        if (call.arguments.integer(size) == Integer{-1} && !inferred) {
            inferred = &size;
        } else if (call.arguments.size_kind(size, 1) == SizeKind::TooSmall) {
            call.arguments.fail("unflattened_size", message("unflatten.sizes"));
            return false;
        } else {
            known *= size;
        }
    }
    if (!inferred) return expect_size(call, whole, known, "unflatten.elements");
    if (!expect_multiple(call, whole, known, "unflatten.divisible")) return false;
    *inferred = whole / known;
    return true;
}

/// torch.nn.Unflatten: splits a dimension into several.
Signal unflatten_forward(const LayerCall& call) {
    Dims sizes = call.arguments.list("unflattened_size");
    const std::optional<std::size_t> dimension = unflattened_dimension(call, sizes);
    if (!dimension || !complete_sizes(call, call.input()[*dimension], &sizes)) return Signal::unknown();
    Dims output = call.input();
    const auto at = output.erase(output.begin() + static_cast<std::ptrdiff_t>(*dimension));
    output.insert(at, sizes.begin(), sizes.end());
    return Signal::tensor(std::move(output));
}

/// torchvision's Permute: reorders the dimensions. print() does not show the order; then the output is
/// unknown.
Signal permute_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    if (!a.has("dims")) return Signal::unknown();
    const Dims order = a.list("dims");
    Dims output;
    for (const Polynomial& dimension : order) {
        const std::optional<Integer> index = a.integer(dimension);
        const auto rank = static_cast<Integer>(call.input().size());
        if (!index || *index < -rank || *index >= rank) break;
        output.push_back(call.input()[static_cast<std::size_t>(*index < 0 ? *index + rank : *index)]);
    }
    if (output.size() == call.input().size() && output.size() == order.size())
        return Signal::tensor(std::move(output));
    a.fail("dims", message("permute.dims", {{"shape", to_string(call.input())}}));
    return Signal::unknown();
}

/// torch.nn.Unfold: (*, C, H, W) -> (*, C·k, windows).
Signal unfold_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, 2);
    if (!axis) return Signal::unknown();
    const Window window = read_window(call.arguments, 2);
    Dims positions = call.input();
    if (!slide_window(call, window, *axis, Rounding::Down, &positions)) return Signal::unknown();
    Dims output(call.input().begin(), call.input().begin() + static_cast<std::ptrdiff_t>(*axis));
    output.push_back(call.input()[*axis] * product(window.kernel));
    output.push_back(positions[*axis + 1] * positions[*axis + 2]);
    return Signal::tensor(std::move(output));
}

/// torch.nn.Fold: (*, C·k, windows) -> (*, C, output_size...), the sum of overlapping windows.
Signal fold_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, 1);
    if (!axis) return Signal::unknown();
    const Window window = read_window(call.arguments, 2);
    const Dims size = call.arguments.sizes("output_size", 2, 1);
    Polynomial windows = 1;
    for (std::size_t i = 0; i < size.size(); ++i)
        windows *= window_positions(size[i], window, i, Rounding::Down);
    const Polynomial elements = product(window.kernel);
    if (!expect_multiple(call, call.input()[*axis], elements, "input.divisible_channels") ||
        !expect_size(call, call.input()[*axis + 1], windows, "fold.windows")) {
        return Signal::unknown();
    }
    Dims output(call.input().begin(), call.input().begin() + static_cast<std::ptrdiff_t>(*axis));
    output.push_back(call.input()[*axis] / elements);
    output.insert(output.end(), size.begin(), size.end());
    return Signal::tensor(std::move(output));
}

/// A layer without tensors whose print() does not show enough to know its output.
constexpr LayerRule opaque(std::string_view type) {
    return {type, "", nullptr, unknown_output};
}

}  // namespace

std::span<const LayerRule> shape_layers() {
    static constexpr LayerRule rules[] = {
        {"Identity", ""},
        {"IdentityOp", ""},      // Megatron
        {"IdentityFuncOp", ""},  // Megatron
        {"QuantStub", ""},       // quantization stubs: the identity in a float model
        {"DeQuantStub", ""},
        {"Quantize", "scale=1, zero_point=0, dtype=None"},  // those of a converted model
        {"DeQuantize", ""},
        {"None", ""},  // a child that is None prints as `(name): None`
        {"Flatten", "start_dim=1, end_dim=-1", nullptr, flatten_forward},
        {"Unflatten", "dim, unflattened_size", nullptr, unflatten_forward},
        {"Fold", "output_size, kernel_size, dilation=1, padding=0, stride=1", nullptr, fold_forward},
        {"Unfold", "kernel_size, dilation=1, padding=0, stride=1", nullptr, unfold_forward},
        {"Permute", "dims=None", nullptr, permute_forward},
        opaque("FlashAttention"),  // of heads that were made outside
        opaque("FusedAttention"),
        opaque("FusedScaleMaskSoftmax"),
        // torch.nn.utils.parametrizations: their tensors belong to the parametrized layer
        opaque("_Orthogonal"),
        opaque("_SpectralNorm"),
        opaque("_WeightNorm"),
        // torchvision
        opaque("AnchorGenerator"),
        opaque("DefaultBoxGenerator"),
        opaque("GeneralizedRCNNTransform"),
        opaque("LastLevelMaxPool"),
        opaque("MultiScaleRoIAlign"),
        opaque("SwapAxes"),
        opaque("WindowDepartition"),
        opaque("WindowPartition"),
    };
    return rules;
}

}  // namespace paramscope
