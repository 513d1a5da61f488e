#include "count/functions/reshaping.h"

#include <optional>
#include <utility>

#include "algebra/print.h"
#include "count/functions/messages.h"
#include "count/functions/values.h"

namespace paramscope::flow {

Result<Signal> flatten(FlowCall& call) {
    const Result<std::size_t> start = call.axis("start", 0, 0);
    if (!start) return start.error();
    const Result<std::size_t> end = call.axis("end", 1, -1);
    if (!end) return end.error();
    if (*end < *start) return flow_error(message("function.flatten_order"));
    Dims flat(call.input().begin(), call.input().begin() + static_cast<std::ptrdiff_t>(*start));
    Polynomial merged = 1;
    for (std::size_t d = *start; d <= *end; ++d) merged *= call.input()[d];
    flat.push_back(std::move(merged));
    flat.insert(flat.end(), call.input().begin() + static_cast<std::ptrdiff_t>(*end) + 1, call.input().end());
    return Signal::tensor(std::move(flat));
}

namespace {

/// The sizes of `size=(...)`, else the literals.
SharedList<Value> given_sizes(const FlowCall& call) {
    SharedList<Value> sizes = call.literals;
    if (const Value* named = call.find("size", sizes.size())) sizes = {*named};
    if (sizes.size() == 1 && sizes.front().kind == Value::Kind::Tuple) return sizes.front().items;
    return sizes;
}

/// A tensor of these sizes; an error where one is negative or a fraction.
Result<Signal> tensor_of(const FlowCall& call, Dims shape) {
    for (const Polynomial& size : shape) {
        const SizeKind kind = call.environment.values().size_kind(size, 0);
        if (kind == SizeKind::TooSmall || kind == SizeKind::Fraction)
            return flow_error(message("function.no_size", {{"size", print(size, Notation::Plain)}}));
    }
    return Signal::tensor(std::move(shape));
}

}  // namespace

Result<Signal> resize(FlowCall& call) {
    Dims shape;
    for (const Value& size : given_sizes(call)) {
        const bool is_kept = size_of(size).is_zero() && shape.size() < call.input().size();
        shape.push_back(is_kept ? call.input()[shape.size()] : size_of(size));
    }
    return tensor_of(call, std::move(shape));
}

Result<Signal> make_tensor(FlowCall& call) {
    Dims shape;
    for (const Value& size : given_sizes(call)) shape.push_back(size_of(size));
    return tensor_of(call, std::move(shape));
}

Result<Signal> reshape(FlowCall& call) {
    const SharedList<Value> sizes = given_sizes(call);
    if (sizes.empty()) return flow_error(message("function.reshape_no_sizes"));
    Dims shape;
    std::optional<std::size_t> inferred;  // the dimension with size -1
    Polynomial taken = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Polynomial size = size_of(sizes[i]);
        if (size.is_zero() && i < call.input().size()) size = call.input()[i];
        if (size == Polynomial(-1)) {
            if (inferred) return flow_error(message("function.reshape_open_sizes"));
            inferred = i;
            size = 1;
        }
        taken *= size;
        shape.push_back(std::move(size));
    }
    const Polynomial all = product(call.input());
    const bool fits = inferred ? !call.equal(taken, 0) && call.environment.values().may_be_multiple(all, taken)
                               : call.equal(all, taken);
    if (inferred) shape[*inferred] = fits ? all / taken : Polynomial(-1);
    if (!fits) {
        return flow_error(message("function.reshape_elements",
                                  {{"from", to_string(call.input())}, {"to", to_string(shape)}}));
    }
    return tensor_of(call, std::move(shape));
}

Result<Signal> permute(FlowCall& call) {
    SharedList<Value> order = call.literals;
    if (order.size() == 1 && order.front().kind == Value::Kind::Tuple) order = order.front().items;
    const Dims& input = call.input();
    if (order.size() != input.size()) {
        return flow_error(message("function.permute_indices", {{"rank", input.size()}}));
    }
    Dims permuted;
    std::vector<bool> used(input.size(), false);
    for (const Value& value : order) {
        const Result<std::vector<Integer>> number = integers(value, call.environment);
        if (!number) return number.error();
        const Result<std::size_t> axis = index_of(number->front(), input.size());
        if (!axis) return axis.error();
        if (used[*axis]) return flow_error(message("function.permute_repeated"));
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

Result<Signal> expand(FlowCall& call) {
    Dims expanded = call.input(0);
    if (expanded.empty() || call.input(1).empty() || !call.equal(expanded[0], 1)) {
        return flow_error(message("function.expand_first_size"));
    }
    expanded[0] = call.input(1)[0];
    return Signal::tensor(std::move(expanded));
}

Result<Signal> select(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims rest = call.input();
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*axis));
    return Signal::tensor(std::move(rest));
}

Result<Signal> slice(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims sliced = call.input();
    Polynomial& size = sliced[*axis];
    const Values& values = call.environment.values();
    const auto position = [&](const Value* value, const Polynomial& fallback) -> Polynomial {
        if (!value || value->kind == Value::Kind::None) return fallback;
        const Polynomial given = size_of(*value);
        return values.size_kind(given, 0) == SizeKind::TooSmall ? size + given : given;
    };
    const Polynomial begin = position(call.find("start", 1), 0), end = position(call.find("end", 2), size);
    const auto is_size = [&](const Polynomial& part) { return values.size_kind(part, 0) == SizeKind::Fits; };
    if (!is_size(end - begin) || !is_size(size - end) || !is_size(begin)) {
        return flow_error(message("function.slice_out_of_range", {{"shape", to_string(call.input())}}));
    }
    if (Requirements* const requirements = call.environment.requirements()) {
        requirements->cut.emplace_back(size, begin);
        requirements->cut.emplace_back(size, end);
    }
    size = end - begin;
    return Signal::tensor(std::move(sliced));
}

Result<Signal> lookup(FlowCall& call) {
    const Result<Integer> dim = call.integer("dim", 0, 0);
    if (!dim) return dim.error();
    const Result<std::size_t> axis = index_of(*dim, call.input(1).size());
    if (!axis) return axis.error();
    if (call.input(0).empty()) return flow_error(message("function.lookup_table"));
    Dims rows = call.input(0);
    rows.front() = call.input(1)[*axis];
    call.work.add(Operation::LookUp, product(rows));
    return Signal::tensor(std::move(rows));
}

}  // namespace paramscope::flow
