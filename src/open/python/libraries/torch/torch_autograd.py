# Functions with a backward pass of their own: apply() runs their forward pass.


class _Context:
    needs_input_grad = (True,) * 100

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_dirty(self, *tensors):
        pass

    def mark_non_differentiable(self, *tensors):
        pass

    def set_materialize_grads(self, value):
        pass


class Function:
    @classmethod
    def apply(cls, *args, **kwargs):
        return cls.forward(_Context(), *args, **kwargs)
