# Distributions of torch by the shapes of what they give: the batch of their parameters, and one event of it.
import torch
from torch import zeros


def _tensor(x):
    return x if isinstance(x, torch.Tensor) else zeros(())


class Distribution:
    arg_constraints = {}
    has_rsample = True
    _events = 0  # dimensions of an event, at the end of a sample

    def __init__(self, *parameters, validate_args=None, **named):
        sample = None
        for each in list(parameters) + list(named.values()):
            if isinstance(each, (int, float, torch.Tensor)):
                sample = _tensor(each) if sample is None else sample + _tensor(each)
        self._sample = sample

    @property
    def batch_shape(self):
        shape = tuple(self._sample.shape)
        return shape[:len(shape) - self._events]

    @property
    def event_shape(self):
        shape = tuple(self._sample.shape)
        return shape[len(shape) - self._events:]

    def rsample(self, sample_shape=()):
        return self._sample.expand(tuple(sample_shape) + tuple(self._sample.shape))

    def sample(self, sample_shape=()):
        return self.rsample(sample_shape).detach()

    def sample_n(self, n):
        return self.sample((n,))

    def _of_events(self, x):
        for _ in range(self._events):
            x = x.sum(-1)
        return x

    def log_prob(self, value):
        return self._of_events(_tensor(value) + self._sample)

    def cdf(self, value):
        return _tensor(value) + self._sample

    icdf = cdf

    def entropy(self):
        return self._of_events(self._sample)

    @property
    def mean(self):
        return self._sample

    mode = variance = stddev = mean

    def expand(self, batch_shape):
        made = type(self)(self._sample.expand(tuple(batch_shape) + tuple(self.event_shape)))
        made._events = self._events
        return made


class Normal(Distribution):
    def __init__(self, loc, scale, validate_args=None):
        super().__init__(loc, scale)
        self.loc, self.scale = loc, scale


class Laplace(Normal):
    pass


LogNormal = Gumbel = Cauchy = HalfNormal = StudentT = Beta = Gamma = Exponential = Poisson = Distribution


class Uniform(Distribution):
    def __init__(self, low, high, validate_args=None):
        super().__init__(low, high)
        self.low, self.high = low, high


class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(logits if probs is None else probs)
        self.probs = self.logits = self._sample


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs = self.logits = logits if probs is None else probs
        self._sample = self.logits.argmax(-1)

    def entropy(self):
        return self.logits.sum(-1)


class OneHotCategorical(Distribution):
    _events = 1

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(logits if probs is None else probs)
        self.probs = self.logits = self._sample


class Dirichlet(Distribution):
    _events = 1


class MultivariateNormal(Distribution):
    _events = 1

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        of_pairs = [each for each in (covariance_matrix, precision_matrix, scale_tril) if each is not None]
        super().__init__(loc, of_pairs[0][..., 0])
        self.loc = loc


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self._sample = base_distribution._sample
        self._events = base_distribution._events + reinterpreted_batch_ndims


def kl_divergence(p, q):
    return p._of_events(p._sample + q._sample)
