// Headers of safetensors that are longer than what is read at once, or hold something unusual.
#include "open/checkpoint/safetensors.h"

#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "unit/describe.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace THIS_FILE {

constexpr std::size_t kMany = 3000;  // tensors, of which a header is several hundred kilobytes

std::string entry(const std::string& name, std::size_t place) {
    const std::string filler(60, 'x');
    return concat("\"", name, filler, R"(":{"dtype":"U8","shape":[1],"data_offsets":[)", place, ",",
                  place + 1, "]}");
}

/// kMany entries; the one in the middle is `middle`.
std::string many(const std::string& middle) {
    std::string header = "{";
    for (std::size_t i = 0; i < kMany; ++i)
        header +=
            (i == 0 ? "" : ",") + (i == kMany / 2 ? middle : entry("layers." + std::to_string(i) + ".", i));
    return header + "}";
}

struct Read {
    std::size_t tensors = 0;
    std::string problems;
};

Read read(const std::string& header) {
    const std::string bytes = make::safetensors(header, kMany);
    MemorySource source(bytes);
    CheckpointContents contents;
    read_safetensors(source, "", contents);
    Read read{contents.tensors().tensors.size(), {}};
    for (const Diagnostic& diagnostic : contents.as_tensor_tree("").diagnostics) {
        if (diagnostic.severity == Severity::Error)
            read.problems += testing_support::describe(diagnostic.message);
    }
    return read;
}

/// The error at `place` in the header.
std::string at(std::size_t place, const std::string& problem) {
    return concat("checkpoint.at_byte(problem: ", problem, ", byte: ", 8 + place, ")");
}

const std::string kMiddle = entry("middle", kMany / 2);

TEST(SafetensorsHeader, OfManyTensorsIsReadToItsEnd) {
    const std::string unusual[] = {
        kMiddle,
        entry("a},b", kMany / 2),
        entry(R"(a\u0041\"},\"b)", kMany / 2),
        entry("\\n", kMany / 2),
        " \n" + kMiddle + "\t",
        kMiddle + R"(,"__metadata__":{"config":"{\"a\":{\"b\":[]},\"c\":\"},\"}","format":"pt"})",
        kMiddle + R"(,"__metadata__":{"long":")" + std::string(300'000, '}') + R"("})",
    };
    for (const std::string& middle : unusual) {
        const Read all = read(many(middle));
        EXPECT_EQ(all.tensors, kMany) << middle.substr(0, 100);
        EXPECT_EQ(all.problems, "") << middle.substr(0, 100);
    }
}

TEST(SafetensorsHeader, NamesTheByteOfAProblemAndKeepsTheTensorsBeforeIt) {
    const std::size_t place = many(kMiddle).find(kMiddle), half = kMany / 2;
    const std::string lacks = R"("middle":{"dtype":"U8","data_offsets":[1500,1501]})";
    const struct {
        std::string middle;
        std::size_t tensors;
        std::string problem;
    } cases[] = {
        {lacks, kMany - 1, at(place + 1, "safetensors.incomplete_tensor(tensor: middle)")},
        {R"("middle":7)", kMany - 1, ""},
        {kMiddle + ",", half + 1,
         at(place + kMiddle.size() + 1, "safetensors.invalid_header(problem: json.name)")},
        {"," + kMiddle, half, at(place, "safetensors.invalid_header(problem: json.name)")},
        {R"("middle" {})", half, at(place + 9, "safetensors.invalid_header(problem: json.colon)")},
        {kMiddle + "}", half + 1, "json.trailing_text"},
    };
    for (const auto& [middle, tensors, problem] : cases) {
        const Read kept = read(many(middle));
        EXPECT_EQ(kept.tensors, tensors) << middle;
        EXPECT_NE(kept.problems.find(problem), std::string::npos) << middle << "\n" << kept.problems;
    }
}

TEST(SafetensorsHeader, DoesNotEndWithAComma) {
    std::string header = many(kMiddle);
    header.insert(header.size() - 1, ",");
    EXPECT_EQ(read(header).problems, at(header.size() - 1, "safetensors.invalid_header(problem: json.name)"));
    header.pop_back();
    EXPECT_NE(read(header).problems.find("safetensors.invalid_header"), std::string::npos);
}

TEST(SafetensorsHeader, ThatIsCutOffKeepsItsWholeTensors) {
    const std::string whole = many(kMiddle);
    const std::size_t cut = whole.find("layers.2000.");
    const Read kept = read(whole.substr(0, cut));
    EXPECT_EQ(kept.tensors, 2000u);
    EXPECT_NE(kept.problems.find("safetensors.invalid_header"), std::string::npos);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
