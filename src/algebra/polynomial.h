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

/// Functions that an atom may be.
enum class Function : std::uint8_t {
    Floor,  ///< one argument
    Ceil,   ///< one argument
    Min,    ///< two or more
    Max,    ///< two or more
    Power,  ///< base, exponent; the exponent is not a constant whole number, e.g. 2^n
    Group,  ///< one argument: a sum of whole coefficients without a common factor that divides a term, e.g.
            ///< the h + 1 of d/(h + 1); its exponent is negative
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

    /// Depth of nested functions: 0 for a symbol, 2 for floor(ceil(d/2)/2).
    int depth() const;
    /// Approximate length of its text, in short names: the cost of printing, walking and comparing it.
    std::size_t size() const;
    /// Degree that orders terms: 1 for a symbol, the highest of its arguments for a function.
    int degree() const;
    /// True when its value is a whole number for any values of its symbols.
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

    Polynomial() = default;                // zero
    Polynomial(Integer constant);          // implicit: numbers are polynomials
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

    Fault fault() const { return fault_; }
    bool is_faulted() const { return fault_ != Fault::None; }
    bool is_zero() const { return !is_faulted() && terms_.empty(); }
    bool is_constant() const;
    /// The value of a polynomial without symbols; nullopt for any other and for a faulted one.
    std::optional<Rational> constant() const;
    /// Approximate length of its text, as Atom::size.
    std::size_t size() const { return size_; }
    /// Terms in canonical (printing) order: highest total degree first.
    std::span<const Term> terms() const { return terms_; }

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

    friend bool operator==(const Polynomial& a, const Polynomial& b) { return compare(a, b) == 0; }
    /// A total order for canonical sorting; unrelated to values.
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
    std::size_t size_ = 0;  // the sizes of all terms added up
    Fault fault_ = Fault::None;
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
