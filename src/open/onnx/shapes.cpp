// Rules for operators that rearrange or select elements, and for those that compute with shapes.
#include <algorithm>
#include <limits>
#include <numeric>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

constexpr std::int64_t kMostAxes = 64;
constexpr std::size_t kMostItems = 4096;  ///< of a one-dimensional tensor of sizes

/// The iterator to element `index`, or to the end.
auto iterator_at(auto& list, std::int64_t index) {
    return list.begin() + static_cast<std::ptrdiff_t>(index);
}

/// A tensor that holds a shape.
TensorInfo shape_tensor(std::vector<ShapeItem> items) {
    return {{}, nullptr, std::move(items), {}, {}};
}

bool constant(Translator& translator, const Node& node, std::string_view) {
    const auto make = [&](Tensor tensor) {
        tensor.name = node.output();
        tensor.is_literal = true;
        return translator.add_constant(node, std::move(tensor));
    };
    const auto length = [](const auto& numbers) {
        return std::vector<std::int64_t>{static_cast<std::int64_t>(numbers.size())};
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

/// A tensor filled with one number. Files saved without their weights make the weights this way. A shape that
/// depends on the input belongs to no weight: then the output is unknown.
bool constant_of_shape(Translator& translator, const Node& node, std::string_view) {
    const std::optional<std::vector<std::int64_t>> dims = translator.integers(node, 0, {});
    if (!dims || !element_count(*dims)) return translator.set_output(node, {});
    const Attribute* value = node.find("value");
    const std::int32_t type = value != nullptr && value->t ? value->t->type : kFloat;
    return translator.add_constant(node, {node.output(), *dims, type, {}, {}});
}

/// Makes the output the constant input with other sizes; false when the input is no constant, or `dims` has
/// another number of elements.
bool reshape_constant(Translator& translator, const Node& node, std::vector<std::int64_t> dims) {
    const TensorInfo& x = translator.info(node, 0);
    if (!x.expression.empty() || x.constant == nullptr ||
        element_count(dims) != element_count(x.constant->dims))
        return false;
    Tensor tensor = *x.constant;
    tensor.dims = std::move(dims);
    return translator.add_constant(node, std::move(tensor));
}

bool shape_of(Translator& translator, const Node& node, std::string_view) {
    const TensorInfo& x = translator.info(node, 0);
    if (x.expression.empty() && x.constant == nullptr) return false;
    if (!x.shape.is_tensor()) return translator.set_output(node, {{}, nullptr, {}, {}, node.input(0)});
    std::vector<ShapeItem> items;
    for (const Polynomial& size : x.shape.dims) items.push_back({size, node.input(0), items.size()});
    return translator.set_output(node, shape_tensor(std::move(items)));
}

/// Indices into a matrix of weights are an embedding. Of other tensors one row is selected, by a known index.
bool gather(Translator& translator, const Node& node, std::string_view) {
    const std::int64_t axis = node.integer("axis", 0);
    const TensorInfo table = translator.info(node, 0);
    const std::optional<std::vector<std::int64_t>> index = translator.integers(node, 1, {});
    if (index && table.items && axis == 0) {
        std::vector<ShapeItem> picked;
        for (std::int64_t i : *index) {
            if (i < 0) i += static_cast<std::int64_t>(table.items->size());
            if (i < 0 || static_cast<std::uint64_t>(i) >= table.items->size()) return false;
            picked.push_back((*table.items)[static_cast<std::size_t>(i)]);
        }
        return translator.set_output(node, shape_tensor(std::move(picked)));
    }
    if (index && table.shape_of != 0 && axis == 0 && index->size() == 1 && index->front() >= 0) {
        return translator.set_output(
            node, shape_tensor({{unknown_size(), table.shape_of, static_cast<std::size_t>(index->front())}}));
    }
    const Tensor* weights = table.expression.empty() ? table.constant : nullptr;
    const std::string indices = index ? std::string() : translator.expression(node, 1);
    if (weights != nullptr && weights->dims.size() == 2 && axis == 0 && !indices.empty()) {
        const std::string path =
            translator.add_layer(node, {{weights, {"weight"}, element_count(weights->dims).value_or(0)}},
                                 concat("Embedding(", list_text(weights->dims)));
        return translator.bind(node, concat(path, '(', indices, ')'));
    }
    const std::string x = translator.expression(node, 0);
    const std::optional<std::size_t> dim = translator.axis(node, 0, axis);
    if (x.empty() || !dim || !index || index->size() != 1) return false;
    const Tensor* position = translator.constant(node, 1);
    if (position != nullptr && !position->dims.empty()) return false;
    const std::int64_t at = index->front();
    return at >= 0 &&
           translator.bind(node, concat("select(", x, ", dim=", *dim, ", index=", std::to_string(at), ')'));
}

bool concatenate(Translator& translator, const Node& node, std::string_view) {
    std::vector<ShapeItem> items;
    std::string line = "cat(";
    bool are_items = true;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const TensorInfo& known = translator.info(node, i);
        are_items = are_items && known.items && known.expression.empty();
        if (are_items) items.insert(items.end(), known.items->begin(), known.items->end());
        if (items.size() > kMostItems) return false;
    }
    if (are_items) return translator.set_output(node, shape_tensor(std::move(items)));
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    if (!dim) return false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = translator.expression(node, i);
        if (x.empty()) return false;
        line += concat(x, ", ");
    }
    Signal shape = translator.info(node, 0).shape;
    if (*dim < shape.dims.size()) shape.dims[*dim] = unknown_size();
    return translator.bind(node, concat(line, "dim=", *dim, ')'), 0, std::move(shape));
}

bool reshape(Translator& translator, const Node& node, std::string_view) {
    if (const auto dims = translator.integers(node, 1, "shape");
        dims && reshape_constant(translator, node, *dims))
        return true;
    const std::string x = translator.expression(node, 0);
    std::optional<std::vector<ShapeItem>> items = translator.info(node, 1).items;
    if (!items && node.inputs.size() < 2) {
        items.emplace();
        for (const std::int64_t size : node.integers("shape")) items->push_back({size});
    }
    if (x.empty() || !items || items->empty() || items->size() > kMostAxes) return false;
    std::string line = concat("reshape(", x);
    Dims sizes;
    int inferred = 0;  // sizes written as -1
    for (const ShapeItem& item : *items) {
        const bool is_kept = item.tensor == node.input(0) && item.dim == sizes.size();
        std::string size = is_kept ? "0" : item.text();
        if (size.empty()) size = "-1";
        inferred += size == "-1" ? 1 : 0;
        line += concat(", ", size);
        sizes.push_back(size == "0" || size == "-1" ? unknown_size() : item.size);
    }
    return inferred <= 1 && translator.bind(node, line + ")", 0, Signal::tensor(std::move(sizes)));
}

bool flatten(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::optional<std::size_t> axis = translator.axis(node, 0, node.integer("axis", 1));
    if (x.empty() || axis != 1) return false;
    return translator.bind(node, concat("flatten(", x, ", 1)"), 0,
                           Signal::tensor({unknown_size(), unknown_size()}));
}

/// Makes the output the constant input with its dimensions in another order; false when the input is no
/// constant.
bool transpose_constant(Translator& translator, const Node& node, const std::vector<std::int64_t>& order) {
    const Tensor* tensor =
        translator.info(node, 0).expression.empty() ? translator.constant(node, 0) : nullptr;
    if (tensor == nullptr || tensor->dims.size() != order.size()) return false;
    std::vector<std::int64_t> dims;
    for (const std::int64_t dim : order) {
        if (dim < 0 || static_cast<std::size_t>(dim) >= order.size()) return false;
        dims.push_back(tensor->dims[static_cast<std::size_t>(dim)]);
    }
    return reshape_constant(translator, node, std::move(dims));
}

bool transpose(Translator& translator, const Node& node, std::string_view) {
    std::vector<std::int64_t> order = node.integers("perm");
    const std::optional<std::size_t> rank = translator.rank(node, 0);
    if (order.empty() && rank) {
        for (std::size_t i = *rank; i > 0; --i) order.push_back(static_cast<std::int64_t>(i) - 1);
    }
    if (transpose_constant(translator, node, order)) return true;
    const std::string x = translator.expression(node, 0);
    if (x.empty() || order.empty() || order.size() > kMostAxes) return false;
    std::string line = concat("permute(", x);
    for (const std::int64_t dim : order) {
        if (dim < 0 || static_cast<std::size_t>(dim) >= order.size()) return false;
        line += concat(", ", static_cast<std::size_t>(dim));
    }
    return translator.bind(node, line + ")", 0, Signal::tensor(Dims(order.size(), unknown_size())));
}

/// Squeeze and Unsqueeze: one call for each axis, from the last to remove them, from the first to insert
/// them.
bool squeeze(Translator& translator, const Node& node, std::string_view function) {
    const TensorInfo x = translator.info(node, 0);
    if (x.expression.empty() && x.items) return translator.set_output(node, x);
    std::optional<std::vector<std::int64_t>> axes = translator.integers(node, 1, "axes");
    std::string line = translator.expression(node, 0);
    if (line.empty() || !axes || static_cast<std::int64_t>(axes->size()) > kMostAxes) return false;
    const bool removes = function == "squeeze";
    const std::optional<std::size_t> rank = translator.rank(node, 0);
    for (std::int64_t& axis : *axes) {
        if (axis < 0 && !rank) return false;
        if (axis < 0) axis += static_cast<std::int64_t>(*rank + (removes ? 0 : axes->size()));
        if (axis < 0 || axis > kMostAxes) return false;
    }
    sort(*axes);
    if (removes) std::reverse(axes->begin(), axes->end());
    std::size_t left = rank.value_or(kMostAxes);
    for (const std::int64_t axis : *axes) {
        const auto at = static_cast<std::size_t>(axis);
        line = concat(function, '(', line, ", ", at, ')');
        if (at >= left + (removes ? 0 : 1)) return false;
        left = removes ? left - 1 : left + 1;
    }
    return translator.bind(node, line);
}

/// A slice along one dimension.
struct SliceRange {
    std::size_t dim;
    std::int64_t begin;
    std::int64_t end;
};

std::string slice_expression(const std::string& x, const SliceRange& range) {
    const bool is_open = range.end >= std::numeric_limits<std::int32_t>::max();
    std::string line = concat("slice(", x, ", dim=", range.dim);
    if (range.begin != 0) line += concat(", start=", std::to_string(range.begin));
    if (!is_open) line += concat(", end=", std::to_string(range.end));
    return line + ")";
}

/// An index from 0 to `length`; negative ones count from the end.
std::int64_t clamp_index(std::int64_t length, std::int64_t index) {
    return std::clamp(index < 0 ? index + length : index, std::int64_t{0}, length);
}

bool slice(Translator& translator, const Node& node, std::string_view) {
    const auto begins = translator.integers(node, 1, "starts"), ends = translator.integers(node, 2, "ends");
    auto axes = translator.integers(node, 3, "axes");
    const auto steps = translator.integers(node, 4, "steps");
    if (!begins || !ends || begins->size() != ends->size()) return false;
    if (steps && any_of(*steps, [](std::int64_t step) { return step != 1; })) return false;
    if (!axes) {
        axes.emplace(begins->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    if (axes->size() != begins->size()) return false;
    const TensorInfo x = translator.info(node, 0);
    if (x.items && x.expression.empty()) {
        const SliceRange range{0, begins->empty() ? 0 : begins->front(), ends->empty() ? 0 : ends->front()};
        const auto length = static_cast<std::int64_t>(x.items->size());
        const std::int64_t begin = clamp_index(length, range.begin),
                           end = std::max(clamp_index(length, range.end), begin);
        return translator.set_output(
            node, shape_tensor({iterator_at(*x.items, begin), iterator_at(*x.items, end)}));
    }
    std::string line = translator.expression(node, 0);
    const Dims& sizes = x.shape.dims;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const std::optional<std::size_t> dim = translator.axis(node, 0, (*axes)[i]);
        if (!dim || *dim >= sizes.size()) return false;
        SliceRange range{*dim, (*begins)[i], (*ends)[i]};
        const std::optional<std::int64_t> whole = ShapeItem{sizes[*dim]}.number();
        // An index beyond the end means the end, which is unknown for an unknown size.
        if (whole && range.end > *whole) range.end = std::numeric_limits<std::int64_t>::max();
        if (!whole &&
            (range.begin < 0 || (range.end > 0 && range.end < std::numeric_limits<std::int32_t>::max())))
            return false;
        if (range.begin == 0 && range.end >= std::numeric_limits<std::int32_t>::max()) continue;
        line = slice_expression(line, range);
    }
    return !line.empty() && translator.bind(node, line);
}

bool split(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    if (x.empty() || !dim || node.outputs.empty()) return false;
    const auto parts = translator.integers(node, 1, "split");
    if (!parts) {
        const std::string chunks =
            translator.add_step(concat("chunk(", x, ", ", node.outputs.size(), ", dim=", *dim, ')'));
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            translator.bind(node, concat(chunks, '[', i, ']'), i);
        return true;
    }
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < node.outputs.size() && i < parts->size(); ++i) {
        const std::int64_t length = (*parts)[i];
        if (length < 0 || length > std::numeric_limits<std::int32_t>::max()) return false;
        translator.bind(node, slice_expression(x, {*dim, begin, begin + length}), i);
        begin += length;
    }
    return true;
}

bool reduce(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0);
    const auto axes = translator.integers(node, 1, "axes");
    const bool keeps_dims = node.integer("keepdims", 1) != 0;
    if (x.empty() || !axes || axes->empty() || static_cast<std::int64_t>(axes->size()) > kMostAxes)
        return false;
    std::vector<std::int64_t> dims;
    for (const std::int64_t axis : *axes) {
        const std::optional<std::size_t> dim = translator.axis(node, 0, axis);
        if (!dim) return false;
        dims.push_back(static_cast<std::int64_t>(*dim));
    }
    std::sort(dims.rbegin(), dims.rend());
    return translator.bind(
        node, concat(function, '(', x, ", dim=", tuple_text(dims), keeps_dims ? ", keepdim=True)" : ")"));
}

constexpr OperatorRule kShapeRules[] = {
    {"Constant", constant},
    {"ConstantOfShape", constant_of_shape},
    {"Shape", shape_of},
    {"Gather", gather, "select"},
    {"Concat", concatenate, "cat"},
    {"Reshape", reshape, "reshape"},
    {"Flatten", flatten, "flatten"},
    {"Transpose", transpose, "permute"},
    {"Squeeze", squeeze, "squeeze"},
    {"Unsqueeze", squeeze, "unsqueeze"},
    {"Slice", slice, "slice"},
    {"Split", split, "chunk"},
    {"ReduceMean", reduce, "mean"},
    {"ReduceSum", reduce, "sum"},
    {"ReduceMax", reduce, "amax"},
    {"ReduceMin", reduce, "amax"},
    {"ReduceL2", reduce, "sum"},
};

}  // namespace

std::span<const OperatorRule> shape_operators() {
    return kShapeRules;
}

}  // namespace paramscope::open::onnx
