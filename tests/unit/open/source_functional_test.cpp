// Functions of torch.nn.functional that others compute; multiply-accumulates as PyTorch dispatches them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ranges.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceFunctional, CountsAsPyTorchDoes) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, x):
        x = x.view(1, 2, 2, 4)
        y = F.local_response_norm(x, 2)
        return self.l(y.reshape(2, 8))
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Conv2d(3, 4, 3)
        self.t = nn.Linear(4, 6)
    def forward(self, x):
        y = self.l(x)
        theta = self.t(y.mean((2, 3))).view(-1, 2, 3)
        g = F.affine_grid(theta, y.size(), align_corners=False)
        return self.l(F.grid_sample(x, g, align_corners=False))
)",
         {{2, 3, 8, 8}},
         "142 parameters, 11280 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 4, 3, padding=1)
    def forward(self, x):
        y, i = F.max_pool2d(x, 2, return_indices=True)
        z = F.max_unpool2d(y, i, 2)
        return self.c(z)
)",
         {{2, 3, 8, 8}},
         "112 parameters, 13824 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(24, 8))
        self.b = nn.Parameter(torch.zeros(24))
        self.o = nn.Linear(8, 8)
    def forward(self, x):
        y, w = F.multi_head_attention_forward(x, x, x, 8, 2, self.w, self.b, None, None, False, 0.0, self.o.weight, self.o.bias)
        return y
)",
         {{5, 3, 8}},
         "288 parameters, 5040 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(24, 8))
        self.o = nn.Linear(8, 8)
    def forward(self, x):
        y, w = F.multi_head_attention_forward(x[:2], x, x, 8, 2, self.w, None, None, None, False, 0.0, self.o.weight, self.o.bias, need_weights=False)
        return y
)",
         {{5, 3, 8}},
         "264 parameters, 3168 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 3)
    def forward(self, x):
        return self.l(torch.cdist(x, x[:4]).softmax(-1)) + torch.roll(x, 1, 0)[:, :3].flip(1)
)",
         {{6, 8}},
         "15 parameters, 72 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, x):
        if torch.is_floating_point(x):
            x = x.float()
        i = torch.searchsorted(torch.linspace(0, 1, 5), x)
        return self.l(x)[i.shape[0] - 2:, (0, 2, 1)] @ torch.ones(3, 2)
)",
         {{2, 8}},
         "72 parameters, 140 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(10, 8)
        self.l = nn.Linear(8, 2)
    def forward(self, x):
        y = F.embedding_bag(torch.tensor([1, 2, 3]), self.e.weight, torch.tensor([0, 2]))
        return self.l(y + x) + F.pairwise_distance(x, y).unsqueeze(1)
)",
         {{2, 8}},
         "98 parameters, 32 MACs"},
    });
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
