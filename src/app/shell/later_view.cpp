#include "app/shell/later_view.h"

namespace paramscope::app {

platform::LaterPart LaterView::draw(Context& context) {
    if (view_ == nullptr) {
        const platform::LaterPart part = platform::later_part();
        if (part != platform::LaterPart::Here) return part;
        view_ = make_();
    }
    view_->draw(context);
    return platform::LaterPart::Here;
}

}  // namespace paramscope::app
