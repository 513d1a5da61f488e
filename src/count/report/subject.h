// The numbers of a module that are explained, drawn and compared.
#pragma once

#include <cstdint>

#include "count/report/report.h"

namespace paramscope {

enum class Subject : std::uint8_t { Parameters, Macs, Flops };

/// The node's number for a subject.
const Quantity& quantity_of(const NodeReport& node, Subject subject);

}  // namespace paramscope
