#include "app/app.h"

#include <imgui.h>
#include <imgui_stdlib.h>

namespace paramscope {

void App::frame() {
    if (auto file = platform::take_file()) {
        last_event_ = file->name + ": " + std::to_string(file->size) + " bytes";
    }
    if (auto text = platform::take_pasted_text()) last_event_ = "pasted: " + *text;

    platform::appearance() == platform::Appearance::Dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.WorkPos);
    ImGui::SetNextWindowSize(viewport.WorkSize);
    ImGui::Begin("Paramscope", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushFont(platform::fonts().strong, platform::font_size(20));
    ImGui::TextUnformatted("Paramscope");
    ImGui::PopFont();
    ImGui::TextUnformatted("Every parameter and every FLOP of a neural network: 6,738,415,616 = 2·V·H + …");
    ImGui::PushFont(platform::fonts().code, platform::font_size(13));
    ImGui::InputTextMultiline("##notes", &notes_, ImVec2(-1, 200));
    ImGui::PopFont();
    ImGui::TextUnformatted(last_event_.c_str());
    ImGui::End();
}

std::unique_ptr<platform::Program> make_app() { return std::make_unique<App>(); }

}  // namespace paramscope
