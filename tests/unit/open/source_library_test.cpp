// Code of transformers where it lies: which files are read, and which texts of ours stand in for others.
#include <gtest/gtest.h>

#include "count/cost/cache.h"
#include "count/count.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

/// A library of one model, written as transformers is: packages that are read late, tables of names, configs
/// whose fields are annotated, and files of which our texts know more (modeling_utils, masking_utils, ...).
const Files& library() {
    static const Files files = {
        {"transformers/models/auto/modeling_auto.py",
         "from collections import OrderedDict\n"
         "from .auto_factory import _BaseAutoModelClass, _LazyAutoMapping, auto_class_update\n"
         "from .configuration_auto import CONFIG_MAPPING_NAMES\n"
         "MODEL_MAPPING_NAMES = OrderedDict([('tiny', 'TinyModel'), ('tiny_staged', 'TinyInner')])\n"
         "class AutoModel(_BaseAutoModelClass):\n"
         "    _model_mapping = _LazyAutoMapping(CONFIG_MAPPING_NAMES, MODEL_MAPPING_NAMES)\n"
         "AutoModel = auto_class_update(AutoModel)\n"},
        {"transformers/models/auto/configuration_auto.py",
         "import importlib\n"
         "from collections import OrderedDict\n"
         "CONFIG_MAPPING_NAMES = OrderedDict([('tiny', 'TinyConfig'), ('tiny_staged', 'TinyStagedConfig')])\n"
         "def model_type_to_module_name(key):\n"
         "    return key.split('_')[0]\n"
         "class _Lazy(OrderedDict):\n"
         "    def __init__(self, mapping):\n"
         "        self._mapping = mapping\n"
         "    def __getitem__(self, key):\n"
         "        module = importlib.import_module('.' + model_type_to_module_name(key), "
         "'transformers.models')\n"
         "        return getattr(module, self._mapping[key])\n"
         "CONFIG_MAPPING = _Lazy(CONFIG_MAPPING_NAMES)\n"},
        {"transformers/models/tiny/__init__.py",
         "from typing import TYPE_CHECKING\n"
         "from ...utils import _LazyModule\n"
         "if TYPE_CHECKING:\n"
         "    from .configuration_tiny import *\n"
         "    from .modeling_tiny import *\n"
         "else:\n"
         "    import sys\n"
         "    sys.modules[__name__] = _LazyModule(__name__, globals()['__file__'], {})\n"},
        {"transformers/models/tiny/configuration_tiny.py",
         "from huggingface_hub.dataclasses import strict\n"
         "from ...configuration_utils import PreTrainedConfig\n"
         "from ...utils import auto_docstring\n"
         "from ...utils.type_validators import interval\n"
         "@auto_docstring(checkpoint='org/tiny')\n"
         "@strict\n"
         "class TinyConfig(PreTrainedConfig):\n"
         "    model_type = 'tiny'\n"
         "    attribute_map = {'width': 'hidden_size'}\n"
         "    hidden_size: int = 8\n"
         "    num_attention_heads: int = 2\n"
         "    vocab_size: int | None = 10\n"
         "    hidden_act: str = 'double'\n"
         "    tie_word_embeddings: bool = True\n"
         "    inner: int | None = None\n"
         "    groups: int | None = None\n"
         "    table_size: int = 4\n"
         "    grid: tuple[int, int] = (2, 3)\n"
         "    registers: int = 0\n"
         "    has_scale: bool = False\n"
         "    use_bias: bool = False\n"
         "    kept_share: float = 0.5\n"
         "    order: str = 'left'\n"
         "    stages: list[str] | None = None\n"
         "    initializer_range: float = interval(min=0.0, max=1.0)(default=0.02)\n"
         "    def __post_init__(self, **kwargs):\n"
         "        if self.inner is None:\n"
         "            self.inner = 4 * self.hidden_size\n"
         "        if self.groups is None:\n"
         "            self.groups = self.num_attention_heads\n"
         "        super().__post_init__(**kwargs)\n"
         "    def validate_architecture(self):\n"
         "        if self.hidden_size % self.num_attention_heads != 0:\n"
         "            raise ValueError('heads of other widths')\n"
         "@strict\n"
         "class TinyStagedConfig(PreTrainedConfig):\n"
         "    model_type = 'tiny_staged'\n"
         "    sub_configs = {'tiny_config': TinyConfig}\n"
         "    tiny_config: dict | None = None\n"
         "    def __post_init__(self, **kwargs):\n"
         "        if self.tiny_config is None:\n"
         "            self.tiny_config = TinyConfig(stages=['low', 'high'])\n"
         "        elif isinstance(self.tiny_config, dict):\n"
         "            self.tiny_config = TinyConfig(**self.tiny_config)\n"
         "        super().__post_init__(**kwargs)\n"},
        {"transformers/activations.py",
         "from collections import OrderedDict\n"
         "from torch import nn\n"
         "class Double(nn.Module):\n"
         "    def forward(self, x):\n"
         "        return 2 * x\n"
         "class ByName(OrderedDict):\n"
         "    def __getitem__(self, key):\n"
         "        return super().__getitem__(key)()\n"
         "ACT2FN = ByName({'double': Double, 'relu': nn.ReLU})\n"},
        {"transformers/models/tiny/modeling_tiny.py",
         "import torch\n"
         "from torch import nn\n"
         "from ... import initialization as init\n"
         "from ...activations import ACT2FN\n"
         "from ...cache_utils import DynamicCache\n"
         "from ...generation import GenerationMixin\n"
         "from ...integrations import use_kernel_forward_from_hub\n"
         "from ...masking_utils import create_causal_mask\n"
         "from ...modeling_utils import ALL_ATTENTION_FUNCTIONS, PreTrainedModel\n"
         "from ...processing_utils import Unpack\n"
         "from ...utils import TransformersKwargs, auto_docstring, can_return_tuple\n"
         "from .configuration_tiny import TinyConfig, TinyStagedConfig\n"
         "def eager(module, query, key, value, mask, **kwargs):\n"
         "    scores = query @ key.transpose(2, 3)\n"
         "    return (scores.softmax(-1) @ value).transpose(1, 2).contiguous(), scores\n"
         "@use_kernel_forward_from_hub('Block')\n"
         "class TinyBlock(nn.Module):\n"
         "    def __init__(self, config):\n"
         "        super().__init__()\n"
         "        self.config = config\n"
         "        self.qkv = nn.Linear(config.width, 3 * config.width, bias=False)\n"
         "        self.up = nn.Linear(config.hidden_size, config.inner)\n"
         "        self.act = ACT2FN[config.hidden_act]\n"
         "        self.down = nn.Linear(config.inner, config.hidden_size)\n"
         "    def forward(self, x, mask, **kwargs: Unpack[TransformersKwargs]):\n"
         "        shape = (*x.shape[:-1], self.config.num_attention_heads, -1)\n"
         "        q, k, v = (each.view(shape).transpose(1, 2) for each in self.qkv(x).chunk(3, dim=-1))\n"
         "        attention = ALL_ATTENTION_FUNCTIONS.get_interface(self.config._attn_implementation, "
         "eager)\n"
         "        y, _ = attention(self, q, k, v, mask)\n"
         "        return self.down(self.act(self.up(y.reshape(*x.shape[:-1], -1))))\n"
         "@auto_docstring\n"
         "class TinyPreTrainedModel(PreTrainedModel):\n"
         "    config: TinyConfig\n"
         "    base_model_prefix = 'model'\n"
         "    _supports_sdpa = True\n"
         "class TinyModel(TinyPreTrainedModel):\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)\n"
         "        self.block = TinyBlock(config)\n"
         "        self.post_init()\n"
         "    def forward(self, input_ids=None, attention_mask=None, **kwargs):\n"
         "        if input_ids is None:\n"
         "            raise ValueError('no input_ids')\n"
         "        x = self.embed_tokens(input_ids)\n"
         "        mask = create_causal_mask(config=self.config, inputs_embeds=x, "
         "attention_mask=attention_mask)\n"
         "        return self.block(x, mask)\n"
         "class TinyForCausalLM(TinyPreTrainedModel, GenerationMixin):\n"
         "    _tied_weights_keys = {'lm_head.weight': 'model.embed_tokens.weight'}\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.model = TinyModel(config)\n"
         "        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size, bias=False)\n"
         "        self.post_init()\n"
         "    @can_return_tuple\n"
         "    def forward(self, input_ids=None, attention_mask=None, **kwargs):\n"
         "        return self.lm_head(self.model(input_ids, attention_mask))\n"
         "class TinyTabled(TinyPreTrainedModel):\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)\n"
         "        if config.table_size > 1:\n"
         "            self.table = nn.Parameter(torch.zeros(config.table_size, config.hidden_size))\n"
         "        self.head = nn.Linear(config.hidden_size, 2)\n"
         "        self.post_init()\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        return self.head(self.embed_tokens(input_ids) + self.table[0])\n"
         "class TinyHeaded(TinyPreTrainedModel):\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)\n"
         "        self.head = nn.Linear(config.hidden_size, 2)\n"
         "        self.add(config, config.hidden_size)\n"
         "        self.post_init()\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        return self.head(self.embed_tokens(input_ids))\n"
         "class TinyGridded(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.table = nn.Parameter(torch.zeros(config.grid[0] * config.grid[1], width))\n"
         "class TinyRegistered(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        if config.registers > 0:\n"
         "            self.table = nn.Parameter(torch.zeros(config.registers, width))\n"
         "class TinyScaled(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        if config.has_scale:\n"
         "            self.scale = nn.Parameter(torch.ones(width))\n"
         "class TinyMixed(TinyScaled):\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.embed_tokens(input_ids)\n"
         "        return self.head(x * (x @ self.scale)[..., None] if self.config.has_scale else x)\n"
         "class TinyShared(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.kept = int(8 * config.kept_share)\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        return self.head(self.embed_tokens(input_ids)[:, :self.kept])\n"
         "class TinyOrdered(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.order = config.order\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.embed_tokens(input_ids)\n"
         "        if self.order == 'left':\n"
         "            return self.head(x[:, :4])\n"
         "        elif self.order == 'right':\n"
         "            return self.head(x[:, 1:])\n"
         "        raise ValueError(self.order)\n"
         "class TinySteppedConv1d(nn.Conv1d):\n"
         "    def forward(self, x):\n"
         "        weight = self.weight - self.weight.mean()\n"
         "        return nn.functional.conv1d(x, weight, self.bias, self.stride)\n"
         "class TinyStepped(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.conv = TinySteppedConv1d(width, width, 2, 2 if config.table_size >= 4 else 1)\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.conv(self.embed_tokens(input_ids).transpose(1, 2))\n"
         "        return self.head(x.transpose(1, 2))\n"
         "class TinyOwnLinear(nn.Linear):\n"
         "    def forward(self, x):\n"
         "        return x @ self.weight.T\n"
         "class TinyBiased(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.own = TinyOwnLinear(width, width, bias=config.use_bias)\n"
         "class TinyListed(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        table = nn.Parameter(torch.zeros(config.table_size, width))\n"
         "        self.tables = nn.ParameterList([table])\n"
         "class TinyKeeping(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        pass\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.embed_tokens(input_ids)[:, None]\n"
         "        if self.config.has_scale:\n"
         "            DynamicCache().update(x, x, 0)\n"
         "        return self.head(x)\n"
         "class TinyTurned(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.shape = (config.num_attention_heads, width // config.num_attention_heads)\n"
         "        self.query = nn.Linear(width, self.shape[0] * self.shape[1], bias=False)\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.query(self.embed_tokens(input_ids))\n"
         "        angles = torch.ones(1, x.shape[1], 1) @ torch.ones(1, 1, self.shape[1])\n"
         "        x = x.view(*x.shape[:-1], *self.shape) * angles[:, :, None]\n"
         "        return self.head(x.flatten(2))\n"
         "class TinyGrouped(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        of_head = width // config.num_attention_heads\n"
         "        self.turned = int(of_head * 0.5)\n"
         "        self.key = nn.Linear(width, config.groups * of_head, bias=False)\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.embed_tokens(input_ids)\n"
         "        angles = torch.ones(1, x.shape[1], 1) @ torch.ones(1, 1, self.turned)\n"
         "        return self.head(x), self.key(x), angles\n"
         "class TinyNormed(TinyHeaded):\n"
         "    def add(self, config, width):\n"
         "        self.width = width // config.num_attention_heads\n"
         "        self.turned = int(self.width * 0.5)\n"
         "        self.norm = nn.LayerNorm(self.width)\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        x = self.embed_tokens(input_ids)\n"
         "        angles = torch.ones(1, x.shape[1], 1) @ torch.ones(1, 1, self.turned)\n"
         "        x = self.norm(x.view(*x.shape[:-1], -1, self.width))\n"
         "        return self.head(x.flatten(2)), angles\n"
         "class TinyPlaced(TinyHeaded):\n"
         "    _tied_weights_keys = {'lm_head.weight': 'embed_tokens.weight'}\n"
         "    def add(self, config, width):\n"
         "        self.table = nn.Parameter(torch.zeros(config.table_size, width))\n"
         "        self.lm_head = nn.Linear(width, config.vocab_size, bias=False)\n"
         "class TinyConv1d(nn.Conv1d):\n"
         "    def __init__(self, width):\n"
         "        super().__init__(width, width, 3)\n"
         "class TinySdpaSelfAttention(nn.Module):\n"
         "    def __init__(self, width):\n"
         "        super().__init__()\n"
         "        self.query = nn.Linear(width, width)\n"
         "class TinyParts(TinyPreTrainedModel):\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        width = config.hidden_size\n"
         "        self.embed_tokens = nn.Embedding(config.vocab_size, width)\n"
         "        self.pool = nn.AvgPool1d(2)\n"
         "        self.norm = nn.LayerNorm(width, elementwise_affine=False)\n"
         "        self.conv = TinyConv1d(width)\n"
         "        self.attention = TinySdpaSelfAttention(width)\n"
         "        up = nn.ConvTranspose1d(width, config.vocab_size, 4)\n"
         "        self.up = nn.utils.parametrizations.weight_norm(up)\n"
         "        self.post_init()\n"
         "class TinyStaged(TinyPreTrainedModel):\n"
         "    config: TinyStagedConfig\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        part = config.tiny_config\n"
         "        self.embed_tokens = nn.Embedding(part.vocab_size, part.hidden_size)\n"
         "        self.heads = nn.ModuleDict({each: nn.Linear(part.hidden_size, 2) for each in "
         "part.stages})\n"
         "        self.post_init()\n"
         "    def forward(self, input_ids=None, **kwargs):\n"
         "        return [head(self.embed_tokens(input_ids)) for head in self.heads.values()]\n"
         "class TinyInner(TinyPreTrainedModel):\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        part = config.tiny_config\n"
         "        self.embed_tokens = nn.Embedding(part.vocab_size, part.hidden_size)\n"
         "        self.up = nn.Linear(part.hidden_size, part.inner)\n"
         "        self.post_init()\n"},
    };
    return files;
}

std::string replaced(std::string text, std::string_view old, std::string_view by) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
        text.replace(at, old.size(), by);
    return text;
}

Opened open_code(const std::string& code) {
    Files files = library();
    files["net.py"] = code;
    FolderSource file(files, "net.py", false);
    return open_model(file, "net.py");
}

std::string parameters(const Opened& opened) {
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const auto& counted = report.root()->facts->parameters;
    return counted.basis == Basis::Exact ? to_string(counted.value.value_or(-1)) : "not exact";
}

std::string messages(const Opened& opened) {
    std::string text;
    for (const Diagnostic& each : opened.diagnostics)
        if (each.severity != Severity::Note) text += each.message.english() + "\n";
    return text;
}

/// 10·8 of the embedding, 8·24 of the attention, 8·32 + 32 and 32·8 + 8 of the feed-forward part.
constexpr std::string_view kModel = "824";

TEST(LibraryInPlace, IsBuiltByItsOwnFiles) {
    const std::string tiny = "from transformers.models.tiny.";
    const std::tuple<std::string, std::string_view> cases[] = {
        {tiny + "modeling_tiny import TinyModel, TinyConfig\nmodel = TinyModel(TinyConfig())\n", kModel},
        // Its weights are tied.
        {tiny + "modeling_tiny import TinyForCausalLM, TinyConfig\nmodel = TinyForCausalLM(TinyConfig())\n",
         kModel},
        {tiny + "modeling_tiny import TinyForCausalLM, TinyConfig\n"
                "model = TinyForCausalLM(TinyConfig(tie_word_embeddings=False))\n",
         "904"},
        // A name that the config's class maps, and one that follows from another.
        {tiny + "modeling_tiny import TinyModel, TinyConfig\nmodel = TinyModel(TinyConfig(width=4))\n",
         "380"},
        {tiny +
             "modeling_tiny import TinyModel, TinyConfig\nmodel = TinyModel(TinyConfig(inner=8, extra=1))\n",
         "416"},
        // A package that is read late, and classes by the type of a config.
        {"from transformers.models.tiny import TinyModel, TinyConfig\nmodel = TinyModel(TinyConfig())\n",
         kModel},
        {"from transformers import TinyForCausalLM, TinyConfig\nmodel = TinyForCausalLM(TinyConfig())\n",
         kModel},
        {"from transformers import AutoModel, TinyConfig\nmodel = AutoModel.from_config(TinyConfig())\n",
         kModel},
    };
    for (const auto& [code, expected] : cases) {
        const Opened opened = open_code(code);
        EXPECT_EQ(parameters(opened), expected) << code << messages(opened);
    }
}

TEST(LibraryInPlace, BuildsTheModelOfAConfig) {
    const Opened opened = open_code(
        "from _transformers_library import model_of_type\n"
        "model = model_of_type('{\"model_type\": \"tiny\", \"architectures\": [\"TinyForCausalLM\"], "
        "\"vocab_size\": 20}')\n");
    EXPECT_EQ(parameters(opened), "904") << messages(opened);
    EXPECT_EQ(messages(opened), "");
    const Report report = count_text(opened.text(), {});
    ASSERT_TRUE(report.root()->facts->macs.value.has_value());
    // 8·24 + 2·8·32 + 20·8 for a token, 2·8 for a pair of tokens; batch 1, 128 tokens.
    EXPECT_EQ(to_string(*report.root()->facts->macs.value), to_string(Integer{128 * (864 + 16 * 128)}));
}

TEST(LibraryInPlace, RefusesAConfigThatItsClassRefuses) {
    const Opened opened = open_code(
        "from _transformers_library import model_of_type\n"
        "model = model_of_type('{\"model_type\": \"tiny\", \"hidden_size\": 5}')\n");
    EXPECT_NE(messages(opened).find("ValueError: heads of other widths"), std::string::npos)
        << messages(opened);
}

TEST(LibraryInPlace, FindsAClassByItsNameOrInATable) {
    const auto models = [](const std::string& names) {
        return "from ...modeling_utils import PreTrainedModel\n" + names;
    };
    const auto package = [](const std::string& name) {
        return "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .modeling_" + name +
               " import *\n";
    };
    const std::string folder = "transformers/models/";
    Files files = {
        {folder + "auto/modeling_auto.py",
         "MODEL_MAPPING_NAMES = {'own': 'OwnModel', 'other': ('Elsewhere', 'OwnSpecial'), 'gone': "
         "'OwnGone'}\n"},
        {folder + "auto/configuration_auto.py",
         "CONFIG_MAPPING_NAMES = {'own': 'OwnConfig', 'own_new': 'OwnNewConfig', 'other': 'OtherConfig',\n"
         "    'own-new-part': 'Own_NewPartConfig', 'gone': 'GoneConfig'}\n"
         "def model_type_to_module_name(key):\n"
         "    return 'own_new' if key == 'own-new-part' else key.replace('-', '_')\n"},
        {folder + "own/__init__.py", package("own")},
        {folder + "own_new/__init__.py", package("own_new")},
        {folder + "other/__init__.py", package("other")},
        {folder + "gone/__init__.py", package("gone")},
        {folder + "own/modeling_own.py", models("class OwnModel(PreTrainedModel):\n    pass\n"
                                                "class OwnNewer(PreTrainedModel):\n    pass\n"
                                                "OwnNumber = 5\n")},
        {folder + "own_new/modeling_own_new.py",
         models("class OwnNewModel(PreTrainedModel):\n    pass\n"
                "class OwnNewPart_Model(PreTrainedModel):\n    pass\n")},
        {folder + "other/modeling_other.py", models("class Elsewhere(PreTrainedModel):\n    pass\n"
                                                    "class OwnSpecial(PreTrainedModel):\n    pass\n")},
        {folder + "gone/modeling_gone.py", models("")},
    };
    const std::string own = "transformers.models.own.modeling_own", none = "none",
                      other = "transformers.models.other.modeling_other",
                      own_new = "transformers.models.own_new.modeling_own_new";
    const std::pair<std::string, std::string> cases[] = {
        {"OwnModel", own},
        {"OwnNewModel", own_new},
        // The longest beginning comes first, and others after it.
        {"OwnNewer", own},
        // Names of configs and of models differ in case and underscores.
        {"OwnNewPart_Model", own_new},
        // A table lists what no name tells.
        {"Elsewhere", other},
        {"OwnSpecial", other},
        {"OwnGone", none},
        {"OwnNumber", none},
        {"OwnMod", none},
        {"Strange", none},
    };
    for (const auto& [name, place] : cases) {
        files["net.py"] =
            "from torch import nn\nfrom _transformers_library import class_named\nplace = 'none'\ntry:\n"
            "    place = class_named('" +
            name +
            "').__module__\nexcept AttributeError:\n    pass\nnet = nn.Linear(1, len(place), bias=False)\n";
        FolderSource file(files, "net.py", false);
        const Opened opened = open_model(file, "net.py");
        EXPECT_EQ(parameters(opened), std::to_string(place.size())) << name << "\n" << messages(opened);
    }
}

TEST(LibraryInPlace, MakesHyperParametersOfTheNumbersOfAConfig) {
    const Opened opened = open_code(
        "from _transformers_library import model_of_type\n"
        "model = model_of_type('{\"model_type\": \"tiny\", \"architectures\": [\"TinyModel\"], "
        "\"vocab_size\": 20, "
        "\"hidden_size\": 4, \"pad_token_id\": 1}')\n");
    EXPECT_EQ(parameters(opened), "276") << messages(opened);
    for (const std::string_view line :
         {"vocab_size = 20\n", "hidden_size = 4\n", "Embedding(vocab_size, hidden_size)"})
        EXPECT_NE(opened.text().find(line), std::string::npos) << line << " in\n" << opened.text();
    EXPECT_EQ(opened.text().find("pad_token_id"), std::string::npos) << opened.text();
}

TEST(LibraryInPlace, CountsAModelByTheCodeBesideItsConfig) {
    Files files = {
        {"configuration_own.py",
         "from transformers import PretrainedConfig\n"
         "class OwnConfig(PretrainedConfig):\n"
         "    model_type = 'own'\n"
         "    def __init__(self, hidden_size=8, vocab_size=10, **kwargs):\n"
         "        self.hidden_size = hidden_size\n"
         "        self.vocab_size = vocab_size\n"
         "        super().__init__(**kwargs)\n"},
        {"modeling_own.py",
         "from torch import nn\n"
         "from transformers import PreTrainedModel\n"
         "from transformers.modeling_outputs import BaseModelOutput\n"
         "from .configuration_own import OwnConfig\n"
         "class OwnModel(PreTrainedModel):\n"
         "    config_class = OwnConfig\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(config.vocab_size, config.hidden_size)\n"
         "        self.fc = nn.Linear(config.hidden_size, config.hidden_size)\n"
         "        self.post_init()\n"
         "    def forward(self, input_ids=None, return_dict=None):\n"
         "        output = BaseModelOutput(last_hidden_state=self.fc(self.embed(input_ids)))\n"
         "        return output[0] if output.attentions is None else output\n"},
        {"net.py",
         "from _transformers_library import model_beside\n"
         "model = model_beside('{\"model_type\": \"own\", \"auto_map\": {\"AutoConfig\": "
         "\"configuration_own.OwnConfig\", "
         "\"AutoModel\": \"org/own--modeling_own.OwnModel\"}, \"vocab_size\": 20}')\n"},
    };
    FolderSource file(files, "net.py", false);
    const Opened opened = open_model(file, "net.py");
    EXPECT_EQ(parameters(opened), "232") << messages(opened);
    EXPECT_EQ(messages(opened), "");
    EXPECT_EQ(to_string(count_text(opened.text(), {}).root()->facts->macs.value.value_or(-1)), "8192");
}

/// What print() shows of TinyForCausalLM with these sizes, `attention` of queries, keys and values together.
std::string tiny_print_with(int vocabulary, int width, int inner, int attention) {
    const auto linear = [](int in, int out, const char* bias) {
        return "Linear(in_features=" + std::to_string(in) + ", out_features=" + std::to_string(out) +
               ", bias=" + bias + ")\n";
    };
    return "TinyForCausalLM(\n  (model): TinyModel(\n    (embed_tokens): Embedding(" +
           std::to_string(vocabulary) + ", " + std::to_string(width) +
           ")\n    (block): TinyBlock(\n      (qkv): " + linear(width, attention, "False") +
           "      (up): " + linear(width, inner, "True") +
           "      (act): Double()\n      (down): " + linear(inner, width, "True") +
           "    )\n  )\n  (lm_head): " + linear(width, vocabulary, "False") + ")\n";
}

std::string tiny_print(int vocabulary, int width, int inner) {
    return tiny_print_with(vocabulary, width, inner, 3 * width);
}

Opened open_print(const std::string& text) {
    const Files files = {{"print.txt", text}};
    FolderSource file(files, "print.txt", false);
    file.set_packages(std::make_shared<MemoryPackages>(library()));
    return open_model(file, "print.txt");
}

TEST(LibraryInPlace, TellsTheWorkThatIsNotShipped) {
    // The shipped architecture of this type knows all tensors, and not what the experts do.
    Files files;
    for (const auto& [name, text] : library())
        files[replaced(name, "tiny", "afmoe")] = replaced(replaced(text, "tiny", "afmoe"), "Tiny", "Afmoe");
    const std::string config =
        R"({"model_type": "afmoe", "architectures": ["AfmoeModel"], "vocab_size": 10, "hidden_size": 8, )"
        R"("num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 4, "intermediate_size": 32, )"
        R"("moe_intermediate_size": 16, "num_hidden_layers": 2, "num_dense_layers": 1, "num_experts": 4, )"
        R"("num_experts_per_tok": 2, "num_shared_experts": 1})";
    for (const bool is_at_hand : {false, true}) {
        MemorySource file(config);
        if (is_at_hand) file.set_packages(std::make_shared<MemoryPackages>(files));
        const Opened opened = open_model(file, "config.json");
        const ModuleFacts& facts = *count_text(opened.text(), {}).root()->facts;
        EXPECT_EQ(facts.parameters.basis, Basis::Exact) << opened.text();
        EXPECT_EQ(facts.flops.is_complete(), is_at_hand) << opened.text();
    }
}

TEST(LibraryInPlace, CountsAPrintByTheCodeOfItsClass) {
    // A config may tie the weights of the output layer, or not.
    const std::tuple<std::string, int, int, std::string_view> cases[] = {
        {tiny_print(10, 8, 32), 824, 904, "vocab_size = 10\n"},
        {tiny_print(20, 4, 16), 276, 356, "hidden_size = 4\n"},
        // The width of the feed-forward part follows from another number, where the config does not state it.
        {tiny_print(10, 8, 24), 688, 768, "inner = 24\n"},
    };
    for (const auto& [print, least, most, line] : cases) {
        const Opened opened = open_print(print);
        EXPECT_NE(opened.text().find(line), std::string::npos) << opened.text();
        const Report report = count_text(opened.text(), {});
        EXPECT_EQ(report.parameters_min.value_or(0), least) << opened.text();
        EXPECT_EQ(report.parameters_max.value_or(0), most) << opened.text();
        EXPECT_TRUE(report.root()->facts->macs.value.has_value()) << opened.text();
    }
}

TEST(LibraryInPlace, KnowsTheWorkOfAPrintThatHidesTheSizeOfATable) {
    // 10·8 of the embedding, 8·2 + 2 of the head, and a table that no print shows: 4·8 by the default config.
    const Opened opened = open_print(
        "TinyTabled(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n)\n");
    const Report report = count_text(opened.text(), {});
    const ModuleFacts& facts = *report.root()->facts;
    EXPECT_EQ(facts.parameters.value, 130) << opened.text();
    EXPECT_EQ(facts.parameters.basis, Basis::Approximate) << opened.text();
    EXPECT_EQ(facts.macs.value, 8 * 2 * 128) << opened.text();
    EXPECT_EQ(facts.macs.basis, Basis::Exact) << opened.text();
}

TEST(LibraryInPlace, EstimatesWhatAPrintOfAnotherConfigHidesToo) {
    const std::string head =
        "(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n";
    // 10·8 of the embedding, 8·2 + 2 of the head.
    const std::tuple<std::string, int, std::string_view, Basis> cases[] = {
        {"TinyGridded" + head + ")\n", 98 + 6 * 8, "grid_0, grid_1", Basis::Exact},
        {"TinyRegistered" + head + ")\n", 98, "registers", Basis::Exact},
        {"TinyScaled" + head + ")\n", 98, "has_scale", Basis::Exact},
        // What the flag adds is multiplied.
        {"TinyMixed" + head + ")\n", 98, "has_scale", Basis::Approximate},
        // The weights of the output layer are tied by default.
        {"TinyPlaced" + head + "  (lm_head): Linear(in_features=8, out_features=10, bias=False)\n)\n",
         98 + 4 * 8, "table_size, tie_word_embeddings", Basis::Exact},
    };
    for (const auto& [print, number, names, of_work] : cases) {
        const Opened opened = open_print(print);
        EXPECT_NE(messages(opened).find("does not show " + std::string(names) + ":"), std::string::npos)
            << messages(opened);
        const Report report = count_text(opened.text(), {});
        EXPECT_EQ(report.root()->facts->parameters.value, number) << opened.text();
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Approximate) << opened.text();
        EXPECT_EQ(report.root()->facts->macs.basis, of_work) << opened.text();
    }
}

TEST(LibraryInPlace, EstimatesWorkThatAShareOrAWordDecides) {
    const std::string head =
        "(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n";
    const std::tuple<std::string, int, std::string_view> cases[] = {
        {"TinyShared" + head + ")\n", 4 * 16, "kept_share"},
        {"TinyOrdered" + head + ")\n", 4 * 16, "order"},
        // A stride is printed, also by a class that is derived from a convolution.
        {"TinyStepped" + head + "  (conv): TinySteppedConv1d(8, 8, kernel_size=(2,), stride=(2,))\n)\n",
         64 * (128 + 16), ""},
        // So are sizes in a list of parameters, and a bias.
        {"TinyListed" + head +
             "  (tables): ParameterList(\n      (0): Parameter containing: [torch.float32 of size 6x8]\n  "
             ")\n)\n",
         128 * 16, ""},
        {"TinyBiased" + head + "  (own): TinyOwnLinear(in_features=8, out_features=8, bias=False)\n)\n",
         128 * 16, ""},
        {"TinyBiased" + head + "  (own): TinyOwnLinear(in_features=8, out_features=8, bias=True)\n)\n",
         128 * 16, ""},
    };
    for (const auto& [print, macs, name] : cases) {
        const Opened opened = open_print(print);
        const std::string said = messages(opened);
        EXPECT_EQ(said.find("does not show " + std::string(name) + ":") != std::string::npos, !name.empty())
            << said;
        const ModuleFacts& facts = *count_text(opened.text(), {}).root()->facts;
        EXPECT_EQ(facts.parameters.basis, Basis::Exact) << opened.text();
        EXPECT_EQ(facts.macs.value, macs) << opened.text();
        EXPECT_EQ(facts.macs.basis, name.empty() ? Basis::Exact : Basis::Approximate) << opened.text();
    }
}

TEST(LibraryInPlace, KnowsTheEndsOfWorkThatDependsOnTheWidthOfAHead) {
    const Opened opened = open_print(
        "TinyTurned(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n"
        "  (query): Linear(in_features=8, out_features=8, bias=False)\n)\n");
    const Report report = count_text(opened.text(), {});
    const Quantity& macs = report.root()->facts->macs;
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << opened.text();
    EXPECT_EQ(macs.basis, Basis::Approximate) << opened.text();
    // For each of 128 tokens 8·8 and 8·2, and the width of a head: 1 to 8, 4 by the default config.
    EXPECT_EQ(macs.value, 128 * (64 + 16 + 4)) << opened.text();
    ASSERT_TRUE(report.macs_bounds.has_value()) << opened.text();
    EXPECT_EQ(report.macs_bounds->least, 128 * (64 + 16 + 1)) << opened.text();
    EXPECT_EQ(report.macs_bounds->most, 128 * (64 + 16 + 8)) << opened.text();
}

TEST(LibraryInPlace, FindsTheHeadsByTheWidthOfOne) {
    // Four heads, two by the default config: the width of a head is printed, and decides what is turned.
    const Opened opened = open_print(
        "TinyNormed(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n"
        "  (norm): LayerNorm((2,), eps=1e-05, elementwise_affine=True, bias=True)\n)\n");
    EXPECT_EQ(messages(opened), "");
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(report.root()->facts->macs.value, 128 * (16 + 1)) << opened.text();
    EXPECT_EQ(report.root()->facts->macs.basis, Basis::Exact) << opened.text();
}

TEST(LibraryInPlace, EstimatesWorkThatTwoNumbersDecideTogether) {
    // Two heads and one group of keys, or four and two, print the same: 4 = groups·(8 / heads).
    const Opened opened = open_print(
        "TinyGrouped(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n"
        "  (key): Linear(in_features=8, out_features=4, bias=False)\n)\n");
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << opened.text();
    EXPECT_EQ(report.root()->facts->macs.basis, Basis::Approximate) << opened.text();
}

TEST(LibraryInPlace, EstimatesKeysAndValuesThatAFlagMayKeep) {
    const Opened opened = open_print(
        "TinyKeeping(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n)\n");
    EXPECT_NE(opened.text().find("forward: traced, estimated cache\n"), std::string::npos) << opened.text();
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact);
    EXPECT_EQ(report.root()->facts->macs.basis, Basis::Exact);
    EXPECT_EQ(cache_elements(report).basis, Basis::Approximate);
}

TEST(LibraryInPlace, BuildsAPrintByTheConfigForWhichTheLibraryListsItsClass) {
    // The class says another config. Its part's width follows from another number by default.
    const Opened opened = open_print(
        "TinyInner(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (up): Linear(in_features=8, out_features=24, bias=True)\n)\n");
    EXPECT_EQ(parameters(opened), "296") << opened.text() << messages(opened);
    EXPECT_NE(opened.text().find("tiny_inner = 24"), std::string::npos) << opened.text();
}

TEST(LibraryInPlace, BuildsAPrintOfAClassThatIsListedForATypeWithoutAPackage) {
    Files files = library();
    for (auto& [name, text] : files) {
        text =
            replaced(text, "[('tiny', 'TinyModel')", "[('tiny-old', 'TinyKeeping'), ('tiny', 'TinyModel')");
        text =
            replaced(text, "[('tiny', 'TinyConfig')", "[('tiny-old', 'TinyConfig'), ('tiny', 'TinyConfig')");
    }
    MemorySource file(
        "TinyKeeping(\n  (embed_tokens): Embedding(10, 8)\n"
        "  (head): Linear(in_features=8, out_features=2, bias=True)\n)\n");
    file.set_packages(std::make_shared<MemoryPackages>(files));
    EXPECT_EQ(parameters(open_model(file, "print.txt")), "98");
}

TEST(LibraryInPlace, BuildsAPrintWithWhatAConfigStatesOfItsParts) {
    const Opened opened = open_print(
        "TinyStaged(\n  (embed_tokens): Embedding(10, 8)\n  (heads): ModuleDict(\n"
        "    (low): Linear(in_features=8, out_features=2, bias=True)\n"
        "    (high): Linear(in_features=8, out_features=2, bias=True)\n  )\n)\n");
    EXPECT_EQ(parameters(opened), "116") << opened.text();
    EXPECT_NE(opened.text().find("the code of transformers"), std::string::npos) << opened.text();
}

TEST(LibraryInPlace, KnowsHowAPrintShowsLayers) {
    // A pooling prints its step, a norm without weights no bias, a class that is derived from a layer the
    // layer's arguments, and attention is the same however it is computed.
    const Opened opened = open_print(
        "TinyParts(\n  (embed_tokens): Embedding(20, 4)\n"
        "  (pool): AvgPool1d(kernel_size=(2,), stride=(2,), padding=(0,))\n"
        "  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=False, bias=False)\n"
        "  (conv): TinyConv1d(4, 4, kernel_size=(3,), stride=(1,))\n"
        "  (attention): TinySelfAttention(\n    (query): Linear(in_features=4, out_features=4, bias=True)\n  "
        ")\n"
        "  (up): ParametrizedConvTranspose1d(\n    4, 20, kernel_size=(4,), stride=(1,)\n"
        "    (parametrizations): ModuleDict(\n      (weight): ParametrizationList(\n"
        "        (0): _WeightNorm()\n      )\n    )\n  )\n)\n");
    EXPECT_NE(opened.text().find("the code of transformers"), std::string::npos) << opened.text();
    // 20·4 + (4·4·3 + 4) + (4·4 + 4) + (4 + 4·20·4 + 20)
    EXPECT_EQ(parameters(opened), "496") << opened.text();
}

TEST(LibraryInPlace, LeavesAPrintAsItIsThatItsCodeDoesNotPrint) {
    const std::string tells = "the code of transformers does not tell of this model: ";
    const std::pair<std::string, std::string> prints[] = {
        {"TinyForCausalLM(\n  (head): Linear(in_features=2, out_features=3, bias=True)\n)\n",
         tells + "its class has another TinyForCausalLM.head\n"},
        // The width of the attention is three times another one.
        {tiny_print_with(10, 8, 32, 23), tells + "no numbers of a config give its class these sizes\n"},
        {"UnheardOf(\n  (head): Linear(in_features=2, out_features=3, bias=True)\n)\n", ""},
    };
    for (const auto& [print, expected] : prints) {
        const Opened opened = open_print(print);
        EXPECT_EQ(opened.text(), print);
        EXPECT_EQ(messages(opened), expected) << print;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
