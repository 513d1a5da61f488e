# Keras as far as a model's layers and what feeds them are concerned. A model becomes the config that Keras itself writes
# (model.to_json()), which the reader of Keras's configs counts: it has the table of layers.

# The arguments of layers in their order, with the values of those that configs must have.
_SIGNATURES = {
    'Dense': {'units': None, 'activation': None, 'use_bias': True},
    'Embedding': {'input_dim': None, 'output_dim': None},
    'Activation': {'activation': None},
    'Dropout': {'rate': None},
    'SpatialDropout1D': {'rate': None},
    'SpatialDropout2D': {'rate': None},
    'GaussianNoise': {'stddev': None},
    'GaussianDropout': {'rate': None},
    'AlphaDropout': {'rate': None},
    'LeakyReLU': {'negative_slope': None},
    'ELU': {'alpha': None},
    'Softmax': {'axis': -1},
    'Reshape': {'target_shape': None},
    'Permute': {'dims': None},
    'RepeatVector': {'n': None},
    'Masking': {'mask_value': None},
    'Rescaling': {'scale': None, 'offset': None},
    'Resizing': {'height': None, 'width': None},
    'CenterCrop': {'height': None, 'width': None},
    'RandomCrop': {'height': None, 'width': None},
    'Lambda': {'function': None, 'output_shape': None},
    'Concatenate': {'axis': -1},
    'Dot': {'axes': None},
    'BatchNormalization': {'axis': -1, 'momentum': None, 'epsilon': 0.001, 'center': True, 'scale': True},
    'LayerNormalization': {'axis': -1, 'epsilon': 0.001, 'center': True, 'scale': True},
    'GroupNormalization': {'groups': 32, 'axis': -1, 'epsilon': 0.001, 'center': True, 'scale': True},
    'RMSNormalization': {'axis': -1, 'epsilon': 1e-06},
    'PReLU': {'alpha_initializer': None, 'alpha_regularizer': None, 'alpha_constraint': None, 'shared_axes': None},
    'Bidirectional': {'layer': None, 'merge_mode': 'concat'},
    'TimeDistributed': {'layer': None},
    'MultiHeadAttention': {'num_heads': None, 'key_dim': None, 'value_dim': None, 'dropout': None, 'use_bias': True},
    'Cropping1D': {'cropping': 1},
    'Cropping2D': {'cropping': 0},
    'Cropping3D': {'cropping': 1},
    'ZeroPadding1D': {'padding': 1},
    'ZeroPadding2D': {'padding': 1},
    'ZeroPadding3D': {'padding': 1},
    'UpSampling1D': {'size': 2},
    'UpSampling2D': {'size': 2, 'data_format': None, 'interpolation': 'nearest'},
    'UpSampling3D': {'size': 2},
}
for _rank in ('1D', '2D', '3D'):
    _window = {'filters': None, 'kernel_size': None, 'strides': 1, 'padding': 'valid'}
    _SIGNATURES['Conv' + _rank] = {
        **_window, 'data_format': None, 'dilation_rate': 1, 'groups': 1, 'activation': None, 'use_bias': True}
    _SIGNATURES['Convolution' + _rank] = _SIGNATURES['Conv' + _rank]
    _SIGNATURES['Conv' + _rank + 'Transpose'] = {
        **_window, 'output_padding': None, 'data_format': None, 'dilation_rate': 1, 'activation': None, 'use_bias': True}
    _SIGNATURES['SeparableConv' + _rank] = {
        **_window, 'data_format': None, 'dilation_rate': 1, 'depth_multiplier': 1, 'activation': None, 'use_bias': True}
    _SIGNATURES['DepthwiseConv' + _rank] = {
        'kernel_size': None, 'strides': 1, 'padding': 'valid', 'depth_multiplier': 1, 'data_format': None,
        'dilation_rate': 1, 'activation': None, 'use_bias': True}
    for _pool in ('Max', 'Average'):
        _SIGNATURES[_pool + 'Pooling' + _rank] = {
            'pool_size': 2, 'strides': None, 'padding': 'valid', 'data_format': None}
for _cell in ('LSTM', 'GRU', 'SimpleRNN'):
    _SIGNATURES[_cell] = {
        'units': None, 'activation': 'tanh', 'recurrent_activation': 'sigmoid', 'use_bias': True,
        'return_sequences': False, 'return_state': False}
_SIGNATURES['GRU']['reset_after'] = True

_names = {}
_serials = []


def _snake(name):
    text = ''
    for i, letter in enumerate(name):
        starts_word = i + 1 < len(name) and (name[i + 1].islower() or name[i + 1].isdigit())
        if i > 0 and letter.isupper() and (name[i - 1].islower() or starts_word):
            text += '_'
        text += letter.lower()
    return text


def _new_name(name):
    count = _names.get(name, 0)
    _names[name] = count + 1
    return name if count == 0 else f'{name}_{count}'


def _tensors(value):
    if isinstance(value, _Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in _tensors(item)]
    if isinstance(value, dict):
        return _tensors(list(value.values()))
    return []


def _plain(value):
    if isinstance(value, Layer):
        return {'class_name': type(value).__name__, 'config': value._plain_config()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


class _Tensor:
    def __init__(self, layer, call, inputs, shape=None):
        self._layer = layer
        self._call = call
        self._inputs = inputs
        self.shape = shape

    def _source(self):
        return [self._layer.name, self._call, 0, {}]

    def __add__(self, other):
        return _merge('Add', self, other)

    def __radd__(self, other):
        return _merge('Add', self, other)

    def __sub__(self, other):
        return _merge('Subtract', self, other)

    def __mul__(self, other):
        return _merge('Multiply', self, other)

    def __rmul__(self, other):
        return _merge('Multiply', self, other)

    def __truediv__(self, other):
        return _operation(self, other)

    def __getitem__(self, key):
        return _operation(self)


def _merge(kind, one, other):
    if isinstance(other, _Tensor):
        return Layer(_class=kind)([one, other])
    return _operation(one)


def _operation(*arguments, **named):
    return Layer(_class='TFOpLambda')(list(arguments) + list(named.values()))


class Layer:
    def __init__(self, *args, **kwargs):
        self._class = kwargs.pop('_class', type(self).__name__)
        signature = _SIGNATURES.get(self._class, {})
        self._config = dict(signature)
        for key, value in zip(signature, args):
            self._config[key] = value
        self._config.update(kwargs)
        self.name = kwargs.get('name') or _new_name(_snake(self._class))
        self._trainable = kwargs.get('trainable', True)
        self._calls = []
        self._has_weights = False
        self._is_built = False
        self._serial = len(_serials)
        _serials.append(self.name)
        shape = kwargs.get('input_shape')
        if shape is None and self._class != 'Embedding' and 'input_dim' in kwargs:
            shape = (kwargs['input_dim'],)
        if shape is None and self._class == 'Embedding':
            shape = (kwargs.get('input_length'),)
        if shape is not None:
            self._config['batch_input_shape'] = (None,) + tuple(shape)

    def __call__(self, *args, **kwargs):
        if hasattr(self, 'call'):
            if hasattr(self, 'build') and not self._is_built and not isinstance(self, Model):
                self._is_built = True
                self.build(_operation())
            if not self._has_weights:
                return self.call(*args, **kwargs)
        inputs = _tensors(list(args)) + _tensors(kwargs)
        self._calls.append([tensor._source() for tensor in inputs])
        return _Tensor(self, len(self._calls) - 1, inputs)

    @property
    def trainable(self):
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = value
        for layer in self._sublayers():
            layer.trainable = value

    def _sublayers(self):
        return [layer for value in list(self.__dict__.values()) for layer in _layers_in(value)]

    def add_weight(self, *args, **kwargs):
        self._has_weights = True
        return _operation()

    def _plain_config(self):
        config = {key: _plain(value) for key, value in self._config.items()}
        config['name'] = self.name
        config['trainable'] = self.trainable
        return config

    def _as_config(self):
        return {'class_name': self._class, 'name': self.name, 'config': self._plain_config(),
                'inbound_nodes': self._calls}


class InputLayer(Layer):
    pass


def Input(shape=None, batch_size=None, name=None, batch_shape=None, **kwargs):
    whole = None
    if batch_shape is not None:
        whole = tuple(batch_shape)
    elif shape is not None:
        whole = (batch_size,) + tuple(shape)
    layer = InputLayer(_class='InputLayer', name=name or _new_name('input'))
    layer._config['batch_input_shape'] = whole
    return _Tensor(layer, 0, [], whole)


def _layers_behind(tensors):
    layers = {}
    seen = {}
    waiting = list(tensors)
    while waiting:
        tensor = waiting.pop()
        layer = tensor._layer
        if layer is None or (layer._serial, tensor._call) in seen:
            continue
        seen[(layer._serial, tensor._call)] = True
        layers[layer._serial] = layer
        waiting.extend(tensor._inputs)
    return [layers[serial] for serial in sorted(layers)]


def _layers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        value = [value]
    return [item for item in value if isinstance(item, Layer)]


# Keras trains nothing inside what is not trained.
def _freeze(config):
    for layer in config.get('layers', []):
        layer['config']['trainable'] = False
        _freeze(layer['config'])


def _functional(name, inputs, outputs):
    inputs, outputs = _tensors(inputs), _tensors(outputs)
    return {'name': name, 'layers': [layer._as_config() for layer in _layers_behind(outputs + inputs)],
            'input_layers': [tensor._source()[:3] for tensor in inputs],
            'output_layers': [tensor._source()[:3] for tensor in outputs]}


class Model(Layer):
    def __init__(self, inputs=None, outputs=None, name=None, **kwargs):
        super().__init__(name=name)
        self._shape = None
        self.inputs = inputs
        self.outputs = outputs
        self.input = inputs
        self.output = outputs

    def build(self, input_shape=None):
        self._shape = input_shape

    def __call__(self, *args, **kwargs):
        tensors = _tensors(list(args)) + _tensors(kwargs)
        is_data = len(tensors) > 0 and tensors[0]._layer is None
        if is_data:
            self._shape = tensors[0].shape
            return tensors[0]
        return super().__call__(*args, **kwargs)

    def _model_config(self):
        if self._has_weights:
            raise NotImplementedError('weights that a model adds beside its layers are not read')
        if self.outputs is not None:
            return _functional(self.name, self.inputs, self.outputs)
        shape = self._shape
        if isinstance(shape, list) and len(shape) > 0 and isinstance(shape[0], (list, tuple)):
            inputs = [Input(batch_shape=each) for each in shape]
        else:
            inputs = Input(batch_shape=shape)
        return _functional(self.name, inputs, self.call(inputs))

    def _sublayers(self):
        if self.outputs is not None:
            return _layers_behind(_tensors(self.outputs) + _tensors(self.inputs))
        return super()._sublayers()

    def _plain_config(self):
        config = self._model_config()
        if self.trainable is False:
            _freeze(config)
        return {**config, 'trainable': self.trainable}

    def compile(self, *args, **kwargs):
        pass

    fit = evaluate = predict = summary = save = load_weights = save_weights = compile


class Sequential(Model):
    def __init__(self, layers=None, name=None, **kwargs):
        super().__init__(name=name)
        self.layers = []
        for layer in layers or []:
            self.add(layer)

    def add(self, layer):
        self.layers.append(layer._layer if isinstance(layer, _Tensor) else layer)

    def pop(self):
        self.layers.pop()

    def _model_config(self):
        if any(hasattr(layer, 'call') for layer in self.layers):
            return self._as_functional()
        config = {'name': self.name, 'layers': [layer._as_config() for layer in self.layers]}
        if self._shape is not None:
            config['build_input_shape'] = self._shape
        return config

    def _as_functional(self):
        first = self.layers[0]
        shape = first._config.get('batch_input_shape', self._shape)
        x = inputs = Input(batch_shape=shape)
        for layer in self.layers:
            if layer._class != 'InputLayer':
                x = layer(x)
        return _functional(self.name, inputs, x)


Functional = Model


def config_of(model):
    if not isinstance(model, Model):
        model = Sequential([model])
    return {'class_name': type(model).__name__, 'config': model._plain_config()}


def _data(shape, *args, **kwargs):
    return _Tensor(None, 0, [], tuple(shape))


def add(inputs, **kwargs):
    return Layer(_class='Add')(inputs)


def subtract(inputs, **kwargs):
    return Layer(_class='Subtract')(inputs)


def multiply(inputs, **kwargs):
    return Layer(_class='Multiply')(inputs)


def average(inputs, **kwargs):
    return Layer(_class='Average')(inputs)


def maximum(inputs, **kwargs):
    return Layer(_class='Maximum')(inputs)


def concatenate(inputs, axis=-1, **kwargs):
    return Layer(_class='Concatenate', axis=axis)(inputs)


from keras.layers import AveragePooling1D as AvgPool1D
from keras.layers import AveragePooling2D as AvgPool2D
from keras.layers import AveragePooling3D as AvgPool3D
from keras.layers import GlobalAveragePooling1D as GlobalAvgPool1D
from keras.layers import GlobalAveragePooling2D as GlobalAvgPool2D
from keras.layers import GlobalMaxPooling1D as GlobalMaxPool1D
from keras.layers import GlobalMaxPooling2D as GlobalMaxPool2D
from keras.layers import MaxPooling1D as MaxPool1D
from keras.layers import MaxPooling2D as MaxPool2D
from keras.layers import MaxPooling3D as MaxPool3D
