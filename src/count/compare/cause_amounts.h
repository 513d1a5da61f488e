// What modules count in a whole model, in each measure of a difference: the amounts that causes add up.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "count/compare/causes.h"
#include "count/explain/subject.h"

namespace paramscope {

/// In the order of CauseMeasure. Bytes are counted in parts (kPartsOfByte) until the sum is complete.
using Amounts = std::array<Integer, kCauseMeasures>;

/// The measures that have formulas, in the order of CauseMeasure; bytes follow them.
inline constexpr std::array kCauseSubjects{Subject::Parameters, Subject::Macs, Subject::Flops};
inline constexpr std::size_t kBytesOfCause = static_cast<std::size_t>(CauseMeasure::Bytes);

/// Quantised types store 256 elements in whole bits.
inline constexpr Integer kPartsOfBit = 256;
inline constexpr Integer kPartsOfByte = 8 * kPartsOfBit;

/// Adds whole numbers, and remembers whether a result did not fit.
class CheckedSums {
  public:
    explicit CheckedSums(bool* overflowed) : overflowed_(overflowed) {}

    Integer sum(Integer a, Integer b) const { return kept(checked_add(a, b)); }
    Integer less(Integer a, Integer b) const { return kept(checked_subtract(a, b)); }
    Integer times(Integer a, Integer b) const { return kept(checked_multiply(a, b)); }

  private:
    Integer kept(std::optional<Integer> value) const {
        if (!value) *overflowed_ = true;
        return value.value_or(0);
    }

    bool* overflowed_;
};

/// How often a module repeats in the one around it.
Integer whole_repeat_of(const NodeReport& node);

/// What modules of one report count in the whole model.
class ModuleAmounts {
  public:
    ModuleAmounts(const Report& report, CheckedSums sums);

    const Report& report() const { return report_; }
    const NodeReport& node(std::uint32_t index) const { return report_.nodes[index]; }

    /// Of a module itself, without its children; `above` instances of its parent.
    Amounts own(std::uint32_t index, Integer above) const;
    /// Of a module with all below it.
    Amounts whole(std::uint32_t index, Integer above) const;
    /// The formula of one instance of a module, without its children where `is_own`.
    Polynomial formula(std::uint32_t index, Subject subject, bool is_own) const;

  private:
    Amounts of_row(const NodeReport& row, Integer above) const;
    void subtract(Amounts* from, const Amounts& other) const;
    /// In parts of a bit.
    Integer own_bits(const NodeReport& row) const;

    const Report& report_;
    CheckedSums sums_;
    Rational usual_bits_;
};

}  // namespace paramscope
