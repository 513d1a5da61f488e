#include "app/dialogs/commands.h"

#include "algebra/print.h"
#include "app/ui/language.h"
#include "count/explain/named_formula.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

template <DialogKind kDialog>
void open_dialog(Context& context, Address&) {
    context.wanted = kDialog;
}

template <InspectorView kTab>
void show_tab(Context& context, Address&) {
    context.wanted_view = kTab;
}

template <bool kDark>
void show_theme(Context&, Address&) {
    platform::ask_dark(kDark);
}

template <platform::SitePage kPage>
void open_page(Context&, Address&) {
    platform::open_link(platform::site_page(kPage));
}

template <platform::SitePage kPage>
bool has_page() {
    return !platform::site_page(kPage).empty();
}

void copy_link(Context& context, Address& address) {
    address.save(context.workspace);
    platform::share(platform::Share::Link);
    context.notice.show(word("copied", {{"what", word("link")}}));
}

void copy_latex(Context& context, Address&) {
    const Report& report = context.workspace.report();
    if (report.root() == nullptr) return;
    const NodeReport& node = report.nodes[context.workspace.selected()];
    const NamedFormula named = named_formula(report, node.facts->parameters.formula);
    copy(context, print_factored(named.formula, Notation::Latex), word("latex"));
}

constexpr Command kCommands[] = {
    {"how_many_parameters", show_tab<InspectorView::Module>},
    {"will_it_run", show_tab<InspectorView::Memory>},
    {"why_tools_disagree", show_tab<InspectorView::Conventions>},
    {"compare_with", open_dialog<DialogKind::Compare>},
    {"export_as", open_dialog<DialogKind::Export>},
    {"copy_latex", copy_latex},
    {"copy_link", copy_link},
    {"open_file", [](Context&, Address&) { platform::pick_file(); }},
    {"paste", [](Context&, Address&) { platform::paste_model(); }},
    {"theme_dark", show_theme<true>},
    {"theme_light", show_theme<false>},
    {"theme_system", [](Context&, Address&) { platform::ask_dark(std::nullopt); }},
    {"other_language", [](Context&, Address&) { speak_other_language(); }, platform::has_languages},
    {"help_about", open_page<platform::SitePage::About>, has_page<platform::SitePage::About>},
    {"help_documents", open_page<platform::SitePage::Documents>, has_page<platform::SitePage::Documents>},
    {"help_source", open_page<platform::SitePage::Source>, has_page<platform::SitePage::Source>},
    {"help_problem", open_page<platform::SitePage::Problems>, has_page<platform::SitePage::Problems>},
    {"help", open_dialog<DialogKind::Help>},
};
constexpr std::size_t kHelpCommands = 5;  // the last ones

}  // namespace

std::span<const Command> commands() {
    return kCommands;
}

std::span<const Command> help_commands() {
    return commands().last(kHelpCommands);
}

}  // namespace paramscope::app
