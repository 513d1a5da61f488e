// Short symbols for the sizes of layers and models, as papers write them: C_in for in_channels.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// The short symbol of an argument, "" where it has none. Those of one layer type differ.
std::string_view short_symbol(std::string_view argument);

/// The short symbol of a hyper-parameter: d for hidden_size. Of long names without a usual symbol, the
/// initials of their words: s_ei for shared_expert_intermediate. "" where the name is short enough.
std::string short_variable(std::string_view name);

}  // namespace paramscope
