#include "count/cost/gathered.h"

#include "count/cost/weights.h"
#include "count/passes/activations.h"
#include "count/passes/division.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

constexpr std::size_t kOutside = 0;  ///< the block of modules that are in no block: the root

class Gatherer {
  public:
    Gatherer(const Report& report, const MemoryOptions& options, const Trained& trained)
        : report_(report),
          options_(options),
          trained_(trained),
          counts_(module_counts(report)),
          block_of_(blocks_around(report)),
          a_number_(bytes_of(options.autocast.empty() ? dtype_beside_weights(report, options)
                                                      : options.autocast)) {}

    Polynomial run() {
        const WeightBytes bytes(report_, options_, true);
        std::vector<Polynomial> weights(report_.nodes.size()), gradients(report_.nodes.size());
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[block_of_[i]] += bytes.of(report_.nodes[i]) * times_in_block(i);
        for (const TrainedTensor& tensor : trained_.tensors)
            gradients[block_of_[tensor.module]] +=
                tensor.elements * a_number_ * times_in_block(tensor.module);
        const Integer gathered = has_next() ? 2 : 1;
        Largest largest(report_);
        for (std::size_t i = 1; i < weights.size(); ++i)
            if (block_of_[i] == i)
                largest.add(weights[i] * gathered + (options_.is_training ? gradients[i] : Polynomial()));
        return weights[kOutside] + (options_.is_training ? gradients[kOutside] : Polynomial()) +
               largest.formula();
    }

  private:
    /// True where there are several blocks.
    bool has_next() const {
        std::size_t blocks = 0;
        for (std::size_t i = 1; i < block_of_.size(); ++i)
            if (block_of_[i] == i) blocks += counts_[i] == Polynomial(1) ? 1U : 2U;
        return blocks > 1;
    }

    /// How often a module is in one block, or outside of blocks.
    Polynomial times_in_block(std::size_t index) const {
        const std::size_t block = block_of_[index];
        return block == kOutside ? counts_[index] : counts_[index] / counts_[block];
    }

    const Report& report_;
    const MemoryOptions& options_;
    const Trained& trained_;
    const std::vector<Polynomial> counts_;
    const std::vector<std::size_t> block_of_;  ///< of each module
    const Polynomial a_number_;
};

}  // namespace

Polynomial gathered_bytes(const Report& report, const MemoryOptions& options, const Trained& trained) {
    return Gatherer(report, options, trained).run();
}

}  // namespace paramscope
