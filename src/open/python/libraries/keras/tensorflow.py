# TensorFlow beside Keras: what a model's call() does with tensors.
from keras import Layer, _data, _operation, concatenate


def zeros(shape, *args, **kwargs):
    return _data(shape)


ones = zeros


def Variable(*args, **kwargs):
    raise NotImplementedError('variables of TensorFlow beside its layers are not read')


def concat(values, axis, **kwargs):
    return concatenate(values, axis=axis)


def add(x, y, **kwargs):
    return x + y


def reshape(tensor, shape, **kwargs):
    return _operation(tensor)


def reduce_mean(tensor, *args, **kwargs):
    return _operation(tensor)


reduce_sum = reduce_max = squeeze = expand_dims = transpose = cast = sqrt = exp = square = reduce_mean
identity = stop_gradient = shape = split = stack = reduce_mean


def matmul(a, b, **kwargs):
    return _operation(a, b)
