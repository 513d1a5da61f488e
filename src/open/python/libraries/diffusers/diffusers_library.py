# The model that a config.json of diffusers describes, by its class: that of our texts, or the library's own where its files are
# at hand.
import importlib
import inspect
import json
import _diffusers_models
from _environment import package_names, package_text
from _transformers import ask, class_in

_FOLDERS = ("unets", "transformers", "autoencoders", "controlnets", "adapters", "")


def keys_of_class(name):
    """The keys of a config that our class of that name reads, in one line; "" where there is none."""
    cls = _known(name)
    return "" if cls is None else " ".join(_keys(cls))


def model_of_known(text):
    config = json.loads(text)
    return _with_inputs(_model(_known(config["_class_name"]), config), config["_class_name"])


def model_of_library(text):
    config = json.loads(text)
    return _with_inputs(_model(_of_library(config["_class_name"]), config), config["_class_name"])


def _with_inputs(model, name):
    """Asks about the usual inputs of a class that is known, those of them that the forward pass has by name."""
    cls = _known(name)
    if cls is not None:
        named = inspect.signature(type(model).forward).parameters
        ask(model, **{key: value for key, value in cls.usual_inputs(model, 1).items() if key in named})
    return model


def _known(name):
    cls = class_in(_diffusers_models, name)
    return cls if hasattr(cls, "usual_inputs") else None


def _keys(cls):
    return [key for key in inspect.signature(cls.__init__).parameters if key != "self"]


def _model(cls, config):
    keys = _keys(cls)
    return cls(**{key: value for key, value in config.items() if key in keys})


def _of_library(name):
    for folder in _FOLDERS:
        place = "diffusers/models/" + folder if folder else "diffusers/models"
        for file in package_names(place):
            text = package_text(place + "/" + file) if file.endswith(".py") else None
            if text is not None and f"\nclass {name}(" in text:
                module = importlib.import_module((place + "/" + file[:-3]).replace("/", "."))
                return getattr(module, name)
    raise AttributeError(f"diffusers has no model {name}")
