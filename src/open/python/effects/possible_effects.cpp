#include "open/python/effects/possible_effects.h"
#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

using Names = std::set<std::string_view>;

template <std::size_t count>
bool is_one_of(std::string_view name, const std::string_view (&names)[count]) {
    return contains(names, name);
}

/// Methods of lists, dicts and sets that change them.
constexpr std::string_view kChangingMethods[] = {
    "append", "appendleft", "extend", "insert", "pop",     "popitem", "update",
    "add",    "setdefault", "remove", "clear",  "discard", "sort",    "reverse",
};

/// Functions after which anything may be different.
constexpr std::string_view kOpenFunctions[] = {"setattr", "delattr", "exec", "eval",
                                               "globals", "locals",  "vars"};

/// Attributes through which anything may be changed.
constexpr std::string_view kOpenMembers[] = {"__dict__", "__setattr__", "__delattr__",
                                             "_modules", "_parameters", "_buffers"};

/// Methods that change the parts of a module, or which of its weights are trained.
constexpr std::string_view kChangingParts[] = {"add_module", "register_module", "register_buffer",
                                               "register_parameter", "requires_grad_"};

/// Attributes of a tensor that decide what is counted.
constexpr std::string_view kOpenAttributes[] = {"requires_grad", "data", "__class__"};

/// What makes new objects, besides displays.
constexpr std::string_view kMakers[] = {"list",        "dict",  "set",     "OrderedDict",
                                        "defaultdict", "deque", "Counter", "bytearray"};
constexpr std::string_view kLibrariesOfTensors[] = {"torch", "np", "numpy"};

bool is_function(const Node& node) {
    return node.kind == Kind::FunctionDefinition;
}

/// True for `b` of `a.b`.
bool is_member(const Node& name) {
    return name.parent != nullptr && name.parent->kind == Kind::Attribute && name.field == Field::Attribute;
}

/// The name at the left end of `a.b[0].c`; "" for a call and the like.
std::string_view root_of(const Node& node) {
    const Node* at = &node;
    while (at != nullptr && at->kind != Kind::Identifier) {
        at = at->kind == Kind::Attribute   ? at->child(Field::Object)
             : at->kind == Kind::Subscript ? at->child(Field::Value)
                                           : nullptr;
    }
    return at != nullptr ? at->text : std::string_view();
}

/// Methods that give a tensor, or another value that is no part of a module.
constexpr std::string_view kMethodsOfTensors[] = {
    "clone",    "view",  "reshape", "transpose", "permute", "unsqueeze", "squeeze",     "expand",
    "repeat",   "float", "long",    "detach",    "numpy",   "softmax",   "contiguous",  "masked_fill",
    "new_ones", "mean",  "sum",     "item",      "tolist",  "argmax",    "new_zeros",   "new_full",
    "numel",    "size",  "dim",     "flatten",   "cumsum",  "log",       "log_softmax", "sigmoid",
};

bool is_of_tensors(std::string_view library) {
    return is_one_of(library, kLibrariesOfTensors);
}

/// True for an expression that gives a new object each time.
bool makes_new(const Node& value) {
    switch (value.kind) {
        case Kind::List:
        case Kind::Dictionary:
        case Kind::Set:
        case Kind::ListComprehension:
        case Kind::SetComprehension:
        case Kind::DictionaryComprehension:
        case Kind::Integer:
        case Kind::Float:
        case Kind::String:
        case Kind::BinaryOperator:
        case Kind::ComparisonOperator:
            return true;
        case Kind::Call: {
            const Node* function = value.child(Field::Function);
            if (function == nullptr) return false;
            if (function->kind == Kind::Attribute &&
                is_one_of(function->child(Field::Attribute)->text, kMethodsOfTensors))
                return true;
            return is_of_tensors(root_of(*function)) ||
                   (function->kind == Kind::Identifier && is_one_of(function->text, kMakers));
        }
        default:
            return false;
    }
}

/// Functions that give numbers and strings.
constexpr std::string_view kPlainFunctions[] = {"float", "int",  "str",  "len",
                                                "range", "bool", "repr", "round"};

/// True for an expression whose value is a number or a string, whatever is in it.
bool gives_number_or_text(const Node& value) {
    if (value.kind == Kind::ComparisonOperator || value.kind == Kind::String) return true;
    if (value.kind == Kind::BinaryOperator) {
        const Node* left = value.child(Field::Left);  // "%d of %d" % (a, b)
        return left != nullptr && left->kind == Kind::String;
    }
    const Node* function = value.kind == Kind::Call ? value.child(Field::Function) : nullptr;
    return function != nullptr && function->kind == Kind::Identifier &&
           is_one_of(function->text, kPlainFunctions);
}

/// True for `x[:, 0]`: only tensors have items of several indices.
bool is_part_of_tensor(const Node& node) {
    return node.kind == Kind::Subscript && node.all(Field::Subscript).size() > 1;
}

/// True for numbers and strings, and lists and tuples of them.
bool is_literal(const Node& node) {
    switch (node.kind) {
        case Kind::Integer:
        case Kind::Float:
        case Kind::String:
            return true;
        case Kind::List:
        case Kind::Tuple:
            return all_of(node.children,
                          [](const Node* each) { return each->kind == Kind::Token || is_literal(*each); });
        default:
            return false;
    }
}

/// True for a name in a place where it is only read.
bool is_read(const Node& name) {
    switch (name.parent->kind) {
        case Kind::Attribute:
        case Kind::Subscript:
        case Kind::Call:
        case Kind::ArgumentList:
        case Kind::BinaryOperator:
        case Kind::ComparisonOperator:
        case Kind::BooleanOperator:
        case Kind::NotOperator:
        case Kind::ReturnStatement:
            return true;
        case Kind::KeywordArgument:
            return name.field == Field::Value;
        default:
            return false;
    }
}

/// True where the code nowhere binds the name, except that `global` names it.
bool is_only_read(const Node& code, std::string_view name) {
    return all_of(code.children, [&](const Node* child) {
        if (child->kind == Kind::GlobalStatement || child->kind == Kind::NonlocalStatement) return true;
        const bool is_it = child->kind == Kind::Identifier && child->text == name;
        return (!is_it || is_read(*child)) && is_only_read(*child, name);
    });
}

void collect_names(const Node& target, std::vector<const Node*>& names) {
    if (target.kind == Kind::Identifier || target.kind == Kind::Attribute || target.kind == Kind::Subscript) {
        names.push_back(&target);
        return;
    }
    for (const Node* child : target.children) collect_names(*child, names);
}

std::vector<const Node*> without_tokens(const Node& node) {
    std::vector<const Node*> parts;
    for (const Node* child : node.children) {
        if (child->kind != Kind::Token) parts.push_back(child);
    }
    return parts;
}

/// Reads what one function, or one statement outside of functions, does itself.
class Reader {
  public:
    /// `initialized` is the first parameter of an `__init__`: an object that is new. `around` are the names
    /// of the functions around.
    explicit Reader(std::string_view initialized = {}, const Names& around = {})
        : initialized_(initialized), around_(around) {}

    Effects read(const Node& code, const Node* parameters) {
        code_ = &code;
        is_inside_function_ = parameters != nullptr;
        if (parameters != nullptr) bind_all(*parameters);
        find_locals(code);
        walk(code);
        return std::move(effects_);
    }

    /// The names that the code binds, and those around it.
    Names all_names() const {
        Names names = around_;
        names.insert(new_.begin(), new_.end());
        names.insert(old_.begin(), old_.end());
        return names;
    }

  private:
    void bind_all(const Node& node) {
        if (node.kind == Kind::Identifier) {
            old_.insert(node.text);
            bound_otherwise_.insert(node.text);
        }
        for (const Node* child : node.children) bind_all(*child);
    }

    /// Notes which names are bound here, and to what.
    void find_locals(const Node& node) {
        if (is_function(node) || node.kind == Kind::ClassDefinition) return;
        const Node* left = node.child(Field::Left);
        const Node* right = node.child(Field::Right);
        if (node.kind == Kind::Assignment && left != nullptr && right != nullptr) {
            bind(*left, *right);
        } else if ((node.kind == Kind::ForStatement || node.kind == Kind::ForInClause) && left != nullptr) {
            // Groups of an optimizer hold parameters: what is put there changes no module.
            const std::string_view items = right != nullptr ? right->text : std::string_view();
            bind_to(*left, items.ends_with(".param_groups") || items.starts_with("range(") ||
                               (right != nullptr && is_literal(*right)));
        } else if (node.kind == Kind::NamedExpression || node.kind == Kind::AsPattern) {
            for (const Node* each : node.children) {
                if (each->field == Field::Name || each->field == Field::Alias ||
                    each->kind == Kind::AsPatternTarget)
                    bind_to(*each, false);
            }
        }
        for (const Node* child : node.children) find_locals(*child);
    }

    void bind(const Node& left, const Node& right) {
        const std::vector<const Node*> targets = without_tokens(left), values = without_tokens(right);
        const bool are_pairs = left.kind != Kind::Identifier && right.kind != Kind::Call &&
                               targets.size() > 1 && targets.size() == values.size();
        for (std::size_t i = 0; are_pairs && i < targets.size(); ++i)
            bind_to(*targets[i], makes_new(*values[i]));
        if (are_pairs) return;
        const bool is_name = left.kind == Kind::Identifier;
        // x = torch.zeros(2, 3); x = x.unsqueeze(0)
        if (is_name && is_of_tensors(source_of(right))) tensors_.insert(left.text);
        const bool is_new =
            makes_new(right) || (source_of(right) == left.text && tensors_.contains(left.text));
        // a, b = load(): each of them is a part of what the call gives.
        const bool are_parts = right.kind == Kind::Call;
        bind_to(left, is_name && is_new, is_name || are_parts);
        std::vector<const Node*> names;
        if (is_name || are_parts) collect_names(left, names);
        for (const Node* name : names)
            sources_[name->text].insert(is_name && is_new ? kNew : source_of(right));
    }

    /// The name whose call gives the value; "" for others.
    static std::string_view source_of(const Node& value) {
        const Node* function = value.kind == Kind::Call ? value.child(Field::Function) : nullptr;
        return function != nullptr ? root_of(*function) : std::string_view();
    }

    void bind_to(const Node& target, bool is_new, bool is_assigned = false) {
        std::vector<const Node*> names;
        collect_names(target, names);
        for (const Node* each : names) {
            if (each->kind != Kind::Identifier) continue;
            (is_new ? new_ : old_).insert(each->text);
            if (!is_new && !is_assigned) bound_otherwise_.insert(each->text);
        }
    }

    bool is_new_object(std::string_view name) const {
        return !name.empty() && (name == initialized_ || (new_.contains(name) && !old_.contains(name)));
    }
    /// True for a name that the code does not bind itself.
    bool is_outside(std::string_view name) const {
        return !name.empty() && !old_.contains(name) && !around_.contains(name) &&
               (!is_inside_function_ || !new_.contains(name));
    }

    void walk(const Node& node) {
        switch (node.kind) {
            case Kind::FunctionDefinition:
            case Kind::ClassDefinition:
                return;  // functions of their own
            case Kind::GlobalStatement:
            case Kind::NonlocalStatement:
                for (const Node* name : without_tokens(node)) declare(name->text);
                return;
            case Kind::Assignment:
            case Kind::AugmentedAssignment:
            case Kind::ForStatement:
                if (const Node* left = node.child(Field::Left)) assign(*left);
                break;
            case Kind::DeleteStatement:
                for (const Node* each : node.children) assign(*each);
                break;
            case Kind::Call:
                call(node);
                break;
            case Kind::Attribute:
                if (is_one_of(node.child(Field::Attribute)->text, kChangingParts) &&
                    !is_new_object(root_of(node)) && !is_part_of_tensor(*node.child(Field::Object)))
                    effects_.is_open = true;
                break;
            case Kind::Identifier:
                effects_.mentions.insert(node.text);
                if (is_member(node) ? is_one_of(node.text, kOpenMembers)
                                    : is_one_of(node.text, kOpenFunctions))
                    effects_.is_open = true;
                break;
            default:
                break;
        }
        for (const Node* child : node.children) walk(*child);
    }

    /// `global name`
    void declare(std::string_view name) {
        effects_.is_open =
            effects_.is_open || ++declared_names_ > kMostDeclaredNames || !is_only_read(*code_, name);
    }

    void assign(const Node& target) {
        std::vector<const Node*> names;
        collect_names(target, names);
        for (const Node* each : names) {
            if (each->kind == Kind::Identifier) continue;
            if (each->kind == Kind::Subscript) {
                change(*each->child(Field::Value));
            } else {
                assign_attribute(*each);
            }
        }
    }

    void assign_attribute(const Node& target) {
        const Node *object = target.child(Field::Object), *name = target.child(Field::Attribute);
        if (object->kind == Kind::Identifier && is_new_object(object->text)) return;
        if (is_one_of(name->text, kOpenAttributes)) effects_.is_open = true;
        effects_.attributes.insert(name->text);
    }

    /// A list or dict is changed that an expression gives.
    void change(const Node& object) {
        if (object.kind == Kind::Identifier) {
            if (is_new_object(object.text)) return;
            if (is_outside(object.text)) {
                effects_.changed.insert(object.text);
            } else {
                effects_.is_open = true;
            }
        } else if (object.kind == Kind::Attribute) {
            const bool is_data = object.child(Field::Attribute)->text == "data";  // whose shape stays
            if (is_data) return;
            effects_.changes_containers = true;
            assign_attribute(object);
        } else if (object.kind == Kind::Subscript) {
            change(*object.child(Field::Value));
        } else {
            effects_.is_open = effects_.is_open || !makes_new(object);
        }
    }

    void call(const Node& node) {
        const Node *function = node.child(Field::Function), *arguments = node.child(Field::Arguments);
        if (function == nullptr || arguments == nullptr) return;
        if (function->kind == Kind::Attribute &&
            is_one_of(function->child(Field::Attribute)->text, kChangingMethods))
            change(*function->child(Field::Object));
        if (function->text == "getattr") get_attribute(*arguments);
        const std::string_view root = root_of(*function);
        if (is_outside(root)) hand(*arguments, root);
    }

    /// `getattr(x, "name")` is `x.name`.
    void get_attribute(const Node& arguments) {
        const std::vector<const Node*> parts = without_tokens(arguments);
        if (parts.size() >= 2 && parts[1]->kind == Kind::String && parts[1]->text.size() > 2) {
            effects_.mentions.insert(parts[1]->text.substr(1, parts[1]->text.size() - 2));
        } else {
            effects_.is_open = true;
        }
    }

    /// The names from outside whose calls give a name of this function its values; "" for other values.
    Names sources_of(std::string_view name) const {
        const auto found = sources_.find(name);
        Names sources = found != sources_.end() ? found->second : Names{""};
        sources.erase(kNew);
        const bool is_other = any_of(sources, [&](std::string_view each) { return !is_outside(each); });
        return is_other || bound_otherwise_.contains(name) ? Names{""} : sources;
    }

    void hand(const Node& argument, std::string_view receiver) {
        if (gives_number_or_text(argument)) return;
        const bool is_name = argument.kind == Kind::Identifier && argument.field != Field::Name;
        if (is_name && !is_member(argument) && !is_new_object(argument.text)) {
            const bool is_global = is_outside(argument.text) || !is_inside_function_;
            if (is_global) effects_.handed.insert({receiver, argument.text, false});
            for (const std::string_view source : is_global ? Names() : sources_of(argument.text))
                effects_.handed.insert({receiver, source, !source.empty()});
        }
        for (const Node* child : argument.children) hand(*child, receiver);
    }

    Effects effects_;
    const Node* code_ = nullptr;
    static constexpr int kMostDeclaredNames = 50;
    int declared_names_ = 0;  ///< by `global` and `nonlocal`
    static constexpr std::string_view kNew = " new";
    Names tensors_;  ///< names that are assigned what functions of torch and numpy give
    std::map<std::string_view, Names>
        sources_;            ///< of names that are assigned a value: kNew, and source_of()
    Names bound_otherwise_;  ///< parameters, and names that loops and patterns bind
    Names new_, old_;  ///< names that are bound here: to a new object, to what may exist without this code
    std::string_view initialized_;
    Names around_;
    bool is_inside_function_ = false;
};

}  // namespace

void Effects::add(const Effects& other) {
    is_open = is_open || other.is_open;
    changes_containers = changes_containers || other.changes_containers;
    attributes.insert(other.attributes.begin(), other.attributes.end());
    changed.insert(other.changed.begin(), other.changed.end());
    handed.insert(other.handed.begin(), other.handed.end());
    mentions.insert(other.mentions.begin(), other.mentions.end());
}

void TextEffects::add_file(const Node& root) {
    add_functions(root, {});
}

void TextEffects::add_functions(const Node& node, const Names& around) {
    const Node *name = node.child(Field::Name), *body = node.child(Field::Body),
               *parameters = node.child(Field::Parameters);
    const bool is_definition = is_function(node) && name != nullptr && parameters != nullptr;
    if (body == nullptr || (!is_definition && node.kind != Kind::Lambda)) {
        for (const Node* child : node.children) add_functions(*child, around);
        return;
    }
    const Node no_parameters;
    const std::vector<const Node*> names =
        parameters != nullptr ? without_tokens(*parameters) : std::vector<const Node*>();
    const bool initializes = is_definition && name->text == "__init__" && !names.empty();
    Reader reader(initializes ? names[0]->text : std::string_view(), around);
    Effects effects = reader.read(*body, parameters != nullptr ? parameters : &no_parameters);
    if (is_definition) {
        functions_.emplace(name->text, std::move(effects));
    } else {
        lambdas_.add(effects);
    }
    const Names inside = reader.all_names();
    for (const Node* child : node.children) add_functions(*child, inside);
}

Effects TextEffects::of(const Node& statement, const std::set<std::string_view>& held) const {
    Effects effects = Reader().read(statement, nullptr);
    std::vector<std::string_view> open(effects.mentions.begin(), effects.mentions.end());
    open.insert(open.end(), held.begin(), held.end());
    return close(std::move(effects), std::move(open));
}

Effects TextEffects::of_forward_passes() const {
    return close({}, {});
}

/// Adds the effects of the functions of these names, of lambdas, special methods and `forward`, and of those
/// that they mention.
Effects TextEffects::close(Effects effects, std::vector<std::string_view> open) const {
    effects.add(lambdas_);
    for (const auto& [name, function] : functions_) {
        if (name.starts_with("__") || name == "forward") open.push_back(name);
    }
    open.insert(open.end(), lambdas_.mentions.begin(), lambdas_.mentions.end());
    std::set<std::string_view> done;
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        if (!done.insert(name).second) continue;
        const auto [first, last] = functions_.equal_range(name);
        for (auto each = first; each != last; ++each) {
            effects.add(each->second);
            open.insert(open.end(), each->second.mentions.begin(), each->second.mentions.end());
        }
    }
    return effects;
}

}  // namespace paramscope::open::python
