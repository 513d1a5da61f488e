#include "algebra/atom.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr std::size_t kNameUnit = 16;  // bytes of a name that count as one unit of size

int highest_degree(std::span<const Polynomial> arguments) {
    std::int64_t highest = 1;
    for (const Polynomial& argument : arguments) {
        for (const Term& term : argument.terms()) highest = std::max(highest, term.monomial.degree());
    }
    return static_cast<int>(std::min<std::int64_t>(highest, Polynomial::kLargestExponent));
}

int highest_depth(std::span<const Polynomial> arguments) {
    int highest = 0;
    for (const Polynomial& argument : arguments) {
        for (const Term& term : argument.terms()) {
            for (const Power& power : term.monomial) highest = std::max(highest, power.atom.depth());
        }
    }
    return highest;
}

std::size_t total_size(std::span<const Polynomial> arguments) {
    std::size_t total = 1;
    for (const Polynomial& argument : arguments) total += argument.size();
    return total;
}

bool is_whole_function(Function function, std::span<const Polynomial> arguments) {
    if (function == Function::Floor || function == Function::Ceil) return true;
    if (function != Function::Min && function != Function::Max) return false;
    return all_of(arguments, [](const Polynomial& argument) { return is_whole(argument); });
}

int compare_sequences(std::span<const Polynomial> a, std::span<const Polynomial> b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (const int order = compare(a[i], b[i]); order != 0) return order;
    }
    return 0;
}

/// The first eight bytes as a number that is less for the name that comes first.
std::uint64_t first_bytes(std::string_view name) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i) {
        number = number << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
    }
    return number;
}

}  // namespace

/// Holds no node itself: the last atom of a symbol takes its node out.
class Atom::Symbols {
  public:
    /// The node of a name, null when no atom has it.
    static const Node* find(std::string_view name) {
        const auto found = nodes().find(name);
        return found == nodes().end() ? nullptr : found->second;
    }

    static void add(const Node& node) { nodes().emplace(node.symbol, &node); }
    static void remove(const Node& node) { nodes().erase(node.symbol); }

  private:
    /// Never destroyed: constants of other files hold atoms until the program ends.
    static std::map<std::string_view, const Node*>& nodes() {
        static auto& nodes = *new std::map<std::string_view, const Node*>();
        return nodes;
    }
};

Atom::Node::Node() = default;

Atom::Node::~Node() {
    if (is_symbol) Symbols::remove(*this);
}

Atom::Atom(std::string_view symbol) : node_(Symbols::find(symbol)) {
    if (node_) return;
    auto* node = new Node();
    node->is_symbol = true;
    node->symbol = symbol;
    node->symbol_start = first_bytes(symbol);
    node->size = 1 + symbol.size() / kNameUnit;
    Symbols::add(*node);
    node_ = Shared<const Node>(node);
}

Atom::Atom(Function function, std::vector<Polynomial> arguments) {
    assert(!arguments.empty());
    auto* node = new Node();
    node->function = function;
    node->depth = 1 + highest_depth(arguments);
    node->size = total_size(arguments);
    node->degree = highest_degree(arguments);
    node->is_whole = is_whole_function(function, arguments);
    node->arguments = std::move(arguments);
    node_ = Shared<const Node>(node);
}

std::span<const Polynomial> Atom::arguments() const {
    return node_->arguments;
}

int Atom::compare_nodes(const Node& a, const Node& b) {
    if (a.is_symbol != b.is_symbol) return a.is_symbol ? -1 : 1;
    if (a.is_symbol && a.symbol_start != b.symbol_start) return a.symbol_start < b.symbol_start ? -1 : 1;
    if (a.is_symbol) return a.symbol.compare(b.symbol);
    if (a.function != b.function) return a.function < b.function ? -1 : 1;
    return compare_sequences(a.arguments, b.arguments);
}

std::string_view to_string(Function function) {
    constexpr std::string_view kNames[] = {"floor", "ceil", "min", "max", "pow", ""};
    return kNames[static_cast<std::size_t>(function)];
}

}  // namespace paramscope
