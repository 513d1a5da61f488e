// Opens the shipped models in a workspace.
#pragma once

#include "app/document/state.h"
#include "presets/presets.h"

namespace paramscope::app {

/// Opens a preset in the workspace.
void open_preset(Workspace& workspace, const Preset& preset);

/// Opens the default model.
void open_first_preset(Workspace& workspace);

}  // namespace paramscope::app
