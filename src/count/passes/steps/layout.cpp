#include "count/passes/steps/layout.h"

#include <string>
#include <utility>
#include <vector>

#include "base/ranges.h"

namespace paramscope {
namespace {

Dims packed_strides(const Dims& shape) {
    Dims strides(shape.size());
    Polynomial stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= shape[i];
    }
    return strides;
}

bool is_one(const Polynomial& size) {
    return size == Polynomial(1);
}

/// The same with its kind: dimensions of one number may have any stride.
Layout with_strides(Dims strides, const Dims& shape) {
    const Dims packed = packed_strides(shape);
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!is_one(shape[i]) && !(strides[i] == packed[i]))
            return {Layout::Kind::Strided, std::move(strides)};
    return {};
}

/// The literals of a call, those of a tuple one by one.
std::vector<std::int64_t> numbers_of(const FlowStep& step) {
    std::vector<std::int64_t> numbers;
    const auto add = [&](const Value& value) {
        if (const auto whole = value.number.whole()) numbers.push_back(*whole);
    };
    for (const ForwardExpression::Keyword& each : step.keywords) {
        if (!each.name.empty()) continue;
        if (each.value.kind == Value::Kind::Tuple) {
            for (const Value& item : each.value.items) add(item);
        } else {
            add(each.value);
        }
    }
    return numbers;
}

/// A dimension that a call names, or has at a place among its literals.
std::optional<std::size_t> dim_of(const FlowStep& step, std::string_view name, std::size_t place,
                                  std::int64_t usual, std::size_t rank) {
    const std::vector<std::int64_t> numbers = numbers_of(step);
    std::int64_t dim = place < numbers.size() ? numbers[place] : usual;
    if (const Value* const named = step.find(name)) {
        const auto whole = named->number.whole();
        if (!whole) return std::nullopt;
        dim = *whole;
    }
    const auto size = static_cast<std::int64_t>(rank);
    if (dim < -size || dim >= size) return std::nullopt;
    return static_cast<std::size_t>(dim < 0 ? dim + size : dim);
}

/// The strides of another shape of the same numbers: each group of dimensions without gaps is divided anew.
std::optional<Dims> divided_anew(const Dims& strides, const Dims& from, const Dims& to) {
    Dims found(to.size());
    std::size_t next = to.size();
    Polynomial stride = from.empty() ? Polynomial(1) : strides.back(), group = 1, taken = 1;
    for (std::size_t i = from.size(); i-- > 0;) {
        group *= from[i];
        if (i > 0 && (is_one(from[i - 1]) || strides[i - 1] == stride * group)) continue;
        while (next > 0 && (!(taken == group) || is_one(to[next - 1]))) {
            --next;
            found[next] = stride * taken;
            taken *= to[next];
        }
        if (!(taken == group)) return std::nullopt;
        if (i > 0) stride = strides[i - 1];
        group = taken = 1;
    }
    for (; next > 0; --next) found[next - 1] = 1;
    return found;
}

std::optional<Layout> reshaped(const Layout& layout, const Dims& from, const Dims& to) {
    if (!layout.is_known()) return Layout::unknown();
    if (layout.is_packed()) return Layout{};
    std::optional<Dims> strides = divided_anew(layout.strides, from, to);
    return strides ? std::optional(with_strides(std::move(*strides), to)) : std::nullopt;
}

Layout permuted(const FlowStep& step, const Layout& layout, const Dims& from, const Dims& to) {
    const Dims strides = strides_of(layout, from);
    const std::vector<std::int64_t> order = numbers_of(step);
    if (order.size() != from.size()) return Layout::unknown();
    const auto rank = static_cast<std::int64_t>(from.size());
    Dims moved;
    for (const std::int64_t dim : order) {
        if (dim < -rank || dim >= rank) return Layout::unknown();
        moved.push_back(strides[static_cast<std::size_t>(dim < 0 ? dim + rank : dim)]);
    }
    return with_strides(std::move(moved), to);
}

Layout transposed(const FlowStep& step, const Layout& layout, const Dims& from, const Dims& to) {
    Dims strides = strides_of(layout, from);
    const auto a = dim_of(step, "dim0", 0, -2, from.size()), b = dim_of(step, "dim1", 1, -1, from.size());
    if (!a || !b) return Layout::unknown();
    std::swap(strides[*a], strides[*b]);
    return with_strides(std::move(strides), to);
}

/// Of a step that takes one dimension away.
Layout selected(const FlowStep& step, const Layout& layout, const Dims& from, const Dims& to) {
    const auto dim = dim_of(step, "dim", 0, 0, from.size());
    if (!dim || to.size() + 1 != from.size()) return Layout::unknown();
    Dims strides = strides_of(layout, from);
    strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(*dim));
    return with_strides(std::move(strides), to);
}

/// Of parts and of repeated rows, where `dims` says which dimension each of the result is (-1: a new one) and
/// `step` how many numbers it goes on.
Layout resized(const FlowStep& step, const Layout& layout, const Dims& from, const Dims& to) {
    const Value *const dims = step.find("dims"), *const steps = step.find("step");
    if (dims == nullptr && from.size() != to.size()) return Layout::unknown();
    const Dims strides = strides_of(layout, from);
    Dims found;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto given = dims == nullptr          ? std::optional(static_cast<std::int64_t>(i))
                           : i < dims->items.size() ? dims->items[i].number.whole()
                                                    : std::nullopt;
        if (!given || *given >= static_cast<std::int64_t>(from.size())) return Layout::unknown();
        const Polynomial by =
            steps != nullptr && i < steps->items.size() ? steps->items[i].number : Polynomial(1);
        const auto at = static_cast<std::size_t>(*given);
        const bool is_repeated = *given < 0 || (is_one(from[at]) && !is_one(to[i]));
        found.push_back(is_repeated ? Polynomial(0) : strides[at] * by);
    }
    return with_strides(std::move(found), to);
}

/// True where neighbours of one dimension are at least as far apart as those of another; nullopt where that
/// depends on sizes.
std::optional<bool> is_as_far(const Polynomial& stride, const Polynomial& other) {
    const auto is_multiple = [](const Polynomial& of, const Polynomial& by) {
        const Polynomial times = of / by;
        if (const auto number = times.constant()) return Rational(1) <= *number;
        return all_of(times.terms(), [](const Term& term) {
            return Rational(1) <= term.coefficient &&
                   all_of(term.monomial, [](const Power& factor) { return factor.exponent > 0; });
        });
    };
    if (is_multiple(stride, other)) return true;
    return is_multiple(other, stride) ? std::optional(false) : std::nullopt;
}

/// The dimensions of what a function makes of each number, the innermost first, as TensorIterator sorts them:
/// by how far they go in what it takes; nullopt where that depends on sizes.
std::optional<std::vector<std::size_t>> order_of_result(const Dims& strides, const Dims& shape) {
    std::vector<std::size_t> order;
    for (std::size_t dim = shape.size(); dim-- > 0;) {
        order.push_back(dim);
        std::size_t moved = order.size() - 1;
        for (std::size_t at = moved; at-- > 0;) {
            const std::size_t inner = order[at];
            // Of repeated rows and of dimensions of one number nothing tells which come first.
            if (strides[inner].is_zero() || strides[dim].is_zero() || is_one(shape[inner]) ||
                is_one(shape[dim]))
                continue;
            const std::optional<bool> is_sorted = is_as_far(strides[dim], strides[inner]);
            if (!is_sorted) return std::nullopt;
            if (*is_sorted) break;
            std::swap(order[at], order[moved]);
            moved = at;
        }
    }
    return order;
}

}  // namespace

Dims strides_of(const Layout& layout, const Dims& shape) {
    return layout.is_packed() ? packed_strides(shape) : layout.strides;
}

bool can_join(const Layout& layout, const Dims& shape, std::size_t first, std::size_t end) {
    if (!layout.is_known() || layout.is_packed()) return true;
    std::optional<std::size_t> inner;
    for (std::size_t i = end; i-- > first;) {
        if (is_one(shape[i])) continue;
        if (inner && !(layout.strides[i] == layout.strides[*inner] * shape[*inner])) return false;
        inner = i;
    }
    return true;
}

bool is_copied_by_einsum(std::string_view equation, std::size_t operand, const Layout& layout,
                         const Dims& shape) {
    const std::size_t comma = equation.find(','), arrow = equation.find("->");
    if (comma == std::string_view::npos || arrow == std::string_view::npos || !layout.is_known())
        return false;
    const std::string_view sides[] = {equation.substr(0, comma),
                                      equation.substr(comma + 1, arrow - comma - 1)};
    const std::string_view result = equation.substr(arrow + 2), other = sides[operand == 0 ? 1 : 0];
    std::string own;
    for (const char each : sides[operand])
        if (each != ' ') own += each;
    if (own.size() != shape.size()) return false;
    const Dims strides = strides_of(layout, shape);
    const auto has = [](std::string_view letters, char letter) {
        return letters.find(letter) != std::string_view::npos;
    };
    const auto can_join_those = [&](bool is_in_other, bool is_in_result) {
        Dims sizes;
        Layout group{Layout::Kind::Strided, {}};
        const auto add = [&](char letter) {
            const std::size_t at = own.find(letter);
            if (at == std::string::npos || has(other, letter) != is_in_other ||
                has(result, letter) != is_in_result)
                return;
            sizes.push_back(shape[at]);
            group.strides.push_back(strides[at]);
        };
        for (const char letter : is_in_result ? result : std::string_view(own)) add(letter);
        return can_join(group, sizes, 0, sizes.size());
    };
    return !can_join_those(true, true) || !can_join_those(false, true) || !can_join_those(true, false);
}

std::optional<Layout> layout_of_view(const FlowStep& step, const Layout& layout, const Dims& from,
                                     const Dims& to) {
    const std::string_view name = step.name;
    if (!layout.is_known()) return layout;
    if (name == "permute") return permuted(step, layout, from, to);
    if (name == "transpose") return transposed(step, layout, from, to);
    if (name == "select") return selected(step, layout, from, to);
    if (name == "slice" || name == "chunk") return with_strides(strides_of(layout, from), to);
    const bool has_same_numbers = product(from) == product(to);
    if (name == "resize" && !has_same_numbers) return resized(step, layout, from, to);
    if (!has_same_numbers) return Layout::unknown();
    if (from.size() == to.size() && from == to) return layout;
    return reshaped(layout, from, to);
}

Layout layout_of_result(const Layout& layout, const Dims& shape) {
    if (layout.kind != Layout::Kind::Strided) return layout;
    const auto order = order_of_result(layout.strides, shape);
    if (!order) return Layout::unknown();
    Dims strides(shape.size());
    Polynomial stride = 1;
    for (const std::size_t dim : *order) {
        strides[dim] = stride;
        stride *= shape[dim];
    }
    return with_strides(std::move(strides), shape);
}

}  // namespace paramscope
