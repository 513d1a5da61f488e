# transformers.integrations.moe: experts that are kept as one tensor. Each choice of a token is a row, which one expert
# takes: which of them it is changes no shape and no work.
from torch.nn.functional import linear


def _gate(self, rows):
    gate, up = rows.chunk(2, dim=-1)
    return self.act_fn(gate) * up


def _project(rows, weights, biases, is_transposed):
    rows = rows @ weights[0] if is_transposed else linear(rows, weights[0])
    return rows if biases is None else rows + biases[0]


def use_experts_implementation(cls=None, *, is_transposed=False, has_bias=False, has_gate=True, **kwargs):
    def forward(self, hidden_states, top_k_index, top_k_weights):
        choices = top_k_index.shape[-1]
        rows = hidden_states.repeat_interleave(choices, dim=0)
        first = "gate_up_proj" if has_gate else "up_proj"
        rows = _project(rows, getattr(self, first), getattr(self, first + "_bias", None), is_transposed)
        rows = self._apply_gate(rows) if has_gate else self.act_fn(rows)
        rows = _project(rows, self.down_proj, getattr(self, "down_proj_bias", None), is_transposed)
        rows = rows * top_k_weights.reshape(-1, 1)
        return rows.view(-1, choices, hidden_states.shape[-1]).sum(dim=1).to(hidden_states.dtype)

    def decorate(experts):
        if not hasattr(experts, "_apply_gate"):
            experts._apply_gate = _gate
        experts.forward = forward
        return experts

    return decorate if cls is None else decorate(cls)
