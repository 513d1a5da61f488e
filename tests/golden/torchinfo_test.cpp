// torchinfo's totals, as its own tests record them, under the convention of its name.
//
// Every recorded output is either a case here, with a model text in torchinfo/ that prints what its program
// built, or stands in the table of what no text can express, with the reason.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/concat.h"
#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// Which summaries of an output are compared: one model may be summarized several times, or several in turn.
constexpr int kAll = -1;

struct Case {
    const char* file;
    const char* text;  ///< a file in torchinfo/, or a model of torchvision.json
    std::vector<Dims> inputs = {};
    int summary = kAll;
    /// Why mult-adds are not compared, "" where they are.
    const char* unlike = "";
};

constexpr const char* kScripted = "hooks see nothing of a scripted module";
constexpr const char* kPacked = "how many steps a packed sequence has is data";
constexpr const char* kOlderRule = "recorded while a Linear counted once a sample, whatever its tokens";

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"ascii_only", "resnet18", {{1, 3, 64, 64}}},
        {"autoencoder", "autoencoder", {{1, 3, 64, 64}}},
        {"basic_summary", "single_input"},
        {"batch_size_optimization", "single_input", {{1, 1, 28, 28}}},
        {"bert", "bert", {}, 0, kOlderRule},
        {"categorical_distribution_output", "distribution", {{1, 10}}},
        {"cnn_module_list", "module_list", {{1, 1, 10}}},
        {"compressai", "image_codec", {{1, 3, 256, 256}}},
        {"container", "container", {{1, 5}}},
        {"custom_parameter", "custom_parameter", {{4, 4}}},
        {"device", "single_input", {{5, 1, 28, 28}}},
        {"device_parallelism", "two_devices", {{10}}},
        {"dict_input", "two_inputs", {{1, 300}, {1, 300}}},
        {"dict_parameters_1", "empty", {{10, 1}}},
        {"dict_parameters_2", "empty", {{10, 1}}},
        {"dict_parameters_3", "empty", {{10, 1}}},
        {"dict_with_none_value", "empty", {{1, 3, 32, 32}}},
        {"dict_with_string_value", "empty", {{1, 3, 32, 32}}},
        {"edgecase_input_output_model", "edge_case", {{3}}},
        {"empty_module", "empty"},
        {"empty_module_list", "empty_list"},
        {"eval_order_doesnt_matter", "resnet18", {{1, 3, 224, 224}}},
        {"flan_t5_small", "flan_t5", {{3, 100}, {3, 100}}},
        {"formatting_options", "single_input", {{16, 1, 28, 28}}},
        {"forward_pass_exception", "idle_layer", {{1, 1, 28, 28}}},
        {"frozen_layers", "resnet18", {{1, 3, 64, 64}}},
        {"genotype", "genotype", {{2, 3, 32, 32}}},
        {"google",
         "googlenet",
         {{1, 3, 112, 112}},
         0},  // the second summary is of training, with its other heads
        {"groups", "grouped_convolution", {{7, 16, 28, 28}}},
        {"hide_recursive_layers", "recurrent_cell", {{2, 3}}},
        {"hide_recursive_layers_outside_loop", "recurrent_cell_projected", {{2, 3}}},
        {"highly_nested_dict_model", "nested_dictionary", {{10}}},
        {"input_size_possibilities", "small_custom_parameter", {{3, 3}}},
        {"input_tensor", "single_input", {{5, 1, 28, 28}}},
        {"jit", "linear_model", {{64, 128}}, 0},
        {"jit", "linear_model", {}, 1, kScripted},
        {"linear", "wide_linear", {{32, 16, 8}}},
        {"linear_model_half", "linear_model", {{64, 128}}},
        {"lstm", "lstm", {{1, 100}}},
        {"lstm_custom_batch_size", "lstm", {{100, 1}}},
        {"lstm_half", "lstm", {{1, 100}}},
        {"mixed_trainable_parameters", "mixed_trainable"},
        {"model_with_args", "recursive", {{1, 64, 28, 28}}},
        {"module_dict", "module_dictionary_convolution", {{1, 10, 3, 3}}, 0},
        {"module_dict", "module_dictionary_pooling", {{1, 10, 3, 3}}, 1},
        {"multiple_input_tensor_args", "two_inputs", {{1, 300}, {1, 300}}},
        {"multiple_input_tensor_dict", "two_inputs", {{1, 300}, {1, 300}}},
        {"multiple_input_tensor_list", "two_inputs", {{1, 300}, {1, 300}}},
        {"multiple_input_types", "two_inputs", {{1, 300}, {1, 300}}},
        {"namedtuple", "empty", {{2, 1, 28, 28}}},
        {"nested_leftover_params", "leftover_parameters", {{100, 2}}},
        {"normal_distribution_output", "two_heads", {{1, 10}}},
        {"numpy_model", "square_linear", {{3}}},
        {"pack_padded", "packed", {}, 0, kPacked},
        {"parameter_list", "parameter_list", {{100, 100}}},
        {"parameters_with_other_layers", "parameters_and_layer", {{3, 128}}, 0},
        {"parameters_with_other_layers", "parameters_alone", {{3, 128}}, 1},
        {"partial_jit", "single_input", {}, 0, kScripted},
        {"recursive", "recursive", {{1, 64, 28, 28}}},
        {"recursive_with_missing_layers", "missing_layers", {{2, 3, 128, 128}}},
        {"register_parameter", "registered_parameter"},
        {"resnet152", "resnet152", {{1, 3, 224, 224}}},
        {"resnet18_depth_consistency", "resnet18", {{1, 3, 64, 64}}},
        {"resnet50", "resnet50", {{2, 3, 224, 224}}},
        {"return_dict", "nested_single_input", {{1, 1, 28, 28}}},
        {"reusing_activation_layers", "activations"},
        {"row_settings", "single_input", {{16, 1, 28, 28}}},
        {"scalar_tensor_input_size", "scalar", {{1, 10}}},
        {"shared_module_in_nested_list", "shared_activation", {{1, 4}}},
        {"siamese_net", "siamese", {{1, 1, 88, 88}, {1, 1, 88, 88}}},
        {"single_input", "single_input", {{2, 1, 28, 28}}},
        {"single_input_all_cols", "single_input", {{7, 1, 28, 28}}},
        {"single_input_batch_dim", "single_input", {{1, 1, 28, 28}}},
        {"single_input_half", "single_input", {{2, 1, 28, 28}}},
        {"single_layer_network_on_gpu", "linear", {{1, 2}}},
        {"single_layer_network_on_gpu_device", "linear", {{1, 2}}},
        {"single_linear_layer", "linear", {{1, 2}}},
        {"single_parameter_model", "single_parameter", {}, 0},
        {"single_parameter_model", "parameter_and_convolution", {}, 1},
        {"single_parameter_model", "single_parameter", {}, 2},
        {"single_parameter_model", "parameter_and_convolution", {}, 3},
        {"string_result", "single_input", {{16, 1, 28, 28}}},
        {"tensor_kernel_size", "short_convolution", {{1, 1, 16}}},
        {"tmva_net_column_totals", "radar", {{1, 1, 5, 256, 256}, {1, 1, 5, 256, 64}, {1, 1, 5, 256, 64}}},
        {"too_many_linear", "reused_linear", {{2, 10}}},
        {"too_many_linear_plus_existing_hooks", "reused_in_sequence", {{2, 10}}},
        {"too_many_relus", "reused_relu", {{4, 4, 64, 64}}},
        {"trainable_column", "mixed_convolutions", {{1, 1, 1}}},
        {"training_mode", "linear", {{1, 2}}},
        {"uninitialized_tensor", "empty", {{2, 2}}, 0},
        {"uninitialized_tensor", "late_parameter", {{2, 2}}, 1},
    };
    return all;
}

/// Outputs of which a text can tell not even the parameters.
struct Excluded {
    const char* file;
    const char* why;
};
constexpr Excluded kExcluded[] = {
    {"fasterrcnn", "how many boxes its heads see is data"},
    {"pruned_adversary", "tells apart the masks of pruning by names"},
    {"pruning", "counts the weights whose values a mask leaves"},
};

struct Summary {
    std::string parameters;
    std::string mult_adds;  ///< "" where the model was not run
    double unit = 1;
};

/// What stands behind a label up to the end of the line, without the commas of thousands.
std::string behind(std::string_view text, std::size_t from) {
    std::string found;
    for (const char c : text.substr(from, text.find('\n', from) - from)) {
        if (c != ',') found += c;
    }
    return found;
}

double unit_of(char letter) {
    const std::string_view letters = "kMGT";
    const std::size_t at = letters.find(letter);
    return at == letters.npos ? 1 : std::pow(1e3, static_cast<double>(at + 1));
}

/// Every "Total params: 21,840" with the "Total mult-adds (M): 148.57" or "Total mult-adds: 880" behind it.
std::vector<Summary> summaries_of(std::string_view output) {
    constexpr std::string_view kParameters = "Total params: ", kMultAdds = "Total mult-adds";
    std::vector<Summary> summaries;
    for (std::size_t at = output.find(kParameters); at != output.npos;) {
        const std::size_t next = output.find(kParameters, at + 1);
        Summary summary{behind(output, at + kParameters.size()), "", 1};
        const std::size_t work = output.find(kMultAdds, at);
        if (work < next) {
            const std::string line = behind(output, work + kMultAdds.size());
            if (line.starts_with(" (")) summary.unit = unit_of(line[2]);
            summary.mult_adds = line.substr(line.find(':') + 1);
        }
        summaries.push_back(summary);
        at = next;
    }
    return summaries;
}

std::string text_of(const Case& c, const std::string& folder) {
    if (auto text = read_file(concat(golden_folder(), "/torchinfo/", c.text, ".txt"))) return *text;
    rapidjson::Document models;
    models.Parse(read_file(folder + "/torchvision.json").value_or("{}").c_str());
    return models.HasMember(c.text) ? models[c.text]["repr"].GetString() : "";
}

void expect_summary(const Report& report, const Summary& summary, const Case& c) {
    const NodeReport& root = *report.root();
    EXPECT_TRUE(root.facts->parameters.is_complete());
    EXPECT_EQ(shown(root.facts->parameters.value), summary.parameters);
    if (summary.mult_adds.empty() || *c.unlike) return;
    ASSERT_TRUE(root.facts->flops.is_complete() && root.facts->flops.value);
    const double counted = Rational(*root.facts->flops.value).to_double() / summary.unit;
    const double total = std::strtod(summary.mult_adds.c_str(), nullptr);
    EXPECT_EQ(std::llround(counted * 100), std::llround(total * 100)) << shown(root.facts->flops.value);
}

class Torchinfo : public testing::TestWithParam<Case> {};

TEST_P(Torchinfo, TotalsAreTheSame) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: torchinfo's outputs cannot be compared";
    const Case& c = GetParam();
    const auto summaries =
        summaries_of(read_file(concat(*folder, "/torchinfo/", c.file, ".out")).value_or(""));
    ASSERT_GT(static_cast<int>(summaries.size()), std::max(c.summary, 0));
    CountOptions options;
    options.convention = "torchinfo";
    options.inputs = c.inputs;
    const Report report = count_text(text_of(c, *folder), options);
    SCOPED_TRACE(problems(report));
    ASSERT_NE(report.root(), nullptr);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (c.summary == kAll || c.summary == static_cast<int>(i)) expect_summary(report, summaries[i], c);
    }
}

INSTANTIATE_TEST_SUITE_P(Outputs, Torchinfo, testing::ValuesIn(cases()), [](const auto& instance) {
    const int summary = instance.param.summary;
    return std::string(instance.param.file) + (summary == kAll ? "" : "_" + std::to_string(summary));
});

TEST(TorchinfoOutputs, AreAllCompared) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: torchinfo's outputs cannot be compared";
    std::set<std::string> known, compared;
    for (const Excluded& excluded : kExcluded) known.insert(excluded.file);
    for (const Case& c : cases()) {
        known.insert(c.file);
        if (!*c.unlike) compared.insert(c.file);
    }
    std::size_t outputs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*folder + "/torchinfo")) {
        EXPECT_TRUE(known.contains(entry.path().stem().string())) << entry.path();
        ++outputs;
    }
    EXPECT_EQ(outputs, 87u);
    EXPECT_EQ(std::size(kExcluded), 3u);
    EXPECT_GE(compared.size(), 81u);
}

}  // namespace
}  // namespace paramscope::golden
