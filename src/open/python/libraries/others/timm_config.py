# A config.json of timm: the call that makes its model.
import json
from timm import create_model


def model_of(text):
    """The model that a config names, with the classes and channels that its weights have."""
    config = json.loads(text)
    weights = config.get("pretrained_cfg") or config
    options = config.get("model_args") or {}
    for place in (weights, config):
        if "num_classes" in place:
            options["num_classes"] = place["num_classes"]
    if "input_size" in weights:
        options["in_chans"] = weights["input_size"][0]
    if "global_pool" in config:
        options["global_pool"] = config["global_pool"]
    return create_model(".".join([config["architecture"], weights.get("tag") or ""]).rstrip("."), **options)
