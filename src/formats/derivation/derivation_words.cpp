#include "formats/derivation/derivation_words.h"

#include "formats/support/filled.h"

namespace paramscope {
namespace {

constexpr std::string_view kPhraseTexts[kPhrases][2] = {
    {"@: the calculation", "@：计算过程"},
    {"Given", "已知"},
    {"Input: @", "输入：@"},
    {" (assumed)", "（假定）"},
    {" (set by hand)", "（手动设定）"},
    {"Parameters", "参数量"},
    {"Multiply-accumulates (MACs)", "乘加次数（MACs）"},
    {"FLOPs", "浮点运算量（FLOPs）"},
    {"Activations", "激活值"},
    {"Bytes of all outputs: @ a number (@).", "全部输出，以字节计：每个数 @ 字节（@）。"},
    {"Operations are weighed by the convention “@”: @", "按统计方式“@”计算。"},
    {"Step @. @", "第 @ 步：@"},
    {", step @", "（见第 @ 步）"},
    {" each; @ of them: @", "（每个）；共 @ 个：@"},
    {"; @ times: @", "；重复 @ 次：@"},
    {": ", "："},
    {"its own", "自身"},
    {"Sum: @", "求和：@"},
    {"One @: @", "单个 @：@"},
    {"Approximately @, off by @", "近似为 @，误差 @"},
    {"and @ more modules", "以及另外 @ 个模块"},
    {"at least @", "至少 @"},
    {"at most @", "至多 @"},
    {"about @", "约 @"},
    {"unknown", "未知"},
    {"@ is shared with @ and adds nothing", "@ 与 @ 共享，不另计"},
    {"It is unknown: the text does not say what flows in.", "无法得知：文本没有给出输入。"},
    {"Of these, @ are trainable and @ frozen.", "其中可训练 @，冻结 @。"},
    {"Buffers, which are not learned: @", "缓冲区（不参与学习）：@"},
    {"Size: @ parameters of @ take @ bytes, @.", "存储：@ 个参数，类型 @，共 @ 字节，即 @。"},
    {"Total: @", "合计：@"},
    {"What is not known", "未知的部分"},
    {"Notes on modules", "关于各模块的说明"},
    {"About this model", "关于此模型"},
};

constexpr std::string_view kMatrixWork[kMatrixKinds][2] = {
    {"convolution", "卷积"},         {"projections", "线性投影"},
    {"queries × keys", "查询 × 键"}, {"scores × values", "注意力权重 × 值"},
    {"matrix products", "矩阵乘积"}, {"recurrence", "循环"},
    {"bilinear forms", "双线性"},
};

}  // namespace

std::string_view matrix_work(Language language, Operation operation) {
    return kMatrixWork[static_cast<std::size_t>(operation)][static_cast<std::size_t>(language)];
}

std::string phrase(Language language, Phrase phrase, std::initializer_list<std::string_view> pieces) {
    const std::string_view text =
        kPhraseTexts[static_cast<std::size_t>(phrase)][static_cast<std::size_t>(language)];
    return filled(text, pieces);
}

}  // namespace paramscope
