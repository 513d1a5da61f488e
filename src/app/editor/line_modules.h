// The modules that the lines of the editor's text show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "app/editor/code_lines.h"
#include "count/report/report.h"

namespace paramscope::app {

/// Finds them anew when the report or the text changes. Of several modules of one line, a repeated one, the
/// outermost counts.
class LineModules {
  public:
    /// `revision` tells reports apart. Of source code `source_line` gives the line that makes a module, from
    /// 1, 0 for none; of model text it is empty.
    void follow(const Report& report, std::uint64_t revision, const CodeLines& lines,
                const std::function<std::uint32_t(std::size_t node)>& source_line);
    /// True where follow() has something to do.
    bool is_outdated(std::uint64_t revision, const CodeLines& lines) const {
        return !(source_ == source_of(revision, lines));
    }
    /// The index of a line's module in the report; nullopt for none.
    std::optional<std::size_t> at(std::size_t line) const;

  private:
    /// What the modules were found in.
    struct Source {
        std::uint64_t revision = 0;
        const void* text = nullptr;
        bool is_code = false;

        friend bool operator==(const Source&, const Source&) = default;
    };

    static Source source_of(std::uint64_t revision, const CodeLines& lines) {
        return {revision, lines.text()->data(), lines.is_code()};
    }

    std::vector<std::uint32_t> nodes_;  ///< by line: an index and 1; 0 for none
    Source source_;
};

}  // namespace paramscope::app
