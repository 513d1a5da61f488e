// Operators that move elements about, pick some, or tell shapes.
#include <algorithm>
#include <limits>
#include <numeric>

#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

using Sizes = std::optional<std::vector<std::string>>;
constexpr std::int64_t kMostAxes = 64;

/// The iterator to a place inside a list, or behind its last.
auto at_place(auto& list, std::int64_t place) {
    return list.begin() + static_cast<std::ptrdiff_t>(place);
}

Known shape(std::vector<Item> items) {
    return {{}, nullptr, std::move(items), {}, {}};
}

bool constant(Translator& to, const Node& node, std::string_view) {
    const std::string name = node.outputs.empty() ? std::string() : node.outputs.front();
    const auto make = [&](Tensor tensor) {
        tensor.name = name;
        tensor.is_written = true;
        return to.make(node, std::move(tensor));
    };
    constexpr std::int32_t kFloat = 1, kInt64 = 7;
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

/// A tensor of one number everywhere: so files without their weights make them. One whose shape hangs on the
/// input is nothing that is learned, and where it is used the shape matters.
bool constant_of_shape(Translator& to, const Node& node, std::string_view) {
    const std::optional<std::vector<std::int64_t>> dims = to.integers(node, 0, {});
    if (!dims || !elements(*dims)) return to.alias(node, {});
    const Attribute* value = node.find("value");
    const std::int32_t type = value != nullptr && value->t ? value->t->type : 1;
    return to.make(node, {node.outputs.empty() ? std::string() : node.outputs.front(), *dims, type, {}, {}});
}

/// The same weights with their sizes otherwise; false when the input is no constant of weights.
bool rearranged(Translator& to, const Node& node, std::vector<std::int64_t> dims) {
    const Known& x = to.known(node, 0);
    if (!x.said.empty() || x.constant == nullptr || elements(dims) != elements(x.constant->dims))
        return false;
    Tensor tensor = *x.constant;
    tensor.dims = std::move(dims);
    return to.make(node, std::move(tensor));
}

bool shape_of(Translator& to, const Node& node, std::string_view) {
    const Known& x = to.known(node, 0);
    if (x.said.empty() && x.constant == nullptr) return false;
    if (!x.sizes) return to.alias(node, {{}, nullptr, {}, {}, std::string(node.input(0))});
    std::vector<Item> items;
    for (std::size_t i = 0; i < x.sizes->size(); ++i)
        items.push_back({(*x.sizes)[i], std::string(node.input(0)), i});
    return to.alias(node, shape(std::move(items)));
}

/// Rows of a table of weights are an embedding; of anything else only single, known ones.
bool gather(Translator& to, const Node& node, std::string_view) {
    const std::int64_t axis = node.integer("axis", 0);
    const Known table = to.known(node, 0);
    const std::optional<std::vector<std::int64_t>> index = to.integers(node, 1, {});
    if (index && table.items && axis == 0) {
        std::vector<Item> picked;
        for (std::int64_t i : *index) {
            if (i < 0) i += static_cast<std::int64_t>(table.items->size());
            if (i < 0 || static_cast<std::uint64_t>(i) >= table.items->size()) return false;
            picked.push_back((*table.items)[static_cast<std::size_t>(i)]);
        }
        return to.alias(node, shape(std::move(picked)));
    }
    if (index && !table.shape_of.empty() && axis == 0 && index->size() == 1 && index->front() >= 0) {
        return to.alias(node, shape({{{}, table.shape_of, static_cast<std::size_t>(index->front())}}));
    }
    const Tensor* weights = table.said.empty() ? table.constant : nullptr;
    const std::string indices = index ? std::string() : to.said(node, 1);
    if (weights != nullptr && weights->dims.size() == 2 && axis == 0 && !indices.empty()) {
        const std::string called =
            to.layer(node, weights, concat("Embedding(", sizes_of(*weights)[0], ", ", sizes_of(*weights)[1]));
        Sizes sizes = to.known(node, 1).sizes;
        if (sizes) sizes->push_back(sizes_of(*weights)[1]);
        return to.bind(node, concat(called, '(', indices, ')'), std::move(sizes));
    }
    const std::string x = to.said(node, 0);
    const std::optional<std::size_t> dim = to.axis(node, 0, axis);
    if (x.empty() || !dim || !index || index->size() != 1) return false;
    const Tensor* position = to.constant(node, 1);
    if (position != nullptr && !position->dims.empty()) return false;
    Sizes sizes = table.sizes;
    if (sizes && *dim < sizes->size()) sizes->erase(sizes->begin() + static_cast<std::ptrdiff_t>(*dim));
    const std::int64_t at = index->front();
    return at >= 0 && to.bind(node, concat("select(", x, ", dim=", *dim, ", index=", std::to_string(at), ')'),
                              std::move(sizes));
}

bool concatenate(Translator& to, const Node& node, std::string_view) {
    std::vector<Item> items;
    std::string line = "cat(";
    bool are_items = true;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Known& known = to.known(node, i);
        are_items = are_items && known.items && known.said.empty();
        if (are_items) items.insert(items.end(), known.items->begin(), known.items->end());
    }
    if (are_items) return to.alias(node, shape(std::move(items)));
    const std::optional<std::size_t> dim = to.axis(node, 0, node.integer("axis", 0));
    if (!dim) return false;
    Sizes sizes = to.known(node, 0).sizes;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = to.said(node, i);
        if (x.empty()) return false;
        line += concat(x, ", ");
        const Sizes& its = to.known(node, i).sizes;
        const std::optional<std::int64_t> size =
            its && *dim < its->size() ? number_of((*its)[*dim]) : std::nullopt;
        total = size && total >= 0 ? total + *size : -1;
    }
    if (sizes && *dim < sizes->size()) (*sizes)[*dim] = total >= 0 ? std::to_string(total) : std::string();
    return to.bind(node, concat(line, "dim=", *dim, ')'), std::move(sizes));
}

/// What one size of a reshaped tensor is called: a number, 0 for that of the same place, -1 for what is left.
std::string wanted_size(const Item& item, std::size_t place, std::string_view x) {
    if (item.tensor == x && item.dim == place) return "0";
    return item.said;
}

bool reshape(Translator& to, const Node& node, std::string_view) {
    if (const auto dims = to.integers(node, 1, "shape"); dims && rearranged(to, node, *dims)) return true;
    const std::string x = to.said(node, 0);
    std::optional<std::vector<Item>> items = to.known(node, 1).items;
    if (!items && node.inputs.size() < 2) {
        items.emplace();
        for (const std::int64_t size : node.integers("shape")) items->push_back({std::to_string(size)});
    }
    if (x.empty() || !items || items->empty()) return false;
    std::string line = concat("reshape(", x);
    std::vector<std::string> sizes;
    int open = 0;
    for (std::size_t i = 0; i < items->size(); ++i) {
        std::string said = wanted_size((*items)[i], i, node.input(0));
        if (said.empty()) said = "-1";
        open += said == "-1" ? 1 : 0;
        line += concat(", ", said);
        const Sizes& before = to.known(node, 0).sizes;
        const bool is_kept = said == "0" && before && i < before->size();
        sizes.push_back(is_kept ? (*before)[i] : said == "0" || said == "-1" ? std::string() : said);
    }
    return open <= 1 && to.bind(node, line + ")", std::move(sizes));
}

bool flatten(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const std::optional<std::size_t> axis = to.axis(node, 0, node.integer("axis", 1));
    if (x.empty() || axis != 1) return false;
    const Sizes& before = to.known(node, 0).sizes;
    return to.bind(node, concat("flatten(", x, ", 1)"),
                   std::vector<std::string>{before && !before->empty() ? before->front() : "", ""});
}

/// A constant with its dimensions in another order.
bool transposed_constant(Translator& to, const Node& node, const std::vector<std::int64_t>& order) {
    const Tensor* tensor = to.known(node, 0).said.empty() ? to.constant(node, 0) : nullptr;
    if (tensor == nullptr || tensor->dims.size() != order.size()) return false;
    std::vector<std::int64_t> dims;
    for (const std::int64_t dim : order) {
        if (dim < 0 || static_cast<std::size_t>(dim) >= order.size()) return false;
        dims.push_back(tensor->dims[static_cast<std::size_t>(dim)]);
    }
    return rearranged(to, node, std::move(dims));
}

bool transpose(Translator& to, const Node& node, std::string_view) {
    std::vector<std::int64_t> order = node.integers("perm");
    const std::optional<std::size_t> rank = to.rank(node, 0);
    if (order.empty() && rank) {
        for (std::size_t i = *rank; i > 0; --i) order.push_back(static_cast<std::int64_t>(i) - 1);
    }
    if (transposed_constant(to, node, order)) return true;
    const std::string x = to.said(node, 0);
    if (x.empty() || order.empty() || order.size() > kMostAxes) return false;
    std::string line = concat("permute(", x);
    std::vector<std::string> sizes;
    const Sizes& before = to.known(node, 0).sizes;
    for (const std::int64_t dim : order) {
        if (dim < 0 || static_cast<std::size_t>(dim) >= order.size()) return false;
        line += concat(", ", static_cast<std::size_t>(dim));
        sizes.push_back(before && before->size() == order.size() ? (*before)[static_cast<std::size_t>(dim)]
                                                                 : std::string());
    }
    return to.bind(node, line + ")", std::move(sizes));
}

/// One call for each axis: from the last to the first to take them away, from the first to put them in.
bool for_each_axis(Translator& to, const Node& node, std::string_view function) {
    const Known x = to.known(node, 0);
    if (x.said.empty() && x.items) return to.alias(node, x);
    std::optional<std::vector<std::int64_t>> axes = to.integers(node, 1, "axes");
    std::string line = to.said(node, 0);
    if (line.empty() || !axes || static_cast<std::int64_t>(axes->size()) > kMostAxes) return false;
    const bool removes = function == "squeeze";
    const std::optional<std::size_t> rank = to.rank(node, 0);
    for (std::int64_t& axis : *axes) {
        if (axis < 0 && !rank) return false;
        if (axis < 0) axis += static_cast<std::int64_t>(*rank + (removes ? 0 : axes->size()));
        if (axis < 0 || axis > kMostAxes) return false;
    }
    std::sort(axes->begin(), axes->end());
    if (removes) std::reverse(axes->begin(), axes->end());
    Sizes sizes = x.sizes;
    for (const std::int64_t axis : *axes) {
        const auto at = static_cast<std::size_t>(axis);
        line = concat(function, '(', line, ", ", at, ')');
        if (sizes && at >= sizes->size() + (removes ? 0 : 1)) return false;
        if (sizes && removes) sizes->erase(at_place(*sizes, axis));
        if (sizes && !removes) sizes->insert(at_place(*sizes, axis), "1");
    }
    return to.bind(node, std::move(line), std::move(sizes));
}

struct Cut {
    std::size_t dim;
    std::int64_t begin;
    std::int64_t end;
};

std::string cut_text(const std::string& x, const Cut& cut) {
    const bool is_open = cut.end >= std::numeric_limits<std::int32_t>::max();
    std::string line = concat("slice(", x, ", dim=", cut.dim);
    if (cut.begin != 0) line += concat(", start=", std::to_string(cut.begin));
    if (!is_open) line += concat(", end=", std::to_string(cut.end));
    return line + ")";
}

/// A place that may be counted from the end, inside `length` things or behind them.
std::int64_t place_in(std::int64_t length, std::int64_t at) {
    return std::clamp(at < 0 ? at + length : at, std::int64_t{0}, length);
}

/// How long a cut leaves a size that is known; "" else.
std::string cut_size(const std::string& size, const Cut& cut) {
    const std::optional<std::int64_t> whole = Item{size}.number();
    if (!whole) return {};
    return std::to_string(std::max<std::int64_t>(place_in(*whole, cut.end) - place_in(*whole, cut.begin), 0));
}

bool slice(Translator& to, const Node& node, std::string_view) {
    const auto begins = to.integers(node, 1, "starts"), ends = to.integers(node, 2, "ends");
    auto axes = to.integers(node, 3, "axes");
    const auto steps = to.integers(node, 4, "steps");
    if (!begins || !ends || begins->size() != ends->size()) return false;
    if (steps && std::any_of(steps->begin(), steps->end(), [](std::int64_t step) { return step != 1; }))
        return false;
    if (!axes) {
        axes.emplace(begins->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    if (axes->size() != begins->size()) return false;
    const Known x = to.known(node, 0);
    if (x.items && x.said.empty()) {
        const Cut cut{0, begins->empty() ? 0 : begins->front(), ends->empty() ? 0 : ends->front()};
        const auto length = static_cast<std::int64_t>(x.items->size());
        const std::int64_t begin = place_in(length, cut.begin),
                           end = std::max(place_in(length, cut.end), begin);
        return to.alias(node, shape({at_place(*x.items, begin), at_place(*x.items, end)}));
    }
    std::string line = to.said(node, 0);
    Sizes sizes = x.sizes;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const std::optional<std::size_t> dim = to.axis(node, 0, (*axes)[i]);
        if (!dim || !sizes || *dim >= sizes->size()) return false;
        Cut cut{*dim, (*begins)[i], (*ends)[i]};
        const std::optional<std::int64_t> whole = Item{(*sizes)[*dim]}.number();
        // Places behind the end stand for the end; where that lies is not known of every size.
        if (whole && cut.end > *whole) cut.end = std::numeric_limits<std::int64_t>::max();
        if (!whole && (cut.begin < 0 || (cut.end > 0 && cut.end < std::numeric_limits<std::int32_t>::max())))
            return false;
        if (cut.begin == 0 && cut.end >= std::numeric_limits<std::int32_t>::max()) continue;
        line = cut_text(line, cut);
        (*sizes)[*dim] = cut_size((*sizes)[*dim], cut);
    }
    return !line.empty() && to.bind(node, std::move(line), std::move(sizes));
}

bool split(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const std::optional<std::size_t> dim = to.axis(node, 0, node.integer("axis", 0));
    if (x.empty() || !dim || node.outputs.empty()) return false;
    const Sizes before = to.known(node, 0).sizes;
    const auto parts = to.integers(node, 1, "split");
    if (!parts) {
        const std::string chunks =
            to.step(concat("chunk(", x, ", ", node.outputs.size(), ", dim=", *dim, ')'));
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            to.bind(node, concat(chunks, '[', i, ']'), std::nullopt, i);
        return true;
    }
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < node.outputs.size() && i < parts->size(); ++i) {
        const std::int64_t length = (*parts)[i];
        if (length < 0 || length > std::numeric_limits<std::int32_t>::max()) return false;
        Sizes sizes = before;
        if (sizes && *dim < sizes->size()) (*sizes)[*dim] = std::to_string(length);
        to.bind(node, cut_text(x, {*dim, begin, begin + length}), std::move(sizes), i);
        begin += length;
    }
    return true;
}

bool reduce(Translator& to, const Node& node, std::string_view function) {
    const std::string x = to.said(node, 0);
    const auto axes = to.integers(node, 1, "axes");
    const bool keeps = node.integer("keepdims", 1) != 0;
    Sizes sizes = to.known(node, 0).sizes;
    if (x.empty() || !axes || axes->empty() || static_cast<std::int64_t>(axes->size()) > kMostAxes)
        return false;
    std::vector<std::int64_t> dims;
    for (const std::int64_t given : *axes) {
        const std::optional<std::size_t> dim = to.axis(node, 0, given);
        if (!dim) return false;
        dims.push_back(static_cast<std::int64_t>(*dim));
    }
    std::sort(dims.rbegin(), dims.rend());
    for (const std::int64_t dim : dims) {
        if (!sizes || static_cast<std::size_t>(dim) >= sizes->size()) continue;
        if (keeps)
            (*sizes)[static_cast<std::size_t>(dim)] = "1";
        else
            sizes->erase(at_place(*sizes, dim));
    }
    return to.bind(node, concat(function, '(', x, ", dim=", tuple(dims), keeps ? ", keepdim=True)" : ")"),
                   std::move(sizes));
}

constexpr OperatorRule kRules[] = {
    {"Constant", constant},
    {"ConstantOfShape", constant_of_shape},
    {"Shape", shape_of},
    {"Gather", gather, "select"},
    {"Concat", concatenate, "cat"},
    {"Reshape", reshape, "reshape"},
    {"Flatten", flatten, "flatten"},
    {"Transpose", transpose, "permute"},
    {"Squeeze", for_each_axis, "squeeze"},
    {"Unsqueeze", for_each_axis, "unsqueeze"},
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
    return kRules;
}

}  // namespace paramscope::open::onnx
