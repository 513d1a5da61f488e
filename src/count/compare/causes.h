// The causes of a difference between two reports: each group of modules that changed in the same way, with
// what it adds to the difference. The amounts of all causes add up to the difference of the totals, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "count/compare/compare_modules.h"

namespace paramscope {

/// What a difference is counted in.
enum class CauseMeasure : std::uint8_t { Parameters, Macs, Flops, Bytes };
inline constexpr std::size_t kCauseMeasures = 4;

/// "parameters", "macs", "flops", "bytes": the name in JSON.
std::string_view to_string(CauseMeasure measure);

/// The total of a report in a measure; of bytes those of the parameters.
Quantity total_of(const Report& report, CauseMeasure measure);

/// A size of a tensor or of an argument on both sides.
struct SizeChange {
    Integer before, after;
    friend auto operator<=>(const SizeChange&, const SizeChange&) = default;
};

/// Modules that changed in the same way.
struct Cause {
    enum class Kind : std::uint8_t {
        Layers,       ///< another number of equal layers, at the cost of one in the left model
        Sizes,        ///< sizes of tensors
        Arguments,    ///< other arguments, or tensors that one side lacks
        Type,         ///< another type of module
        Sharing,      ///< tensors that are tied in one model only
        OpenSharing,  ///< tensors that are tied in one model, perhaps in the other, too
        OpenRole,     ///< tensors that are buffers in one model, perhaps in the other, too
        Dtype,        ///< another type of numbers
        OnlyLeft,     ///< modules that the right model lacks
        OnlyRight,    ///< modules that the left model lacks
        Work,         ///< the same modules with other work: other shapes reach them
        Rest,         ///< what no module accounts for, such as a last byte that is rounded up
    };

    Kind kind = Kind::Rest;
    std::vector<std::string>
        names;  ///< last names of the modules' paths, each once, of Layers their type; the first few
    std::size_t more_names = 0;     ///< how many names are left out
    std::string place;              ///< path of the module around them: "layers.*.mlp"; "" outside of lists
    std::string before, after;      ///< type, dtype or arguments; "" where sizes say it
    std::vector<SizeChange> sizes;  ///< without multiples of others; the first few
    Integer modules = 0;  ///< instances in the right model, of OnlyLeft in the left one; 0 for Layers
    Integer layers_before = 0, layers_after = 0;  ///< of Layers
    std::array<Integer, kCauseMeasures> amounts{};
    /// What the modules count in each model; of Layers, what one counts. Bytes have no formulas.
    std::array<Polynomial, 3> left_formulas, right_formulas;
    Polynomial layers_formula;  ///< of Layers: their number in the left model

    Integer amount(CauseMeasure measure) const { return amounts[static_cast<std::size_t>(measure)]; }
};

/// "layers", "sizes", ...: the name in JSON.
std::string_view to_string(Cause::Kind kind);

/// The causes of the difference between the totals of two models, in print order. Pairs are those of two
/// subtrees; modules outside them are in one model only. A measure whose totals are unknown or too large has
/// no amounts.
std::vector<Cause> find_causes(const Report& left, const Report& right, const std::vector<ModulePair>& pairs);

/// The largest causes in one measure, and the sum of the others.
struct LargestCauses {
    std::vector<const Cause*> causes;  ///< largest first
    std::size_t smaller = 0;           ///< others with an amount
    Integer smaller_amount = 0;        ///< their sum
};

inline constexpr std::size_t kMostShownCauses = 12;

LargestCauses largest_causes(const std::vector<Cause>& causes, CauseMeasure measure);

/// A hyper-parameter of both models with another value.
struct VariableChange {
    std::string name;
    Rational before, after;
};

/// Those that the formulas of a cause have.
std::vector<VariableChange> changed_variables(const Report& left, const Report& right, const Cause& cause,
                                              CauseMeasure measure);

/// `layers.7.mlp` as `layers.*.mlp`.
std::string without_numbers(std::string_view path);

}  // namespace paramscope
