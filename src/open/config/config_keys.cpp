#include "open/config/config_keys.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/messages.h"

namespace paramscope::open {
namespace {

using ValueKind = ConfigValue::Kind;

/// Most keys that depend on each other in a chain.
constexpr int kDeepestKey = 40;
constexpr Integer kLargestSize = 1'000'000'000'000;

/// The end of the name at `at`.
std::size_t name_end(std::string_view text, std::size_t at) {
    while (at < text.size() && is_name_part(text[at])) ++at;
    return at;
}

/// What a value in the config may be.
enum class ExpectedKind { Any, Boolean, Number, WholeNumber };

/// What a key's value may be, by its default in the template: a whole number for 4096, any number for 0.1. A
/// list may stand for a number, since some sizes have one for each dimension.
ExpectedKind expected_kind(const TemplateKey& key) {
    if (key.value.kind == Expression::Kind::Operator || key.value.kind == Expression::Kind::Name)
        return ExpectedKind::WholeNumber;
    if (key.value.kind != Expression::Kind::Literal) return ExpectedKind::Any;
    const ConfigValue& value = key.value.value;
    if (value.kind == ValueKind::Boolean) return ExpectedKind::Boolean;
    if (value.kind != ValueKind::Number) return ExpectedKind::Any;
    const bool is_whole = value.text.find_first_of(".e") == std::string::npos;
    return is_whole ? ExpectedKind::WholeNumber : ExpectedKind::Number;
}

Message kind_name(ExpectedKind kind) {
    if (kind == ExpectedKind::Boolean) return message("kind.boolean");
    return kind == ExpectedKind::Number ? message("kind.number") : message("kind.whole_number");
}

/// The number 16 for [16, 16]; a list of different numbers unchanged.
ConfigValue unify_equal(const ConfigValue& value) {
    if (value.kind != ValueKind::List) return value;
    const ConfigValue first = value.at(0);
    const std::size_t length = value.length();
    for (std::size_t i = 1; i < std::min<std::size_t>(length, 4); ++i) {
        if (!(value.at(i) == first)) return value;
    }
    return length > 0 && length < 4 && first.kind == ValueKind::Number ? first : value;
}

/// True for a value of the kind that the key's default has.
bool fits(const TemplateKey& key, const ConfigValue& value) {
    const ExpectedKind expected = expected_kind(key);
    const bool is_number = value.kind == ValueKind::Number;
    if (expected == ExpectedKind::Boolean) return value.kind == ValueKind::Boolean;
    if (expected == ExpectedKind::Number) return is_number;
    return expected == ExpectedKind::Any || (is_number && value.number.is_integer());
}

/// True when the character at `at` continues a number: 1e-06, 0.5.
bool is_number_part(std::string_view text, std::size_t at) {
    return is_name_part(text[at]) || text[at] == '.' || (text[at] == '-' && text[at - 1] == 'e');
}

/// True for a name or a whole number, which need no parentheses.
bool is_word(std::string_view text) {
    return name_end(text, 0) == text.size();
}

/// The index of the bracket that closes the one at `at`; the end when there is none.
std::size_t closing_bracket(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '[' || text[at] == '{') ++depth;
        if ((text[at] == ']' || text[at] == '}') && --depth == 0) break;
    }
    return at;
}

const TemplateLocal* find_local(std::string_view name, ExpressionContext context) {
    for (const TemplateLocal* local = context.locals; local != nullptr; local = local->outer) {
        if (local->name == name) return local;
    }
    return nullptr;
}

/// The precedence of an operator of model text; 0 for operators that model text lacks.
int precedence_of(std::string_view sign) {
    if (sign == "+" || sign == "-") return 1;
    if (sign == "*" || sign == "/" || sign == "//" || sign == "%") return 2;
    return sign == "**" ? 3 : 0;
}

}  // namespace

JsonValue find_in_config(const TemplateKey& key, const ConfigScope& scope) {
    if (key.kind == TemplateKey::Kind::Computed) return {};
    JsonValue found;
    for (const std::string& path : key.paths) {
        JsonValue value = find_by_names(scope.config, path, scope.architecture->types);
        const bool is_inside = value.is_missing() && path.find('.') != std::string::npos;
        if (is_inside) {
            value = scope.config;
            for (std::string_view rest = path; !rest.empty();)
                value = find_by_names(value, take_until(rest, '.'), {});
        }
        if (is_inside && !value.is_missing()) return value;
        if (found.is_missing()) found = value;
    }
    return found;
}

/// The names of one context.
class ContextNames final : public NameResolver {
  public:
    ContextNames(ConfigKeys& keys, ExpressionContext context) : keys_(keys), context_(context) {}
    ConfigValue value_of(std::string_view name) override { return keys_.value_of(name, context_); }
    ConfigValue look_up(std::string_view table, std::string_view name) override {
        const Architecture* found = architectures().find(table);
        const TemplateKey* key = found == nullptr ? nullptr : find_key(*found, name);
        return key == nullptr ? ConfigValue::of(std::string(name)) : key->value.value;
    }
    void report(Message problem, const ConfigValue& culprit) override {
        keys_.report(std::move(problem), culprit);
    }

  private:
    ConfigKeys& keys_;
    ExpressionContext context_;
};

void ConfigKeys::report(Message problem, const ConfigValue& culprit) {
    if (failed()) return;
    if (const JsonValue key = culprit.json.key(); !key.is_missing())
        problem = message("config.at_key", {{"key", key.string().substr(0, 100)}, {"problem", problem}});
    diagnostics.push_back({Severity::Error, std::move(problem), culprit.json.span()});
}

void ConfigKeys::report_unknown_name(std::string_view name, ExpressionContext context) {
    report(message("template.unknown_name",
                   {{"type", context.scope->architecture->types.front()}, {"name", name}}),
           {});
}

ConfigValue ConfigKeys::evaluate(const Expression& expression, ExpressionContext context) {
    ContextNames names(*this, context);
    return open::evaluate(expression, names);
}

ConfigValue ConfigKeys::value_of(std::string_view name, ExpressionContext context) {
    if (const TemplateLocal* local = find_local(name, context))
        return local->bound == nullptr ? local->number
                                       : evaluate(*local->bound, {local->scope, local->outside});
    if (name == "config") return ConfigValue::of(context.scope->config);
    const TemplateKey* key = find_key(*context.scope->architecture, name);
    if (key != nullptr) return read(*key, context);
    report_unknown_name(name, context);
    return {};
}

ConfigValue ConfigKeys::read(const TemplateKey& key, ExpressionContext context) {
    ConfigValue value = ConfigValue::of(find_in_config(key, *context.scope));
    if (expected_kind(key) != ExpectedKind::Any) value = unify_equal(value);
    // What a key of an unknown model means is a guess: a value of another kind does not count.
    const bool is_usable = !is_stand_in(*context.scope->architecture) || fits(key, value);
    const bool is_given =
        !value.json.is_missing() && is_usable && (!value.is_none() || key.kind == TemplateKey::Kind::Default);
    if (is_given) {
        check_kind(key, value);
        return value;
    }
    if (++depth_ > kDeepestKey) report(message("config.circular_key", {{"key", key.name}}), {});
    value = depth_ > kDeepestKey ? ConfigValue() : evaluate(key.value, {context.scope, nullptr});
    --depth_;
    // A number of the config stays as it is written there: a share of 0.1.
    const bool is_computed = value.kind == ValueKind::Number && value.text.empty();
    if (is_computed && !value.number.is_integer() && key.kind != TemplateKey::Kind::Default)
        value = ConfigValue::of(Rational(floor(value.number)));
    return value;
}

void ConfigKeys::check_kind(const TemplateKey& key, const ConfigValue& value) {
    const ExpectedKind expected = expected_kind(key);
    if (expected == ExpectedKind::Any || value.is_none()) return;
    const bool is_number = value.kind == ValueKind::Number;
    const bool fits = expected == ExpectedKind::Boolean ? is_number || value.kind == ValueKind::Boolean
                                                        : is_number || value.kind == ValueKind::List;
    if (!fits)
        report(message("config.unexpected_kind",
                       {{"expected", kind_name(expected)}, {"found", kind_name(value.kind)}}),
               value);
    else if (expected == ExpectedKind::WholeNumber && is_number && !value.number.is_integer())
        report(message("config.unexpected_value",
                       {{"expected", kind_name(expected)}, {"found", to_string(value)}}),
               value);
}

bool ConfigKeys::is_defined(std::string_view name, ExpressionContext context) const {
    return find_local(name, context) != nullptr || find_key(*context.scope->architecture, name) != nullptr;
}

std::string ConfigKeys::fill(std::string_view text, ExpressionContext context) {
    std::string filled;
    for (std::size_t at = 0; at < text.size();) at = fill_token(text, at, context, filled);
    return filled;
}

/// Appends the token at `at`, as model text has it, to `filled`; returns where the next token begins.
std::size_t ConfigKeys::fill_token(std::string_view text, std::size_t at, ExpressionContext context,
                                   std::string& filled) {
    const char c = text[at];
    if (text.substr(at).starts_with("${")) {
        const std::size_t end = closing_bracket(text, at + 1);
        append(filled, to_string(evaluate(parse(text.substr(at + 2, end - at - 2)), context)));
        return end + 1;
    }
    if (c == '$') {
        append(filled, context.scope->architecture->prefix);
        return at + 1;
    }
    if (is_name_start(c)) return fill_name(text, at, context, filled);
    std::size_t end = at + 1;
    if (c == '\'' || c == '"') end = std::min(text.find(c, end), text.size() - 1) + 1;
    while (is_digit(c) && end < text.size() && is_number_part(text, end)) ++end;
    append(filled, text.substr(at, end - at));
    return end;
}

/// The same for a name: of a key, of a local, or of the model text itself (`Linear(`, `bias=`, `None`).
std::size_t ConfigKeys::fill_name(std::string_view text, std::size_t at, ExpressionContext context,
                                  std::string& filled) {
    const std::size_t end = name_end(text, at);
    const std::string_view name = text.substr(at, end - at);
    const std::string_view rest = text.substr(end);
    const bool is_label = rest.starts_with('(') || (rest.starts_with('=') && !rest.starts_with("=="));
    const bool is_part = at > 0 && text[at - 1] == '.';
    if (is_label || is_part || !is_defined(name, context)) {
        append(filled, name);
        return end;
    }
    if (rest.starts_with('[')) {
        const std::size_t close = closing_bracket(text, end);
        append(filled, write_item(name, parse(text.substr(end + 1, close - end - 1)), context));
        return close + 1;
    }
    const std::string symbol = write_name(name, context);
    append(filled, is_word(symbol) ? symbol : concat('(', symbol, ')'));
    return end;
}

Expression ConfigKeys::parse(std::string_view text) {
    Result<Expression> expression = parse_template_expression(text);
    if (expression) return std::move(*expression);
    report(
        message("template.bad_expression", {{"problem", expression.error().message}, {"expression", text}}),
        {});
    return {};
}

std::string ConfigKeys::write(const Expression& expression, ExpressionContext context, int precedence) {
    const std::vector<Expression>& operands = expression.operands;
    const int own = expression.kind == Expression::Kind::Operator ? precedence_of(expression.name) : 0;
    if (expression.kind == Expression::Kind::Name) return write_name(expression.name, context);
    if (own != 0 && operands.size() == 2) {
        const std::string left = write(operands[0], context, own);
        const std::string right = write(operands[1], context, own + 1);
        const std::string_view space = own == 1 ? " " : "";
        std::string text = concat(left, space, expression.name, space, right);
        return own < precedence ? concat('(', text, ')') : text;
    }
    if (expression.kind == Expression::Kind::Call && expression.name == "when")
        return write(operands[evaluate(operands[0], context).is_true() ? 1 : 2], context, precedence);
    const bool is_text_function = expression.name == "floor" || expression.name == "ceil" ||
                                  expression.name == "min" || expression.name == "max";
    if (expression.kind == Expression::Kind::Call && is_text_function) return write_call(expression, context);
    const bool is_item =
        expression.kind == Expression::Kind::Index && operands[0].kind == Expression::Kind::Name;
    if (is_item && find_local(operands[0].name, context) == nullptr)
        return write_item(operands[0].name, operands[1], context);
    return number_text("a value", evaluate(expression, context));
}

/// A call of a function that model text has, too.
std::string ConfigKeys::write_call(const Expression& call, ExpressionContext context) {
    std::string text = concat(call.name, '(', write(call.operands[0], context));
    if (call.operands.size() > 1) append(text, concat(", ", write(call.operands[1], context)));
    text.push_back(')');
    return text;
}

std::string ConfigKeys::write_name(std::string_view name, ExpressionContext context) {
    if (const TemplateLocal* local = find_local(name, context)) {
        if (local->bound == nullptr) return to_string(local->number);
        return write(*local->bound, {local->scope, local->outside});
    }
    const TemplateKey* key = find_key(*context.scope->architecture, name);
    if (key != nullptr) return write_key(*key, context);
    report_unknown_name(name, context);
    return "0";
}

std::string ConfigKeys::write_key(const TemplateKey& key, ExpressionContext context) {
    const std::string& prefix = context.scope->prefix;
    const std::string own_name = prefix.empty() ? key.name : concat(prefix, '_', key.name);
    if (failed()) return own_name;
    if (++depth_ > kDeepestKey) report(message("config.circular_key", {{"key", key.name}}), {});
    const ConfigValue value = read(key, context);
    const bool is_given = find_in_config(key, *context.scope).kind() == JsonValue::Kind::Number;
    const std::string number = number_text(key.name, value);
    const ExpressionContext own{context.scope, nullptr};
    // Two parts of a config may have keys of one name: the second one's hyper-parameter gets a number.
    std::string name = own_name;
    for (int copy = 2; !is_free(name, number); ++copy) name = concat(own_name, '_', std::to_string(copy));
    if (!failed() && !is_assigned(name))
        assign(name, is_given ? number : default_text(key, value, own), number);
    --depth_;
    return name;
}

/// A default as the value of its hyper-parameter.
std::string ConfigKeys::default_text(const TemplateKey& key, const ConfigValue& value,
                                     ExpressionContext context) {
    if (key.kind == TemplateKey::Kind::Default && key.value.kind == Expression::Kind::Literal)
        return concat(to_string(value), "  # the library's default");
    const std::string text = write(key.value, context);
    const ConfigValue exact = evaluate(key.value, context);
    return exact.number.is_integer() ? text : concat("floor(", text, ')');
}

/// `list[index]` as a hyper-parameter: `layer_sizes_2`.
std::string ConfigKeys::write_item(std::string_view list, const Expression& index,
                                   ExpressionContext context) {
    Expression item{
        Expression::Kind::Index, "", {}, {{Expression::Kind::Name, std::string(list), {}, {}}, index}};
    const ConfigValue value = evaluate(item, context);
    const ConfigValue at = evaluate(index, context);
    std::string name = concat(list, '_', to_string(at));
    if (!context.scope->prefix.empty()) name = concat(context.scope->prefix, '_', name);
    if (failed() || is_assigned(name)) return name;
    const std::string number = number_text(name, value);
    assign(name, number, number);
    return name;
}

/// The text of a number from 0 to 10^12; "0" and an error for other values. `name` names a value that no key
/// of the config has.
std::string ConfigKeys::number_text(std::string_view name, const ConfigValue& value) {
    const bool is_huge = value.is_none() && value.json.kind() == JsonValue::Kind::Number;
    if (value.kind != ValueKind::Number && !is_huge) {
        Message problem = message("config.unexpected_kind",
                                  {{"expected", message("kind.number")}, {"found", kind_name(value.kind)}});
        if (value.json.key().is_missing())
            problem = message("config.at_key", {{"key", name}, {"problem", std::move(problem)}});
        report(std::move(problem), value);
        return "0";
    }
    if (is_huge || value.number < Rational(0) || value.number > Rational(kLargestSize)) {
        const std::string found = is_huge ? std::string(value.json.source().substr(0, 40)) : to_string(value);
        report(message("config.out_of_range", {{"found", found}}), value);
    }
    return value.number.is_integer() ? to_string(value.number) : to_string(value);
}

void ConfigKeys::assign(const std::string& name, std::string_view text, const std::string& number) {
    assigned_.push_back({name, number});
    append(assignments, concat(name, " = ", text, '\n'));
}

bool ConfigKeys::is_assigned(std::string_view name) const {
    return contains_by(assigned_, &Assigned::name, name);
}

bool ConfigKeys::is_free(std::string_view name, std::string_view number) const {
    return none_of(assigned_, [&](const Assigned& a) { return a.name == name && a.number != number; });
}

}  // namespace paramscope::open
