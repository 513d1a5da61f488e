// The block diagram as an SVG picture that suits light and dark pages.
#include "count/record_flow.h"
#include "formats/picture_words.h"
#include "formats/pictures/diagram/diagram_picture.h"
#include "formats/pictures/svg.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr Colour kFrameColour = 0x18808080;
constexpr Colour kLine = 0x80808080;

/// Those that are named, those down to a depth, or the usual ones.
std::set<std::uint32_t> opened_modules(const Report& report, const ModuleDiagrams& diagrams,
                                       const WriteOptions& options) {
    std::set<std::uint32_t> opened;
    if (options.opened) {
        for (const std::string& path : *options.opened) {
            if (const auto module = report.find(path)) opened.insert(*module);
        }
        return opened;
    }
    if (options.depth == WriteOptions().depth) return usually_opened(report, diagrams);
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        if (report.nodes[i].depth < options.depth) opened.insert(i);
    }
    return opened;
}

}  // namespace

std::string write_diagram(const Report& report, const WriteOptions& options) {
    const Model* const model = options.model != nullptr ? options.model : report.model.get();
    const ModuleDiagrams diagrams = model != nullptr ? record_flow(report, *model) : FlowGraphs();
    DiagramOptions layout;
    layout.opened = opened_modules(report, diagrams, options);
    layout.text_width = usual_width;
    layout.words = diagram_words(options.language);
    const Diagram diagram = lay_out_diagram(report, diagrams, layout);
    const Parts parts(report);
    DiagramStyle style{file_style()};
    style.parts = &parts;
    style.arrow = style.text;
    style.frame = style.ground = kFrameColour;
    style.line = kLine;
    Svg svg(diagram.width, diagram.height, style.text_size, 0);
    draw_diagram(report, diagram, style, svg);
    for (const DiagramBox& box : diagram.boxes) {
        if (!box.can_open || box.module() == 0) continue;
        const float heading = box.is_open ? style.text_size * 2 : box.box.h;
        svg.place({box.box.x, box.box.y, box.box.w, heading}, report.path(box.module()), box.is_open);
    }
    return svg.finished();
}

}  // namespace paramscope
