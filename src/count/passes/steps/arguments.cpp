#include "count/passes/steps/arguments.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

const Argument* argument_by_name(const NodeReport& row, std::string_view name) {
    return row.module == nullptr ? nullptr : find_by(row.module->arguments.pattern(), &Argument::name, name);
}

const Argument* argument_at_first(const NodeReport& row) {
    if (row.module == nullptr || row.module->arguments.empty()) return nullptr;
    const Argument& first = row.module->arguments.pattern().front();
    return first.name.empty() ? &first : nullptr;
}

}  // namespace

const Value* value_named(const NodeReport& row, std::string_view name) {
    const Argument* const found = argument_by_name(row, name);
    return found == nullptr ? nullptr : &found->value;
}

std::optional<Polynomial> argument_named(const NodeReport& row, std::string_view name) {
    const Argument* const found = argument_by_name(row, name);
    return found == nullptr ? std::nullopt : std::optional(found->value.number);
}

std::optional<Polynomial> argument_of(const NodeReport& row, std::string_view name) {
    const Argument* found = argument_by_name(row, name);
    if (found == nullptr) found = argument_at_first(row);
    return found == nullptr ? std::nullopt : std::optional(found->value.number);
}

bool has_flag(const NodeReport& row, std::string_view name, bool usual) {
    const Argument* const found = argument_by_name(row, name);
    const bool is_given = found != nullptr && found->value.kind == Value::Kind::Boolean;
    return is_given ? found->value.boolean : usual;
}

Polynomial rows_of(const Dims& shape) {
    if (shape.empty()) return 1;
    return shape.back().is_zero() ? Polynomial(0) : product(shape) / shape.back();
}

Polynomial parts_normalized(const NodeReport& row, const Dims& shape) {
    if (!row.facts->tensors.empty()) {
        const Polynomial& part = row.facts->tensors.pattern().front().elements;
        return part.is_zero() ? Polynomial(0) : product(shape) / part;
    }
    const Argument* sizes = argument_by_name(row, "normalized_shape");
    if (sizes == nullptr) sizes = argument_at_first(row);
    if (sizes == nullptr || sizes->value.items.empty()) return rows_of(shape);
    Polynomial part = 1;
    for (const Value& size : sizes->value.items) part = part * size.number;
    return product(shape) / part;
}

}  // namespace paramscope
