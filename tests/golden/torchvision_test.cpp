// torchvision's models, counted from what print() gives, against what PyTorch says of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

bool starts_with_any(std::string_view name, std::span<const std::string_view> beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

/// Detectors choose regions by the data: their work is unknown.
bool is_detector(std::string_view name) {
    return name.starts_with("detection/");
}

/// Their attention calls functions, which the hooks that made the facts' totals did not see.
bool hides_work_from_hooks(std::string_view name) {
    constexpr std::string_view families[] = {"vit", "swin", "maxvit", "video/mvit"};
    return starts_with_any(name, families);
}

/// "segmentation/fcn_resnet50" -> "fcn_resnet50".
std::string_view builder_of(std::string_view name) {
    return name.substr(name.find('/') + 1);
}

/// A row of torchvision_flop_counter.csv.
struct FlopCount {
    std::string builder;
    std::int64_t parameters = 0;
    Dims input;
    std::int64_t flops = 0;
};

std::vector<FlopCount> read_flop_counts(const std::string& path) {
    std::ifstream file(path);
    std::vector<FlopCount> rows;
    for (std::string line; std::getline(file, line);) {
        const std::size_t open = line.find('['), close = line.find(']');
        if (open == std::string::npos || close == std::string::npos) continue;
        FlopCount row;
        row.builder = line.substr(0, line.find(','));
        row.parameters = std::atoll(line.c_str() + row.builder.size() + 1);
        rapidjson::Document input;
        input.Parse(line.substr(open, close + 1 - open).c_str());
        row.input = dims_of(input);
        row.flops = std::atoll(line.c_str() + close + 3);  // behind `]",`
        rows.push_back(std::move(row));
    }
    return rows;
}

class Torchvision : public testing::Test {
  protected:
    void SetUp() override {
        const auto folder = truth_folder();
        if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: torchvision.json cannot be compared";
        folder_ = *folder;
        models_ = load_torchvision(folder_);
        ASSERT_TRUE(models_.IsObject());
        ASSERT_EQ(models_.MemberCount(), 104u);
    }

    static Report count_model(const rapidjson::Value& model, const Dims& input) {
        CountOptions options;
        options.inputs = {input};
        return count_text(model["repr"].GetString(), options);
    }
    static Report count_model(const rapidjson::Value& model) {
        return count_model(model, dims_of(model["input"]));
    }

    std::string folder_;
    rapidjson::Document models_;
};

TEST_F(Torchvision, ParametersAndBuffersAreExact) {
    for (const auto& [name, model] : models_.GetObject()) {
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        ASSERT_NE(report.root(), nullptr);
        EXPECT_TRUE(report.root()->facts->parameters.is_complete()) << problems(report);
        EXPECT_EQ(shown(report.root()->facts->parameters.value), shown(model["params"].GetInt64()));
        EXPECT_EQ(shown(report.root()->facts->buffers.value), shown(model["buffers"].GetInt64()));
    }
}

TEST_F(Torchvision, MacsAreThoseOfTheRun) {
    for (const auto& [name, model] : models_.GetObject()) {
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        ASSERT_NE(report.root(), nullptr);
        const Quantity& macs = report.root()->facts->macs;
        EXPECT_TRUE(macs.is_complete() || is_detector(name.GetString())) << problems(report);
        if (!macs.is_complete() || hides_work_from_hooks(name.GetString())) continue;
        EXPECT_EQ(shown(macs.value), shown(model["macs"].GetInt64()));
    }
}

TEST_F(Torchvision, LayersAreThoseOfTheRun) {
    for (const auto& [name, model] : models_.GetObject()) {
        if (is_detector(name.GetString())) continue;
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        for (const rapidjson::Value& layer : model["layers"].GetArray()) {
            const NodeReport* row = find_row(report, layer[0].GetString());
            ASSERT_NE(row, nullptr) << layer[0].GetString();
            EXPECT_EQ(shown(row->facts->macs.value), shown(layer[4].GetInt64())) << report.path(*row);
            EXPECT_EQ(shown(row->facts->output_sizes), shown(sizes_of(layer[3]))) << report.path(*row);
        }
    }
}

// What torch.utils.flop_counter says of the same builders in a newer torchvision, attention included. A
// builder that was built otherwise there (auxiliary heads) has other parameters, and is no fact on this text.
TEST_F(Torchvision, FlopsAreThoseOfTheFlopCounter) {
    std::map<std::string, const rapidjson::Value*, std::less<>> by_builder;
    for (const auto& [name, model] : models_.GetObject()) {
        if (!is_detector(name.GetString())) by_builder.emplace(builder_of(name.GetString()), &model);
    }
    int compared = 0;
    for (const FlopCount& row : read_flop_counts(folder_ + "/torchvision_flop_counter.csv")) {
        const auto model = by_builder.find(row.builder);
        if (model == by_builder.end()) continue;
        SCOPED_TRACE(row.builder);
        const Report report = count_model(*model->second, row.input);
        if (report.root()->facts->parameters.value != Integer{row.parameters}) continue;
        EXPECT_TRUE(report.root()->facts->flops.is_complete());
        EXPECT_EQ(shown(report.root()->facts->flops.value), shown(row.flops));
        ++compared;
    }
    EXPECT_GE(compared, 85);
}

/// The text of a segmentation model with the auxiliary head that its builder adds, on maps of `channels`.
std::string with_auxiliary_head(std::string text, int channels) {
    text.erase(text.rfind(')'));
    const std::string in = std::to_string(channels), inner = std::to_string(channels / 4);
    return text + "  (aux_classifier): FCNHead(\n    (0): Conv2d(" + in + ", " + inner +
           ", kernel_size=(3, 3), padding=(1, 1), bias=False)\n    (1): BatchNorm2d(" + inner +
           ")\n    (2): ReLU()\n    (3): Dropout(p=0.1)\n    (4): Conv2d(" + inner +
           ", 21, kernel_size=(1, 1))\n  )\n)";
}

TEST_F(Torchvision, AuxiliaryHeadsOfSegmentationWork) {
    const std::map<std::string, int, std::less<>> channels = {{"deeplabv3_resnet50", 1024},
                                                              {"deeplabv3_resnet101", 1024},
                                                              {"deeplabv3_mobilenet_v3_large", 40},
                                                              {"fcn_resnet50", 1024},
                                                              {"fcn_resnet101", 1024}};
    std::size_t compared = 0;
    for (const FlopCount& row : read_flop_counts(folder_ + "/torchvision_flop_counter.csv")) {
        const auto head = channels.find(row.builder);
        if (head == channels.end()) continue;
        SCOPED_TRACE(row.builder);
        CountOptions options;
        options.inputs = {row.input};
        const std::string text = models_[("segmentation/" + row.builder).c_str()]["repr"].GetString();
        const Report report = count_text(with_auxiliary_head(text, head->second), options);
        EXPECT_EQ(shown(report.root()->facts->parameters.value), shown(row.parameters));
        EXPECT_EQ(shown(report.root()->facts->flops.value), shown(row.flops));
        ++compared;
    }
    EXPECT_EQ(compared, channels.size());
}

/// The text without the childless children of these names.
std::string without_children(const std::string& text, std::span<const std::string_view> names) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        const bool is_dropped = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
            const std::size_t begin = line.find_first_not_of(' ');
            return std::string_view(line).substr(begin).starts_with(name) && line.back() == ')';
        });
        if (!is_dropped) kept += line + "\n";
    }
    return kept;
}

// Older versions do in functions what later ones have modules for.
TEST_F(Torchvision, PrintsOfOlderVersionsFlowTheSame) {
    constexpr std::string_view pooling[] = {"(maxpool1)", "(maxpool2)", "(avgpool)", "(dropout)"};
    constexpr std::string_view reshaping[] = {"(permute)", "(flatten)"};
    const std::pair<std::string_view, std::span<const std::string_view>> cases[] = {{"inception_v3", pooling},
                                                                                    {"swin_t", reshaping}};
    for (const auto& [name, dropped] : cases) {
        SCOPED_TRACE(name);
        const rapidjson::Value& model = models_[std::string(name).c_str()];
        CountOptions options;
        options.inputs = {dims_of(model["input"])};
        const Report older = count_text(without_children(model["repr"].GetString(), dropped), options);
        EXPECT_LT(older.nodes.size(), count_model(model).nodes.size());
        EXPECT_TRUE(older.root()->facts->macs.is_complete()) << problems(older);
        EXPECT_EQ(shown(older.root()->facts->macs.value),
                  shown(count_model(model).root()->facts->macs.value));
    }
}

TEST_F(Torchvision, WindowedAttentionIsWhatPyTorchDispatches) {
    const rapidjson::Document facts = load_golden("attention_macs.json");
    ASSERT_FALSE(facts.Empty());
    for (const rapidjson::Value& fact : facts.GetArray()) {
        SCOPED_TRACE(fact["model"].GetString());
        const Report report = count_model(models_[fact["model"].GetString()], dims_of(fact["input"]));
        EXPECT_TRUE(report.root()->facts->macs.is_complete());
        EXPECT_EQ(shown(report.root()->facts->macs.value), shown(fact["macs"].GetInt64()));
    }
}

}  // namespace
}  // namespace paramscope::golden
