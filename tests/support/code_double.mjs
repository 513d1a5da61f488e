// A double of the host that has the code of libraries, raw.githubusercontent.com, with a library of our own that is written as transformers is:
// tables of types, packages that are read late, a model that has another one inside.
import { createServer } from 'node:https';

import { makeCertificate } from './hub_double.mjs';

const configMapping = (types) => `import importlib
from collections import OrderedDict
CONFIG_MAPPING_NAMES = OrderedDict(${JSON.stringify(types.map((type) => [type, `${type[0].toUpperCase()}${type.slice(1)}Config`]))})
def model_type_to_module_name(key):
    return key.replace('-', '_')
class _Lazy(OrderedDict):
    def __init__(self, mapping):
        self._mapping = mapping
    def __getitem__(self, key):
        return getattr(importlib.import_module('.' + key, 'transformers.models'), self._mapping[key])
CONFIG_MAPPING = _Lazy(CONFIG_MAPPING_NAMES)
`;

const modelMapping = (types) => `from collections import OrderedDict
from .auto_factory import _BaseAutoModelClass, _LazyAutoMapping
from .configuration_auto import CONFIG_MAPPING_NAMES
MODEL_MAPPING_NAMES = OrderedDict(${JSON.stringify(types.map((type) => [type, `${type[0].toUpperCase()}${type.slice(1)}Model`]))})
class AutoModel(_BaseAutoModelClass):
    _model_mapping = _LazyAutoMapping(CONFIG_MAPPING_NAMES, MODEL_MAPPING_NAMES)
`;

const lazily = (type) => `from typing import TYPE_CHECKING
from ...utils import _LazyModule
if TYPE_CHECKING:
    from .configuration_${type} import *
    from .modeling_${type} import *
else:
    import sys
    sys.modules[__name__] = _LazyModule(__name__, globals()['__file__'], {})
`;

/** The library's files: outer needs helpers of its own, and has an inner model that its config does not name. */
export const library = {
  '__init__.py': '',
  'models/auto/configuration_auto.py': configMapping(['outer', 'inner']),
  'models/auto/modeling_auto.py': modelMapping(['outer', 'inner']),
  'models/outer/__init__.py': lazily('outer'),
  'models/outer/configuration_outer.py': `from ...configuration_utils import PreTrainedConfig
from ..auto import CONFIG_MAPPING
class OuterConfig(PreTrainedConfig):
    model_type = 'outer'
    hidden_size: int = 8
    text_config: dict | None = None
    def __post_init__(self, **kwargs):
        self.text_config = CONFIG_MAPPING['inner']()
        super().__post_init__(**kwargs)
`,
  'models/outer/modeling_outer.py': `from torch import nn
from ...modeling_utils import PreTrainedModel
from ...helpers import Block
from ..auto import AutoModel
class OuterModel(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(10, config.hidden_size)
        self.block = Block(config.hidden_size)
        self.text = AutoModel.from_config(config.text_config)
    def forward(self, input_ids=None, **kwargs):
        return self.block(self.embed(input_ids))
`,
  'models/inner/__init__.py': lazily('inner'),
  'models/inner/configuration_inner.py': `from ...configuration_utils import PreTrainedConfig
class InnerConfig(PreTrainedConfig):
    model_type = 'inner'
    hidden_size: int = 3
`,
  'models/inner/modeling_inner.py': `from torch import nn
from ...modeling_utils import PreTrainedModel
from .configuration_inner import InnerConfig
class InnerModel(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.linear = nn.Linear(config.hidden_size, config.hidden_size)
    def forward(self, input_ids=None, **kwargs):
        return self.linear(input_ids)
class InnerForScoring(PreTrainedModel):
    config_class = InnerConfig
    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(10, config.hidden_size)
        self.inner = InnerModel(config)
    def forward(self, input_ids=None, **kwargs):
        return self.inner(self.inner(self.embed(input_ids)))
`,
  'helpers.py': `from torch import nn
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
    def forward(self, x):
        return self.up(x)
`,
};

/** What print() shows of InnerForScoring with that size; only its class tells its FLOPs. */
export const printOfInner = (width) => `InnerForScoring(
  (embed): Embedding(10, ${width})
  (inner): InnerModel(
    (linear): Linear(in_features=${width}, out_features=${width}, bias=True)
  )
)
`;

/** Its MACs for 128 tokens: each goes through its inner model twice. */
export const macsOfInner = (width) => 128 * 2 * width * width;

/** The parameters of OuterModel with that size: its embedding, its block, and its inner model. */
export const parametersOfOuter = (width) => 10 * width + 4 * width * width + 4 * width + 3 * 3 + 3;

/**
 * Starts the host with the library in `versions`, names of tags and branches. Resolves to { port, log, fault, close() }: `log` has the path of every
 * request, and while `fault` is set to 'silent' no file is sent.
 */
export async function startCodeHost(versions) {
  const result = { log: [], fault: undefined };
  const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/plain; charset=utf-8' };
  const server = createServer(makeCertificate(['raw.githubusercontent.com']), (request, response) => {
    result.log.push(request.url);
    const [, version, path] = /^\/huggingface\/transformers\/([^/]+)\/src\/transformers\/(.+)$/.exec(request.url) ?? [];
    const isThere = versions.includes(version) && Object.hasOwn(library, path);
    if (result.fault !== 'silent') response.writeHead(isThere ? 200 : 404, headers).end(isThere ? library[path] : 'not found');
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  const { port } = server.address();
  const close = () => new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  return Object.assign(result, { port, close });
}
