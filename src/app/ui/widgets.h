// Small things the panels draw with.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/words.h"

namespace paramscope::app {

void text(std::string_view words);
void text(std::string_view words, ImU32 colour);
/// Broken into lines at the pane's right edge.
void wrapped_text(std::string_view words, ImU32 colour);
/// Ends at the right edge of the room left on the line.
void right_aligned_text(std::string_view words, ImU32 colour);
/// As much of `words` as fits `width`, with `…` where it was cut.
void clipped_text(std::string_view words, float width, ImU32 colour);

/// The room that words need, in whole pixels.
float text_width(std::string_view words);
/// How far words move the pen: where the next piece of the same line goes.
float text_advance(std::string_view words);

/// Stays on the line: the next item, `width` wide, ends at the right edge.
void same_line_at_right(float width);

/// A pane's heading with hairline room below.
void heading(std::string_view words);

/// A caption above or beside a value.
void caption(std::string_view words);

/// The name of a part of a pane, with room above it.
void section(std::string_view words);

/// Follows `target` over a moment, from where it is; at once where nothing shall move. One value an `id`.
float eased(ImGuiID id, float target);

enum class ButtonKind {
    Plain,    ///< outlined
    Quiet,    ///< only its words until the pointer comes
    Primary,  ///< the one thing to do
};

bool button(Word label, ButtonKind kind = ButtonKind::Plain);

/// How wide button() will be.
float button_width(Word label);

/// A square button that only shows an icon; `name` says what it does, to the pointer and to who cannot see.
bool icon_button(const char* id, Icon icon, std::string_view name, bool is_on = false);

/// How wide icon_button() is.
float icon_button_width();

/// A row of a menu; true when it was chosen. With `is_on` its icon shows whether it holds.
bool menu_item(std::string_view words, Icon icon, std::optional<bool> is_on = std::nullopt);
bool menu_item(Word label, Icon icon, std::optional<bool> is_on = std::nullopt);

/// A switch with its words; true when it was flipped.
bool toggle(Word label, bool* on);

/// A field to search with: a magnifier, the words `hint` while it is empty, and a cross to empty it. True
/// when `words` changed. `wants_focus` takes the keyboard there, and is reset.
bool search_field(const char* id, std::string_view hint, std::string* words, float width,
                  bool* wants_focus = nullptr);

/// A button that opens a list: `words`, cut to fit `largest_width`, and a chevron.
bool menu_button(const char* id, std::string_view words, float largest_width);

/// A chevron that points right, or down when `open`.
void chevron(ImVec2 middle, float size, bool open, ImU32 colour);

/// Choices side by side, one of them taken; true when another was clicked. Fills `width`, or what it needs
/// when that is 0.
bool choice(Word name, std::span<const Word> labels, int* chosen, float width = 0,
            Aria role = Aria::RadioGroup);

/// A small filled circle on the text's middle, then room for a word.
void dot(ImU32 colour);

/// Shows `words` beside the pointer while it rests on the last item.
void tooltip(std::string_view words);

/// A field that edits a std::string in a single line; true when Enter was pressed or it was left after a
/// change.
bool field(const char* id, std::string_view name, std::string* value, float width, bool is_wrong = false);

/// A pane: a bordered ground of its own. Begin and end always belong together.
void begin_pane(const char* id, const ImVec2& size, ImGuiWindowFlags flags = 0);
void end_pane();

/// A gap between two panes, side by side (`vertical` bar) or one above the other, that is dragged or moved by
/// arrow keys. It changes `size`, the extent of the pane called `pane` before it, or after it when `reversed`;
/// true when the person has let go of it or pressed a key.
bool splitter(const char* id, std::string_view pane, bool vertical, float* size, float smallest,
              float largest, bool reversed = false);

/// The gap between panes.
float gap();

}  // namespace paramscope::app
