#include "open/config/expand.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/messages.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestTree = 8u << 20;
constexpr Integer kMostIterations =
    512;  ///< of a list, such as the layers that differ: the deepest models have some 130
constexpr std::size_t kDeepestUse = 60;  ///< definitions in definitions

/// Consecutive iterations of a loop that wrote the same body.
struct IterationRange {
    Integer begin = 0;
    Integer end = 0;
    std::string body;
};

bool holds(const TemplateNode& node, ConfigKeys& keys, ExpressionContext context) {
    return !node.condition || keys.evaluate(*node.condition, context).is_true();
}

const TemplateDefinition* find_defined(std::string_view name, ConfigKeys& keys, ExpressionContext context) {
    for (const Architecture* each = context.scope->architecture; each != nullptr; each = each->base) {
        for (const TemplateDefinition& definition : each->definitions) {
            if (definition.name == name && holds(definition.node, keys, context)) return &definition;
        }
    }
    return nullptr;
}

class Expander {
  public:
    explicit Expander(ConfigKeys& keys) : keys_(keys) {}

    ExpandedClass expand(const ConfigScope& scope, const TemplateDefinition& definition) {
        result_.tree = concat(definition_body(definition, {&scope, nullptr}), '\n');
        return std::move(result_);
    }

  private:
    /// `Type(`, the lines of a definition, `)`.
    std::string definition_body(const TemplateDefinition& definition, ExpressionContext context) {
        return module_body(definition.node, keys_.fill(definition.node.body, context), context);
    }

    std::string module_body(const TemplateNode& node, std::string_view head, ExpressionContext context) {
        std::string body(head);
        ++depth_;
        const std::string inside = lines(node.children, context);
        --depth_;
        if (!inside.empty()) append(body, concat('\n', inside, std::string(2 * depth_, ' ')));
        body.push_back(')');
        written_ += inside.empty() ? body.size() : 0;
        if (written_ > kLargestTree) keys_.report(message("config.too_large"), {});
        return body;
    }

    std::string lines(const std::vector<TemplateNode>& nodes, ExpressionContext context) {
        std::string text;
        for (const TemplateNode& node : nodes) {
            if (keys_.failed()) break;
            append(text, node.loop.empty() ? line(node, context) : loop(node, context));
        }
        return text;
    }

    /// A line of a definition with its children; "" when its condition does not hold.
    std::string line(const TemplateNode& node, ExpressionContext context) {
        if (!holds(node, keys_, context)) return {};
        if (node.name.empty()) return directive(node, context);
        const std::string name = fill_values(node.name, context);
        const std::string repeat = node.repeat.empty() ? "" : concat(keys_.fill(node.repeat, context), " x ");
        path_.push_back(name.substr(0, name.find('-')));
        std::string body = child_body(node, context);
        path_.pop_back();
        return written(name, concat(repeat, body));
    }

    std::string written(std::string_view name, std::string_view body) {
        return concat(std::string(2 * depth_, ' '), '(', name, "): ", body, '\n');
    }

    std::string child_body(const TemplateNode& node, ExpressionContext context) {
        std::vector<TemplateLocal> bound(node.bindings.size());
        const ExpressionContext outside = context;
        for (std::size_t i = 0; i < bound.size(); ++i) {
            bound[i] = {node.bindings[i].name, {}, &node.bindings[i].value, outside.scope, outside.locals,
                        context.locals};
            context.locals = &bound[i];
        }
        if (!node.scope.empty()) return scoped_body(node, context);
        if (node.uses) return used_body(node, context);
        const std::string head = keys_.fill(node.body, context);
        return node.opens ? module_body(node, head, context) : head;
    }

    std::string used_body(const TemplateNode& node, ExpressionContext context) {
        const TemplateDefinition* definition = find_defined(fill_values(node.body, context), keys_, context);
        if (definition == nullptr || ++uses_ > kDeepestUse) {
            keys_.report(message("template.no_definition",
                                 {{"type", context.scope->architecture->types.front()}, {"name", node.body}}),
                         {});
            return {};
        }
        std::string body = definition_body(*definition, context);
        --uses_;
        return body;
    }

    /// Replaces only `${...}`: the names in definitions' names and in forward lines are not keys.
    std::string fill_values(std::string_view text, ExpressionContext context) {
        std::string filled;
        for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${")) {
            const std::size_t end = std::min(text.find('}', at), text.size() - 1) + 1;
            append(filled, concat(text.substr(0, at), keys_.fill(text.substr(at, end - at), context)));
            text.remove_prefix(end);
        }
        append(filled, text);
        return filled;
    }

    /// A child that is described by an object of the config with its own model_type.
    std::string scoped_body(const TemplateNode& node, ExpressionContext context) {
        const bool may_be_flat = node.scope.ends_with('?');  // its keys may be among the others
        const bool is_flat = node.scope == ".";              // they are
        const std::string_view key = std::string_view(node.scope).substr(0, node.scope.size() - may_be_flat);
        ConfigScope scope{nullptr, context.scope->config.find(key), node.scope_prefix};
        const bool is_object = scope.config.kind() == JsonValue::Kind::Object;
        if (!may_be_flat && !is_flat && (!is_object || scope.config.size() == 0))
            warn(message("config.missing_part", {{"key", key}}), context);
        if (!is_object) scope.config = may_be_flat || is_flat ? context.scope->config : JsonValue();
        const bool is_own = scope.config.source() != context.scope->config.source();
        std::string type = is_own ? scope.config.find("model_type").string() : "";
        scope.architecture = architectures().find(type);
        // Parts often have the model_type of the whole, whose template lacks them. Another type without this
        // part is one that nothing is known of.
        const bool is_of_whole = type.empty() || type == context.scope->config.find("model_type").string();
        if (is_of_whole && (scope.architecture == nullptr || find_part(node, scope) == nullptr))
            scope.architecture = architectures().find(node.scope_type);
        if (type.empty()) type = node.scope_type;
        const TemplateDefinition* definition =
            scope.architecture == nullptr ? nullptr : find_part(node, scope);
        if (definition == nullptr || ++uses_ > kDeepestUse) {
            warn(message("config.unknown_part", {{"key", key}, {"type", to_string(ConfigValue::of(type))}}),
                 context);
            return concat("Unknown_", to_string(ConfigValue::of(type)), "()");
        }
        keys_.scopes.push_back(scope);
        std::string body = definition_body(*definition, {&scope, context.locals});
        --uses_;
        return body;
    }

    /// The definition that a child of another scope uses; `$Body` is the model without a head, under the name
    /// that the key `body` of its architecture gives.
    const TemplateDefinition* find_part(const TemplateNode& node, const ConfigScope& scope) {
        if (node.body != "$Body") return find_definition(keys_, scope, node.body);
        const TemplateKey* body = find_key(*scope.architecture, "body");
        const std::string name =
            body == nullptr ? "Model" : keys_.evaluate(body->value, {&scope, nullptr}).text;
        return find_definition(keys_, scope, concat('$', name));
    }

    void warn(Message problem, ExpressionContext context) {
        keys_.diagnostics.push_back(
            {Severity::Warning, std::move(problem), context.scope->config.key().span()});
    }

    /// A line that is no child: a remark, a tie, frozen modules, an input, an argument, a forward line.
    /// Returns the lines to add to the module's body.
    std::string directive(const TemplateNode& node, ExpressionContext context) {
        const std::string_view body = node.body;
        if (node.remark) {
            add_remark(*node.remark);
        } else if (body.starts_with("tie: ")) {
            append(result_.lines, concat(tie(body.substr(5), context), '\n'));
        } else if (body.starts_with("freeze: ")) {
            append(result_.lines,
                   concat("freeze: ", path_prefix(), fill_values(body.substr(8), context), '\n'));
        } else if (body.starts_with("input = ")) {
            if (path_.empty())
                append(result_.lines, concat("input = ", keys_.fill(body.substr(8), context), '\n'));
        } else {
            const bool is_forward_line = body.starts_with("forward(");
            return concat(std::string(2 * depth_, ' '),
                          is_forward_line ? fill_values(body, context) : keys_.fill(body, context), '\n');
        }
        return {};
    }

    /// Adds a remark to the diagnostics once, however many modules make it.
    void add_remark(const Diagnostic& remark) {
        Diagnostics& all = keys_.diagnostics;
        if (!contains(all, remark)) all.push_back(remark);
    }

    /// A tie with its paths in the whole tree: those of the template are relative to the definition.
    std::string tie(std::string_view pair, ExpressionContext context) {
        const std::size_t sign = pair.find(" = ");
        const std::string_view left = pair.substr(0, sign);
        const std::string_view right = sign == std::string_view::npos ? left : pair.substr(sign + 3);
        return concat("tie: ", path_prefix(), fill_values(left, context), " = ", path_prefix(),
                      fill_values(right, context));
    }

    /// The path of the present module, with a dot behind it.
    std::string path_prefix() const {
        std::string path;
        for (const std::string& name : path_) append(path, concat(name, '.'));
        return path;
    }

    /// A line for each iteration; equal neighbours become one repeated line.
    std::string loop(const TemplateNode& node, ExpressionContext context) {
        const Integer begin = node.loop_begin ? layer_count(*node.loop_begin, context) : 0;
        const Integer end = layer_count(*node.loop_end, context);
        if (end - begin > kMostIterations)
            keys_.report(message("config.too_many_layers", {{"most", to_string(kMostIterations)}}),
                         keys_.evaluate(*node.loop_end, context));
        if (keys_.failed()) return {};
        const bool folds = node.name == node.loop;
        std::vector<IterationRange> runs;
        std::string text;
        for (Integer i = begin; i < end && !keys_.failed(); ++i) {
            const TemplateLocal local{node.loop,     ConfigValue::of(Rational(i)), nullptr, nullptr, nullptr,
                                      context.locals};
            const ExpressionContext inside{context.scope, &local};
            if (!folds) {
                append(text, line(node, inside));
            } else if (holds(node, keys_, inside)) {
                add_iteration(runs, i, iteration(node, i, inside));
            }
        }
        return folds ? fold(runs, node, begin, end, context) : text;
    }

    std::string iteration(const TemplateNode& node, Integer index, ExpressionContext context) {
        path_.push_back(to_string(index));
        std::string body = child_body(node, context);
        path_.pop_back();
        return body;
    }

    static void add_iteration(std::vector<IterationRange>& runs, Integer index, std::string body) {
        if (!runs.empty() && runs.back().end == index && runs.back().body == body)
            ++runs.back().end;
        else
            runs.push_back({index, index + 1, std::move(body)});
    }

    std::string fold(const std::vector<IterationRange>& runs, const TemplateNode& node, Integer begin,
                     Integer end, ExpressionContext context) {
        std::string text;
        const bool is_symbol = node.loop_end->kind == Expression::Kind::Name && begin == 0;
        for (const IterationRange& run : runs) {
            const bool is_last = &run == &runs.back();
            // With at most two kinds of layers, another layer is one of the last kind: then the count stays a
            // symbol.
            if (is_symbol && is_last && run.end == end && runs.size() <= 2 &&
                (run.begin == 0 || runs.size() == 2)) {
                const std::string count = keys_.write(*node.loop_end, context);
                const std::string rest = run.begin == 0 ? count : concat(count, " - ", to_string(run.begin));
                append(text, written(concat(to_string(run.begin), "-*"), concat(rest, " x ", run.body)));
            } else if (run.end - run.begin == 1) {
                append(text, written(to_string(run.begin), run.body));
            } else {
                const std::string range = concat(to_string(run.begin), '-', to_string(run.end - 1));
                append(text, written(range, concat(to_string(run.end - run.begin), " x ", run.body)));
            }
        }
        return text;
    }

    Integer layer_count(const Expression& expression, ExpressionContext context) {
        const ConfigValue value = keys_.evaluate(expression, context);
        if (value.kind == ConfigValue::Kind::Number && value.number.is_integer() &&
            value.number >= Rational(0) && value.number <= Rational(1'000'000'000'000))
            return value.number.numerator();
        keys_.report(message("config.not_a_layer_count", {{"found", to_string(value)}}), value);
        return 0;
    }

    ConfigKeys& keys_;
    ExpandedClass result_;
    std::vector<std::string> path_;
    std::size_t depth_ = 0;
    std::size_t uses_ = 0;
    std::size_t written_ = 0;  ///< characters of the tree
};

}  // namespace

const TemplateDefinition* find_definition(ConfigKeys& keys, const ConfigScope& scope, std::string_view name) {
    return find_defined(name, keys, {&scope, nullptr});
}

ExpandedClass expand_class(ConfigKeys& keys, const ConfigScope& scope, const TemplateDefinition& definition) {
    return Expander(keys).expand(scope, definition);
}

}  // namespace paramscope::open
