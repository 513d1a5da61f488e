#include "open/python/build/likelihood.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {
namespace {

using Names = std::set<std::string_view>;

constexpr std::string_view kLossWords[] = {"loss",       "losses",      "criterion",    "metric",
                                           "metrics",    "softmax",     "arcface",      "cosface",
                                           "sphereface", "postprocess", "postprocessor"};
constexpr std::string_view kDiscriminatorWords[] = {"discriminator", "discriminators"};

/// The words of a name in lower case: "nlayer", "discriminator" of NLayerDiscriminator and of
/// nlayer_discriminator.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_capital = name[i] >= 'A' && name[i] <= 'Z';
        const bool is_behind_small = i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
        const bool is_before_small = i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z';
        const bool begins = name[i] == '_' || (is_capital && (is_behind_small || is_before_small));
        if (begins && !words.back().empty()) words.emplace_back();
        if (name[i] != '_') words.back() += lowercase(name.substr(i, 1));
    }
    return words;
}

void add_names(const Node& node, Names& names) {
    if (node.kind == Kind::Identifier) names.insert(node.text);
    for (const Node* each : node.children) add_names(*each, names);
}

/// "wideresnet" of models/wide_resnet.py and of WideResNet.
std::string plain_name(std::string_view name) {
    name = name.substr(name.rfind('/') + 1);
    std::string plain = lowercase(name.substr(0, name.find('.')));
    std::erase_if(plain, [](char each) { return each == '_' || each == '-'; });
    return plain;
}

/// True for `{...}` and `[...]`.
bool is_display(const Node* value) {
    return value != nullptr && (value->kind == Kind::Dictionary || value->kind == Kind::List);
}

/// What the definitions at the top of a text name.
class Uses {
  public:
    explicit Uses(const Node& root) {
        for (const Node* statement : root.children) {
            const bool is_decorated = statement->kind == Kind::DecoratedDefinition;
            const Node* definition = is_decorated ? statement->child(Field::Definition) : statement;
            if (definition != nullptr) add(*definition);
        }
        for (const Node* statement : others_) {
            add_names(*statement, outside_);
            if (statement->kind == Kind::ExpressionStatement) add_names(*statement, called_);
        }
        for (const auto& [name, helper] : helpers_) {
            if (!in_classes_.contains(name)) add_names(*helper, outside_);
        }
    }

    /// True when a statement at the top calls it: `Net()(x)`.
    bool is_called(std::string_view name) const { return called_.contains(name); }

    /// True when a statement names the class, or a function or table that no class names.
    bool is_outside(std::string_view name) const { return outside_.contains(name); }

    /// The classes that a definition names, also by way of others; not itself.
    Names reached_from(std::string_view name) const {
        Names reached;
        std::vector<std::string_view> left = {name};
        while (!left.empty()) {
            const auto found = named_.find(left.back());
            left.pop_back();
            if (found == named_.end()) continue;
            for (const std::string_view each : found->second) {
                if (named_.contains(each) && reached.insert(each).second) left.push_back(each);
            }
        }
        reached.erase(name);
        std::erase_if(reached, [&](std::string_view each) { return helpers_.contains(each); });
        return reached;
    }

  private:
    void add(const Node& statement) {
        const Node* assignment = statement.child(Kind::Assignment);
        const bool is_class = statement.kind == Kind::ClassDefinition;
        const bool is_table = assignment != nullptr && is_display(assignment->child(Field::Right));
        const Node* name = is_table ? assignment->child(Field::Left) : statement.child(Field::Name);
        if (name == nullptr || !(is_class || is_table || statement.kind == Kind::FunctionDefinition)) {
            others_.push_back(&statement);
            return;
        }
        add_names(statement, named_[name->text]);
        if (is_class)
            add_names(statement, in_classes_);
        else
            helpers_[name->text] = &statement;
    }

    std::map<std::string_view, Names> named_;
    std::map<std::string_view, const Node*> helpers_;  ///< functions and tables
    std::vector<const Node*> others_;                  ///< statements that define nothing
    Names in_classes_, outside_, called_;
};

}  // namespace

ClassRole role_of(std::string_view class_name) {
    const std::vector<std::string> words = words_of(class_name);
    const auto has = [&](const auto& wanted) {
        return any_of(words, [&](const std::string& word) { return contains(wanted, word); });
    };
    return has(kLossWords)            ? ClassRole::Loss
           : has(kDiscriminatorWords) ? ClassRole::Discriminator
                                      : ClassRole::Model;
}

std::vector<Candidate> in_order_of_likelihood(const Evaluator& e, const Node& root,
                                              const std::vector<Candidate>& classes) {
    const Uses uses(root);
    std::map<std::string_view, Names> reached;
    for (const Candidate& each : classes) reached[each.name] = uses.reached_from(each.name);
    const auto is_part = [&](std::string_view name) {
        return any_of(reached, [&](const auto& other) { return other.second.contains(name); });
    };
    const std::string file = e.imports.files != nullptr ? plain_name(e.imports.files->main_path()) : "";
    const auto likelihood = [&](const Candidate& each) {
        return std::tuple(uses.is_called(each.name), role_of(each.name), !is_part(each.name),
                          uses.is_outside(each.name), plain_name(each.name) == file,
                          reached[each.name].size());
    };
    std::vector<Candidate> ordered = classes;
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](const Candidate& a, const Candidate& b) { return likelihood(a) < likelihood(b); });
    return ordered;
}

}  // namespace paramscope::open::python
