// Configs of diffusers: totals of published models, and what is said of what is not known.
#include <gtest/gtest.h>

#include "count/count.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open_text(const std::string& config, const std::shared_ptr<PackageFiles>& packages = nullptr) {
    MemorySource file(config);
    file.set_packages(packages);
    return open_model(file, "config.json");
}

/// "83653863 exact, 12 exact": parameters and MACs; "none" where nothing is counted.
std::string counts_of(const Opened& opened) {
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const auto& facts = *report.root()->facts;
    const auto text = [](const Quantity& quantity) {
        return to_string(quantity.value.value_or(-1)) + " " + std::string(to_string(quantity.basis));
    };
    return text(facts.parameters) + ", " + text(facts.macs);
}

std::string ids_of(const Opened& opened) {
    std::string ids;
    for (const Diagnostic& each : opened.diagnostics)
        ids += (ids.empty() ? "" : " ") + std::string(each.message.id());
    return ids;
}

constexpr const char* kUNet = R"({"_class_name": "UNet2DConditionModel", "_diffusers_version": "0.6.0", )";

TEST(DiffusersConfigs, HaveTheTotalsOfTheFiles) {
    const std::string xl =
        R"("down_block_types": ["DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"],
        "up_block_types": ["CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"], "block_out_channels": [320, 640, 1280],
        "attention_head_dim": [5, 10, 20], "transformer_layers_per_block": [1, 2, 10], "cross_attention_dim": 2048,
        "use_linear_projection": true, "addition_embed_type": "text_time", "addition_time_embed_dim": 256, "sample_size": 128)";
    const std::string vae = R"({"_class_name": "AutoencoderKL", "block_out_channels": [128, 256, 512, 512],
        "down_block_types": ["DownEncoderBlock2D", "DownEncoderBlock2D", "DownEncoderBlock2D", "DownEncoderBlock2D"],
        "up_block_types": ["UpDecoderBlock2D", "UpDecoderBlock2D", "UpDecoderBlock2D", "UpDecoderBlock2D"],
        "layers_per_block": 2, "sample_size": 512)";
    const std::string cases[][2] = {
        {kUNet + std::string(R"("cross_attention_dim": 768, "sample_size": 64})"),
         "859520964 exact, 401636720640 exact"},
        {kUNet +
             std::string(
                 R"("cross_attention_dim": 1024, "attention_head_dim": [5, 10, 20, 20], "use_linear_projection": true})"),
         "865910724 exact, 402128732160 exact"},
        {kUNet + xl + R"(, "projection_class_embeddings_input_dim": 2816})",
         "2567463684 exact, 3380618199040 exact"},
        {kUNet + xl + R"(, "projection_class_embeddings_input_dim": 5632, "encoder_hid_dim": 4096})",
         "2579458820 exact, 3381267726336 exact"},
        {kUNet +
             std::string(
                 R"("in_channels": 7, "num_class_embeds": 1000, "block_out_channels": [256, 512, 512, 1024],
            "cross_attention_dim": 1024, "only_cross_attention": [true, true, true, false], "use_linear_projection": true,
            "down_block_types": ["DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"],
            "up_block_types": ["CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"],
            "sample_size": 128})"),
         "473398020 exact, 565706227712 exact"},
        {R"({"_class_name": "UNet2DModel", "sample_size": 32, "block_out_channels": [128, 256, 256, 256],
            "attention_head_dim": null, "down_block_types": ["DownBlock2D", "AttnDownBlock2D", "DownBlock2D", "DownBlock2D"],
            "up_block_types": ["UpBlock2D", "UpBlock2D", "AttnUpBlock2D", "UpBlock2D"]})",
         "35746307 exact, 6221856768 exact"},
        {vae + "}", "83653863 exact, 1815588700160 exact"},
        {vae + R"(, "latent_channels": 16, "use_quant_conv": false, "use_post_quant_conv": false})",
         "83819683 exact, 1816267849728 exact"},
        {R"({"_class_name": "FluxTransformer2DModel", "guidance_embeds": true})",
         "11901408320 exact, 37192326709248 exact"},
        {R"({"_class_name": "FluxTransformer2DModel"})", "11891178560 exact, 37192316485632 exact"},
        {R"({"_class_name": "ChromaTransformer2DModel", "approximator_in_factor": 16})",
         "8899983424 exact, 37284748984320 exact"},
        {R"({"_class_name": "SD3Transformer2DModel", "num_layers": 24, "num_attention_heads": 24,
            "caption_projection_dim": 1536, "pos_embed_max_size": 192})",
         "2028328000 exact, 4452168769536 exact"},
        {R"({"_class_name": "HunyuanDiT2DModel", "in_channels": 4, "patch_size": 2, "hidden_size": 1408, "num_layers": 40,
            "mlp_ratio": 4.3637, "sample_size": 128})",
         "1516534048 exact, 7182917062656 exact"},
        {R"({"_class_name": "PixArtTransformer2DModel", "caption_channels": 4096, "use_additional_conditions": false})",
         "610856096 exact, 3316789886976 exact"},
        {R"({"_class_name": "QwenImageTransformer2DModel", "pooled_projection_dim": 768})",
         "20430401088 exact, 39151961112576 exact"},
        {R"({"_class_name": "WanTransformer3DModel"})", "14288491584 exact, 839185141596160 exact"},
        {R"({"_class_name": "WanTransformer3DModel", "in_channels": 36, "image_dim": 1280, "added_kv_proj_dim": 5120})",
         "16394878784 exact, 843188186972160 exact"},
    };
    for (const auto& [config, counts] : cases) {
        const Opened opened = open_text(config);
        EXPECT_EQ(counts_of(opened), counts) << config;
        EXPECT_EQ(ids_of(opened), "") << config;
    }
}

TEST(DiffusersConfigs, SayWhatIsNotKnown) {
    const std::string cases[][3] = {
        {R"({"_class_name": "AutoencoderKL", "new_key": 5, "old_key": null})", "python.keys_of_class",
         "563175 approximate"},
        {R"({"_class_name": "UNet2DConditionModel", "attention_type": "gated"})",
         "python.code_tells_no_model", ""},
        {R"({"_class_name": "AutoencoderKL", "down_block_types": ["NewBlock2D"]})",
         "python.code_tells_no_model", ""},
        {R"({"_class_name": "StableCascadeUNet", "in_channels": 16, "timestep_conditioning_type": ["sca", "crp"]})",
         "python.diffusers_class", ""},
        {R"({"_class_name": "ModelMixin", "hidden_size": 16})", "python.diffusers_class", ""},
        {R"({"_class_name": "PNDMScheduler", "beta_end": 0.012})", "python.scheduler", ""},
        {R"({"_class_name": "StableDiffusionPipeline", "scheduler": ["diffusers", "PNDMScheduler"],
             "unet": ["diffusers", "UNet2DConditionModel"], "safety_checker": [null, null]})",
         "python.pipeline", ""},
    };
    for (const auto& [config, id, counts] : cases) {
        const Opened opened = open_text(config);
        EXPECT_EQ(ids_of(opened), id) << config;
        EXPECT_EQ(opened.model.is_empty(), counts.empty()) << config;
        EXPECT_EQ(counts_of(opened).substr(0, counts.size()), counts) << config;
    }
    EXPECT_NE(open_text(cases[6][0]).diagnostics[0].message.english().find(" unet (UNet2DConditionModel)"),
              std::string::npos);
}

TEST(DiffusersConfigs, AreCountedByThePackage) {
    const auto package = [](const std::string& name) {
        const std::string code =
            "import torch\n"
            "from ...configuration_utils import ConfigMixin, register_to_config\n"
            "from ..modeling_utils import ModelMixin\n"
            "class " +
            name +
            "(ModelMixin, ConfigMixin):\n"
            "    @register_to_config\n"
            "    def __init__(self, width=8):\n"
            "        super().__init__()\n"
            "        self.layer = torch.nn.Linear(width, width)\n"
            "    def forward(self, x):\n"
            "        return self.layer(x)\n";
        return std::make_shared<MemoryPackages>(std::map<std::string, std::string, std::less<>>{
            {"diffusers/__init__.py", ""},
            {"diffusers/models/__init__.py", ""},
            {"diffusers/models/modeling_utils.py", ""},
            {"diffusers/models/transformers/__init__.py", ""},
            {"diffusers/models/transformers/transformer_own.py", code}});
    };
    const std::string own = R"({"_class_name": "OwnModel", "width": 5, "key_of_another_version": 1})";
    EXPECT_EQ(counts_of(open_text(own, package("OwnModel"))), "30 exact, 25 exact");
    EXPECT_EQ(ids_of(open_text(own, package("OtherModel"))),
              "python.code_tells_no_model python.diffusers_class");
    const Opened known = open_text(R"({"_class_name": "AutoencoderKL"})", package("OtherModel"));
    EXPECT_EQ(counts_of(known).substr(0, 12), "563175 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
