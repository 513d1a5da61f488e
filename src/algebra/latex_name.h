// Names of hyper-parameters as LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// `d` as d, `layers` as \mathrm{layers}, `alpha` as \alpha, `d_model` as d_{\mathrm{model}}.
std::string latex_name(std::string_view name);

}  // namespace paramscope
