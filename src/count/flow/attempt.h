// Attempt: one trial run of a forward line, kept or rejected as a whole.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "count/tree/tree.h"
#include "layers/signal.h"

namespace paramscope {

/// The diagnostics and skip connections of one run: of the model, of a forward line or of a library rule.
///
/// A library rule is chosen by a type's name and children, so it may be wrong. The sign of this is a
/// contradiction: sizes that do not fit together after a layer with weights has accepted its input (before
/// that, the input itself may be wrong). A contradiction belongs to the innermost attempt in which it occurs.
/// The runner rejects an attempt at a library rule that is contradicted: its errors become warnings, since
/// the text may be right, and its skip connections are dropped. Diagnostics of an attempt are visible to
/// others only after it was kept or rejected.
///
/// Shapes and work are written to the tree; see FlowRunner::reject_library_rule.
class Attempt {
  public:
    /// The attempt at the whole model. `tree` must outlive it.
    explicit Attempt(const Tree& tree) : tree_(&tree) {}

    /// Starts an attempt inside this one. It takes over the skip connections.
    Attempt begin();
    /// Ends an attempt made by begin(): adds its diagnostics and takes its skip connections.
    void keep(Attempt inner);
    /// Ends an attempt made by begin(): adds its diagnostics with errors as warnings; no skip connections are
    /// left.
    void reject(Attempt inner);

    /// Records that a layer with weights accepted its input, so the input's shape is plausible.
    void record_accepted_input() { is_input_accepted_ = true; }
    /// Records that sizes do not fit together; this is a contradiction once an input was accepted.
    void record_size_mismatch() { is_contradicted_ = is_contradicted_ || is_input_accepted_; }
    bool is_contradicted() const { return is_contradicted_; }

    /// Reports a diagnostic of a module. `span` is a place in the module's forward line; when that line is
    /// not in the text but in the library, the diagnostic points at the module's type.
    void report(Severity severity, std::uint32_t module, Span span, Message message);
    /// Reports a warning at a module's type.
    void warn(std::uint32_t module, Message message);
    /// Reports what a layer's rule recorded; such diagnostics have no path yet.
    void report_layer(std::uint32_t module, Diagnostics recorded);

    Diagnostics take_diagnostics() { return std::move(diagnostics_); }

    /// What `keep` added and nothing took yet; the last one is taken first.
    std::vector<Signal> skip_connections;

  private:
    void end(Attempt inner);

    const Tree* tree_;
    Diagnostics diagnostics_;
    bool is_input_accepted_ = false;
    bool is_contradicted_ = false;
};

}  // namespace paramscope
