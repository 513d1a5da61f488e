# Writes library_models.json: the parameters of torchvision's models, as PyTorch builds them by their names. Run by
# Debian's python3 with python3-torchvision.
import json
import pathlib

import torchvision

NAMES = '''alexnet convnext_base convnext_small convnext_tiny densenet121 densenet161 densenet169 densenet201 efficientnet_b0 efficientnet_b3 efficientnet_b7
inception_v3 mobilenet_v2 mobilenet_v3_large mobilenet_v3_small resnet18 resnet34 resnet50 resnet101 resnet152 resnext50_32x4d resnext101_32x8d squeezenet1_0 squeezenet1_1 vgg11 vgg11_bn
vgg13 vgg16 vgg16_bn vgg19 vit_b_16 vit_b_32 vit_l_16
wide_resnet50_2 wide_resnet101_2'''

counts = {}
for name in NAMES.split():
    model = getattr(torchvision.models, name)(**({'init_weights': False} if name == 'inception_v3' else {}))
    counts[name] = sum(parameter.numel() for parameter in model.parameters())
path = pathlib.Path(__file__).with_name('library_models.json')
path.write_text(json.dumps(counts, indent=1) + '\n')
