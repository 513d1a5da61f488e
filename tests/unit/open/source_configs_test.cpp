// Configs of libraries, names that are looked up, bases of projects.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ranges.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

TEST(SourceConfigs, HoldWhatTheyAreGiven) {
    expect_measured({
        {R"(from omegaconf import OmegaConf
cfg = OmegaConf.create({"width": 12, "layers": [1, 2], "sub": {"n": 3}})
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.ModuleList([nn.Linear(8, cfg.width * n) for n in cfg.layers])
        self.o = nn.Linear(cfg.sub.n, cfg.get("q", 2))
    def forward(self, x):
        return self.l[0](x)
)",
         {{2, 8}},
         "332 parameters, 192 MACs"},
        {R"(from pydantic import BaseModel, Field
class C(BaseModel):
    width: int = 12
    depth: int = Field(2, ge=1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        c = C(depth=3)
        self.l = nn.ModuleList([nn.Linear(8, c.width) for _ in range(c.depth)])
    def forward(self, x):
        return self.l[0](x)
)",
         {{2, 8}},
         "324 parameters, 192 MACs"},
        {R"(import attr
@attr.s
class C:
    width = attr.ib(default=12)
    depth = attr.ib(2)
@attr.define
class D:
    a: int
    b: int = 3
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        c = C(depth=3)
        d = D(4)
        self.l = nn.ModuleList([nn.Linear(8, c.width) for _ in range(c.depth)])
        self.m = nn.Linear(d.a, d.b)
    def forward(self, x):
        return self.l[0](x)
)",
         {{2, 8}},
         "339 parameters, 192 MACs"},
        {R"(import yaml, json
c = yaml.safe_load("""
model:
  width: 12  # wide
  layers: [1, 2]
  blocks:
    - n: 3
      act: "relu"
    - n: 4
  bias: false
  lr: 1.0e-3
""")["model"]
j = json.loads('{"a": [1, 2.5, true, null], "b": {"c": 7}}')
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, c["width"], bias=c["bias"])
        self.m = nn.ModuleList([nn.Linear(b["n"], j["b"]["c"]) for b in c["blocks"]])
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "159 parameters, 192 MACs"},
        {R"(from munch import Munch
from types import SimpleNamespace
cfg = Munch(width=12, sub=Munch(n=3))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, cfg.width)
        self.o = nn.Linear(cfg["sub"].n, len(cfg))
        self.p = nn.Linear(2, 5 if isinstance(cfg, dict) else 6)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "131 parameters, 192 MACs"},
        {R"(import argparse
args = argparse.Namespace(width=12)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, vars(args)["width"])
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "108 parameters, 192 MACs"},
    });
}

TEST(SourceConfigs, AreLookedUpByName) {
    expect_measured({
        {R"(class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = getattr(nn, "Linear")(8, 8)
        self.a = nn.__dict__["ReLU"]()
        self.b = vars(nn)["Linear"](2, 2)
        self.c = eval("nn.Linear")(3, 3)
        self.d = eval("nn." + "GELU")()
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "90 parameters, 128 MACs"},
        {R"(import importlib
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = importlib.import_module("torch.nn")
        self.l = m.Linear(8, 8)
    def forward(self, x):
        return self.l(x)
)",
         {{2, 8}},
         "72 parameters, 128 MACs"},
    });
}

TEST(SourceConfigs, AreTheArgumentsThatABaseKeeps) {
    const std::string tail =
        "        self.net = nn.Linear(8, WIDTH)\n    def forward(self, x): return self.net(x)\n";
    const auto net = [&](const std::string& head, const std::string& width) {
        std::string body = tail;
        return head + body.replace(body.find("WIDTH"), 5, width);
    };
    const std::string lightning =
        "import pytorch_lightning as pl\nclass Net(pl.LightningModule):\n    def __init__(self, width=64, "
        "lr=1e-3):\n"
        "        super().__init__()\n        self.save_hyperparameters(ignore=['lr'])\n";
    EXPECT_EQ(measured(net(lightning, "self.hparams.width")), "576 parameters, 512 MACs");
    EXPECT_EQ(measured(net(lightning, "len(self.hparams)")), "9 parameters, 8 MACs");
    const std::string diffusers =
        "from diffusers import ModelMixin, ConfigMixin\nfrom diffusers.configuration_utils import "
        "register_to_config\n"
        "class Net(ModelMixin, ConfigMixin):\n    @register_to_config\n    def __init__(self, width=64):\n"
        "        super().__init__()\n";
    EXPECT_EQ(measured(net(diffusers, "self.config.width")), "576 parameters, 512 MACs");
    const std::string others[] = {"mmengine.model import BaseModule",
                                  "fairseq.models import BaseFairseqModel"};
    for (const std::string& each : others) {
        const std::string base = each.substr(each.rfind(' ') + 1);
        EXPECT_EQ(measured(net("from " + each.substr(0, each.find(' ')) + " import " + base + "\nclass Net(" +
                                   base + "):\n    def __init__(self):\n        super().__init__()\n",
                               "4")),
                  "36 parameters, 32 MACs");
    }
}

TEST(SourceConfigs, AreBuiltByProjects) {
    // The parameters are those of the layers that mmcv builds of these configs.
    const std::string code = R"(import torch.nn as nn
from mmcv.cnn import ConvModule, build_norm_layer, DepthwiseSeparableConvModule
from mmcv.runner import BaseModule
from mmseg.models.builder import HEADS
@HEADS.register_module()
class Head(BaseModule):
    def __init__(self, c=8, norm_cfg=dict(type='SyncBN', requires_grad=True), init_cfg=None):
        super().__init__(init_cfg)
        self.a = ConvModule(3, c, 3, padding=1, norm_cfg=norm_cfg)
        self.b = ConvModule(c, c, 1, act_cfg=None)
        self.d = DepthwiseSeparableConvModule(c, 4, 3, padding=1, norm_cfg=dict(type='BN'), act_cfg=dict(type='GELU'))
        self.norm_name, n = build_norm_layer(dict(type='LN', eps=1e-6), 4)
        self.add_module(self.norm_name, n)
    def forward(self, x):
        x = self.d(self.b(self.a(x)))
        return self.ln(x.permute(0, 2, 3, 1))
)";
    EXPECT_EQ(measured(code, {{1, 3, 8, 8}}), "440 parameters, 24576 MACs");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
