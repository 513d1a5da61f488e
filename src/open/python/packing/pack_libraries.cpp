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

/// A library.
struct NamedTree {
    explicit NamedTree(const ShippedText& text) : name(text.name), tree(text.text) {}

    std::string name;
    SyntaxTree tree;
};

/// Trees, and numbers for what they have in common.
class Packing {
  public:
    explicit Packing(const std::deque<NamedTree>& trees) : trees_(trees) {
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

    /// Writes what the program has under `symbol`, as data of a part (see open/support/data_of.h).
    void write(const std::string& symbol, const std::string& part) const;

  private:
    void count_texts() {
        for (const NamedTree& each : trees_) {
            visit_nodes(each.tree, [&](const Node& node, const std::string& gap, const std::string& rest) {
                marks_.count(gap);
                is_word(node) ? words_.count(rest) : marks_.count(rest);
            });
        }
    }

    void count_shapes() {
        for (const NamedTree& each : trees_) {
            visit_nodes(each.tree, [&](const Node& node, const std::string& gap, const std::string& rest) {
                shapes_.count(shape_of(node, gap, rest));
            });
        }
    }

    NodeShape shape_of(const Node& node, const std::string& gap, const std::string& rest) const {
        return {node.kind, node.field, node.children.size(), marks_.number(gap),
                is_word(node) ? 0 : marks_.number(rest)};
    }

    const std::deque<NamedTree>& trees_;
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

/// Writes the arrays of a part.
class ArrayWriter {
  public:
    explicit ArrayWriter(std::string part) : part_(std::move(part)) {}

    void write(const std::string& name, const std::string& bytes) const {
        std::printf("PARAMSCOPE_DATA_OF(%s) constexpr std::uint8_t %s[] = {", part_.c_str(), name.c_str());
        for (const char each : bytes) std::printf("%d,", static_cast<unsigned char>(each));
        std::puts("};");
    }

    void write(const std::string& name, const std::vector<std::string>& texts) const {
        std::string bytes;
        for (const std::string& each : texts) bytes += each + '\0';
        write(name, bytes);
    }

  private:
    std::string part_;
};

std::string bytes_of(const std::vector<NodeShape>& shapes) {
    std::string bytes;
    for (const NodeShape& each : shapes) {
        for (const std::size_t member :
             {static_cast<std::size_t>(each.kind), static_cast<std::size_t>(each.field), each.children,
              each.gap, each.rest})
            add_number(member, bytes);
    }
    return bytes;
}

void Packing::write(const std::string& symbol, const std::string& part) const {
    const ArrayWriter arrays(part);
    std::printf("namespace {\nnamespace %s {\n", part.c_str());
    arrays.write("kMarks", marks_.things());
    arrays.write("kWords", words_.things());
    arrays.write("kShapes", bytes_of(shapes_.things()));
    std::string trees;
    for (std::size_t i = 0; i < trees_.size(); ++i) {
        std::string nodes, words;
        visit_nodes(trees_[i].tree, [&](const Node& node, const std::string& gap, const std::string& rest) {
            add_number(shapes_.number(shape_of(node, gap, rest)), nodes);
            if (is_word(node)) add_number(words_.number(rest), words);
        });
        const std::string index = std::to_string(i);
        arrays.write("kNodes" + index, nodes);
        arrays.write("kWords" + index, words);
        trees.append("{\"").append(trees_[i].name).append("\",kNodes").append(index);
        trees.append(",kWords").append(index).append("},\n");
    }
    std::printf("constexpr PackedTree kTrees[] = {\n%s};\n}\n}\n", trees.c_str());
    std::printf("extern const PackedTrees %s;\nconst PackedTrees %s = {", symbol.c_str(), symbol.c_str());
    for (const char* each : {"kMarks", "kWords", "kShapes", "kTrees"})
        std::printf("%s::%s,", part.c_str(), each);
    std::puts("};");
}

/// True for the folders of what most code imports.
bool is_usual(std::string_view group) {
    return group == "torch" || group == "python" || group == "numpy";
}

int pack_libraries() {
    std::deque<NamedTree> usual, others;
    for (const ShippedText& text : kPythonLibraryTexts) {
        const SyntaxTree& tree = (is_usual(text.group) ? usual : others).emplace_back(text).tree;
        if (!tree.problem() && can_be_packed(tree.root())) continue;
        std::fprintf(stderr, "%s.py is no Python, or has what Kind has no name for.\n",
                     std::string(text.name).c_str());
        return 1;
    }
    const Packing packed_usual(usual), packed_others(others);
    if (!packed_usual.fits() || !packed_others.fits()) {
        std::fputs("The libraries have too many words or shapes of nodes for PackedTrees.\n", stderr);
        return 1;
    }
    std::puts(
        "// Generated from open/python/libraries/*/*.py; edit those instead.\n"
        "#include \"open/support/data_of.h\"\n"
        "#include \"open/python/syntax/packed_tree.h\"\n\n"
        "namespace paramscope::open::python {");
    packed_usual.write("kUsualLibraryTrees", "code");
    packed_others.write("kOtherLibraryTrees", "other");
    std::puts("}  // namespace paramscope::open::python");
    return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace paramscope::open::python

int main() {
    return paramscope::open::python::pack_libraries();
}
