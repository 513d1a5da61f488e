#include "open/config/scope.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::open {
namespace {

using ValueKind = ConfigValue::Kind;

/// Keys whose defaults depend on each other end here.
constexpr int kDeepestKey = 40;
constexpr Integer kLargestSize = 1'000'000'000'000;

std::size_t name_end(std::string_view text, std::size_t at) {
    while (at < text.size() && is_name_part(text[at])) ++at;
    return at;
}

constexpr std::string_view kSwitch = "true or false";
constexpr std::string_view kWhole = "a whole number";

/// What a config may say of a key, by the default that the template gives it: 4096 is a whole number, 0.1 is
/// any. Lists may stand for numbers: some sizes have one for each dimension.
std::string_view expected_kind(const TemplateKey& key) {
    if (key.value.kind == Expression::Kind::Operator || key.value.kind == Expression::Kind::Name)
        return kWhole;
    if (key.value.kind != Expression::Kind::Literal) return {};
    const ConfigValue& value = key.value.value;
    if (value.kind == ValueKind::Boolean) return kSwitch;
    if (value.kind != ValueKind::Number) return {};
    return value.text.find_first_of(".e") == std::string::npos ? kWhole : "a number";
}

/// [16, 16] is 16; a list of different sizes stays one.
ConfigValue one_of_equal(const ConfigValue& value) {
    if (value.kind != ValueKind::List) return value;
    const ConfigValue first = value.at(0);
    const std::size_t length = value.length();
    for (std::size_t i = 1; i < std::min<std::size_t>(length, 4); ++i) {
        if (!(value.at(i) == first)) return value;
    }
    return length > 0 && length < 4 && first.kind == ValueKind::Number ? first : value;
}

/// Whether a number goes on at `at`: 1e-06, 0.5.
bool is_number_part(std::string_view text, std::size_t at) {
    return is_name_part(text[at]) || text[at] == '.' || (text[at] == '-' && text[at - 1] == 'e');
}

/// Where the bracket that opens at `at` closes; the end where it does not.
std::size_t bracket_end(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '[' || text[at] == '{') ++depth;
        if ((text[at] == ']' || text[at] == '}') && --depth == 0) break;
    }
    return at;
}

const ConfigLocal* find_local(std::string_view name, ConfigPlace place) {
    for (const ConfigLocal* local = place.locals; local != nullptr; local = local->outer) {
        if (local->name == name) return local;
    }
    return nullptr;
}

/// How tight an operator of model text binds; 0 of what it does not have.
int strength_of(std::string_view sign) {
    if (sign == "+" || sign == "-") return 1;
    if (sign == "*" || sign == "/" || sign == "//" || sign == "%") return 2;
    return sign == "**" ? 3 : 0;
}

bool is_simple(std::string_view text) {
    return name_end(text, 0) == text.size();
}

}  // namespace

JsonValue find_told(const TemplateKey& key, const JsonValue& config) {
    if (key.kind == TemplateKey::Kind::Computed) return {};
    for (const std::string& place : key.places) {
        JsonValue value = config;
        std::string_view rest = place;
        while (!rest.empty()) {
            const std::size_t dot = std::min(rest.find('.'), rest.size());
            value = value.find(rest.substr(0, dot));
            rest.remove_prefix(std::min(dot + 1, rest.size()));
        }
        if (!value.is_missing()) return value;
    }
    return {};
}

/// The names of one place, as expressions ask for them.
class PlacedNames final : public ExpressionNames {
  public:
    PlacedNames(ConfigNames& names, ConfigPlace place) : names_(names), place_(place) {}
    ConfigValue value_of(std::string_view name) override { return names_.value_of(name, place_); }
    ConfigValue look_up(std::string_view table, std::string_view name) override {
        const Architecture* found = architectures().find(table);
        const TemplateKey* key = found == nullptr ? nullptr : find_key(*found, name);
        return key == nullptr ? ConfigValue::of(std::string(name)) : key->value.value;
    }
    void report(std::string message, const ConfigValue& culprit) override {
        names_.report(std::move(message), culprit);
    }

  private:
    ConfigNames& names_;
    ConfigPlace place_;
};

void ConfigNames::report(std::string message, const ConfigValue& culprit) {
    if (failed()) return;
    if (const JsonValue key = culprit.json.key(); !key.is_missing())
        message = concat(key.string().substr(0, 100), ": ", message);
    diagnostics.push_back({Severity::Error, std::move(message), culprit.json.span(), ""});
}

ConfigValue ConfigNames::evaluate(const Expression& expression, ConfigPlace place) {
    PlacedNames names(*this, place);
    return open::evaluate(expression, names);
}

ConfigValue ConfigNames::value_of(std::string_view name, ConfigPlace place) {
    if (const ConfigLocal* local = find_local(name, place))
        return local->bound == nullptr ? local->number
                                       : evaluate(*local->bound, {local->scope, local->outside});
    if (name == "config") return ConfigValue::of(place.scope->config);
    const TemplateKey* key = find_key(*place.scope->architecture, name);
    if (key != nullptr) return read(*key, place);
    report(concat("the template of ", place.scope->architecture->types.front(), " does not say what ", name,
                  " is"),
           {});
    return {};
}

ConfigValue ConfigNames::read(const TemplateKey& key, ConfigPlace place) {
    ConfigValue value = ConfigValue::of(find_told(key, place.scope->config));
    const bool is_told =
        !value.json.is_missing() && (!value.is_none() || key.kind == TemplateKey::Kind::Default);
    if (is_told) {
        check_kind(key, value);
        return expected_kind(key).empty() ? value : one_of_equal(value);
    }
    if (++depth_ > kDeepestKey) report(concat(key.name, " depends on itself"), {});
    value = depth_ > kDeepestKey ? ConfigValue() : evaluate(key.value, {place.scope, nullptr});
    --depth_;
    const bool is_fraction = value.kind == ValueKind::Number && !value.number.is_integer();
    if (is_fraction && key.kind != TemplateKey::Kind::Default)
        value = ConfigValue::of(Rational(floor(value.number)));
    return value;
}

void ConfigNames::check_kind(const TemplateKey& key, const ConfigValue& value) {
    const std::string_view expected = expected_kind(key);
    if (expected.empty() || value.is_none()) return;
    const bool is_switch = value.kind == ValueKind::Boolean;
    const bool is_number = value.kind == ValueKind::Number || value.kind == ValueKind::List;
    if (expected == kSwitch ? !is_switch && value.kind != ValueKind::Number : !is_number)
        report(concat("expected ", expected, ", found ", kind_name(value.kind)), value);
    else if (expected == kWhole && value.kind == ValueKind::Number && !value.number.is_integer())
        report(concat("expected ", expected, ", found ", to_string(value)), value);
}

bool ConfigNames::is_known(std::string_view name, ConfigPlace place) const {
    return find_local(name, place) != nullptr || find_key(*place.scope->architecture, name) != nullptr;
}

std::string ConfigNames::fill(std::string_view text, ConfigPlace place) {
    std::string filled;
    for (std::size_t at = 0; at < text.size();) at = fill_token(text, at, place, filled);
    return filled;
}

/// Puts the token at `at` behind `filled`, as the model text has it; returns where the next one is.
std::size_t ConfigNames::fill_token(std::string_view text, std::size_t at, ConfigPlace place,
                                    std::string& filled) {
    const char c = text[at];
    if (text.substr(at).starts_with("${")) {
        const std::size_t end = bracket_end(text, at + 1);
        append(filled, to_string(value_of_text(text.substr(at + 2, end - at - 2), place)));
        return end + 1;
    }
    if (c == '$') {
        append(filled, place.scope->architecture->prefix);
        return at + 1;
    }
    if (is_name_start(c)) return fill_name(text, at, place, filled);
    std::size_t end = at + 1;
    if (c == '\'' || c == '"') end = std::min(text.find(c, end), text.size() - 1) + 1;
    while (is_digit(c) && end < text.size() && is_number_part(text, end)) ++end;
    append(filled, text.substr(at, end - at));
    return end;
}

/// A name: of a key or a local, or one that the model text has itself (`Linear(`, `bias=`, `None`).
std::size_t ConfigNames::fill_name(std::string_view text, std::size_t at, ConfigPlace place,
                                   std::string& filled) {
    const std::size_t end = name_end(text, at);
    const std::string_view name = text.substr(at, end - at);
    const std::string_view rest = text.substr(end);
    const bool is_label = rest.starts_with('(') || (rest.starts_with('=') && !rest.starts_with("=="));
    const bool is_part = at > 0 && text[at - 1] == '.';
    if (is_label || is_part || !is_known(name, place)) {
        append(filled, name);
        return end;
    }
    if (rest.starts_with('[')) {
        const std::size_t close = bracket_end(text, end);
        append(filled, write_item(name, parsed(text.substr(end + 1, close - end - 1)), place));
        return close + 1;
    }
    const std::string symbol = write_name(name, place);
    append(filled, is_simple(symbol) ? symbol : concat('(', symbol, ')'));
    return end;
}

Expression ConfigNames::parsed(std::string_view text) {
    Result<Expression> expression = parse_template_expression(text);
    if (expression) return std::move(*expression);
    report(concat("a template is wrong: ", expression.error().message.english(), " in '", text, "'"), {});
    return {};
}

ConfigValue ConfigNames::value_of_text(std::string_view text, ConfigPlace place) {
    return evaluate(parsed(text), place);
}

std::string ConfigNames::write(const Expression& expression, ConfigPlace place, int strength) {
    const std::vector<Expression>& operands = expression.operands;
    const int own = expression.kind == Expression::Kind::Operator ? strength_of(expression.name) : 0;
    if (expression.kind == Expression::Kind::Name) return write_name(expression.name, place);
    if (own != 0 && operands.size() == 2) {
        const std::string left = write(operands[0], place, own);
        const std::string right = write(operands[1], place, own + 1);
        const std::string_view space = own == 1 ? " " : "";
        std::string text = concat(left, space, expression.name, space, right);
        return own < strength ? concat('(', text, ')') : text;
    }
    if (expression.kind == Expression::Kind::Call && expression.name == "when")
        return write(operands[evaluate(operands[0], place).is_true() ? 1 : 2], place, strength);
    const bool is_text_function = expression.name == "floor" || expression.name == "ceil" ||
                                  expression.name == "min" || expression.name == "max";
    if (expression.kind == Expression::Kind::Call && is_text_function) {
        std::string text = concat(expression.name, '(', write(operands[0], place));
        if (operands.size() > 1) append(text, concat(", ", write(operands[1], place)));
        text.push_back(')');
        return text;
    }
    const bool is_item =
        expression.kind == Expression::Kind::Index && operands[0].kind == Expression::Kind::Name;
    if (is_item && find_local(operands[0].name, place) == nullptr)
        return write_item(operands[0].name, operands[1], place);
    return checked_number("a value", evaluate(expression, place));
}

std::string ConfigNames::write_name(std::string_view name, ConfigPlace place) {
    if (const ConfigLocal* local = find_local(name, place)) {
        if (local->bound == nullptr) return to_string(local->number);
        return write(*local->bound, {local->scope, local->outside});
    }
    const TemplateKey* key = find_key(*place.scope->architecture, name);
    if (key != nullptr) return write_key(*key, place);
    report(concat("the template of ", place.scope->architecture->types.front(), " does not say what ", name,
                  " is"),
           {});
    return "0";
}

std::string ConfigNames::write_key(const TemplateKey& key, ConfigPlace place) {
    const std::string& prefix = place.scope->prefix;
    std::string name = prefix.empty() ? key.name : concat(prefix, '_', key.name);
    if (is_assigned(name) || failed()) return name;
    if (++depth_ > kDeepestKey) report(concat(key.name, " depends on itself"), {});
    const ConfigValue value = read(key, place);
    const bool is_told = find_told(key, place.scope->config).kind() == JsonValue::Kind::Number;
    const std::string number = checked_number(key.name, value);
    const ConfigPlace own{place.scope, nullptr};
    if (!failed()) assign(name, is_told ? number : default_text(key, value, own));
    --depth_;
    return name;
}

std::string ConfigNames::default_text(const TemplateKey& key, const ConfigValue& value, ConfigPlace place) {
    if (key.kind == TemplateKey::Kind::Default && key.value.kind == Expression::Kind::Literal)
        return concat(to_string(value), "  # the library's default");
    const std::string text = write(key.value, place);
    const ConfigValue exact = evaluate(key.value, place);
    return exact.number.is_integer() ? text : concat("floor(", text, ')');
}

std::string ConfigNames::write_item(std::string_view list, const Expression& index, ConfigPlace place) {
    Expression item{
        Expression::Kind::Index, "", {}, {{Expression::Kind::Name, std::string(list), {}, {}}, index}};
    const ConfigValue value = evaluate(item, place);
    const ConfigValue at = evaluate(index, place);
    std::string name = concat(list, '_', to_string(at));
    if (!place.scope->prefix.empty()) name = concat(place.scope->prefix, '_', name);
    if (failed() || is_assigned(name)) return name;
    const std::string number = checked_number(name, value);
    assign(name, number);
    return name;
}

std::string ConfigNames::checked_number(std::string_view name, const ConfigValue& value) {
    const bool is_huge = value.is_none() && value.json.kind() == JsonValue::Kind::Number;
    if (value.kind != ValueKind::Number && !is_huge) {
        const bool is_told = !value.json.key().is_missing();
        report(concat(is_told ? "" : name, is_told ? "" : ": ", "expected a number, found ",
                      kind_name(value.kind)),
               value);
        return "0";
    }
    if (is_huge || value.number < Rational(0) || value.number > Rational(kLargestSize)) {
        const std::string found = is_huge ? std::string(value.json.source().substr(0, 40)) : to_string(value);
        report(concat("expected a number from 0 to 10^12, found ", found), value);
    }
    return value.number.is_integer() ? to_string(value.number) : to_string(value);
}

void ConfigNames::assign(const std::string& name, std::string_view text) {
    assigned_.push_back(name);
    append(assignments, concat(name, " = ", text, '\n'));
}

bool ConfigNames::is_assigned(std::string_view name) const {
    return std::find(assigned_.begin(), assigned_.end(), name) != assigned_.end();
}

}  // namespace paramscope::open
