// The engine for JavaScript. What crosses is text and numbers: web/api makes objects of them. Embind, which could do it
// as well, weighs more than half of all the JavaScript there would be.
#include <emscripten.h>

#include <map>
#include <string>
#include <string_view>

#include "base/concat.h"
#include "bindings/answers_json.h"
#include "bindings/bound_model.h"
#include "shipped/arriving_texts.h"

// What web/api/imports.js makes of calls: the text that a function is called with, and the one that it answers.
extern "C" {
std::size_t engine_text_size();
void engine_text(char* buffer);
void engine_answer(const char* text, std::size_t length);
}

namespace paramscope::bindings {
namespace {

/// The models that JavaScript holds, by the number it knows them by.
std::map<unsigned, BoundModel>& models() {
    static std::map<unsigned, BoundModel> held;
    return held;
}

std::string given_text() {
    std::string text(engine_text_size(), '\0');
    engine_text(text.data());
    return text;
}

void tell(std::string_view text) {
    engine_answer(text.data(), text.size());
}

/// One text for an answer: what is wrong, a line end, then the text. web/api/engine.js takes it apart.
void tell(const Answer& answer) {
    tell(concat(answer.wrong, '\n', answer.text));
}

}  // namespace

// As web/api/program.js calls them; "given" is the text it gives.
extern "C" {

/// Reads the given model text; its number.
EMSCRIPTEN_KEEPALIVE unsigned open_model() {
    const unsigned number = models().empty() ? 1 : models().rbegin()->first + 1;
    models().try_emplace(number, given_text());
    return number;
}

EMSCRIPTEN_KEEPALIVE void close_model(unsigned number) {
    models().erase(number);
}

EMSCRIPTEN_KEEPALIVE void diagnostics(unsigned number) {
    tell(models().at(number).diagnostics());
}

/// Given are texts, each ended by a zero: input, convention, then name and expression of each that is set.
EMSCRIPTEN_KEEPALIVE void count_model(unsigned number) {
    tell(models().at(number).count(read_settings(given_text())));
}

/// Given is the format's name.
EMSCRIPTEN_KEEPALIVE void write_report(unsigned number, unsigned depth) {
    tell(models().at(number).write(given_text(), depth));
}

/// Given is the module's path, here and below.
EMSCRIPTEN_KEEPALIVE void formula(unsigned number, unsigned subject, unsigned notation) {
    tell(models().at(number).formula(given_text(), static_cast<Subject>(subject), static_cast<Notation>(notation)));
}

EMSCRIPTEN_KEEPALIVE void explanation(unsigned number, unsigned subject, unsigned notation) {
    tell(models().at(number).explanation(given_text(), static_cast<Subject>(subject),
                                         static_cast<Notation>(notation)));
}

EMSCRIPTEN_KEEPALIVE bool has_unknown_types(unsigned number) {
    return models().at(number).has_unknown_types();
}

EMSCRIPTEN_KEEPALIVE void suggested_input(unsigned number) {
    tell(models().at(number).suggested_input());
}

/// Given is a pack, as arriving_texts.h describes it.
EMSCRIPTEN_KEEPALIVE void receive_texts() {
    paramscope::receive_texts(given_text());
}

EMSCRIPTEN_KEEPALIVE void inventory() {
    tell(write_json_inventory());
}
}

}  // namespace paramscope::bindings
