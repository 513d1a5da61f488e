// Arrays of numpy: their shapes, and the numbers of those of one dimension.
#include <gtest/gtest.h>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "12 exact": the parameters of a model and their basis.
std::string total_of(const std::string& made) {
    const std::string code =
        "import torch\nimport numpy as np\nfrom torch import nn\na = np.arange(6)\nb = np.ones((2, 3))\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        " +
        made + "\n";
    MemorySource file(code);
    const Report report = count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text(), {});
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return "none";
    return to_string(*report.root()->facts->parameters.value) + " " +
           std::string(to_string(report.root()->facts->parameters.basis));
}

/// Parameters made of arrays, and their numbers of elements as PyTorch 1.13 has them of numpy 1.24.
TEST(NumpyArrays, HaveTheShapesOfNumpy) {
    const std::pair<const char*, const char*> cases[] = {
        {"a.astype(np.float32).repeat(2)", "12 exact"},
        {"b.repeat(2, axis=1)", "12 exact"},
        {"b.repeat(2)", "12 exact"},
        {"np.stack([a, a])", "12 exact"},
        {"np.stack((b, b), axis=-1)[:, 0]", "4 exact"},
        {"np.meshgrid(np.arange(4), np.arange(5))[0][:2]", "8 exact"},
        {"np.meshgrid(a, b[0], indexing='ij')[1]", "18 exact"},
        {"np.clip(a, 0, 3)", "6 exact"},
        {"sum(np.ogrid[:3, :4])", "12 exact"},
        {"np.mgrid[0:4:2, :5]", "20 exact"},
        {"np.concatenate([b, b], axis=1)", "12 exact"},
        {"np.vstack([a, a, a])", "18 exact"},
        {"np.tile(a, (2, 1))", "12 exact"},
        {"b.transpose(1, 0)[0]", "2 exact"},
        {"b.T.reshape(-1)", "6 exact"},
        {"a[:, None] * np.arange(3)", "18 exact"},
        {"np.sin(a / 4.0)", "6 exact"},
        {"b.sum(axis=0)", "3 exact"},
        {"b.mean(0, keepdims=True)", "3 exact"},
        {"a[a > 2]", "3 exact"},
        {"np.random.uniform(-1, 1, size=(4, 2))", "8 exact"},
        {"np.zeros_like(b) @ np.eye(3)", "6 exact"},
        {"np.array([[1, 2], [3, 4]], dtype=np.float32)", "4 exact"},
        {"np.outer(a, a)", "36 exact"},
        {"a / a", "6 exact"},
        {"np.log(a) + np.sqrt(-1.0 * a) + (a - 5) ** 0.5", "6 exact"},
        {"abs(np.ogrid[:3, :4][0] - 1.5)", "3 exact"},
        {"a[~(a > 2)]", "3 exact"},
        // A choice by numbers that are not kept.
        {"b[b > 0]", "0 partial"},
    };
    for (const auto& [made, expected] : cases)
        EXPECT_EQ(total_of("self.p = nn.Parameter(torch.tensor(" + std::string(made) + "))"), expected) << made;
}

TEST(NumpyArrays, KeepNumbersOfOneDimension) {
    const std::pair<const char*, const char*> cases[] = {
        {"int(np.float32(3))", "3 exact"},
        {"int(a.repeat(2)[-1])", "5 exact"},
        {"int(np.maximum(a, 2).sum())", "18 exact"},
        {"int(np.tile(a, 2)[7])", "1 exact"},
        {"int(np.array([1.5, 2.5], dtype=int).sum())", "3 exact"},
        {"len(b)", "2 exact"},
        {"int(abs(1 - a)[3])", "2 exact"},
        {"int((a / np.maximum(a, 1)).sum())", "5 exact"},
        {"b.shape[1]", "3 exact"},
        {"b.size", "6 exact"},
        // Changed in place, and rounded to single precision.
        {"int((lambda c, d: (c.__iadd__(1), d[0])[1])(a, a))", "1 exact"},
        {"int(np.float32(0.29) * 100)", "0 partial"},
        {"int(b[0, 0])", "0 partial"},
    };
    for (const auto& [size, expected] : cases)
        EXPECT_EQ(total_of("self.l = nn.Linear(1, " + std::string(size) + ", bias=False)"), expected) << size;
}

}  // namespace
}  // namespace paramscope::open
