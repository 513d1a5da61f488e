#include "layers/arguments.h"

#include <array>
#include <cassert>

#include "algebra/print.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "layers/messages.h"
#include "model/read/read.h"

namespace paramscope {
namespace {

/// The value of a flag that is given as a bare word.
const Value& true_value() {
    static const Value value = Value::of_boolean(true);
    return value;
}

/// What other libraries call an argument of PyTorch's.
struct Synonym {
    std::string_view name, meaning;
};
constexpr std::array<Synonym, 8> kSynonyms = {{
    {"input_dims", "in_features"},  // MLX
    {"output_dims", "out_features"},
    {"input_channels", "in_channels"},  // MindSpore
    {"output_channels", "out_channels"},
    {"input_channels", "in_features"},
    {"output_channels", "out_features"},
    {"group", "groups"},
    {"has_bias", "bias"},
}};

/// The symbol of one entry of a tuple: `kernel_size_h` for up to three entries (spatial sizes), `padding_4`
/// for more.
std::string entry_name(std::string_view name, std::size_t index, std::size_t count) {
    constexpr std::array<std::string_view, 3> dimensions = {"_d", "_h", "_w"};
    std::string symbol(name);
    if (count == 1) return symbol;
    if (count <= dimensions.size()) return symbol.append(dimensions[dimensions.size() - count + index]);
    return concat(symbol, "_", index + 1);
}

/// The number in a named entry such as `('C', 2)`; other entries unchanged.
const Value& without_name(const Value& entry) {
    const bool is_pair = entry.kind == Value::Kind::Tuple && entry.items.size() == 2;
    return is_pair && entry.items[0].kind == Value::Kind::String ? entry.items[1] : entry;
}

/// The tuple in `torch.Size([8])`, which some extensions print; other values unchanged.
const Value& without_call(const Value& value) {
    const bool is_shape =
        value.kind == Value::Kind::Call && value.text == "torch.Size" && value.arguments.size() == 1;
    return is_shape ? value.arguments.front().value : value;
}

}  // namespace

Signature parse_signature(std::string_view text) {
    Diagnostics diagnostics;
    std::vector<Module> modules = read_modules(concat("Signature(", text, ")"), &diagnostics);
    assert(diagnostics.empty() && modules.size() == 1 && "a signature of the catalogue is malformed");
    return modules.empty() ? Signature{} : modules.front().arguments.list();
}

std::string_view parameter_name(const Argument& parameter) {
    return is_required(parameter) ? parameter.value.text : parameter.name;
}

bool is_required(const Argument& parameter) {
    return parameter.name.empty();
}

Arguments::Arguments(Signature signature, const Module& module, const Values& values,
                     Diagnostics* diagnostics)
    : signature_(std::move(signature)),
      module_(&module),
      given_(module.arguments.list()),
      values_(&values),
      diagnostics_(diagnostics),
      bound_(signature_.size()) {
    bind_given();
    bind_defaults();
}

void Arguments::bind_given() {
    std::size_t next = 0;
    for (std::size_t place = 0; place < given_.size(); ++place) {
        const Argument& argument = given_[place];
        if (!argument.name.empty()) {
            if (const auto at = position(argument.name, place)) bind(*at, argument.value);
        } else if (const auto flag = flag_named_by(argument.value)) {
            bind(*flag, true_value());
        } else if (next < signature_.size()) {
            bind(next++, argument.value);
        } else if (!signature_.empty()) {
            fail_at(argument.span, signature_.size() == 1
                                       ? message("arguments.at_most_one", {{"type", module_->type}})
                                       : message("arguments.at_most",
                                                 {{"type", module_->type}, {"count", signature_.size()}}));
        }
    }
}

void Arguments::bind(std::size_t position, const Value& value) {
    if (bound_[position].is_given) {
        fail_at(value.span,
                message("arguments.given_twice", {{"name", parameter_name(signature_[position])}}));
        return;
    }
    bound_[position] = {&value, true};
}

void Arguments::bind_defaults() {
    for (std::size_t i = 0; i < signature_.size(); ++i) {
        const Argument& parameter = signature_[i];
        if (bound_[i].is_given) continue;
        if (!is_required(parameter)) {
            bound_[i].value = &parameter.value;
        } else {
            fail("", message("arguments.missing",
                             {{"type", module_->type}, {"name", parameter_name(parameter)}}));
        }
    }
}

Arguments Arguments::symbolic() const {
    Arguments copy = *this;
    copy.diagnostics_ = nullptr;
    copy.is_symbolic_ = true;
    return copy;
}

std::optional<Polynomial> Arguments::value_of_symbol(std::string_view symbol) const {
    for (const Argument& parameter : signature_) {
        const std::string_view name = parameter_name(parameter);
        if (symbol.substr(0, name.size()) != name) continue;
        const Value* value = find(name);
        if (symbol == name && value) return number(name);
        if (!value || value->kind != Value::Kind::Tuple) continue;
        for (std::size_t i = 0; i < value->items.size(); ++i) {
            if (entry_name(name, i, value->items.size()) == symbol) return list(name)[i];
        }
    }
    return std::nullopt;
}

bool Arguments::has(std::string_view name) const {
    const Value* value = find(name);
    return value != nullptr && value->kind != Value::Kind::None;
}

bool Arguments::flag(std::string_view name) const {
    const Value* value = find(name);
    if (value == nullptr || value->kind == Value::Kind::None) return false;
    if (value->kind == Value::Kind::Boolean) return value->boolean;
    if (value->kind == Value::Kind::Number || value->kind == Value::Kind::Word) {
        const Polynomial number =
            value->kind == Value::Kind::Word ? Polynomial::symbol(value->text) : value->number;
        if (const auto known = values_->value(number)) return !known->is_zero();
    }
    fail(name, message("arguments.flag", {{"name", name}, {"actual", to_string(*value)}}));
    return false;
}

Polynomial Arguments::number(std::string_view name) const {
    const Value* value = find(name);
    // A missing required argument was already reported by bind_defaults().
    return value ? to_number(name, *value, name) : Polynomial(1);
}

Dims Arguments::numbers(std::string_view name, std::size_t count) const {
    const Value* value = find(name);
    const bool is_tuple = value && value->kind == Value::Kind::Tuple && value->items.size() != 1;
    if (!is_tuple) return Dims(count, number(name));
    if (value->items.size() != count) {
        const std::size_t actual = value->items.size();
        fail(name, count == 1 ? message("arguments.one_number", {{"name", name}, {"actual", actual}})
                              : message("arguments.numbers",
                                        {{"name", name}, {"expected", count}, {"actual", actual}}));
        return Dims(count, Polynomial(1));
    }
    Dims numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string symbol = is_symbolic_ ? entry_name(name, i, count) : std::string();
        numbers.push_back(to_number(name, value->items[i], symbol));
    }
    return numbers;
}

Dims Arguments::list(std::string_view name) const {
    const Value* value = find(name);
    if (value != nullptr) value = &without_call(*value);
    if (value == nullptr || value->kind != Value::Kind::Tuple) return {number(name)};
    Dims numbers;
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        const Value& entry = without_name(value->items[i]);
        const std::string symbol = is_symbolic_ ? entry_name(name, i, value->items.size()) : std::string();
        numbers.push_back(entry.kind == Value::Kind::None ? Polynomial::symbol(kNone)
                                                          : to_number(name, entry, symbol));
    }
    return numbers;
}

Polynomial Arguments::size(std::string_view name, int least) const {
    Polynomial size = number(name);
    check_size(name, size, least);
    return size;
}

Dims Arguments::sizes(std::string_view name, std::size_t count, int least) const {
    Dims sizes = numbers(name, count);
    for (const Polynomial& size : sizes) check_size(name, size, least);
    return sizes;
}

std::string_view Arguments::word(std::string_view name) const {
    const Value* value = find(name);
    const bool is_text = value && (value->kind == Value::Kind::Word || value->kind == Value::Kind::String);
    return is_text ? std::string_view(value->text) : std::string_view();
}

const Value* Arguments::find(std::string_view name) const {
    const auto at = position(name);
    return at ? bound_[*at].value : nullptr;
}

std::optional<Rational> Arguments::value(const Polynomial& formula) const {
    return is_unknown(formula) ? std::nullopt : values_->value(formula);
}

std::optional<Integer> Arguments::integer(const Polynomial& formula) const {
    return is_unknown(formula) ? std::nullopt : values_->integer(formula);
}

bool Arguments::equal(const Polynomial& a, const Polynomial& b) const {
    if (a == b) return true;
    return !is_unknown(a) && !is_unknown(b) && values_->equal(a, b);
}

SizeKind Arguments::size_kind(const Polynomial& size, int least) const {
    return is_unknown(size) ? SizeKind::Unknown : values_->size_kind(size, least);
}

bool Arguments::may_be_multiple(const Polynomial& whole, const Polynomial& part) const {
    return is_unknown(whole) || is_unknown(part) || values_->may_be_multiple(whole, part);
}

std::string Arguments::show(const Polynomial& formula) const {
    const std::string text = print(formula, Notation::Plain);
    const std::optional<Rational> known = value(formula);
    return known && !formula.is_constant() ? concat(text, " = ", to_string(*known)) : text;
}

void Arguments::fail(std::string_view name, Message message) const {
    const auto at = name.empty() ? std::nullopt : position(name);
    const bool is_given = at && bound_[*at].is_given;
    record(Severity::Error, is_given ? place_in_text(*module_, bound_[*at].value->span) : module_->type_span,
           std::move(message));
}

bool Arguments::expect_shown(std::string_view name) const {
    if (has(name)) return true;
    record(Severity::Warning, module_->type_span,
           message("arguments.not_shown", {{"type", module_->type}, {"name", name}}));
    return false;
}

bool Arguments::expect_initialized(std::string_view name) const {
    if (!has(name) || !number(name).is_zero()) return expect_shown(name);
    record(Severity::Warning, module_->type_span,
           message("arguments.not_initialized", {{"type", module_->type}, {"name", name}}));
    return false;
}

bool Arguments::is_divisible(std::string_view numerator, std::string_view divisor) const {
    const Polynomial parts = number(divisor);
    return size_kind(parts, 1) != SizeKind::Fits || may_be_multiple(number(numerator), parts);
}

void Arguments::require_divisible(std::string_view numerator, std::string_view divisor) const {
    if (is_divisible(numerator, divisor)) return;
    fail(divisor, message("arguments.not_divisible", {{"name", numerator},
                                                      {"value", show(number(numerator))},
                                                      {"divisor_name", divisor},
                                                      {"divisor", show(number(divisor))}}));
}

std::optional<std::size_t> Arguments::position(std::string_view name, std::size_t likely) const {
    const std::span<const Argument> parameters = signature_.items();
    if (likely < parameters.size() && parameter_name(parameters[likely]) == name) return likely;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameter_name(parameters[i]) == name) return i;
    }
    for (const Synonym& synonym : kSynonyms) {
        if (synonym.name != name) continue;
        if (const auto meant = position(synonym.meaning)) return meant;
    }
    return std::nullopt;
}

/// The position of the flag whose name `value` is; nullopt when it is not a bare word or not the name of a
/// flag.
std::optional<std::size_t> Arguments::flag_named_by(const Value& value) const {
    if (value.kind != Value::Kind::Word) return std::nullopt;
    const auto at = position(value.text);
    const bool is_flag = at && signature_[*at].value.kind == Value::Kind::Boolean;
    return is_flag ? at : std::nullopt;
}

Polynomial Arguments::to_number(std::string_view name, const Value& value, std::string_view symbol) const {
    if (value.kind == Value::Kind::Tuple && value.items.size() == 1) {
        return to_number(name, value.items.front(), symbol);
    }
    const bool is_word = value.kind == Value::Kind::Word;
    if (!is_word && value.kind != Value::Kind::Number) {
        fail(name, message("arguments.number", {{"name", name}, {"actual", to_string(value)}}));
        return 1;
    }
    if (is_symbolic_) {
        const auto at = position(name);
        if (at && bound_[*at].is_given) return Polynomial::symbol(symbol);
    }
    const Polynomial number = is_word ? Polynomial::symbol(value.text) : value.number;
    return is_number_known(name, value, number) ? number : Polynomial(1);
}

/// Fails when `number` has an undefined symbol or could not be computed.
bool Arguments::is_number_known(std::string_view name, const Value& value, const Polynomial& number) const {
    if (number.whole()) return true;
    if (number.is_faulted()) {
        fail_at(value.span, message("arguments.not_computable",
                                    {{"name", name}, {"reason", message_of(number.fault())}}));
        return false;
    }
    if (number.is_constant()) return true;
    for (const std::string& symbol : symbols(number)) {
        if (values_->is_known(symbol)) continue;
        fail_at(value.span, message("arguments.unknown_symbol", {{"symbol", symbol}}));
        return false;
    }
    return true;
}

void Arguments::check_size(std::string_view name, const Polynomial& size, int least) const {
    const SizeKind kind = size_kind(size, least);
    if (kind == SizeKind::Fraction) {
        fail(name, message("arguments.whole_number", {{"name", name}, {"actual", show(size)}}));
    } else if (kind == SizeKind::TooSmall) {
        fail(name, message("arguments.at_least", {{"name", name}, {"least", least}, {"actual", show(size)}}));
    }
}

void Arguments::fail_at(const Span& span, Message message) const {
    record(Severity::Error, place_in_text(*module_, span), std::move(message));
}

void Arguments::record(Severity severity, const Span& span, Message message) const {
    failed_ = true;
    // A rule reads an argument once for its tensors and once for its output: report a problem only once.
    if (diagnostics_ == nullptr || contains(reported_, message)) return;
    reported_.push_back(message);
    diagnostics_->push_back({severity, std::move(message), span});
}

}  // namespace paramscope
