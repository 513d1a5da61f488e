#include "layers/families/families.h"

#include <utility>

#include "base/concat.h"

namespace paramscope {

bool expect_size(const LayerCall& call, const Polynomial& actual, const Polynomial& expected,
                 LayerMessageId id, const MessageArguments& more) {
    const Arguments& a = call.arguments;
    if (call.names) call.names->equal.emplace_back(actual, expected);
    if (actual == expected) return true;
    if (a.equal(actual, expected)) {
        if (call.requirements) call.requirements->equal.emplace_back(actual, expected);
        return true;
    }
    // A size without a value (symbols of symbolic() arguments) cannot be wrong.
    if (!a.value(actual) || !a.value(expected)) return true;
    if (call.size_mismatch) *call.size_mismatch = true;
    if (call.requirements) call.requirements->refuse(Unmet::Kind::Equal, actual, expected);
    MessageArguments arguments = {
        {"type", a.module().type}, {"expected", a.show(expected)}, {"actual", a.show(actual)}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    call.fail(message(id, std::move(arguments)));
    return false;
}

bool expect_rank(const LayerCall& call, std::size_t least) {
    if (call.input().size() >= least) return true;
    const std::string_view type = call.arguments.module().type;
    const std::string shape = to_string(call.input());
    call.fail(least == 1 ? message("input.at_least_one_dimension", {{"type", type}, {"shape", shape}})
                         : message("input.at_least_dimensions",
                                   {{"type", type}, {"least", least}, {"shape", shape}}));
    return false;
}

bool expect_multiple(const LayerCall& call, const Polynomial& actual, const Polynomial& divisor,
                     LayerMessageId id) {
    const Arguments& a = call.arguments;
    if (a.may_be_multiple(actual, divisor)) {
        if (call.requirements) call.requirements->multiple.emplace_back(actual, divisor);
        return true;
    }
    if (call.requirements) call.requirements->refuse(Unmet::Kind::Multiple, actual, divisor);
    call.fail(
        message(id, {{"type", a.module().type}, {"divisor", a.show(divisor)}, {"actual", a.show(actual)}}));
    return false;
}

std::optional<std::size_t> channel_axis(const LayerCall& call, std::size_t spatial) {
    const std::size_t rank = call.input().size();
    if (rank == spatial + 2) return 1;
    if (rank == spatial + 1) return 0;
    constexpr LayerMessageId ids[] = {"input.map_1d", "input.map_2d", "input.map_3d"};
    call.fail(message(ids[spatial - 1],
                      {{"type", call.arguments.module().type}, {"shape", to_string(call.input())}}));
    return std::nullopt;
}

std::optional<std::size_t> dimension_index(const LayerCall& call, std::string_view name, std::size_t rank) {
    const Arguments& a = call.arguments;
    const Value* written = a.find(name);
    // symbolic() arguments keep an index that is a number: it selects a dimension and is not a size.
    const bool is_number = written && written->kind == Value::Kind::Number;
    const Polynomial dimension = is_number ? written->number : a.number(name);
    const std::optional<Integer> index = a.integer(dimension);
    const auto count = static_cast<Integer>(rank);
    if (index && *index >= -count && *index < count) {
        return static_cast<std::size_t>(*index < 0 ? *index + count : *index);
    }
    a.fail(name, message("input.no_such_dimension",
                         {{"name", name}, {"index", a.show(dimension)}, {"shape", to_string(call.input())}}));
    return std::nullopt;
}

Polynomial named_length(const LayerCall& call, std::size_t index, std::size_t spatial, Polynomial length) {
    if (!call.names || length.is_constant()) return length;
    call.names->output.push_back({concat(spatial_symbol(index, spatial), "_out"), std::move(length)});
    return Polynomial::symbol(call.names->output.back().name);
}

std::string_view spatial_symbol(std::size_t index, std::size_t spatial) {
    constexpr std::string_view symbols[] = {"D", "H", "W"};
    return spatial == 1 ? "L" : symbols[std::size(symbols) - spatial + index];
}

Message spatial_name(std::size_t index, std::size_t spatial) {
    if (spatial == 1) return message("dimension.length");
    constexpr LayerMessageId ids[] = {"dimension.depth", "dimension.height", "dimension.width"};
    return message(ids[std::size(ids) - spatial + index]);
}

}  // namespace paramscope
