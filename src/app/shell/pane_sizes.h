// Stores the pane sizes chosen with splitters, between visits.
#pragma once

namespace paramscope::app {

/// Pane sizes set by splitters; 0 until the first frame sets the default.
struct PaneSizes {
    float left = 0;        ///< width of text and hyper-parameters
    float right = 0;       ///< width of the inspector
    float parameters = 0;  ///< height of the hyper-parameters
};

/// The sizes stored by the last visit, 0 by default.
PaneSizes remembered_pane_sizes();

/// Stores the sizes for the next visit.
void remember_pane_sizes(const PaneSizes& sizes);

}  // namespace paramscope::app
