// The engine of <param-scope> for JavaScript: what readers of an article wait for.
#include "bindings/element_answers.h"
#include "bindings/embind/bind_model.h"

namespace paramscope::bindings {

EMSCRIPTEN_BINDINGS(element) {
    bind_model().function("write", &write_plain);
}

}  // namespace paramscope::bindings
