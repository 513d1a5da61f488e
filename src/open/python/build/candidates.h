// The classes and functions of a source text that give a module when they are called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// A class of modules, or a function that makes one, at the top of the text.
struct Candidate {
    std::string name;
    Value callee;
    const Node* definition = nullptr;
};

/// What a text of that evaluator may mean when it builds no model itself.
class Candidates {
  public:
    Candidates(Evaluator& evaluator, const Node& root) : evaluator_(evaluator), root_(root) {}

    /// The module classes that no other class of the text uses; all when each is used.
    std::vector<Candidate> classes() const;
    /// The functions that return a module, as far as their text tells, and that no class and no other such
    /// function uses: `def resnet18(): return ResNet([2, 2, 2, 2])`.
    std::vector<Candidate> factories() const;
    /// The parameters of a class's `__init__` behind `self`, or of a function.
    static std::vector<Parameter> parameters(const Candidate& candidate);
    /// The names of the parameters that need an argument, those aside that config_for() gives.
    std::vector<std::string> required_arguments(const Candidate& candidate) const;

    /// A value of the text for a parameter without a default: a class of configs that needs no arguments, or
    /// a dict or object whose name says that it is a config. `text` is empty for none.
    struct Config {
        std::string text;              ///< "GPTConfig()", "GPT_CONFIG_124M"
        ClassObject* cls = nullptr;    ///< to be constructed
        Value value;                   ///< else this
        std::vector<std::string> all;  ///< the names of all that fit, in order; this is the first
    };
    Config config_for(const Parameter& parameter) const;

  private:
    std::vector<Candidate> functions() const;
    ClassObject* config_class_for(const Parameter& parameter) const;
    bool makes_module(const Node& expression, const Node& body, int depth) const;
    bool is_module_class(const Node& function) const;
    const FunctionObject* function_of(const Node& name) const;

    std::size_t order_of(std::string_view name) const;

    Evaluator& evaluator_;
    const Node& root_;
};

}  // namespace paramscope::open::python
