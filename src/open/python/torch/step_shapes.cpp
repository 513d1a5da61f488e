// Parts of tensors in a forward pass: indices, slices, split, pad.
#include <algorithm>
#include <numeric>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

constexpr Integer kMostParts = 512;

/// The dimension that an argument names; nullopt when it is not known.
std::optional<std::size_t> dimension(ForwardPass& pass, const Value* value, Integer fallback,
                                     std::size_t rank) {
    if (value != nullptr && !value->is_whole()) return std::nullopt;
    if (value != nullptr) pass.evaluator().decisions.decide_by(*value);
    return position(value != nullptr ? value->whole() : fallback, rank);
}

/// The positions from `start` to `stop` of one dimension as a step slice(x, dim, start, end).
Value part(ForwardPass& pass, const Value& x, std::size_t dim, const Value& start, const Value& stop) {
    std::vector<Value> shape = x.tensor().shape;
    shape[dim] = binary(pass.evaluator(), "-", stop, start);
    if (!shape[dim].is_whole()) return pass.unknown_result("slice");
    std::vector<Argument> given;
    given.push_back(*pass.argument("dim", Value::of(dim)));
    given.push_back(*pass.argument("start", start));
    given.push_back(*pass.argument("end", stop));
    return pass.reshape("slice", x, pass.sized(std::move(shape)), std::move(given));
}

/// split(x, size or sizes, dim).
Value split(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* sizes = a.get(1, "split_size_or_sections");
    if (sizes == nullptr) sizes = a.find("split_size");
    const auto dim = dimension(pass, a.get(2, "dim"), 0, x.tensor().shape.size());
    if (sizes == nullptr || !dim) return pass.unknown_result("split");
    const Value size = x.tensor().shape[*dim];
    std::vector<Value> lengths;
    if (sizes->is(Type::List) || sizes->is(Type::Tuple)) {
        lengths = sizes->items();
    } else if (sizes->is_whole() && sizes->whole() > 0) {
        const Integer count = (size.whole() + sizes->whole() - 1) / sizes->whole();
        if (count > kMostParts) return pass.unknown_result("split");
        for (Integer i = 0; i + 1 < count; ++i) lengths.push_back(*sizes);
        if (count > 0)
            lengths.push_back(binary(pass.evaluator(), "-", size,
                                     binary(pass.evaluator(), "*", *sizes, Value::of(count - 1))));
        if (size.formula != nullptr || sizes->formula != nullptr) {
            // How many parts there are must not depend on the sizes: 3·n in parts of n.
            const Value quotient = binary(pass.evaluator(), "//", size, *sizes);
            if (quotient.formula != nullptr) pass.evaluator().decisions.decide_by(quotient);
        }
    }
    std::vector<Value> parts;
    Value at = Value::of(0);
    for (const Value& length : lengths) {
        if (!length.is_whole()) return pass.unknown_result("split");
        const Value end = binary(pass.evaluator(), "+", at, length);
        parts.push_back(part(pass, x, *dim, at, end));
        at = end;
    }
    if (parts.empty() || !at.is_whole()) return pass.unknown_result("split");
    if (at.whole() != size.whole()) {
        pass.note_unmet(Unmet::Kind::Equal, size, at);
        pass.note_mismatch(message("python.unknown_method", {{"name", "split"}}));
        return pass.unknown_result("split");
    }
    pass.note_equal(size, at);
    return pass.evaluator().tuple(std::move(parts));
}

Value chunk(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* count = a.get(1, "chunks");
    const auto dim = dimension(pass, a.get(2, "dim"), 0, x.tensor().shape.size());
    if (count == nullptr || !count->is_whole() || !dim || count->whole() < 1 || count->whole() > kMostParts)
        return pass.unknown_result("chunk");
    pass.evaluator().decisions.decide_by(*count);
    const Value size = x.tensor().shape[*dim];
    if (size.whole() % count->whole() == 0) {
        std::vector<Argument> given;
        given.push_back(*pass.argument("", *count));
        given.push_back(*pass.argument("dim", Value::of(*dim)));
        return pass.apply("chunk", {x}, std::move(given));
    }
    pass.evaluator().decisions.decide_by(size);
    Arguments sizes;
    sizes.positional = {x, Value::of((size.whole() + count->whole() - 1) / count->whole()), Value::of(*dim)};
    return split(pass, x, sizes);
}

Value unbind(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dim"), 0, x.tensor().shape.size());
    if (!dim) return pass.unknown_result("unbind");
    const Value count = x.tensor().shape[*dim];
    pass.evaluator().decisions.decide_by(count);
    if (count.whole() > kMostParts) return pass.unknown_result("unbind");
    std::vector<Value> parts;
    for (Integer i = 0; i < count.whole(); ++i) {
        std::vector<Value> shape = x.tensor().shape;
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*dim));
        std::vector<Argument> given;
        given.push_back(*pass.argument("dim", Value::of(*dim)));
        given.push_back(*pass.argument("index", Value::of(i)));
        parts.push_back(pass.reshape("select", x, pass.sized(std::move(shape)), std::move(given)));
    }
    return pass.evaluator().tuple(std::move(parts));
}

/// F.pad(x, (left, right, top, bottom, ...)), from the last dimension on.
Value pad(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* sizes = a.get(1, "pad");
    if (sizes == nullptr || !(sizes->is(Type::List) || sizes->is(Type::Tuple)) ||
        sizes->items().size() > 2 * x.tensor().shape.size())
        return pass.unknown_result("pad");
    std::vector<Value> shape = x.tensor().shape;
    for (std::size_t i = 0; i < sizes->items().size(); ++i) {
        Value& size = shape[shape.size() - 1 - i / 2];
        size = binary(pass.evaluator(), "+", size, sizes->items()[i]);
        if (!size.is_whole()) return pass.unknown_result("pad");
    }
    const Value* mode = a.get(2, "mode");
    const bool repeats =
        mode != nullptr && mode->is(Type::Str) && (mode->str() == "reflect" || mode->str() == "replicate");
    const Value padded = pass.resize(x, pass.sized(std::move(shape)), repeats ? "reflection_pad" : "pad");
    const bool is_circular = mode != nullptr && mode->is(Type::Str) && mode->str() == "circular";
    return is_circular ? pass.resembling("circular_pad", padded) : padded;
}

/// topk(x, k, dim): values and indices.
Value top(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* count = a.get(1, "k");
    const auto dim = dimension(pass, a.get(2, "dim"), -1, x.tensor().shape.size());
    if (count == nullptr || !count->is_whole() || !dim) return pass.unknown_result("topk");
    std::vector<Value> shape = x.tensor().shape;
    shape[*dim] = *count;
    const Value part = pass.resize(x, pass.sized(std::move(shape)), "topk");
    return pass.evaluator().tuple({part, expert_numbers(pass, x, *dim, part)});
}

/// The tensor with another size in one dimension.
Value with_size(ForwardPass& pass, const Value& x, std::size_t dim, const Value& size,
                std::string_view function = "resize") {
    if (!size.is_whole()) return pass.unknown_result("select");
    std::vector<Value> shape = x.tensor().shape;
    shape[dim] = size;
    return pass.resize(x, pass.sized(std::move(shape)), function);
}

Value narrow(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dim"), 0, x.tensor().shape.size());
    const Value* length = a.get(3, "length");
    return dim && length != nullptr ? with_size(pass, x, *dim, *length) : pass.unknown_result("narrow");
}

Value select_one(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dim"), 0, x.tensor().shape.size());
    if (!dim) return pass.unknown_result("select");
    const Value* const index = a.get(2, "index");
    if (index == nullptr || !index->is_whole()) return pass.unknown_result("select");
    auto* const whole = pass.evaluator().make<SliceObject>();
    whole->start = whole->stop = whole->step = Value::none();
    std::vector<Value> keys(*dim, Value::of(Type::Slice, whole));
    keys.push_back(*index);
    return pass.item(x, pass.evaluator().tuple(keys));
}

Value index_select(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dim"), 0, x.tensor().shape.size());
    const Value* index = a.get(2, "index");
    const bool is_known = dim && index != nullptr && index->is(Type::Tensor) &&
                          index->tensor().is_shape_known && index->tensor().shape.size() == 1;
    return is_known ? with_size(pass, x, *dim, index->tensor().shape[0], "take")
                    : pass.unknown_result("index_select");
}

Value one_hot(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* classes = a.get(1, "num_classes");
    if (classes == nullptr || !classes->is_whole() || classes->whole() < 0)
        return pass.unknown_result("one_hot");
    std::vector<Value> shape = x.tensor().shape;
    shape.push_back(*classes);
    return pass.resembling("one_hot", pass.resize(x, pass.sized(std::move(shape))));
}

Value repeat_interleave(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* times = a.get(1, "repeats");
    const Value* given = a.get(2, "dim");
    if (times == nullptr || !times->is_whole() || given == nullptr)
        return pass.unknown_result("repeat_interleave");
    const auto dim = dimension(pass, given, 0, x.tensor().shape.size());
    return dim ? with_size(pass, x, *dim, binary(pass.evaluator(), "*", x.tensor().shape[*dim], *times),
                           "repeat")
               : pass.unknown_result("repeat_interleave");
}

Value move_dimension(ForwardPass& pass, const Value& x, Arguments& a) {
    const std::size_t rank = x.tensor().shape.size();
    const auto from = dimension(pass, a.get(1, "source"), 0, rank),
               to = dimension(pass, a.get(2, "destination"), 0, rank);
    if (!from || !to || a.get(1, "source") == nullptr) return pass.unknown_result("movedim");
    std::vector<Value> shape = x.tensor().shape;
    const Value moved = shape[*from];
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*from));
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*to), moved);
    if (*from == *to) return x;
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), std::size_t{0});
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(*from));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(*to), *from);
    std::vector<Argument> given;
    for (const std::size_t dim : order) given.push_back(*pass.argument("", Value::of(dim)));
    return pass.reshape("permute", x, pass.sized(std::move(shape)), std::move(given));
}

/// diff(x, n, dim): each number less the one before it.
Value differences(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value *times = a.get(1, "n"), *before = a.find("prepend"), *after = a.find("append");
    const auto dim = dimension(pass, a.get(2, "dim"), -1, x.tensor().shape.size());
    const bool is_once = times == nullptr || (times->is_whole() && times->whole() == 1);
    if (!dim || !is_once || before != nullptr || after != nullptr || !x.tensor().data.empty())
        return find_torch_function("diff")(pass.evaluator(), Value::none(), a);
    const Value size = x.tensor().shape[*dim];
    const Value less = binary(pass.evaluator(), "-", size, Value::of(1));
    const std::size_t parts[] = {1, 0};
    Value ends[2];
    for (const std::size_t start : parts) {
        std::vector<Value> shape = x.tensor().shape;
        shape[*dim] = less;
        ends[start] = pass.resize(x, pass.sized(std::move(shape)));
    }
    return pass.binary("-", ends[1], ends[0]);
}

/// outer(a, b): the product of a column and a row.
Value outer(ForwardPass& pass, const Value& x, Arguments& a) {
    const Value* const other = a.get(1, "vec2");
    const bool are_known = other != nullptr && other->is(Type::Tensor) && other->tensor().is_shape_known &&
                           other->tensor().shape.size() == 1 && x.tensor().shape.size() == 1;
    if (!are_known) return pass.unknown_result("outer");
    return pass.binary("*", pass.resize(x, pass.sized({x.tensor().shape[0], Value::of(1)}), "reshape"),
                       *other);
}

/// unflatten(x, dim, sizes).
Value unflatten(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dim"), 0, x.tensor().shape.size());
    const Value* sizes = a.get(2, "sizes");
    if (!dim || sizes == nullptr || !(sizes->is(Type::Tuple) || sizes->is(Type::List)))
        return pass.unknown_result("unflatten");
    std::vector<Value> shape = x.tensor().shape, given = sizes->items();
    Value known = Value::of(1);
    for (const Value& each : given) {
        if (!each.is_whole()) return pass.unknown_result("unflatten");
        if (each.whole() != -1) known = binary(pass.evaluator(), "*", known, each);
    }
    for (Value& each : given) {
        if (each.whole() == -1) each = binary(pass.evaluator(), "//", shape[*dim], known);
    }
    const auto at = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*dim));
    shape.insert(at, given.begin(), given.end());
    return pass.resize(x, pass.sized(std::move(shape)), "reshape");
}

/// x.unfold(dim, size, step): windows along one dimension.
Value windows(ForwardPass& pass, const Value& x, Arguments& a) {
    const auto dim = dimension(pass, a.get(1, "dimension"), 0, x.tensor().shape.size());
    const Value *size = a.get(2, "size"), *step = a.get(3, "step");
    if (!dim || size == nullptr || step == nullptr || !size->is_whole() || !step->is_whole() ||
        size->whole() < 1 || step->whole() < 1 || size->whole() > x.tensor().shape[*dim].whole())
        return pass.unknown_result("unfold");
    Evaluator& e = pass.evaluator();
    std::vector<Value> shape = x.tensor().shape;
    shape[*dim] = binary(e, "+", binary(e, "//", binary(e, "-", shape[*dim], *size), *step), Value::of(1));
    shape.push_back(*size);
    return shape[*dim].is_whole() ? pass.resembling("unfold", pass.resize(x, pass.sized(std::move(shape))))
                                  : pass.unknown_result("unfold");
}

struct ShapeRow {
    std::string_view name;
    Value (*function)(ForwardPass&, const Value&, Arguments&);
};
constexpr ShapeRow kShapeRows[] = {
    {"split", split},
    {"chunk", chunk},
    {"unbind", unbind},
    {"pad", pad},
    {"topk", top},
    {"narrow", narrow},
    {"select", select_one},
    {"index_select", index_select},
    {"one_hot", one_hot},
    {"repeat_interleave", repeat_interleave},
    {"diff", differences},
    {"outer", outer},
    {"ger", outer},
    {"movedim", move_dimension},
    {"moveaxis", move_dimension},
    {"unflatten", unflatten},
    {"tensor_split", chunk},
    {kWindowsOfTensor, windows},
};

/// The positions that a slice takes of a dimension; nullopt when they are not known.
std::optional<Value> slice_length(Evaluator& e, const SliceObject& slice, const Value& size) {
    const auto bound = [&](const Value& given, const Value& fallback) -> std::optional<Value> {
        if (given.is(Type::None)) return fallback;
        if (!given.is_whole()) return std::nullopt;
        if (given.whole() < 0) {
            const Value from_end = binary(e, "+", size, given);
            return from_end.is_whole() && from_end.whole() < 0 ? Value::of(0) : from_end;
        }
        return given.whole() > size.whole() ? size : given;
    };
    const std::optional<Value> start = bound(slice.start, Value::of(0)), stop = bound(slice.stop, size);
    if (!start || !stop || !start->is_whole() || !stop->is_whole()) return std::nullopt;
    if (!slice.step.is(Type::None) && (!slice.step.is_whole() || slice.step.whole() < 1)) return std::nullopt;
    if (start->whole() >= stop->whole()) {
        e.decisions.decide_by(*start);
        e.decisions.decide_by(*stop);
        return Value::of(0);
    }
    const Value length = binary(e, "-", *stop, *start);
    if (slice.step.is(Type::None) || slice.step.whole() == 1) return length;
    return unary(e, "-", binary(e, "//", unary(e, "-", length), slice.step));
}

/// Which dimension each of a part is (-1: a new one), and how many numbers it goes on.
struct Places {
    std::vector<Integer> dims, steps;
};

Places places_of(const std::vector<Value>& keys, std::size_t rank) {
    Places places;
    Integer at = 0;
    const auto keep = [&](Integer step) {
        places.dims.push_back(at++);
        places.steps.push_back(step);
    };
    const auto named = static_cast<Integer>(std::count_if(keys.begin(), keys.end(), [](const Value& key) {
        return !key.is(Type::None) && !key.is(Type::Ellipsis);
    }));
    const auto all = static_cast<Integer>(rank);
    for (const Value& key : keys) {
        if (key.is(Type::None)) {
            places.dims.emplace_back(-1);
            places.steps.emplace_back(1);
        } else if (key.is(Type::Ellipsis)) {
            for (Integer rest = all - named; rest > 0; --rest) keep(1);
        } else if (key.is(Type::Slice)) {
            const Value& step = key.as<SliceObject>().step;
            keep(step.is_whole() ? step.whole() : Integer{1});
        } else {
            ++at;
        }
    }
    while (at < all) keep(1);
    return places;
}

Argument numbers_argument(std::string_view name, const std::vector<Integer>& numbers) {
    Argument made;
    made.name = name;
    made.value = paramscope::Value::of_tuple({});
    for (const Integer number : numbers) made.value.items.push_back(paramscope::Value::of_number(number));
    return made;
}

/// Says in the step of a part which dimensions it has, where that is not plain.
void note_places(ForwardFrame& frame, const Value& part, const Places& places) {
    if (!part.is(Type::Tensor) || part.tensor().origin.frame != frame.number) return;
    ForwardStep& step = frame.steps[part.tensor().origin.index];
    if (step.function != "resize" || step.operands.size() != 1) return;
    std::vector<Integer> plain(places.dims.size());
    std::iota(plain.begin(), plain.end(), Integer{0});
    const bool has_steps = any_of(places.steps, [](Integer each) { return each != 1; });
    if (places.dims != plain) step.arguments.edit().push_back(numbers_argument("dims", places.dims));
    if (has_steps) step.arguments.edit().push_back(numbers_argument("step", places.steps));
}

}  // namespace

std::optional<Value> shape_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
    const auto* row = std::find_if(std::begin(kShapeRows), std::end(kShapeRows),
                                   [&](const ShapeRow& each) { return each.name == name; });
    const bool has_tensor = !arguments.positional.empty() && arguments.positional[0].is(Type::Tensor);
    if (row == std::end(kShapeRows)) return std::nullopt;
    if (!has_tensor) return pass.unknown_result(name);
    const Value x = arguments.positional[0];
    if (!x.tensor().is_shape_known) return tensor_of_unknown_shape(pass.evaluator(), x.tensor().shape_reason);
    return row->function(pass, x, arguments);
}

std::optional<std::vector<Value>> ForwardPass::items(const Value& tensor) {
    if (!tensor.tensor().is_shape_known || tensor.tensor().shape.empty()) return std::nullopt;
    python::Arguments arguments;
    arguments.positional = {tensor};
    const Value parts = unbind(*this, tensor, arguments);
    return parts.is(Type::Tuple) ? std::optional(parts.items()) : std::nullopt;
}

Value ForwardPass::item(const Value& tensor, const Value& key) {
    const TensorObject& source = tensor.tensor();
    if (!source.is_shape_known) return tensor_of_unknown_shape(evaluator_, source.shape_reason);
    if (const auto selected = routed_item(*this, tensor, key)) return *selected;
    const std::vector<Value> keys = key.is(Type::Tuple) ? key.items() : std::vector<Value>{key};
    for (const Value& each : keys) {
        if (each.is_unknown()) return tensor_of_unknown_shape(evaluator_, each);
    }
    const auto shape = indexed_shape(evaluator_, source.shape, keys, slice_length);
    const bool has_indices =
        any_of(keys, [](const Value& each) { return each.is(Type::Tensor) || each.is(Type::List); });
    if (!shape) return unknown_result("[]");
    const Value part = resize(tensor, sized(*shape), has_indices ? "take" : "resize");
    if (!has_indices && !frames_.empty()) note_places(frame(), part, places_of(keys, source.shape.size()));
    return part;
}

}  // namespace paramscope::open::python
