// Sets the interface's language: initially the host's, changed by a button.
#pragma once

#include "app/words/words.h"

namespace paramscope::app {

/// Switches to a language that the host has loaded since the last frame.
void follow_language();

/// Switches to the other language.
void speak_other_language();

/// A button that does so, labelled with the other language's name; its width; and a menu item that does the
/// same.
void language_button();
float language_button_width();
void language_item();

}  // namespace paramscope::app
