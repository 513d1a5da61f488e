// The formula of a layer in the layer's own sizes: 2·C_in·K_h·K_w·C_out·H_out·W_out.
//
// A report's formulas are over the model's hyper-parameters, and are plain numbers where the model has none.
// The formula of a layer is general: the layer's rule is run once more with a symbol for each of its sizes.
#pragma once

#include <cstddef>
#include <optional>

#include "count/explain/named_formula.h"
#include "count/explain/subject.h"

namespace paramscope {

/// The formula of a row that is one layer of the catalogue. Its value is `counted`, the row's own: nullopt
/// where it is not, such as for a layer that is called with several shapes, and for other modules.
std::optional<NamedFormula> layer_formula(const Report& report, std::size_t node, Subject subject,
                                          const OptionalInteger& counted);
/// The formula of the elements of a row's tensor, as above.
std::optional<NamedFormula> tensor_formula(const Report& report, std::size_t node,
                                           const TensorReport& tensor);

}  // namespace paramscope
