// Configs of all classes of transformers, as the library saves them, against the parameters and FLOPs that it
// measures.
#include <gtest/gtest.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <stdio.h>

#include <iostream>
#include <set>

#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// The lines of a file that xz compressed; none when the file or xz is missing.
std::vector<std::string> read_xz_lines(const std::string& path) {
    std::vector<std::string> lines;
    FILE* pipe = popen(("xz -dc '" + path + "' 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return lines;
    std::string text;
    char buffer[1 << 16];
    for (std::size_t size; (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, size);
    pclose(pipe);
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
    return lines;
}

std::string json_text(const rapidjson::Value& value) {
    if (value.IsString()) return value.GetString();
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator,
                      rapidjson::kWriteNanAndInfFlag>
        writer(buffer);
    value.Accept(writer);
    return buffer.GetString();
}

/// What the config of one line gives, and what the library measures.
struct Counted {
    std::string name;
    std::string model_type;
    bool is_known = false;  ///< the type and the class have a template
    Quantity parameters;
    Quantity flops;
    Integer expected_parameters = 0;
    std::optional<Integer> expected_flops;
    Integer rotary = 0;  ///< FLOPs of positions in expected_flops, which are not counted
};

bool names_unknown(const Diagnostics& diagnostics) {
    for (const Diagnostic& each : diagnostics) {
        const std::string_view id = each.message.id();
        if (id == "config.unknown_model_type" || id == "config.unknown_kind" || id == "config.no_known_key" ||
            id == "config.unknown_class" || id == "config.read_by_class")
            return true;
    }
    return false;
}

std::optional<Counted> count_line(const std::string& line) {
    rapidjson::Document facts;
    facts.Parse<rapidjson::kParseNanAndInfFlag>(line.c_str());
    EXPECT_FALSE(facts.HasParseError());
    if (facts.HasParseError()) return std::nullopt;
    const bool changed = facts.HasMember("cfg");
    Counted counted;
    counted.name = facts["cls"].GetString();
    if (changed) counted.name += " " + std::string(facts["key"].GetString());
    counted.model_type = facts[changed ? "mt" : "model_type"].GetString();
    counted.expected_parameters = facts["params"].GetInt64();
    CountOptions options;
    if (facts.HasMember("flops") && facts["flops"].IsInt64()) {
        counted.expected_flops = facts["flops"].GetInt64();
        if (facts["rot"].IsInt64()) counted.rotary = facts["rot"].GetInt64();
        std::string input = facts["input"].GetString();
        options.inputs = *parse_input_shapes(input);
    }
    const std::string json = json_text(facts[changed ? "cfg" : "config"]);
    open::MemorySource source(json);
    const open::Opened opened = open::open_model(source, "config.json");
    counted.is_known = !names_unknown(opened.diagnostics);
    const Report report = count_text(opened.text(), options);
    if (const NodeReport* root = report.root()) {
        counted.parameters = root->facts->parameters;
        counted.flops = root->facts->flops;
    } else {
        counted.parameters.basis = counted.flops.basis = Basis::Partial;
    }
    return counted;
}

struct Tally {
    int lines = 0;
    int exact = 0;
    int unknown = 0;
    int flops_exact = 0;
    int flops_unknown = 0;
    std::set<std::string> types;
    std::set<std::string> known_types;
    std::string silent;       ///< complete and wrong
    std::string false_bound;  ///< "at least" more than there are
    std::string flops_wrong;  ///< complete and wrong by more than the rotary share
};

void add(Tally& tally, const Counted& counted) {
    ++tally.lines;
    tally.types.insert(counted.model_type);
    if (counted.is_known) tally.known_types.insert(counted.model_type);
    if (!counted.parameters.is_complete()) {
        ++tally.unknown;
        const bool is_bound = counted.parameters.basis == Basis::Partial && counted.parameters.value;
        if (is_bound && *counted.parameters.value > counted.expected_parameters)
            tally.false_bound += counted.name + "\n";
    } else if (counted.parameters.value == counted.expected_parameters) {
        ++tally.exact;
    } else {
        tally.silent += counted.name + ": " + shown(counted.parameters.value) + " instead of " +
                        shown(std::optional<Integer>(counted.expected_parameters)) + "\n";
    }
    if (!counted.expected_flops) return;
    const Integer expected = *counted.expected_flops;
    if (!counted.flops.is_complete())
        ++tally.flops_unknown;
    else if (counted.flops.value == expected || counted.flops.value == expected - counted.rotary)
        ++tally.flops_exact;
    else
        tally.flops_wrong += counted.name + ": " + shown(counted.flops.value) + " FLOPs instead of " +
                             shown(std::optional<Integer>(expected)) + "\n";
}

/// The lines of a file beside the tests.
std::vector<std::string> lines_of(const std::string& file) {
    std::istringstream text(read_file(golden_folder() + "/" + file).value_or(""));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

/// Counts the configs of a file, a line each, and prints how many are known.
Tally count_lines(const std::string& file, const std::vector<std::string>& lines) {
    Tally tally;
    for (const std::string& line : lines) {
        const std::optional<Counted> counted = count_line(line);
        if (counted) add(tally, *counted);
    }
    std::cout << file << ": " << tally.known_types.size() << " of " << tally.types.size()
              << " types known; of " << tally.lines << " configs " << tally.exact << " exact, "
              << tally.unknown << " said to be unknown, "
              << std::count(tally.silent.begin(), tally.silent.end(), '\n') << " silently wrong; FLOPs "
              << tally.flops_exact << " exact, " << tally.flops_unknown << " unknown, "
              << std::count(tally.flops_wrong.begin(), tally.flops_wrong.end(), '\n') << " wrong\n";
    return tally;
}

class TransformersConfigs : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = truth_folder().value_or("");
        if (folder_.empty()) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: configs cannot be read";
    }

    Tally count(const std::string& file) const {
        return count_lines(file, read_xz_lines(folder_ + "/" + file));
    }

    std::string folder_;
};

TEST_F(TransformersConfigs, AreExactOrUnknown) {
    const Tally tally = count("hf_all.jsonl.xz");
    if (tally.lines == 0) GTEST_SKIP() << "hf_all.jsonl.xz cannot be read: the file or xz is missing";
    EXPECT_EQ(tally.silent, "");
    EXPECT_EQ(tally.false_bound, "");
    EXPECT_EQ(tally.flops_wrong, "");
    EXPECT_GE(tally.known_types.size(), 300u);
    EXPECT_GE(tally.exact, 880);
    EXPECT_GE(tally.flops_exact, 285);
}

TEST_F(TransformersConfigs, WithOneKeyChangedAreExact) {
    const Tally tally = count("hf_onekey.jsonl.xz");
    if (tally.lines == 0) GTEST_SKIP() << "hf_onekey.jsonl.xz cannot be read: the file or xz is missing";
    EXPECT_EQ(tally.silent, "");
    EXPECT_EQ(tally.exact, tally.lines);
}

TEST(ChangedConfigs, AreExactOrUnknown) {
    const std::string file = "changed_configs.jsonl";
    const Tally tally = count_lines(file, lines_of(file));
    EXPECT_EQ(tally.silent, "");
    EXPECT_EQ(tally.false_bound, "");
    EXPECT_GE(tally.exact, 200);
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
