// Parts of the interface that most visits do without: their code is of the later part (platform/later.h).
#pragma once

#include <memory>

#include "app/shell/context.h"
#include "platform/later.h"

namespace paramscope::app {

/// What draws: known here by this alone, so that nothing of it is compiled into its callers.
class View {
  public:
    virtual ~View() = default;
    virtual void draw(Context& context) = 0;
};

/// A view that is made when it is first drawn and its code has come.
class LaterView {
  public:
    using Make = std::unique_ptr<View> (*)();

    explicit LaterView(Make make) : make_(make) {}

    /// Draws the view, or asks for its code: says whether it was drawn (Here).
    platform::LaterPart draw(Context& context);

    /// True once it has been drawn.
    bool is_made() const { return view_ != nullptr; }

  private:
    Make make_;
    std::unique_ptr<View> view_;
};

std::unique_ptr<View> make_dialogs();           ///< opens what Context::wanted names (dialogs.cpp)
std::unique_ptr<View> make_share_offers();      ///< what the share menu holds (share_offers.cpp)
std::unique_ptr<View> make_conventions_view();  ///< why tools differ (conventions_view.cpp)
std::unique_ptr<View> make_memory_view();       ///< what memory it takes (memory_view.cpp)

}  // namespace paramscope::app
