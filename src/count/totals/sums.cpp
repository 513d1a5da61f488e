#include "count/totals/sums.h"

#include "model/dtype.h"

namespace paramscope {
namespace {

constexpr Integer kUsualBits = 32;  ///< of a number whose type is not known

}  // namespace

Basis worst_of_work(Basis a, Basis b) {
    return a == Basis::Partial || b == Basis::Partial ? Basis::Partial : worst(a, b);
}

void Sum::add(const Sum& child) {
    parameters += child.parameters;
    buffers += child.buffers;
    if (child.rest) {
        Rest& own = own_rest();
        own.inactive += child.rest->inactive;
        own.packed += child.rest->packed;
        own.frozen += child.rest->frozen;
        own.assumed += child.rest->assumed;
        own.open += child.rest->open;
        own.open_bits += child.rest->open_bits;
        own.extra_bits += child.rest->extra_bits;
    }
    macs += child.macs;
    flops += child.flops;
    parameters_basis = worst(parameters_basis, child.parameters_basis);
    active_basis = worst(active_basis, child.active_basis);
    macs_basis = worst_of_work(macs_basis, child.macs_basis);
    flops_basis = worst_of_work(flops_basis, child.flops_basis);
    lacks_parameters = lacks_parameters || child.lacks_parameters;
    has_calls = has_calls || child.has_calls;
}

Polynomial Sum::shown_parameters() const {
    return is_lower_bound() ? parameters - known_rest().assumed : parameters;
}

const Sum::Rest& Sum::known_rest() const {
    static const Rest nothing;
    return rest ? *rest : nothing;
}

Sum::Rest& Sum::own_rest() {
    return rest ? *rest : rest.emplace();
}

OwnWork own_work(const Node& node, const Work& work) {
    return {work, node.module, node.module->type, node.layer};
}

Sums::Sums(const Environment& environment, const Convention& convention, const CountOptions& options,
           const std::string& dtype)
    : environment_(environment),
      convention_(convention),
      macs_(*find_convention("macs")),
      options_(options),
      model_bits_(bits_of(dtype).value_or(kUsualBits)) {}

Rational Sums::bits_in(const TensorReport& tensor) const {
    return tensor.dtype.empty() ? model_bits_ : bits_of(tensor.dtype).value_or(kUsualBits);
}

void Sums::add(const TensorReport& tensor, const Polynomial& of_tensor, Sum* sum) const {
    const Polynomial elements = environment_.expand(of_tensor);
    if (tensor.role == Role::Buffer) {
        sum->buffers += elements;
        if (tensor.packed_in == 0) return;
        // It is stored beside packed weights: no parameter, but a part of what they take.
        sum->own_rest().packed -= elements;
        sum->own_rest().extra_bits += elements * Polynomial(bits_in(tensor));
        return;
    }
    sum->parameters += elements;
    if (!tensor.trainable) sum->own_rest().frozen += elements;
    if (tensor.assumed) sum->own_rest().assumed += elements;
    if (tensor.may_be_buffer && !elements.is_zero()) {
        sum->own_rest().open += elements;
        sum->parameters_basis = worst(sum->parameters_basis, Basis::Range);
    }
    if (tensor.dtype.empty() && tensor.packed_in == 0) return;
    const Rational bits = bits_in(tensor);
    const Polynomial extra = elements * (Polynomial(bits) - Polynomial(model_bits_));
    sum->own_rest().extra_bits += extra;
    if (tensor.may_be_buffer) sum->own_rest().open_bits += extra;
    if (tensor.packed_in != 0)
        sum->own_rest().packed += elements - elements * Polynomial(bits) / Polynomial(tensor.packed_in);
}

void Sums::add_work(const OwnWork& own, Sum* sum) const {
    if (own.work.tallies().empty()) return;
    const int passes = matrix_passes(options_.mode);
    sum->macs = weigh(own, macs_, options_.causal, passes);
    sum->flops = &convention_ == &macs_ ? sum->macs : weigh(own, convention_, options_.causal, passes);
}

void Sums::use_share(const Node& node, Sum* sum) const {
    if (!node.share) sum->active_basis = worst(sum->active_basis, Basis::Partial);
    const Polynomial share = node.share ? environment_.expand(*node.share) : Polynomial(0);
    if (share == Polynomial(1)) return;
    Polynomial& inactive = sum->own_rest().inactive;
    inactive = sum->parameters - (sum->parameters - inactive) * share;
}

void Sums::multiply_by_repeats(const Node& node, Sum* sum) const {
    const Polynomial times = environment_.expand(node.module->repeat);
    if (times == Polynomial(1)) return;
    sum->parameters *= times;
    sum->buffers *= times;
    if (sum->rest) {
        Sum::Rest& rest = *sum->rest;
        for (Polynomial* total : {&rest.inactive, &rest.packed, &rest.frozen, &rest.assumed, &rest.open,
                                  &rest.open_bits, &rest.extra_bits})
            *total *= times;
    }
    // Where repeats change the shape, the flow went through each: the work is their sum already.
    if (!(node.runs == Polynomial(1))) return;
    sum->macs *= times;
    sum->flops *= times;
}

Work Sums::expanded(const Work& work) const {
    if (!environment_.has_derived()) return work;
    Work result;
    for (const Work::Tally& tally : work.tallies()) {
        result.add(tally.operation, environment_.expand(tally.times));
    }
    return result;
}

}  // namespace paramscope
