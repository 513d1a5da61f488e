// config.json files of real repositories, counted, against totals that the library and checkpoints agree on.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "count/compare/compare_tensors.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

using Row = std::map<std::string, std::string, std::less<>>;

std::vector<Row> read_table(const std::string& path) {
    std::vector<Row> rows;
    const std::vector<std::vector<std::string>> lines = read_csv(path);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        Row& row = rows.emplace_back();
        for (std::size_t k = 0; k < lines[i].size() && k < lines[0].size(); ++k)
            row[lines[0][k]] = lines[i][k];
    }
    return rows;
}

struct Counted {
    open::Opened opened;
    Report report;
};

Counted count_config(const std::string& path, const CountOptions& options = {}) {
    const std::string json = read_file(path).value_or("");
    open::MemorySource source(json);
    Counted counted{open::open_model(source, path), {}};
    counted.report = count_text(counted.opened.text(), options);
    return counted;
}

std::string parameters(const Report& report) {
    const NodeReport* root = report.root();
    if (root == nullptr) return "nothing";
    return (root->facts->parameters.is_complete() ? "" : "at least ") + shown(root->facts->parameters.value);
}

bool is_warned(const Counted& counted) {
    for (const Diagnostics* all : {&counted.opened.diagnostics, &counted.report.diagnostics}) {
        for (const Diagnostic& each : *all) {
            if (each.severity != Severity::Note) return true;
        }
    }
    return false;
}

class Configs : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = truth_folder().value_or("");
        if (folder_.empty()) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: configs cannot be read";
    }

    std::string folder_;
};

TEST_F(Configs, GiveTheTotalsOfTheirRepositories) {
    int equal = 0, unknown = 0, cautions = 0, unstated = 0;
    for (const Row& row : read_table(folder_ + "/hf/totals.csv")) {
        const std::string& name = row.at("name");
        const bool is_native = name.find("native") != std::string::npos;
        const Counted counted =
            count_config(folder_ + "/hf/" + name + (is_native ? ".json" : ".config.json"));
        const std::string& total = row.at("exact_total_or_blank");
        const std::string counted_total = parameters(counted.report);
        EXPECT_EQ(counted.opened.source, "huggingface-config") << name;
        EXPECT_FALSE(has_errors(counted.report.diagnostics)) << name << "\n" << problems(counted.report);
        if (row.at("verification").starts_with("CAUTION")) {
            ++cautions;
        } else if (counted_total.starts_with("at least")) {
            EXPECT_TRUE(is_warned(counted)) << name;
            EXPECT_FALSE(row.at("verification").starts_with("VERIFIED")) << name;
            ++unknown;
        } else if (total.empty()) {
            ++unstated;
        } else {
            EXPECT_EQ(counted_total, total) << name;
            ++equal;
        }
    }
    std::cout << equal << " totals are equal, " << unknown << " are said to be incomplete, " << unstated
              << " are stated nowhere, " << cautions << " doubtful ones are skipped\n";
    EXPECT_GE(equal, 122);
}

TEST_F(Configs, GiveTheTotalsOfPublishedSizes) {
    for (const Row& row : read_table(folder_ + "/hf_constructed/totals.csv")) {
        const std::string& name = row.at("name");
        const Counted counted = count_config(folder_ + "/hf_constructed/" + name + ".config.json");
        EXPECT_EQ(parameters(counted.report), row.at("total_unique_params (torch meta, transformers 5.12.1)"))
            << name;
    }
}

/// Listings were made of transformers' own models: each tensor has one name and shape in both; ties, which a
/// listing does not tell, are left aside.
TEST_F(Configs, HaveTheTensorsThatTheLibraryMakes) {
    int compared = 0;
    for (const std::filesystem::directory_entry& entry :
         std::filesystem::directory_iterator(folder_ + "/hf_made")) {
        const std::string file = entry.path().filename().string();
        const std::size_t end = file.find(".state.txt");
        const std::string config = folder_ + "/hf/" + file.substr(0, end) + ".config.json";
        if (end == std::string::npos || !std::filesystem::exists(config)) continue;
        ++compared;
        const Counted listing = count_config(entry.path().string());
        const TensorComparison comparison = compare_tensors(count_config(config).report, listing.report);
        EXPECT_GT(comparison.same, 0u) << file;
        for (const TensorDifference& difference : comparison.differences) {
            if (difference.kind == TensorDifference::Kind::Sharing ||
                difference.kind == TensorDifference::Kind::Role)
                continue;
            // The listings are of models before they are quantised.
            const bool is_scale = difference.left && !difference.right && difference.left->packed_in != 0;
            if (is_scale) continue;
            ADD_FAILURE() << file << ": " << (difference.left ? difference.left : difference.right)->path
                          << ": " << to_string(difference.kind);
        }
    }
    EXPECT_GE(compared, 45);
}

/// What print() shows is there in the config's tree as well, under the same name. (It hides some; and of a
/// norm that shows no size it can only be guessed.)
TEST_F(Configs, GiveTheTreeThatIsPrinted) {
    int compared = 0;
    for (const std::string_view printed : {"/hf_made", "/hf_constructed"}) {
        for (const std::filesystem::directory_entry& entry :
             std::filesystem::directory_iterator(folder_ + std::string(printed))) {
            const std::string file = entry.path().filename().string();
            const std::size_t end = file.find(".print.txt");
            const std::string configs = printed == "/hf_made" ? "/hf" : std::string(printed);
            const std::string config = folder_ + configs + "/" + file.substr(0, end) + ".config.json";
            if (end == std::string::npos || !std::filesystem::exists(config)) continue;
            ++compared;
            const Counted print = count_config(entry.path().string());
            const TensorComparison comparison = compare_tensors(count_config(config).report, print.report);
            EXPECT_GT(comparison.same, 0u) << file;
            for (const TensorDifference& difference : comparison.differences) {
                const bool is_norm =
                    difference.right && difference.right->path.find("norm") != std::string::npos;
                const bool differs = difference.kind == TensorDifference::Kind::OnlyRight ||
                                     difference.kind == TensorDifference::Kind::Shape;
                if (differs && !is_norm) ADD_FAILURE() << file << ": " << difference.right->path;
            }
        }
    }
    EXPECT_GE(compared, 80);
}

TEST_F(Configs, Llama27BIsAFormulaOfItsKeys) {
    const Counted counted = count_config(folder_ + "/hf/meta-llama__Llama-2-7b-chat-hf.config.json");
    EXPECT_EQ(parameters(counted.report), "6738415616");
    CountOptions two_layers;
    two_layers.overrides.emplace_back("num_hidden_layers", Polynomial(2));
    const Report two = count_text(counted.opened.text(), two_layers);
    EXPECT_EQ(parameters(two), shown(std::int64_t{262'144'000 + 2 * 202'383'360 + 4096}));
    std::vector<std::string> names;
    for (const auto& variable : counted.report.variables) names.push_back(variable.name);
    for (const std::string_view key : {"hidden_size", "num_hidden_layers", "intermediate_size", "vocab_size"})
        EXPECT_NE(std::find(names.begin(), names.end(), key), names.end()) << key;
}

struct Measured {
    std::string_view config;
    std::string_view input;
    Integer flops;       ///< of FlopCounterMode
    Integer rotary = 0;  ///< of those, the product of positions and frequencies: head_dim MACs a token
};

TEST_F(Configs, FlopsAreWhatIsMeasured) {
    const Measured cases[] = {
        {"hf/openai-community__gpt2", "1,128", 32228179968},
        {"hf/openai-community__gpt2", "1,1024", 291648307200},
        {"hf/mlc_mistral_7b", "1,128", 1828850778112, 128 * 128},
        {"hf/Qwen__Qwen3-0.6B", "1,128", 156330115072, 128 * 128},
        {"hf/google__gemma-2b", "1,128", 643976691712, 256 * 128},
        {"hf/mlc_phi-3_5", "1,1024", 8035749691392, 96 * 1024},
        {"hf/tiiuae__falcon-7b-instruct", "1,128", 1781413191680, 64 * 128},
        {"hf_constructed/roberta-base-ForMaskedLM", "1,128", 32380747776},
        {"hf/google-t5__t5-small", "1,128; 1,128", 16089350144},
    };
    for (const Measured& each : cases) {
        CountOptions options;
        options.inputs = *parse_input_shapes(each.input);
        const Counted counted =
            count_config(folder_ + "/" + std::string(each.config) + ".config.json", options);
        ASSERT_NE(counted.report.root(), nullptr) << each.config;
        const Quantity& flops = counted.report.root()->facts->flops;
        EXPECT_TRUE(flops.is_complete()) << each.config << "\n" << problems(counted.report);
        EXPECT_EQ(shown(flops.value), shown(std::optional<Integer>(each.flops - each.rotary))) << each.config;
    }
}

}  // namespace
}  // namespace paramscope::golden
