// Convolutions over graphs.
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(GraphLayers, CountTheUsualBias) {
    const Case cases[] = {
        {"GCNConv(1433, 16)", "(9, 1433)", "?", "1433*16 + 16"},
        {"SGConv(8, 3, K=2)", "(9, 8)", "?", "27"},
        {"SAGEConv(8, 3, aggr=mean)", "(9, 8)", "?", "51"},
        {"GraphConv(8, 3)", "(9, 8)", "?", "51"},
        {"GraphConv(in=8, out=3, normalization=both, activation=None)", "(9, 8)", "?", "27"},
        {"ChebConv(8, 3, K=2, normalization=sym)", "(9, 8)", "?", "51"},
        {"TAGConv(8, 3, K=2)", "(9, 8)", "?", "75"},
        {"SSGConv(16, 32, K=1, alpha=0.5)", "(9, 16)", "?", "544"},
        {"ClusterGCNConv(16, 32, diag_lambda=0.0)", "(9, 16)", "?", "1056"},
        {"LEConv(16, 32)", "(9, 16)", "?", "1600"},
        {"ResGatedGraphConv(16, 32)", "(9, 16)", "?", "2176"},
        {"SignedConv(16, 32, first_aggr=True)", "(9, 16)", "?", "2112"},
        {"SignedConv(16, 32, first_aggr=False)", "(9, 16)", "?", "3136"},
        {"MixHopConv(16, 32, powers=[0, 1, 2])", "(9, 16)", "?", "1632"},
        {"FiLMConv(16, 32, num_relations=3)", "(9, 16)", "?", "6336"},
        {"SuperGATConv(16, 32, heads=4, type=MX)", "(9, 16)", "?", "2432"},
        {"FeaStConv(16, 32, heads=4)", "(9, 16)", "?", "2148"},
        {"PANConv(16, 32, filter_size=3)", "(9, 16)", "?", "548"},
        {"DNAConv(32, heads=4, groups=2)", "(9, 32)", "?", "1632"},
        {"CGConv(16, dim=4)", "(9, 16)", "?", "1184"},
        {"GatedGraphConv(32, num_layers=3)", "(9, 32)", "?", "9408"},
        {"HeteroLinear(16, 32, num_types=3, bias=True)", "(9, 16)", "?", "1632"},
        {"HeteroLayerNorm(32, num_types=3)", "(9, 32)", "?", "192"},
        {"RotatE(50, num_relations=10, hidden_channels=32)", "(9)", "?", "3520"},
        {"Node2Vec(50, 16)", "(9)", "?", "800"},
        {"SubMConv3d(4, 16, kernel_size=[3, 3, 3], bias=False)", "(1, 4, 9, 9, 9)", "?", "1728"},
        {"QuantizedConv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), scale=0.02, zero_point=64)",
         "(1, 3, 5, 5)", "(1, 8, 3, 3)", "224", "0", "216*9"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

}  // namespace
}  // namespace paramscope::layers_test
