// Functions of tensors that take dimensions away, and those that make tensors of sizes that are not their
// input's.
#include <algorithm>

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"

namespace paramscope::open::python {
namespace {

bool has_shape(const Value& value) {
    return value.is(Type::Tensor) && value.tensor().is_shape_known;
}

/// is_floating_point(x): which numbers a tensor holds is not followed.
Value which_numbers(Evaluator& e, const Value&, Arguments&) {
    const Value answer = e.unknown(message("python.unknown_method", {{"name", "is_floating_point"}}));
    answer.as<Unknown>().is_data = true;
    return answer;
}

/// is_autocast_enabled(): a pass is read as it is without torch.autocast.
Value without_autocast(Evaluator&, const Value&, Arguments&) {
    return Value::of(false);
}

/// diag(x): a matrix of a vector, the diagonal of a matrix.
Value diagonal(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !has_shape(a.positional[0])) return of_unknown_shape(e, "diag");
    const std::vector<Value>& shape = a.positional[0].tensor().shape;
    if (shape.size() == 1) return tensor(e, {shape[0], shape[0]});
    if (shape.size() != 2) return of_unknown_shape(e, "diag");
    const bool is_same = shape[0].formula == shape[1].formula && shape[0].whole() == shape[1].whole();
    for (const Value& side : shape) {
        if (!is_same) e.decisions.decide_by(side);
    }
    return tensor(e, {shape[0].whole() < shape[1].whole() ? shape[0] : shape[1]});
}

Value permutation(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is_whole()) return of_unknown_shape(e, "randperm");
    return tensor(e, {a.positional[0]});
}

/// randint(low, high, size), randint(high, size).
Value random_integers(Evaluator& e, const Value&, Arguments& a) {
    const Value* size = a.find("size");
    for (const Value& each : a.positional) {
        if (each.is(Type::Tuple) || each.is(Type::List)) size = &each;
    }
    const bool is_known = size != nullptr && (size->is(Type::Tuple) || size->is(Type::List)) &&
                          all_of(size->items(), [](const Value& each) { return each.is_whole(); });
    return is_known ? tensor(e, size->items()) : of_unknown_shape(e, "randint");
}

/// Element by element: both shapes are broadcast.
Value broadcast(Evaluator& e, const Value&, Arguments& a) {
    const auto is_operand = [](const Value& value) { return value.is(Type::Tensor) || value.is_number(); };
    const bool are_operands =
        a.positional.size() >= 2 && is_operand(a.positional[0]) && is_operand(a.positional[1]);
    if (!are_operands || (!a.positional[0].is(Type::Tensor) && !a.positional[1].is(Type::Tensor)))
        return of_unknown_shape(e, "torch");
    return tensor_binary(e, "-", a.positional[0], a.positional[1]);
}

/// The product of matrices, of the left one's batches; it raises where they do not fit.
Value multiply(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !has_shape(a.positional[0]) || !has_shape(a.positional[1]))
        return of_unknown_shape(e, "matmul");
    std::vector<Value> shape = a.positional[0].tensor().shape;
    const std::vector<Value>& right = a.positional[1].tensor().shape;
    if (shape.size() < 2 || right.size() != 2) return of_unknown_shape(e, "matmul");
    const Value &inner = shape.back(), &other = right.front();
    const bool is_same_formula =
        inner.formula != nullptr && other.formula != nullptr && *inner.formula == *other.formula;
    if (!is_same_formula) {
        e.decisions.decide_by(inner);
        e.decisions.decide_by(other);
    }
    if (inner.whole() != other.whole())
        return e.raise("RuntimeError", "mat1 and mat2 shapes cannot be multiplied");
    shape.back() = right.back();
    return tensor(e, std::move(shape));
}

/// x.new_zeros(sizes), x.new_full(size, value).
Value make_new(Evaluator& e, const Value&, Arguments& a) {
    Value reason;
    const auto sizes = sizes_of(e, a, 1, &reason);
    return sizes ? tensor(e, *sizes) : tensor_of_unknown_shape(e, reason);
}

/// x.new(2, 3) and x.new(y.size()): a tensor of these sizes. Another tuple holds items.
Value make_new_of_sizes(Evaluator& e, const Value& self, Arguments& a) {
    const bool are_numbers = a.positional.size() > 1 && a.named.empty() &&
                             std::all_of(a.positional.begin() + 1, a.positional.end(),
                                         [](const Value& each) { return each.is_whole(); });
    const Node* arguments = a.place != nullptr ? a.place->child(Field::Arguments) : nullptr;
    const bool is_size = arguments != nullptr && a.positional.size() == 2 &&
                         (arguments->text.ends_with(".size())") || arguments->text.ends_with(".shape)"));
    return are_numbers || is_size ? make_new(e, self, a) : of_unknown_shape(e, "new");
}

/// meshgrid(x, y): grids of the lengths of all.
Value meshgrid(Evaluator& e, const Value&, Arguments& a) {
    const bool is_list =
        a.positional.size() == 1 && (a.positional[0].is(Type::List) || a.positional[0].is(Type::Tuple));
    const std::vector<Value> axes = is_list ? a.positional[0].items() : a.positional;
    const Value* indexing = a.find("indexing");
    std::vector<Value> shape;
    for (const Value& axis : axes) {
        if (!has_shape(axis) || axis.tensor().shape.size() != 1) return of_unknown_shape(e, "meshgrid");
        shape.push_back(axis.tensor().shape[0]);
    }
    if (indexing != nullptr && !indexing->is(Type::Str)) return of_unknown_shape(e, "meshgrid");
    if (indexing != nullptr && indexing->str() == "xy" && shape.size() > 1) std::swap(shape[0], shape[1]);
    std::vector<Value> grids;
    for (std::size_t i = 0; i < axes.size(); ++i) grids.push_back(tensor(e, shape));
    return e.tuple(std::move(grids));
}

/// linalg.qr(x): two factors.
Value qr(Evaluator& e, const Value&, Arguments& a) {
    const bool is_square =
        a.positional.size() == 1 && has_shape(a.positional[0]) &&
        a.positional[0].tensor().shape.size() == 2 &&
        a.positional[0].tensor().shape[0].whole() == a.positional[0].tensor().shape[1].whole();
    if (!is_square) return e.tuple({of_unknown_shape(e, "qr"), of_unknown_shape(e, "qr")});
    const std::vector<Value>& shape = a.positional[0].tensor().shape;
    for (const Value& size : shape) e.decisions.decide_by(size);
    return e.tuple({tensor(e, shape), tensor(e, shape)});
}

/// The singular values of a square matrix between two factors.
Value svd(Evaluator& e, const Value&, Arguments& a) {
    const Value factors = qr(e, Value::none(), a);
    const TensorObject& factor = factors.items()[0].tensor();
    const Value values = factor.is_shape_known ? tensor(e, {factor.shape[0]}) : of_unknown_shape(e, "svd");
    return e.tuple({factors.items()[0], values, factors.items()[1]});
}

/// det(x): one number for each matrix.
Value determinant(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !has_shape(a.positional[0]) || a.positional[0].tensor().shape.size() < 2)
        return of_unknown_shape(e, "det");
    const std::vector<Value>& shape = a.positional[0].tensor().shape;
    return tensor(e, {shape.begin(), shape.end() - 2});
}

/// slogdet(x): the signs and the logarithms of the determinants.
Value signs_and_logarithms(Evaluator& e, const Value&, Arguments& a) {
    return e.tuple({determinant(e, Value::none(), a), determinant(e, Value::none(), a)});
}

/// outer(a, b): every product of an element of each.
Value outer(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    for (const Value& each : a.positional) {
        if (!has_shape(each) || each.tensor().shape.size() != 1) return of_unknown_shape(e, "outer");
        shape.push_back(each.tensor().shape[0]);
    }
    return shape.size() == 2 ? tensor(e, std::move(shape)) : of_unknown_shape(e, "outer");
}

constexpr BuiltinRow kFunctions[] = {
    {"is_floating_point", which_numbers},
    {"is_autocast_enabled", without_autocast},
    {"is_complex", which_numbers},
    {"diag", diagonal},
    {"randperm", permutation},
    {"randint", random_integers},
    {"fmod", broadcast},
    {"remainder", broadcast},
    {"pow", broadcast},
    {"new", make_new_of_sizes},
    {"meshgrid", meshgrid},
    {"qr", qr},
    {"svd", svd},
    {"det", determinant},
    {"logdet", determinant},
    {"slogdet", signs_and_logarithms},
    {"diff", difference},
    {"unique", unique_numbers},
    {"outer", outer},
    {"ger", outer},
    {"matmul", multiply},
    {"mm", multiply},
};

}  // namespace

const std::span<const BuiltinRow> kReductionFunctions = kFunctions;

}  // namespace paramscope::open::python
