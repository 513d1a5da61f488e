#include "app/document/open_preset.h"

#include <string>

namespace paramscope::app {
namespace {

constexpr std::string_view kFirstPreset = "llama-2-7b";

}  // namespace

void open_preset(Workspace& workspace, const Preset& preset) {
    workspace.open(std::string(preset.title), std::string(preset.text));
}

void open_first_preset(Workspace& workspace) {
    if (const Preset* first = find_preset(kFirstPreset)) open_preset(workspace, *first);
}

}  // namespace paramscope::app
