#include "count/functions/einsum.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/ranges.h"
#include "count/functions/messages.h"
#include "count/functions/values.h"

namespace paramscope::flow {
namespace {

/// The names given to the dimensions that an equation writes as `...`: '0' is the last dimension.
constexpr std::string_view kDots = "0123456789";

/// An equation with one letter for each dimension.
struct Equation {
    std::vector<std::string> operands;
    std::string result;
};

/// Replaces `...` by names for `count` dimensions.
std::string with_dots(std::string text, std::size_t count) {
    const std::size_t at = text.find("...");
    if (at == std::string::npos) return text;
    std::string names(kDots.substr(0, count));
    std::reverse(names.begin(), names.end());
    return text.replace(at, 3, names);
}

std::optional<std::size_t> dotted(const std::string& text, std::size_t rank) {
    const bool has_dots = text.find("...") != std::string::npos;
    const std::size_t letters = text.size() - (has_dots ? 3 : 0);
    if (letters > rank || (!has_dots && letters != rank) || rank - letters > kDots.size())
        return std::nullopt;
    return rank - letters;
}

/// The result of an equation without `->`: dots, then the letters that occur once, sorted.
std::string implied_result(const std::vector<std::string>& operands) {
    std::map<char, int> times;
    for (const std::string& operand : operands) {
        for (const char c : operand) times[c] += c != '.';
    }
    const bool has_dots =
        any_of(operands, [](const std::string& each) { return each.find("...") != std::string::npos; });
    std::string result = has_dots ? "..." : "";
    for (const auto& [name, count] : times) {
        if (count == 1) result += name;
    }
    return result;
}

std::optional<Equation> read_equation(std::string text, const FlowCall& call) {
    std::erase(text, ' ');
    const std::size_t arrow = text.find("->");
    Equation equation;
    std::string left = text.substr(0, arrow);
    for (std::size_t begin = 0; begin <= left.size();) {
        const std::size_t end = std::min(left.find(',', begin), left.size());
        equation.operands.push_back(left.substr(begin, end - begin));
        begin = end + 1;
    }
    if (equation.operands.size() != call.inputs.size()) return std::nullopt;
    equation.result = arrow == std::string::npos ? implied_result(equation.operands) : text.substr(arrow + 2);
    std::size_t most = 0;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const std::optional<std::size_t> count = dotted(equation.operands[i], call.input(i).size());
        if (!count) return std::nullopt;
        equation.operands[i] = with_dots(equation.operands[i], *count);
        most = std::max(most, *count);
    }
    equation.result = with_dots(equation.result, most);
    return equation;
}

using Sizes = std::map<char, Polynomial>;

/// The size of each name; nullopt when operands differ in one.
std::optional<Sizes> sizes_of(const Equation& equation, const FlowCall& call) {
    Sizes sizes;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        for (std::size_t d = 0; d < equation.operands[i].size(); ++d) {
            const Polynomial& size = call.input(i)[d];
            const auto [found, is_new] = sizes.emplace(equation.operands[i][d], size);
            if (is_new || call.equal(found->second, size) || call.equal(size, 1)) continue;
            if (!call.equal(found->second, 1)) {
                call.refuse(Unmet::Kind::Equal, size, found->second);
                return std::nullopt;
            }
            found->second = size;
        }
    }
    return sizes;
}

/// Multiplies two operands. Names that occur nowhere later are summed; adds the work and returns the names
/// left.
std::string multiply(FlowCall& call, const Sizes& sizes, const std::string& a, const std::string& b,
                     const std::set<char>& later) {
    Polynomial macs = 1, elements = 1;
    bool is_matrix_product = false;
    std::string names;
    for (const char c : a + b) {
        const bool is_repeated = c == '\0' || names.find(c) != std::string::npos;
        const bool is_in_both = a.find(c) != std::string::npos && b.find(c) != std::string::npos;
        if (is_repeated) continue;
        if (!later.contains(c) && !is_in_both) continue;  // summed before the product
        if (!later.contains(c)) {
            if (call.equal(sizes.at(c), 1) || !is_in_both) continue;
            if (names.find(c) == std::string::npos) {
                is_matrix_product = true;
                macs *= sizes.at(c);
                names += c;
            }
            continue;
        }
        names += c;
        macs *= sizes.at(c);
        elements *= sizes.at(c);
    }
    std::erase_if(names, [&](char c) { return !later.contains(c); });
    if (is_matrix_product)
        call.work.add(Operation::Matmul, macs);
    else
        call.work.add(Operation::Multiply, elements);
    call.work.add(Operation::Operator, elements);
    return names;
}

}  // namespace

Result<Signal> einsum(FlowCall& call) {
    const Value* text = call.find("equation", 0);
    const std::optional<Equation> equation =
        text != nullptr ? read_equation(text->text.str(), call) : std::nullopt;
    const std::optional<Sizes> sizes = equation ? sizes_of(*equation, call) : std::nullopt;
    const auto is_named = [&](char c) { return sizes->contains(c); };
    if (!sizes || !all_of(equation->result, is_named))
        return flow_error(message("function.einsum", {{"equation", text != nullptr ? text->text : ""}}));
    std::string names = equation->operands.front();
    for (std::size_t i = 1; i < equation->operands.size(); ++i) {
        std::set<char> later(equation->result.begin(), equation->result.end());
        for (std::size_t j = i + 1; j < equation->operands.size(); ++j)
            later.insert(equation->operands[j].begin(), equation->operands[j].end());
        names = multiply(call, *sizes, names, equation->operands[i], later);
    }
    Dims result;
    for (const char c : equation->result) result.push_back(sizes->at(c));
    return Signal::tensor(std::move(result));
}

}  // namespace paramscope::flow
