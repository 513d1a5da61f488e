// A screen that shows nothing: ImGui's textures are acknowledged and its frames dropped.
#include "platform/page/screen.h"

#include "headless/page.h"
#include "platform/platform.h"

namespace paramscope::platform {

double seconds() {
    return headless::page().clock;
}

bool open_screen() {
    ImGui::GetIO().BackendFlags |=
        ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    return true;
}

void begin_screen_frame() {}

void draw_on_screen(ImDrawData& frame) {
    if (frame.Textures == nullptr) return;
    for (ImTextureData* texture : *frame.Textures) {
        const bool is_to_be_destroyed = texture->Status == ImTextureStatus_WantDestroy;
        if (texture->Status != ImTextureStatus_OK) {
            texture->SetTexID(is_to_be_destroyed ? ImTextureID_Invalid : ImTextureID(1));
            texture->SetStatus(is_to_be_destroyed ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
        }
    }
}

void restore_screen() {}

void draw_quads(ImDrawList&, const Quads&, ImVec2, float) {}

void save_pixels(std::string_view name, ImVec2, ImVec2) {
    headless::tell("save_file", name, "", "image/png");
}

void copy_pixels(std::string_view name, ImVec2, ImVec2) {
    headless::tell("copy_image", name);
}

}  // namespace paramscope::platform
