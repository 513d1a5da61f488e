// Any text must parse or give an error with a place inside it; what parses must print in every notation, read
// back from plain text as an equal polynomial, and evaluate or say why not.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "algebra/parse.h"
#include "algebra/polynomial.h"
#include "algebra/print.h"

namespace {

using namespace paramscope;

void require(bool condition, const char* what, const std::string& text) {
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", what, text.c_str());
    std::abort();
}

/// A small value that depends on the name only; some are fractions, some zero.
std::optional<Rational> value_of(std::string_view name) {
    unsigned sum = 0;
    for (const char c : name) sum = sum * 31 + static_cast<unsigned char>(c);
    return Rational::make(static_cast<int>(sum % 23) - 3, static_cast<int>(sum % 3) + 1);
}

std::optional<Polynomial> replacement_of(std::string_view name) {
    const std::optional<Rational> value = value_of(name);
    return value ? std::optional<Polynomial>(*value) : std::nullopt;
}

void check_error(const Error& error, std::string_view text) {
    require(!error.message.english().empty(), "an error without a message", std::string(text));
    require(error.span.begin <= error.span.end && error.span.end <= text.size(), "a span outside the text",
            error.message.english());
}

/// A text that reads back must do so exactly; one whose intermediate sums exceed a limit may be refused.
void check_round_trip(const Polynomial& value) {
    const std::string text = print(value, Notation::Plain);
    const Result<Polynomial> again = parse_expression(text);
    if (!again) {
        const ErrorCode code = again.error().code;
        require(code == ErrorCode::Overflow || code == ErrorCode::TooComplex,
                "printed text that does not read back", text);
        return;
    }
    require(*again == value, "printed text that reads back as something else", text);
}

void check_values(const Polynomial& value) {
    const Result<Rational> result = evaluate(value, &value_of);
    const Polynomial substituted = substitute(value, &replacement_of);
    if (!result || substituted.is_faulted()) return;
    require(substituted.constant() == *result, "a value that differs from what substitution gives",
            print(value, Notation::Plain));
}

void check(const Polynomial& value) {
    require(value.is_canonical(), "not canonical", print(value, Notation::Plain));
    print(value, Notation::Unicode);
    print(value, Notation::Latex);
    check_round_trip(value);
    check_values(value);
    const std::vector<std::string> names = symbols(value);
    leading_terms(value, names);
    require((value - value).is_zero(), "not zero when taken from itself", print(value, Notation::Plain));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Polynomial> whole = parse_expression(text);
    if (whole) {
        check(*whole);
        return 0;
    }
    check_error(whole.error(), text);
    std::uint32_t offset = 0;
    const Result<Polynomial> beginning = parse_expression(text, &offset);
    require(offset <= size, "an offset behind the text", std::string(text));
    if (beginning) check(*beginning);
    return 0;
}
