// Implements what C++ calls in a page (platform/page/bridge.h): answers from the page's settings, and notes
// the rest as events.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "headless/bytes.h"
#include "headless/page.h"
#include "platform/page/bridge.h"

using paramscope::headless::characters_of;
using paramscope::headless::page;
using paramscope::headless::tell;
using paramscope::platform::incoming;

namespace {

std::string_view text(const char* begin, std::size_t length) {
    return {begin, length};
}

/// Puts the value of a key where the program reads it; false if there is none.
template <typename Map>
bool answer(const Map& map, std::string_view key) {
    const auto found = map.find(key);
    incoming() = found != map.end() ? found->second : "";
    return found != map.end();
}

/// The share of an em by which a character moves the pen: about that of a common sans-serif face.
float advance_of(int code_point) {
    constexpr float kNarrow = 0.31f, kUsual = 0.56f, kWide = 0.83f, kSquare = 1;
    if (code_point >= 0x1100) return kSquare;
    if (std::string_view(" ,.;:'|!()[]ijlIft").find(static_cast<char>(code_point)) != std::string_view::npos)
        return kNarrow;
    return code_point < 0x80 &&
                   std::string_view("mwMW@%").find(static_cast<char>(code_point)) != std::string_view::npos
               ? kWide
               : kUsual;
}

}  // namespace

extern "C" {

void host_start(const char* title, std::size_t length, double) {
    tell("title", text(title, length));
}

void host_request_frame() {}

void host_painted() {
    page().is_painted = true;
}

void host_fit_canvas(float* width_height_ratio) {
    const float ratio = page().ratio;
    width_height_ratio[0] = std::round(page().width * ratio);
    width_height_ratio[1] = std::round(page().height * ratio);
    width_height_ratio[2] = ratio;
}

int host_preferences() {
    const auto chosen = page().settings.find("chosen dark");
    const bool is_chosen = chosen != page().settings.end();
    const bool is_dark = is_chosen ? chosen->second == "yes" : page().is("dark");
    return is_dark | page().is("contrast") << 1 | page().is("still") << 2 | is_chosen << 3;
}

void host_ask_dark(int dark) {
    if (dark < 0) {
        page().settings.erase("chosen dark");
    } else {
        page().settings["chosen dark"] = dark == 1 ? "yes" : "no";
    }
    tell("ask_dark", std::to_string(dark));
}

bool host_is_apple() {
    return page().is("apple");
}

void host_mirror(const char* recording, std::size_t length) {
    tell("mirror", text(recording, length));
}

void host_announce(const char* sentence, std::size_t length) {
    tell("announce", text(sentence, length));
}

void host_ask_language(const char* tag, std::size_t length) {
    tell("ask_language", text(tag, length));
}

void host_translation(const char* key, std::size_t length, bool is_title) {
    const bool is_known = answer(is_title ? page().titles : page().patterns, text(key, length));
    if (!is_known && is_title) incoming() = text(key, length);
}

bool host_remembered(const char* name, std::size_t length) {
    return answer(page().remembered, text(name, length));
}

void host_remember(const char* name, std::size_t name_length, const char* value, std::size_t length) {
    if (length > 0) {
        page().remembered[std::string(name, name_length)] = text(value, length);
    } else {
        page().remembered.erase(std::string(name, name_length));
    }
    tell("remember", text(name, name_length), text(value, length));
}

void host_set_cursor(const char* css, std::size_t length) {
    tell("cursor", text(css, length));
}

void host_place_text_agent(float, float, float, bool wants_text) {
    tell("text_agent", wants_text ? "text" : "none");
}

void host_colour_caret(unsigned) {}

void host_place_caret(float x, float y, float height) {
    tell("caret", std::to_string(x), std::to_string(y), std::to_string(height));
}

void host_copy(const char* words, std::size_t length) {
    tell("copy", text(words, length));
}

void host_pick_file(const char* accept, std::size_t length) {
    tell("pick_file", text(accept, length));
}

void host_paste_model() {
    tell("paste_model");
}

void host_open_sample(const char* name, std::size_t length) {
    tell("open_sample", text(name, length));
}

void host_open_text(const char* words, std::size_t length) {
    tell("open_text", text(words, length));
}

void host_ask_known_names() {
    tell("ask_known_names");
}

void host_open_known(const char* words, std::size_t length, int asker) {
    tell("open_known", text(words, length), std::to_string(asker));
}

void host_read_as(const char* format, std::size_t length) {
    tell("read_as", text(format, length));
}

void host_read_source(const char* source, std::size_t length, const char* build, std::size_t build_length,
                      const char* input, std::size_t input_length) {
    tell("read_source", text(source, length), text(build, build_length), text(input, input_length));
}

void host_make_adjustable(const char* model, std::size_t length, const char* input,
                          std::size_t input_length) {
    tell("make_adjustable", text(model, length), text(input, input_length));
}

void host_stop_adjusting() {
    tell("stop_adjusting");
}

bool host_can_count() {
    return page().can_count;
}

void host_add_counted_text(const char* part, std::size_t length, std::size_t at, std::size_t size) {
    page().count_phase = 0;
    tell("add_counted_text", characters_of(text(part, length)), std::to_string(at), std::to_string(size));
}

void host_count(const char* settings, std::size_t length) {
    tell("count", characters_of(text(settings, length)));
}

void host_stop_counting() {
    page().count_phase = 0;
    page().blocks.clear();
    tell("stop_counting");
}

int host_count_phase() {
    return page().count_phase;
}

bool host_take_counted_block() {
    if (page().blocks.empty()) return false;
    incoming() = std::move(page().blocks.front());
    page().blocks.pop_front();
    return true;
}

void host_save_file(const char* name, std::size_t name_length, const char* bytes, std::size_t length,
                    const char* type, std::size_t type_length) {
    tell("save_file", text(name, name_length), text(bytes, length), text(type, type_length));
}

void host_expect_image() {
    tell("expect_image");
}

void host_take_pixels(int, int, int, int, bool, const char*, std::size_t) {}

void host_open_link(const char* url, std::size_t length) {
    tell("open_link", text(url, length));
}

void host_site_page(int which) {
    constexpr const char* kPages[] = {"about/index.html", "docs/index.html", "https://example.org/source",
                                      "https://example.org/source/issues"};
    incoming() = kPages[which];
}

void host_state_field(const char* name, std::size_t name_length, const char* value, std::size_t length) {
    tell("state_field", text(name, name_length), text(value, length));
}

void host_add_state_text(const char* part, std::size_t length, std::size_t at, std::size_t) {
    page().handed.resize(at);
    page().handed += text(part, length);
}

void host_save_state(int change) {
    tell("save_state", std::to_string(change), page().handed);
}

void host_share(int what) {
    tell("share", std::to_string(what));
}

bool host_has_details() {
    return true;
}

bool host_is_embedded() {
    return page().is("embedded");
}

void host_request_height(float height) {
    tell("height", std::to_string(height));
}

void host_explain(const char* sentence, std::size_t length) {
    tell("explain", text(sentence, length));
}

void host_offer_code(const char* type, std::size_t length) {
    tell("offer_code", text(type, length));
}

void host_publish_state(const char* json, std::size_t length) {
    tell("state", text(json, length));
}

void host_show_printed(const char* page, std::size_t length) {
    tell("printed", text(page, length));
}

void host_publish_report(const char* json, std::size_t length) {
    tell("report", text(json, length));
}

void host_add_face(const char*, std::size_t, const char*, std::size_t, bool) {}

float host_cap_height(int, float em) {
    return em * 0.7f;
}

/// Gives a character's advance and no shape: nothing is drawn.
void host_draw_glyph(int, float em, int code_point, bool, float* glyph) {
    std::fill_n(glyph, 6, 0.0f);
    glyph[0] = em * advance_of(code_point);
}
}
