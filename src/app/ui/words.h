// Declares the texts of the interface: one table (words.cpp), one row per text, with an id and the English
// text. The Chinese texts are in web/languages/zh/interface.txt, by id; a test finds missing and unused rows.
//
// `{0}`, `{1}` are placeholders for values. To add a text, add an enumerator here and its row at the same
// place in words.cpp; a missing, empty or misplaced row does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/message.h"

namespace paramscope::app {

enum class Language : std::uint8_t { English, Chinese };

enum class Word : std::uint16_t {
    // The window.
    Panes,
    Invitation,
    OpenFile,
    OpenFileShort,
    Paste,
    DropHere,
    PastedModel,
    Edited,
    FileUnreadable,
    FileNotText,
    FileTooLarge,
    Copied,
    Counting,
    CountState,
    CountStarts,
    CountReads,
    CountCounts,
    CountArrives,
    CountStopped,
    ResultIsEarlier,
    StopCounting,
    CountNow,
    TabModules,
    TabFormula,
    TabValues,
    TabText,
    English,
    Chinese,
    Undo,
    Redo,

    // Gallery.
    Models,
    Close,
    Clear,
    FromTheArticles,
    ModelsAsPublished,
    SearchModels,
    NoSuchModels,

    // Text.
    ModelText,
    SourceCode,
    ReadingSource,
    Built,
    ChooseClass,
    ReadAs,
    ReadAsHint,
    ListOfTensors,
    TableOfLayers,
    TableOfTensors,
    StatedTotals,
    ConfigOfTransformers,
    ConfigOfKeras,
    LineAndColumn,
    AndMore,
    Problems,
    ProblemAt,

    // Hyper-parameters.
    HyperParameters,
    NoHyperParameters,
    ShapesTheModel,
    MakeAdjustable,
    MakesAdjustable,
    Reset,
    SetByHand,
    Assumed,
    FromTheText,
    FromTheCode,
    AssumedUsual,
    InputShape,
    InputNotKnown,

    // Totals.
    Totals,
    NothingCounted,
    Parameters,
    ParametersAtLeast,
    ParametersAsPrinted,
    ParametersBetween,
    ParametersAbout,
    WhyAtLeast,
    WhyAsPrinted,
    WhyBetween,
    TiedTotal,
    UntiedTotal,
    TieLinesAreWritten,
    WhyAbout,
    OfTheLastText,
    OfTheEarlierText,
    Macs,
    Flops,
    Memory,
    Trainable,
    Frozen,
    Buffers,
    Active,
    Unknown,
    FlopsNeedInput,
    FlopsOfSomeModulesUnknown,
    NothingToDraw,
    AtLeastWork,
    AboutWork,
    MultiplyAccumulates,
    FloatingPointOperations,
    BytesOfParameters,
    Elements,
    WholeFormula,
    TotalAnnouncement,

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
    QuantityAtLeast,
    QuantityAtMost,
    QuantityAbout,
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
    AllTogetherAtMost,
    AllTogetherAbout,
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
    Inspect,
    InspectModule,
    InspectTools,
    InspectMemory,
    Attributes,
    AttributesHint,
    Operations,
    OpConvolution,
    OpLinear,
    OpAttentionScore,
    OpAttentionValue,
    OpMatmul,
    OpRecurrent,
    OpBilinear,
    OpBiasAdd,
    OpAdd,
    OpMultiply,
    OpDivide,
    OpExp,
    OpSqrt,
    OpCompare,
    OpLookUp,
    WhyToolsDiffer,
    WhyToolsDifferHint,
    Convention,
    CountedPass,
    ModeForward,
    ModeTraining,
    ModeDecode,
    ModeForwardHint,
    ModeTrainingHint,
    ModeDecodeHint,
    Causal,
    CausalHint,
    AsDefault,
    TermTimes,
    MemBytes,
    MemWeights,
    MemGradients,
    MemSgd,
    MemMomentum,
    MemAdam,
    MemAdamMixed,
    MemKvCache,
    MemActivations,
    MemActivationsPeak,
    MemForTraining,
    MemForRunning,

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
    DepthStrip,
    Activations,
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

    // ImGui's own menus.
    FitColumn,
    FitAllColumns,
    FitUsualColumns,
    UsualColumnOrder,
    Help,
    More,
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

/// Returns the template of an id in another language, "" when there is none; for a title, its translation or
/// itself.
using Translate = std::string (*)(std::string_view key, bool is_title);

/// The language of the interface.
Language language();
/// Changes the language; English needs no translation.
void set_language(Language language, Translate translate = nullptr);

/// The language of a BCP 47 tag ("zh-CN"); English when it is not supported.
Language language_of(std::string_view tag);
/// The tag of a language.
std::string_view tag_of(Language language);

/// A text in the current language, zero-terminated.
std::string_view word(Word word);
/// A text with values inserted for `{0}`, `{1}`.
std::string word(Word word, std::initializer_list<std::string_view> values);

/// A message of the engine or a reader, in the current language.
std::string translate_message(const Message& message);

/// Translates a title, note or comment of a shipped model to the current language; other texts are returned
/// unchanged.
std::string translate_title(std::string_view english);

/// The name of a layer family ("convolution"; "custom" is "own tensors") or of a kind of operation
/// ("attention score").
std::string family_word(std::string_view family);
std::string operation_word(std::string_view operation);
/// The summary of the convention named so, `english` where the present language has none.
std::string convention_summary(std::string_view name, std::string_view english);

}  // namespace paramscope::app
