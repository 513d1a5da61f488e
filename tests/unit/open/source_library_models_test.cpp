// Models by the code beside their config, with what stands in for transformers: fields of configs, ties,
// inputs, experts.
#include <gtest/gtest.h>

#include "count/count.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    const char* what;
    const char* config;   ///< the body of the config's class
    const char* model;    ///< the body of the model's class
    const char* written;  ///< what config.json says, but for the classes
    const char* counts;   ///< parameters and MACs
};

constexpr const char* kOfVersion4 =
    "    def __init__(self, **kwargs):\n"
    "        super().__init__(**kwargs)\n";

std::string counts_of(const Case& each) {
    const std::string json = std::string("{\"model_type\": \"own\", \"auto_map\": {\"AutoConfig\": ") +
                             "\"configuration_own.OwnConfig\", \"AutoModel\": \"modeling_own.OwnModel\"}" +
                             each.written + "}";
    const Files files = {
        {"configuration_own.py", std::string("from transformers import PreTrainedConfig\n"
                                             "class OwnConfig(PreTrainedConfig):\n"
                                             "    model_type = 'own'\n") +
                                     each.config},
        {"modeling_own.py", std::string("import torch\n"
                                        "from torch import nn\n"
                                        "from transformers import PreTrainedModel\n"
                                        "from transformers.integrations import use_experts_implementation\n"
                                        "@use_experts_implementation\n"
                                        "class Experts(nn.Module):\n"
                                        "    def __init__(self):\n"
                                        "        super().__init__()\n"
                                        "        self.gate_up_proj = nn.Parameter(torch.empty(4, 2 * 3, 5))\n"
                                        "        self.down_proj = nn.Parameter(torch.empty(4, 5, 3))\n"
                                        "        self.act_fn = nn.SiLU()\n"
                                        "    def forward(self, hidden_states, top_k_index, top_k_weights):\n"
                                        "        raise NotImplementedError\n"
                                        "class OwnModel(PreTrainedModel):\n") +
                                each.model},
        {"net.py", "from _transformers_library import model_beside\nmodel = model_beside('" + json + "')\n"},
    };
    FolderSource file(files, "net.py", false);
    const Opened opened = open_model(file, "net.py");
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const auto& facts = *report.root()->facts;
    return to_string(facts.parameters.value.value_or(-1)) + ", " + to_string(facts.macs.value.value_or(-1)) +
           " " + std::string(to_string(facts.macs.basis));
}

TEST(LibraryModels, AreCountedAsTheLibraryBuildsThem) {
    const Case cases[] = {
        {"a field that is another name of a value has that value",
         "    attribute_map = {'num_experts': 'num_local_experts'}\n"
         "    num_experts: int = 4\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(10, config.num_experts)\n"
         "    def forward(self, input_ids):\n"
         "        return self.embed(input_ids)\n",
         ", \"num_local_experts\": 2", "20, 0 exact"},
        {"such a field keeps its default",
         "    attribute_map = {'num_experts': 'num_local_experts'}\n"
         "    num_experts: int = 4\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(config.num_local_experts, config.num_experts)\n"
         "    def forward(self, input_ids):\n"
         "        return self.embed(input_ids)\n",
         "", "16, 0 exact"},
        {"version 5 ties what a class names, and nothing else", "    tie_word_embeddings: bool = True\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed_tokens = nn.Embedding(10, 2)\n"
         "        self.head = nn.Linear(2, 10, bias=False)\n"
         "        self.post_init()\n"
         "    def get_output_embeddings(self):\n"
         "        return self.head\n"
         "    def forward(self, input_ids):\n"
         "        return self.head(self.embed_tokens(input_ids))\n",
         "", "40, 2560 exact"},
        {"a text and an image, where the text alone is not enough", "    image_size: int = 4\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(10, 2)\n"
         "        self.image = nn.Linear(4, 5, bias=False)\n"
         "    def forward(self, input_ids=None, pixel_values=None):\n"
         "        return self.embed(input_ids), self.image(pixel_values.relu())\n",
         "", "40, 240 exact"},
        {"a film",
         "    image_size: int = 4\n"
         "    num_frames: int = 6\n",
         "    main_input_name = 'pixel_values'\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.image = nn.Linear(4, 5, bias=False)\n"
         "    def forward(self, pixel_values):\n"
         "        batch, frames, channels, height, width = pixel_values.shape\n"
         "        return self.image(pixel_values)\n",
         "", "20, 1440 exact"},
        {"sound with its channels first", "    num_mel_bins: int = 3\n",
         "    main_input_name = 'input_features'\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.conv = nn.Conv1d(3, 2, 1, bias=False)\n"
         "    def forward(self, input_features):\n"
         "        return self.conv(input_features)\n",
         "", "6, 1200 exact"},
        {"as many tokens as there are positions", "    max_position_embeddings: int = 16\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(10, 2)\n"
         "        self.fc = nn.Linear(2, 2, bias=False)\n"
         "    def forward(self, input_ids):\n"
         "        if input_ids.shape[1] > self.config.max_position_embeddings:\n"
         "            raise ValueError('too long')\n"
         "        return self.fc(self.embed(input_ids))\n",
         "", "24, 64 exact"},
        {"experts of which each token takes two", "    image_size: int = 4\n",
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(10, 5)\n"
         "        self.gate = nn.Linear(5, 4, bias=False)\n"
         "        self.experts = Experts()\n"
         "    def forward(self, input_ids):\n"
         "        x = self.embed(input_ids).reshape(-1, 5)\n"
         "        weights, chosen = torch.topk(self.gate(x), 2, dim=-1)\n"
         "        return self.experts(x, chosen, weights)\n",
         "", "250, 14080 exact"},
        {"version 4 ties what is loaded, also where its class leaves it to the loading", kOfVersion4,
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed_tokens = nn.Embedding(10, 2)\n"
         "        self.head = nn.Linear(2, 10, bias=False)\n"
         "    def get_output_embeddings(self):\n"
         "        return self.head\n"
         "    def forward(self, input_ids):\n"
         "        return self.head(self.embed_tokens(input_ids))\n",
         "", "20, 2560 exact"},
        {"a mask that the class cannot do without, and marks of layers that libraries ask for", kOfVersion4,
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        self.embed = nn.Embedding(10, 2)\n"
         "        if getattr(self.embed, '_is_residual', False):\n"
         "            self.embed = nn.Embedding(10, 4)\n"
         "        self.fc = nn.Linear(2, 2, bias=False)\n"
         "    def forward(self, input_ids, attention_mask=None):\n"
         "        return self.fc(self.embed(input_ids) * attention_mask.unsqueeze(-1))\n",
         "", "24, 512 exact"},
        {"a property of a part that is not made yet, a transform of images, a check while it trains",
         kOfVersion4,
         "    class Block(nn.Module):\n"
         "        def __init__(self):\n"
         "            super().__init__()\n"
         "            self.fc = nn.Linear(2, 2, bias=False)\n"
         "        def forward(self, x):\n"
         "            return self._gradient_checkpointing_func(self.fc, x) if self.training else self.fc(x)\n"
         "    def __init__(self, config):\n"
         "        super().__init__(config)\n"
         "        from torchvision import transforms\n"
         "        self.transform = transforms.Compose([transforms.ToTensor()])\n"
         "        self.embed = nn.Embedding(10, 2)\n"
         "        self.block = OwnModel.Block()\n"
         "    @property\n"
         "    def _supports_sdpa(self):\n"
         "        return self.block._supports_sdpa\n"
         "    def forward(self, input_ids):\n"
         "        return self.block(self.embed(input_ids))\n",
         "", "24, 512 exact"},
    };
    for (const Case& each : cases) EXPECT_EQ(counts_of(each), each.counts) << each.what;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
