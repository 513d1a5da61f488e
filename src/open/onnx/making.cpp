// Rules for operators whose output has sizes of its own: those that make tensors of shapes, and those that
// repeat or scatter elements.
#include "algebra/whole_quotients.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// The elements of an input as sizes; nullopt when one is not known.
std::optional<Dims> sizes_in(Translator& translator, const Node& node, std::size_t input) {
    const std::optional<SmallTensor>& values = translator.info(node, input).values;
    if (!values || values->items.size() > kMostAxes) return std::nullopt;
    Dims sizes;
    for (const ShapeItem& item : values->items) {
        if (!is_known(item.size)) return std::nullopt;
        sizes.push_back(item.size);
    }
    return sizes;
}

/// The single number or formula in an input.
std::optional<Polynomial> size_in(Translator& translator, const Node& node, std::size_t input) {
    const std::optional<Dims> sizes = sizes_in(translator, node, input);
    return sizes && sizes->size() == 1 ? std::optional(sizes->front()) : std::nullopt;
}

bool constant(Translator& translator, const Node& node, std::string_view) {
    const auto make = [&](Tensor tensor) {
        tensor.name = node.output();
        tensor.is_literal = true;
        return translator.add_constant(node, std::move(tensor));
    };
    const auto length = [](const auto& numbers) {
        return Numbers{static_cast<std::int64_t>(numbers.size())};
    };
    if (const Attribute* value = node.find("value"); value != nullptr && value->t) return make(*value->t);
    if (const Attribute* number = node.find("value_int")) return make({{}, {}, kInt64, {number->i}, {}});
    if (const Attribute* list = node.find("value_ints"))
        return make({{}, length(list->ints), kInt64, list->ints, {}});
    if (const Attribute* number = node.find("value_float"))
        return make({{}, {}, kFloat, {}, {static_cast<double>(number->f)}});
    if (const Attribute* list = node.find("value_floats"))
        return make({{}, length(list->floats), kFloat, {}, list->floats});
    return false;
}

bool shape_of(Translator& translator, const Node& node, std::string_view) {
    const TensorInfo& x = translator.info(node, 0);
    const bool is_whole = node.find("start") == nullptr && node.find("end") == nullptr;
    if (!x.shape.is_tensor()) {
        if (x.expression.empty() || !is_whole) return false;
        return translator.set_output(node, {{}, nullptr, {}, {}, node.input(0)});
    }
    const auto rank = static_cast<std::int64_t>(x.shape.dims.size());
    const SliceRange range = *slice_range(rank, node.integer("start", 0), node.integer("end", rank), 1);
    std::vector<ShapeItem> items;
    for (std::int64_t i = range.first; i < range.first + range.count; ++i) {
        const auto dim = static_cast<std::size_t>(i);
        items.push_back({x.shape.dims[dim], node.input(0), dim});
    }
    return translator.set_values(node, small_list(std::move(items)));
}

bool size_of(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Dims> dims = translator.dims(node, 0);
    if (!dims) return false;
    Polynomial product = 1;
    for (const Polynomial& size : *dims) product *= size;
    return translator.set_values(node, {{}, {{product}}});
}

/// A tensor filled with one number. Files saved without their weights make the weights this way, of sizes
/// that they store.
bool constant_of_shape(Translator& translator, const Node& node, std::string_view) {
    const Attribute* value = node.find("value");
    const std::int32_t type = value != nullptr && value->t ? value->t->type : kFloat;
    const std::optional<Numbers> dims = translator.integers(node, 0, {});
    if (dims && element_count(*dims)) {
        Tensor filled{node.output(), *dims, type, {}, {}};
        const Tensor* stored = translator.constant(node, 0);
        filled.is_filled = stored == nullptr || stored->is_literal;
        return translator.add_constant(node, std::move(filled));
    }
    const std::optional<Dims> sizes = sizes_in(translator, node, 0);
    return sizes ? translator.set_made(node, *sizes) : translator.set_output(node, {});
}

bool range(Translator& translator, const Node& node, std::string_view) {
    const auto first = size_in(translator, node, 0), limit = size_in(translator, node, 1),
               step = size_in(translator, node, 2);
    const std::optional<std::int64_t> by = step ? ShapeItem{*step}.number() : std::nullopt;
    if (!first || !limit || !by || *by < 1) return false;
    return translator.set_made(node, {-floor_divide_whole(*first - *limit, *by)});  // rounded up
}

bool expand(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Dims> x = translator.dims(node, 0), wanted = sizes_in(translator, node, 1);
    if (!x || !wanted) return false;
    Dims sizes = *x;
    while (sizes.size() < wanted->size()) sizes.insert(sizes.begin(), 1);
    const std::size_t more = sizes.size() - wanted->size();
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        if (sizes[more + i] == Polynomial(1)) sizes[more + i] = (*wanted)[i];
    }
    if (sizes == *x) return translator.set_output(node, translator.info(node, 0));
    const TensorInfo& known = translator.info(node, 0);
    if (known.expression.empty() && known.constant == nullptr) return translator.set_made(node, sizes);
    const std::string one = translator.expression(node, 0);
    return one == "1" ? translator.set_made(node, sizes) : translator.bind_sized(node, "resize", one, sizes);
}

bool tile(Translator& translator, const Node& node, std::string_view) {
    std::optional<Dims> sizes = translator.dims(node, 0);
    const std::optional<Dims> times = sizes_in(translator, node, 1);
    if (!sizes || !times || sizes->size() != times->size()) return false;
    for (std::size_t i = 0; i < sizes->size(); ++i) (*sizes)[i] *= (*times)[i];
    return translator.bind_sized(node, "repeat", translator.expression(node, 0), *sizes);
}

/// The tensor with parts replaced: its sizes, and the work of what replaces them.
bool scatter(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0), updates = translator.expression(node, 2);
    if (x.empty() || updates.empty()) return false;
    return translator.bind(node, updates == "1" ? x : concat("after(", x, ", ", updates, ')'), 0,
                           translator.info(node, 0).shape);
}

bool gather_elements(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Dims> sizes = translator.dims(node, 1);
    return sizes && translator.bind_sized(node, "gather", translator.expression(node, 0), *sizes);
}

bool gather_parts(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Dims> x = translator.dims(node, 0);
    std::optional<Dims> sizes = translator.dims(node, 1);
    if (!x || !sizes || sizes->empty()) return false;
    const std::optional<std::int64_t> depth = ShapeItem{sizes->back()}.number();
    const std::int64_t batch = node.integer("batch_dims", 0), rank = static_cast<std::int64_t>(x->size());
    if (!depth || *depth < 0 || batch < 0 || batch > rank || *depth > rank - batch) return false;
    sizes->pop_back();
    sizes->insert(sizes->end(), x->begin() + static_cast<std::ptrdiff_t>(batch + *depth), x->end());
    return translator.bind_sized(node, "gather", translator.expression(node, 0), *sizes);
}

bool top_k(Translator& translator, const Node& node, std::string_view) {
    std::optional<Dims> sizes = translator.dims(node, 0);
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", -1));
    const std::optional<Polynomial> k =
        node.input(1) == 0 ? Polynomial(node.integer("k", 1)) : size_in(translator, node, 1);
    if (!sizes || !dim || !k || *dim >= sizes->size()) return false;
    (*sizes)[*dim] = *k;
    const std::string x = translator.expression(node, 0);
    return translator.bind_sized(node, "topk", x, *sizes) &&
           translator.bind_sized(node, "topk", x, *sizes, 1);
}

bool one_hot(Translator& translator, const Node& node, std::string_view) {
    std::optional<Dims> sizes = translator.dims(node, 0);
    const std::optional<Polynomial> depth = size_in(translator, node, 1);
    if (!sizes || !depth) return false;
    const std::int64_t axis = node.integer("axis", -1), rank = static_cast<std::int64_t>(sizes->size());
    const std::int64_t place = axis < 0 ? axis + rank + 1 : axis;
    if (place < 0 || place > rank) return false;
    sizes->insert(sizes->begin() + static_cast<std::ptrdiff_t>(place), *depth);
    return translator.bind_sized(node, "resize", translator.expression(node, 0), *sizes);
}

constexpr OperatorRule kMakingRules[] = {
    {"Constant", constant},
    {"Shape", shape_of},
    {"Size", size_of},
    {"ConstantOfShape", constant_of_shape, "tensor"},
    {"Range", range},
    {"Expand", expand, "resize"},
    {"Tile", tile, "repeat"},
    {"ScatterND", scatter, "after"},
    {"ScatterElements", scatter},
    {"Scatter", scatter},
    {"GatherElements", gather_elements, "gather"},
    {"GatherND", gather_parts},
    {"TopK", top_k, "topk"},
    {"OneHot", one_hot},
};

}  // namespace

std::span<const OperatorRule> making_operators() {
    return kMakingRules;
}

}  // namespace paramscope::open::onnx
