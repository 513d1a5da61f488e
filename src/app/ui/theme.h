// The look: the only place with colours, sizes and typefaces.
//
// Colours are named by what they mean. Lengths are multiples of a quarter of the grid (4 px at the usual text
// size) and follow the text size, so that a phone's larger text keeps the proportions.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::app {

/// Colours by meaning, for the present appearance.
struct Palette {
    ImU32 page;   ///< behind the panes
    ImU32 pane;   ///< a pane's ground
    ImU32 field;  ///< an input's ground
    ImU32 line;   ///< hairlines and borders
    ImU32 text;
    ImU32 muted;        ///< secondary text
    ImU32 faint;        ///< marks that are there but should not be read first
    ImU32 accent;       ///< what can be acted on, what is chosen
    ImU32 on_accent;    ///< text on the accent
    ImU32 accent_soft;  ///< ground of what is chosen
    ImU32 hover;        ///< laid over what the pointer is on
    ImU32 press;        ///< laid over what is held down
    ImU32 error;
    ImU32 error_soft;
    ImU32 warning;
    ImU32 shade;  ///< over everything behind a dialog
};

const Palette& palette();

/// The colour of a layer family (of the catalogue, or "block", "container", "custom"); distinguishable with
/// every common colour blindness.
ImU32 family_colour(std::string_view family);

/// `colour` at a share of its opacity.
ImU32 faded(ImU32 colour, float opacity);

/// Steps of the type scale.
enum class Type {
    Body,
    Strong,   ///< body, semibold
    Small,    ///< captions and table heads
    Label,    ///< small, semibold: what names a part of a pane
    Heading,  ///< a pane's title, a module's name
    Total,    ///< the number the page is about
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

/// How much room there is.
enum class Breakpoint {
    Wide,    ///< three columns
    Medium,  ///< two columns
    Narrow,  ///< one, with tabs: a phone
};

/// The room the window gives, by its width in text sizes.
Breakpoint breakpoint();

/// False where the person wants nothing to move by itself.
bool has_motion();

/// True where lines and grounds shall be told apart at a glance.
bool has_high_contrast();

/// `steps` times 4 px at the usual text size, on whole pixels.
float unit(float steps);

/// Corner radius of panes and controls.
float rounding();

/// Height of a row in tables and trees.
float row_height();

/// Height of a button or field.
float control_height();

/// Takes over the host's appearance and the window's room; call it first in every frame.
void apply_theme();

}  // namespace paramscope::app
