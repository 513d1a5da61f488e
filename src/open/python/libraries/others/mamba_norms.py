# The norms of mamba_ssm that a gate multiplies: kernels, which give a tensor of the same shape.
def rmsnorm_fn(x, weight, *args, **kwargs):
    return x * weight


layernorm_fn = rmsnorm_fn
