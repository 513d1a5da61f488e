#include "count/flow/signals.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// Subtracts the number of signals from `*left`; false once nothing is left.
bool count_down(const Signal& signal, std::size_t* left) {
    if (*left == 0) return false;
    --*left;
    return all_of(signal.items, [left](const Signal& item) { return count_down(item, left); });
}

}  // namespace

const Signal& first_tensor(const Signal& signal) {
    static const Signal nothing = Signal::unknown();
    if (signal.kind != Signal::Kind::Tuple) return signal;
    return signal.items.empty() ? nothing : first_tensor(signal.items.front());
}

bool have_same_shape(const Signal& a, const Signal& b, const Environment& environment) {
    const Signal &left = first_tensor(a), &right = first_tensor(b);
    return left.kind == right.kind &&
           std::equal(left.dims.begin(), left.dims.end(), right.dims.begin(), right.dims.end(),
                      [&](const Polynomial& x, const Polynomial& y) { return environment.equal(x, y); });
}

bool holds_at_most(const Signal& signal, std::size_t most) {
    return count_down(signal, &most);
}

}  // namespace paramscope
