#include "open/python/trace/names.h"

#include "open/checkpoint/support/contents.h"

namespace paramscope::open::python {

std::string written_name(std::string_view name) {
    std::string written = sanitize_text(name);
    for (char& c : written) {
        if (std::string_view(" =,#()[]{}<>:;\"'@.").find(c) != std::string_view::npos) c = '_';
    }
    return written.empty() ? "_" : written;
}

}  // namespace paramscope::open::python
