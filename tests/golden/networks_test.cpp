// Random residual and branching networks of types nobody knows, run in PyTorch, counted here from their text:
// exact where the text tells how data flows, and never a wrong number where it does not.
#include <gtest/gtest.h>

#include <functional>
#include <string_view>

#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// The lines of a text that `keep` keeps; it is given the line without its indentation.
std::string filtered(std::string_view text, const std::function<bool(std::string_view)>& keep) {
    std::string kept;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (keep(line.substr(line.find_first_not_of(' ')))) kept += line;
        text.remove_prefix(end);
    }
    return kept;
}

bool is_forward_line(std::string_view line) {
    return line.starts_with("forward(");
}

/// What print() gives: no forward lines, no raw tensors, no ties.
std::string as_printed(std::string_view text) {
    return filtered(text, [](std::string_view line) {
        return !is_forward_line(line) && !line.starts_with("tie:") && line.find("): Parameter(") == line.npos;
    });
}

Report report_of(const rapidjson::Value& network, const std::string& text) {
    CountOptions options;
    for (const rapidjson::Value& input : network["inputs"].GetArray())
        options.inputs.push_back(dims_of(input));
    return count_text(text, options);
}

/// Work is the truth where it is said to be whole, and no more than it otherwise.
void expect_no_wrong_work(const Report& report, const rapidjson::Value& network) {
    const NodeReport& root = *report.root();
    const std::int64_t truth = network["macs"].GetInt64();
    for (const Quantity* quantity : {&root.facts->macs, &root.facts->flops}) {
        const std::int64_t whole = quantity == &root.facts->macs ? truth : 2 * truth;
        if (quantity->is_complete()) {
            EXPECT_EQ(shown(quantity->value), shown(whole));
        } else {
            EXPECT_LE(quantity->value.value_or(0), whole);
        }
    }
}

void expect_parameters(const Report& report, std::int64_t truth) {
    EXPECT_TRUE(report.root()->facts->parameters.is_complete());
    EXPECT_EQ(shown(report.root()->facts->parameters.value), shown(truth));
}

class Networks : public testing::Test {
  protected:
    void for_each(const std::function<void(const rapidjson::Value&)>& check) {
        ASSERT_TRUE(networks_.IsArray());
        ASSERT_GE(networks_.Size(), 400u);
        for (const rapidjson::Value& network : networks_.GetArray()) {
            SCOPED_TRACE("seed " + std::to_string(network["seed"].GetInt()));
            check(network);
        }
    }

    const rapidjson::Document networks_ = load_golden("networks.json");
};

TEST_F(Networks, AreExactWithTheirForwardLines) {
    for_each([](const rapidjson::Value& network) {
        const Report report = report_of(network, network["text"].GetString());
        SCOPED_TRACE(network["text"].GetString() + problems(report));
        ASSERT_NE(report.root(), nullptr);
        expect_parameters(report, network["parameters"].GetInt64());
        EXPECT_EQ(shown(report.root()->facts->buffers.value), shown(network["buffers"].GetInt64()));
        EXPECT_EQ(shown(report.root()->facts->output_sizes), shown(sizes_of(network["output"])));
        EXPECT_TRUE(report.root()->facts->macs.is_complete() && report.root()->facts->flops.is_complete());
        expect_no_wrong_work(report, network);
    });
}

TEST_F(Networks, AsPrintedAreNeverWrong) {
    int begun = 0;
    for_each([&](const rapidjson::Value& network) {
        const std::string text = as_printed(network["text"].GetString());
        const Report report = report_of(network, text);
        SCOPED_TRACE(text + problems(report));
        ASSERT_NE(report.root(), nullptr);
        EXPECT_FALSE(has_errors(report.diagnostics));
        // Print shows neither tensors that a class of one's own holds itself, nor that two modules share one.
        const std::int64_t hidden = network["hidden"].GetInt64(), shared = network["shared"].GetInt64();
        expect_parameters(report, network["parameters"].GetInt64() - hidden + shared);
        expect_no_wrong_work(report, network);
        EXPECT_FALSE(report.root()->facts->macs.is_complete())
            << "a module whose flow is not told may do anything";
        begun += report.root()->facts->macs.value.value_or(0) > 0;
    });
    EXPECT_GT(begun, 60) << "what runs before a Sequential's first unknown module is counted";
}

TEST_F(Networks, WithSomeForwardLinesAreNeverWrong) {
    int exact = 0, lines = 0;
    for_each([&](const rapidjson::Value& network) {
        const std::string text = filtered(network["text"].GetString(), [&](std::string_view line) {
            return !is_forward_line(line) || ++lines % 5 != 0;
        });
        const Report report = report_of(network, text);
        SCOPED_TRACE(text + problems(report));
        ASSERT_NE(report.root(), nullptr);
        expect_parameters(report, network["parameters"].GetInt64());
        expect_no_wrong_work(report, network);
        exact += report.root()->facts->macs.is_complete();
    });
    EXPECT_GT(exact, 80) << "what is all told is all counted";
}

}  // namespace
}  // namespace paramscope::golden
