#include "count/functions/products.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "count/functions/messages.h"
#include "count/functions/values.h"

namespace paramscope::flow {
namespace {

/// The size that two dimensions broadcast to, nullopt when they do not. Of equal sizes it prefers the
/// symbolic one (a batch of 1), so that formulas keep it.
std::optional<Polynomial> common_size(const FlowCall& call, const Polynomial& a, const Polynomial& b) {
    if (call.equal(a, b)) return a.is_constant() ? b : a;
    if (call.equal(b, 1)) return a;
    if (call.equal(a, 1)) return b;
    call.refuse(Unmet::Kind::Equal, a, b);
    return std::nullopt;
}

/// The shape that two shapes broadcast to, without their last `skipped` dimensions.
Result<Signal> broadcast(FlowCall& call, const Dims& a, const Dims& b, std::size_t skipped) {
    const std::size_t rank_a = a.size() - skipped, rank_b = b.size() - skipped;
    const std::size_t rank = std::max(rank_a, rank_b);
    Dims common(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t from_end = rank - i;
        const Polynomial size_a = from_end <= rank_a ? a[rank_a - from_end] : Polynomial(1);
        const Polynomial size_b = from_end <= rank_b ? b[rank_b - from_end] : Polynomial(1);
        const std::optional<Polynomial> size = common_size(call, size_a, size_b);
        if (!size) {
            return flow_error(
                message("function.broadcast_sizes", {{"first", to_string(a)}, {"second", to_string(b)}}));
        }
        common[i] = *size;
    }
    return Signal::tensor(std::move(common));
}

/// Heads share keys, so there are never more heads of keys than of queries: neither where a width holds all
/// heads nor where they are a dimension, of which one is broadcast.
bool has_too_many_keys(const FlowCall& call, const Dims& queries, const Dims& keys) {
    const auto is_less = [&](const Polynomial& of_queries, const Polynomial& of_keys, Integer least) {
        const auto query = call.environment.integer(of_queries), key = call.environment.integer(of_keys);
        return query && key && *query >= least && *query < *key;
    };
    const std::size_t rank = queries.size();
    return is_less(queries.back(), keys.back(), 0) ||
           (rank >= 4 && is_less(queries[rank - 3], keys[rank - 3], 2));
}

}  // namespace

Result<Signal> matmul(FlowCall& call) {
    const Dims &a = call.input(0), &b = call.input(1);
    if (a.size() < 2 || b.size() < 2) return flow_error(message("function.matmul_rank"));
    if (!call.expect_equal(a.back(), b[b.size() - 2])) {
        return flow_error(
            message("function.matmul_inner_sizes", {{"first", to_string(a)}, {"second", to_string(b)}}));
    }
    const Polynomial inner = a.back(), rows = a[a.size() - 2], columns = b.back();
    Result<Signal> batch = broadcast(call, a, b, 2);
    if (!batch) return batch;
    Dims result = batch->dims;
    result.push_back(rows);
    result.push_back(columns);
    call.work.add(Operation::Matmul, product(result) * inner);
    call.work.add(Operation::Operator, product(result));
    return Signal::tensor(std::move(result));
}

Result<Signal> attention(FlowCall& call) {
    const Dims &q = call.input(0), &k = call.input(1), &v = call.input(2);
    if (q.size() < 2 || q.size() != k.size() || k.size() != v.size()) {
        return flow_error(message("function.attention_ranks",
                                  {{"query", to_string(q)}, {"key", to_string(k)}, {"value", to_string(v)}}));
    }
    const std::size_t tokens = q.size() - 2;
    if (!call.expect_equal(k[tokens], v[tokens])) {
        return flow_error(
            message("function.attention_values", {{"key", to_string(k)}, {"value", to_string(v)}}));
    }
    if (has_too_many_keys(call, q, k)) {
        return flow_error(
            message("function.attention_widths", {{"query", to_string(q)}, {"key", to_string(k)}}));
    }
    const Polynomial positions = product(q) / q.back();
    const Polynomial width = q.back() / k.back() * v.back();
    if (Requirements* const requirements = call.environment.requirements()) {
        requirements->queries.push_back(q.back());
        const bool has_key_per_query = call.equal(q.back(), k.back());
        if (!has_key_per_query) requirements->multiple.emplace_back(q.back(), k.back());
        call.equal(k.back(), v.back());
    }
    // When decoding, the query also attends to tokens with cached keys and values.
    const bool is_self = call.equal(q[tokens], k[tokens]);
    const Polynomial& cached = call.environment.cached();
    const Polynomial keys = is_self ? k[tokens] + cached : k[tokens];
    add_attention_work(&call.work, positions * keys * q.back(), positions * keys * width,
                       is_self && cached.is_zero() ? masked_share(q[tokens]) : Polynomial(0));
    const Value* cached_width = call.find("cached", 0);
    const Polynomial width_per_token = cached_width ? size_of(*cached_width) : k.back() + v.back();
    call.work.add(Operation::KeyValue, product(k) / k[tokens] / k.back() * keys * width_per_token);
    Dims output = q;
    output.back() = width;
    call.work.add(Operation::Operator, product(output));
    return Signal::tensor(std::move(output));
}

Result<Signal> broadcast_all(FlowCall& call) {
    Result<Signal> shape = call.inputs.front();
    for (std::size_t i = 1; i < call.inputs.size() && shape; ++i)
        shape = broadcast(call, Dims(shape->dims), call.input(i), 0);
    return shape;
}

Result<Signal> kept_tokens(FlowCall& call) {
    const Dims& x = call.input();
    if (x.size() < 2) return call.inputs.front();
    const Polynomial& tokens = x[x.size() - 2];
    call.work.add(Operation::KeyValue, product(x) / tokens * (tokens + call.environment.cached()));
    return call.inputs.front();
}

Result<Signal> kept_state(FlowCall& call) {
    const Dims& x = call.input();
    const Value* size = call.find("size", 1);
    if (size == nullptr) {
        call.work.add(Operation::KeptState, product(x));
    } else if (x.size() >= 2) {
        const Polynomial sequences = product(x) / x.back() / x[x.size() - 2];
        call.work.add(Operation::KeptState, sequences * size_of(*size));
    }
    return call.inputs.front();
}

Result<Signal> residual(FlowCall& call) {
    if (!call.equal(call.input(0), call.input(1))) return call.inputs.front();
    const Polynomial elements = product(call.input());
    for (const Operation operation : {Operation::Add, Operation::Operator})
        call.work.add(operation, elements);
    return call.inputs.front();
}

}  // namespace paramscope::flow

namespace paramscope {

Result<Signal> apply_operator(std::string_view sign, FlowCall& call) {
    if (sign == "@") return flow::matmul(call);
    Result<Signal> result = flow::broadcast(call, call.input(0), call.input(1), 0);
    if (!result) return result;
    const Operation operation = sign == "*"   ? Operation::Multiply
                                : sign == "/" ? Operation::Divide
                                              : Operation::Add;
    const Polynomial elements = product(result->dims);
    call.work.add(operation, elements);
    call.work.add(Operation::Operator, elements);
    return result;
}

}  // namespace paramscope
