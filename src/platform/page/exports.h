// Declares the functions that the page calls. The page passes text in incoming() (bridge.h): it asks for room
// first.
#pragma once

#include <cstddef>

#include "base/export.h"

extern "C" {
// host.cpp
double host_frame();
void host_leave();
void host_touch();
void host_counted_block();
void host_print();
bool host_reads();
char* host_make_room(std::size_t size);
void host_graphics_restored();
// mirror.cpp
bool host_is_mirrored();
void host_act(unsigned id, int act);
void host_scroll(unsigned id, float x, float y);
// input.cpp and fingers.cpp
void host_pointer(int event, float x, float y, int button, int modifiers);
bool host_wheel(float x, float y, int modifiers);
bool host_key(bool down, int modifiers);
void host_text();
void host_paste();
void host_focus(bool focused);
void host_finger(int event, int finger, float x, float y);
// services.cpp
void host_file_name();
void host_file_part(std::size_t all);
void host_file(double size, bool readable, bool is_other);
void host_readings();
void host_known_names();
void host_files_hovering(bool hovering);
void host_language();
void host_arriving_field(std::size_t name_length);
void host_source_reading();
void host_adjustable();
void host_state_arrived();
void host_link_length(std::size_t length);
}
