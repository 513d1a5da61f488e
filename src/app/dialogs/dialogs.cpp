// All dialogs: none is open when the program begins.
#include "app/dialogs/compare_dialog.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/gallery.h"
#include "app/dialogs/help.h"
#include "app/shell/later_view.h"

namespace paramscope::app {
namespace {

class Dialogs final : public View {
  public:
    void draw(Context& context) override {
        gallery_.draw(context);
        export_.draw(context);
        compare_.draw(context);
        draw_help(context);
    }

  private:
    Gallery gallery_;
    ExportDialog export_;
    CompareDialog compare_;
};

}  // namespace

std::unique_ptr<View> make_dialogs() {
    return std::make_unique<Dialogs>();
}

}  // namespace paramscope::app
