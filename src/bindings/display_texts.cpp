#include "bindings/display_texts.h"

#include "algebra/parse.h"
#include "algebra/print.h"
#include "algebra/symbol_names.h"
#include "base/concat.h"
#include "base/markup.h"
#include "formats/support/numbers.h"

namespace paramscope::bindings {
namespace {

Quantity quantity(const std::string& digits, std::string_view basis) {
    return {{}, parse_integer(digits), find_basis(basis).value_or(Basis::Exact)};
}

template <typename Write>
std::string text_of(const std::string& digits, const std::string& basis, Write write) {
    const Quantity number = quantity(digits, basis);
    if (number.is_unknown()) return "?";
    return concat(sign_of(number.basis), write(*number.value));
}

}  // namespace

std::string exact_text(const std::string& digits, const std::string& basis) {
    return exact(quantity(digits, basis));
}

std::string count_text(const std::string& digits, const std::string& basis) {
    return text_of(digits, basis, short_count);
}

std::string work_text(const std::string& digits, const std::string& basis) {
    return text_of(digits, basis, [](Integer value) { return short_work(value, ""); });
}

std::string bytes_text(const std::string& digits, const std::string& basis) {
    return text_of(digits, basis, short_bytes);
}

std::string name_mathml(const std::string& name) {
    return mathml_name(name);
}

std::string formula_mathml(const std::string& plain) {
    const Result<Polynomial> formula = parse_expression(plain);
    if (!formula) return concat("<mtext>", markup_escaped(plain), "</mtext>");
    return print_factored(*formula, Notation::MathML);
}

}  // namespace paramscope::bindings
