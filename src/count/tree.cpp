#include "count/tree.h"

#include <algorithm>
#include <map>

#include "base/concat.h"
#include "count/library/block_arguments.h"
#include "count/library/block_rules.h"
#include "count/library/infer_width.h"
#include "count/library/instantiate.h"
#include "layers/type_aliases.h"

namespace paramscope {
namespace {

/// Whether a rule's child tells of a printed one: by name and type; `0-*` tells of every one.
bool is_told_by(const Module& told, const Module& child) {
    const bool is_every = told.name.ends_with("-*");
    return derives_from(child.type, told.type) && (is_every || told.name == child.name || told.name == first_name(child));
}

/// Whether the text has a line for a tensor that the type has anyway: the line stands, with its type and freezing.
bool is_written(const Module& module, const Tensor& tensor) {
    return std::any_of(module.tensors.begin(), module.tensors.end(),
                       [&](const Tensor& own) { return own.name == tensor.name; });
}

class TreeBuilder {
  public:
    TreeBuilder(const Environment& environment, Diagnostics* diagnostics)
        : environment_(environment), diagnostics_(diagnostics) {}

    Tree build(const Module& root) {
        add(root, 0, 0);
        return std::move(tree_);
    }

  private:
    std::uint32_t add(const Module& module, std::uint32_t parent, std::uint32_t depth) {
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
        if (!bind_layer(node)) bind_block(node);
        add_written_tensors(node);
        const bool is_empty = node.tensors.empty() && node.module->children.empty();
        if (!node.layer.rule && !node.block && !node.forward && !node.is_list && is_empty) note_unknown(node);
        const Module* with_children = node.module;
        locate(first_diagnostic, index);
        add_children(*with_children, index, depth);
        ancestors_.pop_back();
        return index;
    }

    /// `node` may move while children are added: it is reached by its index.
    void add_children(const Module& module, std::uint32_t index, std::uint32_t depth) {
        std::vector<std::uint32_t> children;
        children.reserve(module.children.size());
        for (const Module& child : module.children) children.push_back(add(child, index, depth + 1));
        tree_.nodes[index].children = std::move(children);
        tree_.nodes[index].subtree_end = static_cast<std::uint32_t>(tree_.nodes.size());
    }

    /// Binds a catalogue layer; false when the type is none, or is printed as a container of that name.
    bool bind_layer(Node& node) {
        const FoundLayer found = find_layer(*node.module);
        if (!found.rule) return false;
        complete_arguments(node, found);
        node.layer = found;
        node.arguments.emplace(*found.signature, *node.module, environment_.values(), diagnostics_);
        std::vector<Tensor> tensors;
        if (found.rule->tensors) found.rule->tensors(*node.arguments, tensors);
        node.failed = node.failed || node.arguments->failed();
        if (node.arguments->failed()) tensors.clear();  // what wrong arguments give is no lower bound either
        for (Tensor& tensor : tensors) {
            if (!is_written(*node.module, tensor)) add_tensor(node, std::move(tensor));
        }
        node.parameters_known = node.parameters_known && !node.failed;
        return true;
    }

    /// Supplies arguments that print leaves out: from the module's own children, or from its neighbours.
    void complete_arguments(Node& node, const FoundLayer& found) {
        const LayerRule& rule = *found.rule;
        const std::vector<Argument>& told = given(*node.module);
        if (&told != &node.module->arguments) node.module = with_arguments(*node.module, told);
        if (is_told_inside(*node.module)) {
            Module& built = tree_.built.emplace_back(*node.module);
            tell_inside(*node.module, &built);
            node.module = &built;
        }
        if (rule.derive_arguments && node.module->arguments.empty()) {
            std::vector<Argument> derived = rule.derive_arguments(*node.module);
            if (!derived.empty()) node.module = with_arguments(*node.module, std::move(derived));
        }
        if (rule.width_argument.empty() || names_argument(*node.module, *found.signature, rule.width_argument)) {
            return;
        }
        const std::optional<InferredWidth> width = widths_.infer(ancestors_, environment_);
        if (!width) return;
        Argument argument;
        argument.name = rule.width_argument;
        argument.value = Value::of_number(width->width);
        node.notes.push_back(concat(argument.name, " = ", to_string(argument.value),
                                    " is inferred from its neighbour ", width->neighbour,
                                    ": print() does not show it"));
        std::vector<Argument> arguments = node.module->arguments;
        arguments.push_back(std::move(argument));
        node.module = with_arguments(*node.module, std::move(arguments));
    }

    /// Whether a rule above tells children of a layer, which only the layer itself looks at.
    bool is_told_inside(const Module& module) const {
        return !handed_down_.empty() && std::any_of(module.children.begin(), module.children.end(), [&](const Module& child) {
            return handed_down_.count(&child) != 0 || is_told_inside(child);
        });
    }

    void tell_inside(const Module& printed, Module* built) const {
        for (std::size_t i = 0; i < printed.children.size(); ++i) {
            built->children[i].arguments = given(printed.children[i]);
            tell_inside(printed.children[i], &built->children[i]);
        }
    }

    static bool names_argument(const Module& module, const Signature& signature, std::string_view name) {
        std::size_t position = 0;
        for (const Argument& argument : module.arguments) {
            if (argument.name == name) return true;
            if (!argument.name.empty()) continue;
            if (position < signature.size()) {
                if (parameter_name(signature[position++]) == name) return true;
            }
        }
        return false;
    }

    const Module* with_arguments(const Module& module, std::vector<Argument> arguments) {
        Module& built = tree_.built.emplace_back(module);
        built.arguments = std::move(arguments);
        return &built;
    }

    void bind_block(Node& node) {
        node.forward = node.module->forward ? &*node.module->forward : nullptr;
        const BlockFit fit = fit_block(*node.module, given(*node.module));
        if (!fit.rule) return;
        node.block = fit.rule;
        if (fit.builds_children) {
            build_children(node);
        } else {
            if (!is_constructor(*fit.rule)) bind_signature(node);
            if (!node.block) return;
            add_hidden_tensors(node);
        }
        if (!node.forward && node.block->forward) node.forward = &*node.block->forward;
    }

    /// Builds what the type's constructor builds.
    void build_children(Node& node) {
        const Module& rule = *node.block;
        const Arguments arguments(rule.arguments, *node.module, environment_.values(), diagnostics_);
        if (arguments.failed()) {
            node.failed = true;
            node.parameters_known = false;
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

    /// Puts what the printed module shows into its rule, and what the rule tells into printed children.
    void bind_signature(Node& node) {
        if (node.block->arguments.empty() && node.block->children.empty()) return;
        std::optional<Module> bound =
            bind_rule(*node.block, *node.module, given(*node.module), environment_, &node.notes);
        if (!bound) {
            node.block = nullptr;
            node.parameters_known = false;
            return;
        }
        node.block = &tree_.built.emplace_back(std::move(*bound));
        hand_down(*node.block, *node.module);
    }

    /// Keeps the arguments that a rule tells of printed descendants until those are added.
    void hand_down(const Module& rule, const Module& module) {
        for (const Module& told : rule.children) {
            for (const Module& child : module.children) {
                if (!is_told_by(told, child)) continue;
                if (child.arguments.empty() && !told.arguments.empty()) handed_down_[&child] = &told.arguments;
                hand_down(told, child);
            }
        }
    }

    /// The arguments that a module prints, or else those that a rule above it tells.
    const std::vector<Argument>& given(const Module& module) const {
        const auto told = handed_down_.find(&module);
        return told == handed_down_.end() ? module.arguments : *told->second;
    }

    /// What a template built is, for messages, where its type stands in the text.
    static void set_spans(std::vector<Module>& modules, const Span& span) {
        for (Module& module : modules) {
            module.span = module.type_span = span;
            for (Argument& argument : module.arguments) argument.span = argument.value.span = span;
            set_spans(module.children, span);
        }
    }

    /// Parameters that print() hides: counted where the rule knows their size, else named.
    void add_hidden_tensors(Node& node) {
        for (const Tensor& tensor : node.block->tensors) {
            if (is_written(*node.module, tensor)) continue;
            const Polynomial elements = product(tensor.shape);
            if (waits_for_input(elements)) {
                node.unresolved_tensors.push_back(tensor);
                continue;
            }
            const bool is_bound = elements.is_constant() || !is_constructor(*node.block);
            if (is_bound && has_whole_sizes(tensor)) {
                add_tensor(node, tensor);
                node.tensors.back().hidden = true;
                continue;
            }
            node.parameters_known = false;
            diagnostics_->push_back(
                {Severity::Warning,
                 concat("print() hides the parameter '", tensor.name, "' of this ", node.module->type,
                        ": write (", tensor.name, "): Parameter(...) inside it to count it"),
                 node.module->type_span, ""});
        }
    }

    bool has_whole_sizes(const Tensor& tensor) const {
        return std::all_of(tensor.shape.begin(), tensor.shape.end(), [&](const Polynomial& size) {
            const Result<Rational> value = evaluate(size, environment_.values());
            return value && value->is_integer() && value->numerator() >= 0;
        });
    }

    void add_written_tensors(Node& node) {
        for (const Tensor& tensor : node.module->tensors) add_tensor(node, tensor);
    }

    void add_tensor(Node& node, Tensor tensor) {
        const Span span = tensor.span;
        TensorReport report = report_of(std::move(tensor), environment_);
        check_tensor(node, report, span);
        node.tensors.push_back(std::move(report));
    }

    /// A written tensor whose size is no whole number, or below zero, is an error of the text.
    void check_tensor(Node& node, const TensorReport& tensor, const Span& span) {
        for (const Polynomial& dim : tensor.shape) {
            const Result<Rational> value = evaluate(dim, environment_.values());
            const bool is_whole = value && value->is_integer() && value->numerator() >= 0;
            if (is_whole) continue;
            node.parameters_known = false;
            diagnostics_->push_back(
                {Severity::Error,
                 concat("a size of ", tensor.name,
                        value ? concat(" is ", to_string(*value), ", not a whole number of 0 or more")
                              : ": " + value.error().message.english()),
                 span == Span{} ? node.module->type_span : span, ""});
            return;
        }
        if (tensor.count) return;
        node.parameters_known = false;
        diagnostics_->push_back({Severity::Error, tensor.name + " has more than 2^127 elements",
                                 span == Span{} ? node.module->type_span : span, ""});
    }

    /// A module stands for a whole number of modules, or its numbers mean nothing.
    void check_repeat(Node& node) {
        const Result<Rational> repeat = evaluate(node.module->repeat, environment_.values());
        if (repeat && repeat->is_integer() && repeat->numerator() >= 0) return;
        node.failed = true;
        node.parameters_known = false;
        diagnostics_->push_back(
            {Severity::Error,
             repeat ? concat("a module cannot stand ", to_string(*repeat),
                             " times: the count before 'x' must be a whole number of 0 or more")
                    : repeat.error().message.english(),
             node.module->repeat_span, ""});
    }

    void note_unknown(Node& node) {
        node.parameters_known = false;
        diagnostics_->push_back(
            {Severity::Warning,
             concat("nothing is known of ", node.module->type,
                    ": no rule counts it and print() shows no children, so totals are \"at least\""),
             node.module->type_span, ""});
    }

    void locate(std::size_t first_diagnostic, std::uint32_t index) {
        if (first_diagnostic == diagnostics_->size()) return;
        const std::string path = tree_.path(index);
        for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) (*diagnostics_)[i].path = path;
    }

    const Environment& environment_;
    Diagnostics* diagnostics_;
    Tree tree_;
    std::vector<const Module*> ancestors_;  ///< from the root to the module at hand
    WidthInference widths_;
    std::map<const Module*, const std::vector<Argument>*> handed_down_;
};

}  // namespace

std::optional<std::uint32_t> Tree::find(std::uint32_t parent, std::string_view path) const {
    const auto child_named = [&](std::string_view name) -> std::optional<std::uint32_t> {
        for (const std::uint32_t child : nodes[parent].children) {
            const Module& module = *nodes[child].module;
            if (module.name == name || first_name(module) == name) return child;
        }
        return std::nullopt;
    };
    if (const auto whole = child_named(path)) return whole;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
        const auto child = child_named(path.substr(0, dot));
        if (!child) continue;
        return find(*child, path.substr(dot + 1));
    }
    return std::nullopt;
}

std::string Tree::path(std::uint32_t node) const {
    std::string path;
    for (; node != 0; node = nodes[node].parent) {
        const std::string_view name = first_name(*nodes[node].module);
        path = path.empty() ? std::string(name) : concat(name, ".", path);
    }
    return path;
}

TensorReport report_of(Tensor tensor, const Environment& environment) {
    TensorReport report;
    report.name = std::move(tensor.name);
    report.role = tensor.role;
    report.elements = product(tensor.shape);
    report.count = environment.integer(report.elements);
    report.shape = std::move(tensor.shape);
    report.trainable = tensor.trainable;
    report.dtype = std::move(tensor.dtype);
    report.packed_in = tensor.packed_in;
    return report;
}

Tree build_tree(const Module& root, const Environment& environment, Diagnostics* diagnostics) {
    return TreeBuilder(environment, diagnostics).build(root);
}

}  // namespace paramscope
