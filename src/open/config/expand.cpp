#include "open/config/expand.h"

#include <algorithm>

#include "base/concat.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestTree = 8u << 20;
constexpr Integer kMostIterations = 4096;
constexpr std::size_t kDeepestUse = 60;

/// What a loop writes for one or several equal rounds.
struct Run {
    Integer begin = 0;
    Integer end = 0;
    std::string body;
};

class Expander {
  public:
    explicit Expander(ConfigNames& names) : names_(names) {}

    Expanded expand(const ConfigScope& scope, const TemplateDefinition& definition) {
        result_.tree = concat(definition_body(definition, {&scope, nullptr}), '\n');
        return std::move(result_);
    }

  private:
    /// `Type(`, the lines of a definition, `)`.
    std::string definition_body(const TemplateDefinition& definition, ConfigPlace place) {
        return module_body(definition.node, names_.fill(definition.node.body, place), place);
    }

    std::string module_body(const TemplateNode& node, std::string_view head, ConfigPlace place) {
        std::string body(head);
        ++depth_;
        const std::string inside = lines(node.children, place);
        --depth_;
        if (!inside.empty()) append(body, concat('\n', inside, std::string(2 * depth_, ' ')));
        body.push_back(')');
        written_ += inside.empty() ? body.size() : 0;
        if (written_ > kLargestTree)
            names_.report("the model that this describes is too large to write down", {});
        return body;
    }

    std::string lines(const std::vector<TemplateNode>& nodes, ConfigPlace place) {
        std::string text;
        for (const TemplateNode& node : nodes) {
            if (names_.failed()) break;
            append(text, node.loop.empty() ? line(node, place) : loop(node, place));
        }
        return text;
    }

    /// One line of a definition with all that is in it, "" where its condition does not hold.
    std::string line(const TemplateNode& node, ConfigPlace place) {
        if (!holds(node, place)) return {};
        if (node.name.empty()) return remark(node, place);
        const std::string name = fill_values(node.name, place);
        const std::string repeat = node.repeat.empty() ? "" : concat(names_.fill(node.repeat, place), " x ");
        path_.push_back(name.substr(0, name.find('-')));
        std::string body = child_body(node, place);
        path_.pop_back();
        return written(name, concat(repeat, body));
    }

    std::string written(std::string_view name, std::string_view body) {
        return concat(std::string(2 * depth_, ' '), '(', name, "): ", body, '\n');
    }

    std::string child_body(const TemplateNode& node, ConfigPlace place) {
        std::vector<ConfigLocal> bound(node.bindings.size());
        const ConfigPlace outside = place;
        for (std::size_t i = 0; i < bound.size(); ++i) {
            bound[i] = {node.bindings[i].name, {},          &node.bindings[i].value, outside.scope,
                        outside.locals,        place.locals};
            place.locals = &bound[i];
        }
        if (!node.scope.empty()) return scoped_body(node, place);
        if (node.uses) return used_body(node, place);
        const std::string head = names_.fill(node.body, place);
        return node.opens ? module_body(node, head, place) : head;
    }

    std::string used_body(const TemplateNode& node, ConfigPlace place) {
        const TemplateDefinition* definition = find(fill_values(node.body, place), place);
        if (definition == nullptr || ++uses_ > kDeepestUse) {
            names_.report(concat("the template of ", place.scope->architecture->types.front(),
                                 " has no definition of ", node.body),
                          {});
            return {};
        }
        std::string body = definition_body(*definition, place);
        --uses_;
        return body;
    }

    /// Only `${...}` is a value: the names of definitions and of forward lines are not keys.
    std::string fill_values(std::string_view text, ConfigPlace place) {
        std::string filled;
        for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${")) {
            const std::size_t end = std::min(text.find('}', at), text.size() - 1) + 1;
            append(filled, concat(text.substr(0, at), names_.fill(text.substr(at, end - at), place)));
            text.remove_prefix(end);
        }
        append(filled, text);
        return filled;
    }

    /// A child described by an object of the config, which has a model_type of its own.
    std::string scoped_body(const TemplateNode& node, ConfigPlace place) {
        const bool is_flat = node.scope.ends_with('?');  // its keys may stand among the others
        const bool is_here = node.scope == ".";          // they do
        const std::string_view key = std::string_view(node.scope).substr(0, node.scope.size() - is_flat);
        ConfigScope scope{nullptr, place.scope->config.find(key), node.scope_prefix};
        if (scope.config.kind() != JsonValue::Kind::Object) {
            scope.config = is_flat || is_here ? place.scope->config : JsonValue();
            if (!is_flat && !is_here)
                warn(concat("the config has no ", key, ": the library's defaults stand in for it"), place);
        }
        const bool is_own = scope.config.source() != place.scope->config.source();
        std::string type = is_own ? scope.config.find("model_type").string() : "";
        scope.architecture = architectures().find(type);
        // Parts often carry the type of the whole, whose template does not have them.
        if (scope.architecture == nullptr || find_definition(names_, scope, node.body) == nullptr)
            scope.architecture = architectures().find(node.scope_type);
        if (type.empty()) type = node.scope_type;
        const TemplateDefinition* definition =
            scope.architecture == nullptr ? nullptr : find_definition(names_, scope, node.body);
        if (definition == nullptr || ++uses_ > kDeepestUse) {
            warn(concat(key, ": nothing is known of model_type ", to_string(ConfigValue::of(type))), place);
            return concat("Unknown_", to_string(ConfigValue::of(type)), "()");
        }
        std::string body = definition_body(*definition, {&scope, place.locals});
        --uses_;
        return body;
    }

    void warn(std::string message, ConfigPlace place) {
        names_.diagnostics.push_back(
            {Severity::Warning, std::move(message), place.scope->config.key().span(), ""});
    }

    /// A line that is no child: a tie, an input, a forward line, something to tell.
    std::string remark(const TemplateNode& node, ConfigPlace place) {
        const std::string_view body = node.body;
        if (body.starts_with("tie: ")) {
            append(result_.lines, concat(tie(body.substr(5), place), '\n'));
        } else if (body.starts_with("freeze: ")) {
            append(result_.lines, concat("freeze: ", here(), fill_values(body.substr(8), place), '\n'));
        } else if (body.starts_with("input = ")) {
            if (path_.empty())
                append(result_.lines, concat("input = ", names_.fill(body.substr(8), place), '\n'));
        } else if (body.starts_with("note: ") || body.starts_with("unknown: ")) {
            const Severity severity = body.starts_with("note") ? Severity::Note : Severity::Warning;
            tell({severity, std::string(body.substr(body.find(' ') + 1)), {}, ""});
        } else {
            const bool is_flow = body.starts_with("forward(");
            return concat(std::string(2 * depth_, ' '),
                          is_flow ? fill_values(body, place) : names_.fill(body, place), '\n');
        }
        return {};
    }

    /// What several modules have to tell is told once.
    void tell(Diagnostic diagnostic) {
        Diagnostics& all = names_.diagnostics;
        if (std::find(all.begin(), all.end(), diagnostic) == all.end()) all.push_back(std::move(diagnostic));
    }

    /// Paths of a definition are those of the tree below the place where it stands.
    std::string tie(std::string_view pair, ConfigPlace place) {
        const std::size_t sign = pair.find(" = ");
        const std::string_view left = pair.substr(0, sign);
        const std::string_view right = sign == std::string_view::npos ? left : pair.substr(sign + 3);
        return concat("tie: ", here(), fill_values(left, place), " = ", here(), fill_values(right, place));
    }

    std::string here() const {
        std::string path;
        for (const std::string& name : path_) append(path, concat(name, '.'));
        return path;
    }

    /// A line for each round; neighbours that are equal become one, repeated.
    std::string loop(const TemplateNode& node, ConfigPlace place) {
        const Integer begin = node.loop_begin ? whole(*node.loop_begin, place) : 0;
        const Integer end = whole(*node.loop_end, place);
        if (end - begin > kMostIterations)
            names_.report(
                concat("no more than ", to_string(kMostIterations), " layers are written one by one"),
                names_.evaluate(*node.loop_end, place));
        if (names_.failed()) return {};
        const bool folds = node.name == node.loop;
        std::vector<Run> runs;
        std::string text;
        for (Integer i = begin; i < end && !names_.failed(); ++i) {
            const ConfigLocal local{node.loop,   ConfigValue::of(Rational(i)), nullptr, nullptr, nullptr,
                                    place.locals};
            const ConfigPlace inside{place.scope, &local};
            if (!folds) {
                append(text, line(node, inside));
            } else if (holds(node, inside)) {
                add_round(runs, i, round(node, i, inside));
            }
        }
        return folds ? fold(runs, node, begin, end, place) : text;
    }

    std::string round(const TemplateNode& node, Integer index, ConfigPlace place) {
        path_.push_back(to_string(index));
        std::string body = child_body(node, place);
        path_.pop_back();
        return body;
    }

    static void add_round(std::vector<Run>& runs, Integer index, std::string body) {
        if (!runs.empty() && runs.back().end == index && runs.back().body == body)
            ++runs.back().end;
        else
            runs.push_back({index, index + 1, std::move(body)});
    }

    std::string fold(const std::vector<Run>& runs, const TemplateNode& node, Integer begin, Integer end,
                     ConfigPlace place) {
        std::string text;
        const bool is_symbol = node.loop_end->kind == Expression::Kind::Name && begin == 0;
        for (const Run& run : runs) {
            const bool is_last = &run == &runs.back();
            // A layer more is one more of the last kind, where there are no more than two.
            if (is_symbol && is_last && run.end == end && runs.size() <= 2 &&
                (run.begin == 0 || runs.size() == 2)) {
                const std::string count = names_.write(*node.loop_end, place);
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

    bool holds(const TemplateNode& node, ConfigPlace place) {
        return !node.condition || names_.evaluate(*node.condition, place).is_true();
    }

    Integer whole(const Expression& expression, ConfigPlace place) {
        const ConfigValue value = names_.evaluate(expression, place);
        if (value.kind == ConfigValue::Kind::Number && value.number.is_integer() &&
            value.number >= Rational(0) && value.number <= Rational(1'000'000'000'000))
            return value.number.numerator();
        names_.report(concat("expected a whole number of layers, found ", to_string(value)), value);
        return 0;
    }

    const TemplateDefinition* find(std::string_view name, ConfigPlace place) {
        for (const Architecture* each = place.scope->architecture; each != nullptr; each = each->base) {
            for (const TemplateDefinition& definition : each->definitions) {
                if (definition.name == name && holds(definition.node, place)) return &definition;
            }
        }
        return nullptr;
    }

    ConfigNames& names_;
    Expanded result_;
    std::vector<std::string> path_;
    std::size_t depth_ = 0;
    std::size_t uses_ = 0;
    std::size_t written_ = 0;
};

}  // namespace

const TemplateDefinition* find_definition(ConfigNames& names, const ConfigScope& scope,
                                          std::string_view name) {
    for (const Architecture* each = scope.architecture; each != nullptr; each = each->base) {
        for (const TemplateDefinition& definition : each->definitions) {
            const std::optional<Expression>& condition = definition.node.condition;
            if (definition.name == name &&
                (!condition || names.evaluate(*condition, {&scope, nullptr}).is_true()))
                return &definition;
        }
    }
    return nullptr;
}

Expanded expand_class(ConfigNames& names, const ConfigScope& scope, const TemplateDefinition& definition) {
    return Expander(names).expand(scope, definition);
}

}  // namespace paramscope::open
