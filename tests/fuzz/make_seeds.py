"""Writes seeds for the fuzzers of files, small and well-formed, into FOLDER/<fuzzer>/:

    python3 tests/fuzz/make_seeds.py build/fuzzers/seeds
"""
import collections
import io
import json
import pathlib
import pickle
import struct
import sys
import zipfile

folder = pathlib.Path(sys.argv[1])


def write(fuzzer, name, data):
    place = folder / fuzzer
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_bytes(data)


def safetensors(header, body):
    text = json.dumps(header).encode()
    return struct.pack('<Q', len(text)) + text + bytes(body)


def gguf_text(text):
    return struct.pack('<Q', len(text)) + text.encode()


def gguf(version, values, tensors, body, order='<'):
    data = b'GGUF' + struct.pack(order + 'IQQ', version, len(tensors), len(values)) + b''.join(values)
    for name, shape, kind, offset in tensors:
        data += struct.pack(order + 'Q', len(name)) + name.encode() + struct.pack(order + 'I', len(shape))
        data += struct.pack(f'{order}{len(shape)}QIQ', *shape, kind, offset)
    return data + bytes(-len(data) % 32 + body)


def npy(code, shape):
    header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode()


def archive(members, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, 'w', method) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return stream.getvalue()


class Storage:
    """What torch.save keeps apart from the pickle."""

    def __init__(self, kind, key, size):
        self.id = ('storage', Global('torch', kind), key, 'cpu', size)


class Global:
    def __init__(self, module, name):
        self.module, self.name = module, name


class Rebuilt:
    """A call by name, for functions that need not exist here."""

    def __init__(self, function, *arguments, state=None):
        self.function, self.arguments, self.state = function, arguments, state


class Pickler(pickle._Pickler):
    """Python's own pickler in Python, which lets globals be written that cannot be imported."""

    def persistent_id(self, value):
        return value.id if isinstance(value, Storage) else None

    def save(self, value, save_persistent_id=True):
        if isinstance(value, Global):
            self.write(b'c' + value.module.encode() + b'\n' + value.name.encode() + b'\n')
        elif isinstance(value, Rebuilt):
            self.save(value.function)
            self.save(value.arguments)
            self.write(pickle.REDUCE)
            if value.state is not None:
                self.save(value.state)
                self.write(pickle.BUILD)
        else:
            super().save(value, save_persistent_id)


def pickled(value, protocol=2):
    stream = io.BytesIO()
    Pickler(stream, protocol).dump(value)
    return stream.getvalue()


def tensor(key, *shape, kind='FloatStorage'):
    size = 1
    stride = []
    for dimension in reversed(shape):
        stride.insert(0, size)
        size *= dimension
    return Rebuilt(Global('torch._utils', '_rebuild_tensor_v2'), Storage(kind, key, size), 0, shape, tuple(stride), False,
                   Rebuilt(Global('collections', 'OrderedDict')))


state = collections.OrderedDict({'fc.weight': tensor('0', 3, 4), 'fc.bias': tensor('1', 3), 'tied': tensor('0', 3, 4)})
nested = {'model': {'layers': [tensor('0', 3, 4), tensor('1', 2, kind='HalfStorage')]}, 'epoch': 3, 'lr': 0.1, 'done': True,
          'optimizer': {'state': {0: {'m': tensor('1', 2)}}}, 'names': {'a', 'b'}, 'none': None}
array = Rebuilt(Global('numpy.core.multiarray', '_reconstruct'), Global('numpy', 'ndarray'), (0,), b'b',
                state=(1, (2, 3), Rebuilt(Global('numpy', 'dtype'), 'f4', False, True), False, bytes(24)))

write('safetensors', 'small', safetensors({'a.weight': {'dtype': 'F32', 'shape': [2, 3], 'data_offsets': [0, 24]},
                                           'a.bias': {'dtype': 'BF16', 'shape': [2], 'data_offsets': [24, 28]},
                                           '__metadata__': {'format': 'pt'}}, 28))
write('safetensors', 'layers', safetensors({f'l.{i}.w': {'dtype': 'I8', 'shape': [4], 'data_offsets': [4 * i, 4 * i + 4]}
                                            for i in range(4)}, 16))
write('weight_index', 'small', json.dumps({'metadata': {'total_size': 8}, 'weight_map': {'a': 'x.safetensors'}}).encode())
values = [gguf_text('general.architecture') + struct.pack('<I', 8) + gguf_text('llama'),
          gguf_text('n') + struct.pack('<Ii', 5, -3),
          gguf_text('list') + struct.pack('<IIQ', 9, 4, 2) + bytes(8),
          gguf_text('words') + struct.pack('<IIQ', 9, 8, 2) + gguf_text('a') + gguf_text('bc')]
write('gguf', 'small', gguf(3, values, [('blk.0.w', (64, 32), 2, 0), ('norm', (64,), 0, 1152)], 1408))
write('gguf', 'big_endian', gguf(3, [], [('w', (4,), 0, 0)], 16, '>'))
write('npy', 'small', npy('<f4', '(3, 4)') + bytes(48))
write('npz', 'stored', archive({'a.npy': npy('<f2', '(2,)') + bytes(4), 'b/c.npy': npy('|b1', '()') + bytes(1)}))
write('npz', 'deflated', archive({'a.npy': npy('<f8', '(2, 2)') + bytes(32)}, zipfile.ZIP_DEFLATED))
for name, value in {'state': state, 'nested': nested, 'array': array}.items():
    storages = {f'archive/data/{key}': bytes(48) for key in '01'}
    write('pytorch', name, archive({'archive/data.pkl': pickled(value), 'archive/version': b'3\n', **storages}))
    for protocol in range(5):
        write('pickle', f'{name}{protocol}', pickled(value, protocol))
magic = b'\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.'
write('pickle', 'older', magic + pickled(1001) + pickled({'little_endian': True}) + pickled(state) + pickled(['0', '1'])
      + struct.pack('<q', 12) + bytes(48) + struct.pack('<q', 3) + bytes(12))
write('pickle', 'attack', pickled(Rebuilt(Global('os', 'system'), 'true')))
write('config', 'llama', json.dumps({'model_type': 'llama', 'hidden_size': 64, 'num_hidden_layers': 2, 'vocab_size': 100,
                                     'num_attention_heads': 4, 'intermediate_size': 128}).encode())
write('listing', 'sizes', b'fc.weight: torch.Size([3, 4])\nfc.bias: torch.Size([3])\n')
write('listing', 'table', b'| name | shape |\n|---|---|\n| fc.weight | [3, 4] |\n')
write('summary', 'keras', b'Model: "net"\n' + b'_' * 65 + b'\nLayer (type)                 Output Shape              Param #   \n'
      + b'=' * 65 + b'\nflat (Flatten)               (None, 8)                 0         \n'
      b'd (Dense)                    (None, 2)                 18        \n' + b'=' * 65 + b'\nTotal params: 18\n')
write('summary', 'boxes', '┃ Layer (type) ┃ Output Shape ┃ Param # ┃\n│ d (Dense)    │ (None, 2)    │      18 │\nTotal params: 18\n'.encode())
write('summary', 'torchsummary', b'        Layer (type)               Output Shape         Param #\n'
      b'            Linear-1                   [-1, 50]          16,050\nTotal params: 16,050\n')
write('summary', 'torchinfo', 'Layer (type:depth-idx)      Output Shape     Param #\nNet                         [1, 2]           --\n'
      '├─Sequential: 1-1           [1, 8]           --\n│    └─Linear: 2-1          [1, 8]           (40)\nTotal params: 40\n'.encode())
write('tensors', 'gpt2', b'h.0.attn.c_attn.weight\t\x08\x18\nh.0.attn.c_attn.bias\t\x18\nh.0.attn.c_proj.weight\t\x08\x08\n'
      b'h.0.attn.c_proj.bias\t\x08\nbn.running_mean\t\x03\nbn.running_var\t\x03\na.in_proj_weight\t\x18\x08\n'
      b'a.out_proj.weight\t\x08\x08\nr.weight_ih_l0\t\x0c\x03\nr.weight_hh_l0\t\x0c\x03\n')


def varint(value):
    data = b''
    while value >= 128:
        data, value = data + bytes([value % 128 + 128]), value // 128
    return data + bytes([value])


def part(field, *inner):
    data = b''.join(text.encode() if isinstance(text, str) else text for text in inner)
    return varint(field * 8 + 2) + varint(len(data)) + data


def number(field, value):
    return varint(field * 8) + varint(value)


def onnx_node(op, inputs, outputs, *attributes, field=1):
    return part(field, *(part(1, name) for name in inputs), *(part(2, name) for name in outputs), part(4, op), *attributes)


def onnx_ints(name, *values):
    return part(5, part(1, name), *(number(8, value) for value in values))


def onnx_tensor(name, *shape):
    return part(5, *(number(1, size) for size in shape), number(2, 1), part(8, name), part(9, bytes(8)))


def onnx(*graph):
    shape = part(2, *(part(1, number(1, size)) for size in (1, 3, 8, 8)))
    x = part(11, part(1, 'x'), part(2, part(1, number(1, 1), shape)))
    return number(1, 8) + part(2, 'seed') + part(7, x, part(12, part(1, 'y')), *graph)


write('onnx', 'convolution', onnx(onnx_tensor('c.weight', 4, 3, 3, 3), onnx_node('Conv', ['x', 'c.weight'], ['a'], onnx_ints('pads', 1, 1, 1, 1)),
                                  onnx_node('Relu', ['a'], ['b']), onnx_node('MaxPool', ['b'], ['y'], onnx_ints('kernel_shape', 2, 2))))
write('onnx', 'shapes', onnx(onnx_tensor('w', 192, 5), onnx_node('Shape', ['x'], ['s']), onnx_node('Flatten', ['x'], ['f']),
                             onnx_node('MatMul', ['f', 'w'], ['m']), onnx_node('Transpose', ['m'], ['t'], onnx_ints('perm', 1, 0)),
                             onnx_node('Concat', ['m', 'm'], ['c'], part(5, part(1, 'axis'), number(3, 1))),
                             onnx_node('Mystery', ['c', 's'], ['y'], part(5, part(1, 'g'), part(6, onnx_tensor('inner', 2))))))
write('onnx', 'recurrent', onnx(onnx_tensor('l.W', 1, 16, 8), onnx_tensor('l.R', 1, 16, 4), onnx_node('LSTM', ['x', 'l.W', 'l.R'], ['y', 'h'])))
onnx_list = part(5, part(1, 'value'), part(5, number(1, 4), number(2, 7), *(number(7, size) for size in (1, 3, 8, 8))))
onnx_two = part(5, part(1, 'value'), part(5, number(2, 7), number(7, 2)))
onnx_turn = onnx_node('Relu', ['s'], ['t'])


def onnx_graph(name, nodes, inputs, outputs):
    return part(5, part(1, name), part(6, nodes, *(part(11, part(1, x)) for x in inputs), *(part(12, part(1, y)) for y in outputs)))


write('onnx', 'sizes', onnx(onnx_node('Constant', [], ['c'], onnx_list), onnx_node('Shape', ['x'], ['s']), onnx_node('Equal', ['c', 's'], ['e']),
                            onnx_node('Where', ['e', 's', 'c'], ['w']), onnx_node('Slice', ['w', 's', 's', 's'], ['p']),
                            onnx_node('ReduceProd', ['w'], ['r']), onnx_node('Range', ['r', 'r', 'r'], ['q']),
                            onnx_node('ScatterND', ['s', 'c', 's'], ['z']), onnx_node('Expand', ['x', 'w'], ['d']),
                            onnx_node('Tile', ['d', 'c'], ['f']), onnx_node('Gather', ['f', 's'], ['g']), onnx_node('Reshape', ['g', 'c'], ['y'])))
write('onnx', 'control', onnx(onnx_node('Constant', [], ['n'], onnx_two),
                              onnx_node('If', ['n'], ['a'], onnx_graph('then_branch', onnx_turn, [], ['x'])),
                              onnx_node('Loop', ['n', '', 'a'], ['b', 'y'], onnx_graph('body', onnx_turn, ['i', 'go', 's'], ['go', 't', 't']))))
write('onnx', 'function', onnx(onnx_node('Twice', ['x'], ['y'], part(7, 'own'))) +
      part(25, part(1, 'Twice'), part(4, 'a'), part(5, 'c'), part(10, 'own'), onnx_node('Relu', ['a'], ['b'], field=7),
           onnx_node('Twice', ['b'], ['c'], part(7, 'own'), field=7)))
write('onnx', 'attention', onnx(onnx_tensor('w', 8, 24), onnx_node('Reshape', ['x', 'k'], ['r']), onnx_node('Squeeze', ['x'], ['s']),
                                onnx_node('Attention', ['s', 'w'], ['a'], part(7, 'com.microsoft')),
                                onnx_node('GroupQueryAttention', ['a', 'a', 'a', 'x'], ['g', 'k', 'v'], part(7, 'com.microsoft')),
                                onnx_node('SkipLayerNormalization', ['g', 'a', 'w'], ['n'], part(7, 'com.microsoft')),
                                onnx_node('DynamicQuantizeLinear', ['n'], ['q', 'z']), onnx_node('MatMulInteger', ['q', 'w', 'z'], ['y'])))


def keras_layer(kind, name, nodes=None, **config):
    layer = {'class_name': kind, 'name': name, 'config': {'name': name, **config}}
    return layer if nodes is None else {**layer, 'inbound_nodes': nodes}


def keras_model(kind, layers, **more):
    return {'class_name': kind, 'config': {'name': 'net', 'layers': layers, **more}}


def keras_source(*names):
    """The same call as Keras 2 writes it; of several calls, one each."""
    return [[[name, 0, 0, {}] for name in names]]


def keras_tensors(*names):
    """The same as Keras 3 writes it."""
    return [{'args': [{'class_name': '__keras_tensor__', 'config': {'shape': [None, 8], 'keras_history': [name, 0, 0]}} for name in names],
             'kwargs': {}}]


keras_lstm = {'class_name': 'LSTM', 'config': {'units': 4, 'return_sequences': True}}
keras_maps = [keras_layer('InputLayer', 'in', batch_shape=[None, 16, 16, 3]),
              keras_layer('Conv2D', 'conv', filters=8, kernel_size=[3, 3], strides=[2, 2], padding='same', activation='relu'),
              keras_layer('DepthwiseConv2D', 'deep', kernel_size=[2, 2], depth_multiplier=2, padding='same'),
              keras_layer('SeparableConv2D', 'apart', filters=4, kernel_size=[3, 3], padding='valid'),
              keras_layer('BatchNormalization', 'bn', axis=[3], epsilon=0.001),
              keras_layer('UpSampling2D', 'up', size=[2, 2]),
              keras_layer('Conv2DTranspose', 'larger', filters=2, kernel_size=[3, 3], strides=[2, 2], padding='same'),
              keras_layer('Cropping2D', 'less', cropping=[[1, 1], [0, 2]]),
              keras_layer('ZeroPadding2D', 'more', padding=1),
              keras_layer('MaxPooling2D', 'pool', pool_size=[2, 2], strides=None, padding='same'),
              keras_layer('Reshape', 'rows', target_shape=[-1, 8]),
              keras_layer('Bidirectional', 'both', layer=keras_lstm, merge_mode='sum'),
              keras_layer('TimeDistributed', 'each', layer=keras_layer('Dense', 'inner', units=3)),
              keras_layer('Permute', 'turned', dims=[2, 1]),
              keras_layer('GlobalAveragePooling1D', 'mean', keepdims=False),
              keras_layer('RepeatVector', 'again', n=5),
              keras_layer('PReLU', 'bent', shared_axes=[1]),
              keras_layer('Mystery', 'own', trainable=False)]
keras_base = {**keras_model('Functional', [keras_layer('InputLayer', 'a', [], batch_input_shape=[None, None]),
                                           keras_layer('Embedding', 'table', keras_source('a'), input_dim=50, output_dim=8)],
                            input_layers=[['a', 0, 0]], output_layers=[['table', 0, 0]]),
              'name': 'base', 'inbound_nodes': [[['x', 0, 0, {}]], [['y', 0, 0, {}]]]}
keras_graph = [keras_layer('InputLayer', 'x', [], batch_input_shape=[None, 10]), keras_layer('InputLayer', 'y', [], batch_input_shape=[None, 10]), keras_base,
               keras_layer('MultiHeadAttention', 'mha', [[['base', 1, 0, {'value': ['base', 2, 0]}]]], num_heads=2, key_dim=4),
               keras_layer('LayerNormalization', 'ln', keras_source('mha'), axis=[2], trainable=False),
               keras_layer('Add', 'sum', keras_source('ln', 'mha')), keras_layer('Concatenate', 'cat', keras_source('sum', 'ln'), axis=-1)]
write('keras_config', 'maps', json.dumps(keras_model('Sequential', keras_maps)).encode())
write('keras_config', 'graph', json.dumps(keras_model('Model', keras_graph, input_layers=[['x', 0, 0], ['y', 0, 0]], output_layers=[['cat', 0, 0]])).encode())
write('keras_config', 'tensors', json.dumps(keras_model(
    'Functional', [keras_layer('InputLayer', 'x', [], batch_shape=[None, 8]), keras_layer('Dense', 'fc', keras_tensors('x'), units=8),
                   keras_layer('Multiply', 'gate', keras_tensors('fc', 'x')), keras_layer('Lambda', 'own', keras_tensors('gate')),
                   keras_layer('Dense', 'out', keras_tensors('own'), units=2)],
    input_layers=['x', 0, 0], output_layers=['out', 0, 0])).encode())


def hdf5_object(*messages):
    padded = [(kind, body + bytes(-len(body) % 8)) for kind, body in messages]
    bodies = b''.join(struct.pack('<HHI', kind, len(body), 0) + body for kind, body in padded)
    return struct.pack('<HHIII', 1, len(messages), 1, len(bodies), 0) + bodies


def hdf5(parts):
    """The parts of a file, 256 bytes apart; the first is the root."""
    body = b''.join(part.ljust(256, b'\0') for part in parts)
    block = b'\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0' + struct.pack('<HHIQQQQQQ', 4, 16, 0, 0, 2**64 - 1, 96 + len(body), 2**64 - 1, 0, 96)
    return block.ljust(96, b'\0') + body


hdf5_dataset = hdf5_object((1, bytes([1, 2, 0, 0, 0, 0, 0, 0]) + struct.pack('<QQ', 4, 3)), (3, b'\x11\x20\x1f\0\4\0\0\0'))
write('hdf5', 'links', hdf5([hdf5_object((6, b'\1\0\6kernel' + struct.pack('<Q', 96 + 256))), hdf5_dataset]))
write('hdf5', 'symbols', hdf5([
    hdf5_object((17, struct.pack('<QQ', 96 + 256, 96 + 512))),
    b'TREE\0\0\1\0' + struct.pack('<QQQQ', 0, 0, 0, 96 + 768),
    b'HEAP\0\0\0\0' + struct.pack('<QQQ', 16, 0, 96 + 512 + 32) + b'\0' * 8 + b'kernel\0\0',
    b'SNOD\1\0\1\0' + struct.pack('<QQ', 8, 96 + 1024),
    hdf5_dataset]))

write('tensor_table', 'prettytable', b'+------------+------------+\n|  Modules   | Parameters |\n+------------+------------+\n| fc.weight  |     35     |\n'
      b'|  fc.bias   |     7      |\n+------------+------------+\nTotal Trainable Params: 42\n')
write('tensor_table', 'fvcore', b'| name       | #elements or shape   |\n|:-----------|:---------------------|\n| model      | 42                   |\n'
      b'|  fc        |  42                  |\n|  fc.weight |  (7, 5)              |\n|  fc.bias   |  (7,)                |\n')
write('stated_totals', 'peft', b'trainable params: 294,912 || all params: 124,734,720 || trainable%: 0.2364\n')
write('stated_totals', 'words', b'Total params: 1.2M\nTrainable params: 1,200,000\nNumber of parameters: 1200000\n')


net = ['import torch.nn as nn', 'class Net(nn.Module):', '    def __init__(self):', '        super().__init__()',
       '        self.a = nn.Linear(3, 4)', '    def forward(self, x):', '        return self.a(x)']
write('source', 'notebook', json.dumps({'cells': [{'cell_type': 'code', 'source': ['!ls\n', '\n'.join(net)], 'outputs': []},
                                                  {'cell_type': 'code', 'source': 'net = Net()\u00e9'}], 'nbformat': 4}).encode())
write('source', 'session', '\n'.join(('... ' if line.startswith(' ') else '>>> ') + line for line in net).encode())
write('source', 'ipython', ('In [1]: ' + '\n   ...: '.join(net) + '\n\nOut[1]: 3\n').encode())
write('source', 'numbers', '\n'.join(f'{i:3}  {line}' for i, line in enumerate(net, 1)).encode())
write('source', 'quotation', '\n'.join('> ' + line for line in net).encode())
write('source', 'methods', '\n'.join(net[2:]).encode())
write('source', 'one_line', ''.join(line.strip() for line in net[1:]).encode())
write('source', 'flush_left', '\n'.join(line.strip() for line in net).encode())
write('source', 'article', ('Hi!\n```python\n' + '\n'.join(net) + '\n```\nTraceback (most recent call last):\n  x\nE: y\n').encode())
