#include "adjust/flow_probe.h"

#include <algorithm>
#include <map>
#include <utility>

#include "adjust/usual_inputs.h"
#include "count/environment/environment.h"
#include "count/flow/routing.h"
#include "count/flow/runner.h"
#include "count/flow/signals.h"
#include "count/library/block_rules.h"
#include "count/tree/tree.h"

namespace paramscope::adjust {
namespace {

/// Limit for the runs with inputs that are tried.
constexpr int kMostTrials = 200;

class Probe {
  public:
    explicit Probe(const SizedModel& sized)
        : sized_(sized), environment_(sized.model, {}, &ignored_), tree_(build()) {
        set_expert_shares(&tree_, environment_, &ignored_);
        result_.is_called.assign(sized.modules.size(), false);
        for (std::uint32_t i = 0; i < sized.modules.size(); ++i)
            place_of_.emplace(sized.modules[i].module->type_span.begin, i);
    }

    ProbeResult run() {
        environment_.record_in(&result_.requirements);
        const Signal output = run_whole_model();
        if (output.is_tensor()) {
            result_.output = output.dims;
            for (const Signal& input : inputs_) result_.inputs.push_back(input.dims);
        }
        note_calls();
        if (output.is_unknown()) collect_pieces(0);
        return std::move(result_);
    }

  private:
    Tree build() {
        environment_.record_in(&result_.requirements);
        return build_tree(sized_.model, environment_, &ignored_);
    }

    Signal run_whole_model() {
        inputs_.clear();
        for (const Dims& shape : environment_.inputs()) inputs_.push_back(Signal::tensor(in_numbers(shape)));
        if (inputs_.empty()) return try_usual_inputs(0);
        const Call made = call(0, inputs_);
        return made.has_fitted ? first_tensor(made.output) : Signal::unknown();
    }

    Dims in_numbers(const Dims& shape) const {
        Dims numbers;
        for (const Polynomial& size : shape) {
            const auto number = environment_.integer(size);
            numbers.push_back(number ? Polynomial(*number) : size);
        }
        return numbers;
    }

    struct Call {
        Signal output;
        bool has_fitted = false;  ///< its output is known, and no sizes contradict one another
    };

    Call call(std::uint32_t module, std::vector<Signal> inputs) {
        const Requirements::Mark before = result_.requirements.mark();
        FlowRunner runner(&tree_, environment_);
        Attempt attempt(tree_);
        Call made;
        if (module == 0) {
            runner.run_model(std::move(inputs), &attempt);
            made.output = *tree_.nodes[0].output;
        } else {
            made.output = runner.call_once(module, std::move(inputs), &attempt);
        }
        const bool is_contradicted = has_errors(attempt.take_diagnostics()) || attempt.is_contradicted();
        made.has_fitted = !is_contradicted && !made.output.is_unknown();
        if (!made.has_fitted) result_.requirements.drop_after(before);
        return made;
    }

    /// The output for the first usual inputs that fit; unknown where none does.
    Signal try_usual_inputs(std::uint32_t module) {
        const Forward* forward = tree_.nodes[module].forward;
        std::vector<std::vector<Dims>> shapes;
        if (forward) {
            for (const std::string& name : forward->inputs)
                shapes.push_back(usual_inputs(tree_, module, name));
        } else {
            shapes.push_back(usual_inputs(tree_, module, ""));
        }
        std::size_t most = 0;
        for (const std::vector<Dims>& of_input : shapes) {
            if (of_input.empty()) return Signal::unknown();
            most = std::max(most, of_input.size());
        }
        for (std::size_t trial = 0; trial < most && trials_ < kMostTrials; ++trial, ++trials_) {
            inputs_.clear();
            for (const std::vector<Dims>& of_input : shapes)
                inputs_.push_back(Signal::tensor(of_input[std::min(trial, of_input.size() - 1)]));
            reset(module);
            const Call made = call(module, inputs_);
            if (made.has_fitted) return first_tensor(made.output);
        }
        return Signal::unknown();
    }

    /// Forgets the calls of a module and of those inside.
    void reset(std::uint32_t module) {
        for (std::uint32_t i = module; i < tree_.nodes[module].subtree_end; ++i) {
            tree_.nodes[i].calls = 0;
            tree_.nodes[i].input = {};
            tree_.nodes[i].output = {};
            tree_.nodes[i].work = {};
        }
    }

    std::optional<std::uint32_t> place_of(const Node& node) const {
        const auto found = place_of_.find(node.module->type_span.begin);
        return found == place_of_.end() ? std::nullopt : std::optional(found->second);
    }

    void note_calls() {
        for (const Node& node : tree_.nodes) {
            const auto place = node.calls > 0 ? place_of(node) : std::nullopt;
            if (place) result_.is_called[*place] = true;
        }
    }

    /// Walks down to the modules whose flow is known, and probes each by itself.
    void collect_pieces(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        const bool is_whole = index == 0 && !node.layer.rule;  // its flow has been found to be unknown
        const bool has_flow = (node.layer.rule || node.forward) && !is_whole;
        if (has_flow && add_piece(index)) return;
        if (!node.tensors.empty() && !node.layer.rule) note_unknown(node);
        if (node.layer.rule || tree_.children(index).empty()) {
            if (!node.tensors.empty() || !node.module->arguments.empty()) note_unknown(node);
            return;
        }
        for (const std::uint32_t child : tree_.children(index)) collect_pieces(child);
    }

    void note_unknown(const Node& node) {
        if (const auto place = place_of(node)) result_.unknown_modules.push_back(*place);
    }

    /// False for a module that is known but fits no usual input.
    bool add_piece(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        const auto place = place_of(node);
        if (!place) return false;
        if (node.tensors.empty() && tree_.children(index).empty()) return true;  // an activation
        Piece piece;
        piece.module = *place;
        if (add_normalization(index, &piece)) return true;
        const Signal output = try_usual_inputs(index);
        if (!output.is_tensor() || output.dims.empty() || inputs_.empty()) return false;
        piece.is_map =
            output.dims.size() > 3 || (output.dims.size() == 3 && reads_map_of_one_dimension(index));
        piece.gives = piece.is_map ? output.dims[1] : output.dims.back();
        for (const Polynomial& size : inputs_.front().dims)
            if (!size.is_constant()) piece.reads = size;
        for (std::uint32_t i = index; i < node.subtree_end; ++i) {
            const auto inner = tree_.nodes[i].calls > 0 ? place_of(tree_.nodes[i]) : std::nullopt;
            if (inner) result_.is_called[*inner] = true;
        }
        result_.pieces.push_back(std::move(piece));
        return true;
    }

    bool add_normalization(std::uint32_t index, Piece* piece) {
        const Node& node = tree_.nodes[index];
        if (!node.layer.rule || !tree_.children(index).empty()) return false;
        const auto kept = sized_.find(piece->module, SizeKind::Kept);
        if (!kept || node.module->type == "MultiheadAttention") return false;
        piece->reads = piece->gives = symbol_of(*kept);
        piece->keeps = true;
        result_.pieces.push_back(std::move(*piece));
        return true;
    }

    bool reads_map_of_one_dimension(std::uint32_t index) const {
        for (std::uint32_t i = index; i < tree_.nodes[index].subtree_end; ++i) {
            const std::string_view type = tree_.nodes[i].module->type;
            if (type == "Conv1d" || type == "ConvTranspose1d") return true;
            if (type == "Linear") return false;
        }
        return false;
    }

    const SizedModel& sized_;
    Diagnostics ignored_;
    ProbeResult result_;
    Environment environment_;
    Tree tree_;
    std::map<std::uint32_t, std::uint32_t> place_of_;  ///< by the place of a module's type in the text
    std::vector<Signal> inputs_;                       ///< of the last trial
    int trials_ = 0;
};

}  // namespace

ProbeResult probe_flow(const SizedModel& sized) {
    return Probe(sized).run();
}

}  // namespace paramscope::adjust
