# Writes truth.json: what PyTorch builds of each source here. Run by Debian's python3 with python3-torch.
import importlib.util
import json
import pathlib

CONSTRUCT = {
    'gpt': 'GPT(GPTConfig())', 'lenet': 'Net()', 'resnet': 'ResNet18()', 'transformer': 'Transformer()', 'shared': 'Shared()',
    'hierarchy': 'Model()', 'recurrent': 'model', 'torch_transformer': 'Classifier()', 'unet': 'UNet()', 'vit': 'ViT()',
    'everything': 'Everything()',
}
folder = pathlib.Path(__file__).parent
truth = {}
for name, construct in CONSTRUCT.items():
    path = folder / f'{name}.py'
    if not path.exists():
        continue
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    import sys
    sys.modules[name] = module
    spec.loader.exec_module(module)
    model = eval(construct, vars(module))
    truth[name] = {
        'parameters': sum(p.numel() for p in model.parameters()),
        'trainable': sum(p.numel() for p in model.parameters() if p.requires_grad),
        'buffers': sum(b.numel() for b in model.buffers()),
    }
(folder / 'truth.json').write_text(json.dumps(truth, indent=1) + '\n')
