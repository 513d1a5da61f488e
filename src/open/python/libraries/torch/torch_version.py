# torch.version of a build for CPUs.
cuda = None
hip = None
debug = False
__version__ = "2.9.0"
