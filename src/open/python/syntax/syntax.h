// Parses Python with tree-sitter into a tree of our own: kinds as an enumeration, fields, places in the text.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "open/python/syntax/unclosed_brackets.h"

namespace paramscope::open::python {

/// Kinds of nodes, by their names in tree-sitter's Python grammar (kKindNames in syntax.cpp, in this order).
enum class Kind : std::uint8_t {
    Module,
    Error,
    // Statements
    ExpressionStatement,
    Assignment,
    AugmentedAssignment,
    ReturnStatement,
    IfStatement,
    ElifClause,
    ElseClause,
    ForStatement,
    WhileStatement,
    TryStatement,
    ExceptClause,
    FinallyClause,
    WithStatement,
    WithClause,
    WithItem,
    RaiseStatement,
    AssertStatement,
    PassStatement,
    BreakStatement,
    ContinueStatement,
    DeleteStatement,
    GlobalStatement,
    NonlocalStatement,
    ImportStatement,
    ImportFromStatement,
    FutureImportStatement,
    AliasedImport,
    DottedName,
    RelativeImport,
    WildcardImport,
    FunctionDefinition,
    ClassDefinition,
    DecoratedDefinition,
    Decorator,
    Block,
    PrintStatement,
    MatchStatement,
    // Parameters and arguments
    Parameters,
    LambdaParameters,
    DefaultParameter,
    TypedParameter,
    TypedDefaultParameter,
    ListSplatPattern,
    DictionarySplatPattern,
    KeywordSeparator,
    PositionalSeparator,
    ArgumentList,
    KeywordArgument,
    ListSplat,
    DictionarySplat,
    Type,
    // Expressions
    Identifier,
    Integer,
    Float,
    String,
    StringStart,
    StringContent,
    StringEnd,
    EscapeSequence,
    EscapeInterpolation,
    Interpolation,
    FormatSpecifier,
    TypeConversion,
    ConcatenatedString,
    True,
    False,
    None,
    Ellipsis,
    List,
    Tuple,
    Set,
    Dictionary,
    Pair,
    ExpressionList,
    PatternList,
    TuplePattern,
    ListPattern,
    Attribute,
    Subscript,
    Slice,
    Call,
    BinaryOperator,
    UnaryOperator,
    NotOperator,
    BooleanOperator,
    ComparisonOperator,
    ConditionalExpression,
    Lambda,
    ParenthesizedExpression,
    NamedExpression,
    ListComprehension,
    SetComprehension,
    DictionaryComprehension,
    GeneratorExpression,
    ForInClause,
    IfClause,
    Yield,
    Await,
    AsPattern,
    AsPatternTarget,
    Token,  ///< an operator or a word without a kind of its own
    Other,  ///< what the evaluator has no rule for: type aliases ...
};

/// Fields by which a node names its children (kFieldNames in syntax.cpp).
enum class Field : std::uint8_t {
    None,
    Name,
    Value,
    Left,
    Right,
    Operator,
    Operators,
    Argument,
    Arguments,
    Function,
    Object,
    Attribute,
    Subscript,
    Condition,
    Consequence,
    Alternative,
    Body,
    Parameters,
    Superclasses,
    Definition,
    ModuleName,
    Alias,
    Key,
    Type,
    ReturnType,
    Expression,
    FormatSpecifier,
    TypeConversion,
    Cause,
    Other,
};

/// The grammar's name of a kind, "" for Token and Other, whose nodes have names of their own.
std::string_view kind_name(Kind kind);

struct Node {
    Kind kind = Kind::Other;
    Field field = Field::None;
    bool has_error = false;   ///< the text below it cannot be parsed
    bool is_missing = false;  ///< a token that the parser expected here
    Span span;
    std::string_view text;  ///< as it is parsed
    std::string_view name;  ///< the grammar's name of the kind
    const Node* parent = nullptr;
    std::vector<const Node*> children;

    /// The first child of that field or kind; nullptr for none.
    const Node* child(Field wanted) const;
    const Node* child(Kind wanted) const;
    /// All children of that field.
    std::vector<const Node*> all(Field wanted) const;
};

/// What nests deeper is a node of the kind Other without children, so that walks may be recursive. The
/// evaluator ends before it: kDeepestEvaluation.
inline constexpr std::size_t kDeepestNode = 1000;

/// A parsed text. Nodes refer to it and live as long as the tree. Brackets that the text does not close are
/// closed where their statements end; places are those of the text as it was given.
class SyntaxTree {
  public:
    /// Parses `source`, which must outlive the tree. `base` is added to all places: it tells files apart.
    explicit SyntaxTree(std::string_view source, std::uint32_t base = 0);
    SyntaxTree(const SyntaxTree&) = delete;
    SyntaxTree& operator=(const SyntaxTree&) = delete;

    const Node& root() const { return *root_; }
    std::string_view source() const { return source_; }
    /// True for a node of this tree.
    bool holds(const Node& node) const;
    /// The line of a place of this tree, from 1.
    std::uint32_t line_of(std::uint32_t place) const;
    /// The brackets that the source does not close, with their places.
    const std::vector<UnclosedBracket>& unclosed() const { return unclosed_; }
    Span span_of(const UnclosedBracket& bracket) const {
        return {base_ + bracket.place, base_ + bracket.place + 1};
    }
    /// The first place that is no Python, and the token that the parser expected there ("" if several fit).
    struct Problem {
        Span span;
        std::string_view expected;
    };
    std::optional<Problem> problem() const;

  private:
    void parse(std::string_view text);
    void close_brackets();
    void put_comma(std::uint32_t place);
    std::uint32_t place_in_source(std::uint32_t offset) const;
    std::optional<std::string_view> indentation(const Node& node) const;
    const Node* misplaced_statement(const Node& block) const;

    std::string_view source_;
    std::string closed_;     ///< the source with the brackets that it lacks
    std::string_view text_;  ///< the source, or `closed_`
    std::vector<UnclosedBracket> unclosed_;
    std::uint32_t base_ = 0;
    mutable std::vector<std::uint32_t> line_ends_;  ///< of the source, found when a line is first asked for
    std::deque<Node> nodes_;
    const Node* root_ = nullptr;
};

}  // namespace paramscope::open::python
