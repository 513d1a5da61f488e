#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Embeddings, CountAsPyTorchDoes) {
    const Case cases[] = {
        {"Embedding(100, 16)", "(2, 7)", "(2, 7, 16)", "1600"},
        {"Embedding(100, 16, padding_idx=0, max_norm=1.0)", "(7,)", "(7, 16)", "1600"},
        {"EmbeddingBag(100, 16, mode='sum')", "(2, 7)", "(2, 16)", "1600"},
        {"EmbeddingBag(100, 16, mode=mean)", "(10,) (2,)", "(2, 16)", "1600"},
        {"EmbeddingBag(40, 6, include_last_offset=True)", "(9,) (3,)", "(2, 6)", "240"},
        {"BartScaledWordEmbedding(50265, 1024, padding_idx=1)", "(1, 9)", "(1, 9, 1024)", "50265*1024"},
        {"OPTLearnedPositionalEmbedding(2050, 5120)", "(1, 9)", "(1, 9, 5120)", "2050*5120"},
        {"LlamaRotaryEmbedding()", "(1, 9, 64)", "?"},
        {"Embedding(vocab, d)", "(batch, t)", "(batch, t, d)", "vocab*d"},
    };
    for (const Case& expected : cases) {
        expect_case(expected, {{"vocab", 50257}, {"d", 768}, {"batch", 1}, {"t", 1024}});
    }
}

TEST(Embeddings, SinesAreNotTrained) {
    const Layer layer("MarianSinusoidalPositionalEmbedding(512, 512)");
    ASSERT_EQ(layer.tensors.size(), 1u);
    EXPECT_FALSE(layer.tensors.front().trainable);
}

TEST(Embeddings, ReportMistakes) {
    expect_mistake(
        {"Embedding(100)", "", "arguments.missing(type: Embedding, name: embedding_dim)", "Embedding"});
    expect_mistake({"Embedding(d, 16)", "", "arguments.unknown_symbol(symbol: d)", "d"});
    expect_mistake({"EmbeddingBag(100, 16)", "(9,)", "embedding.bags(shape: (9,))", "EmbeddingBag"});
}

}  // namespace
}  // namespace paramscope::layers_test
