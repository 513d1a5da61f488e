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
        {"SubMConv3d(4, 16, kernel_size=[3, 3, 3], bias=False)", "(1, 4, 9, 9, 9)", "?", "1728"},
        {"QuantizedConv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), scale=0.02, zero_point=64)",
         "(1, 3, 5, 5)", "(1, 8, 3, 3)", "224", "0", "216*9"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

}  // namespace
}  // namespace paramscope::layers_test
