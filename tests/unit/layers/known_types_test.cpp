// What is known of composite types, read from the texts of layers/types.
#include "layers/catalogue/known_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/shipped_texts.h"

namespace paramscope {
namespace THIS_FILE {

std::string take_until(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string taken(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return taken;
}

/// What a text says about a type, as it is written: marks and tensors; "nothing" where it lacks the type.
std::string facts(std::string_view text, std::string_view type) {
    KnownType known;
    if (!add_known_facts(text, type, known)) return "nothing";
    std::string facts;
    if (known.is_empty) facts += '.';
    if (known.ties_by_default) facts += '=';
    if (known.has_bias_beside_decoder) facts += '+';
    if (known.uses_modules_twice) facts += '~';
    if (known.norms_lack_bias) facts += '-';
    if (known.holds_by_config) facts += '?';
    std::string tensors;
    for (const std::string_view tensor : known.hidden_tensors)
        tensors.append(tensors.empty() ? "(" : ",").append(tensor);
    return tensors.empty() ? facts : facts + tensors + ')';
}

TEST(KnownTypes, AreFoundByTheirSortedLines) {
    std::size_t count = 0;
    for (const ShippedText& shipped : shipped_texts()) {
        if (shipped.group != "types") continue;
        std::string previous;
        for (std::string_view text = shipped.text; !text.empty();) {
            const std::string whole_line = take_until(text, '\n');
            if (whole_line.starts_with('#')) continue;
            std::string_view line = whole_line;
            const bool has_model = line.find(':') != std::string_view::npos;
            const std::string model = has_model ? take_until(line, ':') : "";
            EXPECT_TRUE(!has_model || take_until(line, ' ').empty()) << whole_line;
            while (!line.empty()) {
                const std::string word = take_until(line, ' ');
                const std::size_t end = std::min(word.find_first_of("=~+-?.("), word.size());
                const std::string type = model + word.substr(0, end);
                EXPECT_LT(previous, type) << shipped.name;
                EXPECT_EQ(type.find_first_of(":,)"), std::string::npos) << whole_line;
                previous = type;
                EXPECT_EQ(facts(shipped.text, type), word.substr(end)) << whole_line;
                EXPECT_NE(find_known_type(type), nullptr) << type;
                EXPECT_EQ(find_known_type(type + "X" + type), nullptr);
                EXPECT_EQ(find_known_type(type.substr(0, 1)), nullptr);
                ++count;
            }
        }
    }
    EXPECT_GT(count, 4000u);
}

TEST(KnownTypes, AreGroupedByModel) {
    constexpr std::string_view text =
        "# Comment: Type\n"
        "Bert\n"
        "Bert: Attention Experts(up,down) ForMaskedLM=\n"
        "BertGeneration: Decoder=~(bias) Layer\n"
        "Bert: LMHead+ Layer- LayerNorm(weight)\n"
        "FCOSHead RPNHead(anchors)\n"
        "SSDHead";
    const struct {
        std::string_view type, facts;
    } cases[] = {
        {"Bert", ""},  // a model and a type
        {"BertAttention", ""},
        {"BertExperts", "(up,down)"},
        {"BertForMaskedLM", "="},
        {"BertGenerationDecoder", "=~(bias)"},
        {"BertGenerationLayer", ""},
        {"BertLMHead", "+"},
        {"BertLayer", "-"},
        {"BertLayerNorm", "(weight)"},
        {"FCOSHead", ""},
        {"RPNHead", "(anchors)"},
        {"SSDHead", ""},
        {"", "nothing"},
        {"Attention", "nothing"},       // without its model
        {"BertGeneration", "nothing"},  // a model alone
        {"BertFCOSHead", "nothing"},
        {"BertLay", "nothing"},
        {"BertLayers", "nothing"},
        {"BertZ", "nothing"},
        {"Bert: Attention", "nothing"},
        {"BertForMaskedLM=", "nothing"},
        {"FCOSHead RPNHead(anchors)", "nothing"},
        {"anchors", "nothing"},
        {"T", "nothing"},
    };
    for (const auto& [type, expected] : cases) EXPECT_EQ(facts(text, type), expected) << type;
}

TEST(KnownTypes, AreReadFromBrokenLines) {
    const struct {
        std::string_view text, type, facts;
    } cases[] = {
        {"", "Net", "nothing"},
        {"\n\n", "", "nothing"},
        {" Net", "", "nothing"},
        {"Net:", "Net", "nothing"},
        {"Net: ", "Net", "nothing"},
        {"Net:  Layer", "Net", "nothing"},  // two blanks
        {": Net", "Net", ""},
        {"Net: Layer(weight", "NetLayer", "(weight)"},
        {"Net: Layer()", "NetLayer", ""},
        {"Net: Layer(weight)=", "NetLayer", "(weight)"},
        {"Net: Layer(weight, bias)", "NetLayer", "(weight)"},
        {"Net: Layer(weight, bias)", "Netbias)", ""},
        {"Net: Layer?", "NetLayer", "?"},
        {"Net: Layer!", "NetLayer", "nothing"},
    };
    for (const auto& [text, type, expected] : cases) EXPECT_EQ(facts(text, type), expected) << text;
}

TEST(KnownTypes, TellWhatPrintDoesNotShow) {
    const KnownType* embeddings = find_known_type("ViTEmbeddings");
    ASSERT_NE(embeddings, nullptr);
    EXPECT_FALSE(embeddings->hidden_tensors.empty());
    const KnownType* model = find_known_type("GPT2LMHeadModel");
    ASSERT_NE(model, nullptr);
    EXPECT_TRUE(model->ties_by_default);
    for (const std::string_view absent : {"", "Net", "Zzz", "A", " "})
        EXPECT_EQ(find_known_type(absent), nullptr) << absent;
}

}  // namespace THIS_FILE
}  // namespace paramscope
