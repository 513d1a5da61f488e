// Networks of YOLO in yaml: totals that their documents state, scales, forms of YAML, and modules that are
// not known.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Counted {
    std::string total;  ///< "3157200 exact"
    std::string said;   ///< ids of diagnostics
};

Counted counted(const std::string& yaml, const std::string& name = "model.yaml",
                const std::string& scale = "") {
    MemorySource file(yaml);
    const Opened opened = open_model(file, name, nullptr, scale);
    Counted result;
    for (const Diagnostic& each : opened.diagnostics) result.said += concat(each.message.id(), " ");
    if (opened.format != "yolo-yaml") return {std::string(opened.format), result.said};
    const Report report = count_text(opened.text());
    if (report.root() == nullptr) return {"nothing", result.said};
    const Quantity& all = report.root()->facts->parameters;
    result.total = concat(all.value ? to_string(*all.value) : "?", " ", to_string(all.basis));
    return result;
}

/// YOLOv8, as its yaml describes it; a comment may state a total.
std::string yolo8(const std::string& stated = "") {
    return "nc: 80 # classes\nscales:\n  n: [0.33, 0.25, 1024]" + stated +
           "\n  s: [0.33, 0.50, 1024]\n  m: [0.67, 0.75, 768]\n\nbackbone:\n"
           "  - [-1, 1, Conv, [64, 3, 2]] # 0\n  - [-1, 1, Conv, [128, 3, 2]]\n  - [-1, 3, C2f, [128, "
           "True]]\n"
           "  - [-1, 1, Conv, [256, 3, 2]]\n  - [-1, 6, C2f, [256, True]]\n  - [-1, 1, Conv, [512, 3, 2]]\n"
           "  - [-1, 6, C2f, [512, True]]\n  - [-1, 1, Conv, [1024, 3, 2]]\n  - [-1, 3, C2f, [1024, True]]\n"
           "  - [-1, 1, SPPF, [1024, 5]]\n\nhead:\n  - [-1, 1, nn.Upsample, [None, 2, \"nearest\"]]\n"
           "  - [[-1, 6], 1, Concat, [1]]\n  - [-1, 3, C2f, [512]]\n  - [-1, 1, nn.Upsample, [None, 2, "
           "\"nearest\"]]\n"
           "  - [[-1, 4], 1, Concat, [1]]\n  - [-1, 3, C2f, [256]]\n  - [-1, 1, Conv, [256, 3, 2]]\n"
           "  - [[-1, 12], 1, Concat, [1]]\n  - [-1, 3, C2f, [512]]\n  - [-1, 1, Conv, [512, 3, 2]]\n"
           "  - [[-1, 9], 1, Concat, [1]]\n  - [-1, 3, C2f, [1024]]\n  - [[15, 18, 21], 1, Detect, [nc]]\n";
}

// The totals that ultralytics documents for YOLOv8.
TEST(Yolo, AScaleIsChosenByNameOrAskedFor) {
    EXPECT_EQ(counted(yolo8()).total, "3157200 exact");
    EXPECT_EQ(counted(yolo8()).said, "yolo.scale ");
    EXPECT_EQ(counted(yolo8(), "yolov8s.yaml").total, "11166560 exact");
    EXPECT_EQ(counted(yolo8(), "models/yolov8m-custom.yaml").total, "25902640 exact");
    EXPECT_EQ(counted(yolo8(), "yolov8s.yaml").said, "");
    EXPECT_EQ(counted(yolo8(), "yolov8s.yaml", "n").total, "3157200 exact");
}

TEST(Yolo, AStatedTotalIsCompared) {
    EXPECT_EQ(counted(yolo8(" # YOLOv8n summary: 225 layers,  3157200 parameters, 8.9 GFLOPs")).total,
              "3157200 exact");
    EXPECT_EQ(counted(yolo8(" # summary: 225 layers, 3,000,000 parameters")).total, "3157200 approximate");
}

// YOLOv5s has 7,235,389 parameters: one list over several lines, anchors, and no scales.
TEST(Yolo, OlderFormsAreRead) {
    const std::string yaml =
        "nc: 80\ndepth_multiple: 0.33\nwidth_multiple: .5\nanchors:\n  - [10,13, 16,30, 33,23]\n  - [30,61, "
        "62,45, 59,119]\n"
        "  - [116,90, 156,198, 373,326]\nbackbone:\n  [\n    [-1, 1, Conv, [64, 6, 2, 2]], # 0\n    [-1, 1, "
        "Conv, [128, 3, 2]],\n"
        "    [-1, 3, C3, [128]],\n    [-1, 1, Conv, [256, 3, 2]],\n    [-1, 6, C3, [256]],\n    [-1, 1, "
        "Conv, [512, 3, 2]],\n"
        "    [-1, 9, C3, [512]],\n    [-1, 1, Conv, [1024, 3, 2]],\n    [-1, 3, C3, [1024]],\n    [-1, 1, "
        "SPPF, [1024, 5]],\n  ]\n"
        "head: [\n    [-1, 1, Conv, [512, 1, 1]],\n    [-1, 1, nn.Upsample, [None, 2, \"nearest\"]],\n    "
        "[[-1, 6], 1, Concat, [1]],\n"
        "    [-1, 3, C3, [512, False]],\n    [-1, 1, Conv, [256, 1, 1]],\n    [-1, 1, nn.Upsample, [None, 2, "
        "\"nearest\"]],\n"
        "    [[-1, 4], 1, Concat, [1]],\n    [-1, 3, C3, [256, False]],\n    [-1, 1, Conv, [256, 3, 2]],\n   "
        " [[-1, 14], 1, Concat, [1]],\n"
        "    [-1, 3, C3, [512, False]],\n    [-1, 1, Conv, [512, 3, 2]],\n    [[-1, 10], 1, Concat, [1]],\n  "
        "  [-1, 3, C3, [1024, False]],\n"
        "    [[17, 20, 23], 1, Detect, [nc, anchors]],\n  ]\n";
    EXPECT_EQ(counted(yaml).total, "7235389 exact");
    EXPECT_EQ(counted(yaml).said, "");
}

// Their classes give RT-DETR-L 32,970,476 parameters, YOLOv8s-world 13,383,496 and YOLOv5n-seg 1,991,549 as
// documented.
TEST(Yolo, HeadsAndBlocksOfAllRepositories) {
    const std::string anchored =
        "nc: 3\nanchors: [[1,2, 3,4]]\nbackbone:\n  - [-1, 1, Conv, [8, 3, 2]]\nhead:\n  - ";
    const std::string scaled =
        "nc: 3\nscales:\n  n: [1.0, 1.0, 64]\nbackbone:\n  - [-1, 1, Conv, [8, 3, 2]]\nhead:\n  - ";
    const struct {
        std::string yaml, total;
    } rows[] = {
        {anchored + "[[0], 1, Segment, [nc, anchors, 4, 8]]", "1672 exact"},
        {anchored + "[-1, 2, BottleneckCSPC, [8]]", "1024 exact"},
        {anchored + "[-1, 1, ResXCSPA, [64]]", "7624 exact"},
        {scaled + "[[0], 1, RTDETRDecoder, [nc, 16, 10, 2, 4, 1]]", "38702 exact"},
        {scaled + "[-1, 1, C2fAttn, [8, 4, 1]]", "5065 exact"},
        {scaled + "[[0], 1, WorldDetect, [nc, 512, False]]", "51930 exact"},
        {scaled + "[[0, 0], 1, DSegment, [nc, 4, 8]]", "17135 exact"},
        {scaled + "[[0], 1, Panoptic, [nc, 5, 4, 8]]", "50039 exact"},
        {scaled + "[-1, 1, ResNetLayer, [8, 8, 1, False, 1]]", "1544 exact"},
        {scaled + "[-1, 1, C3TR, [8, True]]", "572 exact"},
    };
    for (const auto& [yaml, total] : rows) EXPECT_EQ(counted(yaml + "\n").total, total) << yaml;
}

TEST(Yolo, ModulesThatAreNotKnownMakeTheTotalPartial) {
    const std::string start = "nc: 3\nbackbone:\n  - [-1, 1, Conv, [8, 3, 2]]\nhead:\n";
    EXPECT_EQ(counted(start + "  - [-1, 1, Conv, [16, 1]]\n").total, "392 exact");
    EXPECT_EQ(counted(start + "  - [[-1], 1, NewDetect, [nc]]\n").total, "232 partial");
    EXPECT_EQ(counted(start + "  - [-1, 1, Conv, [16, 1\n").said, "described.not_built ");
    EXPECT_EQ(counted("nc: 3\nbackbone:\n  - [-1, 1, Conv, [8, [3], {a: 2}]]\nhead:\n  - [-1,\n").said,
              "described.not_built ");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
