# Functions of torchvision.transforms that models call on tensors.
import torch.nn.functional as F


def _sides(size):
    if isinstance(size, int):
        return size, size
    return (size[0], size[0]) if len(size) == 1 else (size[0], size[1])


def center_crop(img, output_size):
    height, width = _sides(output_size)
    more_rows, more_columns = max(height - img.shape[-2], 0), max(width - img.shape[-1], 0)
    if more_rows > 0 or more_columns > 0:
        img = F.pad(img, (0, more_columns, 0, more_rows))
    return img[..., :height, :width]


def crop(img, top, left, height, width):
    return img[..., :height, :width]


def resize(img, size, *args, **kwargs):
    return F.interpolate(img, size=_sides(size))


def hflip(img):
    return img


def vflip(img):
    return img


def normalize(tensor, mean, std, inplace=False):
    return tensor
