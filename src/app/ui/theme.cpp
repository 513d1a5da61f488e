#include "app/ui/theme.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "count/report/parts.h"
#include "formats/pictures/family_colours.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Palette kLight{
    .page = rgb(0xF1F3F6),
    .pane = rgb(0xFFFFFF),
    .field = rgb(0xF6F7F9),
    .line = rgb(0xDFE3E9),
    .text = rgb(0x1B1F27),
    .muted = rgb(0x586170),
    .faint = rgb(0xB4BBC7),
    .accent = rgb(0x2F5BD0),
    .on_accent = rgb(0xFFFFFF),
    .accent_soft = rgb(0xE4EBFB),
    .hover = rgb(0x1B2A4A, 14),
    .press = rgb(0x1B2A4A, 28),
    .error = rgb(0xB3261E),
    .error_soft = rgb(0xFCEBE9),
    .warning = rgb(0x8F5B00),
    .success = rgb(0x08744A),
    .keyword = rgb(0x7A3E9D),
    .string = rgb(0x2B6E3F),
    .shade = rgb(0x10141C, 96),
};

constexpr Palette kDark{
    .page = rgb(0x0F1116),
    .pane = rgb(0x171A21),
    .field = rgb(0x1F232C),
    .line = rgb(0x2B303B),
    .text = rgb(0xE7EAF0),
    .muted = rgb(0x9BA4B5),
    .faint = rgb(0x555E6F),
    .accent = rgb(0x8AAAFF),
    .on_accent = rgb(0x0F1116),
    .accent_soft = rgb(0x232E4D),
    .hover = rgb(0xDCE6FF, 16),
    .press = rgb(0xDCE6FF, 32),
    .error = rgb(0xFF8A80),
    .error_soft = rgb(0x3A1F20),
    .warning = rgb(0xE9B44C),
    .success = rgb(0x5CCB93),
    .keyword = rgb(0xC9A0F0),
    .string = rgb(0x8FCF9A),
    .shade = rgb(0x000000, 140),
};

constexpr Palette kLightContrast{
    .page = rgb(0xFFFFFF),
    .pane = rgb(0xFFFFFF),
    .field = rgb(0xFFFFFF),
    .line = rgb(0x3C4350),
    .text = rgb(0x000000),
    .muted = rgb(0x23272F),
    .faint = rgb(0x5E6776),
    .accent = rgb(0x0A2FA8),
    .on_accent = rgb(0xFFFFFF),
    .accent_soft = rgb(0xD3DEFF),
    .hover = rgb(0x1B2A4A, 30),
    .press = rgb(0x1B2A4A, 60),
    .error = rgb(0x8C0F0A),
    .error_soft = rgb(0xFFE3E0),
    .warning = rgb(0x6B4200),
    .success = rgb(0x04552F),
    .keyword = rgb(0x54207A),
    .string = rgb(0x0B4D1E),
    .shade = rgb(0x000000, 150),
};

constexpr Palette kDarkContrast{
    .page = rgb(0x000000),
    .pane = rgb(0x000000),
    .field = rgb(0x000000),
    .line = rgb(0xA9B2C3),
    .text = rgb(0xFFFFFF),
    .muted = rgb(0xE3E8F2),
    .faint = rgb(0x9BA4B5),
    .accent = rgb(0xA8C1FF),
    .on_accent = rgb(0x000000),
    .accent_soft = rgb(0x1F3A86),
    .hover = rgb(0xDCE6FF, 40),
    .press = rgb(0xDCE6FF, 70),
    .error = rgb(0xFFB0A8),
    .error_soft = rgb(0x4A1210),
    .warning = rgb(0xFFD27A),
    .success = rgb(0x8FE8BC),
    .keyword = rgb(0xE3C4FF),
    .string = rgb(0xB4F0BE),
    .shade = rgb(0x000000, 190),
};

constexpr const Palette* kPalettes[2][2] = {{&kLight, &kLightContrast}, {&kDark, &kDarkContrast}};

constexpr float kBodySize = 13;
constexpr float kTouchBodySize = 15;

constexpr float kSmallestWide = 88;    // in body text sizes: 1144 px
constexpr float kSmallestMedium = 52;  // 676 px
constexpr float kLowest = 43;          // 559 px: lower windows have one column, whatever their width

struct Look {
    platform::Preferences preferences;
    Breakpoint breakpoint = Breakpoint::Wide;
    float body = kBodySize;
};

std::optional<Look> applied;

const Look& look() {
    static const Look first;
    return applied ? *applied : first;
}

Look wanted_look() {
    Look wanted;
    wanted.preferences = platform::preferences();
    const float width = ImGui::GetMainViewport()->Size.x;
    const bool is_low = ImGui::GetMainViewport()->Size.y < kLowest * kBodySize && !platform::is_embedded();
    if (width < kSmallestMedium * kBodySize || is_low) {
        wanted.breakpoint = Breakpoint::Narrow;
        wanted.body = kTouchBodySize;
    } else if (width < kSmallestWide * kBodySize) {
        wanted.breakpoint = Breakpoint::Medium;
    }
    return wanted;
}

ImVec4 colour(ImU32 value) {
    return ImGui::ColorConvertU32ToFloat4(value);
}

void set_colours(ImGuiStyle& style, const Palette& with) {
    const auto set = [&style](ImGuiCol slot, ImU32 value) { style.Colors[slot] = colour(value); };
    set(ImGuiCol_Text, with.text);
    set(ImGuiCol_TextDisabled, with.muted);
    set(ImGuiCol_WindowBg, with.page);
    set(ImGuiCol_ChildBg, with.pane);
    set(ImGuiCol_PopupBg, with.pane);
    set(ImGuiCol_Border, with.line);
    set(ImGuiCol_BorderShadow, 0);
    set(ImGuiCol_FrameBg, with.field);
    set(ImGuiCol_FrameBgHovered, with.field);
    set(ImGuiCol_FrameBgActive, with.field);
    set(ImGuiCol_ScrollbarBg, 0);
    set(ImGuiCol_ScrollbarGrab, faded(with.faint, 0.55f));
    set(ImGuiCol_ScrollbarGrabHovered, with.faint);
    set(ImGuiCol_ScrollbarGrabActive, with.muted);
    set(ImGuiCol_Button, 0);
    set(ImGuiCol_ButtonHovered, with.hover);
    set(ImGuiCol_ButtonActive, with.press);
    set(ImGuiCol_Header, with.accent_soft);
    set(ImGuiCol_HeaderHovered, with.hover);
    set(ImGuiCol_HeaderActive, with.press);
    set(ImGuiCol_Separator, with.line);
    set(ImGuiCol_SeparatorHovered, with.accent);
    set(ImGuiCol_SeparatorActive, with.accent);
    set(ImGuiCol_TableHeaderBg, with.pane);
    set(ImGuiCol_TableBorderStrong, with.line);
    set(ImGuiCol_TableBorderLight, 0);
    set(ImGuiCol_TableRowBg, 0);
    set(ImGuiCol_TableRowBgAlt, 0);
    set(ImGuiCol_TextSelectedBg, faded(with.accent, 0.28f));
    set(ImGuiCol_NavCursor, with.accent);
    set(ImGuiCol_ModalWindowDimBg, with.shade);
    set(ImGuiCol_InputTextCursor, platform::draws_caret(with.accent) ? 0 : with.accent);
}

void set_sizes(ImGuiStyle& style) {
    style.WindowPadding = {unit(3), unit(3)};
    style.FramePadding = {unit(2), (control_height() - platform::font_size(look().body)) * 0.5f};
    style.ItemSpacing = {unit(2), unit(2)};
    style.ItemInnerSpacing = {unit(1), unit(1)};
    style.CellPadding = {unit(2), 0};
    style.IndentSpacing = unit(4);
    // On touch screens the scrollbar only shows the position.
    style.ScrollbarSize = unit(breakpoint() == Breakpoint::Narrow ? 1.25f : 2.5f);
    style.GrabMinSize = unit(3);
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 1;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.WindowRounding = 0;
    style.ChildRounding = rounding();
    style.PopupRounding = rounding();
    style.FrameRounding = rounding();
    style.ScrollbarRounding = rounding();
    style.GrabRounding = rounding();
}

struct Typeface {
    ImFont* platform::Fonts::*font;
    float size;  // in body text sizes
};
constexpr Typeface kTypefaces[] = {
    {&platform::Fonts::text, 1},
    {&platform::Fonts::strong, 1},
    {&platform::Fonts::text, 12.0f / 13},
    {&platform::Fonts::strong, 11.5f / 13},
    {&platform::Fonts::strong, 15.0f / 13},
    {&platform::Fonts::strong, 34.0f / 13},
    {&platform::Fonts::strong, 16.0f / 13},
    {&platform::Fonts::code, 1},
    {&platform::Fonts::formula, 15.0f / 13},
    {&platform::Fonts::symbol, 15.0f / 13},
};  // by Type

}  // namespace

const Palette& palette() {
    return *kPalettes[look().preferences.dark][look().preferences.high_contrast];
}

ImU32 family_colour(std::string_view family) {
    const Colour colour = colour_of_family(family, is_dark());
    return colour == 0 ? palette().faint : colour;
}

ImU32 text_colour_of(std::string_view part) {
    constexpr float kTowardsText = 0.35f;  // a contrast of 4.5 for the lightest of them
    if (part == kNormalizationPart) return palette().muted;
    const Colour colour = colour_of_family(part, is_dark());
    return colour == 0 ? palette().text : mixed(colour, palette().text, is_dark() ? 0 : kTowardsText);
}

ImU32 order_colour(float place) {
    constexpr ImU32 kStops[] = {rgb(0x46388C), rgb(0x27708E), rgb(0x2A9C7E), rgb(0x86B83E), rgb(0xE0B52C)};
    constexpr auto kSteps = static_cast<float>(std::size(kStops) - 1);
    const float at = std::clamp(place, 0.0f, 1.0f) * kSteps;
    const float stop = std::min(std::floor(at), kSteps - 1);
    const auto index = static_cast<std::size_t>(stop);
    return mixed(kStops[index], kStops[index + 1], at - stop);
}

ImU32 mixed(ImU32 from, ImU32 to, float share) {
    ImU32 result = IM_COL32_A_MASK;
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
        const auto low = static_cast<float>((from >> shift) & 255);
        const auto high = static_cast<float>((to >> shift) & 255);
        result |= static_cast<ImU32>(low + (high - low) * share + 0.5f) << shift;
    }
    return result;
}

ImU32 faded(ImU32 value, float opacity) {
    const ImU32 alpha = (value >> IM_COL32_A_SHIFT) & 255;
    const ImU32 kept = static_cast<ImU32>(std::lround(static_cast<float>(alpha) * opacity));
    return (value & ~IM_COL32_A_MASK) | (kept << IM_COL32_A_SHIFT);
}

WithType::WithType(Type type) {
    const auto& [font, size] = kTypefaces[static_cast<std::size_t>(type)];
    ImGui::PushFont(platform::fonts().*font, platform::font_size(std::round(size * look().body)));
}

Breakpoint breakpoint() {
    return look().breakpoint;
}

bool is_dark() {
    return look().preferences.dark;
}

bool has_motion() {
    return !look().preferences.reduced_motion;
}

bool has_high_contrast() {
    return look().preferences.high_contrast;
}

float unit(float steps) {
    return std::round(steps * 4 * look().body / kBodySize);
}

float rounding() {
    return unit(1.5f);
}

float row_height() {
    return unit(breakpoint() == Breakpoint::Narrow ? 9 : 7);
}

float control_height() {
    return unit(breakpoint() == Breakpoint::Narrow ? 9 : 7.5f);
}

void apply_theme() {
    const Look wanted = wanted_look();
    if (applied && applied->preferences == wanted.preferences && applied->breakpoint == wanted.breakpoint)
        return;
    applied = wanted;
    ImGuiStyle& style = ImGui::GetStyle();
    set_colours(style, palette());
    set_sizes(style);
    style.FontSizeBase = platform::font_size(wanted.body);
}

}  // namespace paramscope::app
