# The models of diffusers that are known without its files.
from _diffusers_autoencoder import AutoencoderKL
from _diffusers_bases import BaseOutput, ConfigMixin, ModelMixin, SchedulerMixin, register_to_config
from _diffusers_dits import HunyuanDiT2DModel, PixArtTransformer2DModel, QwenImageTransformer2DModel, WanTransformer3DModel
from _diffusers_transformers import ChromaTransformer2DModel, FluxTransformer2DModel, SD3Transformer2DModel
from _diffusers_unet import UNet2DConditionModel, UNet2DModel
