// Atoms and monomials: what the terms of a polynomial are made of (polynomial.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared.h"

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

/// A symbol, or a function of polynomials that does not reduce. Immutable and shared, so copies are cheap;
/// all atoms of one symbol share one node.
class Atom {
  public:
    explicit Atom(std::string_view symbol);
    Atom(Function function, std::vector<Polynomial> arguments);

    bool is_symbol() const { return node_->is_symbol; }
    /// The same for copies of one atom, and for all atoms of one symbol.
    const void* identity() const { return node_.get(); }
    const std::string& symbol() const { return node_->symbol; }
    Function function() const { return node_->function; }
    std::span<const Polynomial> arguments() const;

    /// Depth of nested functions: 0 for a symbol, 2 for floor(ceil(d/2)/2).
    int depth() const { return node_->depth; }
    /// Approximate length of its text, in short names: the cost of printing, walking and comparing it.
    std::size_t size() const { return node_->size; }
    /// Degree that orders terms: 1 for a symbol, the highest of its arguments for a function.
    int degree() const { return node_->degree; }
    /// True when its value is a whole number for any values of its symbols.
    bool is_whole() const { return node_->is_whole; }

    /// A total order: symbols by name, then functions by kind and arguments.
    friend int compare(const Atom& a, const Atom& b) {
        return a.node_ == b.node_ ? 0 : compare_nodes(*a.node_, *b.node_);
    }
    friend bool operator==(const Atom& a, const Atom& b) { return compare(a, b) == 0; }

  private:
    struct Node : Counted {
        Node();
        ~Node();

        std::string symbol;
        std::uint64_t symbol_start =
            0;  ///< the first eight bytes of the symbol: numbers in the order of names
        std::vector<Polynomial> arguments;  ///< empty for a symbol
        std::size_t size = 1;
        int depth = 0;
        int degree = 1;
        Function function = Function::Floor;
        bool is_symbol = false;
        bool is_whole = false;
    };

    /// The living symbols by name.
    class Symbols;

    static int compare_nodes(const Node& a, const Node& b);

    Shared<const Node> node_;
};

/// An atom to a non-zero whole power.
struct Power {
    Atom atom;
    int exponent = 1;
};

/// A product of powers, strictly ordered by atom; empty for the constant term. Immutable and shared.
class Monomial {
  public:
    Monomial() = default;
    Monomial(std::initializer_list<Power> powers);
    explicit Monomial(std::vector<Power> powers);

    const Power* begin() const { return node_ ? node_->powers.data() : nullptr; }
    const Power* end() const { return begin() + size(); }
    std::size_t size() const { return node_ ? node_->powers.size() : 0; }
    bool empty() const { return !node_; }
    const Power& front() const { return *begin(); }
    const Power& back() const { return *(end() - 1); }
    const Power& operator[](std::size_t at) const { return begin()[at]; }

    /// Exponents times the degrees of their atoms.
    std::int64_t degree() const { return node_ ? node_->degree : 0; }
    /// The sizes of all atoms added up.
    std::size_t total_size() const { return node_ ? node_->total_size : 0; }
    /// True when one of the atoms is a Group.
    bool has_group() const { return node_ && node_->has_group; }

    /// True when both are one object: then they are equal.
    bool is_same_object(const Monomial& other) const { return node_ == other.node_; }

  private:
    struct Node : Counted {
        explicit Node(std::vector<Power> powers);
        ~Node();

        std::vector<Power> powers;
        std::int64_t degree = 0;
        std::size_t total_size = 0;
        bool has_group = false;
    };

    Shared<const Node> node_;
};

/// The canonical order, negative when `a` comes first: highest total degree, then lexicographic with the
/// higher exponent first. Multiplying both by the same monomial keeps it.
int compare(const Monomial& a, const Monomial& b);

}  // namespace paramscope
