// The sheet that a first visitor sees: what this is, a place to paste, models to try, and what can be asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/panel/context.h"

namespace paramscope::app {

class FirstVisit {
  public:
    /// Shows the sheet while the present model is the one that is open, unless a model was opened or the
    /// sheet closed on this device before.
    void begin(const Workspace& workspace);
    /// Draws the sheet, where it is shown; what is chosen or typed in it is opened.
    void draw(Context& context);

  private:
    void end();
    void draw_contents(Context& context, bool is_new);
    void draw_field(bool is_new);
    bool draw_text(const ImVec2& size);
    bool is_written() const;
    void open_text();
    void draw_models(Context& context);
    void draw_questions(Context& context);

    std::optional<std::uint64_t> generation_;  ///< of the model that the sheet is shown with
    bool is_new_ = false;                      ///< it is to be opened in this frame
    std::string text_;                         ///< in the field
    double counts_at_ = 0;                     ///< when a pause in typing ends; 0: nobody types
};

}  // namespace paramscope::app
