# transformers.cache_utils: caches at the start of a sequence, which keep what they get and hand it on.

import torch


class CacheLayerMixin:
    is_sliding = False
    is_initialized = False

    def update(self, key_states, value_states, *args, **kwargs):
        return torch._keep_tokens(key_states), torch._keep_tokens(value_states)

    def update_indexer(self, indexer_key_states, *args, **kwargs):
        return torch._keep_tokens(indexer_key_states)

    def update_conv_state(self, conv_states, *args, **kwargs):
        return torch._keep_state(conv_states)

    def update_recurrent_state(self, recurrent_states, *args, **kwargs):
        return torch._keep_state(recurrent_states)

    def get_seq_length(self, *args, **kwargs):
        return 0

    def get_mask_sizes(self, query_length, *args, **kwargs):
        return query_length, 0


class _Layers:
    """As many layers as are asked for, none of which has seen a token."""

    def __getitem__(self, index):
        return CacheLayerMixin()

    def __iter__(self):
        return iter([])

    def __len__(self):
        return 0


DynamicLayer = StaticLayer = DynamicSlidingWindowLayer = SlidingWindowLayer = StaticSlidingWindowLayer = CacheLayerMixin
LinearAttentionLayer = LinearAttentionAndFullAttentionLayer = CacheLayerMixin
LinearAttentionCacheLayerMixin = QuantizedLayer = CacheLayerMixin


class Cache(CacheLayerMixin):
    is_compileable = False

    def __init__(self, *args, **kwargs):
        self.layers = _Layers()
        self.is_updated = {}
        self.self_attention_cache = args[0] if args and isinstance(args[0], Cache) else self
        self.cross_attention_cache = args[1] if len(args) > 1 and isinstance(args[1], Cache) else self

    def get_mask_sizes(self, cache_position, layer_idx=0):
        return cache_position.shape[0], 0

    def get_max_cache_shape(self, *args, **kwargs):
        return -1

    # Of transformers 4, by which code of repositories is written.
    seen_tokens = 0

    def get_usable_length(self, new_seq_length, layer_idx=0):
        return 0

    def get_max_length(self):
        return None

    def has_previous_state(self, *args, **kwargs):
        return False

    def to_legacy_cache(self):
        return self

    @classmethod
    def from_legacy_cache(cls, *args, **kwargs):
        return cls()

    def __len__(self):
        return 0


class DynamicCache(Cache):
    pass


class EncoderDecoderCache(Cache):
    pass


class StaticCache(Cache):
    pass


SlidingWindowCache = HybridCache = MambaCache = OffloadedCache = QuantizedCache = SinkCache = StaticCache
HybridChunkedCache = StaticCache
