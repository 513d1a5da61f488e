// What the backward pass keeps of layers, functions and code, as PyTorch's hooks show it on a CPU
// (make_kept.py).
#include <gtest/gtest.h>

#include "base/source.h"
#include "count/passes/pass_memory.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

std::string text_of(const rapidjson::Value& row, const std::vector<Dims>& inputs) {
    if (row.HasMember("text")) return row["text"].GetString();
    const std::string code = row["source"].GetString();
    open::MemorySource source(code);
    return open::open_model(source, "model.py", nullptr, "", inputs).text();
}

/// Bytes that a row's model keeps; -1 where not all of it is known.
std::int64_t kept_by_us(const rapidjson::Value& row) {
    CountOptions options;
    options.inputs = {dims_of(row["input"])};
    const Report report = count_text(text_of(row, options.inputs), options);
    TapeOptions tape;
    tape.is_training = tape.types.on_cpu = true;
    const PassMemory memory(report, tape, {true, false, 1});
    const Play play = memory.play(values_of(report));
    if (!memory.tape().unknown.empty() || !play.is_whole || play.events.empty()) return -1;
    return bytes_after(play, play.backward)[static_cast<std::size_t>(TensorUse::Kept)];
}

TEST(Kept, IsWhatPyTorchKeeps) {
    const rapidjson::Document truth = load_golden("kept.json");
    ASSERT_TRUE(truth.IsArray());
    for (const auto& row : truth.GetArray())
        EXPECT_EQ(kept_by_us(row), row["kept"].GetInt64()) << row["name"].GetString();
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
