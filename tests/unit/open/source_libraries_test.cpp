// Libraries that source code imports: which names are known, and what is said of those that are not.
#include <gtest/gtest.h>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "12 exact": the parameters and their basis.
std::string total_of(const std::string& code) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return "none";
    return to_string(*report.root()->facts->parameters.value) + " " +
           std::string(to_string(report.root()->facts->parameters.basis));
}

TEST(SourceLibraries, RunFunctionsWithABackwardPassOfTheirOwn) {
    MemorySource file(
        "import torch\nfrom torch import nn\nclass Run(torch.autograd.Function):\n    @staticmethod\n"
        "    def forward(ctx, x, layer):\n        ctx.layer = layer\n        ctx.save_for_backward(x)\n"
        "        return layer(x)\n    @staticmethod\n    def backward(ctx, dy):\n        return dy, None\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Linear(2, 3)\n    def forward(self, x):\n        return Run.apply(x, self.a)\n");
    const std::vector<Dims> inputs = {{4, 2}};
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "", inputs);
    EXPECT_EQ(count_text(opened.text(), {}).root()->facts->macs.value, Integer(24)) << opened.text();
}

TEST(SourceLibraries, KeepShapesOfConstants) {
    for (const std::string made :
         {"torch.sign(torch.rand(3))", "torch.rand(3).clip(0, 1)", "torch.logspace(1., 2., 3, base=2)",
          "torch.rand(2, 3).unbind()[1]", "torch.rand(3, 2).unbind(dim=-1)[0]",
          "torch.distributions.Normal(torch.zeros(3), 1.).sample()",
          "torch.distributions.Normal(0., 1.).sample((3,))",
          "torch.distributions.Categorical(logits=torch.zeros(3, 7)).sample().float()",
          "torch.distributions.MultivariateNormal(torch.zeros(3, 2), torch.eye(2)).log_prob(torch.zeros(3, "
          "2))",
          "torch.distributions.Independent(torch.distributions.Normal(torch.zeros(3, 2), 1.), "
          "1).entropy()"}) {
        const std::string code =
            "import torch\nclass Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.a = torch.nn.Parameter(" +
            made + ")\n";
        MemorySource file(code);
        const Report report =
            count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text(), {});
        EXPECT_EQ(report.root()->facts->parameters.value, Integer(3)) << made;
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << made;
    }
}

TEST(SourceLibraries, EnterAndLeaveContexts) {
    const std::string wide =
        "from contextlib import contextmanager\nwidth = 4\n@contextmanager\ndef wide(n):\n    global width\n "
        "   before = width\n"
        "    width = n\n    try:\n        yield n + 1\n    finally:\n        width = before\n";
    const std::string cases[][2] = {
        {wide + "with wide(8) as w:\n    net = nn.Linear(width, w, bias=False)\n", "72 exact"},
        {wide + "with wide(8):\n    pass\nnet = nn.Linear(width, 1, bias=False)\n", "4 exact"},
        {wide + "@wide(8)\ndef make():\n    return nn.Linear(width, 1, bias=False)\nnet = make()\n",
         "8 exact"},
        {"import contextlib\nwith contextlib.nullcontext(3) as n:\n    net = nn.Linear(n, 2, bias=False)\n",
         "6 exact"},
        {"import contextlib\nn = 5\nwith contextlib.suppress(ImportError, KeyError):\n    n = {}['a']\nnet = "
         "nn.Linear(n, 1, bias=False)\n",
         "5 exact"},
        {wide + "import contextlib\nwith contextlib.ExitStack() as stack:\n    a = "
                "stack.enter_context(wide(2))\n    b = stack.enter_context(wide(9))\n"
                "net = nn.Linear(a + b, width, bias=False)\n",
         "52 exact"},
    };
    for (const auto& [code, expected] : cases)
        EXPECT_EQ(total_of("from torch import nn\n" + code), expected) << code;
}

TEST(SourceLibraries, HaveScriptModules) {
    MemorySource file(
        "import torch\nclass Net(torch.jit.ScriptModule):\n    def __init__(self):\n        "
        "super().__init__()\n"
        "        self.a = torch.nn.Linear(2, 3)\n    @torch.jit.script_method\n    def forward(self, x):\n"
        "        return self.a(x)\n");
    const Report report =
        count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text(), {});
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(9));
    EXPECT_EQ(report.root()->facts->macs.value, Integer(6));
}

TEST(SourceLibraries, GiveWhatTheirUsersImport) {
    struct Case {
        const char *code, *total;
    };
    const Case cases[] = {
        {"from torchvision.ops.misc import Conv2dNormActivation\n"
         "net = nn.Sequential(Conv2dNormActivation(3, 8, kernel_size=3))\n",
         "232 exact"},
        {"from torchvision.models.resnet import *\nnet = nn.Sequential(BasicBlock(8, 8))\n", "1184 exact"},
        {"from timm.models.layers import DropPath, to_2tuple\n"
         "net = nn.Sequential(nn.Conv2d(3, 4, to_2tuple(2)), DropPath(0.1))\n",
         "52 exact"},
        {"from transformers.activations import ACT2FN\n"
         "net = nn.Sequential(nn.Linear(2, 3), ACT2FN['gelu'])\n",
         "9 exact"},
        {"from fairscale.nn.model_parallel.layers import ColumnParallelLinear\n"
         "net = nn.Sequential(ColumnParallelLinear(4, 6, bias=False, gather_output=False))\n",
         "24 exact"},
        {"import numpy as np\nsizes = np.cumsum([2, 3]).astype(int)\n"
         "net = nn.Sequential(nn.Linear(int(sizes[0]), int(sizes[1])))\n",
         "15 exact"},
        {"import numpy as np\nimport torch\n"
         "table = np.sin(np.einsum('m,d->md', np.arange(6).reshape(-1), np.arange(4) / 2.))\n"
         "net = nn.Module()\nnet.table = nn.Parameter(torch.from_numpy(table).float())\n",
         "24 exact"},
        {"net = nn.Linear(2, 2) if eval('True') and not eval('None') else nn.Linear(3, 3)\n", "6 exact"},
        {"import numpy as np\n"
         "net = nn.Sequential(*[nn.Linear([2, 3][i], 1) for i in np.argsort([5, 4])[:1]])\n",
         "4 exact"},
        {"from torch.nn.modules.batchnorm import _BatchNorm\nlstm = nn.LSTM(2, 2)\n"
         "are = [isinstance(lstm, nn.RNNBase), issubclass(nn.BatchNorm2d, nn.modules.batchnorm._BatchNorm),\n"
         "       isinstance(lstm, _BatchNorm), issubclass(nn.LSTMCell, nn.RNNBase)]\n"
         "net = nn.Sequential(nn.Linear(1, sum(are)))\n",
         "4 exact"},
        {"from torch.nn.modules.conv import _ConvNd\nclass Conv(_ConvNd):\n    pass\n"
         "net = nn.Sequential(nn.Linear(1, 2), Conv(2, 2, (3,)))\n",
         "4 partial"},
        {"from torch.nn.modules.batchnorm import _BatchNorm\nclass Norm(_BatchNorm):\n"
         "    def _check_input_dim(self, x):\n        pass\nnet = nn.Sequential(nn.Conv3d(1, 4, 3), "
         "Norm(4))\n",
         "120 exact"},
        {"net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))\n"
         "net = nn.SyncBatchNorm.convert_sync_batchnorm(net)\n",
         "120 exact"},
        {"from functools import partial\nnorms = [nn.BatchNorm2d, partial(nn.BatchNorm2d, eps=1)]\n"
         "are = [type(each) == partial for each in norms] + [isinstance(each, type) for each in norms]\n"
         "net = nn.Linear(1, sum(are), bias=False)\n",
         "2 exact"},
        {"import torch.nn.functional as F\nnet = nn.Linear(2, 2 if hasattr(F.relu, '__call__') else 3)\n",
         "6 exact"},
        {"import numbers, torch\nsizes = [3, (3, 2), 3.0]\n"
         "are = [isinstance(each, numbers.Integral) for each in sizes] + [isinstance(3.0, numbers.Real)]\n"
         "net = nn.Linear(1, sum(are))\nnet.w = nn.Parameter(torch.ones(torch.Size((3,))))\n",
         "7 exact"},
        {"import torch\nconv = nn.Conv2d(3, 4, 2)\nfans = "
         "nn.init._calculate_fan_in_and_fan_out(conv.weight)\n"
         "nn.init.uniform_(conv.bias, -1 / fans[0], nn.init.calculate_gain('relu'))\n"
         "net = nn.Linear(*fans, bias=False)\n",
         "192 exact"},
        {"import torch\nfrom torchvision.ops import RoIPool\n"
         "regions = RoIPool((7, 7), 1.0)(torch.zeros(2, 3, 20, 20), torch.zeros(5, 5))\n"
         "net = nn.Linear(regions.numel(), 1, bias=False)\n",
         "735 exact"},
        // Parts of a tensor of one dimension have its numbers.
        {"import torch\nimport numpy as np\nrates = torch.Tensor(np.linspace(1, 6, 6)).split([2, 4])\n"
         "ends = torch.cumsum(torch.tensor([2, 4]), 0).tolist()\njoined = torch.cat([rates[1][1:3], "
         "rates[0]])\n"
         "net = nn.Linear(1, int(sum(joined.tolist())) + 100 * ends[1], bias=False)\n",
         "612 exact"},
        // Tensors that are changed in place keep no numbers.
        {"import torch\nsizes = torch.tensor([4, 3])\nsizes[0] = 2\n"
         "net = nn.Sequential(nn.Linear(1, 5), nn.Linear(1, sizes.tolist()[0]))\n",
         "10 partial"},
        {"import torch\nsize = torch.tensor(4)\nsize.mul_(2)\n"
         "net = nn.Sequential(nn.Linear(1, 5), nn.Linear(1, size.item()))\n",
         "10 partial"},
        // The weight may be another: the bias is left.
        {"import torch\nnet = nn.Sequential(nn.Linear(4, 8))\nlayer = net[0]\nif torch.rand(1) > 0.5:\n"
         "    layer.weight = nn.Parameter(torch.ones(1, 4))\n",
         "8 partial"},
        {"import torch\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
         "        self.prior = torch.distributions.Normal(0, 1)\n        self.l = nn.Linear(2, 3)\n"
         "        self.register_buffer('w', torch.hann_window(16))\n",
         "9 exact"},
        {"from functools import wraps\nmakers = {}\n"
         "def register(maker):\n    @wraps(maker)\n    def call(*args):\n        return maker(*args)\n"
         "    makers[call.__name__] = call\n    return call\n"
         "@register\ndef small():\n    return nn.Linear(2, 2)\nnet = makers['small']()\n",
         "6 exact"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(total_of("import torch.nn as nn\n" + std::string(each.code)), each.total) << each.code;
}

/// Entries of a ParameterList are tensors, modules or plain values, as torch.nn keeps them.
TEST(ParameterContainers, HoldModulesToo) {
    const std::string head =
        "import torch, torch.nn as nn\nfrom torch.nn import Parameter, ParameterDict, ParameterList\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n";
    struct Case {
        const char *body, *total;
    };
    const Case cases[] = {
        {"self.p = ParameterList([])\n        for i in range(3):\n"
         "            self.p.append(ParameterList([Parameter(torch.ones(4)), Parameter(torch.ones(2))]))\n",
         "18 exact"},
        {"self.p = ParameterList([nn.Linear(2, 3), Parameter(torch.ones(5)), 7])\n"
         "        self.q = nn.Linear(len(self.p), self.p[2])\n",
         "42 exact"},
        {"self.p = ParameterList(values=[torch.ones(2)])\n        self.p.extend([torch.ones(3)])\n"
         "        self.p[0] = Parameter(torch.ones(9))\n",
         "12 exact"},
        {"self.p = ParameterDict({'a': Parameter(torch.ones(2))})\n        self.p['b'] = nn.Linear(1, 2)\n"
         "        self.q = ParameterList([torch.ones(4) for name in self.p])\n",
         "14 exact"},
        {"self.p = ParameterList([])\n        self.q = nn.Linear(1, 2) if self.p else nn.Linear(2, 2)\n",
         "6 exact"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(total_of(head + "        " + each.body), each.total) << each.body;
}

/// A file of a project is missing: names that projects copy from timm are taken to be timm's, and said so.
TEST(SourceLibraries, AreNotCertainForCopiedHelpers) {
    EXPECT_EQ(total_of("import torch.nn as nn\nfrom utils.layers import DropPath\n"
                       "net = nn.Sequential(nn.Linear(2, 2), DropPath(0.1))\n"),
              "6 approximate");
    EXPECT_EQ(total_of("import torch.nn as nn\nfrom utils.layers import Attention\n"
                       "net = nn.Sequential(nn.Linear(2, 2), Attention(2))\n"),
              "6 partial");
}

/// The numbers are those of torch_geometric 2.9 on PyTorch 2.14.
TEST(SourceLibraries, HaveLayersOfGraphs) {
    const std::pair<std::string, int> cases[] = {
        {"GCNConv(10, 16, bias=False)", 160},
        {"SAGEConv((10, 12), 16, aggr='max', bias=False)", 352},
        {"SAGEConv(10, 16, aggr=['mean', 'max', 'std'])", 656},
        {"SAGEConv(10, 16, project=True, root_weight=False)", 286},
        {"GATConv(10, 8, heads=8, concat=False, edge_dim=4)", 1096},
        {"GATConv((10, 12), 8, heads=2, residual=True)", 592},
        {"GATv2Conv(10, 8, heads=8, share_weights=True, edge_dim=3, concat=False)", 968},
        {"TransformerConv(10, 8, heads=4, concat=False, beta=True, edge_dim=5)", 1328},
        {"ARMAConv(10, 16, num_stacks=3, num_layers=2, shared_weights=True)", 1776},
        {"GINEConv(torch.nn.Sequential(torch.nn.Linear(10, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16)), "
         "edge_dim=5)",
         508},
        {"NNConv(3, 8, torch.nn.Linear(5, 24), aggr='mean')", 176},
        {"CGConv(16, dim=4, batch_norm=True)", 1216},
        {"ResGatedGraphConv(10, 16, edge_dim=3)", 848},
        {"RGCNConv(10, 16, 4, num_bases=3)", 668},
        {"PNAConv(20, 20, ['mean', 'max'], ['identity'], None, towers=4, pre_layers=2, post_layers=2, "
         "divide_input=True)",
         1200},
        {"DNAConv(32, heads=4, groups=2)", 1632},
        {"FiLMConv(16, 32, num_relations=3)", 6336},
        {"SuperGATConv(16, 32, heads=4)", 2432},
        {"RGATConv(16, 32, num_relations=5, num_bases=3, heads=2, edge_dim=4)", 4943},
        {"RGATConv(16, 32, num_relations=5, num_blocks=4)", 1888},
        {"GPSConv(32, GCNConv(32, 32), heads=4)", 9664},
        {"GPSConv(32, None, heads=4)", 8608},
        {"SignedConv(16, 32, first_aggr=True)", 2112},
        {"MFConv(16, 32)", 11616},
        {"FeaStConv(16, 32, heads=4)", 2148},
        {"MixHopConv(16, 32)", 1632},
        {"HypergraphConv(16, 32, use_attention=True, heads=2)", 1216},
        {"GENConv(16, 32)", 5248},
        {"HGTConv(16, 32, metadata=(['a', 'b'], [('a', 'to', 'b')]), heads=4)", 5894},
        {"HANConv(16, 32, metadata=(['a', 'b'], [('a', 'to', 'b')]))", 2240},
        {"HeteroDictLinear({'a': 16, 'b': 8}, 32)", 832},
        {"DiffGroupNorm(32, 4)", 384},
        {"Set2Set(16, 3)", 3200},
        {"GraphUNet(16, 32, 8, depth=3)", 6184},
        {"RotatE(50, 10, 32)", 3520},
        {"SchNet()", 455809},
        {"MLP([16, 32, 32, 7])", 1959},
        {"GIN(300, 32, 3, 5, norm='batch_norm', jk='cat')", 15781},
        {"GAT(300, 64, 3, 5, heads=4, v2=True)", 49729},
        {"GAT(300, 64, 2, 5, heads=8, jk='lstm')", 90694},
        {"EdgeCNN(300, 32, 3, 5)", 23779},
        {"SAGPooling(16)", 34},
        {"Sequential('x, e', [(GCNConv(10, 16), 'x, e -> x'), torch.nn.ReLU(), torch.nn.Linear(16, 4)])",
         244},
    };
    for (const auto& [made, count] : cases) {
        EXPECT_EQ(total_of("import torch\nfrom torch_geometric.nn import *\nnet = " + made + "\n"),
                  std::to_string(count) + " exact")
            << made;
    }
    const std::string graph =
        "import torch\nfrom torch_geometric.datasets import Planetoid, TUDataset\n"
        "import torch_geometric.transforms as T\nfrom torch_geometric.nn import GCNConv\n";
    EXPECT_EQ(total_of(graph + "d = Planetoid('.', 'Cora', transform=T.NormalizeFeatures())\n"
                               "net = GCNConv(d.num_features, d.num_classes)\n"),
              "10038 exact");
    EXPECT_EQ(total_of(graph + "d = TUDataset('.', 'MUTAG', transform=T.OneHotDegree(9))\n"
                               "net = GCNConv(d.num_features, 2)\n"),
              "2 partial");
    EXPECT_EQ(total_of(graph + "net = GCNConv(4, 2, aggr='lstm')\n"), "10 partial");
}

/// Parameters and buffers, those of torchaudio 2.11.
TEST(SourceLibraries, HaveTransformsOfTorchaudio) {
    const std::pair<std::string, std::string> cases[] = {
        {"T.Spectrogram(n_fft=512, hop_length=160)", "512, 2, 257, 101"},
        {"T.MelSpectrogram(16000, n_fft=1024, hop_length=256, n_mels=80)", "42064, 2, 80, 63"},
        {"T.MFCC(16000, n_mfcc=13)", "27792, 2, 13, 81"},
        {"T.Resample(44100, 16000)", "76000, 2, 5805"},
        {"T.Resample(8000, 16000)", "30, 2, 32000"},
        {"torch.nn.Sequential(torchaudio.transforms.MelScale(80), T.AmplitudeToDB(), T.TimeMasking(9))",
         "16080, 2, 80, 16000"},
    };
    for (const auto& [made, expected] : cases) {
        const std::string input = made.find("MelScale") == std::string::npos ? "2, 16000" : "2, 201, 16000";
        const std::string text =
            "import torch\nimport torchaudio\nimport torchaudio.transforms as T\nnet = " + made +
            "\ny = net(torch.randn(" + input + "))\n";
        MemorySource file(text);
        const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << made;
        const ModuleFacts& facts = *report.root()->facts;
        std::string found = to_string(facts.buffers.value.value_or(0));
        ASSERT_TRUE(facts.output_sizes.has_value()) << opened.text();
        for (const Integer& size : *facts.output_sizes) found += ", " + to_string(size);
        EXPECT_EQ(found, expected) << made;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
