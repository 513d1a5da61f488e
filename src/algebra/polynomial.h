// The algebra computes with formulas: 128-bit integers, fractions, and polynomials of the hyper-parameters.
// Every size, count and formula of the calculator is a Polynomial; parse.h reads them, print.h writes them.
//
// A Polynomial is a sum of terms. A term is a rational coefficient times a product of atoms to whole powers,
// negative ones included, so that h·(d/h) is d. An atom is a symbol, or a function (floor, ceil, min, max,
// power) that does not reduce.
//
// Canonical form (asserted in debug builds):
//   * no term has the coefficient zero           // e.g. d + 1, never d + 0·h + 1
//   * no power has the exponent zero             // e.g. 2·h, never 2·d^0·h
//   * each atom is once in a term, in order      // e.g. x^2·y, never y·x·x
//   * each monomial is once in a sum, in order   // e.g. 2·x·y + 1, never 1 + x·y + x·y
//   * highest total degree first                 // e.g. d^2 + 13·d + 1, never 13·d + d^2 + 1
//   * groups have negative exponents only        // e.g. d/(h + 1), never d·(h + 1)
// Equal polynomials therefore have equal representations, and == is exact for sums, products and whole
// powers.
//
// Arithmetic never throws and never wraps. A result that does not fit (a coefficient beyond 128 bits, too
// many terms, a division by zero) is a *faulted* polynomial: it has no terms, fault() is the reason, and
// everything computed from it is faulted too, as with NaN. Formulas read as mathematics and are checked once,
// at the end.
//
// Nearly all polynomials of a printed model are whole numbers: one of 63 bits is inside the object. Terms of
// others are shared by copies until one of them changes, so a copy costs as much as that of a number.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/atom.h"
#include "algebra/rational.h"
#include "base/number_or.h"
#include "base/result.h"
#include "base/shared.h"

namespace paramscope {

/// A coefficient times a monomial.
struct Term {
    Rational coefficient;
    Monomial monomial;
};

/// Why a polynomial could not be computed.
enum class Fault : std::uint8_t {
    None,
    Overflow,        ///< a coefficient or value beyond 128 bits
    TooManyTerms,    ///< the formula exceeds a limit of Polynomial: terms, size or nesting of functions
    DivisionByZero,  ///< a divisor that is identically zero
    Exponent,        ///< an exponent out of range, or a fraction as the exponent of a number
};

/// The sentence of a fault in English: "the result exceeds 2^127".
std::string_view to_string(Fault fault);
/// The same as a message that can be translated.
Message message_of(Fault fault);

/// The Error for a fault other than None.
Error error_of(Fault fault, Span span = {});

class Polynomial {
  public:
    static constexpr std::size_t kMostTerms = 4096;
    static constexpr int kLargestExponent = 4096;
    static constexpr std::size_t kMostFactors = 256;       ///< different atoms in a term
    static constexpr int kDeepestNesting = 128;            ///< of functions in functions
    static constexpr std::size_t kLargestSize = 1u << 16;  ///< of size()
    static constexpr std::size_t kMostArguments = 256;     ///< of min and max
    static constexpr std::size_t kMostProducts = 1u
                                                 << 14;  ///< products of terms when two sums are multiplied

    Polynomial() = default;         // zero
    Polynomial(Integer constant) {  // implicit: numbers are polynomials
        if (!hold(constant)) *this = Polynomial(Rational(constant));
    }
    Polynomial(const Rational& constant);  // implicit, as above
    template <std::integral Whole>
    Polynomial(Whole constant) : Polynomial(Integer{constant}) {}

    /// The polynomial that is one symbol.
    static Polynomial symbol(std::string_view name);
    /// A polynomial without terms that has this fault.
    static Polynomial faulted(Fault fault);
    /// Canonicalises arbitrary terms (merges, sorts, drops zeros, multiplies out groups that are no
    /// divisors).
    static Polynomial from_terms(std::vector<Term> terms);
    /// Takes terms in canonical order as they are (asserted); refuses them where they exceed a limit.
    static Polynomial from_canonical(std::vector<Term> terms);
    /// atom ** exponent, not simplified; faulted where it nests too deep or is too large.
    static Polynomial from_atom(Atom atom, int exponent = 1);

    Fault fault() const { return sum() ? sum()->fault : Fault::None; }
    bool is_faulted() const { return fault() != Fault::None; }
    bool is_zero() const { return is_small() && small() == 0; }
    bool is_constant() const;
    /// The value of a whole number of 63 bits, as nearly all sizes are; nullopt for any other polynomial.
    std::optional<std::int64_t> whole() const { return is_small() ? std::optional(small()) : std::nullopt; }
    /// The value of a polynomial without symbols; nullopt for any other and for a faulted one.
    std::optional<Rational> constant() const;
    /// Approximate length of its text, as Atom::size.
    std::size_t size() const;
    /// Terms in canonical (printing) order: highest total degree first.
    std::span<const Term> terms() const;

    Polynomial& operator+=(const Polynomial& other);
    Polynomial& operator-=(const Polynomial& other);
    Polynomial& operator*=(const Polynomial& other);
    /// Exact division. By a term: (d^2 + d)/h is d^2/h + d/h. By a sum that leaves no remainder: (d^2 − 1)/(d
    /// + 1) is d − 1. By any other sum: a Group, d/(h + 1).
    Polynomial& operator/=(const Polynomial& other);

    friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
    friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a -= b; }
    friend Polynomial operator*(Polynomial a, const Polynomial& b) { return a *= b; }
    friend Polynomial operator/(Polynomial a, const Polynomial& b) { return a /= b; }
    Polynomial operator-() const;

    friend bool operator==(const Polynomial& a, const Polynomial& b) {
        return a.is_small() || b.is_small() ? a.is_small() && b.is_small() && a.small() == b.small()
                                            : compare(a, b) == 0;
    }
    /// A total order for canonical sorting; unrelated to values.
    friend int compare(const Polynomial& a, const Polynomial& b);

    /// Checks the canonical form; used by assertions and tests.
    bool is_canonical() const;

  private:
    /// Terms that polynomials share.
    struct Sum : Counted {
        Sum();
        Sum(const Sum&);
        ~Sum();

        std::vector<Term> terms;
        std::size_t size = 0;    ///< the sizes of all terms added up
        std::int64_t small = 0;  ///< the value, where `is_small`
        Fault fault = Fault::None;
        bool is_small = false;  ///< the terms of a number that a Polynomial can hold itself
    };
    using Combine = std::optional<Rational> (*)(const Rational&, const Rational&);

    /// The terms, null for a number whose terms nobody has asked for.
    Sum* sum() const { return value_.object(); }
    /// True for a whole number of 63 bits, which is small().
    bool is_small() const { return !sum() || sum()->is_small; }
    std::int64_t small() const { return sum() ? sum()->small : value_.number(); }
    /// Takes the number where a Polynomial can hold it itself.
    bool hold(Integer number) {
        if (number < NumberOr<Sum>::kSmallest || number > NumberOr<Sum>::kLargest) return false;
        value_ = NumberOr<Sum>(static_cast<std::int64_t>(number));
        return true;
    }
    void add(const Polynomial& other, Combine combine);
    static bool merge_term(Sum& sum, const Term& term, Combine combine);
    static bool merge_sum(Sum& sum, std::span<const Term> terms, Combine combine);
    void scale(const Rational& factor, Combine combine);
    Sum& own_sum();
    void settle();

    mutable NumberOr<Sum> value_;
};

/// Whole powers are expanded; a symbolic exponent gives a Power atom. 0 to the power 0 is 1.
Polynomial pow(const Polynomial& base, const Polynomial& exponent);

/// Rounding, reduced where possible. Symbols may be fractions, so floor(d) is not d.
///   floor(d/2 + 3) is floor(d/2) + 3: summands that are always whole are taken out; a constant in (-1, 0]
///     remains
///   floor(-d/2) is -ceil(d/2): a sum of negative terms changes its sign
///   floor((floor(p) + n)/m) is floor((p + n)/m) for whole n and m > 0
Polynomial floor(const Polynomial& value);
Polynomial ceil(const Polynomial& value);

/// The smaller and the larger, as for minimum and maximum.
Polynomial min(const Polynomial& a, const Polynomial& b);
Polynomial max(const Polynomial& a, const Polynomial& b);
/// The smallest and the largest of one or more values: flattened, sorted, without repetition; min(p, p + 1)
/// is p.
Polynomial minimum(std::span<const Polynomial> values);
Polynomial maximum(std::span<const Polynomial> values);
/// floor(a / b), Python's `//`.
Polynomial floor_divide(const Polynomial& a, const Polynomial& b);
/// a - b * floor(a / b), Python's `%`.
Polynomial modulo(const Polynomial& a, const Polynomial& b);

/// The names of all symbols, those in function arguments included: sorted, each once.
std::vector<std::string> symbols(const Polynomial& value);

/// Gives the value of a symbol, or nullopt when it is unknown.
using SymbolValues = std::function<std::optional<Rational>(std::string_view)>;
/// Gives the replacement of a symbol, or nullopt to keep it.
using SymbolReplacements = std::function<std::optional<Polynomial>(std::string_view)>;

/// The exact value. Errors: UnknownSymbol (with its name), Overflow, Domain (division by zero, fractional
/// exponent).
Result<Rational> evaluate(const Polynomial& value, const SymbolValues& values);

/// Replaces symbols all at once, those in function arguments too; the result is canonical.
Polynomial substitute(const Polynomial& value, const SymbolReplacements& replacements);

/// The terms of highest total degree in `names`, the approximation that an article would print: 12·d² of
/// 12·d² + 13·d. A function has the degree of its argument (floor(d/2) that of d), a power the higher of its
/// base's and its exponent's.
Polynomial leading_terms(const Polynomial& value, std::span<const std::string> names);

}  // namespace paramscope
