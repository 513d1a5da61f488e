// The language of the interface: chosen at the start, switched by a button, remembered.
#pragma once

#include "app/words.h"

namespace paramscope::app {

/// Takes over the language that the host asks for.
void start_language();

/// Speaks another language from the next frame on, also in the next visit.
void change_language(Language language);

/// The switch to the other language, named in that language, and its width.
bool language_button(bool is_short);
float language_button_width(bool is_short);

}  // namespace paramscope::app
