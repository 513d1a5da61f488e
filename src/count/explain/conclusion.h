// One sentence about where the parameters of a model are: what a reader takes home.
#pragma once

#include <optional>

#include "base/message.h"
#include "count/cost/model_map.h"

namespace paramscope {

/// "96 % of the parameters are in 32 equal layers; two thirds of each is the feed-forward part". nullopt
/// where the total is not known, or no place holds enough of it to be named.
std::optional<Message> conclusion_of(const Report& report, const ModelMap& map);

}  // namespace paramscope
