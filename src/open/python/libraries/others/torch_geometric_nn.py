# Layers and models of torch_geometric (2.9): their parts and tensors. What they compute depends on a graph, so
# they have no forward pass.
import copy

import torch
import torch.nn as nn
from torch.nn import Parameter
from _environment import unknown_member

_WITHOUT_WEIGHTS = (None, "add", "sum", "mean", "max", "min", "mul", "var", "std", "median", "softmax", "powermean",
                    "quantile")


def _pair(channels):
    return channels if isinstance(channels, (tuple, list)) else (channels, channels)


def Linear(in_channels, out_channels, bias=True, weight_initializer=None, bias_initializer=None):
    if in_channels == -1:
        return nn.LazyLinear(out_channels, bias=bias)
    return nn.Linear(in_channels, out_channels, bias=bias)


class MessagePassing(nn.Module):
    def __init__(self, aggr="sum", *, aggr_kwargs=None, flow="source_to_target", node_dim=-2, decomposed_layers=1):
        super().__init__()
        self.aggr = aggr
        self.flow = flow
        self.node_dim = node_dim
        names = aggr if isinstance(aggr, (tuple, list)) else [aggr]
        for name in names:
            if isinstance(name, nn.Module):
                self.aggr_module = name
            elif name not in _WITHOUT_WEIGHTS or aggr_kwargs:
                self.aggr_module = unknown_member("aggregation", "torch_geometric")

    def reset_parameters(self):
        pass

    def _add_bias(self, bias, *size):
        if bias:
            self.bias = Parameter(torch.empty(*size))
        else:
            self.register_parameter("bias", None)


class GCNConv(MessagePassing):
    def __init__(self, in_channels, out_channels, improved=False, cached=False, add_self_loops=None, normalize=True,
                 bias=True, **kwargs):
        super().__init__(**kwargs)
        self.lin = Linear(in_channels, out_channels, bias=False)
        self._add_bias(bias, out_channels)


class SGConv(MessagePassing):
    def __init__(self, in_channels, out_channels, K=1, cached=False, add_self_loops=True, bias=True, **kwargs):
        super().__init__(**kwargs)
        self.lin = Linear(in_channels, out_channels, bias=bias)


class SAGEConv(MessagePassing):
    def __init__(self, in_channels, out_channels, aggr="mean", normalize=False, root_weight=True, project=False,
                 bias=True, **kwargs):
        super().__init__(aggr, **kwargs)
        in_channels = _pair(in_channels)
        if project:
            self.lin = Linear(in_channels[0], in_channels[0], bias=True)
        count = len(aggr) if isinstance(aggr, (tuple, list)) else 1
        self.lin_l = Linear(in_channels[0] * count if in_channels[0] != -1 else -1, out_channels, bias=bias)
        if root_weight:
            self.lin_r = Linear(in_channels[1], out_channels, bias=False)


class GraphConv(MessagePassing):
    def __init__(self, in_channels, out_channels, aggr="add", bias=True, **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        in_channels = _pair(in_channels)
        self.lin_rel = Linear(in_channels[0], out_channels, bias=bias)
        self.lin_root = Linear(in_channels[1], out_channels, bias=False)


class GATConv(MessagePassing):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, negative_slope=0.2, dropout=0.0,
                 add_self_loops=True, edge_dim=None, fill_value="mean", bias=True, residual=False, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        total = out_channels * (heads if concat else 1)
        if isinstance(in_channels, (tuple, list)):
            self.lin_src = Linear(in_channels[0], heads * out_channels, False)
            self.lin_dst = Linear(in_channels[1], heads * out_channels, False)
        else:
            self.lin = Linear(in_channels, heads * out_channels, bias=False)
        self.att_src = Parameter(torch.empty(1, heads, out_channels))
        self.att_dst = Parameter(torch.empty(1, heads, out_channels))
        if edge_dim is not None:
            self.lin_edge = Linear(edge_dim, heads * out_channels, bias=False)
            self.att_edge = Parameter(torch.empty(1, heads, out_channels))
        if residual:
            self.res = Linear(_pair(in_channels)[1], total, bias=False)
        self._add_bias(bias, total)


class GATv2Conv(MessagePassing):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, negative_slope=0.2, dropout=0.0,
                 add_self_loops=True, edge_dim=None, fill_value="mean", bias=True, share_weights=False,
                 residual=False, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        total = out_channels * (heads if concat else 1)
        in_channels = _pair(in_channels)
        self.lin_l = Linear(in_channels[0], heads * out_channels, bias=bias)
        self.lin_r = self.lin_l if share_weights else Linear(in_channels[1], heads * out_channels, bias=bias)
        self.att = Parameter(torch.empty(1, heads, out_channels))
        if edge_dim is not None:
            self.lin_edge = Linear(edge_dim, heads * out_channels, bias=False)
        if residual:
            self.res = Linear(in_channels[1], total, bias=False)
        self._add_bias(bias, total)


class TransformerConv(MessagePassing):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, beta=False, dropout=0.0, edge_dim=None,
                 bias=True, root_weight=True, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        in_channels = _pair(in_channels)
        total = out_channels * (heads if concat else 1)
        self.lin_key = Linear(in_channels[0], heads * out_channels, bias=bias)
        self.lin_query = Linear(in_channels[1], heads * out_channels, bias=bias)
        self.lin_value = Linear(in_channels[0], heads * out_channels, bias=bias)
        if edge_dim is not None:
            self.lin_edge = Linear(edge_dim, heads * out_channels, bias=False)
        self.lin_skip = Linear(in_channels[1], total, bias=bias)
        if beta and root_weight:
            self.lin_beta = Linear(3 * total, 1, bias=False)


class ChebConv(MessagePassing):
    def __init__(self, in_channels, out_channels, K, normalization="sym", bias=True, **kwargs):
        super().__init__(**kwargs)
        self.lins = nn.ModuleList([Linear(in_channels, out_channels, bias=False) for _ in range(K)])
        self._add_bias(bias, out_channels)


class TAGConv(MessagePassing):
    def __init__(self, in_channels, out_channels, K=3, bias=True, normalize=True, **kwargs):
        super().__init__(**kwargs)
        self.lins = nn.ModuleList([Linear(in_channels, out_channels, bias=False) for _ in range(K + 1)])
        self._add_bias(bias, out_channels)


class ARMAConv(MessagePassing):
    def __init__(self, in_channels, out_channels, num_stacks=1, num_layers=1, shared_weights=False, act=None,
                 dropout=0.0, bias=True, **kwargs):
        super().__init__(**kwargs)
        layers = 1 if shared_weights else num_layers
        self.weight = Parameter(torch.empty(max(1, layers - 1), num_stacks, out_channels, out_channels))
        self.init_weight = Parameter(torch.empty(num_stacks, in_channels, out_channels))
        self.root_weight = Parameter(torch.empty(layers, num_stacks, in_channels, out_channels))
        self._add_bias(bias, layers, num_stacks, 1, out_channels)


class GINConv(MessagePassing):
    def __init__(self, nn, eps=0.0, train_eps=False, **kwargs):
        super().__init__(**kwargs)
        self.nn = nn
        if train_eps:
            self.eps = Parameter(torch.empty(1))
        else:
            self.register_buffer("eps", torch.empty(1))


class GINEConv(GINConv):
    def __init__(self, nn, eps=0.0, train_eps=False, edge_dim=None, **kwargs):
        super().__init__(nn, eps, train_eps, **kwargs)
        if edge_dim is not None:
            first = nn[0] if isinstance(nn, torch.nn.Sequential) else nn
            self.lin = Linear(edge_dim, first.in_features)


class EdgeConv(MessagePassing):
    def __init__(self, nn, aggr="max", **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        self.nn = nn


class DynamicEdgeConv(EdgeConv):
    def __init__(self, nn, k, aggr="max", num_workers=1, **kwargs):
        super().__init__(nn, aggr, **kwargs)


class PointNetConv(MessagePassing):
    def __init__(self, local_nn=None, global_nn=None, add_self_loops=True, **kwargs):
        super().__init__(**kwargs)
        self.local_nn = local_nn
        self.global_nn = global_nn


PointConv = PointNetConv


class NNConv(MessagePassing):
    def __init__(self, in_channels, out_channels, nn, aggr="add", root_weight=True, bias=True, **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        self.nn = nn
        if root_weight:
            self.lin = Linear(_pair(in_channels)[1], out_channels, bias=False)
        self._add_bias(bias, out_channels)


ECConv = NNConv


class CGConv(MessagePassing):
    def __init__(self, channels, dim=0, aggr="add", batch_norm=False, bias=True, **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        channels = _pair(channels)
        self.lin_f = Linear(sum(channels) + dim, channels[1], bias=bias)
        self.lin_s = Linear(sum(channels) + dim, channels[1], bias=bias)
        self.bn = nn.BatchNorm1d(channels[1]) if batch_norm else None


class GatedGraphConv(MessagePassing):
    def __init__(self, out_channels, num_layers, aggr="add", bias=True, **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        self.weight = Parameter(torch.empty(num_layers, out_channels, out_channels))
        self.rnn = nn.GRUCell(out_channels, out_channels, bias=bias)


class ResGatedGraphConv(MessagePassing):
    def __init__(self, in_channels, out_channels, act=None, edge_dim=None, root_weight=True, bias=True, **kwargs):
        super().__init__(**kwargs)
        in_channels = _pair(in_channels)
        edges = edge_dim if edge_dim is not None else 0
        self.lin_key = Linear(in_channels[1] + edges, out_channels)
        self.lin_query = Linear(in_channels[0] + edges, out_channels)
        self.lin_value = Linear(in_channels[0] + edges, out_channels)
        if root_weight:
            self.lin_skip = Linear(in_channels[1], out_channels, bias=False)
        self._add_bias(bias, out_channels)


class RGCNConv(MessagePassing):
    def __init__(self, in_channels, out_channels, num_relations, num_bases=None, num_blocks=None, aggr="mean",
                 root_weight=True, is_sorted=False, bias=True, **kwargs):
        super().__init__(aggr=aggr, node_dim=0, **kwargs)
        in_channels = _pair(in_channels)
        if num_bases is not None:
            self.weight = Parameter(torch.empty(num_bases, in_channels[0], out_channels))
            self.comp = Parameter(torch.empty(num_relations, num_bases))
        elif num_blocks is not None:
            self.weight = Parameter(torch.empty(num_relations, num_blocks, in_channels[0] // num_blocks,
                                                out_channels // num_blocks))
        else:
            self.weight = Parameter(torch.empty(num_relations, in_channels[0], out_channels))
        if root_weight:
            self.root = Parameter(torch.empty(in_channels[1], out_channels))
        self._add_bias(bias, out_channels)


class FastRGCNConv(RGCNConv):
    pass


class PNAConv(MessagePassing):
    def __init__(self, in_channels, out_channels, aggregators, scalers, deg, edge_dim=None, towers=1, pre_layers=1,
                 post_layers=1, divide_input=False, act="relu", act_kwargs=None, train_norm=False, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        if train_norm:
            self.aggr_module = unknown_member("train_norm", "torch_geometric")
        width = in_channels // towers if divide_input else in_channels
        self.F_in = width
        self.F_out = out_channels // towers
        if edge_dim is not None:
            self.edge_encoder = Linear(edge_dim, width)
        self.pre_nns = nn.ModuleList()
        self.post_nns = nn.ModuleList()
        for _ in range(towers):
            modules = [Linear((3 if edge_dim else 2) * width, width)]
            for _ in range(pre_layers - 1):
                modules += [activation_resolver(act), Linear(width, width)]
            self.pre_nns.append(nn.Sequential(*modules))
            modules = [Linear((len(aggregators) * len(scalers) + 1) * width, self.F_out)]
            for _ in range(post_layers - 1):
                modules += [activation_resolver(act), Linear(self.F_out, self.F_out)]
            self.post_nns.append(nn.Sequential(*modules))
        self.lin = Linear(out_channels, out_channels)


class GCN2Conv(MessagePassing):
    def __init__(self, channels, alpha, theta=None, layer=None, shared_weights=True, cached=False,
                 add_self_loops=True, normalize=True, **kwargs):
        super().__init__(**kwargs)
        self.weight1 = Parameter(torch.empty(channels, channels))
        if not shared_weights:
            self.weight2 = Parameter(torch.empty(channels, channels))


class LEConv(MessagePassing):
    def __init__(self, in_channels, out_channels, bias=True, **kwargs):
        super().__init__(**kwargs)
        in_channels = _pair(in_channels)
        self.lin1 = Linear(in_channels[0], out_channels, bias=bias)
        self.lin2 = Linear(in_channels[1], out_channels, bias=False)
        self.lin3 = Linear(in_channels[1], out_channels, bias=bias)


class ClusterGCNConv(MessagePassing):
    def __init__(self, in_channels, out_channels, diag_lambda=0.0, add_self_loops=True, bias=True, **kwargs):
        super().__init__(**kwargs)
        self.lin_out = Linear(in_channels, out_channels, bias=bias)
        self.lin_root = Linear(in_channels, out_channels, bias=False)


class SplineConv(MessagePassing):
    def __init__(self, in_channels, out_channels, dim, kernel_size, is_open_spline=True, degree=1, aggr="mean",
                 root_weight=True, bias=True, **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        in_channels = _pair(in_channels)
        count = 1
        for size in (kernel_size if isinstance(kernel_size, (tuple, list)) else [kernel_size] * dim):
            count *= size
        self.weight = Parameter(torch.empty(count, in_channels[0], out_channels))
        if root_weight:
            self.lin = Linear(in_channels[1], out_channels, bias=False)
        self._add_bias(bias, out_channels)


class APPNP(MessagePassing):
    def __init__(self, K, alpha, dropout=0.0, cached=False, add_self_loops=True, normalize=True, **kwargs):
        super().__init__(**kwargs)


class LGConv(MessagePassing):
    def __init__(self, normalize=True, **kwargs):
        super().__init__(**kwargs)


class HeteroConv(nn.Module):
    def __init__(self, convs, aggr="sum"):
        super().__init__()
        self.convs = nn.ModuleDict({"__".join(key): module for key, module in convs.items()})


class BatchNorm(nn.Module):
    def __init__(self, in_channels, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 allow_single_element=False):
        super().__init__()
        self.module = nn.BatchNorm1d(in_channels, eps, momentum, affine, track_running_stats)


def LayerNorm(in_channels, eps=1e-5, affine=True, mode="graph"):
    return nn.LayerNorm(in_channels, eps, affine)


class GraphNorm(nn.Module):
    def __init__(self, in_channels, eps=1e-5):
        super().__init__()
        self.weight = Parameter(torch.empty(in_channels))
        self.bias = Parameter(torch.empty(in_channels))
        self.mean_scale = Parameter(torch.empty(in_channels))


class PairNorm(nn.Module):
    def __init__(self, scale=1.0, scale_individually=False, eps=1e-5):
        super().__init__()


def activation_resolver(act="relu", **kwargs):
    if act is None:
        return nn.Identity()
    if isinstance(act, str):
        return nn.PReLU(**kwargs) if act.lower() == "prelu" else nn.ReLU()
    return act


def normalization_resolver(norm, *args, **kwargs):
    if norm is None:
        return nn.Identity()
    if not isinstance(norm, str):
        return unknown_member("norm", "torch_geometric")
    name = norm.lower().replace("_", "")
    known = {"batchnorm": BatchNorm, "layernorm": LayerNorm, "graphnorm": GraphNorm}
    if name == "pairnorm":
        return PairNorm()
    return known[name](*args, **kwargs) if name in known else unknown_member("norm " + norm, "torch_geometric")


class MLP(nn.Module):
    def __init__(self, channel_list=None, *, in_channels=None, hidden_channels=None, out_channels=None,
                 num_layers=None, dropout=0.0, act="relu", act_first=False, act_kwargs=None, norm="batch_norm",
                 norm_kwargs=None, plain_last=True, bias=True, **kwargs):
        super().__init__()
        if "batch_norm" in kwargs:
            norm = "batch_norm" if kwargs["batch_norm"] else None
        if isinstance(channel_list, int):
            in_channels = channel_list
        if in_channels is not None:
            channel_list = [in_channels] + [hidden_channels] * (num_layers - 1) + [out_channels]
        count = len(channel_list) - 1
        self.act = activation_resolver(act, **(act_kwargs or {}))
        biases = bias if isinstance(bias, (tuple, list)) else [bias] * count
        self.lins = nn.ModuleList([Linear(channel_list[i], channel_list[i + 1], bias=biases[i]) for i in range(count)])
        widths = channel_list[1:-1] if plain_last else channel_list[1:]
        self.norms = nn.ModuleList([normalization_resolver(norm, width, **(norm_kwargs or {})) for width in widths])


class JumpingKnowledge(nn.Module):
    def __init__(self, mode, channels=None, num_layers=None):
        super().__init__()
        if mode.lower() == "lstm":
            width = (num_layers * channels) // 2
            self.lstm = nn.LSTM(channels, width, bidirectional=True, batch_first=True)
            self.att = nn.Linear(2 * width, 1)


class BasicGNN(nn.Module):
    def __init__(self, in_channels, hidden_channels, num_layers, out_channels=None, dropout=0.0, act="relu",
                 act_first=False, act_kwargs=None, norm=None, norm_kwargs=None, jk=None, **kwargs):
        super().__init__()
        self.hidden_channels = hidden_channels
        self.out_channels = out_channels if out_channels is not None else hidden_channels
        self.act = activation_resolver(act, **(act_kwargs or {}))
        self.act_first = act_first
        self.norm = norm
        self.norm_kwargs = norm_kwargs
        self._is_conv_to_out = False
        self.convs = nn.ModuleList()
        for _ in range(num_layers - 1):
            self.convs.append(self.init_conv(in_channels, hidden_channels, **kwargs))
            pair = (hidden_channels, hidden_channels)
            in_channels = pair if isinstance(in_channels, (tuple, list)) else hidden_channels
        self._is_conv_to_out = out_channels is not None and jk is None
        last = out_channels if self._is_conv_to_out else hidden_channels
        self.convs.append(self.init_conv(in_channels, last, **kwargs))
        norms = [normalization_resolver(norm, hidden_channels, **(norm_kwargs or {})) for _ in range(num_layers)]
        self.norms = nn.ModuleList(norms if jk is not None else norms[:-1] + [nn.Identity()])
        if jk is not None:
            if jk != "last":
                self.jk = JumpingKnowledge(jk, hidden_channels, num_layers)
            self.lin = Linear(num_layers * hidden_channels if jk == "cat" else hidden_channels, self.out_channels)

    def reset_parameters(self):
        pass


class GCN(BasicGNN):
    def init_conv(self, in_channels, out_channels, **kwargs):
        return GCNConv(in_channels, out_channels, **kwargs)


class GraphSAGE(BasicGNN):
    def init_conv(self, in_channels, out_channels, **kwargs):
        return SAGEConv(in_channels, out_channels, **kwargs)


class GIN(BasicGNN):
    def init_conv(self, in_channels, out_channels, **kwargs):
        parts = [in_channels, out_channels, out_channels]
        return GINConv(MLP(parts, act=self.act, norm=self.norm, norm_kwargs=self.norm_kwargs), **kwargs)


class EdgeCNN(BasicGNN):
    def init_conv(self, in_channels, out_channels, **kwargs):
        parts = [2 * in_channels, out_channels, out_channels]
        return EdgeConv(MLP(parts, act=self.act, norm=self.norm, norm_kwargs=self.norm_kwargs), **kwargs)


class PNA(BasicGNN):
    def init_conv(self, in_channels, out_channels, **kwargs):
        return PNAConv(in_channels, out_channels, **kwargs)


class GAT(BasicGNN):
    def init_conv(self, in_channels, out_channels, v2=False, heads=1, concat=True, **kwargs):
        if self._is_conv_to_out:
            concat = False
        width = out_channels // heads if concat else out_channels
        return (GATv2Conv if v2 else GATConv)(in_channels, width, heads=heads, concat=concat, **kwargs)


class InnerProductDecoder(nn.Module):
    pass


class GAE(nn.Module):
    def __init__(self, encoder, decoder=None):
        super().__init__()
        self.encoder = encoder
        self.decoder = InnerProductDecoder() if decoder is None else decoder


class VGAE(GAE):
    pass


class DeepGraphInfomax(nn.Module):
    def __init__(self, hidden_channels, encoder, summary, corruption):
        super().__init__()
        self.encoder = encoder
        self.summary = summary
        self.corruption = corruption
        self.weight = Parameter(torch.empty(hidden_channels, hidden_channels))


class Sequential(nn.Module):
    def __init__(self, input_args, modules):
        super().__init__()
        for i, module in enumerate(modules):
            module = module[0] if isinstance(module, (tuple, list)) else module
            if isinstance(module, nn.Module):
                self.add_module("module_" + str(i), module)


class TopKPooling(nn.Module):
    def __init__(self, in_channels, ratio=0.5, min_score=None, multiplier=1.0, nonlinearity="tanh"):
        super().__init__()
        self.select = SelectTopK(in_channels)


class SelectTopK(nn.Module):
    def __init__(self, in_channels, ratio=0.5, min_score=None, act="tanh"):
        super().__init__()
        self.weight = Parameter(torch.empty(1, in_channels))


class SAGPooling(nn.Module):
    def __init__(self, in_channels, ratio=0.5, GNN=GraphConv, min_score=None, multiplier=1.0, nonlinearity="tanh",
                 **kwargs):
        super().__init__()
        self.gnn = GNN(in_channels, 1, **kwargs)
        self.select = SelectTopK(1)


class SSGConv(SGConv):
    def __init__(self, in_channels, out_channels, alpha, K=1, cached=False, add_self_loops=True, bias=True, **kwargs):
        super().__init__(in_channels, out_channels, K, bias=bias, **kwargs)


class AGNNConv(MessagePassing):
    def __init__(self, requires_grad=True, add_self_loops=True, **kwargs):
        super().__init__(**kwargs)
        if requires_grad:
            self.beta = Parameter(torch.empty(1))
        else:
            self.register_buffer("beta", torch.empty(1))


class DNAConv(MessagePassing):
    def __init__(self, channels, heads=1, groups=1, dropout=0.0, cached=False, normalize=True, add_self_loops=True,
                 bias=True, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        for name in ("lin_q", "lin_k", "lin_v"):
            setattr(self, name, nn.Conv1d(channels, channels, 1, groups=groups, bias=bias))


class FiLMConv(MessagePassing):
    def __init__(self, in_channels, out_channels, num_relations=1, nn=None, act=None, aggr="mean", **kwargs):
        super().__init__(aggr=aggr, **kwargs)
        in_channels = _pair(in_channels)
        self.lins = torch.nn.ModuleList()
        self.films = torch.nn.ModuleList()
        for _ in range(num_relations):
            self.lins.append(Linear(in_channels[0], out_channels, bias=False))
            self.films.append(Linear(in_channels[1], 2 * out_channels) if nn is None else copy.deepcopy(nn))
        self.lin_skip = Linear(in_channels[1], out_channels, bias=False)
        self.film_skip = Linear(in_channels[1], 2 * out_channels, bias=False) if nn is None else copy.deepcopy(nn)


class SuperGATConv(MessagePassing):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, negative_slope=0.2, dropout=0.0,
                 add_self_loops=True, bias=True, attention_type="MX", neg_sample_ratio=0.5, edge_sample_ratio=1.0,
                 is_undirected=False, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        self.lin = Linear(in_channels, heads * out_channels, bias=False)
        self.att_l = Parameter(torch.empty(1, heads, out_channels))
        self.att_r = Parameter(torch.empty(1, heads, out_channels))
        self._add_bias(bias, out_channels * (heads if concat else 1))


class RGATConv(MessagePassing):
    def __init__(self, in_channels, out_channels, num_relations, num_bases=None, num_blocks=None, mod=None,
                 attention_mechanism="across-relation", attention_mode="additive-self-attention", heads=1, dim=1,
                 concat=True, negative_slope=0.2, dropout=0.0, edge_dim=None, bias=True, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        width = heads * out_channels
        self.q = Parameter(torch.empty(width, heads * dim))
        self.k = Parameter(torch.empty(width, heads * dim))
        if edge_dim is not None:
            self.lin_edge = Linear(edge_dim, width, bias=False)
            self.e = Parameter(torch.empty(width, heads * dim))
        self._add_bias(bias, width * dim if concat else dim * out_channels)
        if num_bases is not None:
            self.att = Parameter(torch.empty(num_relations, num_bases))
            self.basis = Parameter(torch.empty(num_bases, in_channels, width))
        elif num_blocks is not None:
            self.weight = Parameter(torch.empty(num_relations, num_blocks, in_channels // num_blocks,
                                                width // num_blocks))
        else:
            self.weight = Parameter(torch.empty(num_relations, in_channels, width))
        self.w = Parameter(torch.empty(out_channels))
        self.l1 = Parameter(torch.empty(1, out_channels))
        self.b1 = Parameter(torch.empty(1, out_channels))
        self.l2 = Parameter(torch.empty(out_channels, out_channels))
        self.b2 = Parameter(torch.empty(1, out_channels))


class GPSConv(nn.Module):
    def __init__(self, channels, conv, heads=1, dropout=0.0, act="relu", act_kwargs=None, norm="batch_norm",
                 norm_kwargs=None, attn_type="multihead", attn_kwargs=None):
        super().__init__()
        self.conv = conv
        if attn_type == "multihead":
            self.attn = nn.MultiheadAttention(channels, heads, batch_first=True, **(attn_kwargs or {}))
        else:
            self.attn = unknown_member("attn_type", "torch_geometric")
        self.mlp = nn.Sequential(nn.Linear(channels, channels * 2), activation_resolver(act, **(act_kwargs or {})),
                                 nn.Dropout(dropout), nn.Linear(channels * 2, channels), nn.Dropout(dropout))
        for name in ("norm1", "norm2", "norm3"):
            setattr(self, name, normalization_resolver(norm, channels, **(norm_kwargs or {})))


class SignedConv(MessagePassing):
    def __init__(self, in_channels, out_channels, first_aggr, bias=True, **kwargs):
        super().__init__(**kwargs)
        in_channels = _pair(in_channels)
        neighbours = in_channels[0] if first_aggr else 2 * in_channels[0]
        self.lin_pos_l = Linear(neighbours, out_channels, bias=False)
        self.lin_pos_r = Linear(in_channels[1], out_channels, bias=bias)
        self.lin_neg_l = Linear(neighbours, out_channels, bias=False)
        self.lin_neg_r = Linear(in_channels[1], out_channels, bias=bias)


class MFConv(MessagePassing):
    def __init__(self, in_channels, out_channels, max_degree=10, bias=True, **kwargs):
        super().__init__(**kwargs)
        in_channels = _pair(in_channels)
        count = max_degree + 1
        self.lins_l = nn.ModuleList([Linear(in_channels[0], out_channels, bias=bias) for _ in range(count)])
        self.lins_r = nn.ModuleList([Linear(in_channels[1], out_channels, bias=False) for _ in range(count)])


class FeaStConv(MessagePassing):
    def __init__(self, in_channels, out_channels, heads=1, add_self_loops=True, bias=True, **kwargs):
        super().__init__(**kwargs)
        self.lin = Linear(in_channels, heads * out_channels, bias=False)
        self.u = Linear(in_channels, heads, bias=False)
        self.c = Parameter(torch.empty(heads))
        self._add_bias(bias, out_channels)


class PPFConv(PointNetConv):
    pass


class PANConv(MessagePassing):
    def __init__(self, in_channels, out_channels, filter_size, **kwargs):
        super().__init__(**kwargs)
        self.lin = Linear(in_channels, out_channels)
        self.weight = Parameter(torch.empty(filter_size + 1))


class FAConv(MessagePassing):
    def __init__(self, channels, eps=0.1, dropout=0.0, cached=False, add_self_loops=True, normalize=True, **kwargs):
        super().__init__(**kwargs)
        self.att_l = Linear(channels, 1, bias=False)
        self.att_r = Linear(channels, 1, bias=False)


class MixHopConv(MessagePassing):
    def __init__(self, in_channels, out_channels, powers=None, add_self_loops=True, bias=True, **kwargs):
        super().__init__(**kwargs)
        powers = [0, 1, 2] if powers is None else powers
        self.lins = nn.ModuleList([Linear(in_channels, out_channels, bias=False) if p in powers else nn.Identity()
                                   for p in range(max(powers) + 1)])
        self._add_bias(bias, len(powers) * out_channels)


class Node2Vec(nn.Module):
    def __init__(self, edge_index, embedding_dim, walk_length, context_size, walks_per_node=1, p=1.0, q=1.0,
                 num_negative_samples=1, num_nodes=None, sparse=False):
        super().__init__()
        self.embedding = nn.Embedding(num_nodes, embedding_dim, sparse=sparse)


class DenseGCNConv(nn.Module):
    def __init__(self, in_channels, out_channels, improved=False, bias=True):
        super().__init__()
        self.lin = Linear(in_channels, out_channels, bias=False)
        self.bias = Parameter(torch.empty(out_channels)) if bias else None


class DenseSAGEConv(nn.Module):
    def __init__(self, in_channels, out_channels, normalize=False, bias=True):
        super().__init__()
        self.lin_rel = Linear(in_channels, out_channels, bias=False)
        self.lin_root = Linear(in_channels, out_channels, bias=bias)


class DenseGraphConv(nn.Module):
    def __init__(self, in_channels, out_channels, aggr="add", bias=True):
        super().__init__()
        self.lin_rel = Linear(in_channels, out_channels, bias=bias)
        self.lin_root = Linear(in_channels, out_channels, bias=False)


class MessageNorm(nn.Module):
    def __init__(self, learn_scale=False, device=None):
        super().__init__()
        self.scale = Parameter(torch.empty(1), requires_grad=learn_scale)


class DiffGroupNorm(nn.Module):
    def __init__(self, in_channels, groups, lamda=0.01, eps=1e-5, momentum=0.1, affine=True,
                 track_running_stats=True):
        super().__init__()
        self.lin = Linear(in_channels, groups, bias=False)
        self.norm = nn.BatchNorm1d(groups * in_channels, eps, momentum, affine, track_running_stats)


class EdgePooling(nn.Module):
    def __init__(self, in_channels, edge_score_method=None, dropout=0.0, add_to_edge_score=0.5):
        super().__init__()
        self.lin = nn.Linear(2 * in_channels, 1)


class Set2Set(nn.Module):
    def __init__(self, in_channels, processing_steps, **kwargs):
        super().__init__()
        self.lstm = nn.LSTM(2 * in_channels, in_channels, **kwargs)


class AttentionalAggregation(nn.Module):
    def __init__(self, gate_nn, nn=None):
        super().__init__()
        self.gate_nn = gate_nn
        self.nn = nn


GlobalAttention = AttentionalAggregation


class LightGCN(nn.Module):
    def __init__(self, num_nodes, embedding_dim, num_layers, alpha=None, **kwargs):
        super().__init__()
        self.embedding = nn.Embedding(num_nodes, embedding_dim)
        self.convs = nn.ModuleList([LGConv(**kwargs) for _ in range(num_layers)])


class HypergraphConv(MessagePassing):
    def __init__(self, in_channels, out_channels, use_attention=False, attention_mode="node", heads=1, concat=True,
                 negative_slope=0.2, dropout=0, bias=True, **kwargs):
        super().__init__(node_dim=0, **kwargs)
        heads = heads if use_attention else 1
        concat = concat or not use_attention
        self.lin = Linear(in_channels, heads * out_channels, bias=False)
        if use_attention:
            self.att = Parameter(torch.empty(1, heads, 2 * out_channels))
        self._add_bias(bias, out_channels * (heads if concat else 1))


class PointTransformerConv(MessagePassing):
    def __init__(self, in_channels, out_channels, pos_nn=None, attn_nn=None, add_self_loops=True, **kwargs):
        super().__init__(**kwargs)
        in_channels = _pair(in_channels)
        self.pos_nn = Linear(3, out_channels) if pos_nn is None else pos_nn
        self.attn_nn = attn_nn
        self.lin = Linear(in_channels[0], out_channels, bias=False)
        self.lin_src = Linear(in_channels[0], out_channels, bias=False)
        self.lin_dst = Linear(in_channels[1], out_channels, bias=False)


class GENConv(MessagePassing):
    def __init__(self, in_channels, out_channels, aggr="softmax", t=1.0, learn_t=False, p=1.0, learn_p=False,
                 msg_norm=False, learn_msg_scale=False, norm="batch", num_layers=2, expansion=2, eps=1e-7, bias=False,
                 edge_dim=None, **kwargs):
        super().__init__(**kwargs)
        if learn_t or learn_p:
            self.aggr_module = unknown_member("aggregation", "torch_geometric")
        in_channels = _pair(in_channels)
        if in_channels[0] != out_channels:
            self.lin_src = Linear(in_channels[0], out_channels, bias=bias)
        if edge_dim is not None and edge_dim != out_channels:
            self.lin_edge = Linear(edge_dim, out_channels, bias=bias)
        if in_channels[1] != out_channels:
            self.lin_dst = Linear(in_channels[1], out_channels, bias=bias)
        widths = [out_channels] + [out_channels * expansion] * (num_layers - 1) + [out_channels]
        self.mlp = MLP(widths, norm=norm if norm is None else norm + "_norm", bias=bias)
        if msg_norm:
            self.msg_norm = MessageNorm(learn_msg_scale)


class HGTConv(MessagePassing):
    def __init__(self, in_channels, out_channels, metadata, heads=1, **kwargs):
        super().__init__(aggr="add", node_dim=0, **kwargs)
        if not isinstance(in_channels, dict):
            in_channels = {node: in_channels for node in metadata[0]}
        edges = len(metadata[1])
        width = out_channels // heads
        self.kqv_lin = HeteroDictLinear(in_channels, out_channels * 3)
        self.out_lin = HeteroDictLinear({node: out_channels for node in in_channels}, out_channels)
        self.skip = nn.ParameterDict({node: Parameter(torch.empty(1)) for node in metadata[0]})
        self.k_rel = HeteroLinear(width, width, heads * edges, bias=False)
        self.v_rel = HeteroLinear(width, width, heads * edges, bias=False)
        self.p_rel = nn.ParameterDict({"__".join(edge): Parameter(torch.empty(1, heads)) for edge in metadata[1]})


class HANConv(MessagePassing):
    def __init__(self, in_channels, out_channels, metadata, heads=1, negative_slope=0.2, dropout=0.0, **kwargs):
        super().__init__(aggr="add", node_dim=0, **kwargs)
        if not isinstance(in_channels, dict):
            in_channels = {node: in_channels for node in metadata[0]}
        names = ["__".join(edge) for edge in metadata[1]]
        size = (1, heads, out_channels // heads)
        self.k_lin = nn.Linear(out_channels, out_channels)
        self.q = Parameter(torch.empty(1, out_channels))
        self.proj = nn.ModuleDict({node: Linear(width, out_channels) for node, width in in_channels.items()})
        self.lin_src = nn.ParameterDict({name: Parameter(torch.empty(*size)) for name in names})
        self.lin_dst = nn.ParameterDict({name: Parameter(torch.empty(*size)) for name in names})


class HeteroLinear(nn.Module):
    def __init__(self, in_channels, out_channels, num_types, is_sorted=False, bias=True, **kwargs):
        super().__init__()
        self.weight = Parameter(torch.empty(num_types, in_channels, out_channels))
        self.bias = Parameter(torch.empty(num_types, out_channels)) if bias else None


class HeteroDictLinear(nn.Module):
    def __init__(self, in_channels, out_channels, types=None, bias=True, **kwargs):
        super().__init__()
        if not isinstance(in_channels, dict):
            in_channels = {name: in_channels for name in types}
        self.lins = nn.ModuleDict({name: Linear(width, out_channels, bias) for name, width in in_channels.items()})


class HeteroLayerNorm(nn.Module):
    def __init__(self, in_channels, num_types, eps=1e-5, affine=True, mode="node"):
        super().__init__()
        self.weight = Parameter(torch.empty(num_types, in_channels)) if affine else None
        self.bias = Parameter(torch.empty(num_types, in_channels)) if affine else None


class InstanceNorm(nn.Module):
    def __init__(self, in_channels, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False):
        super().__init__()
        self.module = nn.InstanceNorm1d(in_channels, eps, momentum, affine, track_running_stats)


class GraphSizeNorm(nn.Module):
    pass


class MeanSubtractionNorm(nn.Module):
    pass


class LSTMAggregation(nn.Module):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__()
        self.lstm = nn.LSTM(in_channels, out_channels, batch_first=True, **kwargs)


class GRUAggregation(nn.Module):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__()
        self.gru = nn.GRU(in_channels, out_channels, batch_first=True, **kwargs)


class SoftmaxAggregation(nn.Module):
    def __init__(self, t=1.0, learn=False, semi_grad=False, channels=1):
        super().__init__()
        if learn:
            self.t = Parameter(torch.empty(channels))


class SortAggregation(nn.Module):
    def __init__(self, k):
        super().__init__()


class MeanAggregation(nn.Module):
    pass


class SumAggregation(nn.Module):
    pass


class MaxAggregation(nn.Module):
    pass


class GraphUNet(nn.Module):
    def __init__(self, in_channels, hidden_channels, out_channels, depth, pool_ratios=0.5, sum_res=True, act="relu"):
        super().__init__()
        width = hidden_channels
        self.down_convs = nn.ModuleList([GCNConv(in_channels, width, improved=True)])
        self.pools = nn.ModuleList()
        for _ in range(depth):
            self.pools.append(TopKPooling(width))
            self.down_convs.append(GCNConv(width, width, improved=True))
        into = width if sum_res else 2 * width
        self.up_convs = nn.ModuleList([GCNConv(into, width, improved=True) for _ in range(depth - 1)])
        self.up_convs.append(GCNConv(into, out_channels, improved=True))


class KGEModel(nn.Module):
    def __init__(self, num_nodes, num_relations, hidden_channels, sparse=False):
        super().__init__()
        self.node_emb = nn.Embedding(num_nodes, hidden_channels, sparse=sparse)
        self.rel_emb = nn.Embedding(num_relations, hidden_channels, sparse=sparse)


class TransE(KGEModel):
    def __init__(self, num_nodes, num_relations, hidden_channels, margin=1.0, p_norm=1.0, sparse=False):
        super().__init__(num_nodes, num_relations, hidden_channels, sparse)


class DistMult(KGEModel):
    def __init__(self, num_nodes, num_relations, hidden_channels, margin=1.0, sparse=False):
        super().__init__(num_nodes, num_relations, hidden_channels, sparse)


class ComplEx(KGEModel):
    def __init__(self, num_nodes, num_relations, hidden_channels, sparse=False):
        super().__init__(num_nodes, num_relations, hidden_channels, sparse)
        self.node_emb_im = nn.Embedding(num_nodes, hidden_channels, sparse=sparse)
        self.rel_emb_im = nn.Embedding(num_relations, hidden_channels, sparse=sparse)


class RotatE(KGEModel):
    def __init__(self, num_nodes, num_relations, hidden_channels, margin=1.0, sparse=False):
        super().__init__(num_nodes, num_relations, hidden_channels, sparse)
        self.node_emb_im = nn.Embedding(num_nodes, hidden_channels, sparse=sparse)


class _ShiftedSoftplus(nn.Module):
    pass


class _CFConv(MessagePassing):
    def __init__(self, width, filters):
        super().__init__(aggr="add")
        self.lin1 = nn.Linear(width, filters, bias=False)
        self.lin2 = nn.Linear(filters, width)


class _InteractionBlock(nn.Module):
    def __init__(self, width, gaussians, filters):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(gaussians, filters), _ShiftedSoftplus(), nn.Linear(filters, filters))
        self.conv = _CFConv(width, filters)
        self.lin = nn.Linear(width, width)


class SchNet(nn.Module):
    def __init__(self, hidden_channels=128, num_filters=128, num_interactions=6, num_gaussians=50, cutoff=10.0,
                 interaction_graph=None, max_num_neighbors=32, readout="add", dipole=False, mean=None, std=None,
                 atomref=None):
        super().__init__()
        if atomref is not None or dipole:
            self.atomref = unknown_member("atomref", "torch_geometric")
        self.embedding = nn.Embedding(100, hidden_channels, padding_idx=0)
        self.interactions = nn.ModuleList([_InteractionBlock(hidden_channels, num_gaussians, num_filters)
                                           for _ in range(num_interactions)])
        self.lin1 = nn.Linear(hidden_channels, hidden_channels // 2)
        self.lin2 = nn.Linear(hidden_channels // 2, 1)
