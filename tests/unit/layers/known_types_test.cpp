// What is known of composite types, read from the texts of layers/types.
#include "layers/known_types.h"

#include <gtest/gtest.h>

#include <string>

#include "base/shipped_texts.h"

namespace paramscope {
namespace THIS_FILE {

std::string next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

TEST(KnownTypes, AreFoundByTheirSortedLines) {
    std::size_t count = 0;
    for (const ShippedText& shipped : shipped_texts()) {
        if (shipped.group != "types") continue;
        std::string previous;
        for (std::string_view text = shipped.text; !text.empty();) {
            const std::string line = next_line(text);
            if (line.empty() || line.starts_with('#')) continue;
            const std::string type = line.substr(0, line.find(' '));
            EXPECT_LT(previous, type) << shipped.name;
            previous = type;
            const KnownType* known = find_known_type(type);
            ASSERT_NE(known, nullptr) << type;
            for (const std::string_view tensor : known->hidden_tensors)
                EXPECT_NE(line.find(tensor), std::string::npos) << type;
            EXPECT_EQ(find_known_type(type + "X" + type), nullptr);
            EXPECT_EQ(find_known_type(type.substr(0, 1)), nullptr);
            ++count;
        }
    }
    EXPECT_GT(count, 4000u);
}

TEST(KnownTypes, TellWhatPrintDoesNotShow) {
    const KnownType* embeddings = find_known_type("ViTEmbeddings");
    ASSERT_NE(embeddings, nullptr);
    EXPECT_FALSE(embeddings->hidden_tensors.empty());
    const KnownType* model = find_known_type("GPT2LMHeadModel");
    ASSERT_NE(model, nullptr);
    EXPECT_TRUE(model->ties_by_default);
    EXPECT_TRUE(find_known_type("T5DenseGatedActDense")->is_of_untied_models);
    for (const std::string_view absent : {"", "Net", "Zzz", "A", " "})
        EXPECT_EQ(find_known_type(absent), nullptr) << absent;
}

}  // namespace
}  // namespace paramscope
