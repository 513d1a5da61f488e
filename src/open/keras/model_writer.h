// Writes a Keras model as model text: modules under the names of its layers, and a forward line that calls
// them.
//
// This folder reads Keras's configs and weight files: config.h reads the layers and what feeds them, this
// file walks the graph, layers.cpp, windows.cpp, sequences.cpp and shapes.cpp hold one rule for each kind of
// layer, weight_matcher.h compares the config with the weights beside it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "open/keras/call.h"
#include "open/keras/weight_matcher.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {

/// State shared by the writers of a model and of the models nested in it.
struct SharedState {
    WeightMatcher& weights;
    std::vector<std::string> unknown_weights = {};  ///< layers whose weights are unknown: "dense (Dense)"
    std::vector<std::string> unknown_work = {};     ///< layers whose weights are known, but not their work
};

class ModelWriter {
  public:
    ModelWriter(const ModelConfig& model, SharedState& shared);

    /// Translates the model. `outer_inputs`: what a model around it feeds it, for inputs whose config lacks
    /// the sizes.
    void run(const std::vector<Value>& outer_inputs);
    /// The lines of the model's body: its forward line and its modules.
    std::vector<std::string> lines() const;

    ModuleTree& tree() { return graph_.tree; }
    const std::vector<Value>& inputs() const { return inputs_; }
    const std::vector<Value>& outputs() const { return outputs_; }
    /// Paths of modules whose weights are frozen.
    const std::vector<std::string>& frozen_paths() const { return frozen_paths_; }

    // For Call.

    /// Adds a step to the forward line; returns its result.
    Value add_step(std::string_view expression, bool channels_first);
    /// Adds the module of a layer unless it has one; returns its path.
    const std::string& add_module(const Layer& owner, std::string head, std::vector<std::string> lines,
                                  const std::vector<Sizes>& weights);
    /// The outputs of a call of `layer`, at least one. `owner` is `layer`, or the layer of the model that
    /// wraps it.
    std::vector<Value> apply(const Layer& layer, const Layer& owner, std::vector<Value> inputs);

  private:
    enum class Progress : std::uint8_t { New, Open, Done };
    struct CallState {
        Progress progress = Progress::New;
        std::vector<Value> outputs = {};
    };
    /// One call of one layer.
    struct CallId {
        std::size_t layer, call;
    };
    struct LayerState {
        std::vector<CallState> calls;
        bool starts_at_one = false;  ///< the config counts this layer's calls from 1
        bool feeds_maps = false;     ///< an output feeds a layer that works on maps
        std::string path;            ///< of its module, "" before its first call
        bool is_model = false;       ///< it is a model that was translated; its inputs and outputs follow
        std::vector<Value> inputs, outputs;
    };

    void add_inputs(const std::vector<Value>& outer_inputs);
    void add_input(std::size_t layer, const Dims& shape);
    void add_sequence_input(const std::vector<Value>& outer_inputs);
    Dims input_shape(const Layer& layer, const std::vector<Value>& outer_inputs) const;
    void inspect_sources();
    LayerState& state_of(const Layer& owner);
    void run_graph();
    void run_sequence();
    void run_call(CallId start);
    std::optional<CallId> find_call(const Source& source) const;
    Value value_of(const Source& source) const;
    void take(Value& input, const Sizes& built);
    std::vector<Value> apply_unknown(const Layer& layer, const Layer& owner,
                                     const std::vector<Value>& inputs);
    std::vector<Value> apply_model(const Layer& layer, const Layer& owner, const std::vector<Value>& inputs);

    const ModelConfig& model_;
    SharedState& shared_;
    GraphBuilder graph_;
    std::map<std::string, std::size_t, std::less<>> layers_by_name_;
    std::vector<LayerState> states_;  ///< of each layer of the model
    std::vector<Value> inputs_, outputs_;
    std::vector<std::string> frozen_paths_;
    bool has_channels_first_ = false;  ///< a layer has data_format channels_first
};

}  // namespace paramscope::open::keras
