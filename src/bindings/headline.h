// The numbers that a visitor waits for, before the interface is there.
#pragma once

#include <string>

#include "transfer/counter.h"

namespace paramscope::bindings {

/// Counts what was read with the interface's first settings.
transfer::Counted count_first(transfer::Counter& counter);

/// Two lines: parameters, in words where they are not exact, and FLOPs, "" where none are known. Both are ""
/// for a text that has errors or that only readers understand.
std::string headline(const transfer::Counted& counted, bool is_chinese);

}  // namespace paramscope::bindings
