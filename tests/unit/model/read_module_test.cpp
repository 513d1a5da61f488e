#include "model/read/read_module.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

std::size_t arguments_of(std::string_view text) {
    Diagnostics diagnostics;
    return read_model_text(text, &diagnostics).root.arguments.size();
}

TEST(ReadModule, Nested) {
    EXPECT_EQ(tree("Net(\n  (conv): Conv2d(3, 8, kernel_size=(3, 3), bias=False)\n  (body): Sequential(\n    "
                   "(0): ReLU(inplace=True)\n    (1): Identity()\n  )\n)"),
              "Net\n  conv: Conv2d #3 #8 kernel_size=(#3 #3) bias=!False\n  body: Sequential\n    0: ReLU "
              "inplace=!True\n    1: Identity");
}

TEST(ReadModule, OneLine) {
    EXPECT_EQ(tree("Linear(in_features=4, out_features=2, bias=True)"),
              "Linear in_features=#4 out_features=#2 bias=!True");
    EXPECT_EQ(tree("Sequential((0): Linear(4, 5) (1): ReLU(), (2): Linear(5, 2))"),
              "Sequential\n  0: Linear #4 #5\n  1: ReLU\n  2: Linear #5 #2");
    EXPECT_EQ(tree("A(x=3 (b): B(d) (c): C())"), "A x=#3\n  b: B d\n  c: C");
}

TEST(ReadModule, ModulesInArguments) {
    EXPECT_EQ(tree("GINConv(nn=Sequential(\n  (0): ReLU()\n))"), "GINConv\n  nn: Sequential\n    0: ReLU");
    EXPECT_EQ(tree("A(3, conv=B(nn=Sequential(\n  (0): ReLU()\n)), eps=0)"),
              "A #3 eps=#0\n  conv: B\n    nn: Sequential\n      0: ReLU");
    EXPECT_EQ(tree("C(2, nn=Linear(in_features=4, out_features=5), eps=1)"),
              "C #2 eps=#1\n  nn: Linear in_features=#4 out_features=#5");
    EXPECT_EQ(tree("C(act=ReLU(inplace=True))"), "C act=ReLU{inplace=!True}");
}

TEST(ReadModule, Repeats) {
    EXPECT_EQ(tree("ModuleList(\n  (0-31): 32 x Block(\n    (a): B()\n  )\n  (32): B()\n)"),
              "ModuleList\n  0-31: 32 x Block\n    a: B\n  32: B");
    EXPECT_EQ(tree("A(\n  (0-*): 2*layers x B()\n)"), "A\n  0-*: 2*layers x B");
    EXPECT_EQ(tree("A(\n  (layers): 6 x B()\n)"), "A\n  layers: 6 x B");
    EXPECT_EQ(tree("A(\n  (0-999999): 1000000 x B()\n)"), "A\n  0-999999: 1000000 x B");
    EXPECT_EQ(tree("A(\n  (0-3): n x B()\n)"), "A\n  0-3: n x B");
}

TEST(ReadModule, ArgumentsBeforeChildren) {
    const char* dumped = "A in_features=#4 bias=!True\n  p: B";
    EXPECT_EQ(tree("A(in_features=4, bias=True\n  (p): B()\n)"), dumped);
    EXPECT_EQ(tree("A(\n  in_features=4, bias=True\n  (p): B()\n)"), dumped);
    EXPECT_EQ(tree("A(\n  in_features=4,\n  bias=True,\n  (p): B(),\n)"), dumped);
    EXPECT_EQ(tree("A(\n  (p): B()\n  in_features=4, bias=True\n)"), dumped);
}

TEST(ReadModule, LoggedAssignmentsAreNoArguments) {
    EXPECT_EQ(arguments_of("A(\nlr = 3\n  (p): B()\n)"), 0u);
    EXPECT_EQ(arguments_of("A(\n  (p): B()\nlr = 3\n  (q): B()\n)"), 0u);
    EXPECT_EQ(arguments_of("A(\n  lr = 3\n  (p): B()\n)"), 1u);
    EXPECT_EQ(arguments_of("A(\nlr=3\n  (p): B()\n)"), 1u);
    EXPECT_EQ(arguments_of("A(\nlr = 3\n(p): B()\n)"), 1u);
    EXPECT_EQ(arguments_of("A(\nlr = 3\n)"), 1u);
}

TEST(ReadModule, ArgumentsOnTheirOwnLines) {
    const Module module = read_clean("A(1, 2,\n  b=3, c=4\n  d=5)").root;
    std::string lines;
    for (const Argument& argument : module.arguments.list()) lines += argument.own_line ? '|' : '.';
    EXPECT_EQ(lines, "..|.|");
}

TEST(ReadModule, ExtraText) {
    EXPECT_EQ(tree("A(10 -> 20)"), "A\n  \"10 -> 20\"");
    EXPECT_EQ(tree("A(\n  some words, more words\n  x=1 -> 2\n  (b): B()\n)"),
              "A x=<<1 -> 2>>\n  \"some words, more words\"\n  b: B");
    EXPECT_EQ(tree("A(\n  INFO: [w = a(b, c) + d(e)]\n)"), "A\n  \"INFO: [w = a(b, c) + d(e)]\"");
    EXPECT_EQ(tree("ReLU (inplace)"), "ReLU inplace");
}

TEST(ReadModule, LinesOfModulesWithoutNames) {
    EXPECT_EQ(tree("Transform(\n      Normalize(mean=[0.5], std=[0.2])\n      Resize(size=(8,), "
                   "mode='bilinear')\n)"),
              "Transform Normalize{mean=[#1/2] std=[#1/5]} Resize{size=(#8) mode='bilinear}");
}

TEST(ReadModule, ChildrenThatAreNotModules) {
    EXPECT_EQ(tree("A(\n  (a): None\n  (b): relu\n  (c): (1, 2)\n  (d): <function f at 0x7f>\n  (0): Object "
                   "of type: int\n)"),
              "A c=(#1 #2) d=<<<function f at 0x7f>>>\n  \"(0): Object of type: int\"\n  a: None\n  b: relu");
}

TEST(ReadModule, ParameterLists) {
    EXPECT_EQ(tree("ParameterList(\n    (0): Parameter containing: [torch.float32 of size 3x4]\n    (1): "
                   "Parameter containing: [torch.float32 of size 5 (cuda:0)]\n)"),
              "ParameterList\n  0: parameter (3, 4) float32\n  1: parameter (5) float32");
    EXPECT_EQ(tree("A(\n  (p): ParameterDict(  (default): Parameter containing: [torch.FloatTensor of size "
                   "8x1])\n)"),
              "A\n  p: ParameterDict\n    default: parameter (8, 1) float32");
}

TEST(ReadModule, StatedInputs) {
    EXPECT_EQ(tree("A(\n  (b): B() @ (batch, d)  # seen\n  (c): C(\n    (e): E()\n  ) @ (3,)\n) @ (1, 2)"),
              "A @ (1, 2)\n  b: B @ (batch, d) # seen\n  c: C @ (3)\n    e: E");
}

TEST(ReadModule, Comments) {
    EXPECT_EQ(tree("A(  # the model\n  # skipped\n  (b): B()  # a B\n  (c): C(  # first\n    # skipped\n    "
                   "x=1  # second\n  )  # third\n)  # end"),
              "A # the model; end\n  b: B # a B\n  c: C x=#1 # first; second; third");
    EXPECT_EQ(tree("A(\n  (b): B() -> (1, 2), 3 layers\n)"), "A\n  b: B # -> (1, 2), 3 layers");
    EXPECT_EQ(tree("A(\n  (n): None  # gone\n)"), "A\n  n: None # gone");
}

TEST(ReadModule, ForwardLines) {
    EXPECT_EQ(tree("A(\n  (b): B()\n  forward(x) = b(x) +\n    x  # residual\n  (c): C()\n)"),
              "A\n  forward x -> (+ b{x} x)\n  b: B\n  c: C");
    EXPECT_EQ(tree("A(forward(x) = b(x) (b): B())"), "A\n  forward x -> b{x}\n  b: B");
    EXPECT_EQ(tree("A(\n  forward=3\n  forward(x)\n)"), "A forward=#3 forward{x}");
}

TEST(ReadModule, TypeNamesAndKeysOfAnyKind) {
    EXPECT_EQ(tree("torch::nn::A(\n  (f(x)): lora.Linear(\n    (a key): B<int, 2>()\n  )\n  (卷积): <class "
                   "'a.C'>()\n)"),
              "torch::nn::A\n  f(x): lora.Linear\n    a key: B<int, 2>\n  卷积: <class 'a.C'>");
}

TEST(ReadModule, LineEndsTabsAndMarks) {
    const char* dumped = "A # end\n  b: B #1\n  c: C";
    EXPECT_EQ(tree("A(\r\n\t(b): B(1)\r\n\t(c): C()\r\n)  # end\r\n"), dumped);
    EXPECT_EQ(tree("A(\r\t(b): B(1)\r\t(c): C()\r)  # end\r"), dumped);
    EXPECT_EQ(tree("\uFEFFA(\n\u00a0\u00a0(b): B(1)\n  (\x1B[1mc\x1B[0m): C()\n)  # end"), dumped);
}

TEST(ReadModule, Lists) {
    EXPECT_EQ(tree("[A(\n   (b): B()\n ), A(\n   (b): C()\n )]"),
              "ModuleList\n  0: A\n    b: B\n  1: A\n    b: C");
}

TEST(ReadModule, Fragments) {
    const char* missing = "warning: model_text.first_line_missing\n";
    const std::string_view several = "    (a): A(1)\n    (b): B()\n  )\n  (c): C()\n)\n";
    EXPECT_EQ(diagnostics_of(several), "1:5 " + std::string(missing));
    Diagnostics diagnostics;
    EXPECT_EQ(dump(read_model_text(several, &diagnostics).root),
              "Fragment\n  a: A #1\n  b: B\n  c: C\n  omitted: Omitted");
    EXPECT_EQ(dump(read_model_text("(a): A(1)\n(b): B()", &diagnostics).root), "Fragment\n  a: A #1\n  b: B");
    EXPECT_EQ(dump(read_model_text("  (a): A(\n    (b): B()\n  )", &diagnostics).root), "A\n  b: B");
    for (const std::string text : {"(a): print()", "(a): None()"})  // no model by themselves
        EXPECT_EQ(dump(read_model_text(text, &diagnostics).root),
                  "Fragment\n  a: " + text.substr(5, text.size() - 7));
}

TEST(ReadModule, Spans) {
    const std::string_view text = "log: Net(\n  (0-2): 3 x A(1)\n  (w): Parameter(2)\n)";
    const Module root = read_clean(text).root;
    EXPECT_EQ(covered(text, root.span), text.substr(5));
    EXPECT_EQ(covered(text, root.type_span), "Net");
    EXPECT_EQ(covered(text, root.children[0].span), "(0-2): 3 x A(1)");
    EXPECT_EQ(covered(text, root.children[0].repeat_span), "3");
    EXPECT_EQ(covered(text, root.children[0].type_span), "A");
    EXPECT_EQ(covered(text, root.tensors[0].span), "(w): Parameter(2)");
    EXPECT_EQ(covered(text, root.repeat_span), "");
}

TEST(ReadModule, SpansAreOfTheOriginalText) {
    const std::string_view text = "[rank0]: Net(\n[rank0]:   (a): Linear(3, \u00a04*d)\n[rank0]: )";
    const Module root = read_clean(text).root;
    const Module& child = root.children[0];
    EXPECT_EQ(covered(text, place_in_text(child, child.arguments.list()[1].span)), "4*d");
}

TEST(ReadModules, OneAfterTheOther) {
    Diagnostics diagnostics;
    const std::vector<Module> modules = read_modules(
        "# a library\nA(d, heads=8\n  forward(x) = b(x)\n  (b): B(d, d)\n)\n\n# next\nC()\n", &diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_EQ(modules.size(), 2u);
    EXPECT_EQ(dump(modules[0]), "A d heads=#8\n  forward x -> b{x}\n  b: B d d");
    EXPECT_EQ(dump(modules[1]), "C");
}

TEST(ReadModules, AnythingElseIsAnError) {
    Diagnostics diagnostics;
    const std::string_view text = "A()\nd = 3\n";
    EXPECT_EQ(read_modules(text, &diagnostics).size(), 1u);
    EXPECT_EQ(listed(diagnostics, text), "2:1 error: model_text.expected_module\n");
}

TEST(FirstName, OfRanges) {
    struct Case {
        const char* name;
        const char* first;
    };
    for (const Case& c : {Case{"0-5", "0"}, Case{"12-*", "12"}, Case{"a-b", "a-b"}, Case{"0-b", "0-b"},
                          Case{"conv", "conv"}, Case{"", ""}}) {
        Module module;
        module.name = c.name;
        EXPECT_EQ(first_name(module), c.first);
    }
}

}  // namespace
}  // namespace paramscope
