# transformers.masking_utils: masks by their shapes. Attention that takes none where all tokens are there gets None, as in the
# library.
import torch


def _is_asked_for(options):
    """A function of the model's own makes a mask where none would be needed."""
    return options.get("and_mask_function") is not None or options.get("or_mask_function") is not None


def _attention_mask(config=None, inputs_embeds=None, attention_mask=None, past_key_values=None, encoder_hidden_states=None,
                    input_embeds=None, **kwargs):
    states = inputs_embeds if inputs_embeds is not None else input_embeds
    if attention_mask is not None and attention_mask.dim() == 4:
        return attention_mask
    if attention_mask is None and config._attn_implementation != "eager" and not _is_asked_for(kwargs):
        return None
    keys = states if encoder_hidden_states is None else encoder_hidden_states
    if attention_mask is not None:
        keys = attention_mask
    return torch.zeros(states.shape[0], 1, states.shape[1], keys.shape[1])


def _bidirectional_mask(config=None, inputs_embeds=None, attention_mask=None, **kwargs):
    if attention_mask is None and not _is_asked_for(kwargs):
        return None
    return _attention_mask(config, inputs_embeds, attention_mask, **kwargs)


create_causal_mask = create_sliding_window_causal_mask = create_chunked_causal_mask = _attention_mask
create_bidirectional_sliding_window_mask = create_bidirectional_mask = _bidirectional_mask


def create_masks_for_generate(config=None, inputs_embeds=None, attention_mask=None, **kwargs):
    mask = _attention_mask(config, inputs_embeds, attention_mask, **kwargs)
    kinds = getattr(config.get_text_config(), "layer_types", None)
    return mask if kinds is None else {kind: mask for kind in kinds}


LAYER_PATTERN_TO_MASK_FUNCTION_MAPPING = {}


# transformers.modeling_attn_mask_utils ------------------------------------------------------------------------------


class AttentionMaskConverter:
    def __init__(self, is_causal=False, sliding_window=None):
        self.is_causal = is_causal


def _prepare_4d_causal_attention_mask(attention_mask, input_shape, inputs_embeds, past_key_values_length=0, *args, **kwargs):
    return torch.zeros(input_shape[0], 1, input_shape[1], input_shape[1] + past_key_values_length)


def _prepare_4d_attention_mask(mask, dtype=None, tgt_len=None):
    length = mask.shape[1] if tgt_len is None else tgt_len
    return torch.zeros(mask.shape[0], 1, length, mask.shape[1])


def _none_unless_given(mask, *args, **kwargs):
    return None if mask is None else _prepare_4d_attention_mask(mask)


def _create_4d_causal_attention_mask(input_shape, *args, **kwargs):
    return torch.zeros(input_shape[0], 1, input_shape[1], input_shape[1])


_prepare_4d_causal_attention_mask_for_sdpa = _prepare_4d_attention_mask_for_sdpa = _none_unless_given
