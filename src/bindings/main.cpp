// The engine for JavaScript, by Embind. What crosses is text: web/api makes objects of it.
#include <emscripten/bind.h>

#include "bindings/answers_json.h"
#include "bindings/bound_model.h"

namespace paramscope::bindings {
namespace {

using emscripten::val;

/// {set: [[name, expression], ...], input, convention}, every field a text.
Settings read_settings(const val& settings) {
    Settings read;
    const val set = settings["set"];
    const auto count = set["length"].as<unsigned>();
    for (unsigned i = 0; i < count; ++i) {
        read.set.emplace_back(set[i][0].as<std::string>(), set[i][1].as<std::string>());
    }
    read.input = settings["input"].as<std::string>();
    read.convention = settings["convention"].as<std::string>();
    return read;
}

Answer count(BoundModel& model, const val& settings) {
    return model.count(read_settings(settings));
}

}  // namespace

EMSCRIPTEN_BINDINGS(paramscope) {
    emscripten::value_object<Answer>("Answer").field("text", &Answer::text).field("wrong", &Answer::wrong);
    emscripten::enum_<Subject>("Subject")
        .value("parameters", Subject::Parameters)
        .value("macs", Subject::Macs)
        .value("flops", Subject::Flops);
    emscripten::enum_<Notation>("Notation")
        .value("plain", Notation::Plain)
        .value("unicode", Notation::Unicode)
        .value("latex", Notation::Latex);
    emscripten::class_<BoundModel>("Model")
        .constructor<std::string>()
        .function("diagnostics", &BoundModel::diagnostics)
        .function("count", &count)
        .function("write", &BoundModel::write)
        .function("formula", &BoundModel::formula)
        .function("explanation", &BoundModel::explanation)
        .function("suggestedInput", &BoundModel::suggested_input);
    emscripten::function("inventory", &write_json_inventory);
}

}  // namespace paramscope::bindings
