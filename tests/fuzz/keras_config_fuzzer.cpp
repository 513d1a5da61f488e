// Opens any bytes as the config of a Keras model.
#include "fuzz/opening.h"
#include "open/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return paramscope::fuzz::open_as(paramscope::open::open_keras_config, data, size);
}
