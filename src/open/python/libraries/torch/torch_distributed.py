# torch.distributed of one process: what it exchanges stays as it is.
from _environment import note

_is_initialized = False


def is_available():
    return True


is_gloo_available = is_available


def is_initialized():
    note()
    return _is_initialized


def is_nccl_available():
    return False


is_mpi_available = is_torchelastic_launched = is_nccl_available


def init_process_group(*args, **kwargs):
    global _is_initialized
    _is_initialized = True


def destroy_process_group(*args, **kwargs):
    global _is_initialized
    _is_initialized = False


def get_world_size(group=None):
    note()
    return 1


def get_rank(group=None):
    note()
    return 0


def get_node_local_rank(*args, **kwargs):
    return 0


def barrier(*args, **kwargs):
    pass


all_reduce = broadcast = reduce = barrier


def all_gather(tensor_list, tensor, *args, **kwargs):
    tensor_list[0] = tensor
