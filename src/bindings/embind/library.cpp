// The library's engine for JavaScript: web/api builds the library's interface on it.
#include "bindings/answers_json.h"
#include "bindings/embind/bind_model.h"
#include "bindings/library_answers.h"

namespace paramscope::bindings {

EMSCRIPTEN_BINDINGS(library) {
    bind_model().function("write", &write_any).function("compare", &compare);
    emscripten::function("inventory", &write_json_inventory);
}

}  // namespace paramscope::bindings
