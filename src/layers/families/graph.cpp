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

/// Dense weights for the nodes of an edge, and one bias or more: how many `weights` and `biases` of out there
/// are.
void add_dense(const Arguments& a, int weights, int biases, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial in = a.size("in_channels"), out = a.size("out_channels");
    tensors.push_back(parameter("weights", {Polynomial(weights), out, in}));
    tensors.push_back(usual_bias(Polynomial(biases) * out));
}

/// So many of both. Of two weights, one is for the neighbours and one for the node itself.
template <int weights, int biases>
void dense_tensors_of(const Arguments& a, std::vector<Tensor>& tensors) {
    add_dense(a, weights, biases, tensors);
}

/// HypergraphConv: a weight, which is for several heads where it is made with attention.
void hypergraph_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    add_dense(a, 1, 1, tensors);
    tensors.push_back(edge_weight(a));
}

/// ResGatedGraphConv: keys, queries and values with biases, a weight for the node itself and a bias.
void gated_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    add_dense(a, 4, 4, tensors);
    tensors.push_back(edge_weight(a));
}

/// SignedConv: neighbours of each sign, whose features both signs have behind the first layer.
void signed_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    add_dense(a, a.flag("first_aggr") ? 4 : 6, 2, tensors);
}

/// MixHopConv: a weight and a bias for each power of the adjacency matrix.
void mix_hop_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const auto powers = static_cast<int>(a.list("powers").size());
    add_dense(a, powers, powers, tensors);
}

/// FiLMConv: a weight, and scale and shift of each relation; the same without biases for the node itself.
void film_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial in = a.size("in_channels"), out = a.size("out_channels");
    const Polynomial relations = a.size("num_relations");
    tensors.push_back(parameter("lin_skip.weight", {out, in}));
    tensors.push_back(parameter("lins", {relations, out, in}));
    tensors.push_back(assumed_parameter("film_skip.weight", {Polynomial(2) * out, in}));
    tensors.push_back(assumed_parameter("films", {relations, Polynomial(2) * out, in + Polynomial(1)}));
}

/// SuperGATConv, DenseGATConv: GATConv without features of edges.
void super_gat_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    gat_tensors(a, tensors);
    if (!tensors.empty()) tensors.pop_back();
}

/// FeaStConv: one weight for all heads, and what decides between them.
void feast_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!shows_attention(a)) return;
    const Polynomial heads = a.size("heads"), in = a.size("in_channels"), out = a.size("out_channels");
    tensors.push_back(parameter("lin.weight", {heads * out, in}));
    tensors.push_back(parameter("u.weight", {heads, in}));
    tensors.push_back(parameter("c", {heads}));
    tensors.push_back(usual_bias(out));
}

/// PANConv: a weight, and one number for each power up to filter_size.
void pan_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    add_dense(a, 1, 1, tensors);
    tensors.push_back(parameter("weight", {a.size("filter_size") + Polynomial(1)}));
}

/// DNAConv: queries, keys and values in groups.
void dna_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial channels = a.size("channels"), groups = a.size("groups", 1), three(3);
    a.require_divisible("channels", "groups");
    tensors.push_back(parameter("weights", {three, channels, channels / groups}));
    tensors.push_back(usual_bias(three * channels));
}

/// CGConv: a gate and a core of both ends of an edge and its features.
void cg_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial channels = a.size("channels"), two(2);
    tensors.push_back(parameter("weights", {two, channels, two * channels + a.size("dim")}));
    tensors.push_back(usual_bias(two * channels));
}

/// GatedGraphConv: a weight for each step, and a GRU cell.
void gated_graph_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial out = a.size("out_channels"), six(6);
    tensors.push_back(parameter("weight", {a.size("num_layers"), out, out}));
    tensors.push_back(parameter("rnn.weight", {six * out, out}));
    tensors.push_back(usual_bias(six * out));
}

/// HeteroLinear: a weight and a bias for each type of nodes.
void hetero_linear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial types = a.size("num_types"), in = a.size("in_channels"), out = a.size("out_channels");
    tensors.push_back(parameter("weight", {types, in, out}));
    if (a.flag("bias")) tensors.push_back(parameter("bias", {types, out}));
}

/// HeteroLayerNorm: a scale and a shift for each type of nodes.
void hetero_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    for (const std::string_view name : {"weight", "bias"})
        tensors.push_back(assumed_parameter(std::string(name), {a.size("num_types"), a.size("in_channels")}));
}

/// Embeddings of nodes and of relations: of each as many numbers for a channel as given. ComplEx has real and
/// imaginary parts, RotatE complex nodes and angles of relations.
template <int of_nodes, int of_relations>
void embedding_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial channels = a.size("hidden_channels");
    tensors.push_back(parameter("node_emb", {Polynomial(of_nodes), a.size("num_nodes"), channels}));
    tensors.push_back(parameter("rel_emb", {Polynomial(of_relations), a.size("num_relations"), channels}));
}

/// Node2Vec, LightGCN: an embedding of nodes.
void node_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    tensors.push_back(parameter("embedding.weight", {a.size("num_nodes"), a.size("embedding_dim")}));
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
        graph("SSGConv", dense_tensors_of<1, 1>),
        graph("HypergraphConv", hypergraph_tensors),
        graph("DenseGCNConv", dense_tensors_of<1, 1>),
        graph("DenseSAGEConv", dense_tensors_of<2, 1>),
        graph("DenseGraphConv", dense_tensors_of<2, 1>),
        graph("ClusterGCNConv", dense_tensors_of<2, 1>),
        graph("LEConv", dense_tensors_of<3, 2>),
        graph("ResGatedGraphConv", gated_tensors),
        graph("SignedConv", signed_tensors, "in_channels, out_channels, first_aggr=False"),
        graph("MixHopConv", mix_hop_tensors, "in_channels, out_channels, powers"),
        graph("FiLMConv", film_tensors, "in_channels, out_channels, num_relations"),
        graph("SuperGATConv", super_gat_tensors, kHeads),
        graph("DenseGATConv", super_gat_tensors, kHeads),
        graph("FeaStConv", feast_tensors, "in_channels, out_channels, heads"),
        graph("PANConv", pan_tensors, "in_channels, out_channels, filter_size"),
        graph("DNAConv", dna_tensors, "channels, heads=1, groups=1"),
        graph("CGConv", cg_tensors, "channels, dim"),
        graph("GatedGraphConv", gated_graph_tensors, "out_channels, num_layers"),
        graph("HeteroLinear", hetero_linear_tensors, "in_channels, out_channels, num_types, bias=True"),
        graph("HeteroLayerNorm", hetero_norm_tensors, "in_channels, num_types"),
        graph("TransE", embedding_tensors<1, 1>, "num_nodes, num_relations, hidden_channels"),
        graph("DistMult", embedding_tensors<1, 1>, "num_nodes, num_relations, hidden_channels"),
        graph("ComplEx", embedding_tensors<2, 2>, "num_nodes, num_relations, hidden_channels"),
        graph("RotatE", embedding_tensors<2, 1>, "num_nodes, num_relations, hidden_channels"),
        graph("Node2Vec", node_tensors, "num_nodes, embedding_dim"),
        graph("LightGCN", node_tensors, "num_nodes, embedding_dim, num_layers"),
    };
    return rules;
}

}  // namespace paramscope
