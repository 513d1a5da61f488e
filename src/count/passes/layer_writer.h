// Writes the layers of a report as operations of a tape.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "count/passes/attention.h"
#include "count/passes/build_tape.h"
#include "count/report/conventions.h"

namespace paramscope {

using Tensors = std::vector<TensorId>;

/// True for pooling to one value: a mean, which keeps nothing.
bool is_mean(std::string_view type, const Dims& output);

/// True for types whose kernels are known better than a forward line shows them.
bool has_own_kernels(const NodeReport& row);

class LayerWriter {
  public:
    /// `scores` is the layer that gives scores of words; nullptr for none.
    LayerWriter(const Report& report, const TapeOptions& options, const NodeReport* scores, TapeWriter* tape)
        : report_(report),
          options_(options),
          scores_(scores),
          tape_(*tape),
          attention_(report),
          trains_(trained_modules(report, options.adapters)) {}

    /// Says between which shapes a module is called next, which a report has of its first call alone.
    void set_call(std::uint32_t module, const Dims& input, const Dims& output) {
        call_ = {module, &input, &output};
    }

    /// Says whether the next module's weights of attention are a result.
    void set_needs_weights(bool needs_weights) { needs_weights_ = needs_weights; }

    TensorId run_layer(const NodeReport& row, const Tensors& inputs);
    /// Attention in a module's forward line.
    TensorId run_attention(const NodeReport& row, const AttentionCall& call, const Tensors& taken,
                           const Dims& output);
    /// Writes one operation that is known by what it keeps.
    TensorId run_kernel(const Keeps& keeps, const Tensors& inputs, const Dims& input, const Dims& output,
                        const Polynomial& parts, const Polynomial& groups);
    /// Writes an operation of which only the size is known.
    TensorId run_unknown(std::string_view what, const Polynomial& elements, const Tensors& inputs);
    void add_unknown(std::string_view what);
    /// Notes a function that may make so many bytes besides its result.
    void add_doubt(TapeDoubt doubt) { tape_.tape().doubts.push_back(std::move(doubt)); }

    /// The inputs in the types that torch.autocast gives them.
    Tensors cast_inputs(std::string_view name, std::string_view family, Tensors inputs);

    /// One tensor for each weight of a module that is trained; of a tied one, that of its source, but
    /// for copies.
    const Tensors& gradients_of(std::uint32_t index);
    TensorId gradient_of(std::uint32_t index, const TensorReport& tensor);

    /// True for a parameter of a module that is trained: not where adapters are, but in a copy.
    bool is_trained(std::uint32_t module, const TensorReport& tensor) const;

  private:
    TensorId run_known_layer(const NodeReport& row, const Tensors& inputs, const Dims& input,
                             const Dims& output);
    TensorId run_fused_loss(const NodeReport& row, const Tensors& inputs);
    TensorId run_embedding(const NodeReport& row, const Tensors& inputs, const Polynomial& elements);
    TensorId run_adapter(const NodeReport& row, TensorId input, TensorId output, const Polynomial& elements);
    /// Says where scores are in memory of heads that are assumed, or not known.
    void note_heads(TensorId query, const AttentionSizes& sizes);
    Tensors gradients_of_first_product(const NodeReport& row);
    TensorId run_multihead(const NodeReport& row, const Tensors& inputs, const Dims& output);

    std::optional<Keeps> keeps_of(const NodeReport& row, const FoundLayer& layer, const Dims& output) const;
    Keeps keeps_of_frozen(Keeps keeps, const NodeReport& row, const Tensors& inputs) const;
    bool is_trained(const NodeReport& row) const;

    TensorId pad_input(const NodeReport& row, TensorId taken, const Dims& input);
    void add_of_norms(const NodeReport& row, std::string_view type, TensorId made, const Dims& input);
    void cast_weights(const NodeReport& row, TensorId input);
    void unpack_weights(const NodeReport& row);
    void add_workspace(const NodeReport& row, TensorId made, const Polynomial& values);
    void add_weight_gradients(const NodeReport& row);
    std::uint32_t index_of(const NodeReport& row) const {
        return static_cast<std::uint32_t>(&row - report_.nodes.data());
    }

    struct CalledShapes {
        std::uint32_t module = 0;
        const Dims *input = nullptr, *output = nullptr;
    };

    const Report& report_;
    const TapeOptions& options_;
    const NodeReport* const scores_;
    CalledShapes call_;
    bool needs_weights_ = false;
    TapeWriter& tape_;
    const AttentionOfReport attention_;
    const std::vector<Trains> trains_;            ///< by module
    std::map<std::uint32_t, Tensors> gradients_;  ///< of the weights of a module
    std::set<std::uint32_t> cast_;                ///< modules of which autocast has copied the weights
    std::map<std::string, TensorId, std::less<>> gradient_of_;  ///< by the path of the weight
};

}  // namespace paramscope
