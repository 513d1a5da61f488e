// Code of graphs that torch.export, torch.compile and torch.fx print.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    const char* what;
    const char* text;
    const char* counted;  ///< parameters, buffers and multiplications with what they rest on, or the error
};

const Case kCases[] = {
    {"torch.export",
     "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n"
     "        def forward(self, p_conv_weight: \"f32[8, 3, 3, 3]\", p_bn_weight: \"f32[8]\", p_bn_bias: "
     "\"f32[8]\", "
     "p_fc_weight: \"f32[10, 8]\", b_bn_running_mean: \"f32[8]\", b_bn_running_var: \"f32[8]\", x: \"f32[s0, "
     "3, 4, "
     "4]\"):\n"
     "            # File: a.py:10 in forward, code: x = self.conv(x)\n"
     "            conv2d: \"f32[s0, 8, 4, 4]\" = torch.ops.aten.conv2d.default(x, p_conv_weight, None, [1, "
     "1], [1, "
     "1]);  x = None\n"
     "            batch_norm: \"f32[s0, 8, 4, 4]\" = torch.ops.aten.batch_norm.default(conv2d, p_bn_weight, "
     "p_bn_bias, "
     "b_bn_running_mean, b_bn_running_var, False, 0.1, 1e-05, True);  conv2d = None\n"
     "            mean: \"f32[s0, 8]\" = torch.ops.aten.mean.dim(batch_norm, [2, 3]);  batch_norm = None\n"
     "            linear: \"f32[s0, 10]\" = torch.ops.aten.linear.default(mean, p_fc_weight);  mean = None\n"
     "            return (linear,)\n\nGraph signature:\n    # inputs\n",
     "312 exact, 16, 3536 exact"},
    {"core operators",
     "def forward(self, p_w: \"bf16[4, 8]\", p_b: \"bf16[4]\", p_e: \"bf16[9, 8]\", ids: \"i64[1, 5]\"):\n"
     "    embedding = torch.ops.aten.embedding.default(p_e, ids)\n"
     "    view = torch.ops.aten.view.default(embedding, [5, 8])\n"
     "    permute = torch.ops.aten.permute.default(p_w, [1, 0])\n"
     "    addmm = torch.ops.aten.addmm.default(p_b, view, permute)\n"
     "    slice_1 = torch.ops.aten.slice.Tensor(addmm, 0, 1, 9223372036854775807)\n"
     "    return pytree.tree_unflatten((slice_1,), self._out_spec)\n",
     "108 exact, 0, 160 exact"},
    {"a log of torch.compile, whose lines lack the end",
     "TRACED GRAPH\n===== __compiled_fn_1 =====\n"
     "V0923 1 [__graph_code] class GraphModule(torch.nn.Module):\n"
     "V0923 1 [__graph_code]     def forward(self, L_self_modules_fc_parameters_weight_: \"f32[4, 8][8, "
     "1]cpu\", "
     "L_x_: \"f32[2, 8][8, 1]cpu\"):\n"
     "V0923 1 [__graph_code]         w = L_self_modules_fc_parameters_weight_\n"
     "V0923 1 [__graph_code]         y: \"f32[2, 4][4, 1]cpu\" = torch._C._nn.linear(L_x_, w, None);  w = "
     "None\n",
     "32 partial, 0, 64 partial"},
    {"tied tensors, of which one is used",
     "def forward(self, p_emb_weight: \"f32[9, 8]\", p_fc_weight: \"f32[9, 8]\", p_b: \"f32[3]\", "
     "i: \"i64[1, 5]\"):\n"
     "    embedding = torch.ops.aten.embedding.default(p_fc_weight, i);  i = None\n"
     "    linear = torch.ops.aten.linear.default(embedding, p_fc_weight);  embedding = p_fc_weight = None\n"
     "    return (linear,)\n",
     "75 partial, 0, 360 partial"},
    {"a graph of torch.export without sizes",
     "GraphModule()\n\ndef forward(self, p_fc_weight, x):\n"
     "    linear = torch.ops.aten.linear.default(x, p_fc_weight);  x = p_fc_weight = None\n"
     "    relu = torch.ops.aten.relu.default(linear);  linear = None\n    return (relu,)\n",
     "traced.operators_only"},
    {"a signature that is cut off",
     "def forward(self, p_a_weight: \"f32[4, 8]\", p_b_weight: \"f32[16, 4]\",\n",
     "96 partial, 0, ? partial"},
    {"a forward pass that is cut off",
     "def forward(self, p_w: \"f32[4, 8]\", x: \"f32[2, 8]\"):\n"
     "    linear: \"f32[2, 4]\" = torch.ops.aten.linear.default(x, p_w);  x = p_w = None\n",
     "32 partial, 0, 64 partial"},
    {"torch.compile before 2.5",
     "def forward(self, L_self_fc_weight: \"f32[4, 8]\", L_self_mask: \"f32[4]\", L_x_: \"f32[2, 8]\"):\n"
     "    linear: \"f32[2, 4]\" = torch._C._nn.linear(L_x_, L_self_fc_weight, None)\n    return (linear,)\n",
     "32 partial, 0, 64 partial"},
    {"an operator that is not known",
     "def forward(self, p_w: \"f32[4, 8]\", x: \"f32[2, 8]\"):\n"
     "    y = torch.ops.aten.strange.default(x, p_w)\n    return (y,)\n",
     "32 exact, 0, ? partial"},
    {"sizes beside numbers",
     "def forward(self, s0: \"Sym(s0)\", p_w: \"f32[4, 8]\", x: \"f32[s0, 2, 8]\"):\n"
     "    view: \"f32[s0, 16]\" = torch.ops.aten.view.default(x, [s0, 16]);  x = None\n"
     "    reshape: \"f32[2*s0, 8]\" = torch.ops.aten.view.default(view, [s0 * 2, 8])\n"
     "    linear: \"f32[2*s0, 4]\" = torch.ops.aten.linear.default(reshape, p_w)\n    return (linear,)\n",
     "32 exact, 0, 64 exact"},
    {"inputs whose roles are not told",
     "def forward(self, primals_1: \"f32[4, 8]\", primals_2: \"f32[2, 8]\"):\n    return (primals_1,)\n",
     "traced.no_roles"},
    {"code of torch.fx",
     "class Net(torch.nn.Module):\n    def forward(self, x : torch.Tensor) -> torch.Tensor:\n"
     "        conv1 = self.conv1(x);  x = None\n        fc = self.fc(conv1);  conv1 = None\n        return "
     "fc\n",
     "traced.no_sizes"},
    {"code of torch.fx behind what print() shows",
     "Net(\n  (fc): Linear(in_features=2, out_features=3, bias=True)\n)\n\n\n\ndef forward(self, x):\n"
     "    a = self.fc(x);  x = None\n    b = self.fc(a);  a = None\n    return b\n",
     "9 printed, 0, ? partial"},
};

class TracedCode : public testing::TestWithParam<Case> {};

std::string shown(const Opened& opened) {
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.severity == Severity::Error) return testing_support::describe(each.message);
    }
    const Report report = count_text(opened.text());
    if (report.root() == nullptr) return "nothing";
    const auto number = [](const Quantity& quantity) {
        return quantity.value ? to_string(*quantity.value) : std::string("?");
    };
    const ModuleFacts& facts = *report.root()->facts;
    return concat(number(facts.parameters), " ", to_string(facts.parameters.basis), ", ",
                  number(facts.buffers), ", ", number(facts.macs), " ", to_string(facts.macs.basis));
}

TEST_P(TracedCode, IsCounted) {
    MemorySource file(GetParam().text);
    const Opened opened = open_model(file, "");
    EXPECT_EQ(shown(opened), GetParam().counted) << GetParam().what << '\n' << opened.text();
}

INSTANTIATE_TEST_SUITE_P(Cases, TracedCode, testing::ValuesIn(kCases));

}  // namespace THIS_FILE
}  // namespace paramscope::open
