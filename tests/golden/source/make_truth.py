# Writes truth.json: what PyTorch builds of each source here, and the multiply-accumulates of its forward pass. Run by
# Debian's python3 with python3-torch.
import importlib.util
import json
import pathlib
import sys

import torch

folder = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(folder / 'stand_ins'))
sys.path.append(str(folder.parents[2] / 'scripts'))

from compare_with_pytorch.counter import Counter

torch.inference_mode = lambda: lambda function: function  # in it the counter sees no matrix products


def image(*sizes):
    return torch.randn(sizes)


def words(count, *sizes):
    return torch.randint(0, count, sizes)


def count_macs(model, inputs):
    """Gradients stay on: without them nn.MultiheadAttention runs as one native kernel, whose products are not seen."""
    with Counter() as counter:
        model.eval()(*inputs)
    return counter.macs


# Each source, the model that it builds (also by what the text itself builds last, or by the defaults of the class that no
# other uses), and what it is called with; 'build' where the text alone does not tell.
SOURCES = {
    'gpt': ('GPT(GPTConfig())', lambda: (words(1000, 1, 64),)),
    'lenet': ('Net()', lambda: (image(1, 1, 28, 28),)),
    'resnet': ('ResNet18()', lambda: (image(1, 3, 32, 32),)),
    'transformer': ('Transformer()', lambda: (words(50, 1, 10), words(50, 1, 9))),
    'shared': ('Shared()', None),
    'hierarchy': ('Model()', None),
    'recurrent': ('model', lambda: (words(50, 7, 2), words(50, 5, 2))),
    'torch_transformer': ('Classifier()', None),
    'unet': ('UNet()', lambda: (image(1, 3, 96, 96),)),
    'vit': ('ViT()', lambda: (image(1, 3, 224, 224),)),
    'everything': ('Everything()', None),
    'blocks': ('Net()', lambda: (image(2, 3, 32, 32),)),
    'attention_einsum': ('ImageReader()', lambda: (image(2, 3, 32, 32),)),
    'relative_position': ('Encoder()', lambda: (words(1000, 2, 10),)),
    'windows': ('Windows()', lambda: (image(1, 3, 56, 56),)),
    'convnext': ('ConvNet()', lambda: (image(1, 3, 64, 64),)),
    'mobilenet_v2': ('net', lambda: (image(1, 3, 64, 64),)),
    'mobilenet_v3': ('mobilenet_v3_small(num_classes=50)', lambda: (image(1, 3, 64, 64),)),
    'efficientnet': ('EfficientNet(version="b1", num_classes=10)', lambda: (image(1, 3, 240, 240),), 'build'),
    'densenet': ('DenseNet()', lambda: (image(1, 3, 64, 64),)),
    'inception': ('Inception(num_classes=100, init_weights=True)', lambda: (image(1, 3, 75, 75),)),
    'vgg': ('model', lambda: (image(1, 3, 32, 32),)),
    'registry': ('model', lambda: (image(1, 3, 64, 64),)),
    'unet_skips': ('UNET(in_channels=1)', lambda: (image(3, 1, 64, 64),), 'build'),
    'vae': ('model', lambda: (image(2, 3, 32, 32),)),
    'vqvae': ('model', lambda: (image(1, 3, 32, 32),)),
    'dcgan': ('netG', lambda: (image(1, 100, 1, 1),)),
    'wgan': ('Pair()', lambda: (image(2, 100),)),
    'pix2pix': ("Pix2Pix('batch')", lambda: (image(1, 3, 64, 64),)),
    'cyclegan': ('Cycle()', lambda: (image(1, 3, 64, 64),), 'build'),
    'stylegan': ('g_ema', lambda: (image(2, 128),)),
    'diffusion_unet': ('Unet()', lambda: (image(1, 3, 32, 32), torch.tensor([7.0]))),
    'nerf': ('model', lambda: (image(16, 90),)),
    'pointnet': ('PointNetDenseCls(k=3, feature_transform=True)', lambda: (image(4, 3, 250),)),
    'graph': ('GAT()', lambda: (image(12, 64), torch.ones(12, 12))),
    'bilstm_crf': ('model', lambda: (words(10, 6), words(10, 6, 8))),
    'attention_seq2seq': ('build(hidden=96)', lambda: (words(500, 2, 10),)),
    'siamese': ('SiameseNet()', lambda: (image(2, 1, 28, 28), image(2, 1, 28, 28))),
    'clip_pair': ('model', lambda: (image(2, 3, 64, 64), words(500, 2, 16))),
    'mixer': ('model', lambda: (image(1, 3, 64, 32),)),
    'gmlp': ('model', lambda: (words(2000, 1, 32),)),
    'perceiver': ('Perceiver()', lambda: (image(1, 16, 16, 3),)),
    'performer': ('Efficient()', lambda: (words(300, 2, 48),)),
    'llama': ('Transformer(ModelArgs())', lambda: (words(1000, 1, 16),)),
    'experts': ('small', lambda: (words(500, 1, 16),)),
    'mamba': ('Mamba(ModelArgs(d_model=64, n_layer=2, vocab_size=301))', lambda: (words(300, 1, 8),), 'build'),
    'rwkv': ('model', lambda: (words(400, 1, 8),)),
    'wavenet': ('Audio()', lambda: (words(64, 2, 80),)),
    'tacotron': ('Tacotron()', lambda: (words(80, 2, 12),)),
    'super_resolution': ('SR()', lambda: (image(1, 3, 16, 16),)),
    'yolo': ('YOLO(num_classes=20)', lambda: (image(2, 3, 96, 96),)),
    'pyramid': ('Detector()', lambda: (image(1, 3, 64, 64),)),
    'lora': ('model', lambda: (image(2, 64),)),
    'hypernetwork': ('PrimaryNetwork()', lambda: (image(1, 3, 16, 16),)),
    'kan': ('model', lambda: (image(2, 784),)),
    'fourier': ('FNO2d()', lambda: (image(1, 32, 32, 1),)),
    'actor_critic': ('Agents()', lambda: (image(1, 4, 84, 84),)),
    'capsules': ('CapsuleNetwork()', lambda: (image(1, 1, 28, 28),)),
    'equilibrium': ('model', lambda: (image(1, 3, 32, 32),)),
    'bases': ('Network()', lambda: (image(2, 32),)),
    'match_config': ('Net()', lambda: (image(1, 3, 16, 16),)),
    'bert': ('PairLM()', lambda: (words(1200, 1, 16),)),
    'light_cnn': ('LightNet()', lambda: (image(1, 3, 96, 96),)),
    'conv_lstm': ('convlstm', lambda: (image(2, 4, 8, 12, 12),)),
    'text_cnn': ('model', lambda: (words(8, 2, 12),)),
    'parametrized': ('Net()', lambda: (image(2, 9, 32),)),
    'search_space': ('Search()', lambda: (image(1, 3, 32, 32),)),
    'names': ('Names()', lambda: (image(1, 3, 16, 16),)),
    'flow': ('Flow()', lambda: (image(2, 6),)),
    'timm_style': ('net', lambda: (image(2, 3, 64, 64),)),
    'googlenet': ('GoogLeNet(aux_logits=True, num_classes=1000)', lambda: (image(1, 3, 224, 224),)),
    'tied_lm': ('model', lambda: (words(1000, 20, 1),)),
    'notebook': ('model', lambda: (image(1, 3, 32, 32),)),
}


def build(name, construct):
    """The module that `construct` gives in the source's names; a name of its main part runs that part."""
    is_made_in_main = construct.isidentifier() and '__main__' in (folder / f'{name}.py').read_text()
    spec = importlib.util.spec_from_file_location('__main__' if is_made_in_main else name, folder / f'{name}.py')
    module = importlib.util.module_from_spec(spec)
    if not is_made_in_main:
        sys.modules[name] = module
    spec.loader.exec_module(module)
    return eval(construct, vars(module))


def main():
    truth = {}
    for name, (construct, make_input, *build_is_told) in SOURCES.items():
        model = build(name, construct)
        truth[name] = {
            'parameters': sum(p.numel() for p in model.parameters()),
            'trainable': sum(p.numel() for p in model.parameters() if p.requires_grad),
            'buffers': sum(b.numel() for b in model.buffers()),
        }
        if build_is_told:
            truth[name]['build'] = construct
        if make_input is not None:
            inputs = make_input()
            truth[name] |= {'inputs': [list(each.shape) for each in inputs], 'macs': count_macs(model, inputs)}
    (folder / 'truth.json').write_text(json.dumps(truth, indent=1) + '\n')


if __name__ == '__main__':
    main()
