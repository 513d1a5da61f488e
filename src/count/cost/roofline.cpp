#include "count/cost/roofline.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/ranges.h"
#include "count/cost/cache.h"
#include "count/passes/activations.h"
#include "count/report/conventions.h"
#include "count/report/facts_memo.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

/// What a module costs with its repeats and those around it.
struct ModuleCosts {
    Polynomial counts, times;  ///< how often it exists, and how often its work is done
    Polynomial part_of_cache;  ///< that it reads, of the keys and values of all tokens
    Polynomial flops, moved, least;
    double flops_number = 0, moved_number = 0;
};

class RooflineMaker {
  public:
    RooflineMaker(const Report& report, Mode mode, const Device& device, const MemoryOptions& options)
        : report_(report),
          options_(options),
          values_(values_of(report)),
          times_(work_counts(report)),
          counts_(module_counts(report)),
          trains_(trained_modules(report, options.adapters)),
          windows_(report) {
        line_.device = device;
        line_.mode = mode;
        line_.dtype = dtype_beside_weights(report, options);
        line_.peak = device.peak(line_.dtype);
        find_convolution_peak();
        a_number_ = bytes_of(line_.dtype);
        cache_number_ = bytes_of(cache_dtype(report, options));
    }

    Roofline run() {
        for (std::uint32_t i = 0; i < report_.nodes.size(); ++i) add_layer(i);
        add_update();
        finish();
        return std::move(line_);
    }

  private:
    /// PyTorch's default for convolutions of float32 is TF32, where the device has it
    /// (torch.backends.cudnn.allow_tf32); other products are done in float32.
    void find_convolution_peak() {
        const bool has_convolutions = any_of(report_.nodes, is_convolution);
        const std::optional<double> tf32 = line_.device->peak("tf32");
        if (has_convolutions && bytes_of(line_.dtype) == Polynomial(4) && tf32 > line_.peak)
            line_.convolution_peak = tf32;
    }

    static bool is_convolution(const NodeReport& row) {
        return !row.facts->work.times(Operation::Convolution).is_zero();
    }

    std::optional<double> peak_of(const NodeReport& row) const {
        return line_.convolution_peak && is_convolution(row) ? line_.convolution_peak : line_.peak;
    }

    bool is_training() const { return line_.mode == Mode::Training; }

    /// How often a layer's products are done: once, and in training again for the gradients of its input and
    /// of its weights, where those are trained.
    int passes(std::uint32_t index) const {
        if (!is_training()) return matrix_passes(line_.mode);
        const NodeReport& row = report_.nodes[index];
        const bool has_weights = !row.facts->tensors.empty();
        const bool is_frozen = has_weights && (is_frozen_by_adapters(index) || trains_none(row));
        return matrix_passes(line_.mode) - (is_frozen ? 1 : 0);
    }

    bool is_frozen_by_adapters(std::uint32_t index) const {
        return trains_[index] == Trains::None || trains_[index] == Trains::Adapter;
    }

    static bool trains_none(const NodeReport& row) {
        const SharedList<TensorReport>& tensors = row.facts->tensors.pattern();
        return none_of(tensors, [](const TensorReport& tensor) {
            return tensor.role == Role::Parameter && tensor.trainable;
        });
    }

    Polynomial tensor_bytes(const TensorReport& tensor) const {
        const std::string_view own = !options_.weights_dtype.empty()
                                         ? std::string_view(options_.weights_dtype)
                                     : !tensor.dtype.empty() ? tensor.dtype.view()
                                                             : std::string_view(report_.model->dtype);
        return product(tensor.shape) * bytes_of(own);
    }

    /// Bytes of a module's own weights that one run reads: of a table, the rows that are looked up; of routed
    /// experts, those of one token.
    Polynomial weight_bytes(const NodeReport& row) const {
        Polynomial bytes;
        for (const TensorReport& tensor : row.facts->tensors.list()) {
            if (tensor.role == Role::Parameter) bytes += tensor_bytes(tensor);
        }
        bytes *= row.facts->share();
        if (row.facts->family != "embedding") return bytes;
        const Polynomial looked_up = output_elements(row) * a_number_;
        return number(looked_up) < number(bytes) ? looked_up : bytes;
    }

    /// Bytes that one run of a layer by itself reads and writes, besides its weights.
    Polynomial activation_bytes(const NodeReport& row, const OwnWork& own,
                                const Polynomial& part_of_cache) const {
        if (!own.layer.rule) return created_elements(row) * a_number_ + cache_bytes(row, part_of_cache);
        if (!own.layer.creates_output()) return {};
        const Polynomial outputs = output_elements(row);
        const bool is_table = row.facts->family == "embedding";  // its input is indices
        return (is_table ? outputs : input_elements(row) + outputs) * row.facts->share() * a_number_;
    }

    /// FLOPs of the products of causal attention that windows make unnecessary.
    Polynomial unseen_products(const NodeReport& row, std::uint32_t index) const {
        const Work& work = row.facts->work;
        const Polynomial macs = work.times(Operation::AttentionScore) +
                                work.times(Operation::AttentionValue) - work.times(Operation::Masked);
        return macs * (1 - windows_.least_products(index)) * (2 * passes(index));
    }

    /// Bytes of the keys and values that one run reads.
    Polynomial cache_bytes(const NodeReport& row, const Polynomial& part) const {
        return row.facts->work.times(Operation::KeyValue) * part * cache_number_;
    }

    ModuleCosts costs_of(std::uint32_t index) const {
        const NodeReport& row = report_.nodes[index];
        const OwnWork own = own_work(row);
        ModuleCosts costs{counts_[index], times_[index], windows_.least_part(index), {}, {}, {}};
        const Polynomial weights = weight_bytes(row) * costs.counts;
        const Polynomial activations = activation_bytes(row, own, costs.part_of_cache) * costs.times;
        // No text shows whether attention has a causal mask: with one, programs may leave out masked
        // products.
        costs.flops = weigh(own, *find_convention("flops"), /*causal=*/true, passes(index)) * costs.times;
        // The backward pass reads the weights and the input again, and the gradient of the output.
        if (windows_.matter()) costs.flops -= unseen_products(row, index) * costs.times;
        costs.moved = (weights + activations) * (is_training() ? 2 : 1);
        costs.least = weights;
        if (line_.mode == Mode::Decode) costs.least += cache_bytes(row, costs.part_of_cache) * costs.times;
        costs.flops_number = number(costs.flops);
        costs.moved_number = number(costs.moved);
        return costs;
    }

    void add_layer(std::uint32_t index) {
        const auto find = [&] { return costs_of(index); };
        const ModuleCosts& known = known_.of(*report_.nodes[index].facts, find);
        const bool is_alike = known.counts == counts_[index] && known.times == times_[index] &&
                              (!windows_.matter() || known.part_of_cache == windows_.least_part(index));
        is_alike ? add_costs(index, known) : add_costs(index, find());
    }

    void add_costs(std::uint32_t index, const ModuleCosts& costs) {
        if (costs.moved.is_zero() && costs.flops.is_zero()) return;
        flops_ += costs.flops;
        bytes_ += costs.moved;
        least_bytes_ += costs.least;
        LayerTime layer{index, costs.flops_number, costs.moved_number, 0, Bound::Memory};
        const std::optional<double> peak = peak_of(report_.nodes[index]);
        const double computing = peak ? layer.flops / *peak : 0;
        computing_ += computing;
        std::tie(layer.seconds, layer.bound) = time_of(computing, layer.bytes);
        line_.layers.push_back(layer);
    }

    /// An optimizer reads gradients, and reads and writes what it trains and its state.
    void add_update() {
        if (!is_training()) return;
        const Trained trained = trained_in(report_, options_.adapters);
        const Polynomial bytes =
            trained.elements * a_number_ * 3 + state_bytes(options_.optimizer, trained, a_number_) * 2;
        bytes_ += bytes;
        least_bytes_ += bytes;
        line_.update_seconds = time_of(0, number(bytes)).first;
    }

    /// The time that computing, of so many seconds on one device, and moving take at least, side by side, and
    /// which of them takes longer.
    std::pair<double, Bound> time_of(double computing, double bytes) const {
        const auto devices = static_cast<double>(options_.tensor_parallel);
        const double moving = bytes / line_.device->bandwidth;
        return {std::max(computing, moving) / devices, computing > moving ? Bound::Compute : Bound::Memory};
    }

    void finish() {
        const ModuleFacts& root = *report_.root()->facts;
        const Basis basis = worst(report_.basis_of_created(root), root.parameters.basis);
        line_.flops = report_.quantity(flops_, root.macs.basis);
        line_.bytes = whole_bytes(report_, bytes_, basis);
        line_.least_bytes = whole_bytes(report_, least_bytes_, basis);
        std::tie(line_.seconds, line_.bound) = time_of(computing_, number(least_bytes_));
        double computing = 0;
        line_.layer_seconds = line_.update_seconds;
        for (const LayerTime& layer : line_.layers) {
            line_.layer_seconds += layer.seconds;
            if (layer.bound == Bound::Compute) computing += layer.seconds;
        }
        if (line_.layer_seconds > 0) line_.layers_bound_by_compute = computing / line_.layer_seconds;
    }

    /// The value of a formula; 0 where it has none, which bounds nothing.
    double number(const Polynomial& formula) const {
        const Result<Rational> value = evaluate(formula, values_);
        return value ? value->to_double() : 0;
    }

    const Report& report_;
    const MemoryOptions& options_;
    const SymbolValues values_;
    const std::vector<Polynomial> times_, counts_;
    const std::vector<Trains> trains_;
    const CacheWindows windows_;
    Polynomial a_number_, cache_number_, flops_, bytes_, least_bytes_;
    double computing_ = 0;  ///< seconds of all products on one device
    FactsMemo<ModuleCosts> known_;
    Roofline line_;
};

}  // namespace

std::string_view to_string(Bound bound) {
    return bound == Bound::Compute ? "compute" : "memory";
}

double Roofline::intensity() const {
    double all_flops = 0, all_bytes = 0;
    for (const LayerTime& layer : layers) {
        all_flops += layer.flops;
        all_bytes += layer.bytes;
    }
    return all_bytes > 0 ? all_flops / all_bytes : 0;
}

Roofline roofline_of(const Report& report, Mode mode, const Device& device, const MemoryOptions& options) {
    if (report.root() == nullptr) return {};
    return RooflineMaker(report, mode, device, options).run();
}

}  // namespace paramscope
