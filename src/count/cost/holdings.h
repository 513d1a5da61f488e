// What one device holds of a model apart from passes: weights, and what training has for each of them.
#pragma once

#include "count/cost/memory_options.h"
#include "count/passes/division.h"

namespace paramscope {

/// Bytes of one device, of a model that tensor, pipeline and expert parallelism and ZeRO divide.
class Holdings {
  public:
    Holdings(const Report& report, const MemoryOptions& options);

    const Trained& trained() const { return all_; }  ///< of all devices
    const Division& division() const { return division_; }
    /// Devices that share what a stage of ZeRO partitions.
    Integer sharers(int from_stage) const;

    Polynomial weights() const { return of_device(weights_, weights_of_experts_, 3); }
    Polynomial adapters() const;
    Polynomial copies() const;
    Polynomial gradients() const;
    Polynomial state() const;        ///< of the optimizer
    Polynomial step_copies() const;  ///< that the optimizer's step makes

  private:
    Polynomial all_weights() const;
    Polynomial with_dense_type() const;
    void divide();
    Stage stage_of(std::size_t module) const;
    /// What is left to a device of bytes of experts and of all else, which ZeRO shares from a stage on.
    Polynomial of_device(const Polynomial& common, const Polynomial& experts, int from_stage) const;
    template <class Bytes>
    Polynomial of_trained(Bytes bytes, int from_stage) const {
        const Trained& trained = division_.is_whole() ? all_ : trained_;
        return of_device(bytes(trained), bytes(trained_experts_), from_stage);
    }

    const Report& report_;
    const MemoryOptions& options_;
    const Division division_;
    const Polynomial a_number_;
    const Trained all_;
    Trained trained_, trained_experts_;  ///< in a part of the pipeline; without experts, and of them
    Polynomial weights_, weights_of_experts_;
};

}  // namespace paramscope
