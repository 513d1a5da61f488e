#include "app/words.h"

#include <iterator>

namespace paramscope::app {
namespace {

struct Row {
    Word word;
    std::string_view in[kLanguages];
};

// clang-format off
constexpr Row kRows[] = {
    {Word::Panes, {"Panes", "面板"}},
    {Word::Invitation, {"Paste what print(model) printed, drop a file, or edit the text.",
                        "粘贴 print(model) 的输出，拖入文件，或直接编辑文本。"}},
    {Word::OpenFile, {"Open file", "打开文件"}},
    {Word::OpenFileShort, {"Open", "打开"}},
    {Word::DropHere, {"Drop the model here", "把模型拖到这里"}},
    {Word::PastedModel, {"Pasted model", "粘贴的模型"}},
    {Word::Edited, {"{0} (edited)", "{0}（已编辑）"}},
    {Word::FileUnreadable, {"{0} could not be read", "无法读取 {0}"}},
    {Word::FileNotText, {"{0} is not a text", "{0} 不是文本"}},
    {Word::FileTooLarge, {"{0} is too large for a model text", "{0} 太大，不能作为模型文本"}},
    {Word::Copied, {"{0} copied", "已复制{0}"}},
    {Word::TabModules, {"Modules", "模块"}},
    {Word::TabFormula, {"Formula", "公式"}},
    {Word::TabValues, {"Values", "取值"}},
    {Word::TabText, {"Text", "文本"}},
    {Word::OtherLanguage, {"中文", "English"}},
    {Word::OtherLanguageShort, {"中", "EN"}},

    {Word::Models, {"Models", "模型"}},
    {Word::Close, {"Close", "关闭"}},
    {Word::Clear, {"Clear", "清除"}},
    {Word::FromTheArticles, {"From the articles", "文章中的模型"}},
    {Word::ModelsAsPublished, {"Models as published", "公开发布的模型"}},
    {Word::SearchModels, {"Search models", "搜索模型"}},
    {Word::NoSuchModels, {"No model has such a name.", "没有这样的模型。"}},

    {Word::ModelText, {"Model text", "模型文本"}},
    {Word::LineAndColumn, {"line {0}, column {1}", "第 {0} 行，第 {1} 列"}},
    {Word::AndMore, {"and {0} more", "另有 {0} 项"}},
    {Word::Problems, {"Problems", "问题"}},
    {Word::ProblemAt, {"{0} ({1})", "{0}（{1}）"}},

    {Word::HyperParameters, {"Hyper-parameters", "超参数"}},
    {Word::NoHyperParameters,
     {"Name a number in the text and it gets a slider: write d = 512 above the model, and d for 512.",
      "给文本中的数字起个名字，它就有滑块：在模型上方写 d = 512，再用 d 代替 512。"}},
    {Word::Reset, {"Reset", "重置"}},
    {Word::SetByHand, {"set by hand", "手动设定"}},
    {Word::Assumed, {"assumed", "假定值"}},
    {Word::FromTheText, {"from the text", "来自文本"}},
    {Word::AssumedUsual, {"The text does not say: a usual value is assumed.", "文本没有说明：采用常用值。"}},
    {Word::InputShape, {"Input shape", "输入形状"}},
    {Word::InputNotKnown, {"not known: work needs it", "未知：计算量需要它"}},

    {Word::Totals, {"Totals", "合计"}},
    {Word::NothingCounted, {"Nothing counted yet.", "还没有可统计的内容。"}},
    {Word::Parameters, {"Parameters", "参数量"}},
    {Word::ParametersAtLeast, {"Parameters, at least", "参数量（至少）"}},
    {Word::OfTheLastText, {"of the last text that could be counted", "来自上一份可以统计的文本"}},
    {Word::Macs, {"MACs", "乘加（MACs）"}},
    {Word::Flops, {"FLOPs", "浮点运算"}},
    {Word::Memory, {"Memory", "内存"}},
    {Word::Trainable, {"Trainable", "可训练"}},
    {Word::Frozen, {"Frozen", "冻结"}},
    {Word::Buffers, {"Buffers", "缓冲区"}},
    {Word::Active, {"Active", "激活参数"}},
    {Word::Unknown, {"unknown", "未知"}},
    {Word::FlowNotSaid, {"The text does not say what flows through the model.", "文本没有说明流经模型的数据。"}},
    {Word::AtLeastWork, {"At least {0}: the work of some modules is not known.", "至少 {0}：部分模块的计算量未知。"}},
    {Word::MultiplyAccumulates, {"{0} multiply-accumulates", "{0} 次乘加"}},
    {Word::FloatingPointOperations, {"{0} floating-point operations", "{0} 次浮点运算"}},
    {Word::BytesOfParameters, {"{0} bytes for the parameters", "参数占 {0} 字节"}},
    {Word::Elements, {"{0} elements", "{0} 个元素"}},
    {Word::WholeFormula, {"The formula of the whole model. Click for its derivation.", "整个模型的公式。点击查看推导。"}},
    {Word::TotalSaid, {"{0}: {1} parameters", "{0}：参数量 {1}"}},

    {Word::OneModule, {"{0} module", "{0} 个模块"}},
    {Word::ManyModules, {"{0} modules", "{0} 个模块"}},
    {Word::Expand, {"Expand", "全部展开"}},
    {Word::Collapse, {"Collapse", "全部折叠"}},
    {Word::Module, {"Module", "模块"}},
    {Word::Type, {"Type", "类型"}},
    {Word::Output, {"Output", "输出"}},
    {Word::Status, {"Status", "状态"}},
    {Word::QuantityUnknown, {"{0} not known", "{0}未知"}},
    {Word::QuantityKnown, {"{0} {1}", "{0} {1}"}},
    {Word::QuantityAtLeast, {"at least {0} {1}", "至少 {0} {1}"}},
    {Word::UnitParameters, {"parameters", "个参数"}},
    {Word::UnitFlops, {"FLOPs", "次浮点运算"}},
    {Word::OutputShape, {"output {0}", "输出 {0}"}},
    {Word::InEachOf, {"in each of {0}; shares are of all of them", "共 {0} 份，此处为其中一份；占比按全部计算"}},
    {Word::FilterHint, {"Filter {0} modules: conv, >1M, flops>1G", "筛选 {0} 个模块：conv、>1M、flops>1G"}},
    {Word::FilterHintShort, {"Filter: conv, >1M", "筛选：conv、>1M"}},
    {Word::MatchCount, {"{0} of {1} modules match", "{1} 个模块中有 {0} 个符合"}},
    {Word::Units, {"Units", "单位"}},
    {Word::UnitsExact, {"Exact", "精确"}},
    {Word::UnitsShort, {"Short", "简写"}},
    {Word::UnitsShare, {"Share", "占比"}},
    {Word::OpenLevel, {"Open one level more (* opens all)", "多展开一层（* 展开全部）"}},
    {Word::CloseLevel, {"Open one level less", "少展开一层"}},
    {Word::GatherRepeats, {"Equal neighbours in one row", "相同的相邻模块合并为一行"}},
    {Word::Columns, {"Columns", "列"}},
    {Word::FocusedOn, {"Only {0}", "仅 {0}"}},
    {Word::ShowAll, {"Show the whole model", "显示整个模型"}},
    {Word::FocusSubtree, {"Show only this", "只看此模块"}},
    {Word::CopyPath, {"Copy path", "复制路径"}},
    {Word::CopyRow, {"Copy row", "复制此行"}},
    {Word::CopyFormula, {"Copy formula", "复制公式"}},
    {Word::Path, {"Path", "路径"}},
    {Word::MarkedSum, {"{0} modules: {1} parameters ({2}), {3}", "{0} 个模块：{1} 个参数（{2}），{3}"}},

    {Word::Quantity, {"Quantity", "统计量"}},
    {Word::WholeModel, {"the whole model", "整个模型"}},
    {Word::ParametersUnknown, {"The parameters cannot be known from the text.", "无法从文本得知参数量。"}},
    {Word::WorkUnknown, {"The work cannot be known: what flows through this module is not in the text.",
                         "无法得知计算量：文本没有说明流经此模块的数据。"}},
    {Word::AllTogether, {"All together", "合计"}},
    {Word::AllTogetherAtLeast, {"All together, at least", "合计（至少）"}},
    {Word::MadeOf, {"Made of", "组成"}},
    {Word::OffBy, {"= {0}, off by {1}", "= {0}，误差 {1}"}},
    {Word::CopyAs, {"Copy as", "复制为"}},
    {Word::PlainText, {"Text", "文本"}},
    {Word::Unicode, {"Unicode", "Unicode"}},
    {Word::Latex, {"LaTeX", "LaTeX"}},
    {Word::Tensors, {"Tensors", "张量"}},
    {Word::Buffer, {"buffer", "缓冲区"}},
    {Word::FrozenTensor, {"frozen", "冻结"}},
    {Word::SharedWith, {"shared with {0}", "与 {0} 共享"}},
    {Word::NotPrinted, {"not printed", "未打印"}},
    {Word::Inferred, {"inferred", "推断"}},
    {Word::Shapes, {"Shapes", "形状"}},
    {Word::ShapeUnknown, {"unknown", "未知"}},
    {Word::Notes, {"Notes", "说明"}},
    {Word::Inspect, {"Inspect", "查看"}},
    {Word::InspectModule, {"Module", "模块"}},
    {Word::InspectTools, {"Tools", "工具"}},
    {Word::InspectMemory, {"Memory", "内存"}},
    {Word::Attributes, {"Attributes", "属性"}},
    {Word::AttributesHint, {"Change a value here, and it changes in the text.", "在这里修改的值会写回文本。"}},
    {Word::Operations, {"Operations", "运算"}},
    {Word::OpConvolution, {"MACs of convolutions", "卷积乘加"}},
    {Word::OpLinear, {"MACs of projections", "线性乘加"}},
    {Word::OpAttentionScore, {"MACs of Q·Kᵀ", "Q·Kᵀ 乘加"}},
    {Word::OpAttentionValue, {"MACs of scores·V", "分数·V 乘加"}},
    {Word::OpMatmul, {"MACs of other products", "其他矩阵乘加"}},
    {Word::OpRecurrent, {"MACs of recurrent cells", "循环单元乘加"}},
    {Word::OpBilinear, {"MACs of bilinear forms", "双线性乘加"}},
    {Word::OpBiasAdd, {"additions of a bias", "偏置加法"}},
    {Word::OpAdd, {"additions", "加法"}},
    {Word::OpMultiply, {"products", "乘法"}},
    {Word::OpDivide, {"quotients", "除法"}},
    {Word::OpExp, {"exponentials", "指数"}},
    {Word::OpSqrt, {"square roots", "平方根"}},
    {Word::OpCompare, {"comparisons", "比较"}},
    {Word::OpLookUp, {"rows read from tables", "查表行数"}},
    {Word::WhyToolsDiffer, {"Why do tools differ?", "各工具的结果为何不同？"}},
    {Word::WhyToolsDifferHint, {"One model, each tool by its own rules. Choose one, and the page counts as it does.", "同一模型，各工具各有规则。选中一种，页面即按它统计。"}},
    {Word::Convention, {"Convention", "统计方式"}},
    {Word::CountedPass, {"What is counted", "统计内容"}},
    {Word::ModeForward, {"Forward", "前向"}},
    {Word::ModeTraining, {"Training", "训练"}},
    {Word::ModeDecode, {"Decode", "解码"}},
    {Word::ModeForwardHint, {"One forward pass over the whole input.", "对整个输入做一次前向计算。"}},
    {Word::ModeTrainingHint, {"Forward and backward: each matrix product once more for each of its two gradients.", "前向和反向：每个矩阵乘积再为两个梯度各算一次。"}},
    {Word::ModeDecodeHint, {"One new token against keys and values kept of the input.", "一个新词元对缓存的键和值。"}},
    {Word::Causal, {"Causal attention", "因果注意力"}},
    {Word::CausalHint, {"A token attends to itself and those before it: about half of the pairs.", "词元只关注自身和之前的词元：约一半的词元对。"}},
    {Word::AsDefault, {"as by default", "与默认相同"}},
    {Word::TermTimes, {"{0}: {1} × {2}", "{0}：{1} × {2}"}},
    {Word::MemBytes, {"{0} bytes", "{0} 字节"}},
    {Word::MemWeights, {"Weights", "权重"}},
    {Word::MemGradients, {"Gradients", "梯度"}},
    {Word::MemSgd, {"SGD", "SGD 优化器"}},
    {Word::MemMomentum, {"SGD with momentum", "带动量的 SGD"}},
    {Word::MemAdam, {"Adam", "Adam 优化器"}},
    {Word::MemAdamMixed, {"Adam, mixed precision", "Adam（混合精度）"}},
    {Word::MemKvCache, {"Keys and values", "键值缓存"}},
    {Word::MemActivations, {"Activations, all", "激活值（全部）"}},
    {Word::MemActivationsPeak, {"Activations, peak", "激活值（峰值）"}},
    {Word::MemForTraining, {"For training", "训练所需"}},
    {Word::MemForRunning, {"For running", "运行所需"}},

    {Word::Share, {"Share", "分享"}},
    {Word::CopyLink, {"Copy link", "复制链接"}},
    {Word::CopyEmbedCode, {"Copy embed code", "复制嵌入代码"}},
    {Word::ScriptTag, {"script tag", "script 标签"}},
    {Word::InlineFrame, {"iframe", "iframe"}},
    {Word::SaveOfflineCopy, {"Save offline copy", "保存离线副本"}},
    {Word::OneHtmlFile, {"one HTML file", "单个 HTML 文件"}},
    {Word::Link, {"Link", "链接"}},
    {Word::EmbedCode, {"Embed code", "嵌入代码"}},
    {Word::TooLong, {"too long", "太长"}},
    {Word::TooLongForLink, {"The model is too long for a link: save an offline copy instead.",
                            "模型太长，无法放进链接：请改为保存离线副本。"}},
    {Word::LongLink, {"The model makes a long link, which some programs cut off: an offline copy is safer.",
                      "模型的链接很长，有些程序会截断它：离线副本更稳妥。"}},
    {Word::SharedModel, {"Shared model", "分享的模型"}},
    {Word::NoSuchModel, {"There is no model called {0} here.", "这里没有名为 {0} 的模型。"}},
    {Word::LinkSetsNoNumber, {"The link sets {0} to {1}, which is not a number.", "链接把 {0} 设为 {1}，但那不是数字。"}},
    {Word::LinkConventionUnknown, {"The link counts FLOPs by {0}, which nobody here knows.",
                                   "链接按 {0} 统计浮点运算，这里不认识这种方式。"}},
    {Word::LinkNamesNoModel, {"The link names no model.", "链接没有指明模型。"}},

    {Word::Picture, {"Picture", "图形"}},
    {Word::Treemap, {"Treemap", "矩形树图"}},
    {Word::Icicle, {"Icicle", "冰柱图"}},
    {Word::Curve, {"Curve", "曲线"}},
    {Word::Families, {"Families", "层类型"}},
    {Word::Bytes, {"Bytes", "字节"}},
    {Word::SavePicture, {"Save picture", "保存图形"}},
    {Word::ColourByFamily, {"Colour by layer family", "按层类型着色"}},
    {Word::ColourByDensity, {"Colour by density", "按密度着色"}},
    {Word::SavePng, {"Save as PNG", "保存为 PNG"}},
    {Word::SaveSvg, {"Save as SVG", "保存为 SVG"}},
    {Word::ZoomOut, {"Zoom out", "返回上一级"}},
    {Word::ZoomToChosen, {"Zoom to the chosen module", "放大所选模块"}},
    {Word::NoVariables, {"The total depends on no hyper-parameter: the text has only numbers.", "总量不依赖任何超参数：文本中只有数字。"}},
    {Word::ExactCurve, {"exact", "精确"}},
    {Word::LeadingCurve, {"leading terms", "主导项"}},
    {Word::Less, {"less", "少"}},
    {Word::MorePer, {"more of the {0} than of the {1}", "{0}占比高于{1}占比"}},
    {Word::FamilyLinear, {"linear", "线性"}},
    {Word::FamilyConvolution, {"convolution", "卷积"}},
    {Word::FamilyNormalization, {"normalization", "归一化"}},
    {Word::FamilyAttention, {"attention", "注意力"}},
    {Word::FamilyRecurrent, {"recurrent", "循环"}},
    {Word::FamilyEmbedding, {"embedding", "嵌入"}},
    {Word::FamilyPooling, {"pooling", "池化"}},
    {Word::FamilyActivation, {"activation", "激活"}},
    {Word::FamilyDropout, {"dropout", "随机失活"}},
    {Word::FamilyPadding, {"padding", "填充"}},
    {Word::FamilyResizing, {"resizing", "缩放"}},
    {Word::FamilyShape, {"shape", "形状"}},
    {Word::FamilyDistance, {"distance", "距离"}},
    {Word::FamilyLoss, {"loss", "损失"}},
    {Word::FamilyBlock, {"block", "模块块"}},
    {Word::FamilyContainer, {"container", "容器"}},
    {Word::FamilyCustom, {"own tensors", "自有张量"}},

    {Word::Export, {"Export", "导出"}},
    {Word::Format, {"Format", "格式"}},
    {Word::FormatMarkdown, {"Markdown", "Markdown"}},
    {Word::FormatCsv, {"CSV", "CSV"}},
    {Word::FormatJson, {"JSON", "JSON"}},
    {Word::FormatLatex, {"LaTeX table", "LaTeX 表格"}},
    {Word::FormatDerivation, {"Derivation", "推导"}},
    {Word::FormatDerivationLatex, {"Derivation, LaTeX", "推导（LaTeX）"}},
    {Word::FormatModel, {"Model text", "模型文本"}},
    {Word::Copy, {"Copy", "复制"}},
    {Word::SaveFile, {"Save file", "保存文件"}},
    {Word::EnglishLanguage, {"English", "English"}},
    {Word::ChineseLanguage, {"中文", "中文"}},
    {Word::LanguageOfText, {"Language of the text", "文本语言"}},
    {Word::MoreLines, {"and {0} more lines", "以及另外 {0} 行"}},
    {Word::Compare, {"Compare", "比较"}},
    {Word::ComparedWith, {"Compare with", "与之比较"}},
    {Word::KeepPresent, {"Keep the present model as B", "把当前模型留作 B"}},
    {Word::OnlyDifferences, {"Only differences", "只看差异"}},
    {Word::Difference, {"B − A", "B − A"}},
    {Word::Ratio, {"B ÷ A", "B ÷ A"}},
    {Word::SwapModels, {"Swap A and B", "交换 A 与 B"}},
    {Word::NoDifferences, {"The two are equal.", "两者相同。"}},
    {Word::ModelA, {"A", "A"}},
    {Word::ModelB, {"B", "B"}},

    {Word::FitColumn, {"Fit this column", "调整此列宽度"}},
    {Word::FitAllColumns, {"Fit all columns", "调整所有列宽"}},
    {Word::FitUsualColumns, {"Usual widths", "恢复默认列宽"}},
    {Word::UsualColumnOrder, {"Usual order", "恢复默认顺序"}},
    {Word::Help, {"Keys", "快捷键"}},
    {Word::More, {"More", "更多"}},
    {Word::HelpMove, {"Move in the tree", "在树中移动"}},
    {Word::HelpOpenClose, {"Open, close, go to what is inside or around", "展开、折叠，进入内部或外层"}},
    {Word::HelpTypeAhead, {"Go to the next module whose name begins so", "转到名称以此开头的下一个模块"}},
    {Word::HelpFilter, {"Filter the tree", "筛选树"}},
    {Word::HelpDepth, {"Open so many levels", "展开相应层数"}},
    {Word::HelpOpenAll, {"Open all", "展开全部"}},
    {Word::HelpMark, {"Mark several modules, and see their sum", "标记多个模块并查看合计"}},
    {Word::HelpMenu, {"What can be done with a module", "模块的操作菜单"}},
    {Word::HelpCopyRow, {"Copy the chosen row", "复制所选行"}},
    {Word::HelpPaste, {"Count what is on the clipboard", "统计剪贴板中的内容"}},
    {Word::HelpThis, {"Show these keys", "显示这些快捷键"}},
    {Word::KeyLetters, {"letters", "字母"}},
    {Word::KeyClick, {"Shift or {0} + click", "Shift 或 {0} + 点击"}},
};
// clang-format on

constexpr bool is_in_order() {
    if (std::size(kRows) != static_cast<std::size_t>(Word::Count)) return false;
    for (std::size_t i = 0; i < std::size(kRows); ++i) {
        if (kRows[i].word != static_cast<Word>(i)) return false;
        for (const std::string_view words : kRows[i].in) {
            if (words.empty()) return false;
        }
    }
    return true;
}
static_assert(is_in_order(),
              "each word has its row, in the order of the enumeration, with words in each language");

constexpr std::string_view kTags[kLanguages] = {"en", "zh-CN"};

Language present = Language::English;

}  // namespace

Language language() {
    return present;
}

void set_language(Language language) {
    present = language;
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
    return word_in(present, word);
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

std::string_view word_in(Language language, Word word) {
    return kRows[static_cast<std::size_t>(word)].in[static_cast<std::size_t>(language)];
}

}  // namespace paramscope::app
