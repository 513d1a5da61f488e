// YAML as people write settings in it, as JSON.
#include "open/support/yaml.h"

#include <gtest/gtest.h>

#include <string>

#include "open/support/json.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(Yaml, IsWrittenAsJson) {
    const struct {
        const char *yaml, *json;
    } rows[] = {
        {"", "{}"},
        {"a: 1\nb: two  # a comment\n", R"({"a":1,"b":"two"})"},
        {"a:\n  b:\n    c: 1.5\n  d: null\ne: true\n", R"({"a":{"b":{"c":1.5},"d":null},"e":true})"},
        {"a:\n- 1\n- x: 2\n  y: 3\n- - 4\n  - 5\nb: 6\n", R"({"a":[1,{"x":2,"y":3},[4,5]],"b":6})"},
        {"a:\n  - [-1, 1, Conv, [64, 3]]\n  - 'b, c'\n", R"({"a":[[-1,1,"Conv",[64,3]],"b, c"]})"},
        {"a:\n  # rows\n  [\n    [-1, 2],  # one\n    [3],\n  ]\nb: {c: 1}\n",
         R"({"a":[[-1,2],[3]],"b":{"c":1}})"},
        {"'a b': 1\n\"c\": 2\na-b: 3\n", R"({"c":2,"a-b":3})"},
        {"a: |\n  text: 1\n  more\nb: >-\n  text\nc: 1\n", R"({"a":"","b":"","c":1})"},
        {"a: &name\n  b: 1\nc: *name\nd: !!int 3\ne: ~\n", R"({"a":{"b":1},"c":"*name","d":3,"e":null})"},
        {"a: a text, of words: some\nwords of prose\nhttp://x\nb: 2\n",
         R"({"a":"a text, of words: some","b":2})"},
        {"a: [1, 2\nb: 3\n", R"({"a":"[1, 2","b":3})"},
        {"a:\nb: -\n-", R"({"a":null,"b":"-"})"},
        {"a: 02\nb: 0\nc: 0.5\nd: [007, 1]\n", R"({"a":"02","b":0,"c":0.5,"d":["007",1]})"},
        {"a: 'C:\\data'\nb: \"\\x41\\n\"\nc: 'a\tb'\n", R"({"a":"C:data","b":"x41\n","c":"a b"})"},
        {"a:\n  &x\n  !t\n  b: 1\n", R"({"a":{"b":1}})"},
        {"a: 1\r\nb:\r\n  - 2\r\n", R"({"a":1,"b":[2]})"},
    };
    for (const auto& [yaml, json] : rows) EXPECT_EQ(yaml_as_json(yaml), json) << yaml;
}

TEST(Yaml, IsReadToALimitedDepth) {
    std::string deep, dashes, anchors = "a:\n";
    for (int i = 0; i < 500; ++i) {
        deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
        dashes += "- ";
        anchors += " &b\n";
    }
    for (const std::string& text :
         {deep, anchors, "a: " + dashes, "a:\n  " + dashes, "a: " + std::string(5000, '[')}) {
        const std::string json = yaml_as_json(text);
        EXPECT_TRUE(JsonDocument::parse(json)) << json.substr(0, 80);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
