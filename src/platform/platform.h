// Declares the host of the interface: one set of functions, implemented by a browser tab and a desktop
// window.
//
// Usage: derive from Program, pass a factory to run(), and draw with ImGui in frame(). Input is *taken*
// inside frame(): arriving input requests a frame, so there are no callbacks and no code runs between two
// frames. Without input nothing is painted: a program that animates or waits requests its next frame.
//
// Units: ImGui works in CSS pixels (logical pixels on a desktop); the host draws at the screen's pixel
// density and aligns every glyph to whole device pixels, so text is sharp at any ratio.
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

/// The program that a host runs.
class Program {
  public:
    virtual ~Program() = default;

    /// Builds one ImGui frame; called between ImGui::NewFrame() and ImGui::Render().
    virtual void frame() = 0;

    /// Takes a part of what the host has counted, without a frame.
    virtual void take_counted() = 0;

    /// What is printed instead of the window: a page of HTML.
    virtual std::string printed() = 0;

    /// True for a text that is model text without doubt: the host need not have it read as a file.
    virtual bool reads(std::string_view text) const = 0;
};

/// Creates the program; called when ImGui's context, its fonts and the address bar can be used.
using MakeProgram = std::unique_ptr<Program> (*)();

/// Opens the window titled `title` and runs the program until it closes. In a browser it returns at once and
/// the page continues to run. Returns main()'s exit code: 0, or 1 when there is no way to draw.
int run(std::string_view title, MakeProgram make_program);

// ---------------------------------------------------------------------------------------------- frames

/// Sets the colour of the caret in text fields; true when the host draws it, so that it blinks without
/// frames, and ImGui's own is to be transparent.
bool draws_caret(ImU32 colour);

/// Requests frames until ImGui has settled: call it after changing something outside frame().
void request_frame();

/// Requests one frame in `seconds` from now. Only the earliest request is kept and any frame fulfils it, so a
/// request that is still needed is repeated in each frame.
void request_frame_in(double seconds);

// ---------------------------------------------------------------------------------------------- rectangles

/// A rectangle that moves from one place to another, shaded as a cushion.
struct Quad {
    ImVec4 from;   ///< x, y, width, height in pixels from the picture's corner
    ImVec4 to;     ///< the target, in the same units
    ImVec4 slope;  ///< of the surface: at the left edge, change across, at the top edge, change down
    ImU32 colour = 0;
};

/// Rectangles kept in graphics memory until they change. The object must live as long as it is drawn.
struct Quads {
    std::vector<Quad> all;
    unsigned version = 0;  ///< increase it with every change
};

/// Draws the quads at the current position of `list`, in order, in one instanced call (shaders/quads.*), at
/// `share` of the way from `from` to `to`, clipped to the list's clip rectangle.
void draw_quads(ImDrawList& list, const Quads& quads, ImVec2 corner, float share);

/// Saves a rectangle of the current frame as a PNG file, once the frame is drawn.
void save_pixels(std::string_view name, ImVec2 low, ImVec2 high);

/// Lets the clipboard wait for the image of the next copy_pixels(). Call it in the frame that handles the
/// user's click or key press: browsers refuse it at any other time.
void expect_image();
/// Copies a rectangle of the current frame as an image, once the frame is drawn. Where the browser refuses,
/// the image is saved as `name`. The host says what it did.
void copy_pixels(std::string_view name, ImVec2 low, ImVec2 high);

// ---------------------------------------------------------------------------------------------- fonts

/// The typefaces an interface needs; the browser's own, or TTF files on a desktop.
struct Fonts {
    ImFont* text = nullptr;     ///< the system's interface face, with tabular digits
    ImFont* strong = nullptr;   ///< the same, semibold
    ImFont* code = nullptr;     ///< monospaced
    ImFont* formula = nullptr;  ///< upright serif, for numbers and operators in formulas
    ImFont* symbol = nullptr;   ///< italic serif, for the letters in formulas
};

/// Valid from the program's construction on. Any size may be pushed: `ImGui::PushFont(fonts().code, 16)`.
const Fonts& fonts();

/// Converts a CSS font size to ImGui's font size, which is the line's height: text at 14 px has lines of 18
/// px. All faces share one baseline at the same size.
float font_size(float css_pixels);

// ---------------------------------------------------------------------------------------------- surroundings

/// The system's or browser's current preferences; a change requests a frame.
struct Preferences {
    bool dark = false;
    bool high_contrast = false;   ///< more contrast, or colours that the system forces on pages
    bool reduced_motion = false;  ///< no animations
    bool dark_is_chosen = false;  ///< `dark` is what the person chose here, not the system's

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

Preferences preferences();

/// Dark or light for now and for the next visits; nullopt: as the system.
void ask_dark(std::optional<bool> dark);

/// The BCP 47 tag of the interface's new language, returned once. At the start, in the program's
/// construction: the language the address asks for, else the one chosen in the last visit, else the
/// browser's. Later: the requested language, when its translations have arrived. English until then.
std::optional<std::string> take_language();

/// Requests a language, for now and for the next visits.
void ask_language(std::string_view tag);

/// The template of an id in the language taken last, "" if it has none. With `is_title`: the translation of a
/// shipped model's title or comment, else the text itself.
std::string translation(std::string_view key, bool is_title);

/// False when only English is available.
bool has_languages();

/// Device pixels in one ImGui pixel.
float pixel_ratio();

/// True when the Command key replaces Ctrl in shortcuts; used to label shortcuts.
bool uses_command_key();

// ---------------------------------------------------------------------------------------------- clipboard

/// Copies text to the clipboard. Call it in the frame that handles the user's click or key press: browsers
/// refuse it at any other time. (ImGui's own copy and cut use the same path.)
void copy_text(std::string_view text);

/// Text pasted while no text field was active, returned once. A paste into a text field goes to that field.
std::optional<std::string> take_pasted_text();

// ---------------------------------------------------------------------------------------------- files

/// A file's content: whole files up to kFileLimit, the first kFileLimit bytes of larger ones (a checkpoint
/// has its headers at its start).
struct File {
    std::string name;        ///< without folders
    std::string bytes;       ///< the bytes read
    std::uint64_t size = 0;  ///< of the whole file
    bool is_other = false;   ///< to be compared with the model that was opened before
    bool readable = true;    ///< false when the browser or system could not read it (for example, a folder)

    bool whole() const { return readable && bytes.size() == size; }
};

inline constexpr std::uint64_t kFileLimit = 96u << 20;

/// The next file that was dropped on the window, pasted, or picked, returned once. Further files wait in a
/// queue.
std::optional<File> take_file();

/// True while files are dragged over the window.
bool files_hovering();

/// Shows the system's file picker; the file arrives in take_file(). `accept` is a list like ".txt,.json", or
/// empty for all files. Call it in the frame that handles the user's click or key press.
void pick_file(std::string_view accept = {});

/// Opens the text on the clipboard as a model, or asks for it: it arrives like pasted text or a file. Call it
/// in the frame that handles the user's click or key press.
void paste_model();

/// Opens a text as if it had been pasted: a model, a name or an address. Offers to fetch what it names.
void open_text(std::string_view text);

/// Asks for the names of the well-known models whose sizes are shipped (docs/hub.md); they arrive in
/// take_known_names(). None where files of other formats are not read.
void ask_known_names();
/// The names, returned once.
std::optional<std::vector<std::string>> take_known_names();
/// Who asks for a well-known model.
enum class KnownAsker : std::uint8_t {
    Paste,       ///< a text that names none is opened itself
    Comparison,  ///< the same, as the other model
    Editor,      ///< a text that names none stays where it is
};
/// Opens the well-known model that `text` names with or without its owner: it arrives in take_file().
void open_known(std::string_view text, KnownAsker asker);

/// Names of the formats that the text which came last can be read as, the one chosen first; returned once.
/// Empty for a file that is no text.
std::vector<std::string> take_readings();

/// Names of the files to try the program with: a config, source code. None where files of other formats are
/// not read.
std::span<const std::string_view> samples();

/// Opens one of samples() as if it had been picked.
void open_sample(std::string_view name);

/// Reads the text that came last as another format; the model text arrives in take_file().
void read_as(std::string_view format);

/// True when the host can read source code: in a browser, whose page has the readers of files.
bool can_read_source();

/// Asks for the model text of source code, of what `build` names ("" for what the code suggests), with the
/// forward pass of the shapes `input` ("" for those that the code suggests); the answer arrives in
/// take_source_reading().
void read_source(std::string_view source, std::string_view build, std::string_view input);

/// The answer to read_source(), returned once: `source`, `build` and `input` as they were asked for; `text`,
/// the model text, "" without a model; `built`, the expression that was built; a field `class` for each call
/// to choose, "Net(width=64)"; a field `line` for each module, "LINE PATH"; and for each problem a field
/// `error`, `warning` or `note` with "LINE COLUMN SENTENCE", line 0 without a place, after which a field
/// `fix` may have a change that would mend it, "BEGIN END WORDS" in bytes of the source; and a field
/// `assumption` for each sentence about the input.
std::optional<Fields> take_source_reading();

/// Asks for `text`, a model text, with hyper-parameters in the place of numbers (adjust/adjust.h), with the
/// shapes `input`, "" for the text's own; the answer arrives in take_adjustable(). A browser loads and runs
/// what that needs in a worker, and explains a failure.
void make_adjustable(std::string_view text, std::string_view input);

/// Gives up the last make_adjustable(): it has no answer.
void stop_adjusting();

/// Returns the answer to make_adjustable() once: `text`, "" for no change; `input`, typed shapes that `text`
/// has no input line for; `remark`, why there is no change, "" after a failure.
std::optional<Fields> take_adjustable();

/// True when the host can count in another thread: in a browser, in a worker that runs this program's count
/// (bindings/count_main.cpp). A worker that does not start or fails makes it false.
bool can_count();

/// Sends a part of the text that count() counts from now on: the bytes from `at` of `size`, in order.
void add_counted_text(std::string_view part, std::size_t at, std::size_t size);

/// Counts the text with these settings (transfer/sender.h); the answer arrives in take_counted_block().
void count(std::string_view settings);

/// Ends the counting; the text is to be set again.
void stop_counting();

/// The phase that count() is in.
enum class CountPhase : std::uint8_t {
    Starting,
    Reading,
    Counting,
    Sending,
};
CountPhase count_phase();

/// The next block of the answer, returned once; Program::take_counted() is called when one arrives.
std::optional<std::string> take_counted_block();

/// Saves a file: a download in a browser, a file in the working folder on a desktop.
void save_file(std::string_view name, std::string_view bytes, std::string_view mime_type);

// ---------------------------------------------------------------------------------------------- links

/// Opens a web address in a new tab or in the system's browser. Only http(s) and mailto are opened.
void open_link(std::string_view url);

/// A page of the site that the calculator is a part of.
enum class SitePage {
    About,      ///< what the calculator is for
    Documents,  ///< the list of documents
    Source,     ///< the calculator's source code
    Problems,   ///< where problems are reported
};

/// The address of a page in the language of the interface; "" where there is none: on a desktop, in the
/// offline file, in a build that knows no repository.
std::string site_page(SitePage page);

/// A state set from outside, returned once: the address at the start and whenever the user changes it (Back,
/// Forward, another link), and states set by the page around an embed. Never on a desktop.
std::optional<Fields> take_state();

/// The kind of change from the previously saved state.
enum class StateChange {
    Shown,     ///< the state the host asked for, or the default one: the address stays
    Adjusted,  ///< a setting of the same model: the current address is replaced
    Opened,    ///< another model: a new history entry
};

/// Sends a part of the text of the state that is saved next: the bytes from `at` of `size`, in order.
void add_state_text(std::string_view part, std::size_t at, std::size_t size);

/// Saves the current state; the host keeps the address in step with it. A state without a model has the text
/// that was sent, or that of the one saved before.
void save_state(const Fields& state, StateChange change);

/// True in a frame that may be the last (the page is hidden or closed): save everything now.
bool is_leaving();

/// The number of characters of the link to the last saved state: 0 when it is too long for a link, nullopt
/// while unknown. A frame is requested when it becomes known.
std::optional<std::size_t> link_length();

/// A way to share the last saved state.
enum class Share {
    Link,         ///< copies the address
    ElementCode,  ///< copies HTML: a script tag and an element
    FrameCode,    ///< copies HTML: an iframe
    OfflineCopy,  ///< saves a page as a single file
};

/// Shares the last saved state. Call it in the frame that handles the user's click or key press. On failure
/// the host shows the reason.
void share(Share what);

/// False while the parts of the program are on their way that count, and that draw more than a first visitor
/// needs. A frame that calls them stops the page until they are there. One is requested when they arrive,
/// with all shipped texts.
bool has_details();

/// True inside another page, which has its own controls to open and share models.
bool is_embedded();

/// Sends the interface's preferred height, in CSS pixels, to the page around an embed.
void request_height(float height);

// ---------------------------------------------------------------------------------------------- memory

/// The value stored under a name by this browser, kept between visits. Nothing is stored in an embed or when
/// the browser blocks storage, so every stored value needs a default.
std::optional<std::string> remembered(std::string_view name);

/// Stores a value; an empty value deletes the entry.
void remember(std::string_view name, std::string_view value);

// ---------------------------------------------------------------------------------------------- words

/// Shows a sentence to the user until it is dismissed.
void explain(std::string_view sentence);

/// Offers to read the code of a class of transformers, to count what the document shows by it; on a desktop
/// nothing.
void offer_code(std::string_view type);

/// Publishes the program's state to scripts as one JSON object: `window.paramscope.state` in a browser,
/// nothing on a desktop. Call it when the state has changed.
void publish_state(std::string_view json);

/// Sends the report, one JSON object, to the page around an embed. Call it when the report has changed.
void publish_report(std::string_view json);

// ---------------------------------------------------------------------------------------------- fingers

/// A two-finger gesture since the last frame, on a touch screen or a touchpad.
struct Pinch {
    ImVec2 at;        ///< midpoint of the fingers
    ImVec2 move;      ///< movement of the midpoint
    float scale = 1;  ///< ratio of the fingers' distance to the previous one
};

/// Returns the pinch gesture. Call it in each frame in which the pointer is over a zoomable item; elsewhere
/// pinching stays the browser's zoom.
std::optional<Pinch> take_pinch();

// ---------------------------------------------------------------------------------------------- keys

/// Claims key chords (`ImGuiMod_Ctrl | ImGuiKey_Enter`) that the program handles and the browser must not.
/// Other keys outside ImGui's own editing keys stay the browser's: reload, zoom, find, the address bar.
/// Chords follow ImGui's convention: ImGuiMod_Ctrl is the Command key where uses_command_key().
void claim_shortcuts(std::span<const ImGuiKeyChord> chords);
/// Gives back claimed chords.
void release_shortcuts(std::span<const ImGuiKeyChord> chords);

}  // namespace paramscope::platform
