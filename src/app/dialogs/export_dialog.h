// The export dialog: the report in a chosen format, to preview, copy or save.
#pragma once

#include <cstdint>
#include <string>

#include "app/panel/context.h"

namespace paramscope::app {

/// The derivation with pictures in the language of the interface: what a browser prints.
std::string page_to_print(const Workspace& workspace);

/// Saves the badge of the present model's parameters and copies the line of Markdown that shows it.
void save_badge(Context& context);

class ExportDialog {
  public:
    /// Draws the dialog while it is open; Context::wanted opens it.
    void draw(Context& context);

  private:
    void update(const Context& context);
    void draw_choices();
    void draw_preview() const;
    void draw_lines() const;
    void draw_actions(Context& context);

    int format_ = 0;
    int language_ = 0;  ///< language of a derivation
    std::string text_;
    std::uint64_t revision_ = 0;
    int written_format_ = -1;
    int written_language_ = -1;
};

}  // namespace paramscope::app
