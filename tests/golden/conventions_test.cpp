// Figures that tools publish, each under the convention that has the tool's rules.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "golden/support.h"
#include "presets/presets.h"

namespace paramscope::golden {
namespace THIS_FILE {

Report count_with(std::string_view text, std::string_view convention, std::vector<Dims> inputs = {}) {
    CountOptions options;
    options.convention = convention;
    options.inputs = std::move(inputs);
    return count_text(text, options);
}

/// A figure as published: "4.13" in units of 10⁹ has three digits, and stands for all that round to it.
bool rounds_to(Integer value, const std::string& digits, double unit) {
    const std::size_t point = digits.find('.');
    const int decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
    const double scale = std::pow(10.0, decimals);
    const double figure = std::strtod(digits.c_str(), nullptr);
    return std::llround(Rational(value).to_double() / unit * scale) == std::llround(figure * scale);
}

struct Anchor {
    const char* preset;
    Dims input;
    const char* convention;
    const char* published;
    double unit;
};

TEST(Conventions, PublishedFigures) {
    const Dims image = {1, 3, 224, 224};
    const Anchor anchors[] = {
        {"resnet-50", image, "thop", "4133742592", 1},  // ultralytics/thop
        {"resnet-50", image, "ptflops", "4.13", 1e9},   // its README
        {"resnet-50", image, "ptflops-aten", "4.09", 1e9},
        {"resnet-50", image, "deepspeed", "8.21111", 1e9},  // calflops' README
        {"resnet-50", image, "macs", "4.08918", 1e9},
        {"alexnet",
         {3, 3, 224, 224},
         "deepspeed",
         "4.2892",
         1e9},  // there said to be of one image: it is of three
        {"alexnet", {3, 3, 224, 224}, "macs", "2.1426", 1e9},
        {"alexnet", image, "ptflops", "0.72", 1e9},
        {"alexnet", image, "ptflops-aten", "0.71", 1e9},
        {"vgg-16", image, "deepspeed", "30.9738", 1e9},
        {"vgg-16", image, "ptflops", "15.52", 1e9},
        {"mobilenet-v2", image, "ptflops", "0.32", 1e9},
        {"llama-2-7b", {1, 128}, "deepspeed", "1.7", 1e12},
        {"llama-2-7b", {1, 128}, "macs", "850.00", 1e9},
    };
    for (const Anchor& anchor : anchors) {
        SCOPED_TRACE(std::string(anchor.preset) + " " + anchor.convention);
        const Preset* preset = find_preset(anchor.preset);
        ASSERT_NE(preset, nullptr);
        const Report report = count_with(preset->text, anchor.convention, {anchor.input});
        const Quantity& flops = report.root()->facts->flops;
        ASSERT_TRUE(flops.is_complete() && flops.value) << problems(report);
        EXPECT_TRUE(rounds_to(*flops.value, anchor.published, anchor.unit)) << shown(flops.value);
    }
}

/// vit_tiny_patch16_224 with two classes, as timm of 2023 wrote its attention: products of matrices. 197
/// tokens.
constexpr std::string_view kVitTiny =
    "d = 192\ninput = (1, 3, 224, 224)\nViT(\n  (cls): Parameter(1, 1, d)\n  (pos): Parameter(1, 197, d)\n"
    "  (proj): Conv2d(3, d, kernel_size=16, stride=16)\n"
    "  (blocks): ModuleList(\n    (0-11): 12 x Block(\n      (norm1): LayerNorm((d,))\n"
    "      (qkv): Linear(d, 3*d)\n      (out): Linear(d, d)\n      (norm2): LayerNorm((d,))\n"
    "      (fc1): Linear(d, 4*d)\n      (act): GELU()\n      (fc2): Linear(4*d, d)\n"
    "      forward(x) = y + fc2(act(fc1(norm2(y)))) where y = x + out(attention(s[0], s[1], s[2])), "
    "s = chunk(qkv(norm1(x)), 3, dim=-1)\n    )\n  )\n  (norm): LayerNorm((d,))\n  (head): Linear(d, 2)\n"
    "  forward(x) = head(mean(norm(each(blocks, cat(cls, transpose(flatten(proj(x), 2), 1, 2), dim=1) + "
    "pos)), "
    "dim=1))\n)\n";

TEST(Conventions, VitTinyInTwoTools) {
    EXPECT_EQ(shown(count_with(kVitTiny, "fvcore").root()->facts->flops.value), "1258219584");
    EXPECT_EQ(shown(count_with(kVitTiny, "thop").root()->facts->flops.value), "1078442112");
}

/// Reads a record of RFC 4180 from `*at` on.
std::vector<std::string> read_record(std::string_view text, std::size_t* at) {
    std::vector<std::string> cells(1);
    for (bool quoted = false; *at < text.size(); ++*at) {
        const char c = text[*at];
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c == '\n' && !quoted) {
            ++*at;
            break;
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

/// The convention, figure and unit of a row of collected tables; no convention where none of ours is meant.
struct PublishedRow {
    std::string convention, figure;
    double unit = 1;
};

PublishedRow read_row(const std::vector<std::string>& cells) {
    const std::string& source = cells[0];
    if (source == "calflops README") {
        // Six digits, but for those it has too few of.
        const double value = std::strtod(cells[6].c_str(), nullptr);
        const int exponent = static_cast<int>(std::floor(std::log10(value))) - 5;
        const double unit = std::pow(10.0, exponent);
        return {"deepspeed", std::to_string(std::llround(value / unit)), unit};
    }
    if (source != "ptflops README" || cells[5].find("wrong") != std::string::npos) return {};
    const bool is_aten = cells[7].find("backend=aten") != std::string::npos;
    return {is_aten ? "ptflops-aten" : "ptflops", cells[5].substr(0, cells[5].find(' ')), 1e9};
}

TEST(Conventions, PublishedTables) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: peers_tables.csv cannot be compared";
    const rapidjson::Document models = load_torchvision(*folder);
    ASSERT_TRUE(models.IsObject());
    const std::string table = read_file(*folder + "/peers_tables.csv").value_or("");
    // Rows that contradict their own table (other digits, another input than said), or the tool's rules: it
    // does not see the einsum of MaxViT's attention, which no print shows to be one.
    const std::map<std::string, std::string> wrong = {
        {"calflops README", "alexnet densenet161 inception_v3 resnet101"},
        {"ptflops README", "maxvit_t"},
    };
    int compared = 0;
    for (std::size_t at = 0; at < table.size();) {
        const std::vector<std::string> cells = read_record(table, &at);
        if (cells.size() < 8 || !models.HasMember(cells[2].c_str())) continue;
        const PublishedRow row = read_row(cells);
        const auto known = wrong.find(cells[0]);
        const bool is_wrong = known != wrong.end() && known->second.find(cells[2]) != std::string::npos;
        if (row.convention.empty() || is_wrong) continue;
        SCOPED_TRACE(cells[2] + " " + row.convention);
        const rapidjson::Value& model = models[cells[2].c_str()];
        const Report report =
            count_with(model["repr"].GetString(), row.convention, {dims_of(model["input"])});
        const Quantity& flops = report.root()->facts->flops;
        if (!flops.is_complete() || !flops.value) continue;
        ++compared;
        EXPECT_TRUE(rounds_to(*flops.value, row.figure, row.unit))
            << row.figure << " but " << shown(flops.value);
    }
    EXPECT_GE(compared, 43);
}

}  // namespace
}  // namespace paramscope::golden
