// All words of the interface, in the languages it speaks: one table (words.cpp), one row for each.
//
// Words with `{0}`, `{1}` have room for other words. Whoever needs a new row adds an enumerator here and its
// row at the same place there; a row that is missing, empty or out of place does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace paramscope::app {

enum class Language : std::uint8_t { English, Chinese };
inline constexpr std::size_t kLanguages = 2;

enum class Word : std::uint16_t {
    // The window.
    Panes,
    Invitation,
    OpenFile,
    OpenFileShort,
    DropHere,
    PastedModel,
    Edited,
    FileUnreadable,
    FileNotText,
    FileTooLarge,
    Copied,
    TabModules,
    TabFormula,
    TabValues,
    TabText,
    OtherLanguage,
    OtherLanguageShort,

    // Gallery.
    Models,
    Close,
    Clear,
    FromTheArticles,
    ModelsAsPublished,

    // Text.
    ModelText,
    LineAndColumn,
    AndMore,
    Problems,
    ProblemAt,

    // Hyper-parameters.
    HyperParameters,
    NoHyperParameters,
    Reset,
    SetByHand,
    Assumed,
    FromTheText,
    AssumedUsual,
    InputShape,
    InputNotKnown,

    // Totals.
    Totals,
    NothingCounted,
    Parameters,
    ParametersAtLeast,
    OfTheLastText,
    Macs,
    Flops,
    Memory,
    Trainable,
    Frozen,
    Buffers,
    Unknown,
    FlowNotSaid,
    AtLeastWork,
    MultiplyAccumulates,
    FloatingPointOperations,
    BytesOfParameters,
    Elements,
    WholeFormula,
    TotalSaid,

    // Tree.
    OneModule,
    ManyModules,
    Expand,
    Collapse,
    Module,
    Type,
    Output,
    Status,
    QuantityUnknown,
    QuantityKnown,
    QuantityAtLeast,
    UnitParameters,
    UnitFlops,
    OutputShape,
    InEachOf,
    FilterHint,
    FilterHintShort,
    MatchCount,
    Units,
    UnitsExact,
    UnitsShort,
    UnitsShare,
    OpenLevel,
    CloseLevel,
    GatherRepeats,
    Columns,
    FocusedOn,
    ShowAll,
    FocusSubtree,
    CopyPath,
    CopyRow,
    CopyFormula,
    Path,
    MarkedSum,

    // Inspector.
    Quantity,
    WholeModel,
    ParametersUnknown,
    WorkUnknown,
    AllTogether,
    AllTogetherAtLeast,
    MadeOf,
    OffBy,
    CopyAs,
    PlainText,
    Unicode,
    Latex,
    Tensors,
    Buffer,
    FrozenTensor,
    SharedWith,
    NotPrinted,
    Inferred,
    Shapes,
    ShapeUnknown,
    Notes,

    // Share.
    Share,
    CopyLink,
    CopyEmbedCode,
    ScriptTag,
    InlineFrame,
    SaveOfflineCopy,
    OneHtmlFile,
    Link,
    EmbedCode,
    TooLong,
    TooLongForLink,
    LongLink,
    SharedModel,
    NoSuchModel,
    LinkSetsNoNumber,
    LinkConventionUnknown,
    LinkNamesNoModel,

    // Pictures.
    Picture,
    Treemap,
    Icicle,
    Curve,
    Families,
    Bytes,
    SavePicture,
    ColourByFamily,
    ColourByDensity,
    SavePng,
    SaveSvg,
    ZoomOut,
    ZoomToChosen,
    NoVariables,
    ExactCurve,
    LeadingCurve,
    Less,
    MorePer,
    FamilyLinear,
    FamilyConvolution,
    FamilyNormalization,
    FamilyAttention,
    FamilyRecurrent,
    FamilyEmbedding,
    FamilyPooling,
    FamilyActivation,
    FamilyDropout,
    FamilyPadding,
    FamilyResizing,
    FamilyShape,
    FamilyDistance,
    FamilyLoss,
    FamilyBlock,
    FamilyContainer,
    FamilyCustom,

    // Export, compare.
    Export,
    Format,
    FormatMarkdown,
    FormatCsv,
    FormatJson,
    FormatLatex,
    FormatDerivation,
    FormatDerivationLatex,
    FormatModel,
    Copy,
    SaveFile,
    EnglishLanguage,
    ChineseLanguage,
    LanguageOfText,
    MoreLines,
    Compare,
    ComparedWith,
    KeepPresent,
    OnlyDifferences,
    Difference,
    Ratio,
    SwapModels,
    NoDifferences,
    ModelA,
    ModelB,

    // Menus of ImGui's own.
    FitColumn,
    FitAllColumns,
    FitUsualColumns,
    UsualColumnOrder,
    Help,
    HelpMove,
    HelpOpenClose,
    HelpTypeAhead,
    HelpFilter,
    HelpDepth,
    HelpOpenAll,
    HelpMark,
    HelpMenu,
    HelpCopyRow,
    HelpPaste,
    HelpThis,
    KeyLetters,
    KeyClick,

    Count,
};

/// The language of the interface.
Language language();
void set_language(Language language);

/// The language a tag of BCP 47 asks for ("zh-CN"); English where the interface does not speak it.
Language language_of(std::string_view tag);
/// The tag of a language.
std::string_view tag_of(Language language);

/// Words in the present language. A zero follows them: data() is a C string.
std::string_view word(Word word);
/// Words with what stands in their `{0}`, `{1}`.
std::string word(Word word, std::initializer_list<std::string_view> values);
/// Words in a language of choice.
std::string_view word_in(Language language, Word word);

}  // namespace paramscope::app
