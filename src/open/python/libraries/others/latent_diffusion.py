# Models of latent diffusion as yaml describes them: `target` names a class, `params` are its arguments. A class that is not known
# here is named. Losses, samplers and schedules are left out: they are no part of the model, or have no weights.
import torch
import yaml
from _diffusers_autoencoder import Decoder as _Decoder, Encoder as _Encoder
from _environment import unknown_member
from _latent_diffusion_unet import ControlledUnetModel, ControlNet, UNetModel
from _latent_diffusion_video import VideoHalf, VideoUNet
from _open_clip import CLIP
from _transformers import ask
from torch.nn import Conv2d, Embedding, Identity, Module, ModuleList, Parameter
from transformers import CLIPTextModel, T5EncoderModel


def _name(described):
    return described["target"].split(".")[-1]


def _pair(size):
    return size if isinstance(size, list) else (size, size)


def instantiate(described):
    """The module that a description makes, or what of it is not known."""
    target, options, name = described["target"], described.get("params") or {}, _name(described)
    if name not in _CLASSES:
        return unknown_member(name, target[:-len(name) - 1])
    if name == "UNetModel" and target.startswith("sgm."):
        options = {"use_spatial_transformer": True, **options}
    try:
        return _CLASSES[name](**options)
    except (KeyError, TypeError, NotImplementedError) as problem:
        return unknown_member(f"{name} ({problem})", target[:-len(name) - 1])


# Autoencoders: their modules are those of diffusers.

def _shape_of_half(ch, num_res_blocks, attn_resolutions, resolution, ch_mult=(1, 2, 4, 8), attn_type="vanilla", dropout=0.0,
                   resamp_with_conv=True, use_linear_attn=False):
    if not resamp_with_conv or use_linear_attn or attn_type.startswith("linear"):
        raise NotImplementedError("autoencoder with attention " + attn_type)
    has_attention = [resolution // 2 ** level in attn_resolutions for level in range(len(ch_mult))]
    return [ch * each for each in ch_mult], num_res_blocks, has_attention, attn_type != "none"


def _kinds(plain, with_attention, has_attention):
    return [with_attention if each else plain for each in has_attention]


class Encoder(_Encoder):
    def __init__(self, in_channels, z_channels, out_ch=3, double_z=True, **options):
        widths, layers, has_attention, in_middle = _shape_of_half(**options)
        kinds = _kinds("DownEncoderBlock2D", "AttnDownEncoderBlock2D", has_attention)
        super().__init__(in_channels, (2 if double_z else 1) * z_channels, kinds, widths, layers, 32, "silu", in_middle)


def _sizes_of_decoder(z_channels, out_ch, in_channels=3, double_z=True, tanh_out=False, **options):
    widths, layers, has_attention, in_middle = _shape_of_half(**options)
    kinds = _kinds("UpDecoderBlock2D", "AttnUpDecoderBlock2D", has_attention[::-1])
    return z_channels, out_ch, kinds, widths, layers, 32, "silu", in_middle


class Decoder(_Decoder):
    def __init__(self, **options):
        super().__init__(*_sizes_of_decoder(**options))


class VideoDecoder(VideoHalf):
    def __init__(self, video_kernel_size=3, alpha=0.0, merge_strategy="learned", time_mode="conv-only", **options):
        if time_mode != "conv-only":
            raise NotImplementedError("time_mode " + time_mode)
        super().__init__(*_sizes_of_decoder(**options), kernel=video_kernel_size, strategy=merge_strategy)


def _image(autoencoder):
    if autoencoder.resolution is None:
        return {}
    return {"x": torch.zeros(1, autoencoder.in_channels, autoencoder.resolution, autoencoder.resolution)}


class _Autoencoder(Module):
    def __init__(self, ddconfig, **of_training):
        super().__init__()
        self.in_channels, self.resolution = ddconfig["in_channels"], ddconfig["resolution"]
        self.encoder = Encoder(**ddconfig)
        self.decoder = Decoder(**ddconfig)

    def usual_inputs(self):
        return _image(self)


class AutoencoderKL(_Autoencoder):
    def __init__(self, ddconfig, embed_dim, **of_training):
        super().__init__(ddconfig)
        double = 2 if ddconfig.get("double_z", True) else 1
        self.quant_conv = Conv2d(double * ddconfig["z_channels"], double * embed_dim, 1)
        self.post_quant_conv = Conv2d(embed_dim, ddconfig["z_channels"], 1)

    def forward(self, x):
        latents, _ = self.quant_conv(self.encoder(x)).chunk(2, dim=1)
        return self.decoder(self.post_quant_conv(latents))


class VectorQuantizer(Module):
    def __init__(self, n_embed, embed_dim):
        super().__init__()
        self.embedding = Embedding(n_embed, embed_dim)

    def forward(self, x):
        tokens = x.flatten(2).transpose(1, 2)
        nearest = (tokens @ self.embedding.weight.t()).argmin(dim=-1)
        return self.embedding(nearest).transpose(1, 2).reshape(x.shape)


class VQModel(_Autoencoder):
    def __init__(self, ddconfig, n_embed, embed_dim, **of_training):
        super().__init__(ddconfig)
        self.quantize = VectorQuantizer(n_embed, embed_dim)
        self.quant_conv = Conv2d(ddconfig["z_channels"], embed_dim, 1)
        self.post_quant_conv = Conv2d(embed_dim, ddconfig["z_channels"], 1)

    def forward(self, x):
        return self.decoder(self.post_quant_conv(self.quantize(self.quant_conv(self.encoder(x)))))


class AutoencodingEngine(Module):
    def __init__(self, encoder_config, decoder_config, regularizer_config=None, **of_training):
        super().__init__()
        sizes = encoder_config.get("params") or {}
        self.in_channels, self.resolution = sizes.get("in_channels"), sizes.get("resolution")
        self.is_double = sizes.get("double_z", True)
        self.encoder = instantiate(encoder_config)
        self.decoder = instantiate(decoder_config)
        if regularizer_config:
            self.regularization = instantiate(regularizer_config)

    def forward(self, x):
        latents = self.encoder(x)
        return self.decoder(latents.chunk(2, dim=1)[0] if self.is_double else latents)

    def usual_inputs(self):
        return _image(self)


# Conditioners.

class FrozenCLIPEmbedder(Module):
    def __init__(self, version="openai/clip-vit-large-patch14", **options):
        super().__init__()
        self.transformer = CLIPTextModel.from_pretrained(version)


class FrozenT5Embedder(Module):
    def __init__(self, version="google/t5-v1_1-large", **options):
        super().__init__()
        self.transformer = T5EncoderModel.from_pretrained(version)


def _open_clip(text, vision):
    """A config of open_clip, of (width, heads, layers) of the texts' tower."""
    width, heads, layers = text
    return dict(embed_dim=width, text_cfg=dict(width=width, heads=heads, layers=layers), vision_cfg=dict(patch_size=14, **vision))


_OPEN_CLIPS = {
    "ViT-L-14": _open_clip((768, 12, 12), dict(layers=24, width=1024)),
    "ViT-H-14": _open_clip((1024, 16, 24), dict(layers=32, width=1280, head_width=80)),
    "ViT-bigG-14": _open_clip((1280, 20, 32), dict(layers=48, width=1664, head_width=104, mlp_ratio=4.9231)),
}


class FrozenOpenCLIPEmbedder(Module):
    def __init__(self, arch="ViT-H-14", **options):
        super().__init__()
        self.model = CLIP(**{**_OPEN_CLIPS[arch], "vision_cfg": None})


class FrozenOpenCLIPEmbedder2(FrozenOpenCLIPEmbedder):
    pass


class FrozenOpenCLIPImageEmbedder(Module):
    def __init__(self, arch="ViT-H-14", **options):
        super().__init__()
        self.model = CLIP(**_OPEN_CLIPS[arch])
        del self.model.transformer


class FrozenOpenCLIPImagePredictionEmbedder(Module):
    def __init__(self, open_clip_embedding_config, **options):
        super().__init__()
        self.open_clip = instantiate(open_clip_embedding_config)


class VideoPredictionEmbedderWithEncoder(Module):
    def __init__(self, encoder_config, **options):
        super().__init__()
        self.encoder = instantiate(encoder_config)


class ClassEmbedder(Module):
    def __init__(self, embed_dim, n_classes=1000, **options):
        super().__init__()
        self.embedding = Embedding(n_classes, embed_dim)


class SpatialRescaler(Module):
    def __init__(self, in_channels=3, out_channels=None, bias=False, **options):
        super().__init__()
        if out_channels is not None:
            self.channel_mapper = Conv2d(in_channels, out_channels, 1, bias=bias)


class ConcatTimestepEmbedderND(Module):
    def __init__(self, outdim):
        super().__init__()


class GeneralConditioner(Module):
    def __init__(self, emb_models):
        super().__init__()
        self.embedders = ModuleList([instantiate(each) for each in emb_models])


# Whole models.

class DiffusionWrapper(Module):
    def __init__(self, described):
        super().__init__()
        self.diffusion_model = instantiate(described)

    def forward(self, **inputs):
        return self.diffusion_model(**inputs)


class _Diffusion(Module):
    """A network for latents, what conditions it, and an autoencoder of images; a pass is one step of the network."""

    def __init__(self, network, first_stage_config, image_size=64, **options):
        super().__init__()
        self.image_size, self.is_known = image_size, _name(network) in _CLASSES
        self.model = DiffusionWrapper(network)
        self.first_stage_model = instantiate(first_stage_config)
        if options.get("learn_logvar"):
            self.logvar = Parameter(torch.zeros(options.get("timesteps", 1000)))
        for name, value in options.items():
            if name.endswith("_config") and name not in _WITHOUT_WEIGHTS and isinstance(value, dict) and "target" in value:
                setattr(self, name.removesuffix("_config"), instantiate(value))

    def forward(self, **inputs):
        return self.model(**inputs)

    def usual_inputs(self):
        return self.model.diffusion_model.usual_inputs(*_pair(self.image_size)) if self.is_known else {}


_WITHOUT_WEIGHTS = ("scheduler_config", "denoiser_config", "sampler_config", "loss_fn_config", "optimizer_config")


class LatentDiffusion(_Diffusion):
    def __init__(self, unet_config, first_stage_config, cond_stage_config=None, **options):
        super().__init__(unet_config, first_stage_config, **options)
        if isinstance(cond_stage_config, dict):
            self.cond_stage_model = instantiate(cond_stage_config)


class ControlLDM(LatentDiffusion):
    def __init__(self, control_stage_config, **options):
        super().__init__(**options)
        self.control_model = instantiate(control_stage_config)

    def forward(self, x, timesteps, context, hint):
        return self.model(x=x, timesteps=timesteps, context=context, control=self.control_model(x, hint, timesteps, context))

    def usual_inputs(self):
        inputs = super().usual_inputs()
        height, width = _pair(self.image_size)
        return {**inputs, "hint": torch.zeros(1, self.control_model.hint_channels, 8 * height, 8 * width)}


class DiffusionEngine(_Diffusion):
    def __init__(self, network_config, first_stage_config, conditioner_config=None, **options):
        super().__init__(network_config, first_stage_config, **options)
        if conditioner_config is not None:
            self.conditioner = instantiate(conditioner_config)


_CLASSES = {each.__name__: each for each in (
    AutoencoderKL, AutoencodingEngine, ClassEmbedder, ConcatTimestepEmbedderND, ControlLDM, ControlledUnetModel, ControlNet,
    Decoder, DiffusionEngine, Encoder, FrozenCLIPEmbedder, FrozenOpenCLIPEmbedder, FrozenOpenCLIPEmbedder2,
    FrozenOpenCLIPImageEmbedder, FrozenOpenCLIPImagePredictionEmbedder, FrozenT5Embedder, GeneralConditioner, Identity,
    LatentDiffusion, SpatialRescaler, UNetModel, VideoDecoder, VideoPredictionEmbedderWithEncoder, VideoUNet,
    VQModel)}
# Classes with the same modules, and those that have none.
_ALIKE = {
    "AutoencoderKLModeOnly": AutoencoderKL, "CLIPEmbeddingNoiseAugmentation": Identity, "DiagonalGaussianRegularizer": Identity,
    "IdentityFirstStage": Identity,
    "ImageConcatWithNoiseAugmentation": Identity, "ImageEmbeddingConditionedLatentDiffusion": LatentDiffusion,
    "LatentDepth2ImageDiffusion": LatentDiffusion, "LatentInpaintDiffusion": LatentDiffusion,
    "LatentUpscaleDiffusion": LatentDiffusion, "LatentUpscaleFinetuneDiffusion": LatentDiffusion, "VQModelInterface": VQModel,
}
_CLASSES.update(_ALIKE)


def _resolved(value, whole):
    """The value with what it refers to in place: "${model.params.encoder_config.params}"."""
    if isinstance(value, dict):
        return {key: _resolved(each, whole) for key, each in value.items()}
    if isinstance(value, list):
        return [_resolved(each, whole) for each in value]
    if isinstance(value, str) and value.startswith("${") and value.endswith("}") and ":" not in value:
        found = whole
        for key in value[2:-1].split("."):
            found = found[key]
        return found
    return value


def model_of(text):
    described = yaml.safe_load(text)
    described = _resolved(described, described)
    described = described.get("model", described)
    if "target" not in described:
        return unknown_member("a model without a target", "latent diffusion")
    model = instantiate(described)
    inputs = model.usual_inputs() if hasattr(model, "usual_inputs") else {}
    if inputs:
        ask(model, **inputs)
    return model
