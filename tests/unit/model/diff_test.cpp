#include "model/texts/diff.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

/// The text with a `.` for each byte that is not part of the new version.
std::string new_version(std::string text) {
    for (const Span& mark : read_diff(text).marks) {
        for (std::uint32_t at = mark.begin; at < mark.end; ++at) {
            if (text[at] != '\n') text[at] = '.';
        }
    }
    return text;
}

bool is_diff(std::string_view text) {
    return !read_diff(text).marks.empty();
}

bool is_partial(std::string_view text) {
    return read_diff(text).partial.has_value();
}

TEST(Diffs, HaveSignsBelowAHeader) {
    EXPECT_EQ(new_version("@@ -1,3 +1,3 @@\n Net(\n-  (a): ReLU()\n+  (b): ReLU()\n )"),
              "...............\n Net(\n..............\n.  (b): ReLU()\n )");
    EXPECT_EQ(new_version("@@ -4 +4 @@ class Net(nn.Module):\n+a\n\\ No newline at end of file\n"),
              ".................................\n.a\n...........................\n");
}

TEST(Diffs, HaveLinesBesideTheNewVersion) {
    const std::string header = "diff --git a/m b/m\nindex 12..34 100644\n--- a/m\n+++ b/m\n";
    EXPECT_EQ(
        new_version(header + "@@ -1 +1 @@\n+a\nprose\n--- c\n+++ d\n@@ -1 +1 @@\n-b\n"),
        "..................\n...................\n.......\n.......\n...........\n.a\nprose\n.....\n.....\n"
        "...........\n..\n");
}

TEST(Diffs, MayHaveAPrefix) {
    EXPECT_EQ(new_version("> @@ -1,2 +1,2 @@\n>  Net(\n>\n> -a\n> +)\nprose\n"),
              "> ...............\n>  Net(\n>\n> ..\n> .)\nprose\n");
}

TEST(Diffs, MayLackTheHeader) {
    EXPECT_EQ(new_version(" Net(\n-a\n+b\n\n )\n"), " Net(\n..\n.b\n\n )\n");
}

TEST(Diffs, AreNoListsLogsAndTables) {
    for (const char* text : {
             "",
             "Net(\n  (a): ReLU()\n)",
             "- Linear(2, 3)\n- ReLU()",
             "- Conv2d(2, 3,\n  kernel_size=3)\n- ReLU()",
             "+ Net(\n+   (a): ReLU()\n\n+ )",
             "+---+---+\n a   b \n+---+---+\n",
             "+ a\nprose",
             "x @@ -1",
             "@@ -1,2 @@\n+a",
             "@@ -1,2 +a,3 @@\n+a",
         }) {
        EXPECT_FALSE(is_diff(text)) << text;
        EXPECT_FALSE(is_partial(text)) << text;
    }
}

TEST(Diffs, ShowAllOfAFileThatTheyCreate) {
    EXPECT_FALSE(is_partial("@@ -0,0 +1,2 @@\n+Net(\n+)\n\n"));
    EXPECT_FALSE(is_partial("--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Net()\nprose"));
    for (const char* text : {
             "@@ -0,0 +1,3 @@\n+Net(\n+)",
             "@@ -0,0 +1,1 @@\n+Net(\n+)",
             "@@ -0,0 +1,2 @@\n+Net(\n )",
             "@@ -0,0 +1,1 @@\n+a\n@@ -0,0 +1,1 @@\n+b",
             "@@ -1,2 +1,2 @@\n Net(\n )",
             "@@ -0,0 +1,2 @@ +Net( +)",
             "@@ -1,4 +1,9\n@@\n+Net(\n+)",
             "+Net(\n )",
         })
        EXPECT_TRUE(is_partial(text)) << text;
}

TEST(Diffs, TakeNumbersOfAnyLength) {
    EXPECT_TRUE(is_partial("@@ -1,99999999999999999999999 +1,99999999999999999999999 @@\n+a"));
    EXPECT_TRUE(is_partial("@@ -1,5 +1"));
}

}  // namespace
}  // namespace paramscope
