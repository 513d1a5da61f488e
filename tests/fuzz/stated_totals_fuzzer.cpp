// Opens any bytes as stated totals.
#include "fuzz/opening.h"
#include "open/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return paramscope::fuzz::open_as(paramscope::open::open_stated_totals, data, size);
}
