#include "count/functions/values.h"

#include "count/functions/messages.h"

namespace paramscope::flow {

Error flow_error(Message message) {
    return {ErrorCode::Domain, std::move(message), {}};
}

Result<std::vector<Integer>> integers(const Value& value, const Environment& environment) {
    std::vector<Integer> numbers;
    const auto append = [&](const Value& item) {
        const std::optional<Integer> number = environment.integer(size_of(item));
        if (number) numbers.push_back(*number);
        return number.has_value();
    };
    if (value.kind == Value::Kind::Tuple) {
        for (const Value& item : value.items) {
            if (!append(item)) return flow_error(message("literal.integers", {{"value", to_string(item)}}));
        }
    } else if (!append(value)) {
        return flow_error(message("literal.integer", {{"value", to_string(value)}}));
    }
    return numbers;
}

Polynomial size_of(const Value& value) {
    return value.kind == Value::Kind::Word ? Polynomial::symbol(value.text) : value.number;
}

Result<std::size_t> index_of(Integer axis, std::size_t rank) {
    const Integer size = static_cast<Integer>(rank);
    if (axis < -size || axis >= size) {
        return flow_error(message("literal.dimension", {{"dimension", to_string(axis)}, {"rank", rank}}));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
}

}  // namespace paramscope::flow
