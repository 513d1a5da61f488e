// Several files of source code: what imports among them mean, and which is read.
#include <gtest/gtest.h>

#include "count/count.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open_file(const Files& files, const std::string& name) {
    FolderSource file(files, name, false);
    return open_model(file, name);
}

Opened open_given(const Files& files) {
    FolderSource file(files, files.begin()->first, true);
    return open_model(file, files.begin()->first);
}

std::string parameters(const Opened& opened) {
    const Report report = count_text(opened.text(), {});
    return report.root() == nullptr ? "none" : to_string(report.root()->facts->parameters.value.value_or(-1));
}

/// All messages, one a line.
std::string messages(const Opened& opened) {
    std::string text;
    for (const Diagnostic& each : opened.diagnostics) text += each.message.english() + "\n";
    return text;
}

constexpr std::string_view kLayers =
    "import torch.nn as nn\n"
    "class Block(nn.Module):\n"
    "    def __init__(self, d=4):\n"
    "        super().__init__()\n"
    "        self.fc = nn.Linear(d, d)\n";

/// A model that imports Block by that line and holds `made`.
std::string model(const std::string& import, const std::string& made = "Block(8)") {
    return "import torch.nn as nn\n" + import +
           "\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block "
           "= " +
           made + "\n";
}

TEST(ImportsAmongFiles, OutliveAStatementThatTakesTooManySteps) {
    const std::string layers = std::string(kLayers) + "while True:\n    pass\nwidth = 8\n";
    const Files files = {{"net.py", model("from layers import Block, width", "Block(width)")},
                         {"layers.py", layers}};
    const Opened opened = open_file(files, "net.py");
    EXPECT_EQ(parameters(opened), "72");
    EXPECT_NE(messages(opened).find("layers.py, line 6: this statement takes more than 200000 steps"),
              std::string::npos)
        << messages(opened);
}

TEST(ImportsAmongFiles, AreResolved) {
    const std::string layers(kLayers);
    const std::tuple<std::string, std::string, std::string> cases[] = {
        {"from .layers import Block", "Block(8)", "layers.py"},
        {"from layers import Block as B", "B(8)", "layers.py"},
        {"import layers", "layers.Block(8)", "layers.py"},
        {"from layers import *", "Block(8)", "layers.py"},
        {"from . import layers", "layers.Block(8)", "layers.py"},
        {"from models.layers import Block", "Block(8)", "models/layers.py"},
        {"from .models.layers import Block", "Block(8)", "models/layers.py"},
        {"import models.layers", "models.layers.Block(8)", "models/layers.py"},
        {"import models.layers as L", "L.Block(8)", "models/layers.py"},
        {"from models import layers", "layers.Block(8)", "models/layers.py"},
        {"from models import Block", "Block(8)", "models/__init__.py"},
        {"import models", "models.Block(8)", "models/__init__.py"},
    };
    for (const auto& [import, made, path] : cases) {
        const Files files = {{"net.py", model(import, made)}, {path, layers}};
        EXPECT_EQ(parameters(open_file(files, "net.py")), "72") << import;
        EXPECT_EQ(parameters(open_given(files)), "72") << import;
    }
}

TEST(ImportsAmongFiles, LeadThroughPackages) {
    const Files files = {
        {"net.py", model("from models import Block")},
        {"models/__init__.py", "from .blocks import Block\n"},
        {"models/blocks.py", "from ..base import Base\nclass Block(Base):\n    pass\n"},
        {"base.py", std::string(kLayers) + "class Base(Block):\n    pass\n"},
    };
    const Opened opened = open_file(files, "net.py");
    EXPECT_EQ(parameters(opened), "72");
    EXPECT_NE(messages(opened).find("models/__init__.py, models/blocks.py, base.py"), std::string::npos)
        << messages(opened);
}

/// A package's own text may bind the name of one of its files.
TEST(ImportsAmongFiles, FindWhatAPackageBindsBeforeItsFiles) {
    const std::string made = "def tiny(d):\n    return Block(d)\n";
    const std::string packages[] = {"from .tiny import tiny\n", "from .tiny import *\n",
                                    "from . import tiny as file\ntiny = file.tiny\n"};
    for (const std::string& package : packages) {
        const Files files = {{"net.py", model("from models import tiny", "tiny(8)")},
                             {"models/__init__.py", package},
                             {"models/tiny.py", std::string(kLayers) + made}};
        EXPECT_EQ(parameters(open_file(files, "net.py")), "72") << package;
    }
    const Files plain = {{"net.py", model("from models import tiny", "tiny.Block(8)")},
                         {"models/__init__.py", "from . import tiny\n"},
                         {"models/tiny.py", std::string(kLayers)}};
    EXPECT_EQ(parameters(open_file(plain, "net.py")), "72");
}

/// Code is run from the root of its project, or from the folder of the file.
TEST(ImportsAmongFiles, LeadToThePackageThatHasTheName) {
    const Files files = {
        {"net.py", model("from utils.blocks import Block\nfrom utils import sizes", "Block(sizes.d)")},
        {"utils/__init__.py", ""},
        {"utils/blocks.py", std::string(kLayers)},
        {"../utils/__init__.py", "import os\n"},
        {"../utils/sizes.py", "d = 8\n"}};
    EXPECT_EQ(parameters(open_file(files, "net.py")), "72");
}

TEST(ImportsAmongFiles, MayLeadAboveTheFile) {
    const Files files = {{"models/net.py", model("from models.layers import Block")},
                         {"models/layers.py", std::string(kLayers)}};
    EXPECT_EQ(parameters(open_given(files)), "72");
}

TEST(ImportsAmongFiles, RunAFileOnce) {
    const Files files = {
        {"net.py", model("from a import x\nfrom b import y", "nn.Linear(x, y) if x is y else None")},
        {"a.py", "from c import thing as x\n"},
        {"b.py", "from c import thing as y\n"},
        {"c.py", "thing = 7\n"},
    };
    EXPECT_EQ(parameters(open_file(files, "net.py")), "56");
}

TEST(ImportsAmongFiles, MayBeCircular) {
    const Files files = {
        {"net.py", model("from layers import Block\nSIZE = 3")},
        {"layers.py",
         "import net\n" + std::string(kLayers) + "    def size(self):\n        return net.SIZE\n"},
    };
    EXPECT_EQ(parameters(open_file(files, "net.py")), "72");
    const Files early = {{"net.py", model("from layers import Block")},
                         {"layers.py", "from net import Net\n" + std::string(kLayers)}};
    const Opened opened = open_file(early, "net.py");
    EXPECT_EQ(parameters(opened), "72");
    EXPECT_NE(messages(opened).find(
                  "layers.py, line 1: this statement is left out: ImportError: cannot import name "
                  "'Net' from partially initialized module 'net'"),
              std::string::npos)
        << messages(opened);
}

TEST(ImportsAmongFiles, ThatAreMissingAreUnknown) {
    const Opened opened = open_file({{"net.py", model("from .layers import Block")}}, "net.py");
    EXPECT_EQ(parameters(opened), "0");
    EXPECT_NE(opened.text().find("Unknown()"), std::string::npos);
    const auto note =
        std::find_if(opened.diagnostics.begin(), opened.diagnostics.end(),
                     [](const Diagnostic& each) { return each.message.id() == "python.missing_file"; });
    ASSERT_NE(note, opened.diagnostics.end());
    EXPECT_EQ(note->message.english(), "the file layers.py that this line imports is not here");
    EXPECT_EQ(position_at(opened.source_text, note->span.begin).line, 2u);
    const Opened other = open_file(
        {{"net.py", model("from .layers import Other", "Other()")}, {"layers.py", std::string(kLayers)}},
        "net.py");
    EXPECT_NE(messages(other).find("layers.py does not define Other"), std::string::npos) << messages(other);
}

TEST(ImportsAmongFiles, WithoutFoldersAreTakenByName) {
    const Files files = {{"layers.py", std::string(kLayers)},
                         {"net.py", model("from my.models.layers import Block")}};
    const Opened opened = open_given(files);
    EXPECT_EQ(parameters(opened), "72");
    EXPECT_NE(messages(opened).find("my.models.layers is taken to be the file layers.py"), std::string::npos);
    // A file that was not given, and one that does not define the name, are not taken.
    EXPECT_EQ(parameters(open_file(files, "net.py")), "0");
    EXPECT_EQ(
        parameters(open_given({{"layers.py", "x = 1\n"}, {"net.py", model("from my.layers import Block")}})),
        "0");
}

TEST(ImportsAmongFiles, DoNotReplaceKnownLibraries) {
    const Files files = {{"net.py", model("import math", "nn.Linear(int(math.sqrt(16)), 1)")},
                         {"math.py", "def sqrt(x):\n    return 1\n"}};
    EXPECT_EQ(parameters(open_file(files, "net.py")), "5");
}

/// The files of a library in its own folder come before our texts: names of the package, and what a table of
/// names finds.
TEST(ImportsAmongFiles, OfALibraryInItsFolderComeFromThere) {
    const std::string automatic =
        "from .auto_factory import _BaseAutoBackboneClass, _LazyAutoMapping\n"
        "from .configuration_auto import CONFIG_MAPPING_NAMES\n"
        "class AutoBackbone(_BaseAutoBackboneClass):\n"
        "    _model_mapping = _LazyAutoMapping(CONFIG_MAPPING_NAMES, {'tiny': 'TinyBackbone', 'small': "
        "'TinyOther'})\n";
    const std::string tiny =
        "from torch import nn\nfrom transformers import PreTrainedModel\n"
        "class TinyBackbone(PreTrainedModel):\n    def __init__(self, config):\n        "
        "super().__init__(config)\n"
        "        self.l = nn.Linear(config.width, 2)\n"
        "class TinyOther(TinyBackbone):\n    pass\n";
    const std::string late =
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .configuration_tiny import *\n"
        "    from .modeling_tiny import *\n";
    const std::string configs =
        "CONFIG_MAPPING_NAMES = {'tiny': 'TinyConfig', 'small': 'SmallConfig'}\n"
        "def model_type_to_module_name(key):\n    return key\n";
    const std::string models = "transformers/models/";
    const std::pair<std::string, std::string> cases[] = {
        {"AutoBackbone.from_config(TinyConfig(width=3))", "8"},
        {"AutoBackbone.from_config(SmallConfig(width=4))", "10"},
        {"TinyBackbone(TinyConfig())", "12"},
    };
    for (const auto& [made, expected] : cases) {
        const Files files = {
            {models + "auto/modeling_auto.py", automatic},
            {models + "auto/configuration_auto.py", configs},
            {models + "tiny/__init__.py", late},
            {models + "tiny/modeling_tiny.py", tiny},
            {models + "tiny/configuration_tiny.py",
             "from ...configuration_utils import PreTrainedConfig\n"
             "class TinyConfig(PreTrainedConfig):\n    model_type = 'tiny'\n    width: int = 5\n"},
            {models + "small/__init__.py", "from .configuration_small import *\n"},
            {models + "small/configuration_small.py",
             "from ...configuration_utils import PreTrainedConfig\n"
             "class SmallConfig(PreTrainedConfig):\n    model_type = 'small'\n    width: int = 6\n"},
            {"net.py",
             "from transformers.models.tiny.configuration_tiny import TinyConfig\n"
             "from transformers.models.small.configuration_small import SmallConfig\n"
             "from transformers import AutoBackbone, TinyBackbone\nnet = " +
                 made + "\n"},
        };
        EXPECT_EQ(parameters(open_file(files, "net.py")), expected) << made;
    }
}

TEST(ImportsAmongFiles, DoNotRunTheMainPartOfAFile) {
    const Files files = {
        {"net.py", model("from layers import Block, SIZE", "Block(SIZE)")},
        {"layers.py", std::string(kLayers) + "SIZE = 8\nif __name__ == '__main__':\n    SIZE = 9\n"}};
    EXPECT_EQ(parameters(open_file(files, "net.py")), "72");
}

TEST(PlacesInOtherFiles, NameTheFile) {
    const Files files = {{"net.py", model("from layers import Block")},
                         {"layers.py", "import torch.nn as nn\nfrom .deep import x\n1 / 0\n" +
                                           std::string(kLayers).substr(22)}};
    const Opened opened = open_file(files, "net.py");
    EXPECT_NE(messages(opened).find("layers.py, line 3: this statement is left out: ZeroDivisionError"),
              std::string::npos)
        << messages(opened);
    ASSERT_FALSE(opened.lines.empty());
    EXPECT_EQ(opened.lines.back().path, "block.fc");
    EXPECT_EQ(opened.lines.back().file, "layers.py");
    EXPECT_EQ(opened.lines.back().line, 7u);
}

TEST(MainFile, HasTheModuleThatNoOtherUses) {
    const std::string layers(kLayers);
    const Files files = {
        {"__init__.py", "from .net import Net\n"},
        {"layers.py", layers},
        {"losses.py", "import torch.nn as nn\nclass Loss(nn.Module):\n    pass\n"},
        {"net.py", model("from .layers import Block")},
        {"train.py", "from net import Net\nmodel = Net()\n"},
    };
    const Opened opened = open_given(files);
    EXPECT_EQ(opened.main_file, "net.py");
    EXPECT_EQ(opened.source_text, files.find("net.py")->second);
    EXPECT_EQ(parameters(opened), "72");
    EXPECT_NE(messages(opened).find("net.py is read and shown, of 5 files"), std::string::npos);
}

TEST(MainFile, DefinesWhatIsAskedFor) {
    const Files files = {{"layers.py", std::string(kLayers)}, {"net.py", model("from layers import Block")}};
    FolderSource file(files, "layers.py", true);
    const Opened opened = open_model(file, "layers.py", nullptr, "Block(3)");
    EXPECT_EQ(opened.main_file, "layers.py");
    EXPECT_EQ(parameters(opened), "12");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
