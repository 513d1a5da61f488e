// The engine for JavaScript, by Embind. What crosses is text and numbers: web/api makes objects of them.
// Functions rather than a class, for Embind's classes weigh a third of all the JavaScript there is.
#include <emscripten/bind.h>

#include <map>

#include "base/concat.h"
#include "bindings/answers_json.h"
#include "bindings/bound_model.h"
#include "shipped/fetched_texts.h"

namespace paramscope::bindings {
namespace {

/// The models that JavaScript holds, by the number it knows them by.
std::map<unsigned, BoundModel>& models() {
    static std::map<unsigned, BoundModel> held;
    return held;
}

/// One text for an answer: what is wrong, a line end, then the text. web/api/engine.js takes it apart.
std::string told(const Answer& answer) {
    return concat(answer.wrong, '\n', answer.text);
}

unsigned open_model(const std::string& text) {
    const unsigned number = models().empty() ? 1 : models().rbegin()->first + 1;
    models().try_emplace(number, text);
    return number;
}

void close_model(unsigned number) {
    models().erase(number);
}

std::string diagnostics(unsigned number) {
    return told(models().at(number).diagnostics());
}

/// `settings` are texts, each ended by a zero: input, convention, then name and expression of each that is
/// set.
std::string count(unsigned number, const std::string& settings) {
    return told(models().at(number).count(read_settings(settings)));
}

std::string write(unsigned number, const std::string& format, unsigned depth) {
    return told(models().at(number).write(format, depth));
}

std::string formula(unsigned number, const std::string& path, unsigned subject, unsigned notation) {
    return told(
        models().at(number).formula(path, static_cast<Subject>(subject), static_cast<Notation>(notation)));
}

std::string explanation(unsigned number, const std::string& path, unsigned subject, unsigned notation) {
    return told(models().at(number).explanation(path, static_cast<Subject>(subject),
                                                static_cast<Notation>(notation)));
}

bool has_unknown_types(unsigned number) {
    return models().at(number).has_unknown_types();
}

std::string suggested_input(unsigned number) {
    return models().at(number).suggested_input();
}

}  // namespace

EMSCRIPTEN_BINDINGS(paramscope) {
    emscripten::function("openModel", &open_model);
    emscripten::function("closeModel", &close_model);
    emscripten::function("diagnostics", &diagnostics);
    emscripten::function("count", &count);
    emscripten::function("write", &write);
    emscripten::function("formula", &formula);
    emscripten::function("explanation", &explanation);
    emscripten::function("suggestedInput", &suggested_input);
    emscripten::function("hasUnknownTypes", &has_unknown_types);
    emscripten::function("receiveTexts", &add_fetched_texts);
    emscripten::function("inventory", &write_json_inventory);
}

}  // namespace paramscope::bindings
