// Configs of open_clip and yaml of latent diffusion: what they count, by numbers that their authors publish.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "open-clip: 151277313 exact, 7388581888": the format, parameters, their basis and MACs of one pass.
std::string counted(const std::string& text, const std::string& name) {
    MemorySource file(text);
    const Opened opened = open_model(file, name);
    if (opened.text().empty()) return concat(opened.format, ": nothing");
    const Report report = count_text(opened.text());
    const auto& facts = *report.root()->facts;
    const auto number = [](const Quantity& quantity) {
        return quantity.value ? to_string(*quantity.value) : "?";
    };
    return concat(opened.format, ": ", number(facts.parameters), " ", to_string(facts.parameters.basis), ", ",
                  number(facts.macs));
}

std::string clip(const std::string& vision, const std::string& text, const std::string& more = "") {
    return concat("{\"embed_dim\": 512, \"vision_cfg\": {", vision, "}, \"text_cfg\": {", text, "}", more,
                  "}");
}

const std::string kText =
    R"("context_length": 77, "vocab_size": 49408, "width": 512, "heads": 8, "layers": 12)";
const std::string kVision = R"("image_size": 224, "layers": 12, "width": 768, "patch_size": 32)";

// The totals of open_clip's docs/model_profile.csv, in millions, are 151.28, 119.69, 151.52, 203.16 and
// 253.56; the FLOPs, in billions, 14.78, 25.5, 36.67, 46.44 and 33.34.
TEST(OpenClip, CountsWhatItsProfileStates) {
    const std::string decoder = concat(", \"multimodal_cfg\": {", kText, "}, \"custom_text\": true");
    const struct {
        const char* what;
        std::string config, counted;
    } rows[] = {
        {"ViT-B-32", clip(kVision, kText), "151277313 exact, 7388581888"},
        {"RN101",
         clip(R"("image_size": 224, "layers": [3, 4, 23, 3], "width": 64, "patch_size": null)", kText),
         "119688033 exact, 12751032320"},
        {"convnext_base",
         clip(R"("timm_model_name": "convnext_base", "timm_pool": "", "timm_proj": "linear")", kText),
         "151518849 exact, 18334000128"},
        {"ViT-B-16-SigLIP",
         R"({"embed_dim": 768, "init_logit_bias": -10, "custom_text": true, "vision_cfg": {"image_size": 224,
             "timm_model_name": "vit_base_patch16_siglip_224", "timm_pool": "map", "timm_proj": "none"},
             "text_cfg": {"context_length": 64, "vocab_size": 32000, "width": 768, "heads": 12, "layers": 12,
             "no_causal_mask": true, "proj_bias": true, "pool_type": "last"}})",
         "203155970 exact, 23220197376"},
        {"coca_ViT-B-32",
         R"({"embed_dim": 512, "custom_text": true, "vision_cfg": {"image_size": 224, "layers": 12, "width": 768,
             "patch_size": 32, "attentional_pool": true, "attn_pooler_heads": 8, "output_tokens": true},
             "text_cfg": {"context_length": 76, "vocab_size": 49408, "width": 512, "heads": 8, "layers": 12,
             "embed_cls": true, "output_tokens": true}, "multimodal_cfg": {"context_length": 76, "vocab_size": 49408,
             "width": 512, "heads": 8, "layers": 12, "attn_pooler_heads": 8}})",
         "253560065 exact, 16670756864"},
        {"the file of the hub", concat("{\"model_cfg\": ", clip(kVision, kText), ", \"preprocess_cfg\": {}}"),
         "151277313 exact, 7388581888"},
        {"a tower of timm that is not known", clip(R"("timm_model_name": "fastvit_mci0")", kText),
         "63428097 partial, 2979770368"},
        {"what a tower has that is not known", clip(concat(kVision, ", \"qk_norm\": true"), kText),
         "63428097 partial, 2979770368"},
        {"a part that is not known", clip(kVision, kText, ", \"genlip_cfg\": {}"), "nothing"},
        {"hostile sizes", clip(R"("width": 1000000000000, "layers": 1000000000, "patch_size": 0)", kText),
         "nothing"},
        {"not a config", R"({"embed_dim": 3, "text_cfg": 4})", "nothing"},
    };
    for (const auto& [what, config, expected] : rows)
        EXPECT_EQ(counted(config, "config.json"), concat("open-clip: ", expected)) << what;
}

// Products of ViT-B/16 by hand: 12 blocks of 197 tokens, 196 patches, and 768 for each class.
TEST(TimmConfig, CountsTheModelThatItNames) {
    const struct {
        const char *config, *counted;
    } rows[] = {
        {R"({"architecture": "resnet50"})", "timm: 25557032 exact, 4089184256"},
        {R"({"architecture": "resnet18", "num_classes": 10, "num_features": 512})",
         "timm: 11181642 exact, 1813566464"},
        {R"({"architecture": "resnet18", "num_classes": 0, "pretrained_cfg": {"tag": "a1_in1k", "input_size": [1, 224, 224]}})",
         "timm: 11170240 exact, 1734885376"},
        {R"({"architecture": "vit_base_patch16_224", "num_features": 768, "global_pool": "token",
             "pretrained_cfg": {"tag": "augreg_in21k", "input_size": [3, 224, 224], "num_classes": 21843}})",
         "timm: 102595923 exact, 17579835648"},
        {R"({"architecture": "vit_base_patch16_224", "pretrained_cfg": {"tag": "augreg_in21k"}})",
         "timm: nothing"},
        {R"({"architecture": "fastvit_t8", "num_classes": 1000})", "timm: nothing"},
        {R"({"architecture": 3})", "timm: nothing"},
        {R"({"architecture": "resnet50", "num_classes": 1000, "model_args": 7})", "timm: nothing"},
    };
    for (const auto& [config, expected] : rows) EXPECT_EQ(counted(config, "config.json"), expected) << config;
}

/// An autoencoder's sizes, indented as params of a `target` are.
std::string sizes_of_autoencoder(const std::string& indent) {
    std::string lines;
    for (const char* line :
         {"ddconfig:", "  double_z: true", "  z_channels: 4", "  resolution: 256", "  in_channels: 3",
          "  out_ch: 3", "  ch: 128", "  ch_mult:", "  - 1", "  - 2", "  - 4", "  - 4", "  num_res_blocks: 2",
          "  attn_resolutions: [ ]", "  dropout: 0.0"})
        lines += concat(indent, line, "\n");
    return lines;
}

std::string autoencoder() {
    return concat("model:\n  target: ldm.models.autoencoder.AutoencoderKL\n  params:\n    embed_dim: 4\n",
                  sizes_of_autoencoder("    "));
}

/// An autoencoder of sgm that is empty but for a regularizer.
std::string engine(const std::string& regularizer) {
    const auto part = [](std::string_view name, std::string_view target) {
        return concat("    ", name, "_config:\n      target: ", target, "\n");
    };
    return concat("model:\n  target: sgm.models.autoencoder.AutoencodingEngine\n  params:\n",
                  part("encoder", "torch.nn.Identity"), part("decoder", "torch.nn.Identity"),
                  part("regularizer", concat("sgm.modules.autoencoding.regularizers.", regularizer)));
}

std::string diffusion(const std::string& network, const std::string& conditioner) {
    return concat(
        "model:\n  target: ldm.models.diffusion.ddpm.LatentDiffusion\n  params:\n    image_size: 64\n"
        "    scheduler_config: # no part of the model\n      target: ldm.lr_scheduler.LambdaLinearScheduler\n"
        "      params:\n        f_start: [ 1.e-6 ]\n    unet_config:\n      target: ",
        network,
        "\n      params:\n        in_channels: 4\n        out_channels: 4\n        model_channels: 320\n"
        "        attention_resolutions: [ 4, 2, 1 ]\n        num_res_blocks: 2\n        channel_mult: [ 1, "
        "2, 4, 4 ]\n"
        "        num_heads: 8\n        use_spatial_transformer: True\n        transformer_depth: 1\n"
        "        context_dim: 768\n        legacy: False\n"
        "    first_stage_config:\n      target: ldm.models.autoencoder.AutoencoderKL\n      params:\n        "
        "embed_dim: 4\n",
        sizes_of_autoencoder("        "), "    cond_stage_config:\n      target: ", conditioner, "\n");
}

std::string video(const std::string& parts) {
    return concat("model:\n  target: sgm.models.diffusion.DiffusionEngine\n  params:\n    ", parts);
}

// Of the network for videos PyTorch makes 60,368,874 parameters by sgm's code. Stable Diffusion 1.5:
// 859,520,964 of the network, 83,653,863 of the autoencoder, 123,060,480 of CLIP's texts.
TEST(LatentDiffusion, IsWhatHasATarget) {
    const auto format_of = [](std::string_view text) { return detect({"", text, text.size()}).name; };
    EXPECT_EQ(format_of("model:\n  target: a.B\n  params:\n    x_config: 1\n"), "latent-diffusion");
    EXPECT_NE(format_of("model:\n  estimator_target: a\n  params:\n    x_config: 1\n"), "latent-diffusion");
}

TEST(LatentDiffusion, CountsWhatItsFilesHave) {
    const std::string unet = "ldm.modules.diffusionmodules.openaimodel.UNetModel";
    const std::string clip = "ldm.modules.encoders.modules.FrozenCLIPEmbedder";
    const struct {
        const char* what;
        std::string yaml, counted;
    } rows[] = {
        {"an autoencoder", autoencoder(), "83653863 exact, 447454724096"},
        {"a regularizer without weights", engine("DiagonalGaussianRegularizer"), "0 exact, 0"},
        {"a regularizer that may have some", engine("quantize.VectorQuantizer"), "0 partial, 0"},
        {"a network with what conditions it", diffusion(unet, clip), "1066235307 exact, 401636720640"},
        {"a conditioner that is not known", diffusion(unet, "ldm.modules.encoders.modules.BERTEmbedder"),
         "943174827 partial, 401636720640"},
        {"a network that is not known", diffusion("sgm.modules.UViT", clip), "206714343 partial, ?"},
        {"a network for videos",
         video(
             "network_config:\n      target: sgm.modules.diffusionmodules.video_model.VideoUNet\n      "
             "params:\n"
             "        adm_in_channels: 96\n        num_classes: sequential\n        in_channels: 8\n"
             "        out_channels: 4\n        model_channels: 64\n        attention_resolutions: [4, 2, 1]\n"
             "        num_res_blocks: 2\n        channel_mult: [1, 2, 4, 4]\n        num_head_channels: 32\n"
             "        use_linear_in_transformer: True\n        context_dim: 128\n        extra_ff_mix_layer: "
             "True\n"
             "        use_spatial_context: True\n        merge_strategy: learned_with_images\n"
             "        video_kernel_size: [3, 1, 1]\n"
             "    first_stage_config:\n      target: torch.nn.Identity\n"),
         "60368874 exact, 493401489408"},
        {"a class that is not known", "model:\n  target: a.b.C\n  params:\n    x_config: 1\n", "nothing"},
        {"no class", "a:\n  target: 1\n  params:\n    x_config: 2\n", "nothing"},
    };
    for (const auto& [what, yaml, expected] : rows)
        EXPECT_EQ(counted(yaml, "model.yaml"), concat("latent-diffusion: ", expected)) << what;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
