// Configs of types that are not known: which library would tell of them, and what is asked of its files.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/concat.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// A library without a file but the one that it is known by, which notes what is asked for.
class EmptyLibrary final : public PackageFiles {
  public:
    std::unique_ptr<ByteSource> open(std::string_view path) override {
        asked.emplace_back(path);
        return path == kMark ? std::make_unique<MemorySource>("") : nullptr;
    }

    static constexpr std::string_view kMark = "transformers/models/auto/modeling_auto.py";
    std::vector<std::string> asked;
};

Opened open_config(const std::string& config, const std::shared_ptr<PackageFiles>& packages = nullptr) {
    MemorySource file(config);
    file.set_packages(packages);
    return open_model(file, "config.json");
}

/// "transformers 4.57.1: own own_vision"; "" for no library.
std::string library_of(const std::string& config) {
    const UnreadLibrary library = open_config(config).library;
    if (library.name.empty()) return "";
    return concat(library.name, " ", library.version, ": ", join(library.types, " "));
}

TEST(UnreadLibrary, IsNamedByAConfigOfAnUnknownType) {
    const std::string cases[][2] = {
        {R"({"model_type": "own", "transformers_version": "4.57.1"})", "transformers 4.57.1: own"},
        {R"({"model_type": "own"})", "transformers : own"},
        {R"({"model_type": "own-new", "vision_config": {"model_type": "own-new-vision"}, "text_config":
             {"model_type": "llama", "more": [{"model_type": "own-new"}]}})",
         "transformers : own_new own_new_vision llama"},
        {R"({"model_type": "llama", "architectures": ["LlamaForSomethingNew"], "hidden_size": 8})",
         "transformers : llama"},
        {R"({"model_type": "gpt2", "architectures": ["GPT2Model"], "n_embd": 8, "n_layer": 1, "n_head": 2,
             "vocab_size": 10, "n_positions": 4})",
         ""},
        {R"({"model_type": "own", "auto_map": {"AutoModel": "modeling_own.OwnModel"}})", ""},
        {R"({"architectures": ["OwnModel"], "hidden_size": 8})", ""},
        {R"({"model_type": "own", "transformers_version": "4.57.1\n../../evil"})", "transformers : own"},
        {R"({"model_type": "../own", "x": {"model_type": "own"}})", "transformers : own"},
        {R"({"model_type": 5, "hidden_size": 8})", ""},
        {R"({"model_type": "../own"})", ""},
        {R"({"model_type": "own\u202e"})", ""},
        {R"({"model_type": ")" + std::string(101, 'a') + "\"}", ""},
    };
    for (const auto& [config, library] : cases) EXPECT_EQ(library_of(config), library) << config;
}

TEST(UnreadLibrary, NamesSoManyTypesAtMost) {
    std::string config = R"({"model_type": "own")";
    for (unsigned i = 0; i < 1000; ++i) config += concat(", \"c", i, "\": {\"model_type\": \"t", i, "\"}");
    EXPECT_EQ(open_config(config + "}").library.types.size(), 12u);
}

TEST(UnreadLibrary, IsStillNamedWhereItsCodeDoesNotTellOfTheType) {
    const auto library = std::make_shared<EmptyLibrary>();
    const Opened opened = open_config(R"({"model_type": "own"})", library);
    EXPECT_EQ(opened.library.name, "transformers");
    EXPECT_TRUE(std::any_of(opened.diagnostics.begin(), opened.diagnostics.end(), [](const Diagnostic& each) {
        return each.message.id() == "python.code_tells_no_model";
    }));
    // A library holds no other one: it is known by one file alone.
    for (const std::string& path : library->asked) {
        const bool is_mark = path.ends_with(EmptyLibrary::kMark.substr(sizeof("transformers") - 1));
        EXPECT_TRUE(!is_mark || path == EmptyLibrary::kMark) << path;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
