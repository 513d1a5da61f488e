// What people paste: prints, fragments, listings, tables, code, logs, each as a tool or a chat left it. A
// total is right, or said to be open, or the text is refused with a sentence that names it; none is silently
// wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

enum class Outcome { Right, Honest, Refused, Silent };

struct Text {
    std::string name, text;
    std::optional<Integer> parameters;  ///< nullopt where no number can be known
};

std::vector<Text> load_texts(const std::string& folder) {
    rapidjson::Document document;
    document.Parse(read_file(folder + "/everyday_texts.json").value_or("").c_str());
    std::vector<Text> texts;
    if (!document.IsArray()) return texts;
    for (const rapidjson::Value& row : document.GetArray()) {
        Text& text = texts.emplace_back(Text{row["name"].GetString(), row["text"].GetString(), std::nullopt});
        if (row["params"].IsInt64()) text.parameters = Integer{row["params"].GetInt64()};
    }
    return texts;
}

bool is_loss(const Report& report) {
    return std::any_of(
        report.diagnostics.begin(), report.diagnostics.end(),
        [](const Diagnostic& diagnostic) { return diagnostic.message.id() == "loss.no_model"; });
}

Outcome outcome_of(const Text& text, std::string& answer) {
    open::MemorySource source(text.text);
    const open::Opened opened = open::open_model(source, "");
    const Report report = count_text(opened.text());
    const bool is_refused = has_errors(opened.diagnostics) || has_errors(report.diagnostics);
    answer = std::string(opened.source) + ": " + (is_refused ? "refused" : "");
    if (is_refused) return text.parameters ? Outcome::Refused : Outcome::Right;
    const Quantity& counted = report.root()->facts->parameters;
    answer += (counted.is_complete() ? "" : "at least ") + shown(counted.value);
    // A loss has no parameters, exactly; the collection has no number for it.
    if (!text.parameters && counted.value == Integer(0) && is_loss(report)) return Outcome::Right;
    // "At least 0" says nothing, and so is right where nothing can be known.
    if (!text.parameters && !counted.is_complete() && counted.value.value_or(0) == 0) return Outcome::Right;
    if (text.parameters && counted.value == text.parameters) return Outcome::Right;
    const bool is_below = counted.value.value_or(0) <= text.parameters.value_or(counted.value.value_or(0));
    const bool is_open = counted.basis == Basis::Partial ? is_below : counted.basis != Basis::Exact;
    return is_open ? Outcome::Honest : Outcome::Silent;
}

TEST(EverydayTexts, AreNeverSilentlyWrong) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected texts";
    const std::vector<Text> texts = load_texts(*truth);
    ASSERT_GT(texts.size(), 100u);
    std::size_t counts[4] = {};
    for (const Text& text : texts) {
        std::string answer;
        const Outcome outcome = outcome_of(text, answer);
        ++counts[static_cast<std::size_t>(outcome)];
        if (outcome == Outcome::Right) continue;
        std::cout << "  " << text.name << ": " << answer << "\n";
        EXPECT_NE(outcome, Outcome::Silent)
            << text.name << ": " << answer << ", not " << shown(text.parameters);
    }
    std::cout << "right " << counts[0] << ", honest " << counts[1] << ", refused " << counts[2] << ", silent "
              << counts[3] << "\n";
    EXPECT_GE(counts[0] * 100, texts.size() * 85);
}

}  // namespace
}  // namespace paramscope::golden
