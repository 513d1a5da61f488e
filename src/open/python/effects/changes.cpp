#include "open/python/effects/changes.h"

#include "base/ranges.h"
#include "open/python/effects/words.h"

namespace paramscope::open::python {
namespace {

/// True for `b` of `a.b`.
bool is_member(const Node& name) {
    return name.parent != nullptr && name.parent->kind == Kind::Attribute && name.field == Field::Attribute;
}

/// Tells what a call of the function gives.
Gives result_of(const Node& function) {
    if (contains(kTensorLibraries, root_of(function))) return Gives::Tensor;
    const Node* method = function.child(Field::Attribute);
    if (method != nullptr) return contains(kTensorMethods, method->text) ? Gives::New : Gives::Anything;
    return contains(kNumberMakers, function.text) ? Gives::Number
           : contains(kMakers, function.text)     ? Gives::New
                                                  : Gives::Anything;
}

constexpr Kind kNumberKinds[] = {Kind::Integer, Kind::Float, Kind::String, Kind::ComparisonOperator};
constexpr Kind kNewKinds[] = {Kind::List,
                              Kind::Dictionary,
                              Kind::Set,
                              Kind::ListComprehension,
                              Kind::SetComprehension,
                              Kind::DictionaryComprehension,
                              Kind::BinaryOperator};

/// Statements and expressions that bind a part of theirs: Field::None is the last one.
constexpr struct Binder {
    Kind kind;
    Field target;
    Does does;
} kBinders[] = {
    {Kind::Assignment, Field::Left, Does::BindsValue},
    {Kind::ForStatement, Field::Left, Does::BindsItem},
    {Kind::ForInClause, Field::Left, Does::BindsItem},
    {Kind::NamedExpression, Field::Name, Does::Binds},
    {Kind::AsPattern, Field::None, Does::Binds},
    {Kind::AugmentedAssignment, Field::Left, Does::Augments},
    {Kind::FunctionDefinition, Field::Name, Does::Defines},
    {Kind::ClassDefinition, Field::Name, Does::Defines},
    {Kind::AliasedImport, Field::Alias, Does::Defines},
};

/// Lists what the parts of some code do.
class Walk {
  public:
    explicit Walk(std::vector<Change>& changes) : changes_(changes) {}

    void enter(const Node& node) {
        if (const Binder* binder = find_by(kBinders, &Binder::kind, node.kind);
            binder != nullptr && !node.children.empty())
            bind(binder->target == Field::None ? node.children.back() : node.child(binder->target),
                 node.child(Field::Right), binder->does);
        switch (node.kind) {
            case Kind::FunctionDefinition:
            case Kind::ClassDefinition:
            case Kind::AliasedImport:
                return;
            case Kind::GlobalStatement:
            case Kind::NonlocalStatement:
                for (const Node* name : parts_of(&node)) add(Does::Declares, name);
                return;
            case Kind::DeleteStatement:
                for (const Node* target : parts_of(&node)) bind(target, nullptr, Does::Defines);
                break;
            case Kind::DottedName:  // import a.b; case a:
                if (node.field == Field::Name ||
                    (node.parent->name == "case_pattern" && node.children.size() == 1))
                    add(Does::Defines, node.child(Kind::Identifier));
                break;
            case Kind::Call:
                call(node.child(Field::Function), node.child(Field::Arguments));
                break;
            case Kind::Identifier:
                add(Does::Mentions, &node);
                break;
            case Kind::ReturnStatement:
                add(Does::Leaves, &node);
                break;
            case Kind::BreakStatement:
            case Kind::ContinueStatement:
                if (loops_ == 0) add(Does::Leaves, &node);
                break;
            default:
                break;
        }
        const bool is_loop = node.kind == Kind::ForStatement || node.kind == Kind::WhileStatement;
        loops_ += is_loop;
        for (const Node* child : node.children) enter(*child);
        loops_ -= is_loop;
    }

  private:
    void add(Does does, const Node* node, const Node* value = nullptr) {
        if (node != nullptr) changes_.push_back({does, node, value});
    }

    /// Adds what binding a target does. A part of the value is bound by each of `a, b.c = value`.
    void bind(const Node* target, const Node* value, Does does) {
        if (target == nullptr || (value == nullptr && does <= Does::BindsItem)) return;
        if (target->kind == Kind::Identifier) return add(does, target, value);
        if (target->kind == Kind::Attribute) return add(Does::Assigns, target, value);
        if (target->kind == Kind::Subscript) return add(Does::ChangesItems, target->child(Field::Value));
        const bool is_list =
            does == Does::BindsValue &&
            (value->kind == Kind::ExpressionList || value->kind == Kind::Tuple || value->kind == Kind::List);
        const std::vector<const Node*> targets = parts_of(target),
                                       values = parts_of(is_list ? value : nullptr);
        const bool are_pairs =
            targets.size() == values.size() && !contains_by(targets, &Node::kind, Kind::ListSplatPattern);
        if (does == Does::BindsValue && !are_pairs) does = Does::BindsPart;
        for (std::size_t i = 0; i < targets.size(); ++i)
            bind(targets[i], are_pairs ? values[i] : value, does);
    }

    void call(const Node* function, const Node* arguments) {
        if (function == nullptr || arguments == nullptr) return;
        add(Does::Calls, function, arguments);
        const Node* method = function->child(Field::Attribute);
        const bool hands_object = method != nullptr && contains(kHandingMethods, method->text);
        for (const Node* each : parts_of(arguments)) {
            pass(*each, *function);
            if (hands_object) pass(*function->child(Field::Object), *each);
        }
    }

    /// Adds what an argument hands to a function.
    void pass(const Node& argument, const Node& function) {
        const bool is_name_of_value = is_member(argument) || argument.field == Field::Name;
        if (is_name_of_value || argument.kind == Kind::LambdaParameters || gives(argument) == Gives::Number)
            return;
        if (!root_of(argument).empty()) return add(Does::Passes, &argument, &function);
        const bool is_call = argument.kind == Kind::Call;  // which hands its arguments itself
        for (const Node* each : parts_of(&argument)) {
            if (!is_call || each->field == Field::Function) pass(*each, function);
        }
    }

    std::vector<Change>& changes_;
    int loops_ = 0;  ///< of the code, around the node
};

}  // namespace

std::vector<Change> changes_of(const Node& code) {
    std::vector<Change> changes;
    Walk(changes).enter(code);
    return changes;
}

Gives gives(const Node& value) {
    const Node *left = value.child(Field::Left), *function = value.child(Field::Function);
    if (value.kind == Kind::Call && function != nullptr) return result_of(*function);
    const bool is_text = value.kind == Kind::BinaryOperator && left != nullptr && left->kind == Kind::String;
    if (is_text || contains(kNumberKinds, value.kind)) return Gives::Number;  // "%d of %d" % (a, b)
    return contains(kNewKinds, value.kind) ? Gives::New : Gives::Anything;
}

bool gives_new_items(const Node& value) {
    // Groups of an optimizer hold parameters: what is put there changes no module.
    if (value.text.ends_with(".param_groups") || value.text.starts_with("range(")) return true;
    return (value.kind == Kind::List || value.kind == Kind::Tuple) &&
           all_of(parts_of(&value),
                  [](const Node* each) { return gives(*each) == Gives::Number || gives_new_items(*each); });
}

std::string_view root_of(const Node& node, bool passes_over_calls) {
    const Node* at = &node;
    while (at != nullptr && at->kind != Kind::Identifier) {
        at = at->kind == Kind::Attribute                   ? at->child(Field::Object)
             : at->kind == Kind::Subscript                 ? at->child(Field::Value)
             : at->kind == Kind::Call && passes_over_calls ? at->child(Field::Function)
                                                           : nullptr;
    }
    return at != nullptr ? at->text : std::string_view();
}

std::string_view source_of(const Node& value) {
    const Node* function = value.kind == Kind::Call ? value.child(Field::Function) : nullptr;
    return function != nullptr ? root_of(*function) : std::string_view();
}

std::vector<const Node*> parts_of(const Node* node) {
    std::vector<const Node*> parts;
    if (node == nullptr) return parts;
    for (const Node* child : node->children) {
        if (child->kind != Kind::Token) parts.push_back(child);
    }
    return parts;
}

const Node* changed_container(const Node& function) {
    const Node* method = function.child(Field::Attribute);
    const bool changes = method != nullptr && contains(kContainerMethods, method->text);
    return changes ? function.child(Field::Object) : nullptr;
}

bool opens_all(const Node& name) {
    return is_member(name) ? contains(kOpenMembers, name.text) : contains(kOpenFunctions, name.text);
}

bool changes_parts(const Node& name) {
    const bool registers = name.text.starts_with("register_") && !name.text.ends_with("_hook");
    if (!is_member(name) || !(registers || contains(kPartMethods, name.text))) return false;
    const Node& object = *name.parent->child(Field::Object);  // x[:, 0]: only tensors have several indices
    return object.kind != Kind::Subscript || object.all(Field::Subscript).size() < 2;
}

}  // namespace paramscope::open::python
