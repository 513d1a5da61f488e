#include "open/tensors/buffers.h"

#include <gtest/gtest.h>

#include "base/ranges.h"
#include "count/count.h"
#include "formats/support/numbers.h"
#include "model/write.h"
#include "open/tensors/stated_roles.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {
namespace THIS_FILE {

/// A model with a layer of 9 parameters beside the tensors.
std::string total(std::vector<NamedTensor> tensors, bool is_state_dict = true) {
    TensorSet set;
    set.is_state_dict = is_state_dict;
    set.tensors = std::move(tensors);
    set.tensors.push_back({"fc.weight", {3, 2}});
    set.tensors.push_back({"fc.bias", {3}});
    return total_in_words(count_text("basis: exact\n" + write_model_text(tensor_model(set, "Net"))));
}

TEST(StateDict, TellsParametersFromBuffersByTheirNames) {
    struct Case {
        const char* what;
        std::vector<NamedTensor> tensors;
        const char* total;
    };
    const Case cases[] = {
        {"of no library", {{"front.window", {4}}}, "9 to 13"},
        {"of both", {{"pos.pe", {5, 2}}}, "9 to 19"},
        {"integers of a name of its own", {{"front.steps", {4}, "int32"}}, "9 to 13"},
        {"of a list", {{"anchors.0", {4}}, {"anchors.1", {4}}}, "9 to 17"},
        {"a buffer's",
         {{"rotary.inv_freq", {4}}, {"bn.running_mean", {4}}, {"attn.mask", {1, 1, 4, 4}}},
         "9"},
        {"a parameter's",
         {{"vit.cls_token", {1, 1, 4}}, {"ssm.A_log", {4}}, {"moe.gate_up_proj", {2, 2}}},
         "21"},
        {"of a recurrent cell", {{"cell.weight_ih_l0_reverse", {4}}, {"a.in_proj_bias", {4}}}, "17"},
        {"with a parameter's ending", {{"seg_token", {4}}, {"audio_logit_scale", {}}}, "14"},
        {"scale of a norm",
         {{"q_norm.scale", {4}}, {"norm1.alpha", {1, 1, 4}}, {"norm1.beta", {1, 1, 4}}},
         "21"},
        {"scale beside other tensors", {{"norm.scale", {4}}, {"norm.mean", {4}}}, "9 to 17"},
        {"scale that is a matrix", {{"norm.scale", {4, 2}}}, "9 to 17"},
        {"of a layer scale", {{"ls1.gamma", {4}}, {"attn_layer_scale.scale", {4}}}, "17"},
        {"of a snake", {{"snake1.alpha", {1, 4, 1}}}, "13"},
        {"scale of a block's output",
         {{"block.gamma", {4}}, {"block.a.weight", {4, 2}}, {"block.b.weight", {4, 2}}},
         "29"},
        {"scale of another size",
         {{"block.gamma", {3}}, {"block.a.weight", {4, 2}}, {"block.b.weight", {4, 2}}},
         "25 to 28"},
        {"Mamba's D", {{"ssm.A_log", {4}}, {"ssm.D", {4}}}, "17"},
        {"another D", {{"grid.D", {4}}}, "9 to 13"},
        {"a batch norm",
         {{"bn.weight", {4}},
          {"bn.bias", {4}},
          {"bn.running_mean", {4}},
          {"bn.running_var", {4}},
          {"bn.num_batches_tracked", {}, "int64"}},
         "17"},
        {"a batch norm that may be frozen",
         {{"bn.weight", {4}}, {"bn.bias", {4}}, {"bn.running_mean", {4}}, {"bn.running_var", {4}}},
         "9 to 17"},
        {"positions of CLIP", {{"positional_embedding", {5, 2}}}, "19"},
        {"frequencies of SAM", {{"pe_layer.positional_embedding", {2, 4}}}, "9 to 17"},
        {"a table named as its module",
         {{"pos_embed.pos_embed", {1, 2, 2}}, {"vit.pos_embed", {1, 2, 2}}, {"vit.cls_token", {1, 1, 2}}},
         "15 to 19"},
        {"a correction of DeepSeek", {{"gate.e_score_correction_bias", {4}}}, "9 to 13"},
        {"a correction of Ernie", {{"gate.e_score_correction_bias", {1, 4}}}, "13"},
        {"CLIP's projection",
         {{"visual.proj", {2, 2}}, {"visual.class_embedding", {2}}, {"rp.proj", {2}}},
         "15 to 17"},
        {"a table of positions alone",
         {{"pe.pos_embedding", {4, 1}}, {"vit.pos_embedding", {4, 1}}, {"vit.mlp.weight", {1, 1}}},
         "14 to 18"},
        {"a table of patches",
         {{"patch_embed.pos_embedding", {1, 2}}, {"patch_embedding.pos_embed", {1, 2}}},
         "9 to 13"},
        {"Kohya's alpha", {{"up.alpha", {}}, {"up.lora_down.weight", {2, 4}}, {"own.alpha", {}}}, "17 to 18"},
        {"a codebook of EnCodec", {{"vq.embed", {4, 2}}, {"vq.inited", {1}}, {"lut.embed", {2}}}, "9 to 11"},
        {"known", {{"front.window", {4}, "", true}, {"front.gain", {5}, "", false, 0, true}}, "14"},
        {"packed", {{"front.window", {4}, "int4", false, 8}}, "13"},
    };
    for (const Case& c : cases) EXPECT_EQ(total(c.tensors), c.total) << c.what;
}

TEST(StateDict, ATotalBesideItTellsBuffers) {
    struct Case {
        Integer stated;
        bool agrees;
        const char* total;
    };
    const Case cases[] = {
        {9, true, "9"},          // without what may be buffers
        {16, true, "16"},        // with it, and without buffers
        {12, true, "9 to 16"},   // with some of it
        {20, false, "9 to 16"},  // of all tensors
        {8, false, "9 to 16"},
    };
    for (const Case& c : cases) {
        TensorSet set;
        set.is_state_dict = true;
        set.tensors = {{"fc.weight", {3, 2}},
                       {"fc.bias", {3}},
                       {"front.window", {4}},
                       {"front.gain", {3}},
                       {"bn.running_mean", {4}}};
        EXPECT_EQ(settle_by_total(set, c.stated), c.agrees);
        EXPECT_EQ(total_in_words(count_text("basis: exact\n" + write_model_text(tensor_model(set, "Net")))),
                  c.total);
    }
}

TEST(StateDict, OtherFormatsSayWhatAParameterIs) {
    EXPECT_EQ(total({{"front.window", {4}}}, false), "13");
    for (const bool is_state_dict : {false, true}) {
        TensorSet flax;
        flax.is_state_dict = is_state_dict;
        flax.tensors = {{"a.kernel", {3, 2}}, {"a.bias", {2}}, {"a.own", {4}}};
        EXPECT_EQ(total_in_words(count_text("basis: exact\n" + write_model_text(tensor_model(flax, "Net")))),
                  "12");
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
