// A program of the build: parses the libraries that are written in Python, and writes their packed trees as
// C++.
#include <cstdio>
#include <deque>
#include <string>

#include "base/ranges.h"
#include "base/shipped_texts.h"
#include "open/python/packing/numbering.h"

namespace paramscope {
extern const std::span<const ShippedText> kPythonLibraryTexts;
}

namespace paramscope::open::python {
namespace {

/// True for a node that UnpackedTree makes again, with all below it.
bool can_be_packed(const Node& node) {
    const bool has_name = node.name == (node.kind == Kind::Token ? node.text : kind_name(node.kind));
    return has_name && !node.text.empty() && !node.has_error && !node.is_missing &&
           all_of(node.children, [](const Node* child) { return can_be_packed(*child); });
}

/// Calls `visit(node, gap, rest)` for a node and those below it in order, with the texts that NodeShape
/// describes. `place` is where the gap begins.
template <class Visit>
void visit_nodes(const Node& node, std::string_view text, std::uint32_t place, const Visit& visit) {
    const std::uint32_t end = node.children.empty() ? node.span.begin : node.children.back()->span.end;
    visit(node, std::string(slice(text, {place, node.span.begin})),
          std::string(slice(text, {end, node.span.end})));
    std::uint32_t at = node.span.begin;
    for (const Node* child : node.children) {
        visit_nodes(*child, text, at, visit);
        at = child->span.end;
    }
}

template <class Visit>
void visit_nodes(const SyntaxTree& tree, const Visit& visit) {
    visit_nodes(tree.root(), tree.source(), 0, visit);
}

bool is_word(const Node& node) {
    const bool has_own_text = node.kind == Kind::Identifier || node.kind == Kind::Integer ||
                              node.kind == Kind::Float || node.kind == Kind::StringContent;
    return has_own_text && node.children.empty();
}

/// The trees of all texts, and numbers for what they have in common.
class Packing {
  public:
    explicit Packing(const std::deque<SyntaxTree>& trees) : trees_(trees) {
        count_texts();
        marks_.settle();
        words_.settle();
        count_shapes();
        shapes_.settle();
    }

    /// True when PackedTrees can hold the numbers.
    bool fits() const {
        return marks_.number("") == 0 && marks_.things().size() <= kMostNumbers &&
               words_.things().size() <= kMostNumbers && shapes_.things().size() <= kMostNumbers;
    }

    void write() const;

  private:
    void count_texts() {
        for (const SyntaxTree& tree : trees_) {
            visit_nodes(tree, [&](const Node& node, const std::string& gap, const std::string& rest) {
                marks_.count(gap);
                is_word(node) ? words_.count(rest) : marks_.count(rest);
            });
        }
    }

    void count_shapes() {
        for (const SyntaxTree& tree : trees_) {
            visit_nodes(tree, [&](const Node& node, const std::string& gap, const std::string& rest) {
                shapes_.count(shape_of(node, gap, rest));
            });
        }
    }

    NodeShape shape_of(const Node& node, const std::string& gap, const std::string& rest) const {
        return {node.kind, node.field, node.children.size(), marks_.number(gap),
                is_word(node) ? 0 : marks_.number(rest)};
    }

    void write_shapes() const;
    void write_tree(std::size_t index) const;

    const std::deque<SyntaxTree>& trees_;
    Numbering<std::string> marks_, words_;
    Numbering<NodeShape> shapes_;
};

/// Appends a number as PackedNumbers reads it.
void add_number(std::size_t number, std::string& bytes) {
    if (number < kOneByteNumbers) {
        bytes += static_cast<char>(number);
    } else {
        const std::size_t above = number - kOneByteNumbers;
        bytes += static_cast<char>(kOneByteNumbers + (above >> 8));
        bytes += static_cast<char>(above & 0xff);
    }
}

void write_bytes(const std::string& name, const std::string& bytes) {
    std::printf("PARAMSCOPE_DATA_OF(code) constexpr std::uint8_t %s[] = {", name.c_str());
    for (const char each : bytes) std::printf("%d,", static_cast<unsigned char>(each));
    std::puts("};");
}

void write_texts(const std::string& name, const std::vector<std::string>& texts) {
    std::string bytes;
    for (const std::string& each : texts) bytes += each + '\0';
    write_bytes(name, bytes);
}

void Packing::write_shapes() const {
    std::string bytes;
    for (const NodeShape& each : shapes_.things()) {
        for (const std::size_t member :
             {static_cast<std::size_t>(each.kind), static_cast<std::size_t>(each.field), each.children,
              each.gap, each.rest})
            add_number(member, bytes);
    }
    write_bytes("kShapes", bytes);
}

void Packing::write_tree(std::size_t index) const {
    std::string nodes, words;
    visit_nodes(trees_[index], [&](const Node& node, const std::string& gap, const std::string& rest) {
        add_number(shapes_.number(shape_of(node, gap, rest)), nodes);
        if (is_word(node)) add_number(words_.number(rest), words);
    });
    write_bytes("kNodes" + std::to_string(index), nodes);
    write_bytes("kWords" + std::to_string(index), words);
}

void Packing::write() const {
    std::puts(
        "// Generated from open/python/libraries/*/*.py; edit those instead.\n"
        "#include \"open/support/data_of.h\"\n"
        "#include \"open/python/syntax/packed_tree.h\"\n\n"
        "namespace paramscope::open::python {\n"
        "namespace {");
    write_texts("kMarks", marks_.things());
    write_texts("kWords", words_.things());
    write_shapes();
    for (std::size_t i = 0; i < trees_.size(); ++i) write_tree(i);
    std::puts("constexpr PackedTree kTrees[] = {");
    for (std::size_t i = 0; i < trees_.size(); ++i)
        std::printf("{\"%s\",kNodes%zu,kWords%zu},\n", std::string(kPythonLibraryTexts[i].name).c_str(), i,
                    i);
    std::puts(
        "};\n"
        "}  // namespace\n\n"
        "extern const PackedTrees kPythonLibraryTrees;\n"
        "const PackedTrees kPythonLibraryTrees = {kMarks, kWords, kShapes, kTrees};\n"
        "}  // namespace paramscope::open::python");
}

int pack_libraries() {
    std::deque<SyntaxTree> trees;
    for (const ShippedText& text : kPythonLibraryTexts) {
        const SyntaxTree& tree = trees.emplace_back(text.text);
        if (!tree.problem() && can_be_packed(tree.root())) continue;
        std::fprintf(stderr, "%s.py is no Python, or has what Kind has no name for.\n",
                     std::string(text.name).c_str());
        return 1;
    }
    const Packing packing(trees);
    if (!packing.fits()) {
        std::fputs("The libraries have too many words or shapes of nodes for PackedTrees.\n", stderr);
        return 1;
    }
    packing.write();
    return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace paramscope::open::python

int main() {
    return paramscope::open::python::pack_libraries();
}
