// In WebAssembly, for which simdjson has no instructions, it would be 20 kB more to fetch.
#include "open/checkpoint/safetensors_header.h"

namespace paramscope::open {

std::size_t read_usual_entries(std::string_view, TensorEntries&) {
    return 0;
}

}  // namespace paramscope::open
