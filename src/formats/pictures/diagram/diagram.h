// The block diagram of a model: boxes and arrows from its forward lines, opened level by level.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "count/flow/recorder.h"
#include "count/report/measure.h"
#include "count/report/report.h"
#include "formats/pictures/diagram/layered.h"
#include "formats/pictures/diagram/module_diagram.h"
#include "formats/pictures/ink.h"

namespace paramscope {

/// How many boxes a picture has before modules stay closed.
inline constexpr std::size_t kMostDiagramBoxes = 2'000;

/// The words of a diagram, in the reader's language.
struct DiagramWords {
    std::string_view input = "input", output = "output", skip = "skip connection";
    std::string_view more = "… {count} more";
    std::string_view not_called = "not called";
    std::string_view call = "call {call} of {calls}";
    std::string_view too_many = "too many boxes are open";
    /// By ModuleDiagram::Flow: why a frame has no arrows.
    std::array<std::string_view, 5> no_arrows = {
        "", "What flows here is unknown: no arrows.", "Counted as a whole: no arrows.",
        "Called from outside, one by one: no arrows.", "Too long to be recorded: no arrows."};
};

/// What a layout depends on.
struct DiagramOptions {
    std::set<std::uint32_t> opened;  ///< modules that show their children, besides the root
    Measure measure = Measure::Parameters;
    std::shared_ptr<const Weights> weights = nullptr;  ///< of `measure`; nullptr: they are found
    Direction direction = Direction::Down;
    float text_size = 12;
    float (*text_width)(std::string_view words, float text_size) = nullptr;
    DiagramWords words;
};

struct DiagramBox {
    Box box;
    DiagramStep step;
    std::uint32_t frame = 0;  ///< the module in whose flow it is
    std::string title, detail, cost;
    double share = 0;  ///< of the whole model's cost
    bool can_open = false, is_open = false;
    std::string note;  ///< of an open one without arrows: why

    bool is_module() const { return step.kind == DiagramStep::Kind::Module; }
    /// The module of a box that shows one.
    std::uint32_t module() const { return step.modules.front(); }
};

/// Below its title: type and cost.
std::string second_line(const DiagramBox& box);
/// Of an open box: title and type.
std::string heading_of(const DiagramBox& box);

struct DiagramLine {
    std::vector<Point> points;
    std::uint32_t from = 0, to = 0;  ///< indices of boxes
    std::string shape;               ///< "" where an arrow near it says it
};

/// All boxes, each before those inside it; the first is the root, open. Arrows lead from one box to another
/// in the same frame: from its lower to its upper side, or from its right to its left side.
struct Diagram {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramLine> lines;
    float width = 0, height = 0;
    Direction direction = Direction::Down;
};

Diagram lay_out_diagram(const Report& report, const ModuleDiagrams& diagrams, const DiagramOptions& options);

/// The modules that a picture opens by itself: below the root, as long as there is only one to open and it
/// holds most of the model's modules.
std::set<std::uint32_t> usually_opened(const Report& report, const ModuleDiagrams& diagrams);

}  // namespace paramscope
