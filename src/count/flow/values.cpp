#include "count/flow/values.h"

#include "base/concat.h"

namespace paramscope::flow {

Error flow_error(Message message) {
    return {ErrorCode::Domain, std::move(message), {}};
}

Result<std::vector<Integer>> integers(const Value& value, const Environment& environment) {
    std::vector<Integer> numbers;
    const auto append = [&](const Value& item) {
        const Polynomial formula =
            item.kind == Value::Kind::Word ? Polynomial::symbol(item.text) : item.number;
        const std::optional<Integer> number = environment.integer(formula);
        if (number) numbers.push_back(*number);
        return number.has_value();
    };
    if (value.kind == Value::Kind::Tuple) {
        for (const Value& item : value.items) {
            if (!append(item)) return flow_error("expected whole numbers but found " + to_string(item));
        }
    } else if (!append(value)) {
        return flow_error("expected a whole number but found " + to_string(value));
    }
    return numbers;
}

Polynomial size_of(const Value& value) {
    return value.kind == Value::Kind::Word ? Polynomial::symbol(value.text) : value.number;
}

Result<std::size_t> index_of(Integer axis, std::size_t rank) {
    const Integer size = static_cast<Integer>(rank);
    if (axis < -size || axis >= size) {
        return flow_error(concat("dimension ", to_string(axis), " does not exist: the tensor has ",
                                 to_string(size), " dimensions"));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
}

}  // namespace paramscope::flow
