#include "app/dialogs/compare_dialog.h"

#include <imgui_internal.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/document/open_preset.h"
#include "app/ui/icons.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/explain/subject.h"
#include "formats/support/numbers.h"
#include "platform/platform.h"
#include "presets/presets.h"

namespace paramscope::app {
namespace {

constexpr const char* kMenu = "models for B";
constexpr int kColumns = 5;
constexpr std::size_t kMostSettings = 200;
constexpr float kSmallHeight = 170;  // units: a lower window has no room for parts that scroll by themselves
constexpr Word kViews[] = {"causes", "tab_modules", "tensors"};
constexpr Word kCauseWords[] = {"parameters", "macs", "flops", "bytes"};  // as CauseMeasure
constexpr Word kSubjects[] = {"parameters", "macs", "flops"};

const NodeReport* node_of(const Report& report, std::uint32_t node) {
    return node < report.nodes.size() ? &report.nodes[node] : nullptr;
}

/// Formats a quantity where the space is too small for all digits.
using Shorten = std::string (*)(Integer);

std::string short_macs(Integer value) {
    return short_work(value, "");
}

constexpr Shorten kShort[] = {short_count, short_macs, short_macs, short_bytes};  // in the order of kSubjects

std::string number(Integer value, Shorten shorten) {
    return breakpoint() != Breakpoint::Narrow ? with_thousands(value) : shorten(value);
}

std::string amount(const Quantity& quantity, Shorten shorten) {
    if (quantity.is_unknown()) return "?";
    return concat(sign_of(quantity.basis), number(*quantity.value, shorten));
}

/// "+1,234", "−5", "=" for equal quantities.
std::string difference(const Quantity& a, const Quantity& b, Shorten shorten) {
    if (!a.value || !b.value) return "";
    const std::optional<Integer> change = checked_subtract(*b.value, *a.value);
    if (!change) return "";
    if (*change == 0) return "=";
    return *change > 0 ? concat("+", number(*change, shorten)) : concat("−", number(-*change, shorten));
}

/// "1.50 ×"; "" when the ratio is undefined.
std::string ratio_text(const Quantity& a, const Quantity& b) {
    const double value = ratio(a, b);
    if (!(value > 0)) return "";
    // At most three significant digits.
    const auto hundredths = static_cast<Integer>(std::min(value * 100, 1e30) + 0.5);
    if (value >= 100) return concat(with_thousands(static_cast<Integer>(std::min(value, 1e30) + 0.5)), " ×");
    if (hundredths == 0) return "<0.01 ×";
    const std::string digits = to_string(hundredths + 1000);
    const std::string whole = to_string(hundredths / 100);
    return concat(whole, ".", digits.substr(digits.size() - 2), " ×");
}

void cell(int column, std::string_view words, ImU32 colour) {
    if (ImGui::TableSetColumnIndex(column)) right_aligned_text(words, colour);
}

void compared_cells(const Quantity& a, const Quantity& b, Shorten shorten) {
    const std::string change = difference(a, b, shorten);
    const ImU32 ink = change == "=" ? palette().muted : palette().text;
    cell(1, amount(a, shorten), palette().text);
    cell(2, amount(b, shorten), palette().text);
    cell(3, change, ink);
    // The narrow layout has no column for the difference.
    cell(4,
         change != "="                        ? ratio_text(a, b)
         : breakpoint() == Breakpoint::Narrow ? change
                                              : "",
         palette().muted);
}

/// Begins a table that scrolls by itself; of height 0 it is as high as its rows.
bool begin_table(const char* id, Word first, float height) {
    constexpr ImGuiTableFlags kCommon = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings |
                                        ImGuiTableFlags_PadOuterX | ImGuiTableFlags_Resizable |
                                        ImGuiTableFlags_NoBordersInBody;
    const ImGuiTableFlags flags = kCommon | (height > 0 ? ImGuiTableFlags_ScrollY : 0);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {unit(1.5f), unit(1)});
    const bool open = ImGui::BeginTable(id, kColumns, flags, {0, height});
    ImGui::PopStyleColor();
    if (!open) {
        ImGui::PopStyleVar();
        return false;
    }
    constexpr Word kHeads[] = {"module", "model_a", "model_b", "difference", "ratio"};
    ImGui::TableSetupScrollFreeze(0, 1);
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    for (int i = 0; i < kColumns; ++i) {
        const float share = i == 0 ? (narrow ? 1.6f : 2.2f) : i == 4 ? (narrow ? 1.0f : 0.7f) : 1.2f;
        const bool shown = !narrow || i != 3;
        const ImGuiTableColumnFlags hidden = shown ? 0 : ImGuiTableColumnFlags_Disabled;
        ImGui::TableSetupColumn(word(kHeads[i]).data(), ImGuiTableColumnFlags_WidthStretch | hidden, share);
    }
    const WithType type(Type::Small);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableSetColumnIndex(0);
    text(word(first), palette().muted);
    for (int i = 1; i < kColumns; ++i) cell(i, word(kHeads[i]), palette().muted);
    return true;
}

void end_table() {
    ImGui::EndTable();
    ImGui::PopStyleVar();
}

/// "32 × LlamaDecoderLayer"; with another count in B "32 → 40 × ...".
std::string type_text(const NodeReport& shown, const NodeReport* a, const NodeReport* b) {
    const auto count = [](const NodeReport* node) {
        return node == nullptr || !node->facts->repeat().value ? std::string("?")
                                                               : with_thousands(*node->facts->repeat().value);
    };
    const std::string left = count(a != nullptr ? a : b);
    const std::string right = count(b != nullptr ? b : a);
    std::string words = std::string(shown.type);
    if (left != right) {
        words = concat(left, " → ", right, " × ", words);
    } else if (left != "1") {
        words = concat(left, " × ", words);
    }
    if (a != nullptr && b != nullptr && a->type != b->type) words += concat(" → ", b->type);
    return words;
}

/// The module that a prefix of tensor names ("model.") belongs to.
std::uint32_t root_of(const Report& report, std::string_view prefix) {
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    return report.find(prefix).value_or(0);
}

/// A row of a waterfall for a screen reader.
std::string in_words(const Waterfall& waterfall, std::size_t i, const WaterfallStyle& style) {
    const WaterfallBar& bar = waterfall.bars[i];
    const bool is_end = i + 1 == waterfall.bars.size();
    const std::string title = i == 0 ? style.left : is_end ? style.right : style.render(bar.title);
    return concat(title, ": ", bar.amount, bar.detail.empty() ? "" : "; ", bar.detail);
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

/// The number in a field, nullopt when the text is not a number.
std::optional<Rational> read_number(std::string_view words) {
    const Result<Polynomial> value = parse_expression(words);
    return value ? value->constant() : std::nullopt;
}

}  // namespace

void CompareDialog::open_other(const Document& document) {
    is_before_ = false;
    other_.emplace();
    other_->open(document);
    other_revision_.reset();
    settings_ = {};
}

void CompareDialog::draw(Context& context) {
    const bool opens = context.takes(DialogKind::Compare);
    take_other(context, opens);
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const Dialog dialog("compare", word("compare"), {unit(300), window.y - unit(16)}, opens);
    context.is_comparing = dialog.is_open();
    if (!dialog.is_open()) return;
    is_small_ = breakpoint() == Breakpoint::Narrow || window.y < unit(kSmallHeight);
    draw_choice_of_b(context);
    update(context);
    draw_totals(context);
    draw_settings(context);
    ImGui::Dummy({0, unit(1)});
    choice("compare", kViews, &view_);
    if (breakpoint() != Breakpoint::Narrow) ImGui::SameLine(0, unit(4));
    if (view_ == 2) return draw_tensors();
    if (view_ == 0) return draw_causes(context);
    draw_tree(context);
}

/// Takes the model that was opened to be compared with, or the present one without its moved sliders.
void CompareDialog::take_other(Context& context, bool opens) {
    if (context.other) {
        open_other(*std::exchange(context.other, std::nullopt));
    } else if (opens && context.wants_before) {
        Document before = context.workspace.document();
        before.overrides.clear();
        open_other(before);
        is_before_ = true;
        view_ = 0;
    } else if (opens && !other_) {
        open_other(context.workspace.document());
    }
    context.wants_before = false;
}

void CompareDialog::update(const Context& context) {
    other_->update();
    if (revision_ == context.workspace.revision() && other_revision_ == other_->revision()) return;
    revision_ = context.workspace.revision();
    other_revision_ = other_->revision();
    const Report& report = context.workspace.report();
    const TensorComparison tensors = compare_tensors(report, other_->report());
    same_tensors_ = tensors.same;
    other_tensors_ = tensors.differences.size();
    tensors_ = tensor_rows(tensors);
    rows_ = compare_modules(report, other_->report(), root_of(report, tensors.left_prefix),
                            root_of(other_->report(), tensors.right_prefix));
    if (is_before_) {
        causes_ = find_causes(other_->report(), report, compare_modules(other_->report(), report));
    } else {
        causes_ = find_causes(report, other_->report(), rows_);
    }
    list_rows();
}

void CompareDialog::list_rows() {
    shown_.clear();
    // A module that differs is shown with all its ancestors.
    std::vector<bool> holds_difference(rows_.size(), false);
    std::vector<std::uint32_t> around;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        while (!around.empty() && rows_[around.back()].end <= row) around.pop_back();
        around.push_back(row);
        if (!rows_[row].differs) continue;
        for (auto at = around.rbegin(); at != around.rend() && !holds_difference[*at]; ++at)
            holds_difference[*at] = true;
    }
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        if (!only_differences_ || holds_difference[row]) shown_.push_back(row);
    }
}

void CompareDialog::draw_choice_of_b(Context& context) {
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    const float half = ImGui::GetContentRegionAvail().x * (narrow ? 1 : 0.5f) - unit(narrow ? 12 : 6);
    ImGui::AlignTextToFramePadding();
    text(word("model_a"), palette().accent);
    ImGui::SameLine(0, unit(2));
    clipped_text(translate_title(context.workspace.report_name()), half, palette().text);
    if (!narrow) ImGui::SameLine(half + unit(10));
    ImGui::AlignTextToFramePadding();
    text(word("model_b"), palette().accent);
    ImGui::SameLine(0, unit(2));
    if (menu_button("b", translate_title(other_->document().name), half)) ImGui::OpenPopup(kMenu);
    describe(Aria::Button, concat(word("compared_with"), ": ", translate_title(other_->document().name)));
    draw_menu_of_b(context);
}

void CompareDialog::draw_menu_of_b(Context& context) {
    if (!begin_menu(kMenu, word("compared_with"))) return;
    if (menu_item(word("keep_present"), Icon::Copy)) open_other(context.workspace.document());
    if (menu_item(word("swap_models"), Icon::Compare)) {
        const Document present = context.workspace.document();
        context.workspace.open(other_->document());
        context.workspace.update();
        open_other(present);
    }
    if (menu_item(word("open_other"), Icon::Export)) platform::pick_file();
    if (menu_item(word("paste_other"), Icon::Copy)) platform::paste_model();
    ImGui::Separator();
    for (const Preset& preset : presets()) {
        const std::string title(preset.title);
        if (!menu_choice(translate_title(title), other_->document().name == title)) continue;
        Document document;
        document.name = title;
        document.text = std::string(preset.text);
        open_other(document);
    }
    end_menu();
}

void CompareDialog::draw_totals(const Context& context) const {
    const NodeReport* a = context.workspace.report().root();
    const NodeReport* b = other_->report().root();
    if (a == nullptr || b == nullptr) return;
    if (!begin_table("totals", "quantity", 0)) return;
    const Integer none = 0;
    const auto line = [](Word name, const Quantity& left, const Quantity& right, Shorten shorten) {
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(0);
        text(word(name));
        compared_cells(left, right, shorten);
    };
    const auto bytes = [&](const Report& report) {
        return Quantity{none, report.bytes, report.root()->facts->parameters.basis};
    };
    line("parameters", a->facts->parameters, b->facts->parameters, kShort[0]);
    line("macs", a->facts->macs, b->facts->macs, kShort[1]);
    line("flops", a->facts->flops, b->facts->flops, kShort[2]);
    line("bytes", bytes(context.workspace.report()), bytes(other_->report()), kShort[3]);
    end_table();
}

void CompareDialog::draw_settings(const Context& context) {
    const std::vector<VariableReport>& variables = other_->report().variables;
    if (variables.empty()) return;
    const std::string title = concat(word("hyper_parameters"), " · ", word("model_b"));
    if (is_small_) {
        if (button(title, ButtonKind::Quiet)) shows_settings_ = !shows_settings_;
        describe(Aria::Button, title, {.expanded = tri(shows_settings_)});
        const ImVec2 end{ImGui::GetItemRectMax().x + unit(2),
                         (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2};
        chevron(end, unit(2.5f), shows_settings_, palette().muted);
        if (!shows_settings_) return;
    } else {
        section(title);
    }
    const std::size_t shown = std::min(variables.size(), kMostSettings);
    draw_setting_fields(context, shown);
    if (variables.size() > shown)
        caption(word("and_more", {{"count", std::to_string(variables.size() - shown)}}));
}

/// Places as many side by side as fit.
void CompareDialog::draw_setting_fields(const Context& context, std::size_t shown) {
    constexpr int kMostLines = 3;  // that are seen at once
    const float each = unit(52);
    const int across = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / each));
    const int lines = (static_cast<int>(shown) + across - 1) / across;
    const int seen = is_small_ ? lines : std::min(lines, kMostLines);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("settings", {0, ImGui::GetFrameHeightWithSpacing() * static_cast<float>(seen)});
    ImGui::PopStyleVar();
    for (std::size_t i = 0; i < shown; ++i) {
        const auto column = static_cast<float>(i % static_cast<std::size_t>(across));
        if (column > 0) ImGui::SameLine(column * each);
        ImGui::PushID(static_cast<int>(i));
        draw_setting(context, other_->report().variables[i]);
        ImGui::PopID();
    }
    ImGui::EndChild();
}

void CompareDialog::draw_setting(const Context& context, const VariableReport& variable) {
    const Rational value = variable.value.value_or(Rational());
    const std::optional<Rational> before = values_of(context.workspace.report())(variable.name);
    const bool differs = !before || !(*before == value);
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    clipped_text(variable.name, unit(20), differs ? palette().accent : palette().text);
    ImGui::SameLine(left + unit(22));
    std::string shown = settings_.shown("##setting", to_string(value));
    const bool entered =
        settings_.draw("##setting", concat(variable.name, ", B"), &shown, unit(24), !read_number(shown));
    if (const std::optional<Rational> wanted = entered ? read_number(shown) : std::nullopt) {
        if (!(*wanted == value)) other_->set_override(variable.name, *wanted);
    }
}

/// Draws the waterfall from the total of one model to that of the other.
void CompareDialog::draw_causes(const Context& context) {
    choice("quantity", kCauseWords, &subject_);
    const Report& left = is_before_ ? other_->report() : context.workspace.report();
    const Report& right = is_before_ ? context.workspace.report() : other_->report();
    const auto measure = static_cast<CauseMeasure>(subject_);
    const Waterfall waterfall = waterfall_of(left, right, causes_, measure, translate_message);
    if (waterfall.bars.empty())
        return wrapped_text(word(is_equal() ? Word("no_differences") : Word("no_causes")), palette().muted);
    const Scrolled scrolled("waterfall", is_small_);
    draw_rows(waterfall, context);
}

/// Draws the rows of a waterfall, and describes each.
void CompareDialog::draw_rows(const Waterfall& waterfall, const Context& context) const {
    const WithType type(Type::Small);
    const WaterfallStyle style = this->style(context);
    const float height = waterfall_row_height(style);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    {
        const Group list(Aria::ListBox, word("causes"));
        for (std::size_t i = 0; i < waterfall.bars.size(); ++i) {
            const ImVec2 low{corner.x, corner.y + height * static_cast<float>(i)};
            const ImVec2 high{low.x + style.width, low.y + height};
            if (ImGui::ItemAdd({low, high}, ImGui::GetID(static_cast<int>(i)), nullptr, ImGuiItemFlags_NoNav))
                describe(Aria::Option, in_words(waterfall, i, style));
        }
    }
    ScreenInk ink(corner);
    draw_waterfall(waterfall, style, 0, ink);
    ImGui::Dummy({style.width, height * static_cast<float>(waterfall.bars.size())});
}

WaterfallStyle CompareDialog::style(const Context& context) const {
    WaterfallStyle style{screen_style()};
    style.width = ImGui::GetContentRegionAvail().x - unit(2);
    style.total = palette().faint;
    style.more = family_colour("attention");
    style.less = family_colour("convolution");
    const auto name = [](Word side, const Document& document) {
        return concat(word(side), "  ", translate_title(document.name));
    };
    style.left = is_before_ ? std::string(word("before")) : name("model_a", context.workspace.document());
    style.right = is_before_ ? std::string(word("now")) : name("model_b", other_->document());
    style.render = translate_message;
    return style;
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

void CompareDialog::draw_tree(const Context& context) {
    subject_ = std::min(subject_, static_cast<int>(std::size(kSubjects)) - 1);
    choice("quantity", kSubjects, &subject_);
    if (breakpoint() != Breakpoint::Narrow) ImGui::SameLine(0, unit(4));
    if (toggle("only_differences", &only_differences_)) list_rows();
    if (is_equal()) {
        wrapped_text(word("no_differences"), palette().muted);
        if (only_differences_) return;
    }
    if (!begin_table("tree", "module", is_small_ ? 0 : ImGui::GetContentRegionAvail().y)) return;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown_.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            draw_row(context, rows_[shown_[static_cast<std::size_t>(i)]]);
        }
    }
    end_table();
}

bool CompareDialog::is_equal() const {
    return none_of(rows_, &ModulePair::differs);
}

void CompareDialog::draw_row(const Context& context, const ModulePair& row) const {
    const NodeReport* a = node_of(context.workspace.report(), row.left);
    const NodeReport* b = node_of(other_->report(), row.right);
    const NodeReport& shown = a != nullptr ? *a : *b;
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(3) * static_cast<float>(std::min(row.depth, 12u)));
    dot(family_colour(shown.facts->family));
    const std::string type = type_text(shown, a, b);
    const std::string words = shown.name.empty() ? type : concat(shown.name, "  ", type);
    const bool is_alone = a == nullptr || b == nullptr;
    clipped_text(words, ImGui::GetContentRegionAvail().x, is_alone ? palette().accent : palette().text);
    const Subject subject = static_cast<Subject>(subject_);
    const Shorten shorten = kShort[subject_];
    // A missing module counts as zero.
    const Quantity nothing{0, Integer{0}};
    if (is_alone) {
        const Quantity& only = quantity_of(shown, subject);
        cell(1, a != nullptr ? amount(only, shorten) : "–", a != nullptr ? palette().text : palette().faint);
        cell(2, b != nullptr ? amount(only, shorten) : "–", b != nullptr ? palette().text : palette().faint);
        cell(3, a != nullptr ? difference(only, nothing, shorten) : difference(nothing, only, shorten),
             palette().text);
        return;
    }
    compared_cells(quantity_of(*a, subject), quantity_of(*b, subject), shorten);
}

}  // namespace paramscope::app
