#include "open/open.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/read/read.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(ByteSource, ReadsOnlyInsideTheFile) {
    MemorySource source("abcdef");
    EXPECT_EQ(source.read(2, std::size_t{3}), "cde");
    EXPECT_EQ(source.read(6, std::size_t{0}), "");
    EXPECT_EQ(source.read(4, std::size_t{3}), std::nullopt);
    EXPECT_EQ(source.read(7, std::size_t{0}), std::nullopt);
    EXPECT_EQ(source.read(~std::uint64_t{0}, std::size_t{2}), std::nullopt);
    EXPECT_EQ(source.bytes_read(), 3u);
    EXPECT_EQ(source.sibling("abc"), nullptr);
}

TEST(OpenModel, LeavesModelTextAsItIs) {
    MemorySource source("Linear(in_features=2, out_features=3, bias=True)\n");
    const Opened opened = open_model(source, "model.txt");
    EXPECT_EQ(opened.source, "pytorch-repr");
    EXPECT_TRUE(opened.is_model_text);
    EXPECT_EQ(opened.text(), "Linear(in_features=2, out_features=3, bias=True)\n");
    EXPECT_TRUE(opened.diagnostics.empty());
}

TEST(OpenModel, RecognisesALongModelTextByItsBeginning) {
    std::string print = "Net(\n";
    while (print.size() < 3 * kBeginning)
        print += "  (fc): Linear(in_features=2, out_features=3, bias=True)\n";
    const auto recognised = [](std::string_view text, std::uint64_t most_read) {
        MemorySource source(text);
        const std::optional<Opened> found = recognise_model_text(source, "model.txt");
        EXPECT_LE(source.bytes_read(), most_read);
        if (!found) return false;
        const Opened opened = open_model(source, "model.txt");
        EXPECT_EQ(found->source, opened.source);
        EXPECT_EQ(found->format, opened.format);
        EXPECT_TRUE(found->is_model_text && opened.is_model_text);
        return true;
    };
    EXPECT_TRUE(recognised(print + ")\n", kBeginning));
    EXPECT_TRUE(recognised(">>> print(model)\n" + print + ")\n", kBeginning));
    EXPECT_FALSE(
        recognised("Linear(in_features=2, out_features=3, bias=True)\n", kBeginning));  // may be code
    EXPECT_FALSE(recognised("import torch\nmodel = torch.nn.Linear(2, 3)\n", kBeginning));
    EXPECT_FALSE(recognised("@@ -1,2 +1,2 @@\n Net(\n+  (a): Linear(2, 3)\n )\n", kBeginning));
    EXPECT_FALSE(recognised("fc.weight torch.Size([2, 3])\n", kBeginning));
    EXPECT_FALSE(recognised(std::string(kLargestText + 1, ' '), kBeginning));
}

struct DiffCase {
    const char* source;  ///< the format of the new version
    const char* text;    ///< a diff that shows a part
    const char* opened;  ///< the end of the model text
};

TEST(OpenModel, FindsAModelFarBehindTheBeginningOfALog) {
    std::string preamble;
    while (preamble.size() < 2 * kBeginning)
        preamble +=
            "/lib/a.py:12: UserWarning: this is old.\n  warnings.warn(\n"
            "node3:400:500 [3] NCCL INFO Using network IB, which is there\n";
    const struct {
        std::string_view model, format;
    } cases[] = {
        {"  hidden_size ............ 64\n  num_attention_heads .... 4\n  num_layers ............. 2\n",
         "huggingface-config"},
        {"Net(\n  (fc): Linear(in_features=2, out_features=3, bias=True)\n)\n", "pytorch-repr"},
        {"trainable params: 12 || all params: 120 || trainable%: 10.0\n", "stated-totals"},
        {"no model\n", "log"},
    };
    for (const auto& [model, format] : cases) {
        const std::string text = preamble + std::string(model) + preamble;
        MemorySource source(text);
        EXPECT_EQ(open_model(source, "").source, format) << model;
    }
}

TEST(OpenModel, TakesTheStatedTotalOfAPrintThatIsCut) {
    const std::string profile =
        "params per gpu:                            336.23 M\n"
        "params of model = params per GPU * mp_size: 336.23 M\n\n";
    const std::string cut = "Net(\n  (fc): Linear(in_features=2, out_features=3, bias=True)\n  ...\n)\n";
    const std::string whole = "Net(\n  (fc): Linear(in_features=2, out_features=3, bias=True)\n)\n";
    for (const auto& [text, format] :
         {std::pair(profile + cut, "stated-totals"), std::pair(cut, "pytorch-repr"),
          std::pair("Total params: 5\n" + cut, "pytorch-repr"), std::pair(profile + whole, "pytorch-repr")}) {
        MemorySource source(text);
        EXPECT_EQ(open_model(source, "").source, format) << text;
    }
}

TEST(OpenModel, OpensTheNewVersionOfADiff) {
    const DiffCase cases[] = {
        {"tensor-listing", "@@ -1,2 +1,2 @@\n fc.weight torch.Size([2, 3])\n-fc.bias [4]\n+fc.bias [2]\n",
         "(fc): Linear(in_features=3, out_features=2, bias=True)\n)\n"},
        {"summary-table",
         "@@ -1,4 +1,5 @@\n   | Name | Type   | Params\n--------------------------------\n"
         " 0 | a    | Linear | 9     \n+1 | b    | Linear | 12    \n+--------------------------------\n"
         "+21        Total params\n",
         "    (parameters): Parameter(12)\n  )\n)\n"},
        {"python",
         "@@ -1,3 +1,3 @@ import torch\n class Net(nn.Module):\n     def __init__(self):\n"
         "         super().__init__()\n-        self.a = nn.Linear(2, 3)\n+        self.b = nn.Linear(2, "
         "4)\n",
         "  (b): Linear(2, 4)\n)\n"},
    };
    for (const DiffCase& each : cases) {
        MemorySource source(each.text);
        const Opened opened = open_model(source, "");
        EXPECT_EQ(opened.source, each.source);
        EXPECT_EQ(opened.source_text, each.text);
        EXPECT_NE(opened.text().find("basis: partial\n"), std::string::npos) << opened.text();
        EXPECT_EQ(opened.text().find("basis: exact"), std::string::npos) << opened.text();
        EXPECT_TRUE(opened.text().ends_with(each.opened)) << opened.text();
        ASSERT_FALSE(opened.diagnostics.empty());
        EXPECT_EQ(opened.diagnostics.back().message.id(), "model_text.diff");
    }
}

TEST(OpenModel, OpensAFileThatADiffCreates) {
    MemorySource source("@@ -0,0 +1,2 @@\n+fc.weight torch.Size([2, 3])\n+fc.bias torch.Size([2])\n");
    const Opened opened = open_model(source, "");
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_TRUE(opened.text().starts_with("basis: exact\n")) << opened.text();
}

TEST(OpenModel, LeavesADiffOfModelTextAsItIs) {
    const std::string_view text = "@@ -1,2 +1,2 @@\n Net(\n-  (a): Linear(2, 3)\n+  (b): Linear(2, 4)\n )\n";
    MemorySource source(text);
    const Opened opened = open_model(source, "");
    EXPECT_TRUE(opened.is_model_text);
    EXPECT_EQ(opened.text(), text);
}

TEST(OpenModel, RefusesATextThatIsTooLarge) {
    const std::string text(kLargestText + 1, ' ');
    MemorySource source(text);
    const Opened opened = open_model(source, "");
    EXPECT_EQ(opened.text(), "");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(testing_support::describe(opened.diagnostics.front().message), "file.too_large(most: 96)");
}

/// A file that cannot be read from `broken_from` on.
class BrokenSource final : public ByteSource {
  public:
    BrokenSource(std::uint64_t size, std::uint64_t broken_from) : size_(size), broken_from_(broken_from) {}
    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        std::fill(buffer.begin(), buffer.end(), ' ');
        return offset + buffer.size() <= broken_from_;
    }
    std::uint64_t size_, broken_from_;
};

TEST(OpenModel, ReportsFilesThatCannotBeRead) {
    BrokenSource whole(100, 0);
    const Opened nothing = open_model(whole, "");
    ASSERT_EQ(nothing.diagnostics.size(), 1u);
    EXPECT_EQ(nothing.diagnostics.front().message.id(), "file.unreadable");
    BrokenSource end(kBeginning + 1, kBeginning);
    const Opened cut = open_model(end, "");
    ASSERT_EQ(cut.diagnostics.size(), 1u);
    EXPECT_EQ(cut.diagnostics.front().message.id(), "file.unreadable_end");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
