// Installed packages: where imports find them, and which of their files are read.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "count/count.h"
#include "open/open.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kModule = "from torch import nn\n";

std::string layer(const std::string& name, int features) {
    return "class " + name + "(nn.Linear):\n    def __init__(self):\n        super().__init__(" +
           std::to_string(features) + ", 1, bias=False)\n";
}

/// A library of two kinds of models, which register themselves.
std::shared_ptr<MemoryPackages> zoo() {
    return std::make_shared<MemoryPackages>(std::map<std::string, std::string, std::less<>>{
        {"zoo/__init__.py", "from .layers import Wide as Wide\nfrom .models import create as create\n"},
        {"zoo/layers/__init__.py",
         "from .wide import Wide\nfrom .broken import Broken\nraise RuntimeError('run as a whole')\n"},
        {"zoo/layers/wide.py", kModule + layer("Wide", 8)},
        {"zoo/layers/broken.py", "raise RuntimeError('not needed')\n"},
        {"zoo/models/registry.py",
         "import sys\nentries = {}\ndef register(f):\n    entries[f.__name__] = f\n"
         "    sys.modules[f.__module__].__all__.append(f.__name__)\n    return f\n"},
        {"zoo/models/__init__.py", "from .a import *\nfrom .b import *\nfrom ..factory import create\n"},
        {"zoo/models/a.py", kModule + "from zoo.models.registry import register\n__all__ = ['A']\n" +
                                layer("A", 3) + "@register\ndef small(): return A()\n"},
        {"zoo/models/b.py", kModule + "from zoo.models.registry import register\n__all__ = ['B']\n" +
                                layer("B", 5) + "@register\ndef large(): return B()\n"},
        {"zoo/factory.py",
         "from zoo.models.registry import entries\ndef create(name):\n    if name not in entries:\n"
         "        raise KeyError(name)\n    return entries[name]()\n"},
        {"timm/__init__.py", "from .models import create_model\n"},
        {"diffusers/__init__.py",
         "from .utils import _LazyModule\nif TYPE_CHECKING:\n    try:\n        raise ImportError\n"
         "    except ImportError:\n        from .dummies import *\n    else:\n"
         "        from .models import Net\nelse:\n    import "
         "sys\n"
         "    sys.modules[__name__] = _LazyModule(__name__, globals()['__file__'], {})\n"},
        {"diffusers/dummies.py", "class Net:\n    pass\n"},
        {"diffusers/models/__init__.py", "if TYPE_CHECKING or False:\n    from .net import Net\n"},
        {"diffusers/models/modeling_utils.py", "raise RuntimeError('ours stands in')\n"},
        {"diffusers/models/net.py",
         "from torch import nn\nfrom ..configuration_utils import ConfigMixin, register_to_config\n"
         "from ..loaders import FromOriginalModelMixin, PeftAdapterMixin\n"
         "from ..utils import apply_lora_scale, is_torch_version, is_xformers_available, logging\n"
         "from .modeling_utils import ModelMixin\nlogger = logging.get_logger(__name__)\n"
         "class Net(ModelMixin, ConfigMixin, PeftAdapterMixin, FromOriginalModelMixin):\n"
         "    @register_to_config\n    def __init__(self, width=6):\n        super().__init__()\n"
         "        self.a = nn.Linear(self.config.width, 2, bias=is_xformers_available())\n"
         "        self.b = nn.Linear(1, 2 if is_torch_version('>=', '1.9') else 3, bias=False)\n"
         "    @apply_lora_scale('kwargs')\n    def forward(self, x):\n        if x is None:\n"
         "            x = self.other(x)\n        return self.a(x)\n"},
        {"zoo/loop/__init__.py",
         "from . import inner\nfrom .b import name\nclass inner(nn.Linear):\n"
         "    def __init__(self): super().__init__(9, 1, bias=False)\n"},
        {"zoo/loop/b.py", "from . import name\n"},
        {"zoo/release/__init__.py", "__version__ = '1.2'\nfrom .net import Net\n"},
        {"zoo/release/net.py", kModule + "from . import __version__\n" + layer("Net", 4) +
                                   "        self.v = nn.Linear(1, len(__version__), bias=False)\n"},
        {"zoo/late/__init__.py", "if TYPE_CHECKING:\n    from .sizes import *\n    from .net import *\n"},
        {"zoo/late/sizes.py", "class Sizes:\n    width = 6\n"},
        {"zoo/late/net.py", "from zoo.late import Sizes\nclass Other:\n    pass\n"},
        {"zoo/circle/__init__.py", "from .first import First\nfrom .second import Second\n"},
        {"zoo/circle/first.py", kModule +
                                    "from zoo.flags import width\nclass First(nn.Linear):\n"
                                    "    def __init__(self): super().__init__(width(), 1, bias=False)\n"},
        {"zoo/circle/second.py", kModule + layer("Second", 5)},
        {"zoo/flags.py", "from zoo.circle import *\ndef width(): return 6\ndef other(): return Second()\n"},
        {"zoo/methods.py",
         "table = {}\ndef register(name, cls): table[name] = cls\n"
         "def make(name): return table[name]()\n"},
        {"zoo/adapters/__init__.py",
         "from .wide import Wide, size\nfrom zoo.methods import register\n"
         "register('wide', Wide)\n"},
        {"zoo/adapters/wide.py", kModule + layer("Wide", 8) + "size = 3\n"},
        {"zoo/tables/__init__.py",
         "import json, os\nfrom pathlib import Path\nfolder = Path(__file__).parent / 'configs'\n"
         "sizes = {}\nfor path in folder.glob('*.json'):\n    with open(path, 'r') as f:\n"
         "        sizes[path.stem] = json.load(f)['width']\n"
         "listed = len([n for n in os.listdir('zoo/tables/configs') if n.endswith('.json')])\n"
         "there = os.path.isfile('zoo/tables/configs/b.json') + os.path.exists('zoo/tables/c.json')\n"},
        {"zoo/tables/configs/a.json", "{\"width\": 3}"},
        {"zoo/tables/configs/b.json", "{\"width\": 40}"},
        {"timm/models.py", kModule + layer("Own", 7) + "def create_model(name): return Own()\n"},
    });
}

/// "12 exact": the parameters and their basis.
std::string total_with(const std::shared_ptr<MemoryPackages>& packages, const std::string& code,
                       Opened* result = nullptr) {
    MemorySource file(code);
    file.set_packages(packages);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    if (result != nullptr) result->diagnostics = opened.diagnostics;
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return "none";
    return to_string(*report.root()->facts->parameters.value) + " " +
           std::string(to_string(report.root()->facts->parameters.basis));
}

TEST(SourcePackages, AnswerImports) {
    const std::string cases[][2] = {
        {"import zoo\nm = zoo.Wide()\n", "8 exact"},
        {"from zoo import Wide\nm = Wide()\n", "8 exact"},
        {"from zoo.layers import Wide\nm = Wide()\n", "8 exact"},
        {"from zoo.layers.wide import Wide\nm = Wide()\n", "8 exact"},
        {"import zoo.layers.wide as w\nm = w.Wide()\n", "8 exact"},
        {"from zoo.models import A\nm = A()\n", "3 exact"},
        {"from zoo.models import *\nm = B()\n", "5 exact"},
        {"import zoo.models\nm = zoo.models.b.B()\n", "5 exact"},
        {"from zoo.release.net import Net\nm = Net()\n", "7 exact"},
    };
    for (const auto& [code, total] : cases) EXPECT_EQ(total_with(zoo(), code), total) << code;
}

TEST(SourcePackages, RunTheFilesOfARegistryThatMentionAKey) {
    EXPECT_EQ(total_with(zoo(), "import zoo\nm = zoo.create('large')\n"), "5 exact");
    EXPECT_EQ(total_with(zoo(), "import zoo\nm = nn.Sequential(zoo.create('small'), zoo.create('large'))\n"),
              "8 exact");
    EXPECT_EQ(total_with(zoo(), "import zoo\nm = zoo.create('huge')\n"), "none");
}

TEST(SourcePackages, AreReadNoFurtherThanANameNeeds) {
    const auto packages = zoo();
    EXPECT_EQ(total_with(packages, "from zoo import Wide\nm = Wide()\n"), "8 exact");
    EXPECT_TRUE(packages->opened.contains("zoo/layers/wide.py"));
    EXPECT_FALSE(packages->opened.contains("zoo/layers/broken.py"));
    EXPECT_FALSE(packages->opened.contains("zoo/factory.py"));
}

TEST(SourcePackages, ComeBeforeOurTextsOfThem) {
    const std::string code = "import timm\nm = timm.create_model('resnet18')\n";
    EXPECT_EQ(total_with(zoo(), code), "7 exact");
    EXPECT_EQ(total_with(nullptr, code), "11689512 exact");
}

TEST(SourcePackages, ThatLeadBackToThemselvesEnd) {
    EXPECT_EQ(total_with(zoo(), "from zoo.loop import name\nm = nn.Linear(3, 1, bias=False)\n"), "3 exact");
    EXPECT_EQ(total_with(zoo(), "from zoo.loop import inner\nm = inner()\n"), "9 exact");
}

TEST(SourcePackages, AreReadLateFromTheFirstFileThatHasTheName) {
    EXPECT_EQ(total_with(zoo(), "from zoo.late import Sizes\nm = nn.Linear(Sizes.width, 1, bias=False)\n"),
              "6 exact");
}

TEST(SourcePackages, ImportAllNamesOfThePackageThatImportsThem) {
    EXPECT_EQ(total_with(zoo(), "from zoo.circle import First\nm = First()\n"), "6 exact");
    EXPECT_EQ(total_with(zoo(), "from zoo.flags import other\nm = other()\n"), "5 exact");
    EXPECT_EQ(total_with(zoo(), "from zoo.flags import Second\nm = Second()\n"), "5 exact");
}

TEST(SourcePackages, RegisterWhatTheyImportWhenItIsAskedFor) {
    EXPECT_EQ(total_with(zoo(),
                         "from zoo.adapters import size\nfrom zoo.methods import make\n"
                         "m = make('wide')\n"),
              "8 exact");
    EXPECT_EQ(total_with(zoo(), "from zoo.methods import make\nm = make('wide')\n"), "none");
}

TEST(SourcePackages, ReadTheirOwnFilesAsTexts) {
    const std::string import = "from zoo.tables import listed, sizes, there\nfrom torch import nn\n";
    EXPECT_EQ(total_with(zoo(), import + "m = nn.Linear(sum(sizes.values()), 1, bias=False)\n"), "43 exact");
    EXPECT_EQ(total_with(zoo(), import + "m = nn.Linear(listed, 1, bias=False)\n"), "2 exact");
    EXPECT_EQ(total_with(zoo(), import + "m = nn.Linear(there, 1, bias=False)\n"), "1 exact");
    const std::string outside = "text = open('../secret.json').read()\nm = nn.Linear(len(text), 1)\n";
    EXPECT_TRUE(total_with(zoo(), import + outside).ends_with("partial"));
}

TEST(SourcePackages, HaveSurroundingsOfOurs) {
    EXPECT_EQ(total_with(zoo(), "from diffusers import Net\nm = Net()\n"), "14 exact");
    EXPECT_EQ(total_with(zoo(), "from diffusers.models.net import Net\nm = Net(width=8)\n"), "18 exact");
}

TEST(SourcePackages, AreNamedByTheirPaths) {
    Opened opened;
    total_with(zoo(), "import zoo.layers.broken as b\nx = b.value\nm = zoo.Wide()\n", &opened);
    std::string messages;
    for (const Diagnostic& each : opened.diagnostics) messages += each.message.english() + "\n";
    EXPECT_NE(messages.find("zoo/layers/broken.py, line 1: this statement is left out"), std::string::npos)
        << messages;
    EXPECT_NE(messages.find("the code of these packages is read: zoo\n"), std::string::npos) << messages;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
