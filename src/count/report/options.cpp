#include "count/report/options.h"

namespace paramscope {

std::string_view to_string(Mode mode) {
    constexpr std::string_view names[] = {"forward", "training", "decode"};
    return names[static_cast<std::size_t>(mode)];
}

}  // namespace paramscope
