"""What a forward pass multiplies, as PyTorch runs it."""
import math

from torch.utils._python_dispatch import TorchDispatchMode


class Counter(TorchDispatchMode):
    """Counts the multiply-accumulates of matrix products and convolutions."""
    macs = 0

    def __torch_dispatch__(self, function, kinds, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        name = function._schema.name
        if name in ('aten::mm', 'aten::bmm'):
            self.macs += result.numel() * args[0].shape[-1]
        elif name in ('aten::addmm', 'aten::baddbmm'):
            self.macs += result.numel() * args[1].shape[-1]
        elif name in ('aten::mv', 'aten::dot'):
            self.macs += args[0].numel()
        elif name == 'aten::convolution':
            self.macs += (args[0].numel() if args[6] else result.numel()) * math.prod(args[1].shape[1:])
        return result
