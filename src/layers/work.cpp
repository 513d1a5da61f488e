#include "layers/work.h"

#include <algorithm>

namespace paramscope {

std::string_view to_string(Operation operation) {
    constexpr std::string_view names[kOperationKinds] = {
        "convolution", "linear", "attention score", "attention value", "matmul", "recurrent", "bilinear"};
    return names[static_cast<std::size_t>(operation)];
}

bool Work::is_zero() const {
    return std::all_of(tally_.begin(), tally_.end(), [](const Polynomial& p) { return p.is_zero(); });
}

Work& Work::operator+=(const Work& other) {
    for (std::size_t i = 0; i < kOperationKinds; ++i) tally_[i] += other.tally_[i];
    return *this;
}

Work& Work::operator*=(const Polynomial& factor) {
    for (Polynomial& times : tally_) times *= factor;
    return *this;
}

}  // namespace paramscope
