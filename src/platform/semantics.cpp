#include "platform/semantics.h"

#include <imgui_internal.h>

#include <utility>
#include <vector>

#include "platform/platform.h"
#include "platform/recording.h"

namespace paramscope::platform {
namespace {

/// The kind of a line of the recording. Lines between an Open or a Window and its Close are its contents.
enum class Line : char { Item = 'i', Open = 'o', Window = 'w', Close = 'c' };

constexpr char kFieldEnd = '\x1f';
constexpr char kLineEnd = '\x1e';
constexpr char kSameAsBefore = '\x1a';
constexpr std::size_t kLongValue = 2000;
constexpr double kRestOfMirror = 0.3;  // seconds

/// A group, or a window that scrolls, whose contents are being recorded.
struct Scope {
    const ImGuiWindow* window = nullptr;  ///< nullptr: a group
    bool is_heard = true;                 ///< false: an omitted group; its contents are recorded all the same
};

/// The last item, whose description can still be extended.
struct Pending {
    ImGuiID id = 0;
    ImRect rect;
    Aria role = Aria::None;
    bool disabled = false;
    std::string name;
    std::string value;
    std::string hint;
    Traits traits;
};

/// The last long text. It is often as long as everything else together, so it is recorded once: after a rest
/// while somebody types, and where the mirror has only its beginning.
struct LongValue {
    ImGuiID item = 0;
    std::string recorded;
    std::string present;
    double changed_at = 0;
};

struct Recorder {
    bool recording = false;
    int undescribed = 0;
    std::string text;
    std::vector<Scope> scopes;
    std::optional<Pending> pending;
    ItemAction requested;
    std::optional<std::pair<ImGuiID, std::string>> entered;
    std::string announced;
    LongValue long_value;
    ImGuiID dragged = 0;  ///< the last item under the pointer that can be dragged
};

Recorder& recorder() {
    static Recorder instance;
    return instance;
}

void add_text(std::string_view words) {
    std::string& text = recorder().text;
    text += kFieldEnd;
    for (const char c : words) {
        const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
        text += control ? ' ' : c;
    }
}

void add_number(double value) {
    recorder().text += kFieldEnd;
    if (value != 0) recorder().text += std::to_string(static_cast<long long>(value));
}

void add_place(Line line, ImGuiID id, const ImRect& rect) {
    recorder().text += static_cast<char>(line);
    for (const float number : {rect.Min.x, rect.Min.y, rect.GetWidth(), rect.GetHeight()}) add_number(number);
    add_number(id);
}

/// True where a long text has changed and is to be recorded now.
bool takes_long_value(const Pending& item) {
    LongValue& last = recorder().long_value;
    if (item.id != last.item) {
        last = {item.id, item.value, item.value};
        return true;
    }
    const double now = ImGui::GetTime();
    if (item.value != last.present) {
        last.present = item.value;
        last.changed_at = now;
    }
    if (last.present == last.recorded) return false;
    const double left = last.changed_at + kRestOfMirror - now;
    const bool waits = item.id == GImGui->ActiveId || item.value.size() >= kLongestValue;
    if (waits && left > 0) {
        request_frame_in(left);
        return false;
    }
    last.recorded = last.present;
    return true;
}

void add_value(const Pending& item) {
    if (item.value.size() <= kLongValue || takes_long_value(item)) return add_text(item.value);
    (recorder().text += kFieldEnd) += kSameAsBefore;
}

bool has_keyboard(ImGuiID id) {
    return id != 0 && id == GImGui->NavId && GImGui->NavCursorVisible;
}

void write(Line line, const Pending& item) {
    const Traits& traits = item.traits;
    const auto bits = [](Tri state, int at) { return static_cast<int>(state) << at; };
    add_place(line, item.id, item.rect);
    add_number(static_cast<int>(item.role));
    add_number(bits(traits.expanded, 0) | bits(traits.selected, 2) | bits(traits.checked, 4) |
               traits.invalid << 6 | item.disabled << 7 | (has_keyboard(item.id) || traits.is_cursor) << 8 |
               (item.id != 0 && item.id == GImGui->ActiveId) << 9);
    for (const int number : {traits.level, traits.row, traits.rows, traits.sort}) add_number(number);
    for (const double number : {traits.low, traits.high, traits.now}) add_number(number);
    add_text(item.name);
    add_value(item);
    add_text(item.hint);
    recorder().text += kLineEnd;
}

void flush() {
    Recorder& r = recorder();
    if (r.pending && r.pending->role != Aria::None) write(Line::Item, *r.pending);
    r.pending.reset();
}

void close_scope() {
    const bool is_heard = recorder().scopes.back().is_heard;
    recorder().scopes.pop_back();
    if (is_heard) (recorder().text += static_cast<char>(Line::Close)) += kLineEnd;
}

bool scrolls(const ImGuiWindow& window) {
    return window.ScrollMax.x > 0 || window.ScrollMax.y > 0;
}

bool is_open(const ImGuiWindow& window) {
    for (const Scope& scope : recorder().scopes) {
        if (scope.window == &window) return true;
    }
    return false;
}

/// Opens the scrolling windows around the current one, the outermost first.
void open_windows(const ImGuiWindow& window) {
    if ((window.Flags & ImGuiWindowFlags_ChildWindow) != 0 && window.ParentWindow != nullptr) {
        open_windows(*window.ParentWindow);
    }
    if (!scrolls(window) || is_open(window)) return;
    add_place(Line::Window, window.ID, window.Rect());
    for (const float number : {window.Scroll.x, window.Scroll.y, window.ScrollMax.x, window.ScrollMax.y}) {
        add_number(number);
    }
    recorder().text += kLineEnd;
    recorder().scopes.push_back({&window});
}

/// Closes the windows that have ended and opens the current one.
void enter_window(ImGuiWindow& window) {
    std::vector<Scope>& scopes = recorder().scopes;
    while (!scopes.empty() && scopes.back().window != nullptr &&
           !ImGui::IsWindowChildOf(&window, const_cast<ImGuiWindow*>(scopes.back().window), false)) {
        close_scope();
    }
    open_windows(window);
}

/// False for windows that are not recorded: tooltips repeat their items, windows behind a dialog cannot be
/// reached; when ImGui skips items, its last item belongs to another window.
bool is_heard(ImGuiWindow& window) {
    if (!recorder().recording || recorder().undescribed > 0 || window.SkipItems) return false;
    if ((window.Flags & ImGuiWindowFlags_Tooltip) != 0) return false;
    const ImGuiWindow* modal = ImGui::GetTopMostPopupModal();
    return modal == nullptr || ImGui::IsWindowWithinBeginStackOf(&window, const_cast<ImGuiWindow*>(modal));
}

/// True when a record is of ImGui's last item.
bool is_last(const Pending& item) {
    const ImGuiLastItemData& last = GImGui->LastItemData;
    return item.id == last.ID &&
           (item.id != 0 || (item.rect.Min.x == last.Rect.Min.x && item.rect.Min.y == last.Rect.Min.y &&
                             item.rect.Max.x == last.Rect.Max.x));
}

/// The record of the last item, created when there is none; nullptr when it is not recorded.
Pending* last_item() {
    Recorder& r = recorder();
    ImGuiContext& g = *GImGui;
    if (!is_heard(*g.CurrentWindow)) return nullptr;
    const ImGuiLastItemData& item = g.LastItemData;
    if (r.pending && is_last(*r.pending)) return &*r.pending;
    flush();
    enter_window(*g.CurrentWindow);
    const bool disabled = (item.ItemFlags & ImGuiItemFlags_Disabled) != 0;
    r.pending.emplace(Pending{.id = item.ID,
                              .rect = item.Rect,
                              .disabled = disabled,
                              .name = {},
                              .value = {},
                              .hint = {},
                              .traits = {}});
    return &*r.pending;
}

void tell(Pending& item, Aria role, std::string_view name, const Traits& traits) {
    item.role = role;
    item.name = name;
    item.traits = traits;
    item.value = traits.value.substr(0, kLongestValue);
    item.hint = traits.hint;
    item.traits.value = item.traits.hint = {};
}

/// Scrolls to the item just added and gives it the keyboard focus.
void focus_last_item() {
    ImGuiContext& g = *GImGui;
    ImGuiWindow* window = g.CurrentWindow;
    const ImRect rect = g.LastItemData.NavRect;
    // A text field that is being edited would take the next key.
    if (g.ActiveId != g.LastItemData.ID) ImGui::ClearActiveID();
    ImGui::FocusWindow(window);
    ImGui::SetNavID(g.LastItemData.ID, window->DC.NavLayerCurrent, g.CurrentFocusScopeId,
                    ImGui::WindowRectAbsToRel(window, rect));
    ImGui::SetNavCursorVisible(true);
    ImGui::ScrollToRect(window, rect, ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
}

/// Performs the requested action if item `id` was just added.
void perform_requested_action(ImGuiID id) {
    ItemAction& requested = recorder().requested;
    if (id == 0 || requested.id != id || GImGui->LastItemData.ID != id) return;
    const ItemAction action = std::exchange(requested, {});
    focus_last_item();
    if (action.kind == ItemAction::Kind::Press) ImGui::ActivateItemByID(id);
    if (action.kind == ItemAction::Kind::Enter) recorder().entered.emplace(id, action.text);
}

/// Records ImGui's own widgets that have a label.
void describe_imgui_item(ImGuiID id, std::string_view label, int flags) {
    const std::string_view words = label.substr(0, label.find("##"));
    if (words.empty() || id != GImGui->LastItemData.ID || id == GImGui->CurrentWindow->ID) return;
    Pending* item = last_item();
    if (item == nullptr || item->role != Aria::None) return;
    const bool checkable = (flags & ImGuiItemStatusFlags_Checkable) != 0;
    tell(*item, checkable ? Aria::Checkbox : Aria::Button, words,
         {.checked = checkable ? tri((flags & ImGuiItemStatusFlags_Checked) != 0) : Tri::Unset});
}

}  // namespace

void describe(Aria role, std::string_view name, const Traits& traits) {
    const ImGuiID id = GImGui->LastItemData.ID;
    const bool draggable = role == Aria::Slider || role == Aria::Separator || role == Aria::Image;
    if (draggable && id != 0 && id == GImGui->HoveredId) recorder().dragged = id;
    if (Pending* item = last_item()) tell(*item, role, name, traits);
}

void describe_hint(std::string_view hint) {
    std::optional<Pending>& item = recorder().pending;
    if (item && is_last(*item) && item->name != hint) item->hint = hint;
}

std::optional<std::string> take_entered() {
    auto& entered = recorder().entered;
    if (!entered || entered->first != GImGui->LastItemData.ID) return std::nullopt;
    return std::exchange(entered, std::nullopt)->second;
}

Group::Group(Aria role, std::string_view name, const Traits& traits, bool of_item) {
    Recorder& r = recorder();
    if (!r.recording) return;
    const bool heard = is_heard(*GImGui->CurrentWindow);
    Pending group;
    if (const Pending* item = heard && of_item ? last_item() : nullptr) {
        group = *item;
        r.pending.reset();
    } else {
        flush();
        if (heard) enter_window(*GImGui->CurrentWindow);
    }
    tell(group, role, name, traits);
    if (heard) write(Line::Open, group);
    r.scopes.push_back({.is_heard = heard});
}

Group::~Group() {
    Recorder& r = recorder();
    if (r.scopes.empty()) return;
    flush();
    while (r.scopes.back().window != nullptr) close_scope();
    close_scope();
}

Undescribed::Undescribed() {
    ++recorder().undescribed;
}

Undescribed::~Undescribed() {
    --recorder().undescribed;
}

void announce(std::string_view sentence) {
    recorder().announced = sentence;
}

void begin_recording(bool is_recorded) {
    Recorder& r = recorder();
    r.recording = is_recorded;
    r.text.clear();
    GImGui->TestEngineHookItems = is_recorded || r.requested.id != 0;
}

std::string_view end_recording() {
    Recorder& r = recorder();
    flush();
    while (!r.scopes.empty()) close_scope();
    r.recording = false;
    r.entered.reset();
    return r.text;
}

void request_action(ItemAction action) {
    recorder().requested = std::move(action);
}

bool is_dragged(ImGuiID id) {
    return id == recorder().dragged;
}

std::string take_announcement() {
    return std::exchange(recorder().announced, {});
}

}  // namespace paramscope::platform

// The hooks that ImGui calls when it is compiled with IMGUI_ENABLE_TEST_ENGINE and TestEngineHookItems is
// set.

void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID id, const ImRect&, const ImGuiLastItemData*) {
    paramscope::platform::perform_requested_action(id);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID id, const char* label, ImGuiItemStatusFlags flags) {
    if (label != nullptr) paramscope::platform::describe_imgui_item(id, label, flags);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) {
    return nullptr;
}
