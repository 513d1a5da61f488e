// Declares the functions that C++ calls in the page (web/imports.js forwards them to web/page/host;
// src/headless has them for a page without pixels), and the functions shared by the files of this folder. The
// page calls the exported host_* functions (exports.h).
//
// Text and bytes are passed as an address and a length. JavaScript reads them during the call; towards C++
// the page first resizes incoming(), writes there, then calls the receiving function.
#pragma once

#include <cstddef>
#include <string>

// Defined in web/imports.js and src/headless/imports.cpp.
extern "C" {
void host_start(const char* title, std::size_t length, double file_limit);
void host_request_frame();
void host_painted();
void host_fit_canvas(float* width_height_ratio);
int host_preferences();
void host_ask_dark(int dark);
bool host_is_apple();
void host_mirror(const char* recording, std::size_t length);
void host_announce(const char* sentence, std::size_t length);
void host_ask_language(const char* tag, std::size_t length);
void host_translation(const char* key, std::size_t length, bool is_title);
bool host_remembered(const char* name, std::size_t length);
void host_remember(const char* name, std::size_t name_length, const char* value, std::size_t length);
void host_set_cursor(const char* css, std::size_t length);
void host_place_text_agent(float x, float y, float line_height, bool wants_text);
void host_colour_caret(unsigned colour);
void host_place_caret(float x, float y, float height);
void host_copy(const char* text, std::size_t length);
void host_pick_file(const char* accept, std::size_t length);
void host_paste_model();
void host_open_sample(const char* name, std::size_t length);
void host_open_text(const char* text, std::size_t length);
void host_ask_known_names();
void host_open_known(const char* text, std::size_t length, int asker);
void host_read_as(const char* format, std::size_t length);
void host_read_source(const char* source, std::size_t length, const char* build, std::size_t build_length,
                      const char* input, std::size_t input_length);
void host_make_adjustable(const char* text, std::size_t length, const char* input, std::size_t input_length);
void host_stop_adjusting();
bool host_can_count();
void host_add_counted_text(const char* part, std::size_t length, std::size_t at, std::size_t size);
void host_count(const char* settings, std::size_t length);
void host_stop_counting();
int host_count_phase();
bool host_take_counted_block();
void host_save_file(const char* name, std::size_t name_length, const char* bytes, std::size_t length,
                    const char* type, std::size_t type_length);
void host_expect_image(void);
void host_take_pixels(int left, int top, int width, int height, bool is_copied, const char* name,
                      std::size_t length);
void host_open_link(const char* url, std::size_t length);
void host_site_page(int page);
void host_state_field(const char* name, std::size_t name_length, const char* value, std::size_t length);
void host_add_state_text(const char* part, std::size_t length, std::size_t at, std::size_t size);
void host_save_state(int change);
void host_share(int what);
bool host_has_details();
bool host_is_embedded();
void host_request_height(float height);
void host_explain(const char* sentence, std::size_t length);
void host_offer_code(const char* type, std::size_t length);
void host_publish_state(const char* json, std::size_t length);
void host_show_printed(const char* page, std::size_t length);
void host_publish_report(const char* json, std::size_t length);
void host_add_face(const char* style, std::size_t style_length, const char* families, std::size_t length,
                   bool equal_digits);
float host_cap_height(int face, float em);
void host_draw_glyph(int face, float em, int code_point, bool with_pixels, float* glyph);
}

namespace paramscope::platform {

/// The buffer the page fills for the next call.
std::string& incoming();

/// Requests the frames that ImGui needs to settle after an event.
void touch();

/// Advances gestures that depend on time; call it before each frame.
void tick_fingers(double now);

/// Sets up ImGui's input: key names, clipboard, text agent.
void start_input();

/// Applies ImGui's input state of the frame just built (cursor, text agent) to the page.
void publish_input_state();

/// Call before and after building a frame at `now`: they record its items for the accessible mirror. Of
/// frames that are followed by another at once, only some are recorded.
void begin_mirrored_frame(double now, bool is_followed);
void end_mirrored_frame();

/// Adds the browser's fonts to ImGui's atlas.
void start_fonts();

}  // namespace paramscope::platform
