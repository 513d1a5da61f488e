// The tensors of known models, put together again from nothing but their names and shapes: every count must
// be what it was, and where a family is recognised, the tree and its FLOPs too.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "golden/support.h"
#include "model/write.h"
#include "open/open.h"
#include "open/tensors/tensors.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// What state_dict() of a counted model would list.
open::TensorSet tensors_of(const Report& report) {
    open::TensorSet set;
    const std::function<void(std::size_t, std::string)> visit = [&](std::size_t index,
                                                                    const std::string& above) {
        const NodeReport& node = report.nodes[index];
        for (const TensorReport& tensor : node.facts->tensors.list()) {
            std::vector<std::uint64_t> shape;
            for (const Polynomial& size : tensor.shape)
                shape.push_back(static_cast<std::uint64_t>(size.constant()->numerator()));
            set.tensors.push_back({above + tensor.name, shape, "", tensor.role == Role::Buffer});
        }
        for (std::size_t child = index + 1; child < node.subtree_end;
             child = report.nodes[child].subtree_end) {
            const NodeReport& below = report.nodes[child];
            const long long first = std::atoll(std::string(below.name).c_str());
            const auto repeat = static_cast<long long>(*below.facts->repeat().value);
            for (long long i = 0; i < repeat; ++i)
                visit(child,
                      above + (repeat > 1 ? std::to_string(first + i) : std::string(below.name)) + ".");
        }
    };
    visit(0, "");
    return set;
}

TEST(TensorTrees, OfVisionModelsKeepTheirCounts) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    const rapidjson::Document models = load_torchvision(*truth);
    ASSERT_TRUE(models.IsObject());
    for (const auto& entry : models.GetObject()) {
        const Report printed = count_text(entry.value["repr"].GetString());
        const Report again = count_text(write_model_text(open::tensor_model(tensors_of(printed), "Model")));
        EXPECT_FALSE(has_errors(again.diagnostics)) << entry.name.GetString() << problems(again);
        EXPECT_EQ(shown(again.root()->facts->parameters.value),
                  shown(printed.root()->facts->parameters.value))
            << entry.name.GetString();
        EXPECT_EQ(shown(again.root()->facts->buffers.value), shown(printed.root()->facts->buffers.value))
            << entry.name.GetString();
        const std::string name = entry.name.GetString();
        const bool is_residual =
            name.starts_with("resnet") || name.starts_with("resnext") || name.starts_with("wide_");
        if (!is_residual) continue;
        EXPECT_EQ(again.root()->type, "ResNet") << name;
        EXPECT_EQ(shown(again.root()->facts->macs.value), to_string(Integer(entry.value["macs"].GetInt64())))
            << name;
    }
}

Report count_file(const std::string& path) {
    const std::string text = read_file(path).value_or("");
    open::MemorySource source(text);
    return count_text(open::open_model(source, path).text());
}

/// Path, type, repeat and parameters of every module.
std::string tree_of(const Report& report) {
    std::string lines;
    for (const NodeReport& node : report.nodes)
        lines += report.path(node) + " " + std::string(node.type) + " " + shown(node.facts->repeat().value) +
                 " " + shown(node.facts->parameters.value) + "\n";
    return lines;
}

/// One of each family whose print hides nothing.
constexpr const char* kAlike[] = {
    "mlc_llama2_7b",
    "llama-3.1-8b-instruct-bnb4bit_jeevanchaps",
    "Qwen__Qwen3-8B",
    "mlc_qwen2.5_3b",
    "mlc_gemma2_2b",
    "mlc_phi-3_5",
    "mlc_olmo2_7b",
    "mlc_stablelm",
    "distilbert-base-uncased",
    "openai-community__gpt2",
    "mlc_gpt_bigcode",
    "tiiuae__falcon-180B-chat",
};

TEST(TensorTrees, OfAListingAndOfAPrintAreOne) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    for (const std::string name : kAlike) {
        const std::string start = *truth + "/hf_made/" + name;
        Report listed = count_file(start + ".state.txt");
        // A listing names both weights of a tie; the print of a type that ties by default counts one.
        const std::string print = "tie: none\n" + read_file(start + ".print.txt").value_or("");
        EXPECT_EQ(tree_of(listed), tree_of(count_text(print))) << name;
    }
}

/// Listings and the configs of the same models, none of which ties its last layer.
constexpr std::pair<const char*, const char*> kListedAndConfigured[] = {
    {"mlc_llama2_7b", "meta-llama__Llama-2-7b-chat-hf"},
    {"mlc_llama2_13b", "mlc_llama2_13b"},
    {"meta-llama__Meta-Llama-3-8B_neuron", "meta-llama__Meta-Llama-3-8B_neuron"},
    {"Qwen__Qwen3-32B", "Qwen__Qwen3-32B"},
    {"sakura-14b-qwen2.5", "sakura-14b-qwen2.5"},
    {"mlc_olmo2_32b", "mlc_olmo2_32b"},
    {"mlc_phi-3_5", "mlc_phi-3_5"},
    {"mlc_stablelm", "mlc_stablelm"},
    {"google__vit-base-patch16-224", "google__vit-base-patch16-224"},
    {"openai__gpt-oss-20b_mxfp4", "openai__gpt-oss-20b_mxfp4"},
};

TEST(TensorTrees, OfAListingAndOfAConfigAreOne) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    for (const auto& [listing, config] : kListedAndConfigured) {
        EXPECT_EQ(tree_of(count_file(*truth + "/hf_made/" + listing + ".state.txt")),
                  tree_of(count_file(*truth + "/hf/" + config + ".config.json")))
            << listing;
    }
}

}  // namespace
}  // namespace paramscope::golden
