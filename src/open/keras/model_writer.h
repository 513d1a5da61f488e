// A Keras model as model text: modules under the names of its layers, and a forward line through them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "open/keras/call.h"
#include "open/keras/weights.h"
#include "open/module_tree.h"

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

    /// The lines in the model's brackets. `given`: sizes of inputs that the model itself does not tell.
    std::vector<std::string> run(const std::vector<Value>& given);
    /// A part that no layer is, before `run`'s lines are asked for.
    void add_part(const std::string& name, std::vector<std::string> lines);

    const std::vector<Value>& inputs() const { return arguments_; }
    const std::vector<Value>& outputs() const { return outputs_; }
    const std::vector<std::string>& frozen() const { return frozen_; }

    // For calls.
    std::string step(std::string expression);
    std::string module(const Layer& owner, std::string head, std::vector<std::string> lines,
                       std::vector<Sizes> weights);
    std::vector<Value> apply(const Layer& layer, const Layer& owner, std::vector<Value> inputs);

  private:
    struct State {
        enum class Progress : std::uint8_t { New, Open, Done };
        Progress progress = Progress::New;
        std::vector<Value> outputs = {};
    };
    struct Place {
        std::size_t layer, call;
    };
    /// A model inside this one, written with its first call.
    struct Inner {
        std::string path;
        std::vector<Value> inputs, outputs;
    };

    void take_inputs(const std::vector<Value>& given);
    void take_input(std::size_t layer, Sizes sizes);
    void find_map_makers();
    void run_graph();
    void run_sequence();
    void work_out(Place start);
    std::optional<Place> place_of(const Source& source) const;
    Value value_of(const Source& source) const;
    std::vector<Value> opaque(const Layer& layer, const Layer& owner, const std::vector<Value>& inputs);
    std::vector<Value> nested(const Layer& layer, const Layer& owner, std::vector<Value> inputs);
    std::vector<std::string> text() const;

    const ModelConfig& model_;
    Ledger& ledger_;
    ModuleTree tree_;
    std::map<std::string_view, std::size_t> by_name_;
    std::vector<std::vector<State>> states_;  ///< of each layer's calls
    std::vector<bool> starts_at_one_;         ///< of layers whose calls the config counts from 1
    std::map<const Layer*, std::string> paths_;
    std::map<const Layer*, Inner> inner_;
    std::vector<Value> arguments_, outputs_;
    std::vector<std::string> bindings_, frozen_;
    std::map<std::string_view, bool> feeds_maps_;  ///< layers whose output goes into layers of maps
    bool has_channels_first_ = false;
};

/// Sizes of an input as the model text names them, in the line's order: "(batch, 3, height, width)".
std::string input_text(const Value& input);

}  // namespace paramscope::open::keras
