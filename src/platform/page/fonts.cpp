// Loads ImGui fonts by drawing glyphs with the browser: its own faces, any script, no font shipped.
//
// ImGui's font size is a line's height; letters are 4/5 of it, as with CSS `line-height: 1.25`. All faces
// share one baseline, chosen so that capitals of the text face are centred in the line.
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <iterator>
#include <string_view>

#include "platform/page/bridge.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

constexpr float kLineHeight = 1.25f;

struct Face {
    std::string_view style;  ///< the part before the size in the CSS `font` property
    std::string_view families;
    bool equal_digits;
    ImFont* Fonts::*slot;
};

constexpr std::string_view kSans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
constexpr std::string_view kMono =
    "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";
constexpr std::string_view kSerif =
    "'STIX Two Text', 'Latin Modern Roman', Cambria, 'Times New Roman', 'Liberation Serif', serif";

constexpr Face kFaces[] = {
    {"400", kSans, true, &Fonts::text},
    {"600", kSans, true, &Fonts::strong},
    {"400", kMono, false, &Fonts::code},
    {"400", kSerif, false, &Fonts::formula},
    {"italic 400", kSerif, false, &Fonts::symbol},
};

Fonts& loaded_fonts() {
    static Fonts instance;
    return instance;
}

/// A glyph's metrics from host_draw_glyph, in device pixels, relative to the pen on the baseline.
struct Glyph {
    float advance, left, top, width, height, coloured;
};

/// The letter size for a line's height: whole, to match the value given to font_size().
float em_of(float line_height) {
    return std::round(line_height / kLineHeight);
}

int face_of(const ImFontConfig* source) {
    return static_cast<int>(source->FontNo);
}

/// True for control characters without a shape.
bool is_invisible(ImWchar c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) ||
           c == 0xFEFF || (c >= 0xE0000 && c <= 0xE0FFF);
}

float to_pixel(float value, float density) {
    return std::round(value * density) / density;
}

bool contains_glyph(ImFontAtlas*, ImFontConfig*, ImWchar) {
    return true;
}

bool init_baked(ImFontAtlas*, ImFontConfig* source, ImFontBaked* baked, void*) {
    const float density = source->RasterizerDensity * baked->RasterizerDensity;
    const float cap_height = host_cap_height(0, em_of(baked->Size));
    baked->Ascent = to_pixel((baked->Size + cap_height) / 2, density);
    baked->Descent = baked->Ascent - baked->Size;
    return true;
}

/// Copies the glyph's pixels from incoming() into the atlas.
bool place_glyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, const Glyph& drawn,
                 float density, ImFontGlyph* glyph) {
    const int width = static_cast<int>(drawn.width);
    const ImFontAtlasRectId id = ImFontAtlasPackAddRect(atlas, width, static_cast<int>(drawn.height));
    if (id == ImFontAtlasRectId_Invalid) return false;
    glyph->X0 = drawn.left / density;
    glyph->Y0 = baked->Ascent + drawn.top / density;
    glyph->X1 = glyph->X0 + drawn.width / density;
    glyph->Y1 = glyph->Y0 + drawn.height / density;
    glyph->Visible = true;
    glyph->Colored = drawn.coloured != 0;
    glyph->PackId = id;
    ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, ImFontAtlasPackGetRect(atlas, id),
                                       reinterpret_cast<const unsigned char*>(incoming().data()),
                                       ImTextureFormat_RGBA32, width * 4);
    return true;
}

bool load_glyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void*, ImWchar code_point,
                ImFontGlyph* glyph, float* advance) {
    const float density = source->RasterizerDensity * baked->RasterizerDensity;
    const float em = em_of(baked->Size) * density;
    Glyph drawn{};
    if (!is_invisible(code_point)) {
        host_draw_glyph(face_of(source), em, static_cast<int>(code_point), glyph != nullptr, &drawn.advance);
    }
    if (advance != nullptr) {
        *advance = drawn.advance / density;
        return true;
    }
    glyph->Codepoint = code_point & IM_UNICODE_CODEPOINT_MAX;
    glyph->AdvanceX = drawn.advance / density;
    return drawn.width == 0 || place_glyph(atlas, source, baked, drawn, density, glyph);
}

const ImFontLoader* browser_loader() {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "browser";
        made.FontSrcContainsGlyph = contains_glyph;
        made.FontBakedInit = init_baked;
        made.FontBakedLoadGlyph = load_glyph;
        return made;
    }();
    return &loader;
}

}  // namespace

const Fonts& fonts() {
    return loaded_fonts();
}

float font_size(float css_pixels) {
    return std::round(css_pixels * kLineHeight);
}

void start_fonts() {
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    // Baked lines would be the only textured shapes that are neither glyphs nor pictures.
    atlas->Flags |= ImFontAtlasFlags_NoBakedLines | ImFontAtlasFlags_NoMouseCursors;
    for (std::size_t i = 0; i < std::size(kFaces); ++i) {
        const Face& face = kFaces[i];
        host_add_face(face.style.data(), face.style.size(), face.families.data(), face.families.size(),
                      face.equal_digits);
        ImFontConfig config;
        config.FontLoader = browser_loader();
        config.FontNo = static_cast<ImU32>(i);
        loaded_fonts().*face.slot = atlas->AddFont(&config);
    }
    ImGui::GetIO().FontDefault = loaded_fonts().text;
    ImGui::GetStyle().FontSizeBase = font_size(14);
}

}  // namespace paramscope::platform

/// ImGui's hook for a font loader other than its own (see imgui_config.h).
namespace ImGuiFreeType {
const ImFontLoader* GetFontLoader();
const ImFontLoader* GetFontLoader() {
    return paramscope::platform::browser_loader();
}
}  // namespace ImGuiFreeType
