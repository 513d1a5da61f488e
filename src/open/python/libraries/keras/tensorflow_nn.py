# The functions of tf.nn: activations, by their names in configs.
from keras import Layer


def relu(x, *args, **kwargs):
    return Layer(_class='Activation', activation='relu')(x)


def sigmoid(x, *args, **kwargs):
    return Layer(_class='Activation', activation='sigmoid')(x)


def tanh(x, *args, **kwargs):
    return Layer(_class='Activation', activation='tanh')(x)


def softmax(x, *args, **kwargs):
    return Layer(_class='Activation', activation='softmax')(x)


def gelu(x, *args, **kwargs):
    return Layer(_class='Activation', activation='gelu')(x)


def silu(x, *args, **kwargs):
    return Layer(_class='Activation', activation='silu')(x)


def elu(x, *args, **kwargs):
    return Layer(_class='Activation', activation='elu')(x)


swish = silu
