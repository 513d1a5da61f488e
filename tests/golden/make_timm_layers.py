"""Writes timm_layers.json: the parameters of timm's layers and blocks with arguments drawn at random. Run with timm 1.0.29 or later.

{"imports": the lines above the model, "layers": [[expression, parameters], ...]}
"""
import json
import pathlib

IMPORTS = '''import torch
import torch.nn as nn
from timm.layers import (AttentionPoolLatent, ConvMlp, GluMlp, LayerNorm2d, LayerScale, Mlp, PatchEmbed, SqueezeExcite,
                         SwiGLU)
from timm.models.vision_transformer import Attention, Block, VisionTransformer
'''

LAYERS = [
    'Attention(dim=16, dim_out=8, qkv_bias=False, scale_norm=False, proj_bias=True)',
    'Attention(dim=16, num_heads=16, proj_bias=True, gated=False)',
    'Attention(dim=16, num_heads=8, qkv_bias=True, norm_layer=None)',
    'Attention(dim=32, num_heads=1, qkv_bias=True, gated=True)',
    'Attention(dim=32, num_heads=4, dim_out=16, proj_bias=True)',
    'Attention(dim=32, num_heads=8, proj_bias=False)',
    'Attention(dim=32, qkv_bias=False, qk_norm=True, norm_layer=nn.LayerNorm)',
    'Attention(dim=32, qkv_bias=True, proj_bias=True)',
    'Attention(dim=64, num_heads=3, attn_head_dim=32, qkv_bias=False, proj_bias=False, gated=True)',
    'Attention(dim=64, num_heads=8, attn_head_dim=32, qkv_bias=True, scale_norm=False, proj_bias=False)',
    'Attention(dim=8, attn_head_dim=8, gated=False)',
    'Attention(dim=8, num_heads=8, scale_norm=False, norm_layer=nn.LayerNorm)',
    'Attention(dim=8, qkv_bias=False, scale_norm=False, norm_layer=None)',
    'AttentionPoolLatent(in_features=16, num_heads=8, mlp_ratio=0.25, qkv_bias=True, act_layer=nn.GELU)',
    'AttentionPoolLatent(in_features=16, out_features=64, embed_dim=64, num_heads=8, mlp_ratio=0.25, latent_len=1, act_layer=nn.GELU)',
    'AttentionPoolLatent(in_features=16, qkv_bias=False, latent_len=1)',
    'AttentionPoolLatent(in_features=32, embed_dim=32, feat_size=16, qkv_bias=False, qk_norm=True, norm_layer=nn.LayerNorm, act_layer=nn.ReLU)',
    'AttentionPoolLatent(in_features=32, feat_size=16, mlp_ratio=0.5, q_proj=True, qk_norm=True, norm_layer=nn.LayerNorm, act_layer=nn.ReLU)',
    'AttentionPoolLatent(in_features=32, feat_size=64, q_proj=False, qk_norm=False)',
    'AttentionPoolLatent(in_features=32, mlp_ratio=4.0)',
    'AttentionPoolLatent(in_features=32, out_features=16, embed_dim=64, feat_size=32, qkv_bias=True)',
    'AttentionPoolLatent(in_features=32, qk_norm=True, act_layer=nn.PReLU)',
    'AttentionPoolLatent(in_features=64, embed_dim=8, qk_norm=True, norm_layer=None, act_layer=nn.ReLU)',
    'AttentionPoolLatent(in_features=64, feat_size=32, mlp_ratio=0.25, q_proj=True, norm_layer=nn.LayerNorm, act_layer=nn.ReLU)',
    'AttentionPoolLatent(in_features=64, out_features=32, mlp_ratio=4.0, norm_layer=None)',
    'AttentionPoolLatent(in_features=8, out_features=32, mlp_ratio=4.0, norm_layer=None, act_layer=nn.ReLU)',
    'AttentionPoolLatent(in_features=8, qkv_bias=False, q_proj=True, qk_norm=True, latent_len=1, latent_dim=8, norm_layer=None, act_layer=nn.PReLU)',
    'Block(dim=16, num_heads=1, mlp_ratio=0.25, qkv_bias=True, scale_attn_norm=True, act_layer=nn.GELU, depth=2)',
    'Block(dim=16, num_heads=2, mlp_ratio=0.5, qk_norm=True, scale_attn_norm=False, proj_bias=True, depth=2)',
    'Block(dim=16, num_heads=2, mlp_ratio=4.0, act_layer=nn.ReLU, depth=4)',
    'Block(dim=16, num_heads=2, qk_norm=True, scale_attn_norm=False, scale_mlp_norm=False, proj_bias=True, act_layer=nn.PReLU, depth=1)',
    'Block(dim=16, num_heads=4, qk_norm=False, scale_mlp_norm=True, act_layer=nn.GELU, depth=4)',
    'Block(dim=16, num_heads=4, scale_mlp_norm=True, act_layer=nn.ReLU, depth=4)',
    'Block(dim=32, num_heads=2, qk_norm=False, scale_mlp_norm=True, depth=3)',
    'Block(dim=64, num_heads=1, qk_norm=False, scale_attn_norm=True, norm_layer=nn.LayerNorm)',
    'Block(dim=64, num_heads=1, qkv_bias=True, scale_attn_norm=True, scale_mlp_norm=True, proj_bias=False)',
    'Block(dim=64, num_heads=4, mlp_ratio=2.0, qkv_bias=False, scale_mlp_norm=True, proj_bias=True)',
    'Block(dim=64, num_heads=4, qk_norm=False, proj_bias=False, act_layer=nn.PReLU)',
    'Block(dim=8, num_heads=1, qkv_bias=False, qk_norm=True)',
    'Block(dim=8, num_heads=2, mlp_ratio=4.0, qk_norm=True, scale_mlp_norm=True, proj_bias=True, depth=2)',
    'ConvMlp(in_features=16, act_layer=nn.GELU, norm_layer=nn.LayerNorm)',
    'ConvMlp(in_features=16, norm_layer=nn.LayerNorm)',
    'ConvMlp(in_features=64, act_layer=nn.PReLU, norm_layer=None, bias=False)',
    'ConvMlp(in_features=8, act_layer=nn.ReLU)',
    'GluMlp(in_features=16, hidden_features=32, norm_layer=nn.LayerNorm, use_conv=False)',
    'GluMlp(in_features=64, act_layer=nn.ReLU)',
    'GluMlp(in_features=64, hidden_features=32, use_conv=True, gate_last=False)',
    'GluMlp(in_features=8, act_layer=nn.PReLU, norm_layer=nn.LayerNorm, bias=False, use_conv=True)',
    'LayerNorm2d(num_channels=16)',
    'LayerNorm2d(num_channels=8)',
    'LayerNorm2d(num_channels=8)',
    'LayerNorm2d(num_channels=8)',
    'LayerScale(dim=16)',
    'LayerScale(dim=32)',
    'LayerScale(dim=64)',
    'LayerScale(dim=64)',
    'Mlp(in_features=16, act_layer=nn.GELU)',
    'Mlp(in_features=32, out_features=64, use_conv=True)',
    'Mlp(in_features=8)',
    'Mlp(in_features=8, act_layer=nn.PReLU)',
    'PatchEmbed(img_size=1, patch_size=8, embed_dim=16, norm_layer=nn.LayerNorm)',
    'PatchEmbed(patch_size=4, in_chans=3, bias=False)',
    'PatchEmbed(patch_size=8, in_chans=3, flatten=False, bias=True, dynamic_img_pad=True)',
    'PatchEmbed(patch_size=8, norm_layer=None, bias=False, strict_img_size=True)',
    'SqueezeExcite(channels=32, bias=False, norm_layer=None)',
    'SqueezeExcite(channels=32, rd_ratio=0.0625, rd_channels=16, act_layer=nn.PReLU)',
    'SqueezeExcite(channels=64, rd_ratio=0.25, rd_divisor=1)',
    'SqueezeExcite(channels=8, rd_divisor=4, add_maxpool=True)',
    'SwiGLU(in_features=16, out_features=8, act_layer=nn.ReLU, bias=False)',
    'SwiGLU(in_features=32, hidden_features=8)',
    'SwiGLU(in_features=64, bias=False, align_to=2)',
    'SwiGLU(in_features=8, hidden_features=32, act_layer=nn.PReLU, bias=True, align_to=8)',
    'VisionTransformer(depth=1, mlp_ratio=4.0, scale_attn_norm=False, reg_tokens=16, dynamic_img_size=True, fix_init=False, norm_layer=nn.LayerNorm)',
    'VisionTransformer(img_size=16, depth=8, no_embed_class=True, pre_norm=True, final_norm=False, dynamic_img_size=True, dynamic_img_pad=True, norm_layer=nn.LayerNorm)',
    'VisionTransformer(img_size=16, mlp_ratio=0.5, proj_bias=False, class_token=True, reg_tokens=3, dynamic_img_size=True, dynamic_img_pad=False, norm_layer=nn.LayerNorm)',
    'VisionTransformer(img_size=2, num_heads=3, qkv_bias=False, class_token=True, no_embed_class=True, pool_include_prefix=True, dynamic_img_size=True, fix_init=True, act_layer=nn.GELU)',
    'VisionTransformer(img_size=2, patch_size=2, mlp_ratio=0.25, qkv_bias=False, qk_norm=True, scale_attn_norm=False, scale_mlp_norm=False, class_token=True, pre_norm=False, final_norm=False, dynamic_img_size=False, act_layer=nn.ReLU)',
    'VisionTransformer(img_size=224, in_chans=2, num_heads=16, mlp_ratio=0.25, qkv_bias=True, qk_norm=True, scale_attn_norm=True, no_embed_class=True, final_norm=False, pool_include_prefix=True, fix_init=True, norm_layer=None)',
    'VisionTransformer(img_size=224, mlp_ratio=0.5, qkv_bias=True, qk_norm=False, reg_tokens=1, pre_norm=True, pool_include_prefix=True, norm_layer=None)',
    'VisionTransformer(img_size=224, patch_size=16, num_classes=16, depth=16, mlp_ratio=0.5, qkv_bias=False, scale_mlp_norm=True, reg_tokens=0, dynamic_img_size=False, norm_layer=nn.LayerNorm)',
    'VisionTransformer(in_chans=3, embed_dim=8, num_heads=2, mlp_ratio=0.5, qk_norm=True, scale_mlp_norm=False, proj_bias=True, class_token=True, no_embed_class=True, reg_tokens=8, dynamic_img_size=False)',
    'VisionTransformer(num_classes=2, num_heads=1, mlp_ratio=4.0, qkv_bias=False, scale_mlp_norm=True, no_embed_class=True, dynamic_img_size=False, dynamic_img_pad=True)',
    'VisionTransformer(patch_size=16, num_heads=12, mlp_ratio=4.0, scale_attn_norm=True, scale_mlp_norm=False, no_embed_class=True, pre_norm=True, final_norm=True, fix_init=False)',
    'VisionTransformer(patch_size=2, in_chans=1, num_classes=4, num_heads=3, pool_include_prefix=True, dynamic_img_size=False, dynamic_img_pad=True, norm_layer=None, act_layer=nn.PReLU)',
    'VisionTransformer(patch_size=3, embed_dim=768, depth=1, mlp_ratio=2.0, qk_norm=False, scale_mlp_norm=False, proj_bias=False, pre_norm=True, pool_include_prefix=False, fix_init=True)',
]


def main():
    names = {}
    exec(IMPORTS, names)
    rows = [[each, sum(p.numel() for p in eval(each, names).parameters())] for each in LAYERS]
    text = ',\n'.join(json.dumps(row) for row in rows)
    path = pathlib.Path(__file__).with_name('timm_layers.json')
    path.write_text(f'{{"imports": {json.dumps(IMPORTS)}, "layers": [\n{text}\n]}}\n')


if __name__ == '__main__':
    main()
