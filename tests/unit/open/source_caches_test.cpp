// What code keeps of a sequence for the tokens to come: keys and values of a cache, states, attention with a
// mask.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ranges.h"
#include "count/cost/memory.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// Bytes of a use of memory of a module whose forward pass has these lines.
std::string bytes_of(std::string_view use, const std::string& lines) {
    const std::string code =
        "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
        "from transformers.cache_utils import DynamicCache\n"
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.q = nn.Linear(8, 8)\n"
        "    def forward(self, x):\n"
        "        cache = DynamicCache()\n"
        "        q = self.q(x).view(2, 10, 4, 2).transpose(1, 2)\n" +
        lines + "        return q\n";
    MemorySource file(code);
    const std::vector<Dims> inputs = {{2, 10, 8}};
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "", inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text(), options);
    const std::vector<MemoryItem> items = memory_of(report);
    const MemoryItem* const found = find_by(items, &MemoryItem::name, use);
    return found == nullptr ? "0" : to_string(found->bytes.value.value_or(-1));
}

TEST(SourceCaches, KeysAndValuesAreThoseThatACacheGets) {
    const struct {
        const char* lines;
        const char* keys_and_values;
        const char* states;
    } rows[] = {
        {"        q = F.scaled_dot_product_attention(q, q, q)\n", "0", "0"},
        {"        q = F.scaled_dot_product_attention(q, q, q, is_causal=True)\n", "1280", "0"},
        {"        q = F.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(10, 10))\n", "0", "0"},
        {"        k, v = cache.update(q, q, 0)\n        q = (q @ k.transpose(2, 3)).softmax(-1) @ v\n",
         "1280", "0"},
        {"        k, v = cache.update(q[:, :1], q[:, :1], 0)\n"
         "        q = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)\n",
         "320", "0"},
        {"        q = q + cache.update_recurrent_state(torch.zeros(2, 4, 1, 2), 0)\n", "0", "64"},
        {"        q = q + cache.layers[0].update_conv_state(q[:, :, :3]).sum()\n", "0", "192"},
    };
    for (const auto& [lines, keys_and_values, states] : rows) {
        SCOPED_TRACE(lines);
        EXPECT_EQ(bytes_of("kv_cache", lines), keys_and_values);
        EXPECT_EQ(bytes_of("state", lines), states);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
