#include "app/inspector/attributes_section.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"

#include <algorithm>

#include "base/ranges.h"
#include "count/report/place.h"
#include "layers/arguments.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::app {
namespace {

/// True for a module of the text itself, as opposed to one built from the catalogue's templates.
bool is_within(const Module& tree, const Module* module) {
    return &tree == module ||
           any_of(tree.children, [module](const Module& child) { return is_within(child, module); });
}

/// The name of an argument; a positional one is named by the type's signature.
std::string name_of(const Module& module, const Argument& argument, std::size_t index) {
    if (!argument.name.empty()) return argument.name.str();
    const FoundLayer layer = find_layer(module);
    if (layer.signature == nullptr || index >= layer.signature->size()) return std::to_string(index + 1);
    return std::string(parameter_name((*layer.signature)[index]));
}

}  // namespace

void AttributesSection::update(const Workspace& workspace) {
    if (revision_ == workspace.revision() && node_ == workspace.selected()) return;
    revision_ = workspace.revision();
    node_ = workspace.selected();
    field_ = {};
    attributes_.clear();
    const Report& report = workspace.report();
    const NodeReport& row = report.nodes[node_];
    const Module* module = row.module;
    if (module == nullptr || report.model == nullptr) return;
    const std::string& source = workspace.model_text();
    const bool is_written = is_within(report.model->root, module);
    const SharedList<Argument> arguments = module->arguments.list();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Value& value = arguments[i].value;
        const Span span = place_in_text(row, value.span);
        Attribute attribute{name_of(*module, arguments[i], i), to_string(value), span, false};
        if (is_written && span.begin < span.end && span.end <= source.size()) {
            attribute.is_in_text = true;
            attribute.value = slice(source, span);
        }
        attributes_.push_back(std::move(attribute));
    }
}

void AttributesSection::draw(Context& context) {
    update(context.workspace);
    if (attributes_.empty()) return;
    section(word("attributes"));
    float left = 0;
    {
        const WithType type(Type::Code);
        for (const Attribute& attribute : attributes_) left = std::max(left, text_width(attribute.name));
    }
    left = std::min(left + unit(3), ImGui::GetContentRegionAvail().x * 0.6f);
    for (std::size_t i = 0; i < attributes_.size(); ++i) draw_attribute(context, i, left);
}

void AttributesSection::draw_attribute(Context& context, std::size_t index, float left) {
    const Attribute& attribute = attributes_[index];
    const WithType type(Type::Code);
    const float start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    clipped_text(attribute.name, left - unit(2), palette().muted);
    ImGui::SameLine(start + left);
    // Spans are invalid while the text has errors, and those of a source's model text are none of the source.
    if (!attribute.is_in_text || context.workspace.is_stale() || context.workspace.is_source()) {
        return clipped_text(attribute.value, ImGui::GetContentRegionAvail().x, palette().text);
    }
    ImGui::PushID(static_cast<int>(index));
    std::string shown = field_.shown("##value", attribute.value);
    const bool committed = field_.draw("##value", attribute.name, &shown, -FLT_MIN);
    ImGui::PopID();
    if (committed && shown != attribute.value && !shown.empty()) {
        context.workspace.replace_text(attribute.span, shown);
    }
}

}  // namespace paramscope::app
