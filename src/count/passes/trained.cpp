#include "count/passes/trained.h"

#include "count/passes/activations.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

void add_up(Trained* trained) {
    for (const TrainedTensor& tensor : trained->tensors) {
        const Polynomial all = tensor.elements * tensor.times;
        trained->elements += all;
        if (tensor.as == Trains::Adapter) trained->adapters += all;
        if (tensor.as == Trains::Copy) trained->copies += all;
    }
}

class TrainedFinder {
  public:
    TrainedFinder(const Report& report, const AdapterOptions& options)
        : report_(report),
          options_(options),
          trains_(trained_modules(report, options)),
          counts_(module_counts(report)),
          scores_(scores_of_words(report)) {}

    Trained run() {
        for (std::uint32_t i = 0; i < report_.nodes.size(); ++i) {
            if (trains_[i] == Trains::Adapter) add_adapter(i);
            if (trains_[i] == Trains::All || trains_[i] == Trains::Copy) add_own(i);
        }
        add_up(&found_);
        if (options_.rank == 0) found_.elements = report_.trainable;
        return std::move(found_);
    }

  private:
    void add(std::uint32_t module, Dims shape, Polynomial elements) {
        const NodeReport& row = report_.nodes[module];
        const bool is_hidden = shape.size() == 2 && row.facts->family != "embedding" && &row != scores_;
        found_.tensors.push_back(
            {module, std::move(shape), std::move(elements), counts_[module], trains_[module], is_hidden});
    }

    void add_adapter(std::uint32_t module) {
        const Dims weight = weight_matrix(report_.nodes[module])->shape;
        const Polynomial rank = options_.rank;
        add(module, {rank, weight[1]}, rank * weight[1]);
        add(module, {weight[0], rank}, rank * weight[0]);
    }

    /// The parameters of a module. A copy has tied ones, too.
    void add_own(std::uint32_t module) {
        const bool is_copy = trains_[module] == Trains::Copy;
        for (const TensorReport& tensor : report_.nodes[module].facts->tensors.list()) {
            if (tensor.role != Role::Parameter) continue;
            if (is_copy)
                add(module, tensor.shape, product(tensor.shape));
            else if (tensor.trainable && tensor.tied_to.empty())
                add(module, tensor.shape, tensor.elements);
        }
    }

    const Report& report_;
    const AdapterOptions& options_;
    const std::vector<Trains> trains_;
    const std::vector<Polynomial> counts_;
    const NodeReport* const scores_;
    Trained found_;
};

}  // namespace

Trained part_of(const Trained& trained, const std::vector<Polynomial>& parts) {
    Trained part{trained.tensors, {}, {}, {}};
    for (TrainedTensor& tensor : part.tensors) tensor.times *= parts[tensor.module];
    std::erase_if(part.tensors, [](const TrainedTensor& tensor) { return tensor.times.is_zero(); });
    add_up(&part);
    return part;
}

Trained trained_in(const Report& report, const AdapterOptions& options) {
    return report.root() == nullptr ? Trained{} : TrainedFinder(report, options).run();
}

}  // namespace paramscope
