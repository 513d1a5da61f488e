// The modules that the lines of the editor's text show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/document/state.h"
#include "app/editor/code_lines.h"

namespace paramscope::app {

/// Finds them anew when the report or the text changes. Of several modules of one line, a repeated one, the
/// outermost counts.
class LineModules {
  public:
    /// `shows_built`: the text is the model text that source code builds.
    void follow(const Workspace& workspace, const CodeLines& lines, bool shows_built);
    /// The index of a line's module in the report; nullopt for none.
    std::optional<std::size_t> at(std::size_t line) const;

  private:
    struct Source {
        std::uint64_t report = 0;
        const void* text = nullptr;
        bool is_code = false;

        friend bool operator==(const Source&, const Source&) = default;
    };

    std::vector<std::uint32_t> nodes_;  ///< by line: an index and 1; 0 for none
    Source source_;
};

}  // namespace paramscope::app
