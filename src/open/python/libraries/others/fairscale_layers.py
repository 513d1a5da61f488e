# Layers of fairscale's model parallelism, as they are on one device.
from torch.nn import Embedding, Linear


class ColumnParallelLinear(Linear):
    def __init__(self, in_features, out_features, bias=True, gather_output=True, init_method=None, stride=1,
                 keep_master_weight_for_test=False):
        super().__init__(in_features, out_features, bias=bias)


class RowParallelLinear(Linear):
    def __init__(self, in_features, out_features, bias=True, input_is_parallel=False, init_method=None, stride=1,
                 keep_master_weight_for_test=False):
        super().__init__(in_features, out_features, bias=bias)


class ParallelEmbedding(Embedding):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, init_method=None, keep_master_weight_for_test=False):
        super().__init__(num_embeddings, embedding_dim, padding_idx)


class VocabParallelEmbedding(ParallelEmbedding):
    pass


def get_model_parallel_world_size():
    return 1


def get_model_parallel_rank():
    return 0


def initialize_model_parallel(*args, **kwargs):
    pass


def model_parallel_is_initialized():
    return True
