// The answer whether a model will run, in a sentence.
#pragma once

#include <string>

#include "count/cost/verdict.h"

namespace paramscope {

/// "21.3": gigabytes of 10^9 bytes with a digit after the point.
std::string gigabytes(Integer bytes);

/// "fits: 21.3 of 24.6 GB each at batch 1, tokens 2,048; largest batch 3, largest tokens 6,144", in English.
std::string sentence_of(const Verdict& verdict, const MemoryPlan& plan);

}  // namespace paramscope
