#include "model/write.h"

#include <gtest/gtest.h>

#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

std::string written(Module root) {
    Model model;
    model.root = std::move(root);
    return write_model_text(model);
}

Module named(const char* type) {
    Module module;
    module.type = type;
    return module;
}

TEST(Write, NothingForNoModel) {
    EXPECT_EQ(write_model_text(Model{}), "");
}

TEST(Write, ArgumentsAreOnTheFirstLineUnlessOnOwnLine) {
    Module module = named("A");
    module.arguments.push_back({"n", Value::of_number(3), false, {}});
    EXPECT_EQ(written(module), "A(n=3)\n");
    module.children.push_back(named("B"));
    module.children[0].name = "b";
    EXPECT_EQ(written(module), "A(n=3\n  (b): B()\n)\n");
    module.arguments.edit()[0].own_line = true;
    EXPECT_EQ(written(module), "A(\n  n=3\n  (b): B()\n)\n");
}

TEST(Write, CountsWhereTheyMatter) {
    Module module = named("A");
    module.children.push_back(named("B"));
    Module& child = module.children[0];
    child.name = "0-*";
    EXPECT_EQ(written(module), "A(\n  (0-*): 1 x B()\n)\n");
    child.repeat = Polynomial::symbol("n") + 1;
    EXPECT_EQ(written(module), "A(\n  (0-*): n + 1 x B()\n)\n");
    child.name = "b";
    child.repeat = 1;
    EXPECT_EQ(written(module), "A(\n  (b): B()\n)\n");
}

TEST(Write, TensorsBeforeChildren) {
    Module module = named("A");
    module.children.push_back(named("B"));
    module.children[0].name = "b";
    Tensor tensor;
    tensor.name = "w";
    tensor.shape = {3, Polynomial::symbol("d")};
    tensor.trainable = false;
    tensor.dtype = "float16";
    module.tensors.push_back(tensor);
    EXPECT_EQ(written(module),
              "A(\n  (w): Parameter(3, d, requires_grad=False, dtype=float16)\n  (b): B()\n)\n");
}

TEST(Write, ControlCharactersInNamesAndComments) {
    Module module = named("A");
    module.comment = "two\nlines";
    module.children.push_back(named("B"));
    module.children[0].name = "b\nc";
    EXPECT_EQ(written(module), "A(  # two lines\n  (b c): B()\n)\n");
    // A text with a zero byte could not be read again.
    module.comment = std::string("two\0\x1b\tlines", 11);
    module.children[0].name = std::string("b\0\x1b", 3);
    EXPECT_EQ(written(module), "A(  # two   lines\n  (b \x1b): B()\n)\n");
    module.children[0].name = "\n";
    EXPECT_EQ(written(module), "A(  # two   lines\n  (_): B()\n)\n");
}

TEST(Write, CommentsAsTheyAreReadAgain) {
    EXPECT_EQ(written_comment("two\nlines"), "two lines");
    EXPECT_EQ(written_comment("\1\6a note\t"), "a note");
    EXPECT_EQ(written_comment("one<br>two<br/>tie: none"), "one br>two br/>tie: none");
    EXPECT_EQ(written_comment("\1"), "");
    Model model;
    model.notes = {"\1", "\1\6a note"};
    model.root = named("A");
    model.root.comment = "\1";
    EXPECT_EQ(write_model_text(model), "#\n# a note\n\nA()\n");
}

TEST(Write, ForwardLinesWithoutText) {
    Module module = named("A");
    Forward forward;
    forward.inputs = {"x"};
    forward.result.name = "x";
    module.forward = forward;
    EXPECT_EQ(written(module), "A(\n  forward(x) = x\n)\n");
}

}  // namespace
}  // namespace paramscope
