// Declares the widgets that panels use.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/theme.h"
#include "app/words/words.h"

namespace paramscope::app {

enum class Icon : std::uint8_t;  // icons.h

void text(std::string_view words);
void text(std::string_view words, ImU32 colour);
void text(std::string_view words, ImU32 colour, Type type);
/// Draws text wrapped at the pane's right edge.
void wrapped_text(std::string_view words, ImU32 colour);
void wrapped_text(std::string_view words, ImU32 colour, Type type);
/// The same in the middle of the pane.
void centred_text(std::string_view words, ImU32 colour);
/// The lines of a text that is wrapped at a width, in the present font. They are parts of `words`.
std::vector<std::string_view> wrapped_lines(std::string_view words, float width);
/// Draws text aligned to the right edge of the line.
void right_aligned_text(std::string_view words, ImU32 colour);
/// `words` cut to `width`, with `…` when cut.
std::string fitted(std::string_view words, float width);
/// Draws them.
void clipped_text(std::string_view words, float width, ImU32 colour);
/// Draws a label, cut where it has no room, and a value at the right of the line.
void text_pair(std::string_view label, ImU32 label_colour, std::string_view value, ImU32 colour);
/// Draws text at a place of the screen.
void add_text(ImDrawList& list, ImVec2 at, ImU32 colour, std::string_view words);

/// The width of a text, in whole pixels.
float text_width(std::string_view words);
/// The advance of a text: where the next text of the same line begins.
float text_advance(std::string_view words);

/// Continues the line: the next item, `width` wide, ends at the right edge.
void same_line_at_right(float width);

/// Draws a pane's heading with a thin space below.
void heading(std::string_view words);

/// Draws a caption above or beside a value.
void caption(std::string_view words);

/// Draws a section title with space above.
void section(std::string_view words);

/// Animates a value towards `target`; immediately with reduced motion. One value per `id`.
float eased(ImGuiID id, float target);

enum class ButtonKind {
    Plain,    ///< outlined
    Quiet,    ///< only its text until hovered
    Primary,  ///< the main action
    Link,     ///< quiet, in the colour of controls
};

bool button(std::string_view words, ButtonKind kind = ButtonKind::Plain);

/// The width of button().
float button_width(std::string_view words);

/// An outlined button on which the caller draws, and which it describes.
bool blank_button(const char* id, float width);
/// A button as small as its words, among other words.
bool small_button(std::string_view words, ImU32 colour);
/// Its size.
ImVec2 small_button_size(std::string_view words);

/// A square button with an icon; `name` is its tooltip and accessible name.
bool icon_button(const char* id, Icon icon, std::string_view name, bool is_on = false);

/// The width of icon_button().
float icon_button_width();

/// A menu item; true when chosen. With `is_on` its icon shows the state.
bool menu_item(std::string_view words, std::optional<Icon> icon = std::nullopt,
               std::optional<bool> is_on = std::nullopt);

/// An item of a menu that chooses one of several, and closes it; true when chosen.
bool menu_choice(std::string_view words, bool is_chosen);

/// A switch with a label; true when toggled.
bool toggle(Word label, bool* on);

/// A search field: a magnifier, the placeholder `hint`, and a clear button. True when `words` changed.
/// `wants_focus` moves the keyboard focus there, and is reset.
bool search_field(const char* id, std::string_view hint, std::string* words, float width,
                  bool* wants_focus = nullptr);

/// A button that opens a list: `words`, cut to `largest_width`, and a chevron.
bool menu_button(const char* id, std::string_view words, float largest_width);
/// Its width where nothing is cut.
float menu_button_width(std::string_view words);

/// A chevron that points right, or down when `open`.
void chevron(ImVec2 middle, float size, bool open, ImU32 colour);

/// Radio buttons side by side; true when another one was chosen. `width` 0 is the width they need.
bool choice(Word name, std::span<const Word> labels, int* chosen, float width = 0);
/// The same as tabs.
bool tabs(Word name, std::span<const Word> labels, int* chosen, float width = 0);

/// The width that choice() needs.
float choice_width(std::span<const Word> labels);

/// Draws a small filled circle at the middle of the line, then a space.
void dot(ImU32 colour);

/// Shows `words` as the last item's tooltip.
void tooltip(std::string_view words);

/// A single-line field for a std::string; true when Enter was pressed or it lost focus after a change.
bool field(const char* id, std::string_view name, std::string* value, float width, bool is_wrong = false);

/// Begins a pane with a border and a background. Always call end_pane().
void begin_pane(const char* id, const ImVec2& size, ImGuiWindowFlags flags = 0);
void end_pane();
/// Begins a child window without a border and a background.
void begin_plain_child(const char* id, const ImVec2& size);
/// Fades what the present pane shows from `from` to its lower right corner: it is that of an earlier text.
/// Takes no input.
void veil(const char* id, const ImVec2& from);

/// Lets items be drawn at a place of the screen over others: what follows its scope continues where the pane
/// was.
class Aside {
  public:
    explicit Aside(ImVec2 at);
    ~Aside();
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

  private:
    ImVec2 back_, reached_;
};

/// A gap between two panes, side by side (`vertical` bar) or one above the other, that is dragged or moved by
/// arrow keys. It changes `size`, the extent of the pane called `pane` before it, or after it when
/// `reversed`; true when released or moved by a key.
bool splitter(const char* id, std::string_view pane, bool vertical, float* size, float smallest,
              float largest, bool reversed = false);

/// The gap between panes.
float gap();

}  // namespace paramscope::app
