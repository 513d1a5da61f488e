// How the window is divided: what splitters change, from one visit to the next.
#pragma once

namespace paramscope::app {

/// Sizes that splitters change; 0 until the first frame gives them their share.
struct Divisions {
    float left = 0;        ///< width of text and hyper-parameters
    float right = 0;       ///< width of the inspector
    float parameters = 0;  ///< height of the hyper-parameters
    float inspector = 0;   ///< height of the inspector where it lies under the tree
    float picture = 0;     ///< height of the picture under the tree

    friend bool operator==(const Divisions&, const Divisions&) = default;
};

/// The sizes of the last visit, where somebody chose them.
Divisions remembered_divisions();

/// Remembers the sizes when a splitter is let go; `before` follows them. Call it once a frame.
void remember_divisions(const Divisions& now, Divisions* before);

}  // namespace paramscope::app
