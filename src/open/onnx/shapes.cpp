// Rules for operators that rearrange or select elements.
#include <algorithm>
#include <limits>

#include "algebra/print.h"
#include "algebra/whole_quotients.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/names.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

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

/// The row of a tensor of unknown rank that holds a shape: one of its sizes.
bool gather_size(Translator& translator, const Node& node, const Numbers& index) {
    const Name of = translator.info(node, 0).shape_of;
    if (of == 0 || node.integer("axis", 0) != 0 || index.size() != 1 || index.front() < 0) return false;
    SmallTensor row = small_list({{unknown_size(), of, static_cast<std::size_t>(index.front())}});
    if (translator.rank(node, 1) == 0) row.dims.clear();
    return translator.set_values(node, std::move(row));
}

/// Indices into a matrix of weights are an embedding, a single index selects, several take rows.
bool gather(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Numbers> index = translator.integers(node, 1, {});
    if (index && gather_size(translator, node, *index)) return true;
    const TensorInfo table = translator.info(node, 0);
    const Tensor* weights = table.expression.empty() ? table.constant : nullptr;
    const std::optional<std::size_t> rank = translator.rank(node, 1);
    const bool is_row = index && index->size() == 1 && rank.value_or(0) == 0;
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    if (weights != nullptr && weights->dims.size() == 2 && dim == 0 && !is_row) {
        const std::string indices = translator.expression(node, 1);
        const std::string path =
            indices.empty() ? std::string()
                            : translator.add_layer(
                                  node, {{weights, {"weight"}, count_of(*weights), list_text(weights->dims)}},
                                  concat("Embedding(", list_text(weights->dims)));
        return !path.empty() && translator.bind(node, concat(path, '(', indices, ')'));
    }
    const std::string x = translator.expression(node, 0);
    if (x.empty() || !dim) return false;
    if (is_row)
        return translator.bind(
            node, concat("select(", x, ", dim=", *dim, ", index=", std::to_string(index->front()), ')'));
    std::optional<Dims> sizes = translator.dims(node, 0);
    const std::optional<Dims> rows = translator.dims(node, 1);
    if (!sizes || !rows || *dim >= sizes->size()) return false;
    const auto place = sizes->erase(sizes->begin() + static_cast<std::ptrdiff_t>(*dim));
    sizes->insert(place, rows->begin(), rows->end());
    return translator.bind_sized(node, "take", x, *sizes);
}

bool concatenate(Translator& translator, const Node& node, std::string_view) {
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    if (!dim) return false;
    std::string line = "cat(";
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Signal& shape = translator.info(node, i).shape;
        if (shape.is_tensor() && *dim < shape.dims.size() && shape.dims[*dim].is_zero()) continue;
        std::string x = translator.expression(node, i);
        if (x == "1") x = translator.add_step("tensor(size=(1,))");
        if (x.empty()) return false;
        line += concat(x, ", ");
    }
    Signal shape = translator.info(node, 0).shape;
    if (*dim < shape.dims.size()) shape.dims[*dim] = unknown_size();
    return translator.bind(node, concat(line, "dim=", *dim, ')'), 0, std::move(shape));
}

/// The sizes that a Reshape asks for.
std::optional<std::vector<ShapeItem>> wanted_sizes(Translator& translator, const Node& node) {
    if (const std::optional<SmallTensor>& values = translator.info(node, 1).values) return values->items;
    if (node.inputs.size() > 1) return std::nullopt;
    std::vector<ShapeItem> items;
    for (const std::int64_t size : node.integers("shape")) items.push_back({size});
    return items;
}

bool reshape(Translator& translator, const Node& node, std::string_view) {
    if (const auto dims = translator.integers(node, 1, "shape");
        dims && reshape_constant(translator, node, *dims))
        return true;
    const std::string x = translator.expression(node, 0);
    const std::optional<std::vector<ShapeItem>> items = wanted_sizes(translator, node);
    if (x.empty() || !items || items->empty() || items->size() > kMostAxes) return false;
    const Dims before = translator.info(node, 0).shape.dims;
    const bool keeps_zeros = node.integer("allowzero", 0) != 0;
    std::vector<std::string> texts;
    Dims sizes;
    for (const ShapeItem& item : *items) {
        if (keeps_zeros && item.size.is_zero()) return false;
        const bool is_same =
            !is_known(item.size) || (item.dim < before.size() && item.size == before[item.dim]);
        const bool is_kept =
            item.tensor != 0 && item.tensor == node.input(0) && item.dim == sizes.size() && is_same;
        const bool is_open = !is_kept && (!is_known(item.size) || item.number() == -1);
        texts.push_back(is_kept ? "0" : is_open ? "-1" : print(item.size, Notation::Plain));
        sizes.push_back(texts.back() == "0" || is_open ? unknown_size() : item.size);
    }
    if (std::count(texts.begin(), texts.end(), "-1") > 1) return false;
    const bool is_plain = all_of(texts, [](const std::string& text) {
        return is_name(text) || text.find_first_not_of("-0123456789") == std::string::npos;
    });
    return translator.bind(node,
                           is_plain ? concat("reshape(", x, ", ", list_text(texts), ')')
                                    : concat("reshape(", x, ", size=", tuple_text(texts), ')'),
                           0, Signal::tensor(std::move(sizes)));
}

bool flatten(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::int64_t axis = node.integer("axis", 1);
    const std::optional<Dims> sizes = translator.dims(node, 0);
    if (x.empty()) return false;
    if (axis == 1)
        return translator.bind(node, concat("flatten(", x, ", 1)"), 0,
                               Signal::tensor({unknown_size(), unknown_size()}));
    const auto rank = static_cast<std::int64_t>(sizes ? sizes->size() : 0);
    if (!sizes || axis < -rank || axis > rank) return false;
    Dims flat = {1, 1};
    for (std::int64_t i = 0; i < rank; ++i)
        flat[i < (axis < 0 ? axis + rank : axis) ? 0 : 1] *= (*sizes)[static_cast<std::size_t>(i)];
    return translator.bind(node, concat("reshape(", x, ", size=", size_text(flat), ')'), 0,
                           Signal::tensor(flat));
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

/// The dimensions whose size is the number 1; nullopt where sizes are unknown.
std::optional<Numbers> dims_of_size_one(const Signal& shape) {
    if (!shape.is_tensor()) return std::nullopt;
    Numbers dims;
    for (std::size_t i = 0; i < shape.dims.size(); ++i) {
        if (shape.dims[i] == Polynomial(1)) dims.push_back(static_cast<std::int64_t>(i));
    }
    return dims;
}

/// Squeeze and Unsqueeze: one call for each axis, from the last to remove them, from the first to insert
/// them.
bool squeeze(Translator& translator, const Node& node, std::string_view function) {
    const TensorInfo x = translator.info(node, 0);
    std::optional<std::vector<std::int64_t>> axes = translator.integers(node, 1, "axes");
    std::string line = translator.expression(node, 0);
    const bool removes = function == "squeeze";
    if (!axes && removes && node.input(1) == 0) axes = dims_of_size_one(translator.info(node, 0).shape);
    if (line == "1" && !removes && axes)
        return translator.set_made(node, Dims(axes->size() + x.shape.dims.size(), 1));
    if (line.empty() || !axes || axes->size() > kMostAxes) return false;
    const std::optional<std::size_t> rank = translator.rank(node, 0);
    for (std::int64_t& axis : *axes) {
        if (axis < 0 && !rank) return false;
        if (axis < 0) axis += static_cast<std::int64_t>(*rank + (removes ? 0 : axes->size()));
        if (axis < 0 || axis > static_cast<std::int64_t>(kMostAxes)) return false;
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

/// One bound of a slice: a number, a formula, or open.
struct Bound {
    Polynomial at;
    bool is_end = false;  ///< beyond every size
};

std::optional<std::vector<Bound>> bounds(Translator& translator, const Node& node, std::size_t input,
                                         std::string_view attribute) {
    std::vector<Bound> bounds;
    const auto add = [&](const Polynomial& at) {
        const std::optional<std::int64_t> number = ShapeItem{at}.number();
        bounds.push_back({at, number && *number >= std::numeric_limits<std::int32_t>::max()});
    };
    const std::optional<SmallTensor>& values = translator.info(node, input).values;
    for (const std::int64_t number : node.integers(attribute)) add(number);
    for (const ShapeItem& item : values ? values->items : std::vector<ShapeItem>()) {
        if (!is_known(item.size)) return std::nullopt;
        add(item.size);
    }
    return bounds;
}

/// Cuts one dimension out of the line, and its size; false where how much it takes is not known.
bool cut(std::string& line, std::size_t dim, Polynomial& size, Bound begin, Bound end) {
    const std::optional<std::int64_t> length = ShapeItem{size}.number(), first = ShapeItem{begin.at}.number(),
                                      last = ShapeItem{end.at}.number();
    if (length && first && last) {  // bounds beyond the ends are the ends
        const SliceRange range = *slice_range(*length, *first, *last, 1);
        begin.at = range.first;
        end = {range.first + range.count, range.first + range.count == *length};
    }
    if (first && *first < std::numeric_limits<std::int32_t>::min()) begin.at = 0;
    if (is_known(size) && is_less(end.at, size) == false) end.is_end = true;
    if (begin.is_end) return false;
    if (begin.at.is_zero() && end.is_end) return true;
    line = concat("slice(", line, ", dim=", dim);
    if (!begin.at.is_zero()) append_all(line, ", start=", print(begin.at, Notation::Plain));
    if (!end.is_end) append_all(line, ", end=", print(end.at, Notation::Plain));
    line += ')';
    const auto from_front = [&](const Polynomial& at) { return is_less(at, 0) == true ? size + at : at; };
    size = (end.is_end ? size : from_front(end.at)) - from_front(begin.at);
    return true;
}

/// A slice that leaves out or turns elements has the sizes that are left.
bool strided_slice(Translator& translator, const Node& node, const std::vector<Bound>& begins,
                   const std::vector<Bound>& ends, const Numbers& axes, const Numbers& steps) {
    std::optional<Dims> sizes = translator.dims(node, 0);
    for (std::size_t i = 0; i < axes.size() && sizes; ++i) {
        const std::optional<std::size_t> dim = translator.axis(node, 0, axes[i]);
        if (!dim || *dim >= sizes->size()) return false;
        Polynomial& size = (*sizes)[*dim];
        const std::optional<std::int64_t> length = ShapeItem{size}.number(),
                                          first = ShapeItem{begins[i].at}.number(),
                                          last = ShapeItem{ends[i].at}.number();
        const std::optional<SliceRange> range =
            length && first && last ? slice_range(*length, *first, *last, steps[i]) : std::nullopt;
        if (range)
            size = range->count;
        else if (steps[i] > 0 && first && *first >= 0 && ends[i].is_end)
            size = -floor_divide_whole(begins[i].at - size, steps[i]);  // rounded up
        else if (steps[i] != -1 || !begins[i].at.constant() || !ends[i].at.constant())
            return false;
    }
    return sizes && translator.bind_sized(node, "take", translator.expression(node, 0), *sizes);
}

bool slice(Translator& translator, const Node& node, std::string_view) {
    const auto begins = bounds(translator, node, 1, "starts"), ends = bounds(translator, node, 2, "ends");
    auto axes = translator.integers(node, 3, "axes");
    const auto steps = translator.integers(node, 4, "steps");
    if (!begins || !ends || begins->empty() || begins->size() != ends->size()) return false;
    if ((!axes && node.input(3) != 0) || (!steps && node.input(4) != 0)) return false;
    if (!axes) axes = counted(begins->size());
    if (axes->size() != begins->size() || (steps && steps->size() != begins->size())) return false;
    if (steps && any_of(*steps, [](std::int64_t step) { return step != 1; }))
        return strided_slice(translator, node, *begins, *ends, *axes, *steps);
    std::string line = translator.expression(node, 0);
    Dims sizes = translator.info(node, 0).shape.dims;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const std::optional<std::size_t> dim = translator.axis(node, 0, (*axes)[i]);
        if (!dim || *dim >= sizes.size() || !cut(line, *dim, sizes[*dim], (*begins)[i], (*ends)[i]))
            return false;
    }
    return !line.empty() && translator.bind(node, line, 0, Signal::tensor(std::move(sizes)));
}

bool split(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    if (x.empty() || !dim || node.outputs.empty()) return false;
    const auto parts = translator.integers(node, 1, "split");
    if (!parts && node.input(1) != 0) return false;
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
        translator.bind(node,
                        concat("slice(", x, ", dim=", *dim, ", start=", std::to_string(begin),
                               ", end=", std::to_string(begin + length), ')'),
                        i);
        begin += length;
    }
    return true;
}

bool reduce(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0);
    auto axes = translator.integers(node, 1, "axes");
    const bool keeps_dims = node.integer("keepdims", 1) != 0;
    const std::optional<std::size_t> rank = translator.rank(node, 0);
    if (!axes && node.input(1) == 0) axes.emplace();
    if (x.empty() || !axes || axes->size() > kMostAxes) return false;
    if (axes->empty() && node.integer("noop_with_empty_axes", 0) != 0)
        return translator.set_output(node, translator.info(node, 0));
    if (axes->empty() && rank) axes = counted(*rank);
    if (axes->empty()) return false;
    Numbers dims;
    for (const std::int64_t axis : *axes) {
        const std::optional<std::size_t> dim = translator.axis(node, 0, axis);
        if (!dim) return false;
        dims.push_back(static_cast<std::int64_t>(*dim));
    }
    std::sort(dims.rbegin(), dims.rend());
    return translator.bind(
        node, concat(function, '(', x, ", dim=", tuple_text(dims), keeps_dims ? ", keepdim=True)" : ")"));
}

/// The place of the largest along one dimension.
bool arg_max(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::optional<std::size_t> dim = translator.axis(node, 0, node.integer("axis", 0));
    return !x.empty() && dim &&
           translator.bind(node, concat("argmax(", x, ", dim=", *dim,
                                        node.integer("keepdims", 1) != 0 ? ", keepdim=True)" : ")"));
}

constexpr OperatorRule kShapeRules[] = {
    {"Gather", gather, "take"},
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
    {"ReduceProd", reduce, "prod"},
    {"ReduceL1", reduce, "sum"},
    {"ReduceL2", reduce, "sum"},
    {"ReduceSumSquare", reduce, "sum"},
    {"ReduceLogSum", reduce, "sum"},
    {"ReduceLogSumExp", reduce, "logsumexp"},
    {"ArgMax", arg_max, "argmax"},
    {"ArgMin", arg_max, "argmax"},
};

}  // namespace

std::span<const OperatorRule> shape_operators() {
    return kShapeRules;
}

}  // namespace paramscope::open::onnx
