#include "count/tree/tree.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/library/block_arguments.h"
#include "count/library/block_rules.h"
#include "count/library/infer_width.h"
#include "count/library/instantiate.h"
#include "count/messages.h"
#include "count/report/tensor_numbers.h"
#include "count/tree/equal_layers.h"
#include "layers/catalogue/argument_checks.h"
#include "layers/catalogue/known_types.h"
#include "layers/catalogue/parametrized.h"
#include "layers/catalogue/type_aliases.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// Unknown modules, the first ones, whose types are compared with those of layers.
constexpr std::size_t kMostSpellingChecks = 64;

/// True when a rule's child describes a printed child: same name (`0-*` matches every name) and type.
bool describes(const Module& rule_child, const Module& child) {
    const bool is_any = rule_child.name.ends_with("-*");
    return derives_from(child.type, rule_child.type) &&
           (is_any || rule_child.name == child.name || rule_child.name == first_name(child));
}

/// True when the text has a line for a tensor of the type: that line, with its dtype and freezing, is used
/// instead.
bool is_written(const Module& module, const Tensor& tensor) {
    return contains_by(module.tensors, &Tensor::name, tensor.name);
}

class TreeBuilder {
  public:
    TreeBuilder(const Model& model, const Environment& environment, Diagnostics* diagnostics)
        : lists_all_tensors_(paramscope::lists_all_tensors(model)),
          is_exact_(model.basis == Basis::Exact),
          is_traced_(model.is_traced),
          has_inputs_(!environment.inputs().empty()),
          environment_(environment),
          diagnostics_(diagnostics) {}

    Tree build(const Module& root) {
        add(root, 0, 0);
        return std::move(tree_);
    }

  private:
    void add(const Module& module, std::uint32_t parent, std::uint32_t depth) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        const std::size_t first_diagnostic = diagnostics_->size();
        tree_.nodes.emplace_back();
        ancestors_.push_back(&module);
        Node& node = tree_.nodes.back();
        node.module = &module;
        node.parent = parent;
        node.depth = depth;
        node.is_list = is_list_type(module.type);
        check_repeat(node);
        if (!bind_as_equal_layer(node, index) && !bind_layer(node)) bind_block(node);
        for (const Tensor& tensor : node.module->tensors) add_written_tensor(node, tensor);
        const bool is_empty = node.tensors.empty() && node.module->children.empty();
        if (!node.layer.rule && !node.block && !node.forward && !node.is_list && is_empty)
            warn_unknown_type(node);
        if (!node.layer.rule && !node.is_list) judge_type(node);
        const Module& with_children = *node.module;
        set_path(first_diagnostic, index);
        const bool is_built = is_inside_built_ || &with_children != &module;
        if (is_built) built_weight_ += kBuiltWeight - 1;
        const bool was_inside_built = std::exchange(is_inside_built_, is_built);
        add_children(with_children, index, depth);
        is_inside_built_ = was_inside_built;
        ancestors_.pop_back();
    }

    /// Adds a tensor that the text has a line for; what depends on a size that was assumed there is an
    /// estimate.
    void add_written_tensor(Node& node, const Tensor& tensor) {
        add_tensor(node, tensor);
        if (!tensor.assumed) return;
        if (tensor.role == Role::Parameter) node.lower_basis(Basis::Approximate);
        // Of a traced pass the text says itself what is estimated.
        node.work_assumed = !is_traced_;
    }

    void add_children(const Module& module, std::uint32_t index, std::uint32_t depth) {
        for (const Module& child : module.children) {
            if (tree_.nodes.size() + built_weight_ > kMostNodes) {
                leave_out_rest(index);
                break;
            }
            add(child, index, depth + 1);
        }
        tree_.nodes[index].subtree_end = static_cast<std::uint32_t>(tree_.nodes.size());
    }

    /// Marks a module of which children are missing; warns about the first one.
    void leave_out_rest(std::uint32_t index) {
        Node& node = tree_.nodes[index];
        node.lower_basis(Basis::Partial);
        if (std::exchange(has_left_out_, true)) return;
        diagnostics_->push_back({Severity::Warning,
                                 message("model.too_many_modules", {{"limit", kMostNodes}}),
                                 node.module->type_span, tree_.path(index)});
    }

    /// Takes what an earlier layer has that prints the same; false for none, or where print does not tell
    /// all.
    bool bind_as_equal_layer(Node& node, std::uint32_t index) {
        if (!prints_arguments_only(*node.module) || rule_arguments_.contains(node.module)) return false;
        if (is_norm_without_bias(node)) return false;
        const auto equal = equal_layers_.replace(
            *node.module, index,
            [this](std::uint32_t at) -> const Module& { return *tree_.nodes[at].module; });
        if (!equal || !tree_.nodes[*equal].is_certain) return false;
        const Node& other = tree_.nodes[*equal];
        node.equal_layer = equal;
        node.layer = other.layer;
        node.tensors = other.tensors;
        node.is_certain = true;
        return true;
    }

    /// Binds a catalogue layer; false when the catalogue has no rule for the module.
    bool bind_layer(Node& node) {
        const Module& printed = *node.module;
        const std::size_t reported = diagnostics_->size();
        const FoundLayer found = find_layer(printed);
        if (!found.rule || describes_itself(printed, found)) return false;
        complete_arguments(node, found);
        node.layer = found;
        const Arguments arguments(*found.signature, *node.module, environment_.values(), diagnostics_);
        std::vector<Tensor> tensors = std::exchange(tensors_, {});  // with the room of earlier layers
        tensors.clear();
        if (found.rule->tensors) found.rule->tensors(arguments, tensors);
        check_against_children(*found.rule, arguments);
        node.failed = node.failed || arguments.failed();
        keep_known_tensors(found, *node.module, &tensors);
        const bool lacks_bias = is_norm_without_bias(node);
        if (lacks_bias) std::erase_if(tensors, is_bias);
        const bool has_assumed = any_of(tensors, &Tensor::assumed);
        judge_layer(node, &tensors);
        if (!tensors.empty() && !lists_all_tensors_) judge_arguments(node, arguments);
        // Sizes from wrong arguments are not even a lower bound.
        if (arguments.failed()) tensors.clear();
        add_tensors_of_type(node, tensors);
        if (node.failed) node.lower_basis(Basis::Partial);
        node.is_certain = !node.failed && node.basis == Basis::Exact && node.notes.empty() &&
                          node.work_known && node.module == &printed && diagnostics_->size() == reported &&
                          !has_assumed && !lacks_bias;
        if (has_inputs_) node.arguments = arguments;
        tensors_ = std::move(tensors);
        return true;
    }

    /// True for a module of which the text says itself what it holds and does: a class of that name may be
    /// another one than the catalogue's. One without the arguments that a layer must have is, too.
    bool describes_itself(const Module& module, const FoundLayer& found) const {
        if (!lists_all_tensors_) return false;
        const bool is_bare = module.arguments.empty() && !found.rule->derive_arguments &&
                             found.rule->width_argument.empty() && any_of(*found.signature, is_required);
        return (is_traced_ && module.forward) || (is_bare && !module.tensors.empty());
    }

    /// Adds the tensors that the type of a layer has, beside those that are written.
    void add_tensors_of_type(Node& node, std::span<const Tensor> tensors) {
        if (tensors.empty()) return;
        SharedList<TensorReport>& pattern = patterns_[{node.layer.rule, tensors.size()}];
        const bool are_all = node.module->tensors.empty();
        const std::optional<Numbers> sizes =
            are_all ? sizes_of_alike(tensors, pattern.items()) : std::nullopt;
        if (sizes) {
            node.tensors = {pattern, *sizes};
            return;
        }
        for (const Tensor& tensor : tensors) {
            if (!is_written(*node.module, tensor)) add_tensor(node, tensor);
        }
        if (are_all) pattern = node.tensors.list();
    }

    /// Removes tensors that a known type does not have although a rule for all types of its ending gives
    /// them, and its print does not: an RMSNorm without a weight.
    static void keep_known_tensors(const FoundLayer& found, const Module& module,
                                   std::vector<Tensor>* tensors) {
        if (!found.rule->type.starts_with('*')) return;
        const KnownType* known = find_known_type(module.type);
        if (known == nullptr) return;
        const std::vector<std::string_view>& names = known->hidden_tensors;
        std::erase_if(*tensors, [&](const Tensor& tensor) {
            return !contains(names, tensor.name) && !has_argument(module, tensor.name);
        });
    }

    static bool is_bias(const Tensor& tensor) { return tensor.name == "bias"; }

    /// True for a layer norm that hides whether it has a bias, in a type whose layer norms have none.
    bool is_norm_without_bias(const Node& node) const {
        if (node.module->type != "LayerNorm" || tree_.nodes.size() == 1) return false;
        const KnownType* around = find_known_type(tree_.nodes[node.parent].module->type);
        return around != nullptr && around->norms_lack_bias && !has_argument(*node.module, "bias");
    }

    /// Lowers the basis of a layer whose print does not determine its tensors, and leaves those assumed which
    /// other modules do not have so. The library's types use their layers as the rules do.
    void judge_layer(Node& node, std::vector<Tensor>* tensors) {
        const std::string_view type = node.module->type;
        if (computes_its_weights(*node.module)) node.work_known = node.elements_known = false;
        if (lists_all_tensors_ || tensors->empty()) return;
        const std::string_view rule_type = node.layer.rule->type;
        const bool is_ending = rule_type.starts_with('*') && rule_type.substr(1) != type;
        const bool is_custom = is_ending && find_known_type(type) == nullptr && find_blocks(type).empty();
        if (is_custom) node.lower_basis(Basis::Printed);
        if (is_custom && type.ends_with("RMSNorm") && !has_argument(*node.module, "elementwise_affine"))
            tensors->front().assumed = true;
        if (is_custom && type.ends_with("LayerNorm") && !has_argument(*node.module, "bias") &&
            is_bias(tensors->back()))
            tensors->back().assumed = true;
        // What PyTorch's own layers hide has its default nearly always, other classes of a name may be
        // anything.
        const bool is_default = node.layer.rule->derive_arguments || type.starts_with(kParametrized);
        const bool is_known = is_default && is_in_known_type(node);
        for (Tensor& tensor : *tensors) {
            if (tensor.assumed && !is_known) {
                const bool is_matrix = tensor.shape.size() > 1;  // too much to be about right without it
                node.lower_basis(is_default  ? Basis::Printed
                                 : is_matrix ? Basis::Partial
                                             : Basis::Approximate);
                node.notes.push_back(message("argument.assumed", {{"argument", tensor.name}}));
            }
            if (is_default) tensor.assumed = false;
        }
    }

    /// Lowers the basis of a layer that prints an argument which its type does not have: another class may
    /// have that name.
    void judge_arguments(Node& node, const Arguments& arguments) {
        const std::string_view name = unknown_argument(arguments);
        if (name.empty()) return;
        node.lower_basis(Basis::Approximate);
        warn_of_type(node, message("module.unknown_argument",
                                   {{"type", class_name(node.module->type)}, {"name", name}}));
    }

    static bool has_argument(const Module& module, std::string_view name) {
        const SharedList<Argument>& arguments = module.arguments.pattern();
        return contains_by(arguments, &Argument::name, name);
    }

    /// True below a module of a known type, with only containers between.
    bool is_in_known_type(const Node& node) const {
        for (std::uint32_t i = node.parent, child = 1; child != 0; child = i, i = tree_.nodes[i].parent) {
            const Node& around = tree_.nodes[i];
            if (around.is_list || around.module->type == "Sequential") continue;
            return around.block != nullptr || find_known_type(around.module->type) != nullptr;
        }
        return false;
    }

    /// Adds arguments that print() hides: from a block rule above, from the printed children, or from
    /// neighbours.
    void complete_arguments(Node& node, const FoundLayer& found) {
        const LayerRule& rule = *found.rule;
        const NumberedList<Argument>& arguments = arguments_of(*node.module);
        if (&arguments != &node.module->arguments) node.module = with_arguments(*node.module, arguments);
        if (has_rule_arguments_below(*node.module)) {
            Module& built = tree_.built.emplace_back(*node.module);
            apply_rule_arguments(*node.module, &built);
            node.module = &built;
        }
        if (rule.derive_arguments && node.module->arguments.empty()) {
            std::vector<Argument> derived = rule.derive_arguments(*node.module);
            if (!derived.empty()) node.module = with_arguments(*node.module, std::move(derived));
        }
        if (rule.width_argument.empty() ||
            has_argument(*node.module, *found.signature, rule.width_argument)) {
            return;
        }
        infer_width(node, rule.width_argument);
    }

    /// Adds the argument `name` with the width of the modules around the layer, where they have one.
    void infer_width(Node& node, std::string_view name) {
        const std::optional<InferredWidth> width = widths_.infer(ancestors_, environment_);
        if (!width) return;
        Argument argument;
        argument.name = name;
        argument.value = Value::of_number(width->width);
        node.notes.push_back(message("argument.inferred", {{"name", argument.name},
                                                           {"value", to_string(argument.value)},
                                                           {"neighbour", width->neighbour}}));
        NumberedList<Argument> arguments = node.module->arguments;
        arguments.push_back(std::move(argument));
        node.module = with_arguments(*node.module, std::move(arguments));
    }

    /// True when a block rule above gives arguments to descendants of a layer, which reads them to derive its
    /// own.
    bool has_rule_arguments_below(const Module& module) const {
        if (rule_arguments_.empty()) return false;
        return any_of(module.children, [&](const Module& child) {
            return rule_arguments_.contains(&child) || has_rule_arguments_below(child);
        });
    }

    /// Copies the arguments of the printed descendants, those from rules included, to the same modules of a
    /// copy.
    void apply_rule_arguments(const Module& printed, Module* copy) const {
        for (std::size_t i = 0; i < printed.children.size(); ++i) {
            copy->children[i].arguments = arguments_of(printed.children[i]);
            apply_rule_arguments(printed.children[i], &copy->children[i]);
        }
    }

    /// True when the module prints the argument `name`, by name or by position.
    static bool has_argument(const Module& module, const Signature& signature, std::string_view name) {
        std::size_t position = 0;
        for (const Argument& argument : module.arguments.pattern()) {
            if (argument.name == name) return true;
            if (!argument.name.empty()) continue;
            if (position < signature.size()) {
                if (parameter_name(signature[position++]) == name) return true;
            }
        }
        return false;
    }

    /// A copy of the module with other arguments.
    const Module* with_arguments(const Module& module, NumberedList<Argument> arguments) {
        Module& built = tree_.built.emplace_back(module);
        built.arguments = std::move(arguments);
        return &built;
    }

    /// Binds the block rule that fits a composite module, if any, and chooses its forward line.
    void bind_block(Node& node) {
        node.forward = node.module->forward ? &*node.module->forward : nullptr;
        const SharedList<Argument> given = arguments_of(*node.module).list();
        const BlockFit fit = fit_block(*node.module, given.items());
        if (!fit.rule) return;
        node.block = fit.rule;
        if (fit.builds_children) {
            build_children(node);
        } else {
            if (!is_constructor(*fit.rule)) bind_signature(node, given.items());
            if (!node.block) return;
            add_hidden_tensors(node);
        }
        if (!node.forward && node.block->forward) node.forward = &*node.block->forward;
    }

    /// Replaces a module that prints no children by what its type's constructor builds.
    void build_children(Node& node) {
        const Module& rule = *node.block;
        const Arguments arguments(rule.arguments.list(), *node.module, environment_.values(), diagnostics_);
        if (arguments.failed()) {
            node.failed = true;
            node.lower_basis(Basis::Partial);
            return;
        }
        Module& built = tree_.built.emplace_back(instantiate(rule, arguments));
        built.name = node.module->name;
        built.arguments = node.module->arguments;
        built.span = node.module->span;
        built.type_span = node.module->type_span;
        built.repeat = node.module->repeat;
        built.repeat_span = node.module->repeat_span;
        built.stated_input = node.module->stated_input;
        set_spans(built.children, node.module->span);
        node.module = &built;
        node.block = &built;
    }

    /// Fills the rule's signature from the printed module, then gives the rule's arguments to the printed
    /// children.
    void bind_signature(Node& node, std::span<const Argument> given) {
        if (node.block->arguments.empty() && node.block->children.empty()) return;
        std::optional<Module> bound = bind_rule(*node.block, *node.module, given, environment_, &node.notes);
        if (!bound) {
            node.block = nullptr;
            node.lower_basis(Basis::Partial);
            return;
        }
        node.work_assumed = assumes_sizes(*node.block, given);
        node.block = &tree_.built.emplace_back(std::move(*bound));
        collect_rule_arguments(*node.block, *node.module);
    }

    /// True where the work depends on a size that print() does not show and of which models have several:
    /// that of an assumed tensor, or the number of experts a token goes to.
    static bool assumes_sizes(const Module& rule, std::span<const Argument> given) {
        const SharedList<Argument>& parameters = rule.arguments.pattern();
        const auto is_usual_number = [](const Argument& parameter) {
            return parameter.name == "top_k" && parameter.value.kind == Value::Kind::Number;
        };
        const bool assumes_experts =
            any_of(parameters, is_usual_number) && !contains_by(given, &Argument::name, "top_k");
        return assumes_experts || any_of(rule.tensors, &Tensor::assumed);
    }

    /// What a rule gives a printed module, where it prints nothing or, as configs write for blocks, other
    /// arguments by name; empty where it keeps its own.
    static NumberedList<Argument> given_by(const Module& rule_child, const Module& child) {
        if (child.arguments.empty()) return rule_child.arguments;
        const SharedList<Argument> printed = child.arguments.list();
        const auto is_positional = [](const Argument& argument) { return argument.name.empty(); };
        if (find_layer(child.type).rule != nullptr || any_of(printed, is_positional)) return {};
        SharedList<Argument> both = printed;
        for (const Argument& argument : rule_child.arguments.list())
            if (!argument.name.empty() && !contains_by(printed.items(), &Argument::name, argument.name))
                both.push_back(argument);
        return both.size() > printed.size() ? NumberedList<Argument>(both) : NumberedList<Argument>();
    }

    /// Records the arguments that a rule gives to printed descendants, until those are added.
    void collect_rule_arguments(const Module& rule, const Module& module) {
        for (const Module& rule_child : rule.children) {
            for (const Module& child : module.children) {
                if (!describes(rule_child, child)) continue;
                NumberedList<Argument> given = given_by(rule_child, child);
                if (!given.empty()) rule_arguments_[&child] = std::move(given);
                collect_rule_arguments(rule_child, child);
            }
        }
    }

    /// The arguments that a module prints, or else those that a rule above gives it.
    const NumberedList<Argument>& arguments_of(const Module& module) const {
        const auto from_rule = rule_arguments_.find(&module);
        return from_rule == rule_arguments_.end() ? module.arguments : from_rule->second;
    }

    /// Places modules that a template built at the module that was printed, for messages.
    static void set_spans(std::vector<Module>& modules, const Span& span) {
        for (Module& module : modules) {
            module.span = module.type_span = span;
            const Span whole = {0, span.end - span.begin};
            module.arguments.change([&](Argument& argument) { argument.span = argument.value.span = whole; });
            set_spans(module.children, span);
        }
    }

    /// Adds parameters that print() hides where the rule knows their size; else warns. A text that says
    /// `basis: exact` has those that its configuration gives a module.
    void add_hidden_tensors(Node& node) {
        if (is_exact_) return;
        for (const Tensor& tensor : node.block->tensors) {
            if (is_written(*node.module, tensor)) continue;
            const Polynomial elements = product(tensor.shape);
            if (depends_on_input(elements)) {
                node.unresolved_tensors.push_back(tensor);
                continue;
            }
            const bool is_bound = elements.is_constant() || !is_constructor(*node.block);
            if (is_bound && has_whole_sizes(tensor)) {
                add_tensor(node, tensor);
                node.tensors.edit().back().hidden = true;
                if (tensor.assumed) node.lower_basis(Basis::Approximate);
                continue;
            }
            node.lower_basis(Basis::Partial);
            diagnostics_->push_back(
                {Severity::Warning,
                 message("tensor.hidden", {{"tensor", tensor.name}, {"type", class_name(node.module->type)}}),
                 node.module->type_span});
        }
    }

    /// True for a whole number that may be a size or a count.
    bool is_count(const Polynomial& size) const {
        return environment_.values().size_kind(size, 0) == SizeKind::Fits;
    }

    bool has_whole_sizes(const Tensor& tensor) const {
        return all_of(tensor.shape, [&](const Polynomial& size) { return is_count(size); });
    }

    void add_tensor(Node& node, const Tensor& tensor) {
        node.tensors.push_back(report_of(tensor, environment_));
        check_tensor(node, node.tensors.pattern().back(), tensor.span);
    }

    /// Reports a tensor whose size is negative or not a whole number, or that is too large.
    void check_tensor(Node& node, const TensorReport& tensor, const Span& span) {
        for (const Polynomial& dim : tensor.shape) {
            if (is_count(dim)) continue;
            const Result<Rational> value = environment_.values().result(dim);
            node.lower_basis(Basis::Partial);
            Message error = value ? message("tensor.size_not_whole",
                                            {{"tensor", tensor.name}, {"size", to_string(*value)}})
                                  : message("tensor.size_error",
                                            {{"tensor", tensor.name}, {"error", value.error().message}});
            diagnostics_->push_back(
                {Severity::Error, std::move(error), span == Span{} ? node.module->type_span : span});
            return;
        }
        if (tensor.count) return;
        node.lower_basis(Basis::Partial);
        diagnostics_->push_back({Severity::Error, message("tensor.too_large", {{"tensor", tensor.name}}),
                                 span == Span{} ? node.module->type_span : span});
    }

    /// Reports a repeat count that is negative or not a whole number.
    void check_repeat(Node& node) {
        if (is_count(node.module->repeat)) return;
        const Result<Rational> repeat = environment_.values().result(node.module->repeat);
        node.failed = true;
        node.lower_basis(Basis::Partial);
        Message error =
            repeat ? message("repeat.not_whole", {{"count", to_string(*repeat)}}) : repeat.error().message;
        diagnostics_->push_back({Severity::Error, std::move(error), node.module->repeat_span});
    }

    /// Lowers the basis of a composite module that holds, or may hold, tensors which print() does not show.
    void judge_type(Node& node) {
        const Module& module = *node.module;
        if (lists_all_tensors_) return;
        const KnownType* known = find_known_type(module.type);
        if (known != nullptr && known->uses_modules_twice) {
            node.lower_basis(Basis::Approximate);
            return warn_of_type(node, message("module.uses_twice", {{"type", class_name(module.type)}}));
        }
        if (node.basis >= Basis::Partial) return;
        if ((known != nullptr || node.block) && shows_own_arguments(node)) return warn_of_own_arguments(node);
        if (known != nullptr) {
            if (known->holds_by_config) leave_to_config(node);
            for (const std::string_view name : known->hidden_tensors) {
                if (holds_tensor(node, name)) continue;
                node.lower_basis(Basis::Partial);
                return warn_of_type(node, message("module.hides_tensor",
                                                  {{"type", class_name(module.type)}, {"tensor", name}}));
            }
            if (!node.block && !known->is_empty && known->hidden_tensors.empty() && is_bare(node)) {
                node.lower_basis(Basis::Partial);
                warn_of_type(node, message("module.without_modules", {{"type", class_name(module.type)}}));
            }
            return;
        }
        if (node.block) return;
        node.lower_basis(Basis::Printed);
        if (!module.arguments.empty() || !module.extra.empty()) warn_of_own_arguments(node);
    }

    /// True for a module of a known type that prints arguments which the type does not have.
    static bool shows_own_arguments(const Node& node) {
        const bool is_built = node.block == node.module;
        const Module& module = *node.module;
        if (is_built || module.arguments.empty()) return false;
        return !takes_arguments(module.type, module.arguments.list().items());
    }

    void warn_of_own_arguments(Node& node) {
        node.lower_basis(Basis::Partial);
        warn_of_type(node, message("module.own_arguments", {{"type", class_name(node.module->type)}}));
    }

    /// True for a module that shows nothing of what it consists of.
    static bool is_bare(const Node& node) {
        return node.module->children.empty() && node.tensors.empty() && !node.forward;
    }

    /// A config decides about the tensors that the module holds itself: those that print() hides are assumed.
    void leave_to_config(Node& node) {
        node.lower_basis(Basis::Approximate);
        node.holds_by_config = true;
        for (TensorReport& tensor : node.tensors.edit()) tensor.assumed = tensor.hidden;
        warn_of_type(node, message("module.by_config", {{"type", class_name(node.module->type)}}));
    }

    static bool holds_tensor(const Node& node, std::string_view name) {
        const auto is_named = [&](const auto& tensor) { return tensor.name == name; };
        const SharedList<TensorReport>& tensors = node.tensors.pattern();
        return any_of(tensors, is_named) || any_of(node.unresolved_tensors, is_named);
    }

    /// Warns at the first module of a type: others of the type would repeat the sentence.
    void warn_of_type(const Node& node, Message warning) {
        if (!warned_types_.insert(node.module->type.str()).second) return;
        diagnostics_->push_back({Severity::Warning, std::move(warning), node.module->type_span});
    }

    /// What is said of a type that has no rule. That of a known layer has none with a mark: `Linear<source>`.
    static Message unknown_type(std::string_view type, std::string_view similar) {
        if (similar.empty()) return message("module.unknown", {{"type", type}});
        if (similar == type) return message("module.marked", {{"type", type}});
        return message("module.misspelt", {{"type", type}, {"similar", similar}});
    }

    void warn_unknown_type(Node& node) {
        if (find_known_type(node.module->type) != nullptr && !lists_all_tensors_)
            return;  // judge_type() knows more
        node.lower_basis(Basis::Partial);
        if (has_reason(*node.module)) return;
        const std::string_view type = class_name(node.module->type);
        const std::string_view similar = spelling_checks_++ < kMostSpellingChecks ? similar_layer(type) : "";
        diagnostics_->push_back({Severity::Warning, unknown_type(type, similar), node.module->type_span});
    }

    /// Gives the diagnostics from `first_diagnostic` on the path of a node.
    void set_path(std::size_t first_diagnostic, std::uint32_t index) {
        if (first_diagnostic == diagnostics_->size()) return;
        const std::string path = tree_.path(index);
        for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) (*diagnostics_)[i].path = path;
    }

    /// The text has a line for every tensor, also of types that are not known.
    const bool lists_all_tensors_;
    const bool is_exact_;  ///< the text says so
    const bool is_traced_;
    const bool has_inputs_;  ///< data may flow, for which layers keep their arguments
    const Environment& environment_;
    Diagnostics* diagnostics_;
    std::set<std::string> warned_types_;
    std::size_t spelling_checks_ = 0;
    Tree tree_;
    std::size_t built_weight_ = 0;  ///< of modules that are not in the text, beyond their number
    bool is_inside_built_ = false;
    bool has_left_out_ = false;
    std::vector<const Module*> ancestors_;  ///< from the root to the module being added
    WidthInference widths_;
    EqualLayers equal_layers_;
    std::vector<Tensor> tensors_;  ///< of a layer that is being bound
    /// Of the last layer of each rule with as many tensors.
    std::map<std::pair<const LayerRule*, std::size_t>, SharedList<TensorReport>> patterns_;
    /// Arguments of printed modules from block rules above.
    std::map<const Module*, NumberedList<Argument>> rule_arguments_;
};

}  // namespace

std::optional<std::uint32_t> Tree::find(std::uint32_t parent, std::string_view path) const {
    if (const std::optional<std::uint32_t> whole = find_child(parent, path)) return whole;
    for (std::size_t dot = path.find('.'); dot <= kLongestName; dot = path.find('.', dot + 1)) {
        const std::optional<std::uint32_t> child = find_child(parent, path.substr(0, dot));
        if (child) return find(*child, path.substr(dot + 1));
    }
    return std::nullopt;
}

std::optional<std::uint32_t> Tree::find_child(std::uint32_t parent, std::string_view name) const {
    std::size_t searched = 0;
    for (const std::uint32_t child : children(parent)) {
        const Module& module = *nodes[child].module;
        if (module.name == name || first_name(module) == name) return child;
        if (++searched == kFewChildren) return find_in_index(parent, name);
    }
    return std::nullopt;
}

std::optional<std::uint32_t> Tree::find_in_index(std::uint32_t parent, std::string_view name) const {
    const auto [named, is_new] = named_children_.try_emplace(parent);
    if (is_new) named->second = children_by_name(parent);
    const auto found = named->second.find(name);
    return found == named->second.end() ? std::nullopt : std::optional(found->second);
}

Tree::NamedChildren Tree::children_by_name(std::uint32_t parent) const {
    NamedChildren named;
    for (const std::uint32_t child : children(parent)) {
        named.emplace(nodes[child].module->name, child);
        named.emplace(first_name(*nodes[child].module), child);
    }
    return named;
}

std::string Tree::path(std::uint32_t node) const {
    std::string path;
    for (; node != 0; node = nodes[node].parent) {
        const std::string_view name = first_name(*nodes[node].module);
        path = path.empty() ? std::string(name) : concat(name, ".", path);
    }
    return path;
}

bool has_reason(const Module& module) {
    const bool is_of_source = module.type == "Unknown" || module.type.ends_with(kSourceMark);
    return is_of_source && !module.comment.view().empty();
}

TensorReport report_of(const Tensor& tensor, const Environment& environment) {
    TensorReport report;
    report.name = tensor.name;
    report.role = tensor.role;
    report.may_be_buffer = tensor.may_be_buffer;
    report.elements = product(tensor.shape);
    report.count = environment.shown_integer(report.elements);
    report.shape = tensor.shape;
    report.trainable = tensor.trainable;
    report.assumed = tensor.assumed;
    report.dtype = tensor.dtype;
    report.packed_in = tensor.packed_in;
    return report;
}

Tree build_tree(const Model& model, const Environment& environment, Diagnostics* diagnostics) {
    return TreeBuilder(model, environment, diagnostics).build(model.root);
}

}  // namespace paramscope
