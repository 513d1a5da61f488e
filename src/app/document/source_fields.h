// Decodes the host's reading of source code.
#pragma once

#include "app/document/source_reading.h"
#include "platform/fields.h"

namespace paramscope::app {

/// The reading in the fields of platform::take_source_reading(). Problems are in the page's language.
SourceReading source_reading(const platform::Fields& fields);

}  // namespace paramscope::app
