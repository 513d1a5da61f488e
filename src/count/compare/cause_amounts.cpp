#include "count/compare/cause_amounts.h"

#include <utility>
#include <vector>

#include "count/cost/memory.h"
#include "model/dtype.h"

namespace paramscope {

Integer whole_repeat_of(const NodeReport& node) {
    return node.facts->repeat().value.value_or(1);
}

ModuleAmounts::ModuleAmounts(const Report& report, CheckedSums sums)
    : report_(report), sums_(sums), usual_bits_(bits_of(model_dtype(report)).value_or(Rational(32))) {}

Amounts ModuleAmounts::own(std::uint32_t index, Integer above) const {
    const NodeReport& row = node(index);
    const Integer here = sums_.times(above, whole_repeat_of(row));
    Amounts amounts = of_row(row, above);
    for (const std::uint32_t child : report_.children(index)) subtract(&amounts, of_row(node(child), here));
    amounts[kBytesOfCause] = sums_.times(own_bits(row), here);
    return amounts;
}

Amounts ModuleAmounts::whole(std::uint32_t index, Integer above) const {
    Amounts amounts = of_row(node(index), above);
    std::vector<std::pair<std::uint32_t, Integer>> around;  // the end and the instances of modules around
    for (std::uint32_t i = index; i < node(index).subtree_end; ++i) {
        while (!around.empty() && around.back().first <= i) around.pop_back();
        const Integer here =
            sums_.times(around.empty() ? above : around.back().second, whole_repeat_of(node(i)));
        around.emplace_back(node(i).subtree_end, here);
        amounts[kBytesOfCause] = sums_.sum(amounts[kBytesOfCause], sums_.times(own_bits(node(i)), here));
    }
    return amounts;
}

Polynomial ModuleAmounts::formula(std::uint32_t index, Subject subject, bool is_own) const {
    const NodeReport& row = node(index);
    Polynomial formula = quantity_of(row, subject).formula;
    const Polynomial repeat = row.facts->repeat().formula;
    if (!(repeat == Polynomial(1))) formula /= repeat;
    if (!is_own) return formula;
    for (const std::uint32_t child : report_.children(index))
        formula -= quantity_of(node(child), subject).formula;
    return formula;
}

Amounts ModuleAmounts::of_row(const NodeReport& row, Integer above) const {
    Amounts amounts{};
    for (std::size_t i = 0; i < kBytesOfCause; ++i)
        amounts[i] = sums_.times(quantity_of(row, kCauseSubjects[i]).value.value_or(0), above);
    return amounts;
}

void ModuleAmounts::subtract(Amounts* from, const Amounts& other) const {
    for (std::size_t i = 0; i < kBytesOfCause; ++i) (*from)[i] = sums_.less((*from)[i], other[i]);
}

Integer ModuleAmounts::own_bits(const NodeReport& row) const {
    Integer bits = 0;
    for (const TensorReport& tensor : row.facts->tensors.list()) {
        if (tensor.role != Role::Parameter || !tensor.tied_to.empty() || !tensor.count) continue;
        const Rational each =
            tensor.dtype.empty() ? usual_bits_ : bits_of(tensor.dtype).value_or(usual_bits_);
        const Integer parts = sums_.times(each.numerator(), kPartsOfBit) / each.denominator();
        bits = sums_.sum(bits, sums_.times(*tensor.count, parts));
    }
    return bits;
}

}  // namespace paramscope
