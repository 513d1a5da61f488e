# The model that a config.json describes, by code: that of transformers where its files are at hand, or that beside the config.
import importlib
import inspect
import json
import torch
from _environment import unset
from _transformers import ask, free_size, name_number
from transformers.configuration_utils import PreTrainedConfig, _default, _fields
from transformers.models.auto.auto_factory import class_named, types_listing

_CONFIGS = "transformers.models.auto.configuration_auto"
_NO_CHOICES = ("tie_word_embeddings", "return_dict", "output_hidden_states", "output_attentions", "use_cache", "is_encoder_decoder")
_MODELS = "transformers.models.auto.modeling_auto"


def model_of_type(text):
    """The model that a config.json describes, by the library's code for its type: of the class that it names first, else of the
    type's base class."""
    sizes = _named(json.loads(text))
    config = importlib.import_module(_CONFIGS).CONFIG_MAPPING[sizes["model_type"]].from_dict(sizes)
    name = (sizes.get("architectures") or [None])[0]
    if name is None:
        return _with_inputs(importlib.import_module(_MODELS).AutoModel.from_config(config))
    return _with_inputs(class_named(name, config.model_type)(config))


def model_beside(text):
    """The model that a config.json describes, by the code beside it that it names: of the class that it names first, else of the one
    with a head for text, else of the first."""
    sizes = _named(json.loads(text))
    places = {role: place.split("--")[-1] for role, place in sizes["auto_map"].items() if isinstance(place, str)}
    models = [place for role, place in places.items() if role.startswith("AutoModel")]
    named = [place for place in models if place.split(".")[-1] in (sizes.get("architectures") or [])]
    usual = [places[role] for role in ("AutoModelForCausalLM", "AutoModel") if role in places]
    model = _class_at((named + usual + models)[0])(_class_at(places["AutoConfig"]).from_dict(sizes))
    if hasattr(model, "tie_weights"):
        model.tie_weights()
    return _with_inputs(model)


def model_of_class(name, changes):
    """A model of that class of the library with its default config. `changes` are numbers of the config by the names that
    _named() gives them, and other values by their keys; a text for an activation is its class."""
    cls = class_named(name)
    config_class = _config_class(cls)
    config = config_class()
    sizes = _declared(config)
    for key, value in changes.items():
        if key == "activation":
            sizes.update(_activations(config, value))
        else:
            _state(sizes, config, key, value)
    return _with_inputs(cls(config_class.from_dict(_named(sizes, "", changes))))


def _state(sizes, config, key, value):
    """States a value of the config, or of the part whose name it has before its own, where the sizes do not."""
    if hasattr(config, key):
        sizes.setdefault(key, getattr(config, key) if value == "other" else value)
        return
    for part in type(config).sub_configs:
        if part in sizes and key.startswith(part[:-6]):
            _state(sizes[part], getattr(config, part), key.removeprefix(part[:-6]), value)


def choices_of_class(name):
    """What a config of that class may say besides the sizes that it states, in lines: the switches, which are flags and numbers of
    things that the class has none of; the numbers that follow from others as name and value; shares and factors; words."""
    config = _config_class(class_named(name))()
    lines = _switches(_declared(config), ""), _following(config, ""), _keys_of(_is_share, config, ""), _keys_of(_is_word, config, "")
    return "\n".join([" ".join(each) for each in lines])


def _keys_of(is_one, config, part):
    """The keys that a class of configs adds to every config's, of the values that are one."""
    cls = type(config)
    stated = _usual_of_constructor(cls) if cls.__init__ is not PreTrainedConfig.__init__ else _fields(cls)
    common = _fields(PreTrainedConfig)
    own = [key for key in stated if key not in common and hasattr(config, key)]
    keys = [part + key for key in own if is_one(cls, key, getattr(config, key))]
    for key in cls.sub_configs:
        if getattr(config, key, None) is not None:
            keys += _keys_of(is_one, getattr(config, key), part + key[:-6])
    return keys


def _is_share(cls, key, value):
    """True for a number with a point, and for a list or a dict that holds one: mask_ratio, rope_parameters."""
    values = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else [value]
    return any([type(each) is float for each in values])


def _is_word(cls, key, value):
    """True for a word, and for one that may be stated; what names an activation is printed."""
    if value is None:
        return any(["str" in getattr(base, "__annotations__", {}).get(key, "") for base in cls.__mro__])
    return isinstance(value, str) and value not in importlib.import_module("transformers.activations").ACT2FN


def _following(config, part):
    cls, numbers = type(config), []
    fields = _fields(cls)
    for key, value in vars(config).items():
        if type(value) is int and key in fields and _default(cls, key) is None:
            numbers += [part + key, str(value)]
    for key in cls.sub_configs:
        if getattr(config, key, None) is not None:
            numbers += _following(getattr(config, key), part + key[:-6])
    return numbers


def _switches(sizes, part):
    switches = []
    for key, value in sizes.items():
        if isinstance(value, dict) and key.endswith("_config"):
            switches += _switches(value, part + key[:-6])
        elif key not in _NO_CHOICES and (isinstance(value, bool) or _is_number(key, value) and value == 0):
            switches.append(part + key)
    return switches


def _is_number(key, value):
    return type(value) is int and not key.endswith("_id")


def _config_class(cls):
    """The class of the config that a model takes: what it says, unless a table of the library lists it for other configs only."""
    stated, configs = _stated_config_class(cls), importlib.import_module(_CONFIGS)
    names = configs.CONFIG_MAPPING_NAMES
    types = [each for each in types_listing(cls.__name__) if each in names]
    is_listed = stated.__name__ in [names[each] for each in types]
    return stated if is_listed or not types else configs.CONFIG_MAPPING[types[0]]


def _stated_config_class(cls):
    if cls.config_class is not None:
        return cls.config_class
    for base in cls.__mro__:
        kind = getattr(base, "__annotations__", {}).get("config")
        if kind is not None:
            return getattr(importlib.import_module(base.__module__), kind.split("|")[0].strip(" '\""))
    raise AttributeError(f"{cls.__name__} names no config")


def _declared(config):
    """What a config and its parts state themselves, so that what follows from it follows again."""
    cls = type(config)
    written = cls.__init__ is not PreTrainedConfig.__init__
    usual = _usual_of_constructor(cls) if written else {name: _default(cls, name) for name in _fields(cls)}
    sizes = {name: getattr(config, name) for name, value in usual.items() if value is not None and hasattr(config, name)}
    for key in cls.sub_configs:
        part = getattr(config, key, None)
        if part is not None:
            sizes[key] = {**_declared(part), **_set_from_outside(part), "model_type": type(part).model_type}
    return sizes


def _set_from_outside(part):
    """What the config around a part states of it: what a config of the part alone lacks or has otherwise, as the stages of a backbone."""
    alone = type(part)()
    names = list(_fields(type(part))) + [name for name in vars(part) if name not in vars(alone)] + ["out_features"]
    return {name: getattr(part, name) for name in names if getattr(part, name, None) != getattr(alone, name, None)}


def _usual_of_constructor(cls):
    parameters = inspect.signature(cls.__init__).parameters
    return {name: each.default for name, each in parameters.items() if each.default is not inspect.Parameter.empty}


def _activations(config, name):
    """The keys of a config that name an activation, for that of a class."""
    for key, made in importlib.import_module("transformers.activations").ACT2CLS.items():
        cls = made[0] if isinstance(made, tuple) else made
        if cls.__name__ == name:
            return {field: key for field in vars(config) if field.endswith("act") or "activation" in field}
    return {}


def _named(sizes, part="", changes=None):
    """The config with its numbers as hyper-parameters: those of a part have its name before theirs, text_hidden_size, and those of
    a list their place behind it, depths_0."""
    named = {}
    for key, value in sizes.items():
        if changes is not None and changes.get(part + key) == "other":
            named[key] = _other(part + key, value)
        elif isinstance(value, dict) and key.endswith("_config"):
            named[key] = _named(value, part + key[:-6], changes)
        elif isinstance(value, (list, tuple)) and len(value) <= 8:
            named[key] = [_number(f"{part}{key}_{place}", each, changes) for place, each in enumerate(value)]
        else:
            named[key] = _number(part + key, value, changes)
    return named


def _number(name, value, changes):
    if not _is_number(name, value):
        return value
    return name_number(name, value if changes is None else changes.get(name, value))


def _other(name, value):
    """Another value of a config: a flag turned, one of what there is none of, half of a share, and a word that is not known."""
    if isinstance(value, (bool, int)):
        return not value if isinstance(value, bool) else name_number(name, 1)
    if isinstance(value, float):
        return value / 2 if value else 0.5
    if isinstance(value, (list, tuple)):
        return [_other(name, each) for each in value]
    return {key: _half(each) for key, each in value.items()} if isinstance(value, dict) else unset(name)


def _half(value):
    return value / 2 if isinstance(value, float) else value


def _with_inputs(model):
    """Asks about the inputs that a class may take, the most usual ones last: they are tried first."""
    if hasattr(model, "main_input_name"):
        for inputs in inputs_of(model):
            ask(model, **inputs)
    return model


def _class_at(place):
    """The class of "modeling_x.XModel", in a file beside the config."""
    module, _, name = place.rpartition(".")
    return getattr(importlib.import_module(module), name)


def inputs_of(model):
    """The inputs of a forward pass by name, in sizes that the config states: all that are known, else what the class calls its main
    input. A decoder always has its own. Before them the same in another form that they may have, and first the main input with the mask
    that some classes cannot do without."""
    forward = type(model).forward
    named = inspect.signature(forward).parameters if inspect.isfunction(forward) else {}
    main = model.main_input_name if isinstance(model.main_input_name, list) else [model.main_input_name]
    if model.config.is_encoder_decoder:
        main = main + ["decoder_input_ids"]
    every = main + [name for name in _INPUTS if name in named and name not in main]
    choices = [main] if every == main else [every, main]
    others = [each for each in choices if _has_other_form(each, model.config)]
    masked = [main + ["attention_mask"]] if "input_ids" in main and "attention_mask" in named else []
    return [_named_inputs(each, model.config, True) for each in masked + others] + [_named_inputs(each, model.config, False) for each in choices]


_INPUTS = ("input_ids", "qformer_input_ids", "pixel_values", "input_features", "input_values", "decoder_input_ids", "bbox")


def _has_other_form(names, config):
    return ("pixel_values" in names and _frames(config)) or "input_features" in names


def _named_inputs(names, config, is_other_form):
    return {name: _input(name, config, is_other_form) for name in names}


def _part(config, *names):
    """The config of a part, where there is one, else the config."""
    parts = [getattr(config, name) for name in names if getattr(config, name, None) is not None]
    return parts[0] if parts else config


def _frames(config):
    return getattr(_part(config, "vision_config"), "num_frames", None)


def _tokens(config):
    most = getattr(_part(config, "text_config"), "max_position_embeddings", None)
    length = most if isinstance(most, int) and 0 < most < 128 else 128
    return torch.zeros(free_size("batch", 1), free_size("tokens", length), dtype=torch.long)


def _input(name, config, is_other_form):
    if name == "pixel_values":
        return _image(_part(config, "vision_config"), config, is_other_form)
    if name in ("input_values", "input_features"):
        return _sound(name, _part(config, "audio_config", "encoder_config"), is_other_form)
    if name == "attention_mask":
        return _tokens(config)
    if name == "task_inputs":
        return torch.zeros(free_size("batch", 1), config.task_seq_len)
    tokens = _tokens(config)
    return torch.zeros(*tokens.shape, 4, dtype=torch.long) if name == "bbox" else tokens


def _image(vision, config, is_film):
    size = getattr(vision, "image_size", None) or getattr(config, "image_size", None)
    image = (getattr(vision, "num_channels", 3), *_sides(size))
    batch = free_size("batch", 1)
    return torch.zeros(batch, _frames(config), *image) if is_film else torch.zeros(batch, *image)


def _sound(name, audio, is_turned):
    batch = free_size("batch", 1)
    if name == "input_values" and hasattr(audio, "max_length"):
        return torch.zeros(batch, audio.max_length, audio.num_mel_bins)
    if name == "input_values":
        return torch.zeros(batch, free_size("samples", 16000))
    width = getattr(audio, "input_feat_per_channel", None) or getattr(audio, "num_mel_bins", 80)
    if hasattr(audio, "max_source_positions") and hasattr(audio, "num_mel_bins"):
        return torch.zeros(batch, audio.num_mel_bins, 2 * audio.max_source_positions)
    frames = free_size("frames", 200)
    return torch.zeros(batch, width, frames) if is_turned else torch.zeros(batch, frames, width)


def _sides(size):
    if isinstance(size, (list, tuple)):
        return size[0], size[-1]
    if isinstance(size, dict):
        return size["height"], size["width"]
    return (free_size("height", 224), free_size("width", 224)) if size is None else (size, size)
