#include "model/read/read_tensor.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* tensor;
};

TEST(ReadTensor, AsPyTorchPrintsThem) {
    for (const Case& c : {
             Case{"Parameter containing: [torch.float32 of size 3x4]", ": parameter (3, 4) float32"},
             Case{"Parameter containing: [torch.bfloat16 of size 5 (cuda:0)]", ": parameter (5) bfloat16"},
             Case{"Parameter containing: [torch.FloatTensor of size 3x4 (GPU 0)]",
                  ": parameter (3, 4) float32"},
             Case{"Parameter containing: [torch.cuda.HalfTensor of size 8x1]", ": parameter (8, 1) float16"},
             Case{"Parameter containing: [torch.float32 of size ]", ": parameter () float32"},
             Case{"Tensor containing: [torch.int64 of size 2]", ": buffer (2) int64"},
         }) {
        Scanner scanner(c.text);
        const auto tensor = read_printed_tensor(scanner);
        ASSERT_TRUE(tensor) << c.text;
        EXPECT_EQ(dump(*tensor), c.tensor) << c.text;
        EXPECT_EQ(tensor->printed, c.text);
        EXPECT_TRUE(scanner.at_end());
    }
}

TEST(ReadTensor, OtherTextIsNone) {
    for (const char* text :
         {"Parameter containing:", "Parameter(3)", "Parameter containing: [torch.float32 of size 3x]",
          "Parameter containing: [torch.float32 of size 3", "Parameter containing: [float32]",
          "Parameter containing: [torch.float32 of size axb]"}) {
        Scanner scanner(text);
        EXPECT_FALSE(read_printed_tensor(scanner)) << text;
        EXPECT_EQ(scanner.offset(), 0u);
    }
}

TEST(ReadTensor, AsWeWriteThem) {
    for (const Case& c : {
             Case{"Parameter(d, 4*d)", "w: parameter (d, 4*d)"},
             Case{"Parameter((3, 4))", "w: parameter (3, 4)"},
             Case{"Parameter()", "w: parameter ()"},
             Case{"nn.Parameter(3)", "w: parameter (3)"},
             Case{"Buffer(5000, d)", "w: buffer (5000, d)"},
             Case{"Parameter(d, requires_grad=False)", "w: parameter (d) frozen"},
             Case{"Parameter(d, dtype=torch.float16)", "w: parameter (d) float16"},
             Case{"Parameter(d, dtype='int8')  # packed", "w: parameter (d) int8 # packed"},
         }) {
        const Model model = read_clean("Net(\n  (w): " + std::string(c.text) + "\n)");
        ASSERT_EQ(model.root.tensors.size(), 1u) << c.text;
        EXPECT_EQ(dump(model.root.tensors[0]), c.tensor);
    }
}

TEST(ReadTensor, Mistakes) {
    for (const Case& c : {
             Case{"Parameter(3, 'a')", "2:21 error: raw_tensor.not_a_size(argument: 'a')\n"},
             Case{"Parameter(3, requires_grad=0)",
                  "2:21 error: raw_tensor.not_a_size(argument: requires_grad=0)\n"},
             Case{"3 x Parameter(3)", "2:8 error: raw_tensor.no_count(type: Parameter)\n"},
             Case{"Parameter((a): ReLU())", "2:8 error: raw_tensor.only_sizes(type: Parameter)\n"},
             Case{"Buffer(two words)", "2:8 error: raw_tensor.unreadable(type: Buffer)\n"},
         }) {
        EXPECT_EQ(diagnostics_of("Net(\n  (w): " + std::string(c.text) + "\n)"), c.tensor) << c.text;
    }
}

}  // namespace
}  // namespace paramscope
