#include "bindings/display_texts.h"

#include "algebra/parse.h"
#include "algebra/print.h"
#include "algebra/symbol_names.h"
#include "base/concat.h"
#include "formats/numbers.h"

namespace paramscope::bindings {
namespace {

template <typename Write>
std::string text_of(const std::string& digits, bool is_complete, Write write) {
    const Quantity quantity{{}, parse_integer(digits), is_complete};
    if (quantity.is_unknown()) return "?";
    return concat(lower_bound_sign(is_complete), write(*quantity.value));
}

}  // namespace

std::string exact_text(const std::string& digits, bool is_complete) {
    return exact(Quantity{{}, parse_integer(digits), is_complete});
}

std::string count_text(const std::string& digits, bool is_complete) {
    return text_of(digits, is_complete, short_count);
}

std::string work_text(const std::string& digits, bool is_complete) {
    return text_of(digits, is_complete, [](Integer value) { return short_work(value, ""); });
}

std::string bytes_text(const std::string& digits, bool is_complete) {
    return text_of(digits, is_complete, short_bytes);
}

std::string name_mathml(const std::string& name) {
    return mathml_name(name);
}

std::string formula_mathml(const std::string& plain) {
    const Result<Polynomial> formula = parse_expression(plain);
    if (!formula) return concat("<mtext>", mathml_escaped(plain), "</mtext>");
    return print(*formula, Notation::MathML);
}

}  // namespace paramscope::bindings
