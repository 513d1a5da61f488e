// Loads the desktop's fonts: for each face, the first TTF file found of a short list.
#include <imgui.h>

#include <cmath>
#include <filesystem>
#include <span>
#include <system_error>

#include "platform/desktop/desktop.h"

namespace paramscope::platform {
namespace {

// As in web/fonts.cpp. stb_truetype scales the face's own line height, about 1.17 em, to the line height:
// letters come out slightly larger than in a browser.
constexpr float kLineHeight = 1.25f;

struct Face {
    ImFont* Fonts::*slot;
    std::span<const char* const> files;
};

constexpr const char* kText[] = {
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf", "C:/Windows/Fonts/segoeui.ttf"};
constexpr const char* kStrong[] = {"/usr/share/fonts/truetype/noto/NotoSans-SemiBold.ttf",
                                   "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                   "/System/Library/Fonts/Supplemental/Arial Bold.ttf",
                                   "C:/Windows/Fonts/seguisb.ttf"};
constexpr const char* kCode[] = {"/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
                                 "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                                 "/System/Library/Fonts/Supplemental/Andale Mono.ttf",
                                 "C:/Windows/Fonts/consola.ttf"};
constexpr const char* kFormula[] = {"/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf",
                                    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
                                    "/System/Library/Fonts/Supplemental/Georgia.ttf",
                                    "C:/Windows/Fonts/cambria.ttc"};
constexpr const char* kSymbol[] = {"/usr/share/fonts/truetype/noto/NotoSerif-Italic.ttf",
                                   "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Italic.ttf",
                                   "/System/Library/Fonts/Supplemental/Georgia Italic.ttf",
                                   "C:/Windows/Fonts/cambriai.ttf"};

constexpr Face kFaces[] = {
    {&Fonts::text, kText},       {&Fonts::strong, kStrong}, {&Fonts::code, kCode},
    {&Fonts::formula, kFormula}, {&Fonts::symbol, kSymbol},
};

Fonts& loaded_fonts() {
    static Fonts instance;
    return instance;
}

ImFont* load(std::span<const char* const> files) {
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    for (const char* file : files) {
        std::error_code error;
        if (std::filesystem::exists(file, error)) return atlas->AddFontFromFileTTF(file);
    }
    return atlas->AddFontDefault();
}

}  // namespace

const Fonts& fonts() {
    return loaded_fonts();
}

float font_size(float css_pixels) {
    return std::round(css_pixels * kLineHeight);
}

void start_fonts() {
    for (const Face& face : kFaces) loaded_fonts().*face.slot = load(face.files);
    ImGui::GetIO().FontDefault = loaded_fonts().text;
    ImGui::GetStyle().FontSizeBase = font_size(14);
}

}  // namespace paramscope::platform
