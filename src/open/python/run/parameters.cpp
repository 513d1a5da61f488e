// Reads the parameters of functions, and binds the arguments of a call to them.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/signatures.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

const Node* parameter_identifier(const Node& parameter) {
    switch (parameter.kind) {
        case Kind::Identifier:
            return &parameter;
        case Kind::DefaultParameter:
        case Kind::TypedDefaultParameter:
            return parameter.child(Field::Name);
        case Kind::TypedParameter:
        case Kind::ListSplatPattern:
        case Kind::DictionarySplatPattern:
            return parameter.children.empty() ? nullptr : parameter_identifier(*parameter.children[0]);
        default:
            return nullptr;
    }
}

namespace {

bool is_kind(const Node& parameter, Kind kind) {
    return parameter.kind == kind || (parameter.kind == Kind::TypedParameter && !parameter.children.empty() &&
                                      parameter.children[0]->kind == kind);
}

/// "'a', 'b', and 'c'", as Python lists missing arguments.
std::string listed(const std::vector<std::string_view>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_last = i + 1 == names.size();
        const std::string_view separator = i == 0             ? ""
                                           : !is_last         ? ", "
                                           : names.size() > 2 ? ", and "
                                                              : " and ";
        text += concat(separator, "'", names[i], "'");
    }
    return text;
}

/// Binds the arguments of one call to the parameters of a function, as names in a scope.
class Binder {
  public:
    Binder(Evaluator& evaluator, const FunctionObject& function, const Value* self,
           const Arguments& arguments, Scope& scope)
        : evaluator_(evaluator),
          function_(function),
          arguments_(arguments),
          names_(scope.names),
          named_(arguments.named) {
        if (self != nullptr) positional_.push_back(*self);
        positional_.insert(positional_.end(), arguments.positional.begin(), arguments.positional.end());
        if (!arguments.is_complete)
            unknown_argument_ =
                arguments.missing.is_unknown()
                    ? arguments.missing
                    : evaluator.unknown(message("python.unknown_call", {{"type", "function"}}));
    }

    /// False after an exception.
    bool bind() {
        if (has_repeated_name()) return false;
        for (const Parameter& parameter : parameters_of(function_)) {
            if (parameter.is_rest)
                bind_rest(parameter);
            else if (parameter.is_named_rest)
                bind_named_rest(parameter);
            else if (!bind_one(parameter))
                return false;
        }
        return are_all_used();
    }

  private:
    template <class... Parts>
    bool refuse(const Parts&... parts) {
        evaluator_.raise("TypeError", concat(function_.name, "() ", parts...));
        return false;
    }

    bool has_repeated_name() {
        for (std::size_t i = 0; i < named_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (named_[i].first != named_[j].first) continue;
                refuse("got multiple values for keyword argument '", named_[i].first, "'");
                return true;
            }
        }
        return false;
    }

    /// `*args`: the positional arguments that are left.
    void bind_rest(const Parameter& parameter) {
        takes_rest_ = true;
        const auto begin =
            positional_.begin() + static_cast<std::ptrdiff_t>(std::min(next_, positional_.size()));
        Value rest = unknown_argument_;
        if (arguments_.is_complete) {
            rest = evaluator_.tuple({begin, positional_.end()});
            rest.as<Sequence>().length = arguments_.length;
        }
        next_ = positional_.size();
        names_[parameter.name] = rest;
    }

    /// `**kwargs`: the named arguments that are left.
    void bind_named_rest(const Parameter& parameter) {
        const Value rest = evaluator_.dict();
        for (const auto& [name, value] : named_) set_item(evaluator_, rest, evaluator_.text(name), value);
        named_.clear();
        names_[parameter.name] = arguments_.is_complete ? rest : unknown_argument_;
    }

    bool bind_one(const Parameter& parameter) {
        if (!parameter.is_keyword_only) ++positional_parameters_;
        const std::optional<Value> by_name =
            parameter.is_positional_only ? std::nullopt : take_named(parameter.name);
        if (!parameter.is_keyword_only && next_ < positional_.size()) {
            if (by_name) return refuse("got multiple values for argument '", parameter.name, "'");
            names_[parameter.name] = positional_[next_++];
        } else if (by_name) {
            names_[parameter.name] = *by_name;
        } else if (!arguments_.is_complete) {
            names_[parameter.name] = unknown_argument_;
        } else if (parameter.default_value != nullptr) {
            names_[parameter.name] = *parameter.default_value;
        } else {
            missing_.push_back(parameter.name);
        }
        return true;
    }

    std::optional<Value> take_named(std::string_view name) {
        const auto found =
            std::find_if(named_.begin(), named_.end(), [&](const auto& each) { return each.first == name; });
        if (found == named_.end()) return std::nullopt;
        const Value value = found->second;
        named_.erase(found);
        return value;
    }

    bool are_all_used() {
        if (!missing_.empty())
            return refuse("missing ", missing_.size(), " required positional argument",
                          missing_.size() > 1 ? "s" : "", ": ", listed(missing_));
        const std::size_t most = positional_parameters_, given = positional_.size();
        if (!takes_rest_ && next_ < given)
            return refuse("takes ", most, " positional argument", most == 1 ? "" : "s", " but ", given,
                          given == 1 ? " was" : " were", " given");
        if (!named_.empty()) return refuse("got an unexpected keyword argument '", named_.front().first, "'");
        return true;
    }

    Evaluator& evaluator_;
    const FunctionObject& function_;
    const Arguments& arguments_;
    NameTable<Value>& names_;
    std::vector<Value> positional_;
    std::vector<std::pair<std::string, Value>> named_;  ///< not bound yet
    std::vector<std::string_view> missing_;
    Value unknown_argument_;  ///< of a call whose arguments are not all known
    std::size_t next_ = 0;    ///< the next positional argument
    std::size_t positional_parameters_ = 0;
    bool takes_rest_ = false;
};

}  // namespace

std::vector<Parameter> parameters_of(const FunctionObject& function) {
    std::vector<Parameter> parameters;
    if (function.parameters == nullptr) return parameters;
    bool is_keyword_only = false;
    for (const Node* node : function.parameters->children) {
        if (node->kind == Kind::KeywordSeparator) {
            is_keyword_only = true;
            continue;
        }
        if (node->kind == Kind::PositionalSeparator) {
            for (Parameter& parameter : parameters) parameter.is_positional_only = true;
            continue;
        }
        const Node* name = parameter_identifier(*node);
        if (name == nullptr) continue;
        Parameter parameter;
        parameter.name = name->text;
        parameter.annotation = node->child(Field::Type);
        parameter.is_rest = is_kind(*node, Kind::ListSplatPattern);
        parameter.is_named_rest = is_kind(*node, Kind::DictionarySplatPattern);
        parameter.is_keyword_only = is_keyword_only;
        const auto found = function.defaults.find(node);
        if (found != function.defaults.end()) parameter.default_value = &found->second;
        if (parameter.is_rest) is_keyword_only = true;
        parameters.push_back(parameter);
    }
    return parameters;
}

bool bind_arguments(Evaluator& e, const FunctionObject& function, const Value* self,
                    const python::Arguments& arguments, Scope& scope) {
    return Binder(e, function, self, arguments, scope).bind();
}

// Signatures through decorators and constructors that pass arguments on.

namespace {

/// The call of the next constructor in a body: `super().__init__(...)` or `Base.__init__(self, ...)`.
const Node* find_inherited_call(const Node& node) {
    if (node.kind == Kind::Call) {
        const Node* function = node.child(Field::Function);
        if (function != nullptr && function->text.ends_with(".__init__")) return &node;
    }
    for (const Node* child : node.children) {
        if (const Node* found = find_inherited_call(*child)) return found;
    }
    return nullptr;
}

/// Takes away the parameters that the call gives values for; false where it passes no `**kwargs` on.
bool remove_given(const Node& call, std::string_view kwargs, std::vector<Parameter>* parameters) {
    const Node* arguments = call.child(Field::Arguments);
    if (arguments == nullptr) return false;
    bool passes_on = false;
    std::size_t positional = call.child(Field::Function)->text.starts_with("super") ? 1 : 0;  // self is given
    for (const Node* each : arguments->children) {
        if (each->kind == Kind::Token || each->kind == Kind::ListSplat) continue;
        if (each->kind == Kind::DictionarySplat) {
            passes_on = passes_on || each->text == concat("**", kwargs);
        } else if (each->kind == Kind::KeywordArgument) {
            const Node* name = each->child(Field::Name);
            std::erase_if(*parameters, [&](const Parameter& given) {
                return name != nullptr && given.name == name->text;
            });
        } else if (++positional > 1 && !parameters->empty()) {
            parameters->erase(parameters->begin());
        }
    }
    return passes_on;
}

}  // namespace

const FunctionObject& unwrapped(const FunctionObject& function) {
    constexpr int kMostWrappers = 20;
    const FunctionObject* found = &function;
    for (int i = 0; i < kMostWrappers; ++i) {
        const auto wrapped = found->attributes.find("__wrapped__");
        if (wrapped == found->attributes.end() || !wrapped->second.is(Type::Function)) break;
        found = &wrapped->second.as<FunctionObject>();
    }
    return *found;
}

std::vector<Parameter> constructor_parameters(const ClassObject& cls) {
    std::vector<Parameter> found;
    const Node* call = nullptr;  // of the constructor that is looked at
    std::string_view kwargs;
    for (const ClassObject* each : cls.order) {
        const Value* initialize = each->attributes.find("__init__");
        if (initialize == nullptr) continue;
        if (!initialize->is(Type::Function)) break;
        const FunctionObject& function = unwrapped(initialize->as<FunctionObject>());
        std::vector<Parameter> parameters = parameters_of(function);
        if (!parameters.empty()) parameters.erase(parameters.begin());
        if (call != nullptr && !remove_given(*call, kwargs, &parameters)) break;
        const bool takes_any = any_of(parameters, [](const Parameter& one) { return one.is_named_rest; });
        for (const Parameter& one : parameters) {
            const bool is_known =
                any_of(found, [&](const Parameter& earlier) { return earlier.name == one.name; });
            if (one.is_named_rest) kwargs = one.name;
            if (!is_known) found.push_back(one);
        }
        call = takes_any && function.body != nullptr ? find_inherited_call(*function.body) : nullptr;
        if (call == nullptr) break;
    }
    return found;
}

}  // namespace paramscope::open::python
