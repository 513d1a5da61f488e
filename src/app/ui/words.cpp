#include "app/ui/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace paramscope::app {
namespace {

struct Row {
    Word word;
    std::string_view english;
};

constexpr Row kRows[] = {
    {Word::Panes, "Panes"},
    {Word::Invitation, "Paste what print(model) printed, drop a file, or edit the text."},
    {Word::OpenFile, "Open file"},
    {Word::OpenFileShort, "Open"},
    {Word::DropHere, "Drop the model here"},
    {Word::PastedModel, "Pasted model"},
    {Word::Edited, "{0} (edited)"},
    {Word::FileUnreadable, "{0} could not be read"},
    {Word::FileNotText, "{0} is not a text"},
    {Word::FileTooLarge, "{0} is too large for a model text"},
    {Word::Copied, "{0} copied"},
    {Word::Counting, "Counting {0} …"},
    {Word::TabModules, "Modules"},
    {Word::TabFormula, "Formula"},
    {Word::TabValues, "Values"},
    {Word::TabText, "Text"},
    {Word::English, "English"},
    {Word::Chinese, "中文"},
    {Word::Undo, "Undo"},
    {Word::Redo, "Redo"},

    {Word::Models, "Models"},
    {Word::Close, "Close"},
    {Word::Clear, "Clear"},
    {Word::FromTheArticles, "From the articles"},
    {Word::ModelsAsPublished, "Models as published"},
    {Word::SearchModels, "Search models"},
    {Word::NoSuchModels, "No model has such a name. Paste what print(model) printed instead."},

    {Word::ModelText, "Model text"},
    {Word::LineAndColumn, "line {0}, column {1}"},
    {Word::AndMore, "and {0} more"},
    {Word::Problems, "Problems"},
    {Word::ProblemAt, "{0} ({1})"},

    {Word::HyperParameters, "Hyper-parameters"},
    {Word::NoHyperParameters, "Name a number in the text and it gets a slider: write d = 512 above the model, and d for 512."},
    {Word::Reset, "Reset"},
    {Word::SetByHand, "set by hand"},
    {Word::Assumed, "assumed"},
    {Word::FromTheText, "from the text"},
    {Word::AssumedUsual, "The text does not say: a usual value is assumed."},
    {Word::InputShape, "Input shape"},
    {Word::InputNotKnown, "not known: work needs it"},

    {Word::Totals, "Totals"},
    {Word::NothingCounted, "Nothing counted yet."},
    {Word::Parameters, "Parameters"},
    {Word::ParametersAtLeast, "Parameters, at least"},
    {Word::OfTheLastText, "of the last valid text"},
    {Word::Macs, "MACs"},
    {Word::Flops, "FLOPs"},
    {Word::Memory, "Memory"},
    {Word::Trainable, "Trainable"},
    {Word::Frozen, "Frozen"},
    {Word::Buffers, "Buffers"},
    {Word::Active, "Active"},
    {Word::Unknown, "unknown"},
    {Word::FlowNotSaid, "The text does not say what flows through the model."},
    {Word::AtLeastWork, "At least {0}: the work of some modules is not known."},
    {Word::MultiplyAccumulates, "{0} multiply-accumulates"},
    {Word::FloatingPointOperations, "{0} floating-point operations"},
    {Word::BytesOfParameters, "{0} bytes for the parameters"},
    {Word::Elements, "{0} elements"},
    {Word::WholeFormula, "The formula of the whole model. Click for its derivation."},
    {Word::TotalSaid, "{0}: {1} parameters"},

    {Word::OneModule, "{0} module"},
    {Word::ManyModules, "{0} modules"},
    {Word::Expand, "Expand"},
    {Word::Collapse, "Collapse"},
    {Word::Module, "Module"},
    {Word::Type, "Type"},
    {Word::Output, "Output"},
    {Word::Status, "Status"},
    {Word::QuantityUnknown, "{0} not known"},
    {Word::QuantityAtLeast, "at least {0}"},
    {Word::UnitParameters, "{0} parameters"},
    {Word::UnitFlops, "{0} FLOPs"},
    {Word::OutputShape, "output {0}"},
    {Word::InEachOf, "in each of {0}; shares are of all of them"},
    {Word::FilterHint, "Filter {0} modules: conv, >1M, flops>1G"},
    {Word::FilterHintShort, "Filter: conv, >1M"},
    {Word::MatchCount, "{0} of {1} modules match"},
    {Word::Units, "Units"},
    {Word::UnitsExact, "Exact"},
    {Word::UnitsShort, "Short"},
    {Word::UnitsShare, "Percent"},
    {Word::OpenLevel, "Open one level more (* opens all)"},
    {Word::CloseLevel, "Open one level less"},
    {Word::GatherRepeats, "Equal neighbours in one row"},
    {Word::Columns, "Columns"},
    {Word::FocusedOn, "Only {0}"},
    {Word::ShowAll, "Show the whole model"},
    {Word::FocusSubtree, "Show only this"},
    {Word::CopyPath, "Copy path"},
    {Word::CopyRow, "Copy row"},
    {Word::CopyFormula, "Copy formula"},
    {Word::Path, "Path"},
    {Word::MarkedSum, "{0} modules: {1} parameters ({2}), {3}"},

    {Word::Quantity, "Quantity"},
    {Word::WholeModel, "the whole model"},
    {Word::ParametersUnknown, "The parameters cannot be known from the text."},
    {Word::WorkUnknown, "The work cannot be known: what flows through this module is not in the text."},
    {Word::AllTogether, "All together"},
    {Word::AllTogetherAtLeast, "All together, at least"},
    {Word::MadeOf, "Made of"},
    {Word::OffBy, "= {0}, off by {1}"},
    {Word::CopyAs, "Copy as"},
    {Word::PlainText, "Text"},
    {Word::Unicode, "Unicode"},
    {Word::Latex, "LaTeX"},
    {Word::Tensors, "Tensors"},
    {Word::Buffer, "buffer"},
    {Word::FrozenTensor, "frozen"},
    {Word::SharedWith, "shared with {0}"},
    {Word::NotPrinted, "not printed"},
    {Word::Inferred, "inferred"},
    {Word::Shapes, "Shapes"},
    {Word::ShapeUnknown, "unknown"},
    {Word::Notes, "Notes"},
    {Word::Inspect, "Inspect"},
    {Word::InspectModule, "Module"},
    {Word::InspectTools, "Tools"},
    {Word::InspectMemory, "Memory"},
    {Word::Attributes, "Attributes"},
    {Word::AttributesHint, "Change a value here, and it changes in the text."},
    {Word::Operations, "Operations"},
    {Word::OpConvolution, "MACs of convolutions"},
    {Word::OpLinear, "MACs of projections"},
    {Word::OpAttentionScore, "MACs of Q·Kᵀ"},
    {Word::OpAttentionValue, "MACs of scores·V"},
    {Word::OpMatmul, "MACs of other products"},
    {Word::OpRecurrent, "MACs of recurrent cells"},
    {Word::OpBilinear, "MACs of bilinear forms"},
    {Word::OpBiasAdd, "additions of a bias"},
    {Word::OpAdd, "additions"},
    {Word::OpMultiply, "products"},
    {Word::OpDivide, "quotients"},
    {Word::OpExp, "exponentials"},
    {Word::OpSqrt, "square roots"},
    {Word::OpCompare, "comparisons"},
    {Word::OpLookUp, "rows read from tables"},
    {Word::WhyToolsDiffer, "Why do tools differ?"},
    {Word::WhyToolsDifferHint, "One model, each tool by its own rules. Choose one, and the page counts as it does."},
    {Word::Convention, "Convention"},
    {Word::CountedPass, "What is counted"},
    {Word::ModeForward, "Forward"},
    {Word::ModeTraining, "Training"},
    {Word::ModeDecode, "Decode"},
    {Word::ModeForwardHint, "One forward pass over the whole input."},
    {Word::ModeTrainingHint, "Forward and backward: each matrix product once more for each of its two gradients."},
    {Word::ModeDecodeHint, "One new token against keys and values kept of the input."},
    {Word::Causal, "Causal attention"},
    {Word::CausalHint, "A token attends to itself and those before it: about half of the pairs."},
    {Word::AsDefault, "as by default"},
    {Word::TermTimes, "{0}: {1} × {2}"},
    {Word::MemBytes, "{0} bytes"},
    {Word::MemWeights, "Weights"},
    {Word::MemGradients, "Gradients"},
    {Word::MemSgd, "SGD"},
    {Word::MemMomentum, "SGD with momentum"},
    {Word::MemAdam, "Adam"},
    {Word::MemAdamMixed, "Adam, mixed precision"},
    {Word::MemKvCache, "Keys and values"},
    {Word::MemActivations, "Activations, all"},
    {Word::MemActivationsPeak, "Activations, peak"},
    {Word::MemForTraining, "For training"},
    {Word::MemForRunning, "For running"},

    {Word::Share, "Share"},
    {Word::CopyLink, "Copy link"},
    {Word::CopyEmbedCode, "Copy embed code"},
    {Word::ScriptTag, "script tag"},
    {Word::InlineFrame, "iframe"},
    {Word::SaveOfflineCopy, "Save offline copy"},
    {Word::OneHtmlFile, "one HTML file"},
    {Word::Link, "Link"},
    {Word::EmbedCode, "Embed code"},
    {Word::TooLong, "too long"},
    {Word::TooLongForLink, "The model is too long for a link: save an offline copy instead."},
    {Word::LongLink, "The model makes a long link, which some programs cut off: an offline copy is safer."},
    {Word::SharedModel, "Shared model"},
    {Word::NoSuchModel, "There is no model called {0} here."},
    {Word::LinkSetsNoNumber, "The link sets {0} to {1}, which is not a number."},
    {Word::LinkConventionUnknown, "The link counts FLOPs by {0}, which nobody here knows."},
    {Word::LinkNamesNoModel, "The link names no model."},

    {Word::Picture, "Picture"},
    {Word::Treemap, "Treemap"},
    {Word::Icicle, "Icicle"},
    {Word::Curve, "Curve"},
    {Word::Families, "Families"},
    {Word::Bytes, "Bytes"},
    {Word::SavePicture, "Save picture"},
    {Word::ColourByFamily, "Colour by layer family"},
    {Word::ColourByDensity, "Colour by density"},
    {Word::SavePng, "Save as PNG"},
    {Word::SaveSvg, "Save as SVG"},
    {Word::ZoomOut, "Zoom out"},
    {Word::ZoomToChosen, "Zoom to the chosen module"},
    {Word::NoVariables, "The total depends on no hyper-parameter: the text has only numbers."},
    {Word::ExactCurve, "exact"},
    {Word::LeadingCurve, "leading terms"},
    {Word::Less, "less"},
    {Word::MorePer, "more of the {0} than of the {1}"},

    {Word::Export, "Export"},
    {Word::Format, "Format"},
    {Word::FormatMarkdown, "Markdown"},
    {Word::FormatCsv, "CSV"},
    {Word::FormatJson, "JSON"},
    {Word::FormatLatex, "LaTeX table"},
    {Word::FormatDerivation, "Derivation"},
    {Word::FormatDerivationLatex, "Derivation, LaTeX"},
    {Word::FormatModel, "Model text"},
    {Word::Copy, "Copy"},
    {Word::SaveFile, "Save file"},
    {Word::LanguageOfText, "Language of the text"},
    {Word::MoreLines, "and {0} more lines"},
    {Word::Compare, "Compare"},
    {Word::ComparedWith, "Compare with"},
    {Word::KeepPresent, "Keep the present model as B"},
    {Word::OnlyDifferences, "Only differences"},
    {Word::Difference, "B − A"},
    {Word::Ratio, "B ÷ A"},
    {Word::SwapModels, "Swap A and B"},
    {Word::NoDifferences, "The two are equal. Choose another model as B, or change its numbers."},
    {Word::ModelA, "A"},
    {Word::ModelB, "B"},

    {Word::FitColumn, "Fit this column"},
    {Word::FitAllColumns, "Fit all columns"},
    {Word::FitUsualColumns, "Usual widths"},
    {Word::UsualColumnOrder, "Usual order"},
    {Word::Help, "Keys"},
    {Word::More, "More"},
    {Word::HelpMove, "Move in the tree"},
    {Word::HelpOpenClose, "Open, close, go to what is inside or around"},
    {Word::HelpTypeAhead, "Go to the next module whose name begins so"},
    {Word::HelpFilter, "Filter the tree"},
    {Word::HelpDepth, "Open so many levels"},
    {Word::HelpOpenAll, "Open all"},
    {Word::HelpMark, "Mark several modules, and see their sum"},
    {Word::HelpMenu, "What can be done with a module"},
    {Word::HelpCopyRow, "Copy the chosen row"},
    {Word::HelpPaste, "Count what is on the clipboard"},
    {Word::HelpThis, "Show these keys"},
    {Word::KeyLetters, "letters"},
    {Word::KeyClick, "Shift or {0} + click"},
};

constexpr std::size_t kWords = static_cast<std::size_t>(Word::Count);

/// Only the words: that each row stands in its place is checked while compiling, and the program need not know.
constexpr std::array<std::string_view, kWords> kEnglish = [] {
    std::array<std::string_view, kWords> words;
    for (std::size_t i = 0; i < kWords; ++i) {
        if (i < std::size(kRows) && kRows[i].word == static_cast<Word>(i)) words[i] = kRows[i].english;
    }
    return words;
}();
static_assert(std::size(kRows) == kWords, "each word has one row");
static_assert(std::find(kEnglish.begin(), kEnglish.end(), std::string_view()) == kEnglish.end(),
              "each word has its row, in the order of the enumeration, with words in it");

constexpr std::string_view kTags[] = {"en", "zh-CN"};

/// No more than these are kept in another language.
constexpr std::size_t kMostKept = 1000;

struct Speech {
    Language language = Language::English;
    Translate translate = nullptr;
    std::vector<std::string> words;  ///< in the present language, where that is not English
    std::map<std::string, std::string, std::less<>> kept[2];  ///< words, sentences
};

Speech& speech() {
    static Speech instance;
    return instance;
}

/// Each is asked for in every frame that shows it.
std::string translated(std::string_view english, bool is_sentence) {
    Speech& present = speech();
    if (present.translate == nullptr || english.empty()) return std::string(english);
    auto& kept = present.kept[is_sentence];
    const auto known = kept.find(english);
    if (known != kept.end()) return known->second;
    if (kept.size() >= kMostKept) kept.clear();
    return kept.emplace(english, present.translate(english, is_sentence)).first->second;
}

}  // namespace

Language language() {
    return speech().language;
}

void set_language(Language language, Translate translate) {
    Speech& present = speech();
    present = {language, translate, {}, {}};
    if (translate == nullptr) return;
    present.words.reserve(kWords);
    for (const std::string_view words : kEnglish) present.words.push_back(translate(words, false));
}

Language language_of(std::string_view tag) {
    const bool chinese = tag.size() >= 2 && (tag[0] | 32) == 'z' && (tag[1] | 32) == 'h' &&
                         (tag.size() == 2 || tag[2] == '-' || tag[2] == '_');
    return chinese ? Language::Chinese : Language::English;
}

std::string_view tag_of(Language language) {
    return kTags[static_cast<std::size_t>(language)];
}

std::string_view word(Word word) {
    const auto index = static_cast<std::size_t>(word);
    return speech().words.empty() ? kEnglish[index] : speech().words[index];
}

std::string word(Word which, std::initializer_list<std::string_view> values) {
    const std::string_view words = word(which);
    std::string filled;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool room = words[i] == '{' && i + 2 < words.size() && words[i + 2] == '}';
        const std::size_t number = room ? static_cast<std::size_t>(words[i + 1] - '0') : values.size();
        if (number < values.size()) {
            filled += values.begin()[number];
            i += 2;
        } else {
            filled += words[i];
        }
    }
    return filled;
}

std::string said(std::string_view english) {
    return translated(english, true);
}

std::string titled(std::string_view english) {
    return translated(english, false);
}

}  // namespace paramscope::app
