// Grades the numbers of a report, from an exact count to an estimate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace paramscope {

/// How far to trust a number, from best to worst. A sum has the worst basis of its parts.
enum class Basis : std::uint8_t {
    Exact,    ///< every tensor, or all work, is known
    Printed,  ///< everything print() shows is counted; a custom class may hold tensors that print() does not
              ///< show
    Range,    ///< between a minimum and a maximum: some weights may be tied, or some tensors buffers
    Partial,  ///< something is known to be missing: the number is a lower bound
    Approximate,  ///< a stand-in was counted: the true number may be smaller or larger
};

/// "exact", "printed", "range", "partial", "approximate".
std::string_view to_string(Basis basis);

/// The basis with that name; nullopt for other words.
std::optional<Basis> find_basis(std::string_view name);

constexpr Basis worst(Basis a, Basis b) {
    return std::max(a, b);
}

/// One thing for each way in which a basis bounds a number, such as a sign or a word before it.
template <class T>
struct ByBound {
    T complete;  ///< exact, or all that print() shows
    T at_most;   ///< the number holds if no weights are tied and no tensors in doubt are buffers
    T at_least;
    T about;

    const T& of(Basis basis) const {
        switch (basis) {
            case Basis::Exact:
            case Basis::Printed:
                break;
            case Basis::Range:
                return at_most;
            case Basis::Partial:
                return at_least;
            case Basis::Approximate:
                return about;
        }
        return complete;
    }
};

}  // namespace paramscope
