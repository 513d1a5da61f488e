#include "app/compare/compare_dialog.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/compare/compare_cards.h"
#include "app/compare/compare_causes.h"
#include "app/dialogs/dialog.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

/// True where both are the same model with the same settings of its numbers.
bool is_same_model(const Document& a, const Document& b) {
    return *a.text == *b.text && a.build == b.build && a.overrides == b.overrides && a.input == b.input;
}

constexpr float kSmallHeight = 170;  // units: a lower window has no room for parts that scroll by themselves
constexpr Word kViews[] = {"causes", "tab_modules", "tensors"};
constexpr Word kMeasures[] = {"parameters", "macs", "flops", "bytes"};  // as CauseMeasure
constexpr Word kSubjects[] = {"parameters", "macs", "flops"};

/// The module that a prefix of tensor names ("model.") belongs to.
std::uint32_t root_of(const Report& report, std::string_view prefix) {
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    return report.find(prefix).value_or(0);
}

/// A part of the dialog that scrolls by itself; in a small window, as high as what it holds, it does not.
class Scrolled {
  public:
    Scrolled(const char* id, bool is_small) : is_child_(!is_small) {
        if (is_child_) begin_plain_child(id, {0, 0});
    }
    ~Scrolled() {
        if (is_child_) ImGui::EndChild();
    }
    Scrolled(const Scrolled&) = delete;
    Scrolled& operator=(const Scrolled&) = delete;

  private:
    bool is_child_;
};

}  // namespace

void CompareDialog::open_other(const Context& context, const Document& document) {
    is_before_ = false;
    is_variant_ = *document.text == *context.workspace.document().text;
    other_.emplace();
    other_->open(document);
    other_revision_.reset();
    settings_.reset(is_variant_ && breakpoint() != Breakpoint::Narrow);
}

void CompareDialog::draw(Context& context) {
    const bool opens = context.takes(DialogKind::Compare);
    take_other(context, opens);
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const Dialog dialog("compare", word("compare"), {unit(300), window.y - unit(16)}, opens);
    context.is_comparing = dialog.is_open();
    if (!dialog.is_open()) return;
    is_small_ = breakpoint() == Breakpoint::Narrow || window.y < unit(kSmallHeight);
    if (other_) return draw_comparison(context);
    take_choice(context, draw_model_chooser(context.workspace.document(), context.recent.models()));
    wants_focus_ = other_.has_value();
}

void CompareDialog::take_other(Context& context, bool opens) {
    if (context.other) {
        open_other(context, *std::exchange(context.other, std::nullopt));
    } else if (opens && context.wants_before) {
        Document before = context.workspace.document();
        before.overrides.clear();
        open_other(context, before);
        is_before_ = true;
        view_ = 0;
    } else if (opens) {
        // A model is not compared with itself.
        if (other_ && is_same_model(other_->document(), context.workspace.document())) other_.reset();
        if (!other_ && !context.recent.models().empty())
            open_other(context, context.recent.models().front().document);
    }
    context.wants_before = false;
}

void CompareDialog::take_choice(Context& context, const ModelChoice& choice) {
    if (choice.model) open_other(context, *choice.model);
    if (!choice.swaps) return;
    const Document present = context.workspace.document();
    context.workspace.open(other_->document());
    context.workspace.update();
    open_other(context, present);
}

void CompareDialog::update(const Context& context) {
    other_->update();
    if (revision_ == context.workspace.revision() && other_revision_ == other_->revision()) return;
    revision_ = context.workspace.revision();
    other_revision_ = other_->revision();
    const Report& a = context.workspace.report();
    const Report& b = other_->report();
    const TensorComparison tensors = compare_tensors(a, b);
    same_tensors_ = tensors.same;
    other_tensors_ = tensors.differences.size();
    tensors_ = tensor_rows(tensors);
    std::vector<ModulePair> rows =
        compare_modules(a, b, root_of(a, tensors.left_prefix), root_of(b, tensors.right_prefix));
    causes_ = is_before_ ? find_causes(b, a, compare_modules(b, a)) : find_causes(a, b, rows);
    tree_.take(a, b, std::move(rows));
}

void CompareDialog::draw_comparison(Context& context) {
    update(context);
    draw_cards(context);
    update(context);  // another model may be chosen there
    if (const auto entered = settings_.draw(context.workspace.report(), other_->report(), !is_small_))
        other_->set_override(entered->name, entered->value);
    ImGui::Dummy({0, unit(1)});
    choice("compare", kViews, &view_);
    const bool is_narrow = breakpoint() == Breakpoint::Narrow;
    if (!is_narrow) ImGui::SameLine(0, unit(4));
    toggle("exact_comparison", &is_exact_);
    if (view_ == 0) return draw_waterfall_of_causes(context);
    if (view_ == 1) return draw_modules();
    draw_tensors();
}

void CompareDialog::draw_cards(Context& context) {
    ModelChoice chosen;
    const Document& present = context.workspace.document();
    const ComparedCard a{context.workspace.report(), [&](float width) {
                             clipped_text(translate_title(context.workspace.report_name()), width,
                                          palette().text);
                         }};
    const ComparedCard b{other_->report(), [&](float width) {
                             if (std::exchange(wants_focus_, false)) ImGui::SetKeyboardFocusHere();
                             chosen =
                                 draw_model_menu(present, other_->document(), context.recent.models(), width);
                         }};
    draw_compare_cards(a, b, is_exact_);
    take_choice(context, chosen);
}

bool CompareDialog::draw_equality() const {
    if (!tree_.is_equal()) return false;
    wrapped_text(word(is_variant_ ? Word("change_numbers_of_b") : Word("no_differences")), palette().muted);
    return true;
}

/// Draws the waterfall from the total of one model to that of the other.
void CompareDialog::draw_waterfall_of_causes(const Context& context) {
    choice("quantity", kMeasures, &measure_);
    const Report& left = is_before_ ? other_->report() : context.workspace.report();
    const Report& right = is_before_ ? context.workspace.report() : other_->report();
    const Waterfall waterfall =
        waterfall_of(left, right, causes_, static_cast<CauseMeasure>(measure_), translate_message);
    if (waterfall.bars.empty()) {
        if (!draw_equality()) wrapped_text(word("no_causes"), palette().muted);
        return;
    }
    const auto name = [](Word side, const Document& document) {
        return concat(word(side), "  ", translate_title(document.name));
    };
    const Scrolled scrolled("waterfall", is_small_);
    if (is_before_)
        return draw_causes(waterfall, std::string(word("before")), std::string(word("now")), is_exact_);
    draw_causes(waterfall, name("model_a", context.workspace.document()), name("model_b", other_->document()),
                is_exact_);
}

void CompareDialog::draw_tensors() const {
    text(word("tensors_same",
              {{"same", std::to_string(same_tensors_)}, {"different", std::to_string(other_tensors_)}}),
         palette().muted);
    const Scrolled scrolled("tensors", is_small_);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(tensors_.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const DifferenceRow& row = tensors_[static_cast<std::size_t>(i)];
            const std::string times = row.count > 1 ? concat(row.count, " × ") : "";
            clipped_text(concat(times, row.path, ": ", row.left, " → ", row.right),
                         ImGui::GetContentRegionAvail().x, palette().text);
        }
    }
}

void CompareDialog::draw_modules() {
    measure_ = std::min(measure_, static_cast<int>(std::size(kSubjects)) - 1);
    choice("quantity", kSubjects, &measure_);
    draw_equality();
    tree_.draw(measure_, !is_small_);
}

}  // namespace paramscope::app
