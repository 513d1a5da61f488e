// The numbers of small tensors of one dimension, which a model may compute its sizes with.
#include <algorithm>
#include <cmath>

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

struct ElementFunction {
    std::string_view name;
    double (*function)(double);
    bool is_whole = false;  ///< the result is a tensor of integers
};

constexpr ElementFunction kElementFunctions[] = {
    {"round", std::nearbyint}, {"floor", std::floor},      {"ceil", std::ceil}, {"log", std::log},
    {"log2", std::log2},       {"exp", std::exp},          {"sqrt", std::sqrt}, {"abs", std::fabs},
    {"int", std::trunc, true}, {"long", std::trunc, true},
};

/// Functions that give the parts of a tensor in order.
constexpr std::string_view kPartFunctions[] = {"split", "split_with_sizes", "chunk", "tensor_split",
                                               "unbind"};

struct OperatorFunction {
    std::string_view name, symbol;
};

constexpr OperatorFunction kOperatorFunctions[] = {
    {"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"multiply", "*"}, {"div", "/"}, {"divide", "/"}, {"pow", "**"},
};

/// A number as PyTorch keeps it: in single precision.
Value in_single_precision(Value number) {
    if (number.is(Type::Float)) number.real = static_cast<double>(static_cast<float>(number.real));
    return number;
}

/// The number at a position, of a tensor or the same everywhere; nullptr when it is not known.
const Value* number_at(const Value& value, std::size_t index) {
    if (value.is_number()) return &value;
    if (!value.is(Type::Tensor) || value.tensor().data.empty()) return nullptr;
    const std::vector<Value>& data = value.tensor().data;
    return data.size() == 1 ? &data[0] : index < data.size() ? &data[index] : nullptr;
}

std::size_t count_of(const Value& value) {
    return value.is(Type::Tensor) ? value.tensor().data.size() : 0;
}

/// True where all numbers of a tensor of one dimension are known; also of one that has none.
bool has_all_numbers(const Value& value) {
    if (!value.is(Type::Tensor)) return false;
    const TensorObject& tensor = value.tensor();
    return tensor.is_shape_known && tensor.shape.size() == 1 &&
           tensor.shape[0].whole() == std::ssize(tensor.data);
}

/// Gives the parts of a tensor of one dimension its numbers, in their order.
void share_numbers(Evaluator& e, const Value& whole, const Value& parts) {
    if (!has_all_numbers(whole)) return;
    const std::vector<Value>& numbers = whole.tensor().data;
    std::size_t from = 0;
    for (const Value& part : parts.items()) {
        const bool has_size =
            part.is(Type::Tensor) && part.tensor().is_shape_known && part.tensor().shape.size() <= 1;
        if (!has_size) return;
        const std::vector<Value>& shape = part.tensor().shape;
        const auto size = static_cast<std::size_t>(shape.empty() ? Integer{1} : shape[0].whole());
        if (size > numbers.size() - from || !e.count_items(size)) return;
        const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(from);
        part.tensor().data.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
        from += size;
    }
}

/// Gives a tensor of one dimension the numbers of those that it is joined from.
void join_numbers(Evaluator& e, const Value& parts, const Value& whole) {
    const bool is_list = parts.is(Type::List) || parts.is(Type::Tuple);
    if (!is_list || !all_of(parts.items(), has_all_numbers)) return;
    std::vector<Value> numbers;
    for (const Value& part : parts.items()) {
        const std::vector<Value>& own = part.tensor().data;
        if (!e.count_items(own.size()) || std::ssize(numbers) + std::ssize(own) > kMostKeptNumbers) return;
        numbers.insert(numbers.end(), own.begin(), own.end());
    }
    whole.tensor().data = std::move(numbers);
}

/// Gives a tensor of one dimension the sums of the numbers of another up to each.
void add_up_numbers(Evaluator& e, const Value& from, const Value& sums) {
    if (!has_all_numbers(from)) return;
    Value sum = Value::of(0);
    for (const Value& number : from.tensor().data) {
        sum = in_single_precision(binary(e, "+", sum, number));
        sums.tensor().data.push_back(sum);
    }
}

/// True for what Python raises, and PyTorch computes as an infinity.
bool is_refused(std::string_view symbol, const Value& left, const Value& right) {
    return symbol == "**" ? left.number() == 0
                          : symbol != "+" && symbol != "-" && symbol != "*" && right.number() == 0;
}

}  // namespace

void keep_data(Evaluator& e, const Value& data, const Value& made) {
    std::vector<Value> numbers;
    if (data.is_number()) numbers = {data};
    const bool is_array = data.is(Type::Instance) && data.instance().cls->is_library;
    if (const Value* items = is_array ? data.instance().attributes.find("items") : nullptr)
        return items->is(Type::Instance) ? void() : keep_data(e, *items, made);
    if (data.is(Type::List) || data.is(Type::Tuple)) numbers = data.items();
    const bool are_numbers = all_of(numbers, [](const Value& each) { return each.is_number(); });
    if (!are_numbers || std::ssize(numbers) > kMostKeptNumbers || !e.count_items(numbers.size())) return;
    for (Value& number : numbers) number = in_single_precision(number);
    made.tensor().data = std::move(numbers);
}

/// Keeps the numbers of functions that move them, of a tensor whose numbers are known.
static void move_numbers(std::string_view function, const std::vector<Value>& numbers, const Value& result) {
    if (!result.is(Type::Tensor)) return;
    if (function == "flip") result.tensor().data.assign(numbers.rbegin(), numbers.rend());
    const bool is_one = result.tensor().is_shape_known && result.tensor().shape.empty();
    if (!is_one || (function != "max" && function != "min")) return;
    const auto [least, most] =
        std::minmax_element(numbers.begin(), numbers.end(),
                            [](const Value& a, const Value& b) { return a.number() < b.number(); });
    result.tensor().data = {function == "max" ? *most : *least};
}

Value unique_numbers(Evaluator& e, const Value&, Arguments& a) {
    const Value* counts = a.find("return_counts");
    const std::size_t known = counts != nullptr && counts->is(Type::Bool) ? 1 : 0;
    const bool is_plain = e.tracer == nullptr && a.positional.size() == 1 && a.named.size() == known &&
                          count_of(a.positional[0]) > 0 && has_all_numbers(a.positional[0]);
    if (!is_plain) return of_unknown_shape(e, "unique");
    std::vector<Value> numbers = a.positional[0].tensor().data, found, times;
    stable_sort(numbers, [](const Value& x, const Value& y) { return x.number() < y.number(); });
    for (const Value& number : numbers) {
        e.decisions.decide_by(number);
        const bool is_new = found.empty() || found.back().number() != number.number();
        if (is_new) found.push_back(number);
        if (is_new) times.push_back(Value::of(0));
        ++times.back().integer;
    }
    const Value values = tensor(e, {Value::of(found.size())}), repeats = tensor(e, {Value::of(found.size())});
    values.tensor().data = std::move(found);
    repeats.tensor().data = std::move(times);
    return known == 1 && counts->boolean ? e.tuple({values, repeats}) : values;
}

Value difference(Evaluator& e, const Value&, Arguments& a) {
    const bool is_plain = a.positional.size() == 1 && a.named.empty() && a.positional[0].is(Type::Tensor) &&
                          a.positional[0].tensor().is_shape_known &&
                          a.positional[0].tensor().shape.size() == 1;
    if (!is_plain) return of_unknown_shape(e, "diff");
    const TensorObject& from = a.positional[0].tensor();
    const Value made = tensor(e, {binary(e, "-", from.shape[0], Value::of(1))});
    for (std::size_t i = 1; i < from.data.size(); ++i)
        made.tensor().data.push_back(in_single_precision(binary(e, "-", from.data[i], from.data[i - 1])));
    return made;
}

/// The number that an operator gives of two. Of many numbers each tells what it depends on, not how: their
/// formulas would take longer than all else.
static Value number_of(Evaluator& e, std::string_view symbol, Value left, Value right, bool is_one_of_many) {
    if (!is_one_of_many) return binary(e, symbol, left, right);
    const Polynomial* from = e.decisions.derived(left.formula, right.formula);
    left.formula = right.formula = nullptr;
    Value number = binary(e, symbol, left, right);
    if (number.is_number()) number.formula = from;
    return number;
}

void keep_numbers(Evaluator& e, std::string_view symbol, const Value& left, const Value& right,
                  const Value& result) {
    constexpr std::size_t kFewNumbers = 64;
    if (!result.is(Type::Tensor) || !result.tensor().is_shape_known || result.tensor().shape.size() > 1)
        return;
    const std::size_t count = std::max(count_of(left), count_of(right));
    std::vector<Value> numbers;
    for (std::size_t i = 0; i < count && e.count_items(1); ++i) {
        const Value *a = number_at(left, i), *b = number_at(right, i);
        if (a == nullptr || b == nullptr || is_refused(symbol, *a, *b)) return;
        const Value number = number_of(e, symbol, *a, *b, count > kFewNumbers);
        if (e.is_interrupted() || !number.is_number()) return;
        numbers.push_back(in_single_precision(number));
    }
    result.tensor().data = std::move(numbers);
}

void keep_numbers(Evaluator& e, std::string_view function, const Arguments& arguments, const Value& result) {
    if (e.tracer == nullptr && !arguments.positional.empty() && count_of(arguments.positional[0]) > 0 &&
        has_all_numbers(arguments.positional[0]))
        move_numbers(function, arguments.positional[0].tensor().data, result);
    if (e.tracer == nullptr && function == "cat" && !arguments.positional.empty() && result.is(Type::Tensor))
        return join_numbers(e, arguments.positional[0], result);
    if (e.tracer != nullptr || arguments.positional.empty() || count_of(arguments.positional[0]) == 0) {
        const bool is_power = arguments.positional.size() == 2 && count_of(arguments.positional[1]) != 0;
        if (e.tracer != nullptr || !is_power) return;
    }
    if (contains(kPartFunctions, function) && result.is(Type::Tuple))
        return share_numbers(e, arguments.positional[0], result);
    if (function == "cumsum" && result.is(Type::Tensor))
        return add_up_numbers(e, arguments.positional[0], result);
    for (const OperatorFunction& each : kOperatorFunctions) {
        if (each.name == function && arguments.positional.size() == 2 && arguments.named.empty())
            return keep_numbers(e, each.symbol, arguments.positional[0], arguments.positional[1], result);
    }
    for (const ElementFunction& each : kElementFunctions) {
        if (each.name != function || arguments.positional.size() != 1 || !result.is(Type::Tensor)) continue;
        for (const Value& number : arguments.positional[0].tensor().data) {
            const double value = each.function(number.number());
            const bool is_whole = each.is_whole && std::fabs(value) < 9e15;
            Value kept =
                is_whole ? Value::of(static_cast<Integer>(value)) : in_single_precision(Value::of(value));
            kept.formula = e.decisions.derived(number.formula);
            result.tensor().data.push_back(kept);
            if (!e.count_items(1)) return;
        }
    }
}

}  // namespace paramscope::open::python
