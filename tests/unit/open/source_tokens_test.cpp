// Words and signs of source code, which are counted before it is parsed.
#include <gtest/gtest.h>

#include <string>

#include "base/ranges.h"
#include "base/source.h"
#include "open/open.h"
#include "open/python/syntax/source_files.h"
#include "open/python/syntax/tokens.h"
#include "unit/describe.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(Tokens, AreWordsAndSignsOutsideOfCommentsAndStrings) {
    const std::pair<const char*, std::size_t> cases[] = {
        {"", 0},
        {" \n\t", 0},
        {"x = 12", 3},
        {"f(a.b, c)", 8},
        {"[1,2]", 5},
        {"x  # y = z\n", 1},
        {"# only a comment", 0},
        {"'many words # in it'", 1},
        {"'''one\n# two\n''' + x", 3},
        {"f'{a}{b}'", 4},
        {"'\\n\\''", 3},
        {"'an end is missing\nx", 2},
        {"'''an end is missing\nx", 1},
        {"\xc3\xa9 = 1", 3},
    };
    for (const auto& [source, count] : cases) EXPECT_EQ(python::count_tokens(source), count) << source;
}

TEST(Tokens, BeyondTheLimitAreNotParsed) {
    const auto message_of = [](const std::string& items) {
        const std::string code = "from torch import nn\nx = [" + items + "]\nmodel = nn.Linear(2, 2)\n";
        MemorySource source(code);
        const Opened opened = open_model(source, "model.py");
        const Diagnostic* error = find_by(opened.diagnostics, &Diagnostic::severity, Severity::Error);
        return error == nullptr ? "" : testing_support::describe(error->message);
    };
    std::string items;
    while (items.size() < python::kMostTokens - 100) items += "1,";
    EXPECT_EQ(message_of(items), "");
    EXPECT_EQ(message_of(items + items.substr(0, 200)), "python.too_many_tokens(count: 400000)");
}

TEST(Tokens, OfAFileWithTwoPathsAreCountedOnce) {
    std::string items;
    while (items.size() < python::kMostTokens - 100) items += "1,";
    Files files{{"main.py", ""}};
    for (const char* name : {"a.py", "b.py"})
        files[name] = files[std::string("../models/") + name] = name[0] + (" = [" + items + "]\n");
    FolderSource main(files, "main.py", false);
    python::SourceFiles found(main, "main.py");
    for (const std::string name : {"a.py", "b.py"}) {
        ASSERT_NE(found.find("../models/" + name), nullptr);
        EXPECT_EQ(found.find("../models/" + name), found.find(name));
    }
    EXPECT_EQ(found.left_out(), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
