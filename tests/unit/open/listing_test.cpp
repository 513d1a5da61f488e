// Listings of tensors in the forms that programs print.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/listing/items.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "name dtype [sizes]" for each tensor of a text.
std::string shown(std::string_view text) {
    std::string all;
    for (const ListedTensor& tensor : read_listing(text).tensors) {
        all += all.empty() ? "" : "; ";
        all += std::string(tensor.name) + (tensor.type.empty() ? "" : " ") + std::string(tensor.type) + " ";
        if (!tensor.sizes) {
            all += "?";
            continue;
        }
        std::string sizes;
        for (const std::uint64_t size : *tensor.sizes)
            sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
        all += "[" + sizes + "]";
    }
    return all;
}

struct Case {
    const char* text;
    const char* tensors;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.text;
}

class ListingForms : public testing::TestWithParam<Case> {};

TEST_P(ListingForms, AreRead) {
    EXPECT_EQ(shown(GetParam().text), GetParam().tensors);
}

const Case kForms[] = {
    // PyTorch, as loops over named_parameters() and state_dict() print.
    {"conv1.weight torch.Size([6, 1, 3, 3])\nconv1.bias torch.Size([6])",
     "conv1.weight [6,1,3,3]; conv1.bias [6]"},
    {"conv1.weight : torch.Size([6, 1])", "conv1.weight [6,1]"},
    // The places of data in a header of safetensors are no shapes.
    {"{\"fc.weight\":{\"dtype\":\"U32\",\"shape\":[20,10],\"data_offsets\":[0,800]},"
     "\"fc.bias\":{\"dtype\":\"F32\",\"shape\":[20],\"data_offsets\":[800,880]}}",
     "fc.weight uint32 [20,10]; fc.bias float32 [20]"},
    {"{\"__metadata__\":{\"format\":\"pt\"},\"table\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"
     "}}",
     "table float32 [2]"},
    {"{\n  \"a\": {\n    \"dtype\": \"BF16\",\n    \"shape\": [\n      4\n    ],\n    \"data_offsets\": [\n  "
     "    0,\n"
     "      8\n    ]\n  }\n}",
     "a bfloat16 [4]"},
    {"q.weight torch.uint8 torch.Size([8, 1])\nq.weight.absmax torch.float32 torch.Size([1])\n"
     "q.weight.quant_state.bitsandbytes__nf4 torch.uint8 torch.Size([60])",
     "q.weight uint8 [8,1]; q.weight.absmax float32 [1]; q.weight.quant_state.bitsandbytes__nf4 uint8 [60]"},
    {"k is mlp.1.bn.num_batches_tracked torch.Size([])", "mlp.1.bn.num_batches_tracked []"},
    {"#module.a.kernel \t torch.Size([8, 32])", "module.a.kernel [8,32]"},
    {"    weight_ih_l0 torch.Size([15, 4])", "weight_ih_l0 [15,4]"},
    {"weight torch.Size([2])\nbias torch.Size([2])", "weight [2]; bias [2]"},
    {"lstm.weight_ih_l0 torch.Size([12, 3])   : 12*3 = 36", "lstm.weight_ih_l0 [12,3]"},
    {"Parameter containing: fc.bias | shape: torch.Size([3]) | dtype: torch.float16", "fc.bias float16 [3]"},
    {"Layer: stack.0.weight | Size: torch.Size([2, 3]) | Values : tensor([[ 0.1, 0.2,  0.3],\n"
     "        [ 1.0, 2.0, 3.0]], device='cuda:0', grad_fn=<SliceBackward0>) \n",
     "stack.0.weight [2,3]"},
    {"torch.Size([64, 3, 7, 7]) conv1.weight", "conv1.weight [64,3,7,7]"},
    {"odict_keys: {'a.weight': torch.Size([2, 3]), 'a.bias': torch.Size([2])}", "a.weight [2,3]; a.bias [2]"},
    {"[('a.weight', torch.Size([2, 3]), torch.float16), ('a.bias', torch.Size([2]), torch.float32)]",
     "a.weight float16 [2,3]; a.bias float32 [2]"},
    // A printed state_dict: sizes are counted, unless some are left out.
    {"OrderedDict([('fc.weight', tensor([[1.0, -2e-3], [3., 4.], [5., 6.]])), ('fc.bias', tensor([1., 2., "
     "3.],\n"
     "       device='cuda:0'))])",
     "fc.weight [3,2]; fc.bias [3]"},
    {"OrderedDict([('c.weight', tensor([[[1., 2., ..., 3.]]])), ('n', tensor(0))])", "c.weight ?; n []"},
    {"fc.weight Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", "fc.weight [1,2]"},
    // NumPy, JAX, TensorFlow.
    {"layers.0.wq.weight (4096, 4096) float16\nnorm.weight (4096,) float32",
     "layers.0.wq.weight float16 [4096,4096]; norm.weight float32 [4096]"},
    {"dense/kernel:0 (784, 10)", "dense/kernel [784,10]"},
    {"a/other (784, 10)\na/bias:0 (10,)", "a/other [784,10]; a/bias [10]"},
    // Web pages and tools that show headers of safetensors.
    {"model.norm.weight\t[4 096]\tBF16\nlm_head.weight\t[32 000, 4 096]\tF32",
     "model.norm.weight bfloat16 [4096]; lm_head.weight float32 [32000,4096]"},
    {"{'m.weight': {'dtype': 'F16', 'shape': [3, 4], 'data_offsets': [0, 24]}}", "m.weight float16 [3,4]"},
    {"q_proj.weight BF16 [2048x1024]", "q_proj.weight bfloat16 [2048,1024]"},
    {"q_proj.weight\t2048x1024", "q_proj.weight [2048,1024]"},
    // Tables of pandas, tabulate, PrettyTable, Markdown.
    {"| Name | Shape | Squeezed shape | Number |\n| --- | --- | --- | --- |\n"
     "| bn1.weight | (64,) | (64,) | 64 | Vector |",
     "bn1.weight [64]"},
    {"+---+----+\n| 1 | conv1.weight | (32, 1, 3, 3) | 288 |\n", "conv1.weight [32,1,3,3]"},
    {"│ fc.weight │ [10, 4] │ 40 │", "fc.weight [10,4]"},
    {"               name       shape\n0  conv1.weight  [6, 1, 5, 5]\n1    conv1.bias           [6]",
     "conv1.weight [6,1,5,5]; conv1.bias [6]"},
    {"conv1.weight (Tensor) [6, 1, 5, 5]", "conv1.weight [6,1,5,5]"},
    // The log of llama.cpp when it loads a file.
    {"llama_model_loader: - tensor    0:   token_embd.weight q4_K     [  4096, 32000,     1,     1 ]\n"
     "llama_model_loader: - tensor    1:  output_norm.weight f32      [  4096,     1,     1,     1 ]",
     "token_embd.weight q4_k [32000,4096]; output_norm.weight float32 [4096]"},
    // Nested dicts, as JAX and Flax print them.
    {"{'a': {'bias': (128,)}, 'b': {'bias': (10,)}}", "a.bias [128]; b.bias [10]"},
    {"{'params': {'d': {'kernel': (4, 3), 'bias': (3,)}, 'cls': (1, 1, 8)}}",
     "params.d.kernel [4,3]; params.d.bias [3]; params.cls [1,1,8]"},
    {"FrozenDict({\n    params: {\n        d: {\n            bias: (3,),\n            kernel: (4, 3),\n      "
     "  },\n"
     "    },\n})",
     "params.d.bias [3]; params.d.kernel [4,3]"},
    {"{'layers': [{'weight': (2, 3), 'bias': (2,)}, {'weight': (3, 2), 'bias': (3,)}]}",
     "layers.0.weight [2,3]; layers.0.bias [2]; layers.1.weight [3,2]; layers.1.bias [3]"},
    // Sizes as a product, numbers of elements, a parameter without a name.
    {"a.weight  [6 × 3 × 5]\na.bias  [6]", "a.weight [6,3,5]; a.bias [6]"},
    {"a.weight 450\na.bias 6", "a.weight [450]; a.bias [6]"},
    {"+---+---+\n| Modules | Parameters |\n| a.weight |  4,500 |\n|  a.bias  |   6 |\n",
     "a.weight [4500]; a.bias [6]"},
    {"Parameter containing:\ntensor([[ 0.1, 0.2],\n12:00:00,123 loss=0.1\n        [ 0.5, 0.1]])",
     "parameter_1 ?"},
    {"Parameter containing:\ntensor([[ 0.1, 0.2],\n        [ 0.5, 0.1]], requires_grad=True)",
     "parameter_1 [2,2]"},
    // Names of their own (a token, a table) count in lines of the same form.
    {"cls_tokens torch.Size([1, 1, 8])\nb.0.attn.weight torch.Size([8, 8])\nb.0.table torch.Size([9])",
     "cls_tokens [1,1,8]; b.0.attn.weight [8,8]; b.0.table [9]"},
    // Other shapes beside tensors.
    {"a.weight torch.Size([2, 3])\nEpoch 1 [10/93] acc: (12, 100)", "a.weight [2,3]"},
    {"a.weight torch.Size([2, 3])\nx.shape: torch.Size([8, 8])", "a.weight [2,3]"},
    {"a.weight torch.Size([2, 3])\nparam_groups [{'lr': 0.1, 'nesterov': False, 'params': [46757, 46758]}]",
     "a.weight [2,3]"},
    // No tensors: arguments of calls, settings, shapes of activations, indices, norms, epochs.
    {"Conv2d(3, 96, kernel_size=(11, 11), stride=(4, 4))", ""},
    {"conv1 = Conv2d(3, 64, kernel_size=(7, 7))", ""},
    {"MaxPool2d(kernel_size=(3, 2))", ""},
    {"# Net(\n#   (conv1): Conv2d(3, 6, kernel_size=(5, 5))\n# )", ""},
    {"layers.Conv2D(32, (3, 3), input_shape=(28, 28, 1))", ""},
    {"transforms.Resize((224, 224))", ""},
    {"mask = torch.zeros((128, 128))", ""},
    {"model:\n  kernel_size: [3, 3]", ""},
    {"scale: (1333, 800)\nkernel: [3, 3]", ""},
    {"layer1.0.conv1 torch.Size([1, 64, 56, 56])\nlayer1.0.bn1 torch.Size([1, 64, 56, 56])", ""},
    {"[torch.Size([6, 3, 5, 5]), torch.Size([6])]", ""},
    {"a.weight 0\na.bias 1\nb.weight 2", ""},
    {"a.weight 0.25\na.bias 1", ""},
    {"epoch,loss,acc\n1,0.5,0.8\n2,0.4,0.85", ""},
    {"at 0x40 x[0] f(1, 2) [1.5, 2]", ""},
    {"a.weight [99999999999999999999]", ""},
    // Blanks separate thousands only where a text shows it by a group that begins with 0.
    {"a.weight [128 705]", ""},
    {"a.weight [1200 300]\nb.weight [4 096]", "b.weight [4096]"},
    // A name behind a shape has no shape of its own; arguments and words of a sentence name no shape.
    {"[1] {'a': {'bias': (3,), 'kernel': (4, 3)}}", "a.bias [3]; a.kernel [4,3]"},
    {"A((16,), bias=False)torch.Size([32, 10])", ""},
    {"loading weights\ntorch.Size([32, 10])", ""},
};

INSTANTIATE_TEST_SUITE_P(Table, ListingForms, testing::ValuesIn(kForms));

Opened open_text(const std::string& text) {
    MemorySource source(text);
    return open_model(source, "");
}

TEST(Listing, IsDetectedBesideModelText) {
    EXPECT_EQ(open_text("Net(\n  (conv1): Conv2d(3, 64, kernel_size=(7, 7))\n)").source, kModelTextFormat);
    EXPECT_EQ(open_text("input = (1, 3, 224, 224)\nLinear(3, 4)").source, kModelTextFormat);
    EXPECT_EQ(open_text("a.b = (1, 3)\nLinear(3, 4)\nd = 4\ne = 5").source, kModelTextFormat);
    EXPECT_EQ(open_text("").source, kModelTextFormat);
    EXPECT_EQ(open_text("fc.weight torch.Size([2, 3])").source, "tensor-listing");
}

/// The total of a listing, "at least" included, as the model text that is made of it counts.
std::string total(const std::string& text) {
    const Opened opened = open_text(text);
    if (opened.source != "tensor-listing") return std::string(opened.source);
    if (has_errors(opened.diagnostics)) return std::string(opened.diagnostics.back().message.id());
    const Quantity parameters = count_text(opened.text()).root()->facts->parameters;
    return (parameters.is_complete() ? "" : "at least ") + to_string(parameters.value.value_or(0));
}

TEST(Listing, CountsWhatItNames) {
    EXPECT_EQ(total("{'a': {'bias': (128,)}, 'b': {'bias': (10,)}}"), "138");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\n...\nb.weight torch.Size([2, 3])"), "at least 12");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\n... (50 lines truncated)"), "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\na.bias 2"), "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nout torch.tensor(5): torch.Size([4])"), "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\na.weight torch.Size([4, 3])"),
              "listing.contradicting_names");
    EXPECT_EQ(total("weight torch.Size([2, 3])\nbias torch.Size([2])\nweight torch.Size([2, 3])"),
              "listing.contradicting_names");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nb.weight torch.Size([2, 3])\na.weight torch.Size([2, 3])"),
              "at least 12");
    EXPECT_EQ(total("weight torch.Size([2, 3])\nbias torch.Size([2])\n..."), "at least 8");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nTotal params: 8"), "at least 6");
    EXPECT_EQ(
        total("size mismatch for a.weight: copying torch.Size([2, 3]) from checkpoint, is torch.Size([4])"),
        "error-message");
    EXPECT_EQ(total("epoch,loss,acc\n1,0.5,0.8\n2,0.4,0.85"), "table");
}

TEST(Listing, ReadsEscapes) {
    EXPECT_EQ(total("a.weight [2, 3]\\na.bias [2]"), "8");
    EXPECT_EQ(total("<pre>a.weight&nbsp;[2, 3]<br>a.bias&nbsp;[2]</pre>"), "8");
    EXPECT_EQ(total("\x1b[31ma.weight [2, 3]\x1b[0m\n\x1b[31ma.bias [2]\x1b[0m"), "8");
}

TEST(Listing, LosesNoTensorSilently) {
    // Names without a shape, in any line.
    EXPECT_EQ(total("a.weight [2, 3] b.weight [2 3] c.weight [4]"), "at least 10");
    EXPECT_EQ(total("[<'a/kernel:0' shape=(2, 3)>, <'a/bias:0' shape=(3, dtype=float32>]"), "at least 6");
    EXPECT_EQ(total("{\"a.weight\": [2, 3], \"a.bias\""), "at least 6");
    // Shapes that lack a comma or a bracket.
    EXPECT_EQ(total("w_ih torch.Size([5, 2])\nweight torch.Size([5 3])\na.bias torch.Size([5])"),
              "at least 5");  // w_ih may be a buffer
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nweight_hh torch.Size[2, 3])"), "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nb.alpha [5 7]"), "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])\nb.weight tensor([[ 0.1, 0.3]\n  [ 0.5, 0.2]])"),
              "at least 6");
    EXPECT_EQ(
        total("a.weight torch.Size([2, 3])\nb.weight tensor([[ 0.1, …, 0.3],\n  …,\n  [ 0.5, …, 0.2]])"),
        "at least 6");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])b.weight torch.Si\nze([4])"), "at least 6");
    EXPECT_EQ(total("a.weight [2, 3]\nb.weight [5, loss: 0.69\n  7]"), "at least 6");
    EXPECT_EQ(
        total("{'params': {'a': {'bias': (4,), 'kernel': (2, 4)}, 'b': {'bias\n': (3,), 'kernel': (4, 3)}}}"),
        "at least 24");
    // Brackets without a partner, but for numbers of a list.
    EXPECT_EQ(total("{'a': {'bias': (3,)}, 'b': {'bias': 4,)}}"), "at least 3");
    EXPECT_EQ(total("1) a.weight [2, 3]\n2) a.bias [2]"), "8");
    EXPECT_EQ(total("a=Linear(\n  weightf32[8,2],\n  bias=f32[8],\n)"), "at least 8");
    EXPECT_EQ(total("a.weight torch.Size([2, 3])a.biastorch.Size([2])"), "at least 6");
    // Names that lost a part, beside others of the same form.
    EXPECT_EQ(total("[<tf.Variable 'a/kernel0' shape=(2, 3)>, <tf.Variable 'a/bias:0' shape=(3,)>]"),
              "at least 3");
    EXPECT_EQ(total("{'a': {'bias': \n(3,), 'kernel': (2, 3)}}"), "9");
    EXPECT_EQ(total("# a.b\nn_weight torch.Size([2])\n# a.running_m\nean torch.Size([2])"), "at least 0");
    // Modules of which only a rounded number is left.
    EXPECT_EQ(total("  a.b.weight | (2, 3)\n  a.b.bias | (2,)\n a.c | 0.6M\n"), "at least 8");
    // Dots behind what a log, a mail or a comment puts before a line; those of a sentence or of values say
    // nothing.
    for (const char* dots : {"> ...", "# [...]", "0: ...", "INFO ... (3 more lines)", "INFO:root:(...)"}) {
        EXPECT_EQ(total(std::string("a.weight torch.Size([2, 3])\n") + dots + "\nb.weight torch.Size([2])"),
                  "at least 8")
            << dots;
    }
    EXPECT_EQ(total("Loading...\na.weight torch.Size([2, 3])\nb.weight torch.Size([2])"), "8");
    EXPECT_EQ(total("a.weight torch.Size([2, 3]) tensor([[0.1, ..., 2],\n  [0.3, ..., 4]])\nb.weight "
                    "torch.Size([2])"),
              "8");
    // Dots between two tensors of one line.
    EXPECT_EQ(total("a.weight [2, 3]... (2 more)b.weight [4]"), "at least 10");
}

TEST(Listing, LeavesOutWhatALogWritesBeforeNames) {
    EXPECT_EQ(total("INFO:root:a.running_mean torch.Size([2])\nINFO:root:a.weight torch.Size([2])"), "2");
    EXPECT_EQ(total("\x1b"
                    "31ma.running_mean [2]\x1b[0m\na.weight [2]\na.bias [2]"),
              "4");
}

TEST(Listing, NamesNoShapeOfALog) {
    EXPECT_EQ(total("{'a': { acc: (12, 100)\n 'bias': (3,), 'kernel': (2, 3)}}"), "9");
    EXPECT_EQ(total("{\"tie_word_embeddings\": true, x.shape: torch.Size([8, 3, 224, 224])}"), "shape-log");
    EXPECT_EQ(total("torch.Size([32, 10]) ReLU() INFO:root:loading weights"), "python-value");
    EXPECT_EQ(total("ReLU()loading weights torch.Size([32, 10])"), "shape-log");
    EXPECT_EQ(total("Linear(\n  kernel=Param(\n    value=Array(shape=(2, 4), dtype=dtype('float32'))\n  ),\n "
                    " use_bias=True\n)\n"
                    "torch.Size([32, 10])"),
              "at least 8");
}

TEST(Listing, TensorsOfTfliteAreNone) {
    EXPECT_EQ(total("Tensors of Subgraph#0\n  T#0(a:0) shape:[1, 8, 8, 3], type:FLOAT32\n"
                    "  T#1(conv/filter) shape:[16, 3, 3, 3], type:FLOAT32 RO 1728 bytes, buffer: 2\n"),
              "tflite-analysis");
}

TEST(Listing, NumbersOfLinesAreNoElements) {
    EXPECT_EQ(total("4 output.weight\n\n6 token_embd.weight\n\n8 output_norm.weight"), "pytorch-repr");
}

TEST(Listing, ReportsWhatIsMissing) {
    const Opened opened = open_text("fc.weight torch.Size([2, 3])\n...\nhead.weight torch.Si\n");
    ASSERT_EQ(opened.diagnostics.size(), 2u);
    EXPECT_EQ(opened.diagnostics[0].message.id(), "listing.lines_left_out");
    EXPECT_EQ(opened.diagnostics[0].span, (Span{29, 32}));
    EXPECT_EQ(opened.diagnostics[1].message.id(), "listing.tensor_without_shape");
    EXPECT_NE(opened.text().find("(fc): Linear(in_features=3, out_features=2, bias=False)"),
              std::string::npos);
}

TEST(Listing, ChecksItsOwnTotal) {
    EXPECT_TRUE(open_text("fc.weight torch.Size([2, 3])\nTotal parameters : 6\n").diagnostics.empty());
    const Opened opened = open_text("fc.weight torch.Size([2000, 3])\nTotal params: 6,001\n");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(testing_support::describe(opened.diagnostics[0].message),
              "listing.total_differs(stated: 6001, counted: 6000)");
    // A weight may be listed under two names.
    const Opened tied =
        open_text("a.weight torch.Size([2, 3])\nb.weight torch.Size([2, 3])\nTotal params: 6\n");
    EXPECT_EQ(count_text(tied.text()).root()->facts->parameters.basis, Basis::Approximate);
}

TEST(Listing, OfTensorsPrintedShortened) {
    const Opened opened = open_text(
        "OrderedDict([('a.weight', tensor([[1., ..., 2.]])), ('a.bias', tensor([[1., ..., 2.]]))])");
    ASSERT_EQ(opened.diagnostics.size(), 2u);
    EXPECT_EQ(testing_support::describe(opened.diagnostics[0].message),
              "listing.shortened_tensors(count: 2)");
    EXPECT_EQ(opened.diagnostics[1].message.id(), "listing.no_tensors");
    EXPECT_EQ(opened.diagnostics[1].severity, Severity::Error);
    EXPECT_EQ(opened.text(), "");
}

TEST(Listing, CountsSeveralOmissions) {
    const Opened opened = open_text(
        "a.weight tensor([1., ..., 2.])\nb.weight torch.Size([2])\nb.bias torch.Size([2])\n"
        "c.weight torch.Si\nc.bias torch.Si\n");
    ASSERT_EQ(opened.diagnostics.size(), 2u);
    EXPECT_EQ(opened.diagnostics[0].message.id(), "listing.shortened_tensor");
    EXPECT_EQ(testing_support::describe(opened.diagnostics[1].message),
              "listing.tensors_without_shape(count: 2)");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
