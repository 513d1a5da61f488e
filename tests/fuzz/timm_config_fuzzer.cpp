// Opens any bytes as a config of timm.
#include "fuzz/opening.h"
#include "open/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return paramscope::fuzz::open_as(paramscope::open::open_timm_config, data, size);
}
