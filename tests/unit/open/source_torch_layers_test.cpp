// Layers and methods of torch.nn that files of models use: losses, lazy layers, hooks.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ranges.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceTorchLayers, TakeTheArgumentsOfPyTorch) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
        self.a = nn.CrossEntropyLoss(weight=torch.ones(8), ignore_index=-1, label_smoothing=0.1)
        self.b = nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))
        self.c = nn.SmoothL1Loss(beta=0.1)
        self.d = nn.TripletMarginLoss(margin=0.2, p=2)
        self.e = nn.CTCLoss(blank=3, zero_infinity=True)
        self.f = nn.MSELoss(size_average=False)
        self.g = nn.HuberLoss(delta=2.)
        self.h = nn.KLDivLoss(reduction="batchmean", log_target=True)
        self.i = nn.CosineEmbeddingLoss(0.5)
        self.j = nn.NLLLoss(torch.ones(4))
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
        self.o = nn.Linear(8, 3)
        self.loss = nn.MSELoss(reduction="none")
    def forward(self, x):
        y = self.l(x)
        return self.o(self.loss(y, x))
)",
         {{2, 8}},
         "99 parameters, 176 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
        self.o = nn.Linear(8, 3)
    def forward(self, x):
        y = self.l(x)
        z = F.huber_loss(y, x)
        w = F.smooth_l1_loss(y, x, reduction="none")
        return self.o(w) + z
)",
         {{2, 8}},
         "99 parameters, 176 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
        h = self.register_forward_hook(lambda *a: None)
        h.remove()
        self._register_state_dict_hook(lambda *a: None)
        self.register_load_state_dict_post_hook(lambda *a: None)
        self.d = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.Linear(3, 3)})
        self.e = self.d.pop("a")
        self.n = nn.Parameter(torch.zeros(sum(p.numel() for p in self.parameters(recurse=False)) + self.get_parameter("l.weight").shape[0]))
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "98 parameters, 128 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.l = nn.Linear(8, 8, True, None, torch.float32)
        self.m = nn.Linear(4, 3)
        self.l.register_forward_pre_hook(lambda module, args: (args[0][:1],))
        self.l.register_forward_hook(lambda module, args, output: self.seen.append(output))
        self.l.register_forward_hook(lambda module, args, output: output[:, :4])
        handle = self.l.register_forward_hook(lambda module, args, output: output[:, :2])
        handle.remove()
    def forward(self, x):
        x, _ = nn.Identity()((self.l(x), None))
        return self.m(x), self.seen[-1]
)",
         {{2, 8}},
         "87 parameters, 76 MACs"},
        {R"(class Plain(nn.Module):
    def __init__(self, l):
        super().__init__()
        self.l = l
    def forward(self, x):
        return self.l(x) + self.l(x)
class Slow(Plain):
    def forward(self, x):
        return no_such_function(self.l(x))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Slow(nn.Linear(8, 8))
        self.renew = renewed.__get__(self)
    def forward(self, x):
        self.renew()
        return self.part(x)
def renewed(self):
    self.part = Plain(self.part.l)
)",
         {{2, 8}},
         "72 parameters, 256 MACs"},
        {R"(class Scaled(nn.Linear):
    def forward(self, x, scale):
        return super().forward(x) * scale
    def plain(self, x):
        return super().forward(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = Scaled(8, 8)
        self.register_buffer("b", nn.Parameter(torch.ones(5)))
        self.same = self.l
        self.m = nn.Linear(len(list(self.named_parameters(remove_duplicate=False))), 2)
    def forward(self, x):
        return self.l(x, 2) + self.same.plain(x)
)",
         {{2, 8}},
         "82 parameters, 256 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])
        self.l.pop(-1)
        self.s = nn.Sequential(nn.Linear(2, 2))
        self.to_empty(device="cpu") if False else None
    def forward(self, x):
        for l in self.l: x = l(x)
        return x
)",
         {{2, 8}},
         "222 parameters, 384 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8, bias=0.0)
        self.m = nn.Linear(8, 8, bias=1.0)
    def forward(self, x):
        return self.m(self.l(x))
)",
         {{2, 8}},
         "136 parameters, 256 MACs"},
        {R"(net = nn.utils.weight_norm(nn.Linear(8, 3), dim=None)
)",
         {{2, 8}},
         "28 parameters, 48 MACs"},
    });
}

TEST(SourceTorchLayers, TakeTheirInputsFromTheFirstTensor) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.LazyConv1d(4, 3)
        self.b = nn.LazyInstanceNorm1d(affine=True)
        self.c = nn.LazyConv3d(2, 1)
    def forward(self, x):
        y = self.b(self.a(x))
        return self.c(y.unsqueeze(-1).unsqueeze(-1))
)",
         {{2, 3, 9}},
         "58 parameters, 616 MACs"},
        {R"(net = nn.Sequential(nn.LazyConv2d(6, 5, padding=2), nn.LazyBatchNorm2d(), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.LazyLinear(10))
)",
         {{2, 1, 8, 8}},
         "1138 parameters, 21120 MACs"},
        {R"(net = nn.Sequential(nn.LazyConv2d(6, 5), nn.Flatten(), nn.LazyLinear(10))
net(torch.rand(1, 1, 28, 28))
)",
         {},
         "34726 parameters, 120960 MACs"},
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LazyLinear(16)
        self.t = nn.LazyConvTranspose1d(3, 2)
    def forward(self, x):
        return self.t(self.l(x).unsqueeze(1))
)",
         {{2, 8}},
         "153 parameters, 448 MACs"},
    });
}

TEST(SourceTorchLayers, AreInInferenceMode) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)
    def forward(self, x):
        return self.ab if False else self.l(x) @ self.ab
    def train(self, mode=True):
        super().train(mode)
        if not mode: self.ab = self.l.weight[:, :4]
        return self
)",
         {{2, 8}},
         "72 parameters, 192 MACs"},
    });
}

TEST(SourceTorchLayers, SayWhatAnOpenLazyLayerNeeds) {
    EXPECT_TRUE(any_of(said_of("net = nn.Sequential(nn.LazyConv2d(6, 5), nn.Flatten(), nn.LazyLinear(10))\n"),
                       [](const std::string& each) {
                           return each.find("python.lazy_inputs(type: LazyConv2d)") != std::string::npos;
                       }));
}

TEST(SourceTorchLayers, RefuseFloatsOnlyWhereSizesAreKnown) {
    EXPECT_EQ(measured("net = nn.Linear(8, 4.0)\n"), "nothing");
    EXPECT_EQ(
        measured(
            "from lib import n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.n = nn.LayerNorm(n, eps=1e-6)\n        self.l = nn.Linear(4, 4)\n"
            "    def forward(self, x): return self.l(x)\n"),
        "20 partial parameters, 16 MACs");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
