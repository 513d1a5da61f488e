#include <algorithm>
#include <cassert>

#include "algebra/terms.h"

namespace paramscope {
namespace {

constexpr std::size_t kNameUnit = 16;  // bytes of a name that count as one unit of size

int highest_degree(std::span<const Polynomial> arguments) {
    std::int64_t highest = 1;
    for (const Polynomial& argument : arguments) {
        for (const Term& term : argument.terms()) highest = std::max(highest, degree(term.monomial));
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
    switch (function) {
        case Function::Floor:
        case Function::Ceil:
            return true;
        case Function::Min:
        case Function::Max:
            return std::all_of(arguments.begin(), arguments.end(),
                               [](const Polynomial& argument) { return is_whole(argument); });
        case Function::Power:
        case Function::Group:
            return false;
    }
    return false;
}

int compare_sequences(std::span<const Polynomial> a, std::span<const Polynomial> b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (const int order = compare(a[i], b[i]); order != 0) return order;
    }
    return 0;
}

}  // namespace

struct Atom::Node {
    std::string symbol;
    Function function = Function::Floor;
    std::vector<Polynomial> arguments;  ///< empty for a symbol
    int depth = 0;
    std::size_t size = 1;
    int degree = 1;
    bool is_whole = false;
};

Atom::Atom(std::string symbol) {
    Node node;
    node.size = 1 + symbol.size() / kNameUnit;
    node.symbol = std::move(symbol);
    node_ = std::make_shared<const Node>(std::move(node));
}

Atom::Atom(Function function, std::vector<Polynomial> arguments) {
    assert(!arguments.empty());
    Node node;
    node.function = function;
    node.depth = 1 + highest_depth(arguments);
    node.size = total_size(arguments);
    node.degree = highest_degree(arguments);
    node.is_whole = is_whole_function(function, arguments);
    node.arguments = std::move(arguments);
    node_ = std::make_shared<const Node>(std::move(node));
}

bool Atom::is_symbol() const {
    return node_->arguments.empty();
}
const std::string& Atom::symbol() const {
    return node_->symbol;
}
Function Atom::function() const {
    return node_->function;
}
std::span<const Polynomial> Atom::arguments() const {
    return node_->arguments;
}
int Atom::depth() const {
    return node_->depth;
}
std::size_t Atom::size() const {
    return node_->size;
}
int Atom::degree() const {
    return node_->degree;
}
bool Atom::is_whole() const {
    return node_->is_whole;
}

int compare(const Atom& a, const Atom& b) {
    if (a.node_ == b.node_) return 0;
    if (a.is_symbol() != b.is_symbol()) return a.is_symbol() ? -1 : 1;
    if (a.is_symbol()) return a.symbol().compare(b.symbol());
    if (a.function() != b.function()) return a.function() < b.function() ? -1 : 1;
    return compare_sequences(a.arguments(), b.arguments());
}

std::string_view to_string(Function function) {
    switch (function) {
        case Function::Floor:
            return "floor";
        case Function::Ceil:
            return "ceil";
        case Function::Min:
            return "min";
        case Function::Max:
            return "max";
        case Function::Power:
            return "pow";
        case Function::Group:
            return "";
    }
    return "";
}

}  // namespace paramscope
