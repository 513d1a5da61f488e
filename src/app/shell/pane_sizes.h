// How the window is divided: what splitters change, from one visit to the next.
#pragma once

namespace paramscope::app {

/// Sizes that splitters change; 0 until the first frame gives them their share.
struct PaneSizes {
    float left = 0;        ///< width of text and hyper-parameters
    float right = 0;       ///< width of the inspector
    float parameters = 0;  ///< height of the hyper-parameters
    float inspector = 0;   ///< height of the inspector where it lies under the tree
    float picture = 0;     ///< height of the picture under the tree
};

/// The sizes of the last visit, where somebody chose them.
PaneSizes remembered_pane_sizes();

/// Keeps the sizes for the next visit. Call it when somebody has chosen one.
void remember_pane_sizes(const PaneSizes& sizes);

}  // namespace paramscope::app
