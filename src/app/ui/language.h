// The language of the interface: the host's to begin with, switched by a button.
#pragma once

#include "app/ui/words.h"

namespace paramscope::app {

/// Speaks the language that the host has brought since the last frame.
void follow_language();

/// The switch to the other language, named in that language: a button, its width, an item of a menu.
void language_button();
float language_button_width();
void language_item();

}  // namespace paramscope::app
