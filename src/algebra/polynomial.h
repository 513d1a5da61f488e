// Multivariate polynomials in canonical form: what every formula of the calculator is made of.
//
// A Polynomial is a sum of terms; a term is a rational coefficient times a product of atoms to whole powers,
// negative ones included, so that h·(d/h) is d. An atom is a symbol, or a function (floor, ceil, min, max,
// power) of polynomials that could not be reduced further.
//
// Canonical form (asserted in debug builds): no zero coefficient, no zero exponent, terms strictly ordered by
// `Monomial` order, atoms strictly ordered inside a term. Equal polynomials therefore have equal
// representations, and == is exact for sums, products and whole powers.
//
// Arithmetic never throws and never wraps. A result that does not fit (a coefficient over 128 bits, too many
// terms, a division by zero) is a *faulted* polynomial: it holds no terms, says why in `fault()`, and makes
// everything computed from it faulted too, as NaN does. So formulas read as mathematics and are checked once,
// at the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/rational.h"
#include "base/result.h"

namespace paramscope {

class Polynomial;

/// Functions that may stand as atoms.
enum class Function : std::uint8_t {
    Floor,  ///< one argument
    Ceil,   ///< one argument
    Min,    ///< two or more
    Max,    ///< two or more
    Power,  ///< base, exponent: only where the exponent is not a constant whole number
    Group,  ///< one argument, a sum with whole coefficients that share no factor; only to a negative power
};

/// "floor", "ceil", "min", "max", "pow"; "" for Group.
std::string_view to_string(Function function);

/// A symbol, or a function of polynomials that does not reduce. Immutable and shared, so copies are cheap.
class Atom {
  public:
    explicit Atom(std::string symbol);
    Atom(Function function, std::vector<Polynomial> arguments);

    bool is_symbol() const;
    const std::string& symbol() const;
    Function function() const;
    std::span<const Polynomial> arguments() const;

    /// How many functions nest in it: 0 for a symbol.
    int depth() const;
    /// About how much text it is, in short names: what copies of it cost to print, walk and compare.
    std::size_t size() const;
    /// Its part in the total degree that orders terms: 1 for a symbol, that of its arguments for a function.
    int degree() const;
    /// True when its value is a whole number whatever its symbols are.
    bool is_whole() const;

    /// A total order: symbols by name, then functions by kind and arguments.
    friend int compare(const Atom& a, const Atom& b);
    friend bool operator==(const Atom& a, const Atom& b) { return compare(a, b) == 0; }

  private:
    struct Node;
    std::shared_ptr<const Node> node_;
};

/// An atom to a non-zero whole power.
struct Power {
    Atom atom;
    int exponent = 1;
};

/// A product of powers, strictly ordered by atom; empty for the constant term.
using Monomial = std::vector<Power>;

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

/// A sentence for a fault: "the result exceeds 2^127", ...
std::string_view to_string(Fault fault);

/// The error that a fault is where a value was wanted; `fault` is not None.
Error error_of(Fault fault, Span span = {});

class Polynomial {
  public:
    static constexpr std::size_t kMostTerms = 4096;
    static constexpr int kLargestExponent = 4096;
    static constexpr std::size_t kMostFactors = 256;        ///< different ones in a term
    static constexpr int kDeepestNesting = 128;             ///< of functions in functions
    static constexpr std::size_t kLargestSize = 1u << 16;   ///< the sum of the sizes of all atoms
    static constexpr std::size_t kMostArguments = 256;      ///< of min and max
    static constexpr std::size_t kMostProducts = 1u << 14;  ///< of terms, when two sums are multiplied

    Polynomial() = default;                // zero
    Polynomial(Integer constant);          // implicit: numbers are polynomials
    Polynomial(const Rational& constant);  // implicit likewise
    template <std::integral Whole>
    Polynomial(Whole constant) : Polynomial(Integer{constant}) {}

    /// The polynomial that is one symbol.
    static Polynomial symbol(std::string_view name);
    /// A polynomial that is only its fault.
    static Polynomial faulted(Fault fault);
    /// Canonicalises arbitrary terms (merges, sorts, drops zeros, multiplies out groups that are no
    /// divisors).
    static Polynomial from_terms(std::vector<Term> terms);
    /// Takes terms in canonical order as they are (asserted); refuses them where they exceed a limit.
    static Polynomial from_canonical(std::vector<Term> terms);
    /// A function as it stands, or a fault where it nests too deep or grows too large.
    static Polynomial from_atom(Atom atom, int exponent = 1);

    Fault fault() const { return fault_; }
    bool is_faulted() const { return fault_ != Fault::None; }
    bool is_zero() const { return !is_faulted() && terms_.empty(); }
    bool is_constant() const;
    /// The value when there is no symbol in it (and no fault).
    std::optional<Rational> constant() const;
    /// About how much text it is, as Atom::size.
    std::size_t size() const { return size_; }
    /// Terms in canonical (printing) order: highest total degree first.
    std::span<const Term> terms() const { return terms_; }

    Polynomial& operator+=(const Polynomial& other);
    Polynomial& operator-=(const Polynomial& other);
    Polynomial& operator*=(const Polynomial& other);
    /// Exact division: by a term always; by a sum where it divides evenly, otherwise by a Group atom.
    Polynomial& operator/=(const Polynomial& other);

    friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
    friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a -= b; }
    friend Polynomial operator*(Polynomial a, const Polynomial& b) { return a *= b; }
    friend Polynomial operator/(Polynomial a, const Polynomial& b) { return a /= b; }
    Polynomial operator-() const;

    friend bool operator==(const Polynomial& a, const Polynomial& b) { return compare(a, b) == 0; }
    /// A total order for canonical sorting; says nothing about values.
    friend int compare(const Polynomial& a, const Polynomial& b);

    /// Checks the canonical form; used by assertions and tests.
    bool is_canonical() const;

  private:
    using Combine = std::optional<Rational> (*)(const Rational&, const Rational&);
    void merge(const Polynomial& other, Combine combine);
    bool merge_term(const Term& term, Combine combine);
    bool merge_sum(const Polynomial& other, Combine combine);
    void scale(const Rational& factor, Combine combine);

    std::vector<Term> terms_;
    std::size_t size_ = 0;  // of all atoms in it, and one for each term
    Fault fault_ = Fault::None;
};

/// Whole powers are expanded; a symbolic exponent gives a Power atom. 0 to the power 0 is 1.
Polynomial pow(const Polynomial& base, const Polynomial& exponent);

/// Reduced where possible: whole summands are taken out of floor and ceil so that a constant in (-1, 0]
/// remains, floor(-x) is -ceil(x), floor((floor(p) + n)/m) with whole n and m > 0 is floor((p + n)/m). min
/// and max are flattened, sorted, without repetition, and of p and p + 1 keep one. Symbols may be fractions:
/// floor(d) is not d.
Polynomial floor(const Polynomial& value);
Polynomial ceil(const Polynomial& value);
Polynomial min(const Polynomial& a, const Polynomial& b);
Polynomial max(const Polynomial& a, const Polynomial& b);
/// The same of any number of arguments but none.
Polynomial minimum(std::span<const Polynomial> values);
Polynomial maximum(std::span<const Polynomial> values);
/// floor(a / b), Python's `//`.
Polynomial floor_divide(const Polynomial& a, const Polynomial& b);
/// a - b * floor(a / b), Python's `%`.
Polynomial modulo(const Polynomial& a, const Polynomial& b);

/// Every symbol in it, function arguments included, sorted, once each.
std::vector<std::string> symbols(const Polynomial& value);

/// Gives the value of a symbol, or nullopt when it is unknown.
using SymbolValues = std::function<std::optional<Rational>(std::string_view)>;
/// Gives the replacement of a symbol, or nullopt to keep it.
using SymbolReplacements = std::function<std::optional<Polynomial>(std::string_view)>;

/// The exact value. Errors: UnknownSymbol (names it), Overflow, Domain (division by zero, non-whole power).
Result<Rational> evaluate(const Polynomial& value, const SymbolValues& values);

/// Replaces symbols, function arguments included, and canonicalises.
Polynomial substitute(const Polynomial& value, const SymbolReplacements& replacements);

/// The terms of highest total degree in `names` (a function counts the degree of its argument, floor(d/2)
/// as d, and a power that of its base or exponent, the higher): the approximation an article would keep,
/// 12·d² of 12·d² + 13·d.
Polynomial leading_terms(const Polynomial& value, std::span<const std::string> names);

}  // namespace paramscope
