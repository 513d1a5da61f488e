// Totals of parameters that a line states.
#include "model/stated_totals.h"

#include "model/texts/stated_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace paramscope {
namespace THIS_FILE {

/// The totals of the first line of a text.
std::string shown(std::string_view text) {
    std::string all;
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const StatedTotal& total : find_stated_totals(text, 0, static_cast<std::uint32_t>(end))) {
        constexpr const char* kinds[] = {"all ", "trainable ", "frozen ", "rank "};
        all += (all.empty() ? "" : "; ") + std::string(kinds[static_cast<int>(total.kind)]) +
               to_string(total.number.value);
    }
    return all;
}

TEST(StatedTotals, AreNamedByTheirLabels) {
    const struct {
        const char *line, *totals;
    } cases[] = {
        {"Total params: 25,557,032", "all 25557032"},
        {"INFO Total parameters = 12", "all 12"},
        {"Number of parameters:           61.71 k", "all 61710"},
        {"params per GPU:          62.01 K", "all 62010"},
        {"params per gpu:  2318.53 M\nparams of model = params per GPU * mp_size:  18548.25 M", ""},
        {"params of model = params per GPU * mp_size:  18548.25 M", "all 18548250000"},
        {"  335.15 M, 99.68% Params, 3092.96 GMACs, 98.50% MACs,", ""},
        {"  Number of trainable parameters = 124,439,808", "trainable 124439808"},
        {"Non-trainable params: 5", "frozen 5"},
        {"trainable params: 4 || all params: 6 || trainable%: 66.6", "trainable 4; all 6"},
        {"# parameters: 10152448 | 10152448 | | |", "all 10152448"},
        {"#params: 1,234", "all 1234"},
        {"# of params = 12", "all 12"},
        {"Model resnet50 created, param count:25557032", "all 25557032"},
        {"num_params = 12", "all 12"},
        {"n_params: 12, attention_params: 5", "all 12"},
        {"print_info: model params     = 7.62 B", "all 7620000000"},
        {"| Total params | 11,689,512 |", "all 11689512"},
        {"Total params   11,689,512", "all 11689512"},
        {"Trainable parameters = 41,943,040 of 8,072,204,288 (0.52% trained)",
         "trainable 41943040; all 8072204288"},
        {"Trainable parameters = 40,370,176/7,000,000,000 (0.58% trained)", "trainable 40370176"},
        {"Trainable parameters = 8,030,261,248/8,030,261,248 (100.00% trained)",
         "trainable 8030261248; all 8030261248"},
        {"YOLO11n summary: 319 layers, 2,624,080 parameters, 2,624,064 gradients, 6.6 GFLOPs", "all 2624080"},
        {"Model llama3 8B size: 8,030,261,248 total parameters", "all 8030261248"},
        {"54.7 M    Trainable params", "trainable 54700000"},
        {"0         Non-trainable params", "frozen 0"},
        {"54.7 M    Total params", "all 54700000"},
        {"Total: 25,557,032 parameters", "all 25557032"},
        {"The model has 61,100,840 parameters", "all 61100840"},
        {"61,100,840 parameters", "all 61100840"},
        {"An `nn_module` containing 101,770 parameters.", "all 101770"},
        {"macs: 1824033792.0, params: 11689512.0", "all 11689512"},
        {"    \"general.parameter_count\": 8030261248,", "all 8030261248"},
        {"\"general.parameter_count\": \"494032768\"", "all 494032768"},
        {"\"general.parameter_count\": null", ""},
        {"| **Total Parameters** | 1T |", "all 1000000000000"},
        {"    parameters          4.3B", "all 4300000000"},
        {"sum(p.numel() for p in m.parameters())\n596049920", "all 596049920"},
        {"sum(p.numel() for p in m.parameters() if p.requires_grad)\n596049920", ""},
        {" > number of parameters on (tensor, pipeline) model parallel rank (0, 1): 8030261248",
         "rank 8030261248"},
        {" > number of parameters on (tensor, pipeline) model parallel rank", ""},
        {"  params: 591322\n}", "all 591322"},
        {"  params: 591322\n  }", ""},
        {"print(p.numel())\n5 of 7", ""},
        {"parameters 12 and 4.3B", ""},
        {"The layer has 2 parameters: a and b", ""},
        {"conv1 has 12 parameters", ""},
        {"2.14 k, 100.000% Params, 40.52 KMac", ""},
        {"with parameter groups 57 weight(decay=0.0), 60 bias", ""},
        {"Params size (MB): 44.59", ""},
        {"all params 12%", ""},
        {"v2 parameters", ""},
        {"params: 5", ""},
        {"total parameters", ""},
        {"The total params: many", ""},
        {"", ""},
    };
    for (const auto& c : cases) EXPECT_EQ(shown(c.line), c.totals) << c.line;
}

TEST(StatedTotals, AreInTables) {
    const struct {
        const char *text, *totals;
    } cases[] = {
        {"| model | size | params |\n|---|--:|--:|\n| a Q4 | 17.28 GiB | 30.53 B |\n| a Q4 | 1 GiB | 30.53 B "
         "|\n",
         "30530000000±10000000 "},
        {"| Model | Params |\n| a | 7B |\n| b | 13B |\n", "7000000000±1000000000 13000000000±1000000000 "},
        {"| model | params |\n| a | 7B |\n| b | many |\n", ""},
        {"| layer | params |\n| a | 7 |\n", ""},
        {"│ dtype │Largest Layer│Total Size│\n│float32│  84.95 MB   │413.18 MB │\n│float16│ 1 MB │ 206.59 MB "
         "│\n",
         "108312657±2621 "},
        {"│ dtype │Total Size│\n│float32│ 12 B │\n", ""},
        {"| | |\n", ""},
        {"|", ""},
        {"", ""},
    };
    for (const auto& c : cases) {
        std::string all;
        for (const StatedTotal& total : find_totals_in_table(c.text))
            all += to_string(total.number.value) + "±" + to_string(total.number.precision) + " ";
        EXPECT_EQ(all, c.totals) << c.text;
    }
}

TEST(StatedTotals, HaveOneWholeOrNone) {
    const std::string_view one = "Total params: 1.2 k, total params: 1,234",
                           two = "Total params: 5, all params: 6";
    const auto whole = whole_total(find_stated_totals(one, 0, static_cast<std::uint32_t>(one.size())));
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->number.value == Integer(1234));
    EXPECT_FALSE(whole_total(find_stated_totals(two, 0, static_cast<std::uint32_t>(two.size()))));
}

}  // namespace THIS_FILE
}  // namespace paramscope
