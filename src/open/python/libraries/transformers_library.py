# The model that a config.json describes, by code: that of transformers where its files are at hand, or that beside the config.
import importlib
import json
import torch
from _transformers import ask, free_size, name_number
from transformers.models.auto.auto_factory import module_of

_CONFIGS = "transformers.models.auto.configuration_auto"
_MODELS = "transformers.models.auto.modeling_auto"


def model_of_type(text):
    """The model that a config.json describes, by the library's code for its type: of the class that it names first, else of the
    type's base class."""
    sizes = _named(json.loads(text))
    config = importlib.import_module(_CONFIGS).CONFIG_MAPPING[sizes["model_type"]].from_dict(sizes)
    name = (sizes.get("architectures") or [None])[0]
    if name is None:
        return _with_inputs(importlib.import_module(_MODELS).AutoModel.from_config(config))
    cls = getattr(module_of(sizes["model_type"]), name, None) or getattr(importlib.import_module("transformers"), name)
    return _with_inputs(cls(config))


def model_beside(text):
    """The model that a config.json describes, by the code beside it that it names: of the class that it names first, else of the one
    with a head for text, else of the first."""
    sizes = _named(json.loads(text))
    places = {role: place.split("--")[-1] for role, place in sizes["auto_map"].items() if isinstance(place, str)}
    models = [place for role, place in places.items() if role.startswith("AutoModel")]
    named = [place for place in models if place.split(".")[-1] in (sizes.get("architectures") or [])]
    usual = [places[role] for role in ("AutoModelForCausalLM", "AutoModel") if role in places]
    return _with_inputs(_class_at((named + usual + models)[0])(_class_at(places["AutoConfig"]).from_dict(sizes)))


def _named(sizes, part=""):
    """The config with its numbers as hyper-parameters: those of a part have its name before theirs, text_hidden_size."""
    named = {}
    for key, value in sizes.items():
        if isinstance(value, dict) and key.endswith("_config"):
            value = _named(value, key[:-6])
        elif not key.endswith("_id"):
            value = name_number(part + key, value)
        named[key] = value
    return named


def _with_inputs(model):
    if hasattr(model, "main_input_name"):
        ask(model, **inputs_of(model))
    return model


def _class_at(place):
    """The class of "modeling_x.XModel", in a file beside the config."""
    module, _, name = place.rpartition(".")
    return getattr(importlib.import_module(module), name)


def inputs_of(model):
    """The inputs of a forward pass by name: what the class calls its main input, in sizes that the config states."""
    inputs = {model.main_input_name: _input(model.main_input_name, model.config)}
    if model.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = _tokens()
    return inputs


def _tokens():
    return torch.zeros(free_size("batch", 1), free_size("tokens", 128), dtype=torch.long)


def _input(name, config):
    batch = free_size("batch", 1)
    vision = getattr(config, "vision_config", None) or config
    if name == "pixel_values":
        height, width = _sides(getattr(vision, "image_size", None))
        return torch.zeros(batch, getattr(vision, "num_channels", 3), height, width)
    audio = getattr(config, "audio_config", None) or config
    if name == "input_values" and hasattr(audio, "max_length"):
        return torch.zeros(batch, audio.max_length, audio.num_mel_bins)
    if name == "input_values":
        return torch.zeros(batch, free_size("samples", 16000))
    if name == "input_features" and hasattr(audio, "max_source_positions") and hasattr(audio, "num_mel_bins"):
        return torch.zeros(batch, audio.num_mel_bins, 2 * audio.max_source_positions)
    if name == "input_features":
        width = getattr(audio, "input_feat_per_channel", None) or getattr(audio, "num_mel_bins", 80)
        return torch.zeros(batch, free_size("frames", 200), width)
    return _tokens()


def _sides(size):
    if isinstance(size, (list, tuple)):
        return size[0], size[-1]
    if isinstance(size, dict):
        return size["height"], size["width"]
    return (free_size("height", 224), free_size("width", 224)) if size is None else (size, size)
