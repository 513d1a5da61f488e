// Convolutions over graphs of PyTorch Geometric and DGL. print() does not show whether they have a bias: the
// usual one is assumed. Their work depends on the graph, so it is unknown.
#include "layers/families/families.h"

namespace paramscope {
namespace {

Tensor usual_bias(const Polynomial& size) {
    Tensor bias = parameter("bias", {size});
    bias.assumed = true;
    return bias;
}

/// One weight (out, in) for each of `weights`, and a bias (out).
void dense_tensors(const Arguments& a, std::initializer_list<std::string_view> weights,
                   std::vector<Tensor>& tensors) {
    if (!a.expect_shown("in_channels") || !a.expect_shown("out_channels")) return;
    const Polynomial in = a.size("in_channels"), out = a.size("out_channels");
    for (const std::string_view weight : weights)
        tensors.push_back(parameter(std::string(weight), {out, in}));
    tensors.push_back(usual_bias(out));
}

/// GCNConv, SGConv: x' = norm(A)·x·W + b.
void gcn_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    dense_tensors(a, {"lin.weight"}, tensors);
}

/// SAGEConv: x' = W_l·mean(neighbours) + b + W_r·x.
void sage_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    dense_tensors(a, {"lin_l.weight", "lin_r.weight"}, tensors);
}

/// PyG's GraphConv has a weight for the neighbours and one for the node itself; DGL's, `GraphConv(in=…,
/// out=…)`, has one weight.
void graph_conv_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.has("in") || !a.has("out"))
        return dense_tensors(a, {"lin_rel.weight", "lin_root.weight"}, tensors);
    tensors.push_back(parameter("weight", {a.size("in"), a.size("out")}));
    tensors.push_back(usual_bias(a.size("out")));
}

Tensor assumed_parameter(std::string name, Dims shape) {
    Tensor tensor = parameter(std::move(name), std::move(shape));
    tensor.assumed = true;
    return tensor;
}

/// The weight for features of edges, which attention over a graph has where it is made with edge_dim: print()
/// does not show that.
Tensor edge_weight(const Arguments& a) {
    return assumed_parameter("lin_edge.weight", {a.size("heads", 1) * a.size("out_channels"), 0});
}

/// True where a print shows the sizes of attention over a graph.
bool shows_attention(const Arguments& a) {
    return a.expect_shown("in_channels") && a.expect_shown("out_channels");
}

/// GATConv: one dense weight for all heads, and a vector of each head for both ends of an edge.
void gat_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial heads = a.size("heads", 1), out = a.size("out_channels");
    tensors.push_back(parameter("lin.weight", {heads * out, a.size("in_channels")}));
    tensors.push_back(parameter("att_src", {1, heads, out}));
    tensors.push_back(parameter("att_dst", {1, heads, out}));
    tensors.push_back(usual_bias(heads * out));
    tensors.push_back(edge_weight(a));
}

/// GATv2Conv: a weight for both ends of an edge, which may be one, and a vector of each head.
void gatv2_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial heads = a.size("heads", 1), out = a.size("out_channels"), in = a.size("in_channels");
    tensors.push_back(parameter("lin_l.weight", {heads * out, in}));
    tensors.push_back(assumed_parameter("lin_l.bias", {heads * out}));
    tensors.push_back(assumed_parameter("lin_r.weight", {heads * out, in}));
    tensors.push_back(assumed_parameter("lin_r.bias", {heads * out}));
    tensors.push_back(parameter("att", {1, heads, out}));
    tensors.push_back(usual_bias(heads * out));
    tensors.push_back(edge_weight(a));
}

/// TransformerConv: keys, queries and values of all heads, and a weight for the node itself, which is
/// narrower where heads are averaged.
void transformer_conv_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial heads = a.size("heads", 1), out = a.size("out_channels"), in = a.size("in_channels");
    for (const std::string_view name : {"lin_key", "lin_query", "lin_value", "lin_skip"}) {
        const std::string weight = std::string(name) + ".weight", bias = std::string(name) + ".bias";
        tensors.push_back(name == "lin_skip" ? assumed_parameter(weight, {heads * out, in})
                                             : parameter(weight, {heads * out, in}));
        tensors.push_back(assumed_parameter(bias, {heads * out}));
    }
    tensors.push_back(edge_weight(a));
}

/// `count` weights (in, out) and a bias (out).
void stacked_tensors(const Arguments& a, const Polynomial& count, std::vector<Tensor>& tensors) {
    tensors.push_back(parameter("weight", {count, a.size("in_channels"), a.size("out_channels")}));
    tensors.push_back(usual_bias(a.size("out_channels")));
}

/// ChebConv: a weight for each of K polynomials.
void cheb_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    stacked_tensors(a, a.size("K", 1), tensors);
}

/// TAGConv: a weight for each power of the adjacency matrix from 0 to K.
void tag_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    stacked_tensors(a, a.size("K") + Polynomial(1), tensors);
}

constexpr std::string_view kChannels = "in_channels=None, out_channels=None";
constexpr std::string_view kHeads = "in_channels=None, out_channels=None, heads=1";

constexpr LayerRule graph(std::string_view type, void (*tensors)(const Arguments&, std::vector<Tensor>&),
                          std::string_view signature = kChannels) {
    return {.type = type,
            .signature = signature,
            .tensors = tensors,
            .forward = unknown_output,
            .has_work = true};
}

}  // namespace

std::span<const LayerRule> graph_layers() {
    static constexpr LayerRule rules[] = {
        graph("GCNConv", gcn_tensors),
        graph("SGConv", gcn_tensors),
        graph("SAGEConv", sage_tensors),
        graph("GraphConv", graph_conv_tensors, "in_channels=None, out_channels=None, in=None, out=None"),
        graph("ChebConv", cheb_tensors, "in_channels, out_channels, K"),
        graph("GATConv", gat_tensors, kHeads),
        graph("GATv2Conv", gatv2_tensors, kHeads),
        graph("TransformerConv", transformer_conv_tensors, kHeads),
        graph("TAGConv", tag_tensors, "in_channels, out_channels, K=3"),
    };
    return rules;
}

}  // namespace paramscope
