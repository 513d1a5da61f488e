// The inspector: a module's derivation, arguments, work, tensors, shapes and inferred facts; also the tabs of
// conventions and memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/conventions/conventions_view.h"
#include "app/inspector/attributes_section.h"
#include "app/inspector/memory_view.h"
#include "app/inspector/operations_section.h"
#include "app/panel/context.h"
#include "app/panel/term_colours.h"
#include "count/explain/explain.h"

namespace paramscope::app {

class InspectorPanel {
  public:
    /// Tabs, and the view they choose.
    void draw(Context& context);
    /// Draws one view without the tabs.
    void draw_view(Context& context, InspectorView view);
    /// Chooses a tab.
    void show(InspectorView view);

  private:
    void update(const Workspace& workspace);
    void draw_module(Context& context);
    void draw_derivation(Context& context);
    void draw_total(Context& context);
    void draw_approximation() const;
    void draw_copy_buttons(Context& context) const;

    int view_ = 0;     ///< an InspectorView
    int subject_ = 0;  ///< a Subject
    std::uint64_t revision_ = 0;
    std::size_t node_ = SIZE_MAX;
    int explained_subject_ = -1;
    std::optional<Explanation> explanation_;
    TermColours terms_;  ///< where the terms of the formula come from
    AttributesSection attributes_;
    OperationsSection operations_;
    ConventionsView tools_;
    MemoryView memory_;
};

}  // namespace paramscope::app
