#include "count/environment/input.h"

#include <algorithm>
#include <array>

#include "algebra/parse.h"
#include "base/characters.h"
#include "base/ranges.h"
#include "count/messages.h"
#include "layers/catalogue/catalogue.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// Default size for an input's free name that contains `word`; the first matching entry applies.
struct UsualSize {
    std::string_view word;
    Integer size;
};
constexpr std::array<UsualSize, 6> kUsualSizes = {{
    {"batch", 1},
    {"height", 224},
    {"width", 224},
    {"image", 224},
    {"frames", 16},
    {"samples", 16'000},
}};
constexpr Integer kUsualLength = 128;  // tokens, steps, ...

constexpr std::size_t kMostDimensions = 16;
constexpr std::size_t kBatchAndChannels = 2;  // the sizes before those of an image

void skip_spaces(std::string_view text, std::uint32_t* at) {
    while (*at < text.size() && (text[*at] == ' ' || text[*at] == '\t')) ++*at;
}

bool skip_comma(std::string_view text, std::uint32_t* at) {
    skip_spaces(text, at);
    if (*at >= text.size() || text[*at] != ',') return false;
    ++*at;
    return true;
}

void replace_all(std::string* text, std::string_view part, std::string_view other) {
    for (std::size_t at = 0; (at = text->find(part, at)) != std::string::npos; at += other.size())
        text->replace(at, part.size(), other);
}

/// True where digits are on both sides of `at`, with spaces between or without.
bool is_between_digits(std::string_view text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
    const std::size_t after = text.find_first_not_of(' ', at + 1);
    return before != std::string_view::npos && after != std::string_view::npos && is_digit(text[before]) &&
           is_digit(text[after]);
}

/// Separates sizes by commas where they stand as `1x3x224x224`, `1 × 3` or `1 3 224 224`, leaves out the name
/// of `torch.Size([1, 3])`, and writes Python's None as the -1 that says the same; every byte keeps its
/// place, for errors.
std::string with_commas(std::string_view text) {
    std::string result(text);
    replace_all(&result, "torch.Size", "          ");
    replace_all(&result, "\u00D7", ", ");
    replace_all(&result, "None,", "-1  ,");
    for (std::size_t i = 0; i < result.size(); ++i) {
        const bool is_sign = result[i] == 'x' || result[i] == ' ';
        if (is_sign && is_between_digits(result, i)) result[i] = ',';
    }
    return result;
}

Result<Dims> parse_shape(std::string_view text, std::uint32_t* at) {
    skip_spaces(text, at);
    // torch.Size([1, 3]) has two kinds of brackets, of which the inner ones are a shape's.
    const bool is_wrapped = text.substr(*at).starts_with("([");
    if (is_wrapped) ++*at;
    const bool bracketed = *at < text.size() && (text[*at] == '(' || text[*at] == '[');
    const std::uint32_t open = *at;
    if (bracketed) ++*at;
    Dims shape;
    while (true) {
        skip_spaces(text, at);
        const bool closes = *at < text.size() && (text[*at] == ')' || text[*at] == ']');
        if (bracketed && closes) break;
        const Result<Polynomial> size = parse_expression(text, at);
        if (!size) return size.error();
        shape.push_back(*size);
        if (shape.size() > kMostDimensions) {
            return Error{ErrorCode::TooComplex,
                         message("shape.too_many_dimensions", {{"most", kMostDimensions}}),
                         {open, *at}};
        }
        if (!skip_comma(text, at)) break;
    }
    if (bracketed) {
        if (*at >= text.size() || (text[*at] != ')' && text[*at] != ']')) {
            return Error{ErrorCode::Syntax, message("shape.expected_bracket"), {*at, *at}};
        }
        ++*at;
    }
    if (is_wrapped) {
        if (*at >= text.size() || text[*at] != ')')
            return Error{ErrorCode::Syntax, message("shape.expected_bracket"), {*at, *at}};
        ++*at;
    }
    skip_spaces(text, at);
    return shape;
}

/// The usual input shape of a layer type, around the one size that its arguments give.
struct UsualInput {
    std::string_view type;
    std::string_view argument;     ///< holds the known size; "" for none
    std::array<Integer, 5> sizes;  ///< -1: the known size; 0: end of the shape
};
constexpr std::array<UsualInput, 14> kUsualInputs = {{
    {"Conv1d", "in_channels", {1, -1, 128, 0, 0}},
    {"Conv2d", "in_channels", {1, -1, 224, 224, 0}},
    {"Conv3d", "in_channels", {1, -1, 16, 112, 112}},
    {"ConvTranspose1d", "in_channels", {1, -1, 128, 0, 0}},
    {"ConvTranspose2d", "in_channels", {1, -1, 1, 1, 0}},
    {"ConvTranspose3d", "in_channels", {1, -1, 1, 1, 1}},
    {"Embedding", "", {1, 128, 0, 0, 0}},
    {"EmbeddingBag", "", {1, 128, 0, 0, 0}},
    {"Linear", "in_features", {1, -1, 0, 0, 0}},
    {"MultiheadAttention", "embed_dim", {1, 128, -1, 0, 0}},
    {"RNN", "input_size", {1, 128, -1, 0, 0}},
    {"LSTM", "input_size", {1, 128, -1, 0, 0}},
    {"GRU", "input_size", {1, 128, -1, 0, 0}},
    {"Bilinear", "in1_features", {1, -1, 0, 0, 0}},
}};

/// True for a layer that only another tool knows, `Conv2D<keras>`: a row of its table.
bool is_of_other_tool(std::string_view type) {
    return type.ends_with('>') && !type.ends_with(kSourceMark);
}

/// The first module in print order whose type is in the table, or that only another tool knows; sets `usual`
/// to the row of the type, null for another tool's.
const Module* find_first_layer(const Module& module, const UsualInput** usual) {
    *usual = find_by(kUsualInputs, &UsualInput::type, module.type);
    if (*usual != nullptr || is_of_other_tool(module.type)) return &module;
    for (const Module& child : module.children) {
        if (const Module* first = find_first_layer(child, usual)) return first;
    }
    return nullptr;
}

}  // namespace

Integer usual_input_size(std::string_view name) {
    if (name == "B" || name == "N") return 1;
    if (name == "H" || name == "W") return 224;
    for (const UsualSize& usual : kUsualSizes) {
        if (name.find(usual.word) != std::string_view::npos) return usual.size;
    }
    return kUsualLength;
}

std::optional<Dims> suggest_input(const Model& model) {
    if (model.root.type.ends_with(kSourceMark)) return std::nullopt;  // only its code tells what it takes
    const UsualInput* usual = nullptr;
    const Module* first = find_first_layer(model.root, &usual);
    if (usual == nullptr) return std::nullopt;
    Diagnostics ignored;
    const Values one([](std::string_view) { return std::optional<Rational>(Rational(1)); });
    const FoundLayer layer = find_layer(first->type);
    const Arguments arguments(*layer.signature, *first, one, &ignored);
    Dims shape;
    for (const Integer size : usual->sizes) {
        if (size == 0) break;
        shape.push_back(size == -1 ? arguments.number(usual->argument) : Polynomial(size));
    }
    if (arguments.failed()) return std::nullopt;
    return shape;
}

std::optional<Dims> image_of_size(const Model& model, const Polynomial& size) {
    const UsualInput* usual = nullptr;
    find_first_layer(model.root, &usual);
    std::optional<Dims> shape = suggest_input(model);
    if (!shape || usual->argument != "in_channels") return std::nullopt;
    for (std::size_t i = kBatchAndChannels; i < shape->size(); ++i) (*shape)[i] = size;
    return shape;
}

std::optional<Dims> one_image(const Model& model, const Dims& sizes) {
    const UsualInput* usual = nullptr;
    find_first_layer(model.root, &usual);
    std::optional<Dims> shape = suggest_input(model);
    if (!shape || usual->argument != "in_channels") return std::nullopt;
    const std::size_t missing = shape->size() - std::min(sizes.size(), shape->size());
    if (missing == 0 || missing > kBatchAndChannels) return std::nullopt;
    std::copy(sizes.begin(), sizes.end(), shape->begin() + static_cast<std::ptrdiff_t>(missing));
    return shape;
}

/// True for a single name without brackets, which is not a shape, though it may be a size.
static bool is_word(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) &&
           std::all_of(text.begin(), text.end(), is_name_part);
}

Result<std::vector<Dims>> parse_input_shapes(std::string_view written) {
    if (is_word(written)) return Error{ErrorCode::Syntax, message("shape.word", {{"word", written}}), {}};
    const std::string text = with_commas(written);
    std::vector<Dims> shapes;
    std::uint32_t at = 0;
    while (true) {
        Result<Dims> shape = parse_shape(text, &at);
        if (!shape) return shape.error();
        shapes.push_back(std::move(*shape));
        if (at >= text.size()) return shapes;
        if (text[at] != ';' && text[at] != ',') {
            return Error{ErrorCode::Syntax, message("shape.expected_separator"), {at, at + 1}};
        }
        ++at;
    }
}

}  // namespace paramscope
