// A Keras model as model text: modules under the names of its layers, and a forward line through them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "open/keras/call.h"
#include "open/keras/weights.h"
#include "open/support/module_tree.h"

namespace paramscope::open::keras {

/// What a model and those inside it have in common.
struct Ledger {
    Weights& weights;
    std::vector<std::string> unknown = {};   ///< layers whose weights nobody knows
    std::vector<std::string> workless = {};  ///< layers whose work nobody knows
};

class ModelWriter {
  public:
    ModelWriter(const ModelConfig& model, Ledger& ledger);

    /// Works the model out. `given`: sizes of inputs that the model itself does not tell.
    void run(const std::vector<Value>& given);
    /// The lines in the model's brackets.
    std::vector<std::string> lines() const;

    ModuleTree& tree() { return tree_; }
    const std::vector<Value>& inputs() const { return arguments_; }
    const std::vector<Value>& outputs() const { return outputs_; }
    const std::vector<std::string>& frozen() const { return frozen_; }

    // For calls.
    std::string step(std::string expression);
    const std::string& module(const Layer& owner, std::string head, std::vector<std::string> lines,
                              const std::vector<Sizes>& weights);
    std::vector<Value> apply(const Layer& layer, const Layer& owner, std::vector<Value> inputs);

  private:
    enum class Progress : std::uint8_t { New, Open, Done };
    struct State {
        Progress progress = Progress::New;
        std::vector<Value> outputs = {};
    };
    struct Place {
        std::size_t layer, call;
    };
    /// What is kept of a layer of the model.
    struct Written {
        std::vector<State> calls;
        bool starts_at_one = false;  ///< the config counts its calls from 1
        bool feeds_maps = false;     ///< its output goes into layers of maps
        std::string path;            ///< of its module, "" before its first call
        bool is_model = false;       ///< whose own inputs and outputs are
        std::vector<Value> inputs, outputs;
    };

    void take_inputs(const std::vector<Value>& given);
    void take_input(std::size_t layer, const Sizes& sizes);
    void look_at_sources();
    Written& written(const Layer& owner);
    void run_graph();
    void run_sequence();
    void work_out(Place start);
    std::optional<Place> place_of(const Source& source) const;
    Value value_of(const Source& source) const;
    std::vector<Value> opaque(const Layer& layer, const Layer& owner, const std::vector<Value>& inputs);
    std::vector<Value> nested(const Layer& layer, const Layer& owner, const std::vector<Value>& inputs);

    const ModelConfig& model_;
    Ledger& ledger_;
    ModuleTree tree_;
    std::map<std::string, std::size_t, std::less<>> by_name_;
    std::vector<Written> written_;  ///< of each layer
    std::vector<Value> arguments_, outputs_;
    std::vector<std::string> bindings_, frozen_;
    bool has_channels_first_ = false;
};

/// Sizes of an input as the model text names them, in the line's order: "(batch, 3, height, width)".
std::string input_text(const Value& input);

}  // namespace paramscope::open::keras
