#include "formats/pictures/diagram/diagram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "count/record_flow.h"
#include "formats/support/numbers.h"
#include "formats/support/write.h"

namespace paramscope {
namespace THIS_FILE {

constexpr const char* kBlock = "(a): Linear(4, 4)\n  (b): Linear(4, 4)\n  (n): LayerNorm((4,))\n";

std::string shape_of(const Report& report, const Signal& signal) {
    std::string words;
    for (const Polynomial& size : signal.dims)
        words += concat(words.empty() ? "" : "x", exact(report.quantity(size).value));
    return words;
}

std::string name_of(const Report& report, const DiagramStep& step) {
    switch (step.kind) {
        case DiagramStep::Kind::Module: {
            const std::string path = report.path(step.modules.front());
            const std::string times = step.copies > 1 ? concat(to_string(step.copies), "*") : "";
            return concat(times, path.substr(path.rfind('.') + 1), step.calls > 1 ? "#" : "",
                          step.calls > 1 ? std::to_string(step.call) : "", step.is_called ? "" : "!");
        }
        case DiagramStep::Kind::Output:
            return "out";
        case DiagramStep::Kind::Skip:
            return "skip";
        case DiagramStep::Kind::More:
            return concat("more", step.steps);
        default:
            return step.name.empty() ? "in" : step.name;
    }
}

/// "x>a:1x4 a>out:1x4", then the steps without arrows.
std::string graph_of(const Report& report, std::string_view path = "") {
    const ModuleDiagrams diagrams = record_flow(report, *report.model);
    const ModuleDiagram& diagram = diagrams.of(report, *report.find(path));
    std::string words;
    std::vector<bool> is_joined(diagram.steps.size());
    for (const DiagramArrow& arrow : diagram.arrows) {
        is_joined[arrow.from] = is_joined[arrow.to] = true;
        const std::string shape = shape_of(report, arrow.signal);
        words += concat(words.empty() ? "" : " ", name_of(report, diagram.steps[arrow.from]), ">",
                        name_of(report, diagram.steps[arrow.to]), shape.empty() ? "" : ":", shape);
    }
    for (std::size_t i = 0; i < diagram.steps.size(); ++i) {
        if (!is_joined[i]) words += concat(words.empty() ? "" : " ", name_of(report, diagram.steps[i]));
    }
    return words;
}

struct Case {
    const char* what;
    std::string text;
    std::string graph;
};

TEST(ModuleDiagram, FollowsTheForwardLine) {
    const std::string input = "input = (1, 4)\n";
    const Case cases[] = {
        {"a chain", input + "Sequential(\n  (0): Linear(4, 8)\n  (1): ReLU()\n)\n",
         "x>0:1x4 0>1:1x8 1>out:1x8"},
        {"a skip connection", concat(input, "Net(\n  forward(x) = x + a(n(x))\n  ", kBlock, ")\n"),
         "x>n:1x4 n>a:1x4 x>+:1x4 a>+:1x4 +>out:1x4 b!"},
        {"branches that join",
         concat(input, "Net(\n  forward(x) = cat(a(x), b(x), dim=1)\n  ", kBlock, ")\n"),
         "x>a:1x4 x>b:1x4 a>cat:1x4 b>cat:1x4 cat>out:1x8 n!"},
        {"two calls of a child", concat(input, "Net(\n  forward(x) = a(b(a(n(x))))\n  ", kBlock, ")\n"),
         "x>n:1x4 n>a#1:1x4 a#1>b:1x4 b>a#2:1x4 a#2>out:1x4"},
        {"several inputs and outputs",
         concat("input = (1, 4), (2, 4)\nNet(\n  forward(x, y) = (a(x), b(y))\n  ", kBlock, ")\n"),
         "x>a:1x4 y>b:2x4 a>out:1x4 b>out:2x4 n!"},
        {"a result that nothing uses",
         concat(input, "Net(\n  forward(x) = after(a(x), b(x))\n  ", kBlock, ")\n"),
         "x>a:1x4 x>b:1x4 a>out:1x4 n!"},
        {"a name for a part",
         concat(input, "Net(\n  forward(x) = b(y) + y where y = a(x)\n  ", kBlock, ")\n"),
         "x>a:1x4 a>b:1x4 b>+:1x4 a>+:1x4 +>out:1x4 n!"},
        {"a tensor of the module", input + "Net(\n  forward(x) = x + w\n  (w): Parameter(1, 4)\n)\n",
         "x>+:1x4 w>+:1x4 +>out:1x4"},
        {"equal modules in a chain",
         input + "Sequential(\n  (0): Linear(4, 4)\n  (1): Linear(4, 4)\n  (2): Linear(4, 4)\n)\n",
         "x>3*0:1x4 3*0>out:1x4"},
        {"equal modules of which one is used twice",
         input + "Net(\n  forward(x) = b(a(x)) + a(x)\n  (a): Linear(4, 4)\n  (b): Linear(4, 4)\n)\n",
         "x>a#1:1x4 a#1>b:1x4 x>a#2:1x4 b>+:1x4 a#2>+:1x4 +>out:1x4"},
        {"repeats", input + "Sequential(\n  (0-4): 5 x Linear(4, 4)\n)\n", "x>5*0:1x4 5*0>out:1x4"},
        {"no input: arrows without shapes", "Sequential(\n  (0): Linear(4, 8)\n  (1): ReLU()\n)\n",
         "x>0 0>1 1>out"},
        {"no forward line: nothing is invented", concat(input, "Net(\n  ", kBlock, ")\n"), "a b n"},
    };
    for (const Case& each : cases) EXPECT_EQ(graph_of(count_text(each.text)), each.graph) << each.what;
}

TEST(ModuleDiagram, LeadsKeptTensorsThroughTheFramesBetween) {
    const Report report = count_text(
        "input = (1, 4, 8, 8)\n"
        "Net(\n"
        "  forward(x) = up(mid(down(x)))\n"
        "  (down): Down(\n    forward(x) = keep(c(x))\n    (c): Conv2d(4, 6, kernel_size=1)\n  )\n"
        "  (mid): Conv2d(6, 6, kernel_size=1)\n"
        "  (up): Up(\n    forward(x) = each(list, x, take=True)\n"
        "    (list): ModuleList(\n      (0): Conv2d(12, 4, kernel_size=1)\n    )\n  )\n)\n");
    EXPECT_EQ(graph_of(report),
              "x>down:1x4x8x8 down>mid:1x6x8x8 mid>up:1x6x8x8 down>up:1x6x8x8 up>out:1x4x8x8");
    EXPECT_EQ(graph_of(report, "up"), "x>cat:1x6x8x8 skip>cat:1x6x8x8 cat>0:1x12x8x8 0>out:1x4x8x8");
}

TEST(ModuleDiagram, FoldsTheMiddleOfALongFlow) {
    std::string text = "input = (1, 4)\nSequential(\n";
    for (std::size_t i = 0; i < 500; ++i) text += concat("  (", i, "): Linear(", i + 4, ", ", i + 5, ")\n");
    const Report report = count_text(text + ")\n");
    const ModuleDiagrams diagrams = record_flow(report, *report.model);
    const ModuleDiagram& diagram = diagrams.of(report, 0);
    EXPECT_LE(diagram.steps.size(), kMostModuleBoxes);
    std::size_t steps = 0;
    for (const DiagramStep& step : diagram.steps) steps += step.steps;
    EXPECT_EQ(steps, 502u);
    EXPECT_EQ(diagram.arrows.size(), diagram.steps.size() - 1);
}

TEST(ModuleDiagram, FoldsTheMiddleOfALongList) {
    for (const std::size_t children : {kMostModuleBoxes, kMostModuleBoxes + 1, std::size_t{500}}) {
        std::string text = "ModuleList(\n";
        for (std::size_t i = 0; i < children; ++i) text += concat("  (", i, "): Linear(4, 4)\n");
        const Report report = count_text(text + ")\n");
        const ModuleDiagrams diagrams;
        const ModuleDiagram& diagram = diagrams.of(report, 0);
        EXPECT_EQ(diagram.steps.size(), kMostModuleBoxes);
        std::vector<std::uint32_t> modules;
        for (const DiagramStep& step : diagram.steps) {
            EXPECT_EQ(step.steps, step.modules.size());
            EXPECT_TRUE(step.is_called);
            modules.insert(modules.end(), step.modules.begin(), step.modules.end());
        }
        EXPECT_EQ(modules.size(), children);
        EXPECT_TRUE(std::is_sorted(modules.begin(), modules.end()));
    }
}

float width_of(std::string_view words, float size) {
    return static_cast<float>(words.size()) * size * 0.5f;
}

/// Boxes of one frame do not overlap, those inside are inside, and arrows join their boxes in the direction.
void expect_sound(const Diagram& diagram) {
    const auto contains = [](const Box& outer, const Box& inner) {
        return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w + 0.5f &&
               inner.y + inner.h <= outer.y + outer.h + 0.5f;
    };
    const auto overlap = [](const Box& a, const Box& b) {
        return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    };
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < diagram.boxes.size(); ++j) {
            const Box &a = diagram.boxes[i].box, &b = diagram.boxes[j].box;
            EXPECT_TRUE(!overlap(a, b) || (diagram.boxes[i].is_open && contains(a, b)))
                << diagram.boxes[i].title << " and " << diagram.boxes[j].title;
        }
    }
    const bool is_down = diagram.direction == Direction::Down;
    const auto turned = [&](Box box) { return is_down ? box : Box{box.y, box.x, box.h, box.w}; };
    for (const DiagramLine& line : diagram.lines) {
        std::vector<Point> points = line.points;
        for (Point& point : points) {
            if (!is_down) std::swap(point.x, point.y);
        }
        const Box from = turned(diagram.boxes[line.from].box), to = turned(diagram.boxes[line.to].box);
        EXPECT_NEAR(points.front().y, from.y + from.h, 0.5);
        EXPECT_NEAR(points.back().y, to.y, 0.5);
        EXPECT_GE(points.front().x, from.x);
        EXPECT_LE(points.front().x, from.x + from.w);
        EXPECT_GE(points.back().x, to.x);
        EXPECT_LE(points.back().x, to.x + to.w);
        for (std::size_t i = 1; i < points.size(); ++i) EXPECT_GE(points[i].y, points[i - 1].y - 0.5f);
    }
}

TEST(Diagram, IsSoundForRandomFlows) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const std::size_t steps = 1 + random() % 40;
        std::string line = "  forward(x) = v0", children;
        std::string bindings;
        for (std::size_t i = 0; i < steps; ++i) {
            const auto any = [&] {
                const std::size_t later = i + 1 + random() % 6;
                return later < steps ? concat("v", later) : std::string("x");
            };
            const bool is_sum = random() % 3 == 0;
            bindings += concat(i == 0 ? " where " : ", ", "v", i, " = ");
            bindings += is_sum ? concat(any(), " + ", any()) : concat("c", i, "(", any(), ")");
            if (!is_sum)
                children +=
                    concat("  (c", i, "): Sequential(\n    (0): Linear(4, 4)\n    (1): ReLU()\n  )\n");
        }
        const Report report =
            count_text(concat("input = (1, 4)\nNet(\n", line, bindings, "\n", children, ")\n"));
        DiagramOptions options;
        options.text_width = width_of;
        for (std::uint32_t i = 1; i < report.nodes.size(); ++i) {
            if (random() % 3 == 0) options.opened.insert(i);
        }
        options.direction = round % 2 == 0 ? Direction::Down : Direction::Right;
        const Diagram diagram = lay_out_diagram(report, record_flow(report, *report.model), options);
        ASSERT_FALSE(diagram.boxes.empty());
        expect_sound(diagram);
    }
}

TEST(Diagram, SaysAShapeBesideBoxesWhereItIsNew) {
    const Report report = count_text(
        "input = (1, 4)\nSequential(\n  (0): ReLU()\n  (1): Linear(4, 8)\n  (2): Tanh()\n  (3): Linear(8, "
        "4)\n)\n");
    DiagramOptions options;
    options.text_width = width_of;
    const auto shapes = [&](Direction direction) {
        options.direction = direction;
        std::string words;
        const Diagram diagram = lay_out_diagram(report, record_flow(report, *report.model), options);
        for (const DiagramLine& line : diagram.lines)
            words += concat(line.shape.empty() ? "-" : line.shape, "|");
        return words;
    };
    EXPECT_EQ(shapes(Direction::Down), "1 × 4|1 × 4|1 × 8|1 × 8|1 × 4|");
    EXPECT_EQ(shapes(Direction::Right), "1 × 4|-|1 × 8|-|1 × 4|");
}

TEST(Diagram, OpensLevelByLevel) {
    const Report report = count_text(
        "input = (1, 4)\nSequential(\n  (0): Sequential(\n    (0): Linear(4, 8)\n    (1): ReLU()\n  )\n"
        "  (1): Linear(8, 2)\n)\n");
    const ModuleDiagrams diagrams = record_flow(report, *report.model);
    DiagramOptions options;
    options.text_width = width_of;
    EXPECT_EQ(lay_out_diagram(report, diagrams, options).boxes.size(), 5u);  // the root, x, 0, 1, output
    options.opened = {1};
    EXPECT_EQ(lay_out_diagram(report, diagrams, options).boxes.size(), 9u);
    EXPECT_EQ(usually_opened(report, diagrams), std::set<std::uint32_t>{1});
}

TEST(Diagram, SaysWhyThereAreNoArrows) {
    const Report report = count_text(concat("input = (1, 4)\nNet(\n  ", kBlock, ")\n"));
    DiagramOptions options;
    options.text_width = width_of;
    const Diagram diagram = lay_out_diagram(report, record_flow(report, *report.model), options);
    EXPECT_TRUE(diagram.lines.empty());
    EXPECT_EQ(diagram.boxes.size(), 4u);
    EXPECT_EQ(diagram.boxes.front().note, options.words.no_arrows[1]);
    expect_sound(diagram);
}

TEST(Diagram, SaysWhatIsUnknownOfACost) {
    const Report report = count_text(
        "input = (1, 4)\nNet(\n  forward(x) = c(b(a(x)))\n  (a): Linear(4, 4)\n  (b): Mystery()\n  (c): "
        "ReLU()\n)\n");
    DiagramOptions options;
    options.text_width = width_of;
    options.measure = Measure::Flops;
    const Diagram diagram = lay_out_diagram(report, record_flow(report, *report.model), options);
    std::string costs;
    for (const DiagramBox& box : diagram.boxes) {
        if (box.is_module()) costs += concat(box.cost, ";");
    }
    EXPECT_EQ(costs, "≥ 32 FLOPs;32 FLOPs;?;;");
}

TEST(Diagram, BoundsItsBoxes) {
    std::string text = "input = (1, 4)\nSequential(\n";
    for (std::size_t i = 0; i < 100; ++i) {
        text += concat("  (", i, "): Sequential(\n");
        for (std::size_t k = 0; k < 60; ++k)
            text += concat("    (", k, "): ", k % 2 == 0 ? "Linear(4, 4)" : "ReLU()", "\n");
        text += concat("    (z): LayerNorm((4,), eps=", i, ")\n  )\n");
    }
    const Report report = count_text(text + ")\n");
    DiagramOptions options;
    options.text_width = width_of;
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) options.opened.insert(i);
    const Diagram diagram = lay_out_diagram(report, record_flow(report, *report.model), options);
    EXPECT_LE(diagram.boxes.size(), kMostDiagramBoxes + 2 * kMostModuleBoxes);
}

TEST(Diagram, IsWrittenAsSvg) {
    const Report report = count_text("input = (1, 4)\nSequential(\n  (0): Linear(4, 8)\n)\n");
    const std::string svg = find_report_writer("diagram")(report, {});
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
    EXPECT_NE(svg.find(">1 × 8</text>"), std::string::npos) << svg;
    EXPECT_TRUE(find_report_writer("diagram")(Report(), {}).ends_with("</svg>\n"));
}

}  // namespace THIS_FILE
}  // namespace paramscope
