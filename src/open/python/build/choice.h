// Chooses what a source text means when nobody says what to build, and takes models from values.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "open/python/build/build.h"
#include "open/python/build/candidates.h"

namespace paramscope::open::python {

/// Finds the module to count; adds to `built` what was built, a model of Keras, and diagnostics.
class Choice {
  public:
    Choice(Evaluator& evaluator, const SyntaxTree& tree, Built& built)
        : evaluator_(evaluator), tree_(tree), candidates_(evaluator, tree.root()), built_(built) {}

    /// The model that the text builds itself, else its last class or its first factory that can be built;
    /// nullptr, and an error, for none.
    InstanceObject* choose();

    /// The module that an expression gives: its value, the module that it calls last, or else the last whole
    /// one that it makes. nullptr, and an error or a config of Keras, for another.
    InstanceObject* take(const Value& value, const std::string& expression);
    /// Notes the modules and calls that are there, for take().
    void begin_expression();

    /// The classes and factories to choose from.
    std::vector<SourceClass> source_classes() const;

    void error(Message text, Span span = {});

  private:
    struct Attempt;
    /// A global name and its value.
    struct Binding {
        std::string name;
        Value value;
    };

    InstanceObject* take_keras(const Value& model, const std::string& expression);
    InstanceObject* built_by_text(bool takes_empty);
    bool has_class_of_models();
    InstanceObject* made_by_call();
    InstanceObject* last_whole_module(std::size_t first, const std::set<const ClassObject*>* classes);
    InstanceObject* last_expression();
    InstanceObject* choose_class(const std::vector<Candidate>& classes);
    InstanceObject* choose_factory(const std::vector<Candidate>& factories);
    InstanceObject* construct(const Candidate& candidate);
    Attempt attempt(const Candidate& candidate);
    InstanceObject* take(const Attempt& attempt, const std::vector<Candidate>& from, Diagnostics others = {});
    InstanceObject* report_missing(const Candidate& candidate, const std::vector<std::string>& missing);
    void report_no_model();
    Binding last_model() const;
    void note_choice(const Candidate& chosen, const std::vector<Candidate>& from);
    bool is_empty(InstanceObject& instance);
    bool has_weights(InstanceObject& instance);
    bool is_top(const InstanceObject& instance);

    Evaluator& evaluator_;
    const SyntaxTree& tree_;
    Candidates candidates_;
    Built& built_;
    std::size_t modules_before_ = 0, calls_before_ = 0;
};

}  // namespace paramscope::open::python
