#include "formats/pictures/diagram/diagram.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/print.h"
#include "base/concat.h"
#include "base/utf8.h"
#include "formats/support/numbers.h"
#include "formats/support/unicode.h"
#include "model/names.h"

namespace paramscope {
namespace {

constexpr float kLine = 1.5f;       // of the text's size, as all lengths here
constexpr float kPad = 0.75f;       // inside a box
constexpr float kFramePad = 1.25f;  // around the boxes of a frame
constexpr float kDown = 2.75f;      // between layers: room for a shape
constexpr float kRight = 2;         // the same; the length of a shape comes to it
constexpr float kAcross = 2;
constexpr float kWidest = 30;  // of a text
constexpr float kRow = 64;     // of boxes without arrows

/// The template with its hole, "{count}", filled.
std::string filled(std::string_view words, std::string_view hole, std::string_view value) {
    const std::size_t at = words.find(hole);
    if (at == std::string_view::npos) return std::string(words);
    return concat(words.substr(0, at), value, words.substr(at + hole.size()));
}

/// "1 × 64 × 56 × 56"; symbols where a size has no value; "" for what is unknown.
std::string shape_text(const Report& report, const Signal& signal) {
    if (!signal.is_tensor()) return "";
    const std::string words = join(signal.dims, " × ", [&](const Polynomial& size) {
        const OptionalInteger value = report.quantity(size).value;
        return value ? to_string(*value) : print(size, Notation::Unicode);
    });
    return words.empty() ? "()" : words;
}

std::string cost_words(double cost, Measure measure) {
    const auto whole = static_cast<Integer>(std::clamp(cost, 0.0, 1e36));
    if (measure == Measure::Parameters) return short_count(whole);
    return measure == Measure::Flops ? short_work(whole, "FLOPs") : short_bytes(whole);
}

/// A laid out frame: shapes from its upper left corner.
struct Piece {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramLine> lines;
    float width = 0, height = 0;
};

void move_by(Piece* piece, float x, float y) {
    for (DiagramBox& box : piece->boxes) box.box.x += x, box.box.y += y;
    for (DiagramLine& line : piece->lines) {
        for (Point& point : line.points) point.x += x, point.y += y;
    }
}

class DiagramMaker {
  public:
    DiagramMaker(const Report& report, const ModuleDiagrams& diagrams, const DiagramOptions& options)
        : report_(report),
          diagrams_(diagrams),
          options_(options),
          weights_(options.weights != nullptr
                       ? options.weights
                       : std::make_shared<const Weights>(weigh(report, options.measure))) {}

    Diagram run() {
        if (report_.root() == nullptr) return {};
        DiagramStep root;
        root.kind = DiagramStep::Kind::Module;
        root.modules = {0};
        root.copies = report_.root()->facts->repeat().value.value_or(1);
        Piece piece = module_piece(root, 0, true);
        move_by(&piece, unit(kPad), unit(kPad));
        return {std::move(piece.boxes), std::move(piece.lines), piece.width + unit(kPad * 2),
                piece.height + unit(kPad * 2), options_.direction};
    }

  private:
    float unit(float lengths) const { return std::round(lengths * options_.text_size); }
    float width_of(std::string_view words) const { return options_.text_width(words, options_.text_size); }

    /// Words that are no wider than kWidest; longer ones end with "…".
    std::string clipped(std::string_view words) const {
        std::string text = printable(words.substr(0, 400));
        while (text.size() > 1 && width_of(text) > unit(kWidest)) {
            text = valid_start(text, text.size() * 3 / 4);
            text += "…";
        }
        return text;
    }

    static std::string valid_start(std::string_view text, std::size_t length) {
        while (length > 0 && is_utf8_continuation(text[length])) --length;
        return std::string(text.substr(0, length));
    }

    std::string title_of(const DiagramStep& step, std::uint32_t frame) const {
        const DiagramWords& words = options_.words;
        using Kind = DiagramStep::Kind;
        if (step.kind == Kind::Input && step.name.empty()) return std::string(words.input);
        if (step.kind == Kind::Skip) return std::string(words.skip);
        if (step.kind == Kind::Output) return std::string(words.output);
        if (step.kind == Kind::More)
            return filled(words.more, "{count}", with_thousands(static_cast<Integer>(step.steps)));
        return step.kind == Kind::Module ? name_of(step, frame) : step.name;
    }

    std::string name_of(const DiagramStep& step, std::uint32_t frame) const {
        const NodeReport& row = report_.nodes[step.modules.front()];
        if (row.parent != frame || row.depth == 0) {
            const std::string around = report_.path(frame), path = report_.path(row);
            const std::size_t skipped = around.empty() ? 0 : around.size() + 1;
            return path.size() > skipped ? path.substr(skipped) : std::string();
        }
        if (step.modules.size() < 2) return std::string(row.name);
        return concat(row.name, " … ", report_.nodes[step.modules.back()].name);
    }

    std::string detail_of(const DiagramStep& step) const {
        if (step.kind != DiagramStep::Kind::Module) return "";
        std::string words(class_name(report_.nodes[step.modules.front()].type));
        if (step.copies > 1) words = concat(with_thousands(step.copies), " × ", words);
        if (!step.is_called) words += concat(" · ", options_.words.not_called);
        if (step.calls > 1) {
            const std::string call = filled(options_.words.call, "{call}", std::to_string(step.call));
            words += concat(" · ", filled(call, "{calls}", std::to_string(step.calls)));
        }
        return words;
    }

    DiagramBox box_of(const DiagramStep& step, std::uint32_t frame) const {
        DiagramBox box;
        box.step = step;
        box.frame = frame;
        box.title = clipped(title_of(step, frame));
        box.detail = clipped(detail_of(step));
        double cost = 0;
        for (const std::uint32_t module : step.modules) cost += weights_->of[module];
        if (box.step.modules.empty()) return box;
        if (weights_->of[0] > 0) box.share = std::min(cost / weights_->of[0], 1.0);
        box.cost = known_cost(box.module(), cost, box.share);
        if (box.is_module()) box.can_open = !report_.children(box.module()).empty();
        return box;
    }

    const Quantity& quantity_of(std::uint32_t module) const {
        const ModuleFacts& facts = *report_.nodes[module].facts;
        return options_.measure == Measure::Flops ? facts.flops : facts.parameters;
    }

    /// "131 M · 1.9%"; "≥ 131 M" where a part is unknown, "?" where all is, "" for nothing. A share is said
    /// only of a total that is complete.
    std::string known_cost(std::uint32_t module, double cost, double share) const {
        const Quantity& quantity = quantity_of(module);
        if (cost <= 0) return quantity.is_unknown() ? "?" : "";
        const std::string words = concat(sign_of(quantity.basis), cost_words(cost, options_.measure));
        return quantity_of(0).is_complete() ? concat(words, " · ", percent(share)) : words;
    }

    Piece module_piece(const DiagramStep& step, std::uint32_t frame, bool is_root) {
        DiagramBox box = box_of(step, frame);
        ++boxes_;
        if (box.can_open && (is_root || options_.opened.contains(box.module()))) {
            if (boxes_ <= kMostDiagramBoxes) return open_piece(std::move(box));
            box.detail = concat(box.detail, " · ", options_.words.too_many);
        }
        return closed_piece(std::move(box));
    }

    Piece closed_piece(DiagramBox box) const {
        const bool is_module = box.is_module();
        const std::string second = second_line(box);
        const float width = std::max(width_of(box.title), width_of(second)) + unit(kPad * 2);
        box.box = {0, 0, std::max(std::ceil(width), unit(is_module ? 10 : 3)),
                   unit(second.empty() ? kLine + 0.25f : kLine * 2 + kPad)};
        Piece piece;
        piece.width = box.box.w;
        piece.height = box.box.h;
        piece.boxes.push_back(std::move(box));
        return piece;
    }

    Piece open_piece(DiagramBox box) {
        const std::uint32_t module = box.module();
        const ModuleDiagram& diagram = diagrams_.of(report_, module);
        box.is_open = true;
        box.note = options_.words.no_arrows[static_cast<std::size_t>(diagram.flow)];
        const float heading = unit(kLine * (box.note.empty() ? 1 : 2) + kPad);
        Piece inside = inner_piece(diagram, module);
        const float words = width_of(heading_of(box)) + width_of(box.cost) + unit(3);
        const float width =
            std::max({inside.width + unit(kFramePad * 2), words, width_of(box.note) + unit(kPad * 2)});
        move_by(&inside, std::round((width - inside.width) / 2), heading + unit(kFramePad / 2));
        Piece piece;
        piece.width = std::ceil(width);
        piece.height = heading + inside.height + unit(kFramePad * 1.5f);
        box.box = {0, 0, piece.width, piece.height};
        piece.boxes.push_back(std::move(box));
        append(&piece, std::move(inside));
        return piece;
    }

    /// Adds shapes that are laid out already.
    static void append(Piece* piece, Piece added) {
        const auto shift = static_cast<std::uint32_t>(piece->boxes.size());
        for (DiagramLine& line : added.lines) line.from += shift, line.to += shift;
        std::move(added.boxes.begin(), added.boxes.end(), std::back_inserter(piece->boxes));
        std::move(added.lines.begin(), added.lines.end(), std::back_inserter(piece->lines));
    }

    /// Steps with arrows in layers, the others below them in rows.
    Piece inner_piece(const ModuleDiagram& diagram, std::uint32_t frame) {
        std::vector<bool> is_joined(diagram.steps.size());
        for (const DiagramArrow& arrow : diagram.arrows) is_joined[arrow.from] = is_joined[arrow.to] = true;
        std::vector<Piece> joined, loose;
        std::vector<std::uint32_t> places(diagram.steps.size());
        for (std::size_t i = 0; i < diagram.steps.size(); ++i) {
            std::vector<Piece>& pieces = is_joined[i] ? joined : loose;
            places[i] = static_cast<std::uint32_t>(pieces.size());
            pieces.push_back(module_or_step_piece(diagram.steps[i], frame));
        }
        Piece all = layered(diagram, places, std::move(joined));
        add_rows(&all, std::move(loose));
        return all;
    }

    Piece module_or_step_piece(const DiagramStep& step, std::uint32_t frame) {
        if (step.kind == DiagramStep::Kind::Module) return module_piece(step, frame, false);
        ++boxes_;
        return closed_piece(box_of(step, frame));
    }

    Piece layered(const ModuleDiagram& diagram, const std::vector<std::uint32_t>& places,
                  std::vector<Piece> pieces) const {
        const std::vector<std::string> shapes = shapes_of(diagram);
        std::vector<LayeredNode> nodes;
        for (const Piece& piece : pieces) nodes.push_back({piece.width, piece.height, 0});
        std::vector<LayeredEdge> edges;
        for (std::size_t i = 0; i < diagram.arrows.size(); ++i) {
            const DiagramArrow& arrow = diagram.arrows[i];
            edges.emplace_back(places[arrow.from], places[arrow.to]);
            float& label = nodes[places[arrow.from]].label;
            if (!shapes[i].empty()) label = std::max(label, width_of(shapes[i]) + unit(0.75f));
        }
        const float along = unit(is_down() ? kDown : kRight);
        LayeredLayout layout = lay_out_layers(nodes, edges, {unit(kAcross), along}, options_.direction);
        Piece all;
        all.width = layout.width;
        all.height = layout.height;
        std::vector<std::uint32_t> boxes;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            move_by(&pieces[i], layout.nodes[i].x, layout.nodes[i].y);
            boxes.push_back(static_cast<std::uint32_t>(all.boxes.size()));
            append(&all, std::move(pieces[i]));
        }
        for (std::size_t i = 0; i < edges.size(); ++i) {
            all.lines.push_back(
                {std::move(layout.edges[i]), boxes[edges[i].first], boxes[edges[i].second], shapes[i]});
        }
        return all;
    }

    bool is_down() const { return options_.direction == Direction::Down; }

    /// The words at each arrow; of arrows from one step with the same shape, at the first. Beside each other,
    /// words take much room: a shape stands where it is new, and holds for the boxes after it.
    std::vector<std::string> shapes_of(const ModuleDiagram& diagram) const {
        std::vector<std::string> all;
        for (const DiagramArrow& arrow : diagram.arrows)
            all.push_back(clipped(shape_text(report_, arrow.signal)));
        std::set<std::pair<std::uint32_t, std::string>> known;
        for (std::size_t i = 0; i < all.size() && !is_down(); ++i)
            known.emplace(diagram.arrows[i].to, all[i]);
        std::vector<std::string> shapes = all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!known.emplace(diagram.arrows[i].from, all[i]).second) shapes[i].clear();
        }
        return shapes;
    }

    void add_rows(Piece* all, std::vector<Piece> loose) const {
        if (loose.empty()) return;
        const float gap = unit(1), most = std::max(all->width, unit(kRow));
        float x = 0, y = all->boxes.empty() ? 0 : all->height + unit(kDown), height = 0;
        for (Piece& piece : loose) {
            if (x > 0 && x + piece.width > most) {
                x = 0;
                y += height + gap;
                height = 0;
            }
            move_by(&piece, x, y);
            x += piece.width;
            height = std::max(height, piece.height);
            all->width = std::max(all->width, x);
            x += gap;
            append(all, std::move(piece));
        }
        all->height = y + height;
    }

    const Report& report_;
    const ModuleDiagrams& diagrams_;
    const DiagramOptions& options_;
    const std::shared_ptr<const Weights> weights_;
    std::size_t boxes_ = 0;
};

}  // namespace

std::string second_line(const DiagramBox& box) {
    return concat(box.detail, box.detail.empty() || box.cost.empty() ? "" : " · ", box.cost);
}

std::string heading_of(const DiagramBox& box) {
    return concat(box.title, box.title.empty() || box.detail.empty() ? "" : ": ", box.detail);
}

Diagram lay_out_diagram(const Report& report, const ModuleDiagrams& diagrams, const DiagramOptions& options) {
    return DiagramMaker(report, diagrams, options).run();
}

std::set<std::uint32_t> usually_opened(const Report& report, const ModuleDiagrams& diagrams) {
    std::set<std::uint32_t> opened;
    std::uint32_t module = 0;
    while (module < report.nodes.size()) {
        const ModuleDiagram& diagram = diagrams.of(report, module);
        std::vector<std::uint32_t> inside;
        for (const DiagramStep& step : diagram.steps) {
            const bool can_open = step.kind == DiagramStep::Kind::Module && step.is_called &&
                                  !report.children(step.modules.front()).empty();
            if (can_open) inside.push_back(step.modules.front());
        }
        if (inside.size() != 1) break;
        const auto size = [&](std::uint32_t node) { return report.nodes[node].subtree_end - node; };
        if (size(inside.front()) * 2 <= size(0)) break;
        module = inside.front();
        opened.insert(module);
    }
    return opened;
}

}  // namespace paramscope
