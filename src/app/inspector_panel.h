// One module in full: the derivation of a number, the tensors, the shapes, and what was inferred.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/context.h"
#include "app/words.h"
#include "count/explain.h"

namespace paramscope::app {

class InspectorPanel {
  public:
    void draw(Context& context);

  private:
    /// A line of a derivation as it is shown.
    struct Line {
        std::string subject;
        std::string formula;
        std::string numbers;  ///< "" where it would repeat the formula or the result
        std::string result;
    };

    void update(const Workspace& workspace);
    static Line line_of(const ExplainedLine& explained);
    void draw_title(Context& context) const;
    void draw_subjects(Context& context);
    void draw_derivation(Context& context) const;
    void draw_line(const Line& line, bool is_total) const;
    void draw_approximation() const;
    void draw_copy_buttons(Context& context) const;
    void draw_tensors(const NodeReport& node) const;
    void draw_shapes(const NodeReport& node) const;
    void draw_notes(const Report& report, const NodeReport& node, std::string_view title) const;

    int subject_ = 0;  ///< a Subject
    std::uint64_t revision_ = 0;
    Language language_ = Language::English;
    std::size_t node_ = SIZE_MAX;
    int explained_subject_ = -1;
    std::optional<Explanation> explanation_;
    std::vector<Line> parts_;
    std::size_t parts_left_out_ = 0;
    Line total_;
    std::string approximation_;
    std::string approximation_note_;
};

}  // namespace paramscope::app
