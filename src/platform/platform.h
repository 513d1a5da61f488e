// The host of the interface: a browser tab or a desktop window, behind one set of functions.
//
// How a program uses it: derive from Program, hand a factory to run(), and draw with ImGui in frame().
// Everything the outside world sends is *taken* inside frame(): whatever arrives asks for a frame first,
// so there are no callbacks and nothing runs between two frames. Nothing is painted while nothing
// happens: a program that animates, or waits for something of its own, asks for its next frame.
//
// Units: ImGui works in CSS pixels (logical pixels on a desktop); the host draws at the screen's own
// density and puts every glyph on a whole device pixel, so text is crisp at any ratio.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/fields.h"

namespace paramscope::platform {

/// What a host runs.
class Program {
  public:
    virtual ~Program() = default;

    /// Submits one ImGui frame; called between ImGui::NewFrame() and ImGui::Render().
    virtual void frame() = 0;
};

/// Makes the program once ImGui's context, its fonts and the address bar can be used.
using MakeProgram = std::unique_ptr<Program> (*)();

/// Opens the window titled `title` and runs the program until it closes. In a browser it returns at once
/// (the page goes on living); the value is main()'s: 0, or 1 when there is no way to draw.
int run(std::string_view title, MakeProgram make_program);

// ---------------------------------------------------------------------------------------------- frames

/// Asks for frames until ImGui has settled: call it after changing something outside frame().
void request_frame();

/// Asks for one frame in `seconds` from now. Only the earliest wish is kept and any frame fulfils it, so what
/// still matters is asked for again in each frame.
void request_frame_in(double seconds);

// ---------------------------------------------------------------------------------------------- rectangles

/// A rectangle on its way from one place to another, shaded as a cushion.
struct Quad {
    ImVec4 from;   ///< x, y, width, height in pixels from the picture's corner
    ImVec4 to;     ///< the same, where it is going
    ImVec4 slope;  ///< of its surface: at the left edge, the change across, at the top edge, the change down
    ImU32 colour = 0;
};

/// Rectangles that stay in graphics memory until they change. Keep it as long as it is drawn.
struct Quads {
    std::vector<Quad> all;
    unsigned version = 0;  ///< raise it with every change
};

/// Draws all of them at this place of `list`, in order and in one instanced call (shaders/quads.*): `share`
/// of their way, cut off at the list's clip rectangle.
void draw_quads(ImDrawList& list, const Quads& quads, ImVec2 corner, float share);

/// Saves what the present frame shows in a rectangle as a PNG file, once it is drawn.
void save_pixels(std::string_view name, ImVec2 low, ImVec2 high);

// ---------------------------------------------------------------------------------------------- fonts

/// The typefaces an interface needs; the browser's own, or TTF files on a desktop.
struct Fonts {
    ImFont* text = nullptr;     ///< the system's interface face; digits are of equal width
    ImFont* strong = nullptr;   ///< the same, semibold
    ImFont* code = nullptr;     ///< monospaced
    ImFont* formula = nullptr;  ///< upright serif, for numbers and operators in formulas
    ImFont* symbol = nullptr;   ///< italic serif, for the letters in formulas
};

/// Valid from the program's construction on. Any size may be pushed: `ImGui::PushFont(fonts().code, 16)`.
const Fonts& fonts();

/// ImGui's font size is a line's height. This gives the size whose letters are `css_pixels` large, as CSS
/// counts: text at 14 px sits on lines of 18 px. All faces share one baseline at the same size.
float font_size(float css_pixels);

// ---------------------------------------------------------------------------------------------- surroundings

/// What the system or browser prefers now; a change asks for a frame.
struct Preferences {
    bool dark = false;
    bool high_contrast = false;   ///< more contrast, or colours that the system forces on pages
    bool reduced_motion = false;  ///< nothing shall move by itself

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

Preferences preferences();

/// The tag (BCP 47) of the language to speak from now on, once: at the start, in the program's construction,
/// what the address asks for, what the person chose the last time, what the browser is set to; later what was
/// asked for, when its words have arrived. English until then.
std::optional<std::string> take_language();

/// Asks for a language, now and in the next visit.
void ask_language(std::string_view tag);

/// The template of an id in the language taken last, "" where that has none; of a shipped model's title or comment (`is_title`)
/// its translation, else the text itself.
std::string translation(std::string_view key, bool is_title);

/// False where there is English only.
bool has_languages();

/// Device pixels in one ImGui pixel.
float pixel_ratio();

/// True where the Command key does what Ctrl does elsewhere; use it to word shortcuts.
bool uses_command_key();

// ---------------------------------------------------------------------------------------------- clipboard

/// Puts text on the clipboard. Call it in the frame that handles the person's click or key press:
/// browsers refuse it at any other time. (ImGui's own copy and cut go through the same path.)
void copy_text(std::string_view text);

/// Text pasted while no text field was active, once. A paste into a text field goes to that field.
std::optional<std::string> take_pasted_text();

// ---------------------------------------------------------------------------------------------- files

/// A file's beginning: whole files up to kFileLimit, the first kFileLimit bytes of larger ones (a checkpoint
/// says what is in it at its start).
struct File {
    std::string name;        ///< without folders
    std::string bytes;       ///< what was read
    std::uint64_t size = 0;  ///< of the whole file
    bool readable = true;    ///< false when the browser or system could not read it (a folder, say)

    bool whole() const { return readable && bytes.size() == size; }
};

inline constexpr std::uint64_t kFileLimit = 64u << 20;

/// The next file that was dropped on the window, pasted, or picked; once. Several wait in a queue.
std::optional<File> take_file();

/// True while files are dragged over the window.
bool files_hovering();

/// Shows the system's file picker; the choice arrives in take_file(). `accept` is a list like
/// ".txt,.json", or empty for all. Call it in the frame that handles the person's click or key press.
void pick_file(std::string_view accept = {});

/// Saves a file the way the host does: a download in a browser, a file in the working folder on a desktop.
void save_file(std::string_view name, std::string_view bytes, std::string_view mime_type);

// ---------------------------------------------------------------------------------------------- links

/// Opens a web address in a new tab or in the system's browser. Only http(s) and mailto are opened.
void open_link(std::string_view url);

/// A whole state from outside, once: the address at the start and whenever the person changes it (Back,
/// Forward, another link), and what the page around an embed sets. A desktop has none.
std::optional<Fields> take_state();

/// What a state is to the one shown before.
enum class StateChange {
    Shown,     ///< what the host asked for, or what is shown when it asks for nothing: the address stays
    Adjusted,  ///< something about the model: the present address is rewritten
    Opened,    ///< another model: Back returns to the one before
};

/// The state that is shown now; the host keeps the address in step with it.
void save_state(const Fields& state, StateChange change);

/// True in a frame that may be the last: the person goes away, and what is not saved now is lost.
bool is_leaving();

/// How many characters the link to the state last saved has: 0 when it is too long for a link, nullopt while
/// that is not known. When it becomes known, a frame is asked for.
std::optional<std::size_t> link_length();

/// What can be taken away of the state last saved.
enum class Share {
    Link,         ///< the address, on the clipboard
    ElementCode,  ///< HTML for a page: a script tag and an element, on the clipboard
    FrameCode,    ///< HTML for a page: an iframe, on the clipboard
    OfflineCopy,  ///< a page of one file, saved
};

/// Call it in the frame that handles the person's click or key press. When it cannot be done, the host says
/// why.
void share(Share what);

/// True inside another page, whose own things open and share models.
bool is_embedded();

/// Tells the page around an embed how tall the interface would like to be, in CSS pixels.
void wish_height(float height);

// ---------------------------------------------------------------------------------------------- memory

/// What was remembered under a name, in this browser and from one visit to the next. An embed remembers
/// nothing, nor does a browser that is told not to: whatever is remembered has a usual value.
std::optional<std::string> remembered(std::string_view name);

/// Remembers a value; an empty one is forgotten.
void remember(std::string_view name, std::string_view value);

// ---------------------------------------------------------------------------------------------- words

/// Says one sentence to the person, which stays until it is dismissed.
void explain(std::string_view sentence);

/// Tells scripts around the page what the program shows, as one JSON object: `window.paramscope.state` in a
/// browser, nothing on a desktop. Call it when something of it changed.
void publish_state(std::string_view json);

/// Tells the page around an embed what was counted, as one JSON object. Call it when something of it changed.
void publish_report(std::string_view json);

// ---------------------------------------------------------------------------------------------- fingers

/// What two fingers did since the last frame, on a touch screen or a touchpad.
struct Pinch {
    ImVec2 at;        ///< between them
    ImVec2 move;      ///< how far that moved
    float scale = 1;  ///< their distance now by the one before
};

/// Call it in each frame in which the pointer is over something that can be zoomed; elsewhere pinching stays
/// the browser's zoom.
std::optional<Pinch> take_pinch();

// ---------------------------------------------------------------------------------------------- keys

/// Adds key chords (`ImGuiMod_Ctrl | ImGuiKey_Enter`) the program handles, which the browser must not. Others
/// outside ImGui's own editing keys stay the browser's: reload, zoom, find, the address bar.
/// Chords are as ImGui means them: ImGuiMod_Ctrl is the Command key where uses_command_key().
void claim_shortcuts(std::span<const ImGuiKeyChord> chords);

}  // namespace paramscope::platform
