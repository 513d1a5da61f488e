#include "app/dialogs/export_dialog.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/dialogs/file_names.h"
#include "app/document/memory_fields.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "formats/derivation/derivation.h"
#include "formats/sections.h"
#include "formats/support/numbers.h"
#include "formats/writers.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

// The preview shows only the beginning of the report.
constexpr std::size_t kMostLines = 400;
constexpr std::size_t kWidestLine = 600;

std::string write_derivation(const Report& report, const WriteOptions& options) {
    return derivation_formats()[0].write(report, options);
}

std::string write_latex_derivation(const Report& report, const WriteOptions& options) {
    return derivation_formats()[1].write(report, options);
}

struct Format {
    Word name;
    ReportWriter write;
    std::string_view ending;
    std::string_view type;
    bool speaks = false;  ///< the format contains sentences in a language
};

constexpr Format kFormats[] = {
    {"format_derivation", write_derivation, ".md", "text/markdown", true},
    {"format_derivation_latex", write_latex_derivation, ".tex", "application/x-tex", true},
    {"format_derivation_html", write_derivation_page, ".html", "text/html", true},
    {"format_card", write_card, ".svg", "image/svg+xml", true},
    {"format_badge", write_badge, ".svg", "image/svg+xml", true},
    {"format_markdown", write_markdown_report, ".md", "text/markdown"},
    {"format_latex", write_latex_report, ".tex", "application/x-tex"},
    {"format_csv", write_csv_report, ".csv", "text/csv"},
    {"format_json", write_json_report, ".json", "application/json"},
    {"format_model", write_model_report, ".txt", "text/plain"},
};

/// True for formats of more than the report: the text, and pictures of what flows where.
bool needs_model(const Format& format) {
    return format.write == write_model_report || format.write == write_derivation_page;
}

/// Removes the escapes, `**` and backquotes from a line of Markdown.
std::string without_marks(std::string_view line) {
    std::string shown;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool is_bold = line.substr(i, 2) == "**";
        if (line[i] == '\\' && i + 1 < line.size()) {
            shown += line[++i];
        } else if (is_bold) {
            ++i;
        } else if (line[i] != '`') {
            shown += line[i];
        }
    }
    return shown;
}

/// Draws a line of a derivation in Markdown.
void draw_sentence(std::string_view line) {
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level == 0) return text(without_marks(line));
    const WithType type(Type::Label);
    line.remove_prefix(std::min(level + 1, line.size()));
    text(without_marks(line));
}

constexpr Word kLanguageWords[] = {"english", "chinese"};

const Format& format_of(int index) {
    return kFormats[static_cast<std::size_t>(index)];
}

/// Options of a text in the language of the interface.
WriteOptions spoken_options() {
    WriteOptions options;
    options.language = static_cast<paramscope::Language>(language());
    return options;
}

}  // namespace

std::string page_to_print(const Workspace& workspace) {
    WriteOptions options = spoken_options();
    const std::shared_ptr<const Model> model = workspace.whole_model();
    options.model = model.get();
    return write_derivation_page(workspace.report(), options);
}

void save_badge(Context& context) {
    const Report& report = context.workspace.report();
    const NodeReport* root = report.root();
    if (root == nullptr) return;
    const std::string name = file_name(context.workspace.report_name(), "badge", ".svg");
    platform::save_file(name, write_badge(report, spoken_options()), "image/svg+xml");
    const Quantity& number = root->facts->parameters;
    const std::string count = number.is_unknown() ? "?" : short_count(*number.value);
    platform::copy_text(concat("![", word("unit_parameters", {{"count", count}}), "](", name, ")"));
    context.notice.show(word("badge_saved", {{"name", name}}));
}

void ExportDialog::draw(Context& context) {
    const bool opens = context.takes(DialogKind::Export);
    if (opens) {
        language_ = static_cast<int>(language());
        revision_ = 0;  // what the tab Memory shows may have changed
    }
    const Dialog dialog("export", word("export"), {unit(220), unit(170)}, opens);
    if (!dialog.is_open()) return;
    draw_choices();
    update(context);
    draw_preview();
    draw_actions(context);
}

void ExportDialog::update(const Context& context) {
    const bool same = revision_ == context.workspace.revision() && written_format_ == format_ &&
                      written_language_ == language_;
    if (same) return;
    revision_ = context.workspace.revision();
    written_format_ = format_;
    written_language_ = language_;
    WriteOptions options;
    options.source_text = *context.workspace.document().text;
    options.language = static_cast<paramscope::Language>(language_);
    std::shared_ptr<const Model> model;
    if (needs_model(format_of(format_))) {
        model = context.workspace.whole_model();
        options.model = model.get();
        if (model == nullptr) return text_.clear();  // the text of the report has changed
    }
    const Report& report = context.workspace.report();
    const bool is_decode = report.mode == Mode::Decode;
    const Document& document = context.workspace.document();
    const MemoryOptions counted = that_count(document.memory);
    const MemoryPlan plan = plan_memory(report, counted);
    const ReportSection memory = memory_section(plan, document.device ? &*document.device : nullptr);
    const ReportSection roofline = roofline_section(
        {counted, &device_of(document), is_decode ? nullptr : &report, is_decode ? &report : nullptr});
    const ReportSection* const sections[] = {&memory, &roofline};
    options.sections = sections;
    text_ = format_of(format_).write(report, options);
}

void ExportDialog::draw_choices() {
    if (menu_button("format", word(format_of(format_).name), unit(60))) ImGui::OpenPopup("formats");
    describe(Aria::Button, concat(word("format"), ": ", word(format_of(format_).name)));
    if (begin_menu("formats", word("format"))) {
        for (int i = 0; i < static_cast<int>(std::size(kFormats)); ++i) {
            if (menu_choice(word(format_of(i).name), i == format_)) format_ = i;
        }
        end_menu();
    }
    if (!format_of(format_).speaks) return;
    ImGui::SameLine(0, unit(3));
    choice("language_of_text", kLanguageWords, &language_);
}

void ExportDialog::draw_lines() const {
    const WithType type(Type::Code);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    std::string_view rest = text_;
    std::size_t lines = 0;
    for (; !rest.empty() && lines < kMostLines; ++lines) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, std::min(end, kWidestLine));
        if (format_of(format_).write == write_derivation) {
            draw_sentence(line);
        } else {
            text(line);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!rest.empty()) {
        const auto more = static_cast<Integer>(std::count(rest.begin(), rest.end(), '\n'));
        text(word("more_lines", {{"count", with_thousands(more)}}), palette().muted);
    }
    ImGui::PopStyleVar();
}

void ExportDialog::draw_preview() const {
    const float below = control_height() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, palette().field);
    ImGui::BeginChild("preview", {0, ImGui::GetContentRegionAvail().y - below}, ImGuiChildFlags_Borders,
                      ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PopStyleColor();
    draw_lines();
    ImGui::EndChild();
}

void ExportDialog::draw_actions(Context& context) {
    const Format& format = format_of(format_);
    const float width = button_width(word("copy")) + unit(2) + button_width(word("save_file"));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
    if (button(word("copy"))) copy(context, text_, word(format.name));
    ImGui::SameLine(0, unit(2));
    if (button(word("save_file"), ButtonKind::Primary)) {
        if (format.write == write_badge) return save_badge(context);
        platform::save_file(file_name(context.workspace.report_name(), "", format.ending), text_,
                            format.type);
    }
}

}  // namespace paramscope::app
