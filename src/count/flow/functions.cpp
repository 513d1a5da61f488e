#include "count/flow/functions.h"

#include <algorithm>
#include <array>

#include "algebra/print.h"
#include "base/concat.h"
#include "count/flow/maps.h"
#include "count/flow/values.h"
#include "layers/catalogue.h"
#include "layers/elementwise.h"

namespace paramscope {
namespace {

using namespace flow;

bool has_equal_sizes(const FlowCall& call, const Dims& a, const Dims& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const Polynomial& x, const Polynomial& y) { return call.equal(x, y); });
}

Result<Signal> keep_shape(FlowCall& call) { return call.inputs.front(); }

// ---- joining and splitting ----

Result<Signal> cat(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims joined = call.input();
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        const Dims& next = call.input(i);
        if (next.size() != joined.size()) {
            return flow_error(concat("cat needs tensors of one rank but gets ", to_string(joined), " and ",
                                     to_string(next)));
        }
        for (std::size_t d = 0; d < joined.size(); ++d) {
            if (d == *axis) {
                joined[d] += next[d];
            } else if (!call.equal(joined[d], next[d])) {
                return flow_error(concat("cat along dimension ", to_string(Integer(*axis)),
                                         " needs equal other sizes but gets ", to_string(joined), " and ",
                                         to_string(next)));
            }
        }
    }
    return Signal::tensor(std::move(joined));
}

Result<Signal> stack(FlowCall& call) {
    const Result<Integer> axis = call.integer("dim", 0, 0);
    if (!axis) return axis.error();
    const Result<std::size_t> at = index_of(*axis, call.input().size() + 1);
    if (!at) return at.error();
    Dims stacked = call.input();
    stacked.insert(stacked.begin() + static_cast<std::ptrdiff_t>(*at),
                   Polynomial(static_cast<Integer>(call.inputs.size())));
    return Signal::tensor(std::move(stacked));
}

/// chunk(x, n, dim): n equal parts as a tuple.
Result<Signal> chunk(FlowCall& call) {
    const Result<Integer> parts = call.integer("chunks", 0, 2);
    if (!parts) return parts.error();
    const Result<std::size_t> axis = call.axis("dim", 1, 0);
    if (!axis) return axis.error();
    if (*parts < 1 || *parts > 1024) return flow_error("chunk makes 1 to 1024 parts");
    Dims part = call.input();
    part[*axis] /= Polynomial(*parts);
    return Signal::tuple(std::vector<Signal>(static_cast<std::size_t>(*parts), Signal::tensor(part)));
}

// ---- changing shapes ----

Result<Signal> flatten(FlowCall& call) {
    const Result<std::size_t> start = call.axis("start", 0, 0);
    if (!start) return start.error();
    const Result<std::size_t> end = call.axis("end", 1, -1);
    if (!end) return end.error();
    if (*end < *start) return flow_error("flatten ends before it starts");
    Dims flat(call.input().begin(), call.input().begin() + static_cast<std::ptrdiff_t>(*start));
    Polynomial merged = 1;
    for (std::size_t d = *start; d <= *end; ++d) merged *= call.input()[d];
    flat.push_back(std::move(merged));
    flat.insert(flat.end(), call.input().begin() + static_cast<std::ptrdiff_t>(*end) + 1, call.input().end());
    return Signal::tensor(std::move(flat));
}

/// reshape(x, sizes...): 0 keeps the input's size at that place, one -1 takes what is left.
Result<Signal> reshape(FlowCall& call) {
    std::vector<Value> sizes = call.literals;
    if (sizes.size() == 1 && sizes.front().kind == Value::Kind::Tuple) sizes = sizes.front().items;
    if (sizes.empty()) return flow_error("reshape needs the new sizes");
    Dims shape;
    std::optional<std::size_t> open;
    Polynomial taken = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Polynomial size = size_of(sizes[i]);
        if (size.is_zero() && i < call.input().size()) size = call.input()[i];
        if (size == Polynomial(-1)) {
            if (open) return flow_error("reshape can leave only one size open");
            open = i;
            size = 1;
        }
        taken *= size;
        shape.push_back(std::move(size));
    }
    const Polynomial all = product(call.input());
    if (open) {
        shape[*open] = all / taken;
    } else if (!call.equal(all, taken)) {
        return flow_error(concat("reshape cannot turn ", to_string(call.input()), " into ", to_string(shape),
                                 ": the numbers of elements differ"));
    }
    return Signal::tensor(std::move(shape));
}

Result<Signal> permute(FlowCall& call) {
    std::vector<Value> order = call.literals;
    if (order.size() == 1 && order.front().kind == Value::Kind::Tuple) order = order.front().items;
    const Dims& input = call.input();
    if (order.size() != input.size()) {
        return flow_error(concat("permute needs one index for each of the ", to_string(Integer(input.size())),
                                 " dimensions"));
    }
    Dims permuted;
    std::vector<bool> used(input.size(), false);
    for (const Value& value : order) {
        const Result<std::vector<Integer>> number = integers(value, call.environment);
        if (!number) return number.error();
        const Result<std::size_t> axis = index_of(number->front(), input.size());
        if (!axis) return axis.error();
        if (used[*axis]) return flow_error("permute names a dimension twice");
        used[*axis] = true;
        permuted.push_back(input[*axis]);
    }
    return Signal::tensor(std::move(permuted));
}

Result<Signal> transpose(FlowCall& call) {
    const Result<std::size_t> a = call.axis("dim0", 0, -2);
    if (!a) return a.error();
    const Result<std::size_t> b = call.axis("dim1", 1, -1);
    if (!b) return b.error();
    Dims swapped = call.input();
    std::swap(swapped[*a], swapped[*b]);
    return Signal::tensor(std::move(swapped));
}

Result<Signal> unsqueeze(FlowCall& call) {
    const Result<Integer> axis = call.integer("dim", 0, 0);
    if (!axis) return axis.error();
    const Result<std::size_t> at = index_of(*axis, call.input().size() + 1);
    if (!at) return at.error();
    Dims grown = call.input();
    grown.insert(grown.begin() + static_cast<std::ptrdiff_t>(*at), Polynomial(1));
    return Signal::tensor(std::move(grown));
}

Result<Signal> squeeze(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims shrunk = call.input();
    if (!call.equal(shrunk[*axis], 1)) return Signal::tensor(std::move(shrunk));
    shrunk.erase(shrunk.begin() + static_cast<std::ptrdiff_t>(*axis));
    return Signal::tensor(std::move(shrunk));
}

/// mean(x, dim=(2, 3), keepdim=False); without dim everything is reduced to one number.
Result<Signal> reduce(FlowCall& call) {
    const Value* dims = call.find("dim", 0);
    const Value* keep = call.find("keepdim", 1);
    const bool keepdim = keep && keep->kind == Value::Kind::Boolean && keep->boolean;
    if (!dims) return Signal::tensor({});
    const Result<std::vector<Integer>> axes = integers(*dims, call.environment);
    if (!axes) return axes.error();
    std::vector<bool> reduced(call.input().size(), false);
    for (const Integer number : *axes) {
        const Result<std::size_t> axis = index_of(number, call.input().size());
        if (!axis) return axis.error();
        reduced[*axis] = true;
    }
    Dims rest;
    for (std::size_t d = 0; d < reduced.size(); ++d) {
        if (!reduced[d]) rest.push_back(call.input()[d]);
        if (reduced[d] && keepdim) rest.emplace_back(1);
    }
    return Signal::tensor(std::move(rest));
}

/// pick(tensors, channels=n): the one of the tensors that has n channels (dimension 1); several must agree in shape.
Result<Signal> pick(FlowCall& call) {
    const Value* channels = call.find("channels", 0);
    if (!channels) return flow_error("pick needs channels=");
    const Signal* found = nullptr;
    for (const Signal& signal : call.inputs) {
        if (signal.dims.size() < 2 || !call.equal(signal.dims[1], size_of(*channels))) continue;
        if (found && !has_equal_sizes(call, found->dims, signal.dims)) {
            return flow_error(concat("tensors of different shapes have ", to_string(*channels), " channels: ",
                                     to_string(found->dims), " and ", to_string(signal.dims)));
        }
        found = &signal;
    }
    if (!found) return flow_error(concat("none of the tensors has ", to_string(*channels), " channels"));
    return *found;
}

/// expand(t, x): t once for each item of x's batch.
Result<Signal> expand(FlowCall& call) {
    Dims expanded = call.input(0);
    if (expanded.empty() || call.input(1).empty() || !call.equal(expanded[0], 1)) {
        return flow_error("expand needs a tensor whose first size is 1");
    }
    expanded[0] = call.input(1)[0];
    return Signal::tensor(std::move(expanded));
}

/// select(x, dim, index): one slice, without that dimension.
Result<Signal> select(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims rest = call.input();
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*axis));
    return Signal::tensor(std::move(rest));
}

/// slice(x, dim, start=0, end=None): positions from start up to end; negative ones count from the end.
Result<Signal> slice(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims sliced = call.input();
    Polynomial& size = sliced[*axis];
    const auto position = [&](const Value* value, const Polynomial& fallback) -> Polynomial {
        if (!value || value->kind == Value::Kind::None) return fallback;
        const Polynomial given = size_of(*value);
        const std::optional<Integer> number = call.environment.integer(given);
        return number && *number < 0 ? size + given : given;
    };
    const Polynomial begin = position(call.find("start", 1), 0), end = position(call.find("end", 2), size);
    const std::optional<Integer> length = call.environment.integer(end - begin);
    const std::optional<Integer> behind = call.environment.integer(size - end);
    const std::optional<Integer> before = call.environment.integer(begin);
    if (!length || *length < 0 || !behind || *behind < 0 || !before || *before < 0) {
        return flow_error("the slice does not lie within " + to_string(call.input()));
    }
    size = end - begin;
    return Signal::tensor(std::move(sliced));
}

/// lookup(table, x, dim): one row of the table for each index of a dimension of x.
Result<Signal> lookup(FlowCall& call) {
    const Result<Integer> dim = call.integer("dim", 0, 0);
    if (!dim) return dim.error();
    const Result<std::size_t> axis = index_of(*dim, call.input(1).size());
    if (!axis) return axis.error();
    if (call.input(0).empty()) return flow_error("lookup needs a table");
    Dims rows = call.input(0);
    rows.front() = call.input(1)[*axis];
    call.work.add(Operation::LookUp, product(rows));
    return Signal::tensor(std::move(rows));
}

// ---- products ----

Result<Signal> broadcast(FlowCall& call, std::size_t keep_last);

/// (..., n, k) @ (..., k, m): n·k·m multiply-accumulates for each matrix.
Result<Signal> matmul(FlowCall& call) {
    const Dims &a = call.input(0), &b = call.input(1);
    if (a.size() < 2 || b.size() < 2) return flow_error("a matrix product needs two or more dimensions");
    if (!call.equal(a.back(), b[b.size() - 2])) {
        return flow_error(
            concat("a matrix product needs equal inner sizes but gets ", to_string(a), " @ ", to_string(b)));
    }
    const Polynomial inner = a.back(), rows = a[a.size() - 2], columns = b.back();
    Result<Signal> batch = broadcast(call, 2);
    if (!batch) return batch;
    Dims result = batch->dims;
    result.push_back(rows);
    result.push_back(columns);
    call.work.add(Operation::Matmul, product(result) * inner);
    call.work.add(Operation::Operator, product(result));
    return Signal::tensor(std::move(result));
}

/// attention(q, k, v): scaled dot-product attention over (batch, tokens, width), any heads side by side.
/// Q·Kᵀ does batch·T·S·width(q) multiply-accumulates whatever the number of heads, scores·V as many for the
/// values. Fewer key and value heads than query heads (grouped-query attention) are seen from the widths: each
/// serves width(q)/width(k) query heads. What follows v is added to the scores (position biases): it is computed, its
/// shape is not looked at. `cached` is the width that is kept of a token where it is not that of its key and value.
Result<Signal> attention(FlowCall& call) {
    const Dims &q = call.input(0), &k = call.input(1), &v = call.input(2);
    if (q.size() < 2 || q.size() != k.size() || k.size() != v.size()) {
        return flow_error(concat("attention needs queries, keys and values of one rank but gets ",
                                 to_string(q), ", ", to_string(k), " and ", to_string(v)));
    }
    const std::size_t tokens = q.size() - 2;
    if (!call.equal(k[tokens], v[tokens])) {
        return flow_error(
            concat("attention needs as many values as keys but gets ", to_string(k), " and ", to_string(v)));
    }
    const Polynomial positions = product(q) / q.back();
    const Polynomial width = q.back() / k.back() * v.back();
    // In decoding, the tokens that keys and values are kept of are attended to as well.
    const bool is_self = call.equal(q[tokens], k[tokens]);
    const Polynomial& cached = call.environment.cached();
    const Polynomial keys = is_self ? k[tokens] + cached : k[tokens];
    add_attention_work(&call.work, positions * keys * q.back(), positions * keys * width,
                       is_self && cached.is_zero() ? masked_share(q[tokens]) : Polynomial(0));
    const Value* kept = call.find("cached", 0);
    const Polynomial kept_width = kept ? size_of(*kept) : k.back() + v.back();
    call.work.add(Operation::KeyValue, product(k) / k[tokens] / k.back() * keys * kept_width);
    Dims output = q;
    output.back() = width;
    call.work.add(Operation::Operator, product(output));
    return Signal::tensor(std::move(output));
}

// ---- element-wise ----

/// The size that two dimensions broadcast to. One of value 1 may be a symbol (a batch): it is kept as such.
std::optional<Polynomial> common_size(const FlowCall& call, const Polynomial& a, const Polynomial& b) {
    if (call.equal(a, b)) return a.is_constant() ? b : a;
    if (call.equal(b, 1)) return a;
    if (call.equal(a, 1)) return b;
    return std::nullopt;
}

/// The common shape of two tensors, leaving out their last `keep_last` dimensions.
Result<Signal> broadcast(FlowCall& call, std::size_t keep_last) {
    const Dims &a = call.input(0), &b = call.input(1);
    const std::size_t rank_a = a.size() - keep_last, rank_b = b.size() - keep_last;
    const std::size_t rank = std::max(rank_a, rank_b);
    Dims common(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t from_end = rank - i;
        const Polynomial size_a = from_end <= rank_a ? a[rank_a - from_end] : Polynomial(1);
        const Polynomial size_b = from_end <= rank_b ? b[rank_b - from_end] : Polynomial(1);
        const std::optional<Polynomial> size = common_size(call, size_a, size_b);
        if (!size) {
            return flow_error(
                concat("these shapes do not fit together: ", to_string(a), " and ", to_string(b)));
        }
        common[i] = *size;
    }
    return Signal::tensor(std::move(common));
}

/// residual(y, x): y + x where both have one shape, as blocks do that skip only when nothing was strided.
Result<Signal> residual(FlowCall& call) {
    if (!has_equal_sizes(call, call.input(0), call.input(1))) return call.inputs.front();
    const Polynomial elements = product(call.input());
    for (const Operation operation : {Operation::Add, Operation::Operator}) call.work.add(operation, elements);
    return call.inputs.front();
}

constexpr FlowFunction kFunctions[] = {
    {"relu", 1, keep_shape, false, elementwise::kCompare},
    {"relu6", 1, keep_shape, false, elementwise::kClamp},
    {"gelu", 1, keep_shape, false, elementwise::kGelu},
    {"silu", 1, keep_shape, false, elementwise::kSilu},
    {"mish", 1, keep_shape, false, elementwise::kMish},
    {"elu", 1, keep_shape, false, elementwise::kExponentialUnit},
    {"leaky_relu", 1, keep_shape, false, elementwise::kScaledCompare},
    {"hardswish", 1, keep_shape, false, elementwise::kHardSwish},
    {"hardsigmoid", 1, keep_shape, false, elementwise::kHardGate},
    {"sigmoid", 1, keep_shape, false, elementwise::kSigmoid},
    {"tanh", 1, keep_shape, false, elementwise::kTanh},
    {"softplus", 1, keep_shape, false, elementwise::kSoftplus},
    {"softmax", 1, keep_shape, false, elementwise::kSoftmax},
    {"log_softmax", 1, keep_shape, false, elementwise::kSoftmax},
    {"dropout", 1, keep_shape},
    {"normalize", 1, keep_shape, false, elementwise::kNormalize},
    {"exp", 1, keep_shape, false, elementwise::kExp},
    {"sqrt", 1, keep_shape, false, elementwise::kSqrt},
    {"abs", 1, keep_shape, false, elementwise::kCompare},
    {"roll", 1, keep_shape},
    {"residual", 2, residual},
    {"channel_shuffle", 1, keep_shape},
    {"cat", 1, cat, true},
    {"concat", 1, cat, true},
    {"stack", 1, stack, true},
    {"pick", 1, pick, true},
    {"expand", 2, expand},
    {"select", 1, select},
    {"slice", 1, slice},
    {"unflatten", 2, unflatten},
    {"lookup", 2, lookup},
    {"interpolate", 2, interpolate},
    {"window_partition", 1, window_partition},
    {"window_reverse", 2, window_reverse},
    {"space_to_depth", 1, space_to_depth},
    {"pad_to", 1, pad_to},
    {"chunk", 1, chunk},
    {"flatten", 1, flatten},
    {"reshape", 1, reshape},
    {"view", 1, reshape},
    {"permute", 1, permute},
    {"transpose", 1, transpose},
    {"unsqueeze", 1, unsqueeze},
    {"squeeze", 1, squeeze},
    {"mean", 1, reduce},
    {"sum", 1, reduce},
    {"amax", 1, reduce},
    {"matmul", 2, matmul},
    {"attention", 3, attention},
};

}  // namespace

const Value* FlowCall::find(std::string_view name, std::size_t position) const {
    for (const FlowExpression::Keyword& keyword : keywords) {
        if (keyword.name == name) return &keyword.value;
    }
    return position < literals.size() ? &literals[position] : nullptr;
}

Result<Integer> FlowCall::integer(std::string_view name, std::size_t position, Integer fallback) const {
    const Value* value = find(name, position);
    if (!value) return fallback;
    const Result<std::vector<Integer>> numbers = integers(*value, environment);
    if (!numbers) return numbers.error();
    if (numbers->size() != 1) return flow_error(concat(name, " must be one whole number"));
    return numbers->front();
}

Result<std::size_t> FlowCall::axis(std::string_view name, std::size_t position, Integer fallback) const {
    const Result<Integer> number = integer(name, position, fallback);
    if (!number) return number.error();
    return index_of(*number, input().size());
}

bool FlowCall::equal(const Polynomial& a, const Polynomial& b) const { return environment.equal(a, b); }

const FlowFunction* find_flow_function(std::string_view name) {
    const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                    [&](const FlowFunction& function) { return function.name == name; });
    return found == std::end(kFunctions) ? nullptr : found;
}

bool calls_all_children(std::string_view name) {
    return name == "sequence" || name == "outputs" || name == "dense";
}

bool calls_list(std::string_view name) {
    return name == "each" || name == "alternate" || name == "branches" || name == "route";
}

bool is_flow_function(std::string_view name) {
    if (name == "keep" || calls_list(name) || calls_all_children(name) || find_flow_function(name)) return true;
    const FoundLayer layer = find_layer(name);
    return layer.rule && !layer.rule->tensors;
}

Result<Signal> apply_operator(std::string_view sign, FlowCall& call) {
    if (sign == "@") return matmul(call);
    Result<Signal> result = broadcast(call, 0);
    if (!result) return result;
    const Operation operation = sign == "*"   ? Operation::Multiply
                                : sign == "/" ? Operation::Divide
                                              : Operation::Add;
    call.work.add(operation, product(result->dims));
    call.work.add(Operation::Operator, product(result->dims));
    return result;
}

}  // namespace paramscope
