#include "count/cost/gathered.h"

#include <algorithm>

#include "count/cost/memory.h"
#include "count/passes/activations.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

constexpr std::size_t kOutside = 0;  ///< the root stands for all that is in no block

class Gatherer {
  public:
    Gatherer(const Report& report, const MemoryOptions& options, const Trained& trained)
        : report_(report),
          options_(options),
          trained_(trained),
          counts_(module_counts(report)),
          scores_(scores_of_words(report)),
          a_number_(bytes_of(dtype_beside_weights(report, options))) {
        if (!options.autocast.empty()) a_number_ = bytes_of(options.autocast);
    }

    Polynomial run() {
        find_blocks();
        std::vector<Polynomial> weights(report_.nodes.size()), gradients(report_.nodes.size());
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[block_of_[i]] += weights_of(report_.nodes[i]) * times_in_block(i);
        for (const TrainedTensor& tensor : trained_.tensors)
            gradients[block_of_[tensor.module]] +=
                tensor.elements * a_number_ * times_in_block(tensor.module);
        const Integer gathered = blocks_ > 1 ? 2 : 1;
        Largest largest(report_);
        for (std::size_t i = 1; i < weights.size(); ++i)
            if (block_of_[i] == i)
                largest.add(weights[i] * gathered + (options_.is_training ? gradients[i] : Polynomial()));
        return weights[kOutside] + (options_.is_training ? gradients[kOutside] : Polynomial()) +
               largest.formula();
    }

  private:
    void find_blocks() {
        block_of_.assign(report_.nodes.size(), kOutside);
        for (std::size_t i = 1; i < block_of_.size(); ++i) {
            block_of_[i] = block_of_[report_.nodes[i].parent];
            if (block_of_[i] != kOutside || !is_block(report_, i)) continue;
            block_of_[i] = i;
            blocks_ += counts_[i] == Polynomial(1) ? 1 : 2;
        }
    }

    /// How often a module is in one block, or outside of blocks.
    Polynomial times_in_block(std::size_t index) const {
        const std::size_t block = block_of_[index];
        return block == kOutside ? counts_[index] : counts_[index] / counts_[block];
    }

    Polynomial weights_of(const NodeReport& row) const {
        const bool is_dense = &row != scores_ && weight_matrix(row);
        Polynomial bytes;
        for (const TensorReport& tensor : row.facts->tensors.list())
            if (tensor.role == Role::Parameter && tensor.tied_to.empty())
                bytes += product(tensor.shape) * bytes_of_number(tensor, is_dense);
        return bytes;
    }

    Polynomial bytes_of_number(const TensorReport& tensor, bool is_dense) const {
        const std::string& dtype = options_.weights_dtype;
        if (is_of_dense_layers(dtype))
            return is_dense && tensor.shape.size() == 2 ? bytes_of(dtype) : a_number_;
        if (!options_.autocast.empty()) return a_number_;
        if (!dtype.empty()) return bytes_of(dtype);
        return bytes_of(tensor.dtype.empty() ? model_dtype(report_) : tensor.dtype.view());
    }

    const Report& report_;
    const MemoryOptions& options_;
    const Trained& trained_;
    const std::vector<Polynomial> counts_;
    const NodeReport* const scores_;
    Polynomial a_number_;
    std::vector<std::size_t> block_of_;  ///< of each module
    Integer blocks_ = 0;                 ///< 2 for several
};

}  // namespace

Polynomial gathered_bytes(const Report& report, const MemoryOptions& options, const Trained& trained) {
    return Gatherer(report, options, trained).run();
}

}  // namespace paramscope
