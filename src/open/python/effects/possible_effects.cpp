// What of an evaluation outlives a statement that is not run to its end, as far as the text tells.
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/words.h"

namespace paramscope::open::python {
namespace {

using Names = std::set<std::string_view>;

/// Sources of names that are bound to new objects.
constexpr std::string_view kNew = " new", kTensor = " tensor";

/// The name of lambdas, which is no name of Python.
constexpr std::string_view kLambda = "lambda";

/// Reads what one function, or one statement outside of functions, does itself.
class Reader {
  public:
    /// `initialized` is the first parameter of an `__init__`: an object that is new. `around` are the names
    /// of the functions around.
    explicit Reader(std::string_view initialized = {}, const Names& around = {})
        : initialized_(initialized), around_(around) {}

    Effects read_function(const Node& body, const std::vector<const Node*>& parameters) {
        is_inside_function_ = true;
        for (const Node* parameter : parameters) {
            for (const Change& each : changes_of(*parameter)) {
                if (each.does == Does::Mentions) sources_[each.node->text].insert("");
            }
        }
        return read(body);
    }

    Effects read(const Node& code) {
        const std::vector<Change> changes = changes_of(code);
        for (const Change& change : changes) bind(change);
        for (const Change& change : changes) note(change);
        return std::move(effects_);
    }

    /// Returns the names that the code binds, and those around it.
    Names all_names() const {
        Names names = around_;
        for (const auto& [name, sources] : sources_) names.insert(name);
        return names;
    }

  private:
    /// Notes what a name is bound to, where the change binds one.
    void bind(const Change& change) {
        if (change.binds()) bound_.insert(change.node->text);
        if (change.does > Does::Binds) return;
        Names& sources = sources_[change.node->text];
        if (change.does == Does::Binds || change.does == Does::BindsItem) {
            sources.insert(change.does == Does::BindsItem && gives_new_items(*change.value) ? kNew : "");
            return;
        }
        const std::string_view source = source_of(*change.value);
        const Gives given = change.does == Does::BindsValue ? gives(*change.value) : Gives::Anything;
        // x = torch.zeros(2, 3); x = x.unsqueeze(0)
        const bool is_tensor =
            given == Gives::Tensor ||
            (change.does == Does::BindsValue && source == change.node->text && sources.contains(kTensor));
        sources.insert(is_tensor ? kTensor : given != Gives::Anything ? kNew : source);
    }

    bool is_new_object(std::string_view name) const {
        const auto found = sources_.find(name);
        return !name.empty() && (name == initialized_ || (found != sources_.end() && is_new(found->second)));
    }
    static bool is_new(const Names& sources) {
        return all_of(sources, [](std::string_view each) { return each == kNew || each == kTensor; });
    }
    /// True for a name that the code does not bind itself.
    bool is_outside(std::string_view name) const {
        const auto found = sources_.find(name);
        const bool is_bound = found != sources_.end() && (is_inside_function_ || !is_new(found->second));
        return !name.empty() && !is_bound && !around_.contains(name);
    }

    void note(const Change& change) {
        const Node& node = *change.node;
        switch (change.does) {
            case Does::Augments:
                if (!is_inside_function_ && !is_new_object(node.text) && is_outside(node.text))
                    effects_.changed.insert(node.text);
                break;
            case Does::Declares:
                open_if(bound_.contains(node.text));
                break;
            case Does::Assigns:
                assign(node, change.value);
                break;
            case Does::ChangesItems:
                change_items(node);
                break;
            case Does::Calls:
                call(node, *change.value);
                break;
            case Does::Passes:
                pass(node, *change.value);
                break;
            case Does::Mentions:
                effects_.mentions.insert(node.text);
                open_if(opens_all(node) || (changes_parts(node) && !is_new_object(root_of(*node.parent))));
                break;
            default:
                break;
        }
    }

    void open_if(bool is_open) { effects_.is_open = effects_.is_open || is_open; }

    void assign(const Node& target, const Node* value = nullptr) {
        const Node& object = *target.child(Field::Object);
        if (object.kind == Kind::Identifier && is_new_object(object.text)) return;
        const std::string_view name = target.child(Field::Attribute)->text;
        open_if(contains(kDecidingAttributes, name));
        effects_.attributes.insert(name);
        const bool is_call = value != nullptr && value->kind == Kind::Call;
        const Node* source = is_call ? value->child(Field::Function) : value;
        if (source != nullptr && is_outside(root_of(*source))) effects_.assigned.push_back(source);
    }

    /// Notes that a list or dict is changed which an expression gives.
    void change_items(const Node& object) {
        if (object.kind == Kind::Subscript) return change_items(*object.child(Field::Value));
        if (object.kind == Kind::Attribute) {
            if (object.child(Field::Attribute)->text == "data") return;  // whose shape stays
            effects_.changes_containers = true;
            assign(object);
        } else if (object.kind != Kind::Identifier) {
            open_if(gives(object) == Gives::Anything);
        } else if (!is_new_object(object.text)) {
            if (is_outside(object.text)) effects_.changed.insert(object.text);
            open_if(!is_outside(object.text));
        }
    }

    void call(const Node& function, const Node& arguments) {
        if (const Node* container = changed_container(function)) change_items(*container);
        if (function.text != "getattr") return;
        // `getattr(x, "name")` is `x.name`.
        const std::vector<const Node*> parts = parts_of(&arguments);
        const bool is_named =
            parts.size() >= 2 && parts[1]->kind == Kind::String && parts[1]->text.size() > 2;
        if (is_named) effects_.mentions.insert(parts[1]->text.substr(1, parts[1]->text.size() - 2));
        open_if(!is_named);
    }

    /// Returns the names from outside whose calls give a name of this function its values; "" for other
    /// values.
    Names sources_of(std::string_view name) const {
        const auto found = sources_.find(name);
        Names sources = found != sources_.end() ? found->second : Names{""};
        std::erase_if(sources, [](std::string_view each) { return each == kNew || each == kTensor; });
        return all_of(sources, [&](std::string_view each) { return is_outside(each); }) ? sources : Names{""};
    }

    /// Notes what the function is handed, and the functions around to which the result of the call goes on.
    void pass(const Node& path, const Node& function) {
        hand(root_of(path), root_of(function));
        const Node* at = path.parent;
        for (; at != nullptr && at->kind != Kind::Block && gives(*at) != Gives::Number; at = at->parent) {
            if (at->kind == Kind::ArgumentList && at->parent->kind == Kind::Call)
                hand(root_of(path), root_of(*at->parent->child(Field::Function)));
        }
    }

    void hand(std::string_view name, std::string_view receiver) {
        if (name.empty() || !is_outside(receiver) || is_new_object(name)) return;
        const bool is_global = is_outside(name) || !is_inside_function_;
        if (is_global) effects_.handed.insert({receiver, name, false});
        for (const std::string_view source : is_global ? Names() : sources_of(name))
            effects_.handed.insert({receiver, source, !source.empty()});
    }

    Effects effects_;
    Names bound_;  ///< names that are bound here, in whatever way
    /// What the names are bound to that are bound here: kNew, kTensor, source_of() a value, "" for what is
    /// not told.
    std::map<std::string_view, Names> sources_;
    std::string_view initialized_;
    Names around_;
    bool is_inside_function_ = false;
};

}  // namespace

Effects effects_of(const Node& body, const Node& parameters) {
    return Reader().read_function(body, parts_of(&parameters));
}

void Effects::add(const Effects& other) {
    is_open = is_open || other.is_open;
    changes_containers = changes_containers || other.changes_containers;
    attributes.insert(other.attributes.begin(), other.attributes.end());
    assigned.insert(assigned.end(), other.assigned.begin(), other.assigned.end());
    changed.insert(other.changed.begin(), other.changed.end());
    handed.insert(other.handed.begin(), other.handed.end());
    mentions.insert(other.mentions.begin(), other.mentions.end());
}

void TextEffects::add_file(const Node& root) {
    add_functions(root, {});
}

void TextEffects::add_functions(const Node& node, const Names& around) {
    const Node *name = node.child(Field::Name), *body = node.child(Field::Body);
    const bool is_definition = node.kind == Kind::FunctionDefinition && name != nullptr;
    if (body == nullptr || (!is_definition && node.kind != Kind::Lambda)) {
        for (const Node* child : node.children) add_functions(*child, around);
        return;
    }
    const std::vector<const Node*> parameters = parts_of(node.child(Field::Parameters));
    const bool initializes = is_definition && name->text == "__init__" && !parameters.empty();
    Reader reader(initializes ? parameters[0]->text : std::string_view(), around);
    functions_.emplace(is_definition ? name->text : kLambda, reader.read_function(*body, parameters));
    const Names inside = reader.all_names();
    for (const Node* child : node.children) add_functions(*child, inside);
}

Effects TextEffects::of(const Node& statement, const std::set<std::string_view>& held) const {
    Effects effects = of_forward_passes(), own = Reader().read(statement);
    std::set<std::string_view> names = own.mentions;
    names.insert(held.begin(), held.end());
    effects.add(own);
    effects.add(of_functions(names));
    return effects;
}

Effects TextEffects::of_forward_passes() const {
    std::set<std::string_view> names = {kLambda, "forward"};
    for (const auto& [name, function] : functions_) {
        if (name.starts_with("__")) names.insert(name);
    }
    return of_functions(names);
}

Effects TextEffects::of_functions(const std::set<std::string_view>& names) const {
    Effects effects;
    std::vector<std::string_view> open(names.begin(), names.end());
    std::set<std::string_view> done;
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        const auto [first, last] = functions_.equal_range(name);
        if (first == last || !done.insert(name).second) continue;
        for (auto each = first; each != last; ++each) {
            effects.add(each->second);
            open.insert(open.end(), each->second.mentions.begin(), each->second.mentions.end());
        }
    }
    return effects;
}

}  // namespace paramscope::open::python
