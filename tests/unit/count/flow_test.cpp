// The forward pass: functions of forward lines, lists of modules, repeats, library rules, errors.
#include "unit/count/support.h"

#include "base/concat.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

struct FlowCase {
    std::string_view input;
    std::string_view body;    ///< what follows `forward(x) = `
    std::string_view output;  ///< "?" when unknown
    std::string_view macs;
};

std::string output_text(const NodeReport& node) {
    if (!node.facts->output_sizes) return "?";
    std::string text;
    for (const Integer size : *node.facts->output_sizes) text += (text.empty() ? "" : ",") + to_string(size);
    return text;
}

constexpr FlowCase kCases[] = {
    {"2,3", "relu(x)", "2,3", "0"},
    {"2,3", "x + x * 2", "2,3", "0"},
    {"2,3,1", "x + mean(x, dim=1, keepdim=True)", "2,3,1", "0"},
    {"2,3", "cat(x, x, dim=1)", "2,6", "0"},
    {"2,3", "cat((x, x, x), dim=-1)", "2,9", "0"},
    {"2,3", "stack(x, x, dim=1)", "2,2,3", "0"},
    {"2,6", "chunk(x, 3, dim=-1)[1]", "2,2", "0"},
    {"2,3,4,5", "flatten(x, 1)", "2,60", "0"},
    {"2,3,4,5", "flatten(x, 1, 2)", "2,12,5", "0"},
    {"2,3,4,5", "flatten(x)", "120", "0"},
    {"2,12", "reshape(x, 0, 3, -1)", "2,3,4", "0"},
    {"2,12", "reshape(x, size=(0, 3, -1))", "2,3,4", "0"},
    {"2,12", "reshape(x, 0, 12/4, -1)", "2,3,4", "0"},
    {"2,12", "resize(x, size=(0, 5))", "2,5", "0"},
    {"2,3", "x + tensor(size=(4, 2, 3))", "4,2,3", "0"},
    {"2,3", "where(x, x, tensor(size=(4, 2, 3)))", "4,2,3", "0"},
    {"2,3", "F.relu(x)", "2,3", "0"},
    {"2,3", "after(relu(x), x @ transpose(x))", "2,3", "12"},
    {"2,8", "F.linear(x, tensor(size=(4, 8)))", "2,4", "64"},
    {"2,5", "F.embedding(x, tensor(size=(10, 4)))", "2,5,4", "0"},
    {"2,5,4", "F.layer_norm(x, tensor(size=(4,)))", "2,5,4", "0"},
    {"1,3,8,8", "F.conv2d(x, tensor(size=(6, 3, 3, 3)), stride=2, padding=1)", "1,6,4,4", "2592"},
    {"1,4,9", "F.conv1d(x, tensor(size=(4, 2, 3)), tensor(size=(4,)), groups=2)", "1,4,7", "168"},
    {"1,4,5", "F.conv_transpose1d(x, tensor(size=(4, 2, 3)), stride=2)", "1,2,11", "120"},
    {"2,3,4", "einsum(x, x, equation='b i j, b k j -> b i k')", "2,3,3", "72"},
    {"2,3,4", "einsum(x, x, equation='...ij,...kj')", "2,3,3", "72"},
    {"2,3,4", "einsum(x, tensor(size=(4,)), equation='bij,j->bij')", "2,3,4", "0"},
    {"2,3,4", "permute(x, 2, 0, 1)", "4,2,3", "0"},
    {"2,3,4", "transpose(x)", "2,4,3", "0"},
    {"2,3", "unsqueeze(x, 1)", "2,1,3", "0"},
    {"2,1,3", "squeeze(x, 1)", "2,3", "0"},
    {"2,3,4,5", "mean(x, dim=(2, 3))", "2,3", "0"},
    {"2,3,4", "x @ transpose(x)", "2,3,3", "72"},
    {"1,10,8", "attention(x, x, x)", "1,10,8", "1600"},
    {"1,10,8", "attention(x, x, x, x @ transpose(x))", "1,10,8", "2400"},
    {"2,6,4,4", "channel_shuffle(x, 2)", "2,6,4,4", "0"},
    {"2,3,4", "pick((x, cat(x, x, dim=1), mean(x, dim=1)), channels=6)", "2,6,4", "0"},
    {"5,3", "expand(unsqueeze(mean(x, dim=0), 0), x)", "5,3", "0"},
    {"2,3,4", "select(x, dim=1, index=0)", "2,4", "0"},
    {"2,5,4", "slice(x, dim=1, start=1)", "2,4,4", "0"},
    {"2,5,4", "slice(x, dim=1, end=-1)", "2,4,4", "0"},
    {"2,3,4,5", "unflatten(flatten(x, 2), x)", "2,3,4,5", "0"},
    {"7,4", "lookup(x, cat(x, x, dim=0), dim=0)", "14,4", "0"},
    {"2,3,4,5", "interpolate(AvgPool2d(x, kernel_size=2), x)", "2,3,4,5", "0"},
    {"2,14,21,5", "window_partition(x, size=7)", "2,6,49,5", "0"},
    {"2,15,20,5", "window_partition(x, size=7)", "2,9,49,5", "0"},
    {"2,8,14,14,5", "window_partition(x, size=(8, 7, 7))", "2,4,392,5", "0"},
    {"2,15,20,5", "window_reverse(window_partition(x, size=7), x)", "2,15,20,5", "0"},
    {"2,5,6,3", "space_to_depth(x, size=2)", "2,3,3,12", "0"},
    {"2,4,5,6,3", "space_to_depth(x, size=(2, 2))", "2,4,3,3,12", "0"},
    {"2,4,6,3", "space_to_depth(x, size=(2, 2), even=True)", "2,2,3,12", "0"},
    {"2,4,14,14,5", "window_partition(x, size=(8, 7, 7), shrink=True)", "2,4,196,5", "0"},
    {"2,4,14,14,5", "window_partition(x, size=(8, 7, 7))", "2,4,392,5", "0"},
    {"2,70,5", "window_partition(x, size=64, step=True)", "2,2,64,5", "0"},
    {"2,1,5", "window_partition(x, size=64, step=True)", "2,1,1,5", "0"},
    {"2,3,15,16", "pad_to(x, size=(2, 4))", "2,3,16,16", "0"},
    {"1,3,8,8", "AvgPool2d(x, kernel_size=2)", "1,3,4,4", "0"},
    {"1,3,8,8", "AdaptiveAvgPool2d(x, output_size=1)", "1,3,1,1", "0"},
    {"2,3", "missing?(x)", "2,3", "0"},
    {"2,3", "y + y where y = relu(x)", "2,3", "0"},
};

TEST(Flow, FunctionsOfShapes) {
    for (const FlowCase& test : kCases) {
        SCOPED_TRACE(test.body);
        const Report report = count_text("input = (" + std::string(test.input) + ")\nNet(\n  forward(x) = " +
                                         std::string(test.body) + "\n  (act): ReLU()\n)");
        EXPECT_EQ(first_message(report, Severity::Error), "");
        EXPECT_EQ(output_text(report.nodes[0]), test.output);
        EXPECT_EQ(shown(report.nodes[0].facts->macs.value), test.macs);
    }
}

/// A line of `count` bindings, each using the one before it; `reversed` writes the last one first.
std::string chain(int count, bool reversed) {
    std::string bindings;
    for (int i = 1; i <= count; ++i) {
        const std::string before = i == 1 ? "x" : "v" + std::to_string(i - 1);
        const std::string one = "v" + std::to_string(i) + " = relu(" + before + ")";
        bindings.insert(reversed ? 0 : bindings.size(),
                        reversed ? one + (i == 1 ? "" : ", ") : (i == 1 ? "" : ", ") + one);
    }
    return "input = (2, 3)\nNet(\n  forward(x) = v" + std::to_string(count) + " where " + bindings + "\n)";
}

TEST(Flow, LongChainsOfBindingsDoNotNest) {
    EXPECT_EQ(output_text(count_text(chain(20000, false)).nodes[0]), "2,3");
    EXPECT_EQ(output_text(count_text(chain(100, true)).nodes[0]), "2,3");
    EXPECT_EQ(described_first(count_text(chain(2000, true)), Severity::Error), "flow.nested_too_deep");
}

struct FlowError {
    std::string_view body;
    std::string_view message;
};
constexpr FlowError kErrors[] = {
    {"cat(x, mean(x, dim=1), dim=0)", "function.cat_ranks(first: (6, 3), second: (6,))"},
    {"cat(x, transpose(x), dim=0)", "function.cat_sizes(dimension: 0, first: (6, 3), second: (3, 6))"},
    {"chunk(x, 0)", "function.chunk_parts(most: 1024)"},
    {"flatten(x, 1, 0)", "function.flatten_order"},
    {"reshape(x)", "function.reshape_no_sizes"},
    {"reshape(x, 5, 5)", "function.reshape_elements(from: (6, 3), to: (5, 5))"},
    {"reshape(x, -1, -1)", "function.reshape_open_sizes"},
    {"reshape(x, -1, 4)", "function.reshape_elements(from: (6, 3), to: (-1, 4))"},
    {"reshape(x, -2, -9)", "function.no_size(size: -2)"},
    {"resize(x, -5, 3)", "function.no_size(size: -5)"},
    {"tensor(size=(-5, 3))", "function.no_size(size: -5)"},
    {"permute(x, 0)", "function.permute_indices(rank: 2)"},
    {"permute(x, 0, 0)", "function.permute_repeated"},
    {"mean(x, dim=some)", "literal.integer(value: some)"},
    {"flatten(x, 7)", "literal.dimension(dimension: 7, rank: 2)"},
    {"flatten(x, (0, 1))", "literal.one_integer(name: start)"},
    {"mean(x, dim=(0, some))", "literal.integers(value: some)"},
    {"x @ x", "function.matmul_inner_sizes(first: (6, 3), second: (6, 3))"},
    {"x @ mean(x, dim=0)", "function.matmul_rank"},
    {"x + transpose(x)", "function.broadcast_sizes(first: (6, 3), second: (3, 6))"},
    {"y", "flow.unknown_name(name: y)"},
    {"y where y = relu(y)", "flow.cycle(name: y)"},
    {"chunk(x, 3)[5]", "flow.no_tuple_item(size: 3, index: 5)"},
    {"each(layers, x)", "list.unknown(name: layers)"},
    {"attention(x)", "flow.too_few_tensors(function: attention, expected: 3, actual: 1)"},
    {"attention(x, x, mean(x, dim=0))", "function.attention_ranks(query: (6, 3), key: (6, 3), value: (3,))"},
    {"attention(slice(x, dim=1, end=1), x, x)", "function.attention_widths(query: (6, 1), key: (6, 3))"},
    {"attention(reshape(x, 1, 2, 3, 3), y, y) where y = reshape(x, 1, 3, 2, 3)",
     "function.attention_widths(query: (1, 2, 3, 3), key: (1, 3, 2, 3))"},
    {"attention(x, x, transpose(x))", "function.attention_values(key: (6, 3), value: (3, 6))"},
    {"alternate(x, x)", "list.alternate_operands"},
    {"branches(x)", "list.operands(function: branches)"},
    {"branches(layers, x)", "list.unknown(name: layers)"},
    {"pick(x)", "function.pick_channels"},
    {"pick(x, channels=4)", "function.pick_none(channels: 4)"},
    {"expand(x, x)", "function.expand_first_size"},
    {"lookup(mean(x), x)", "function.lookup_table"},
    {"slice(x, dim=1, start=4)", "function.slice_out_of_range(shape: (6, 3))"},
    {"slice(x, dim=1, end=some)", "function.slice_out_of_range(shape: (6, 3))"},
    {"unflatten(x, x)", "function.unflatten_reference"},
    {
        "unflatten(x, unsqueeze(transpose(x), 0))",
        "function.unflatten_sizes(from: (6, 3), reference: (1, 3, 6))",
    },
    {"interpolate(x, x)", "function.interpolate_ranks(first: (6, 3), second: (6, 3))"},
    {"window_partition(x, size=2)", "function.window_map(shape: (6, 3))"},
    {"window_partition(unsqueeze(x, 0))", "function.window_no_size"},
    {"window_partition(unsqueeze(x, 0), size=0)", "function.window_size(value: 0)"},
    {"window_partition(unsqueeze(x, 0), size=some)", "function.window_size(value: some)"},
    {"window_reverse(mean(x), x)", "function.window_reverse_operands"},
    {"space_to_depth(unsqueeze(x, 0), size=(2, 2))", "function.window_too_many_sizes"},
    {"space_to_depth(unsqueeze(x, -1), size=5, even=True)", "function.uneven_blocks(shape: (6, 3, 1))"},
    {"pick((x, x @ transpose(x) @ x, mean(x, dim=0, keepdim=True)), channels=3)",
     "function.pick_ambiguous(channels: 3, first: (6, 3), second: (1, 3))"},
    {"l where a = (x, x), b = (a, a), c = (b, b), d = (c, c), e = (d, d), f = (e, e), g = (f, f), h = (g, "
     "g), "
     "i = (h, h), j = (i, i), k = (j, j), m = (k, k), n = (m, m), l = (n, n)",
     "flow.tuple_too_large(most: 10000)"},
};

TEST(Flow, ErrorsNameWhatIsWrong) {
    for (const FlowError& test : kErrors) {
        SCOPED_TRACE(test.body);
        const Report report = count_text("input = (6, 3)\nNet(\n  forward(x) = " + std::string(test.body) +
                                         "\n  (act): ReLU()\n)");
        EXPECT_EQ(described_first(report, Severity::Error), test.message);
        EXPECT_FALSE(report.nodes[0].facts->macs.is_complete());
    }
}

TEST(Flow, ListsAreCalledInOrderOrAsBranches) {
    const auto net = [](std::string_view line) {
        return count_text("input = (1, 4)\nNet(\n  forward(x) = " + std::string(line) +
                          "\n  (layers): ModuleList(\n    (0): Linear(4, 4)\n    (1): Linear(4, 4)\n  )\n)");
    };
    EXPECT_EQ(output_text(net("each(layers, x)").nodes[0]), "1,4");
    const Report branches = net("cat(branches(layers, x), dim=1)");
    EXPECT_EQ(output_text(branches.nodes[0]), "1,8");
    EXPECT_EQ(shown(branches.nodes[0].facts->macs.value), "32");
}

struct ListCase {
    std::string_view body;
    std::string_view lists;
    std::string_view output, macs;
};

TEST(Flow, SkipConnectionsReachLaterLists) {
    constexpr std::string_view halves =
        "(a): ModuleList(\n    (0-1): 2 x Conv2d(4, 4, kernel_size=2, stride=2)\n  )\n  ";
    const ListCase cases[] = {
        {"each(a, x, keep=True)", "(a): ModuleList(\n    (0-1): 2 x Conv2d(4, 4, kernel_size=1)\n  )",
         "1,4,8,8", "2048"},
        {"each(b, each(a, keep(x), keep=True), take=True)",
         "(a): ModuleList(\n    (0): Conv2d(4, 6, kernel_size=1)\n  )\n  "
         "(b): ModuleList(\n    (0): Conv2d(12, 6, kernel_size=1)\n    (1): Conv2d(10, 2, kernel_size=1)\n  "
         ")",
         "1,2,8,8", "7424"},
        {"each(b, x, take=True)", "(b): ModuleList(\n    (0): Conv2d(8, 2, kernel_size=1)\n  )", "?", "?"},
        {"alternate(a, b, x, x, x)",
         "(a): ModuleList(\n    (0-1): 2 x Conv2d(4, 4, kernel_size=1)\n  )\n  "
         "(b): ModuleList(\n    (0): Conv2d(4, 4, kernel_size=1)\n  )",
         "1,4,8,8", "3072"},
        {"each(a, x, times=3)", "(a): ModuleList(\n    (0): Conv2d(4, 4, kernel_size=1)\n  )", "1,4,8,8",
         "3072"},
        {"x + reshape(c.bias, 1, 4, 1, 1)", "(c): Conv2d(4, 4, kernel_size=1)", "1,4,8,8", "0"},
    };
    for (const auto& [body, lists, output, macs] : cases) {
        const Report report =
            count_text(concat("input = (1, 4, 8, 8)\nNet(\n  forward(x) = ", body, "\n  ", lists, "\n)"));
        EXPECT_EQ(output_text(report.nodes[0]), output) << body;
        EXPECT_EQ(shown(report.nodes[0].facts->macs.is_complete() ? report.nodes[0].facts->macs.value
                                                                  : std::nullopt),
                  macs)
            << body;
    }
    // Modules printed as equal that halve the map: the second one gets another shape than the first.
    const Report report = count_text(
        concat("input = (1, 4, 8, 8)\nNet(\n  forward(x) = each(a, x, keep=True)\n  ", halves, ")"));
    EXPECT_EQ(described_first(report, Severity::Error), "list.equal_modules_differ");
}

TEST(Flow, ListsWithTooManyModulesAreErrors) {
    struct Case {
        std::string_view body, message;
    };
    for (const auto& [body, message] : {Case{"each(a, x, times=5000)", "list.each_times(most: 4096)"},
                                        Case{"each(a, x, times=n)", "list.each_times(most: 4096)"},
                                        Case{"each(b, x, keep=True)", "list.too_many_modules(most: 10000)"},
                                        Case{"branches(b, x)", "list.branches_repeats(most: 4096)"}}) {
        const Report report =
            count_text(concat("input = (1, 4)\nNet(\n  forward(x) = ", body,
                              "\n  (a): ModuleList(\n    (0): Linear(4, 4)\n  )\n"
                              "  (b): ModuleList(\n    (0-*): 1000000000 x Linear(4, 4)\n  )\n)"));
        EXPECT_EQ(described_first(report, Severity::Error), message) << body;
        EXPECT_FALSE(report.nodes[0].facts->macs.is_complete()) << body;
    }
}

TEST(Flow, ChildrenInOrderGiveTheirOutputsOrGrowDensely) {
    const auto net = [](std::string_view line, std::string_view second) {
        return count_text("input = (1, 4)\nNet(\n  forward(x) = " + std::string(line) +
                          "\n  (a): Linear(4, 3)\n  (b): " + std::string(second) + "\n)");
    };
    EXPECT_EQ(output_text(net("outputs(x)[0]", "Linear(3, 2)").nodes[0]), "1,3");
    EXPECT_EQ(output_text(net("outputs(x)[-1]", "Linear(3, 2)").nodes[0]), "1,2");
    const Report dense = net("dense(x)", "Linear(7, 2)");
    EXPECT_EQ(output_text(dense.nodes[0]), "1,9");
    EXPECT_EQ(shown(dense.nodes[0].facts->macs.value), "26");
}

TEST(Flow, AChildThatIsCalledTwiceWorksTwice) {
    const Report report =
        count_text("input = (2, 4)\nNet(\n  forward(x) = fc(fc(x))\n  (fc): Linear(4, 4)\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "64");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "20");
}

TEST(Flow, ARepeatThatKeepsItsShapeStaysSymbolic) {
    const Report report =
        count_text("n = 3\ninput = (1, 4)\nSequential(\n  (0-*): n x Linear(4, 4, bias=False)\n)");
    EXPECT_EQ(formula(report.nodes[0].facts->macs), "16*n");
    EXPECT_EQ(shown(row(report, "0").facts->macs.value), "48");
}

TEST(Flow, ARepeatThatChangesItsShapeIsFollowed) {
    const Report report = count_text(
        "input = (1, 4, 31)\nSequential(\n  (0-2): 3 x Conv1d(4, 4, kernel_size=3, stride=2, bias=False)\n)");
    // 31 -> 15 -> 7 -> 3 positions of 4·4·3 multiply-accumulates each
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), to_string(Integer{(15 + 7 + 3) * 48}));
    EXPECT_EQ(output_text(report.nodes[0]), "1,4,3");
}

TEST(Flow, AMillionRepeatsCostNoMoreThanOne) {
    const Report report =
        count_text("input = (1, 4)\nSequential(\n  (0-999999): 1000000 x Linear(4, 4, bias=False)\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "16000000");
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "16000000");
}

TEST(Flow, DoublingCallsEndWithAMessage) {
    std::string text = "input = (1, 4)\n";
    for (int depth = 0; depth < 60; ++depth) text += "A(\nforward(x) = a(a(x))\n(a): ";
    text += "Linear(4, 4)";
    for (int depth = 0; depth < 60; ++depth) text += "\n)";
    const Report report = count_text(text);
    EXPECT_FALSE(report.nodes[0].facts->macs.is_complete());
    EXPECT_EQ(described_first(report, Severity::Warning), "flow.too_many_calls(most: 1500000)");
}

TEST(Flow, ChildrenThatTheForwardLineLeavesOutHaveNoWork) {
    const Report report = count_text(
        "input = (1, 4)\nNet(\n  forward(x) = fc(x)\n  (fc): Linear(4, 4)\n  (aux): Linear(4, 9)\n)");
    EXPECT_TRUE(report.nodes[0].facts->macs.is_complete());
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "16");
    EXPECT_EQ(shown(row(report, "aux").facts->macs.value), "0");
}

TEST(Flow, AStatedShapeStartsTheFlowWhereItIsUnknown) {
    const Report report = count_text("input = (1, 4)\nNet(\n  (fc): Linear(4, 9, bias=False) @ (7, 4)\n)");
    EXPECT_EQ(shown(row(report, "fc").facts->macs.value), "252");
    EXPECT_FALSE(report.nodes[0].facts->macs.is_complete());
}

TEST(Flow, UnknownModulesMakeTotalsIncompleteWithAWarning) {
    const Report report = count_text(
        "input = (1, 4)\nSequential(\n  (0): Linear(4, 4)\n  (1): Mystery()\n  (2): Linear(4, 2)\n)");
    EXPECT_EQ(row(report, "1").facts->status, Status::Unknown);
    EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete());
    EXPECT_FALSE(report.nodes[0].facts->macs.is_complete());
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "16");
    EXPECT_EQ(shown(row(report, "2").facts->macs.value), "?");
    EXPECT_NE(first_message(report, Severity::Warning).find("Mystery"), std::string::npos);
}

TEST(Flow, AContradictionRejectsALibraryRuleElseItIsAnError) {
    struct Case {
        std::string_view tree;
        bool is_error;  ///< of the text; else the library rule is rejected, which is a warning
        std::string_view macs;
    };
    constexpr std::string_view kBlock =  // a pre-activation block: its first norm works on the block's input
        "BasicBlock(\n(bn1): BatchNorm2d(8)\n(conv1): Conv2d(8, 16, 1)\n(bn2): BatchNorm2d(16)\n"
        "(conv2): Conv2d(16, 16, 1)\n)\n";
    const std::string in_order = concat("Sequential(\n(0): Conv2d(4, 8, 1)\n(1): ", kBlock, ")");
    const std::string first_layer =
        "BasicBlock(\n(conv1): Conv2d(8, 8, 1)\n(bn1): BatchNorm2d(8)\n"
        "(conv2): Conv2d(8, 8, 1)\n(bn2): BatchNorm2d(8)\n)\n";
    const std::string behind =
        "Sequential(\n(0): Conv2d(4, 8, 1)\n(1): SqueezeExcitation(\n(fc1): Conv2d(8, 2, 1)\n"
        "(fc2): Conv2d(2, 8, 1)\n)\n(2): Conv2d(9, 2, 1)\n)";
    const Case cases[] = {
        {in_order, false, "512"},
        {behind, false, "?"},
        {"Sequential(\n(0): Conv2d(4, 8, 1)\n(1): Conv2d(9, 2, 1)\n)", true, "512"},
        {"Net(\nforward(x) = b(a(x))\n(a): Conv2d(4, 8, 1)\n(b): Conv2d(9, 2, 1)\n)", true, "512"},
        {first_layer, true, "?"},  // no layer has accepted the input yet: the input is wrong
    };
    for (const Case& c : cases) {
        const Report report = count_text(concat("input = (1, 4, 4, 4)\n", c.tree));
        SCOPED_TRACE(c.tree);
        EXPECT_EQ(has_errors(report.diagnostics), c.is_error);
        EXPECT_FALSE(report.nodes[0].facts->macs.is_complete());
        EXPECT_EQ(shown(report.nodes[0].facts->macs.value), c.macs);
        EXPECT_TRUE(report.nodes[0].facts->parameters.is_complete());
    }
}

std::vector<std::string> described(const Report& report) {
    std::vector<std::string> all;
    for (const Diagnostic& diagnostic : report.diagnostics) {
        all.push_back(
            concat(to_string(diagnostic.severity), " ", diagnostic.path, " ", describe(diagnostic.message)));
    }
    return all;
}

TEST(Flow, DiagnosticsOfARejectedLibraryRuleAreWarningsWithTheirOwnPaths) {
    const Report report = count_text(
        "input = (1, 4, 4, 4)\nNet(\nforward(x) = b(a(x))\n(a): Conv2d(4, 8, 1)\n(b): BasicBlock(\n"
        "(bn1): BatchNorm2d(8)\n(conv1): Conv2d(8, 16, 1)\n(bn2): BatchNorm2d(16)\n(conv2): Conv2d(16, 16, "
        "1)\n)\n)");
    const std::vector<std::string> all = described(report);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_TRUE(all[0].starts_with("warning b.bn1 ")) << all[0];
    EXPECT_EQ(all[1], "warning b flow.wrong_library_rule(type: BasicBlock)");
    EXPECT_EQ(shown(row(report, "b").facts->macs.value), "?");
    EXPECT_EQ(shown(row(report, "a").facts->macs.value), "512");
}

TEST(Flow, WithoutAnInputFlopsAreUnknownAndOneIsSuggested) {
    const Report report =
        count_text("Sequential(\n  (0): Conv2d(3, 8, kernel_size=(3, 3))\n  (1): ReLU()\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "?");
    EXPECT_EQ(row(report, "1").facts->status, Status::Zero);
    EXPECT_NE(first_message(report, Severity::Note).find("(1, 3, 224, 224)"), std::string::npos);
}

}  // namespace THIS_FILE
}  // namespace paramscope
