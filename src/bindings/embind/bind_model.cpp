#include "bindings/embind/bind_model.h"

#include <emscripten/emscripten.h>

#include <new>

#include "bindings/display_texts.h"
#include "bindings/write_request.h"
#include "formats/support/numbers.h"
#include "shipped/fetched_texts.h"

// The engine is built without exceptions: std::bad_alloc would be a plain abort().
EM_JS(void, throw_out_of_memory, (), { throw new RangeError('out of memory'); })

namespace paramscope::bindings {
namespace {

/// A list as a JavaScript array of `{name, expression}`.
template <auto list>
emscripten::val overrides_of(const auto& settings) {
    return emscripten::val::array(settings.*list);
}

template <auto list>
void take_overrides(auto& settings, const emscripten::val& array) {
    settings.*list = emscripten::vecFromJSArray<Override>(array);
}

}  // namespace

emscripten::class_<BoundModel> bind_model() {
    using namespace emscripten;

    std::set_new_handler(throw_out_of_memory);

    enum_<Subject>("Subject")
        .value("parameters", Subject::Parameters)
        .value("macs", Subject::Macs)
        .value("flops", Subject::Flops)
        .value("activations", Subject::Activations);
    enum_<Notation>("Notation")
        .value("plain", Notation::Plain)
        .value("unicode", Notation::Unicode)
        .value("latex", Notation::Latex)
        .value("mathml", Notation::MathML);
    value_object<Override>("Override")
        .field("name", &Override::name)
        .field("expression", &Override::expression);
    value_object<Settings>("Settings")
        .field("input", &Settings::input)
        .field("convention", &Settings::convention)
        .field("set", &overrides_of<&Settings::set, Settings>, &take_overrides<&Settings::set, Settings>)
        .field("mode", &Settings::mode)
        .field("causal", &Settings::causal)
        .field("ties", &Settings::ties);
    value_object<WriteRequest>("WriteRequest")
        .field("depth", &WriteRequest::depth)
        .field("opened", &WriteRequest::opened)
        .field("width", &WriteRequest::width)
        .field("language", &WriteRequest::language)
        .field("conventions", &WriteRequest::conventions)
        .field("memory", &WriteRequest::memory)
        .field("memoryOptions", &overrides_of<&WriteRequest::memory_options, WriteRequest>,
               &take_overrides<&WriteRequest::memory_options, WriteRequest>)
        .field("device", &WriteRequest::device);
    value_object<Answer>("Answer").field("text", &Answer::text).field("wrong", &Answer::wrong);
    class_<BoundModel> model("Model");
    model.constructor<std::string>()
        .function("diagnostics", &BoundModel::diagnostics)
        .function("count", &BoundModel::count)
        .function("formula", &BoundModel::formula)
        .function("explanation", &BoundModel::explanation)
        .function("hasUnknownTypes", &BoundModel::has_unknown_types)
        .function("suggestedInput", &BoundModel::suggested_input);
    function("addFetchedTexts", &add_fetched_texts);
    function("exactText", &exact_text);
    function("countText", &count_text);
    function("workText", &work_text);
    function("bytesText", &bytes_text);
    function("shareText", &percent);
    function("nameMathml", &name_mathml);
    function("formulaMathml", &formula_mathml);
    return model;
}

}  // namespace paramscope::bindings
