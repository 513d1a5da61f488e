// Functions of torch give the same shapes while a model is built and in a forward pass.
#include <gtest/gtest.h>

#include <string>

#include "algebra/print.h"
#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kHead =
    "import torch\n"
    "import torch.nn as nn\n"
    "import torch.nn.functional as F\n"
    "class Net(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n";

Report report_of(const std::string& code) {
    MemorySource file(code);
    return count_text(open_model(file, "model.py", find_model_format(kSourceFormat), "Net()").text(), {});
}

std::string text_of(const Dims& shape) {
    std::string text;
    for (const Polynomial& size : shape)
        text += concat(text.empty() ? "" : ", ", print(size, Notation::Plain));
    return concat("(", text, ")");
}

/// The shape of an expression of `x`, a tensor of (2, 3, 4), while a model is built.
std::string built(const std::string& expression) {
    const Report report =
        report_of(concat(kHead, "        x = torch.zeros(2, 3, 4)\n        y = ", expression,
                         "\n        self.w = nn.Parameter(torch.zeros(y.shape))\n"));
    if (report.root() == nullptr || report.root()->facts->tensors.list().empty()) return "unknown";
    return text_of(report.root()->facts->tensors.list().front().shape);
}

/// The same in a forward pass.
std::string traced(const std::string& expression) {
    const Report report = report_of(concat(kHead, "    def forward(self, x):\n        return ", expression,
                                           "\nNet()(torch.zeros(2, 3, 4))\n"));
    if (report.root() == nullptr) return "unknown";
    return text_of(report.root()->facts->output->dims);
}

TEST(TorchBothWays, GivesTheSameShapes) {
    const struct {
        const char *expression, *shape;
    } cases[] = {
        // Indices
        {"x[..., (1, 0)]", "(2, 3, 2)"},
        {"x[:, torch.tensor([0, 1]), [1, 2]]", "(2, 2)"},
        {"x[torch.tensor([0]), :, torch.tensor([[1], [2]])]", "(2, 1, 3)"},
        {"x[0, :, torch.tensor([0, 1])]", "(3, 2)"},
        {"x[torch.tensor([0, 1]), 0, torch.tensor([1, 2])]", "(2)"},
        {"x[:, torch.tensor([[0], [1]]), torch.tensor([0, 1, 2])]", "(2, 2, 3)"},
        // Distances and places
        {"torch.cdist(x, x[:1, :2])", "(2, 3, 2)"},
        {"torch.searchsorted(torch.linspace(0, 1, 5), x)", "(2, 3, 4)"},
        {"F.pairwise_distance(x, x[:1])", "(2, 3)"},
        {"F.local_response_norm(x, 2)", "(2, 3, 4)"},
        {"F.local_response_norm(x[..., None].repeat(1, 1, 1, 2), 2)", "(2, 3, 4, 2)"},
        {"x.scatter(1, x.argsort(1), x)", "(2, 3, 4)"},
        {"x.index_add(1, torch.arange(2), x[:, :2])", "(2, 3, 4)"},
        {"F.gumbel_softmax(x, hard=True)", "(2, 3, 4)"},
        {"x.logcumsumexp(1)", "(2, 3, 4)"},
        {"torch.logaddexp2(x, x[:1])", "(2, 3, 4)"},
        {"x.fliplr()", "(2, 3, 4)"},
        {"x.swapaxes(0, 2)", "(4, 3, 2)"},
        {"x.movedim(0, 2)", "(3, 4, 2)"},
        // Reductions
        {"x.sum(1)", "(2, 4)"},
        {"x.sum(-1, keepdim=True)", "(2, 3, 1)"},
        {"x.mean((1, 2))", "(2)"},
        {"x.std((1, 2))", "(2)"},
        {"torch.var(x, dim=(1, 2), keepdim=True)", "(2, 1, 1)"},
        {"torch.std(x, 1, True, True)", "(2, 1, 4)"},
        {"x.var(1, unbiased=False)", "(2, 4)"},
        {"torch.norm(x, 2, 1, True)", "(2, 1, 4)"},
        {"x.norm(dim=1)", "(2, 4)"},
        {"torch.linalg.vector_norm(x, ord=2, dim=1, keepdim=True)", "(2, 1, 4)"},
        {"x.amax(1)", "(2, 4)"},
        {"x.max(1)[0]", "(2, 4)"},
        {"x.min(dim=1, keepdim=True)[0]", "(2, 1, 4)"},
        {"x.median(1)[0]", "(2, 4)"},
        {"x.argmax(dim=1, keepdim=True)", "(2, 1, 4)"},
        {"x.prod(1)", "(2, 4)"},
        {"x.any(1)", "(2, 4)"},
        {"torch.logsumexp(x, dim=1, keepdim=True)", "(2, 1, 4)"},
        {"x.count_nonzero(1)", "(2, 4)"},
        // Several tensors
        {"torch.cat([x, x], dim=-1)", "(2, 3, 8)"},
        {"torch.stack([x, x], 1)", "(2, 2, 3, 4)"},
        {"torch.maximum(x, x[:1])", "(2, 3, 4)"},
        {"x.add(x[0])", "(2, 3, 4)"},
        {"torch.logaddexp(x, x[:1])", "(2, 3, 4)"},
        {"torch.where(x > 0, x, x[:1])", "(2, 3, 4)"},
        {"torch.einsum('abc,adc->abd', x, x)", "(2, 3, 3)"},
        {"x @ x.transpose(1, 2)", "(2, 3, 3)"},
        {"torch.matmul(x, x.transpose(-1, -2))", "(2, 3, 3)"},
        {"torch.bmm(x, x.permute(0, 2, 1))", "(2, 3, 3)"},
        {"torch.mv(x[0], x[0, 0])", "(3)"},
        {"torch.outer(x[0, 0], x[0, 0])", "(4, 4)"},
        {"torch.pow(2, x)", "(2, 3, 4)"},
        {"torch.pow(x[0], x)", "(2, 3, 4)"},
        {"torch.bitwise_xor(x.bool(), x[:1].bool())", "(2, 3, 4)"},
        {"torch.logical_and(x > 0, x[:1] > 1)", "(2, 3, 4)"},
        {"torch.where(x > 0, x, torch.scalar_tensor(0.0))", "(2, 3, 4)"},
        {"torch.baddbmm(x[:, :, :3], batch1=x, batch2=x.transpose(1, 2))", "(2, 3, 3)"},
        // Parts
        {"x.sort(1)[0]", "(2, 3, 4)"},
        {"x.topk(2, 1)[0]", "(2, 2, 4)"},
        {"x.chunk(2, 2)[0]", "(2, 3, 2)"},
        {"x.split(1, 1)[0]", "(2, 1, 4)"},
        {"x.unbind(1)[0]", "(2, 4)"},
        {"x.narrow(1, 0, 2)", "(2, 2, 4)"},
        {"x.select(1, 0)", "(2, 4)"},
        {"x.unfold(2, 2, 1)", "(2, 3, 3, 2)"},
        {"x[..., 0]", "(2, 3)"},
        {"x[:, None]", "(2, 1, 3, 4)"},
        // Shapes
        {"x.mT", "(2, 4, 3)"},
        {"x.T", "(4, 3, 2)"},
        {"x[0].T", "(4, 3)"},
        {"x.flatten(1)", "(2, 12)"},
        {"x.view(2, -1)", "(2, 12)"},
        {"x.movedim(0, 2)", "(3, 4, 2)"},
        {"x.unflatten(2, (2, 2))", "(2, 3, 2, 2)"},
        {"x.repeat_interleave(2, dim=1)", "(2, 6, 4)"},
        {"torch.tile(x, (2, 1, 1))", "(4, 3, 4)"},
        {"x.tile(2)", "(2, 3, 8)"},
        {"x.expand(5, 2, 3, 4)", "(5, 2, 3, 4)"},
        {"F.pad(x, (1, 1))", "(2, 3, 6)"},
        {"F.one_hot(x.long(), 5)", "(2, 3, 4, 5)"},
        // The same shape
        {"x.cumsum(1)", "(2, 3, 4)"},
        {"x.clamp(0).float().contiguous()", "(2, 3, 4)"},
        {"F.softmax(x, dim=1)", "(2, 3, 4)"},
        {"x.new_full((3, 5), 1.0)", "(3, 5)"},
        {"x.new_zeros(3, 5)", "(3, 5)"},
        {"torch.sinc(x)", "(2, 3, 4)"},
        {"torch.normal(0.0, 1.0, size=(3, 5))", "(3, 5)"},
        {"torch.normal(x, 1.0)", "(2, 3, 4)"},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(built(each.expression), each.shape) << each.expression;
        EXPECT_EQ(traced(each.expression), each.shape) << each.expression;
    }
}

TEST(TorchBothWays, NumbersThatAreNotFollowedAreUnknown) {
    const auto width = [](const std::string& number) {
        const Report report =
            report_of(concat(kHead, "        t = torch.tensor([3, 4])\n        self.a = nn.Linear(int(",
                             number, "), 1, bias=False)\n"));
        const Quantity& count = report.root()->facts->parameters;
        return concat(to_string(count.basis), " ", to_string(count.value.value_or(-1)));
    };
    EXPECT_EQ(width("t[-1]"), "exact 4");
    EXPECT_EQ(width("(t * 2)[-1]"), "exact 8");
    EXPECT_EQ(width("t.flip(0)[0]"), "exact 4");
    EXPECT_EQ(width("t.max()"), "exact 4");
    for (const char* number : {"t.cumprod(0)[-1]", "t.sort()[0][0]", "t.sum()", "t.neg()[0]"})
        EXPECT_EQ(width(number), "partial 0") << number;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
