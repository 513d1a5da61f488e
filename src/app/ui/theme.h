// Defines the theme: the only place with colours, sizes and typefaces.
//
// Colours are named by meaning. Lengths are multiples of 4 px at the default text size and scale with the
// text size, so that a phone's larger text keeps the proportions.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::app {

/// Colours by meaning, for the present appearance.
struct Palette {
    ImU32 page;   ///< behind the panes
    ImU32 pane;   ///< a pane's background
    ImU32 field;  ///< a field's background
    ImU32 line;   ///< hairlines and borders
    ImU32 text;
    ImU32 muted;        ///< secondary text
    ImU32 faint;        ///< marks that stay in the background
    ImU32 accent;       ///< controls, selection
    ImU32 on_accent;    ///< text on the accent
    ImU32 accent_soft;  ///< background of a selection
    ImU32 hover;        ///< overlay of a hovered item
    ImU32 press;        ///< overlay of a pressed item
    ImU32 error;
    ImU32 error_soft;
    ImU32 warning;
    ImU32 success;
    ImU32 keyword;  ///< of source code
    ImU32 string;   ///< a string in source code
    ImU32 shade;    ///< overlay behind a dialog
};

const Palette& palette();

/// The colour of a layer family (of the catalogue, or "block", "container", "custom"); distinguishable with
/// every common colour blindness.
ImU32 family_colour(std::string_view family);

/// The colour of a part or a family for words: readable on a pane, the text's own for one without a colour.
ImU32 text_colour_of(std::string_view part);

/// The colour of a place between the first (0) and the last (1): a scale from dark to light, which every
/// common colour blindness leaves in order.
ImU32 order_colour(float place);

/// The colour that is `share` of the way from one opaque colour to another.
ImU32 mixed(ImU32 from, ImU32 to, float share);

/// `colour` at a share of its opacity.
ImU32 faded(ImU32 colour, float opacity);

/// Steps of the type scale.
enum class Type {
    Body,
    Strong,   ///< body, semibold
    Small,    ///< captions and table heads
    Label,    ///< small, semibold: section titles
    Heading,  ///< a pane's title, a module's name
    Total,    ///< the main total
    Figure,   ///< the other totals
    Code,
    Formula,  ///< numbers and operators
    Symbol,   ///< the letters in formulas
};

/// Text in one step of the scale while in scope.
class WithType {
  public:
    explicit WithType(Type type);
    ~WithType() { ImGui::PopFont(); }
    WithType(const WithType&) = delete;
    WithType& operator=(const WithType&) = delete;
};

/// Width class of the window.
enum class Breakpoint {
    Wide,    ///< three columns
    Medium,  ///< two columns
    Narrow,  ///< one column, with tabs: a phone
};

/// The width class of the window, by its width in text sizes; a low window has the narrow layout.
Breakpoint breakpoint();

/// True for light text on a dark ground.
bool is_dark();

/// False when the user prefers reduced motion.
bool has_motion();

/// True when the user prefers high contrast.
bool has_high_contrast();

/// `steps` times 4 px at the default text size, in whole pixels.
float unit(float steps);

/// Corner radius of panes and controls.
float rounding();

/// Height of a row in tables and trees.
float row_height();

/// Height of a button or field.
float control_height();

/// Applies the host's preferences and the window's width class; call it first in every frame.
void apply_theme();

}  // namespace paramscope::app
