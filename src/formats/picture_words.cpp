#include "formats/picture_words.h"

#include "base/ranges.h"
#include "count/report/parts.h"

namespace paramscope {
namespace {

constexpr RooflineWords kRoofline[] = {
    {{"forward", "training step", "decode"},
     "@, @: @ of @, @/s; layer by layer at least @, @ of it bound by compute",
     "unknown FLOP/s",
     "none",
     "without matrix products: @ of the time",
     "the optimizer: @",
     "; ",
     "FLOPs per byte"},
    {{"前向", "训练一步", "解码"},
     "@，@：@（@），@/s；逐层计算至少 @，其中 @ 受运算速率限制",
     "FLOP/s 未知",
     "0%",
     "没有矩阵乘法的层：占时间的 @",
     "优化器：@",
     "；",
     "每字节浮点运算次数"},
};

constexpr TimeLineWords kTimeLine[] = {
    {{"forward pass", "backward pass", "optimizer's step"},
     "memory of inference, @",
     "memory of training with @, @",
     "peak: @, @",
     ": ",
     "unknown without an input",
     {{{"weights", "weights"},
       {"casts", "weights in 16 bits"},
       {"adapters", "adapters"},
       {"copies", "copies of modules"},
       {"gathered", "gathered layers"},
       {"optimizer", "state of the optimizer"},
       {"kv_cache", "keys and values"},
       {"state", "recurrent states"},
       {"gradients", "gradients"},
       {"activations", "activations"},
       {"working", "working tensors"},
       {"workspace", "workspaces"},
       {"rounding", "rounding"},
       {"optimizer_step", "copies in the step"}}}},
    {{"前向", "反向", "优化器更新"},
     "推理的内存，@",
     "训练的内存，@，@",
     "峰值：@，@",
     "：",
     "没有输入，无法得知",
     {{{"weights", "权重"},
       {"casts", "16 位权重"},
       {"adapters", "适配器"},
       {"copies", "模块副本"},
       {"gathered", "收集来的层"},
       {"optimizer", "优化器状态"},
       {"kv_cache", "键和值"},
       {"state", "循环状态"},
       {"gradients", "梯度"},
       {"activations", "激活值"},
       {"working", "临时张量"},
       {"workspace", "工作区"},
       {"rounding", "分配器取整"},
       {"optimizer_step", "更新时的副本"}}}},
};

constexpr NumberWords kNumbers[] = {
    {"params", "FLOPs", "memory", "parameters", "@: parameters @", "@ in @", "@ FLOPs", "input @"},
    {"参数量", "FLOPs", "内存", "个参数", "@：参数量 @", "@（@）", "@ FLOPs", "输入 @"},
};

struct PartWord {
    std::string_view part, chinese;
};
constexpr PartWord kPartWords[] = {{"linear", "线性"},
                                   {"convolution", "卷积"},
                                   {"normalization", "归一化"},
                                   {"attention", "注意力"},
                                   {"recurrent", "循环"},
                                   {"embedding", "嵌入"},
                                   {"pooling", "池化"},
                                   {"activation", "激活"},
                                   {"dropout", "随机失活"},
                                   {"padding", "填充"},
                                   {"resizing", "缩放"},
                                   {"shape", "形状"},
                                   {"distance", "距离"},
                                   {"loss", "损失"},
                                   {"block", "块"},
                                   {"container", "容器"},
                                   {"attention part", "注意力"},
                                   {"feed-forward part", "前馈"},
                                   {"embedding part", "嵌入"},
                                   {"output part", "输出"},
                                   {"normalization part", "归一化"},
                                   {"recurrent part", "循环"},
                                   {"convolution part", "卷积"},
                                   {"other part", "其他"},
                                   {"custom", "自有张量"},
                                   {"functions", "函数"}};

/// What a card says of a model (count/explain/conclusion.h), by the ids of its messages.
struct Sentence {
    std::string_view id, words;
};
constexpr Sentence kChineseSentences[] = {
    {"conclusion.equal_layers", "{share} 的参数在 {count} 个相同的层中"},
    {"conclusion.layers_and_part", "{share} 的参数在 {count} 个相同的层中；每层的{fraction}是{part}"},
    {"conclusion.one_layer", "{share} 的参数在一个层中：{path}"},
    {"conclusion.module", "{share} 的参数在 {path} 中"},
    {"conclusion.half", "一半"},
    {"conclusion.two_thirds", "三分之二"},
    {"conclusion.three_quarters", "四分之三"},
    {"conclusion.attention", "注意力"},
    {"conclusion.feed_forward", "前馈部分"},
    {"conclusion.recurrent", "循环部分"},
};

DiagramWords chinese_diagram_words() {
    DiagramWords words;
    words.input = "输入";
    words.output = "输出";
    words.skip = "跳跃连接";
    words.more = "……还有 {count} 个";
    words.not_called = "没有调用";
    words.call = "第 {call} 次调用，共 {calls} 次";
    words.too_many = "打开的方框太多";
    words.no_arrows = {"", "不知道数据在这里怎么走，所以不画箭头。", "这里作为一个整体计算，所以不画箭头。",
                       "其中的模块由外面逐个调用，所以不画箭头。", "太长，没有记录，所以不画箭头。"};
    return words;
}

}  // namespace

void speak(Language language, StripStyle* style) {
    if (language == Language::English) return;
    style->names = {"参数量", "浮点运算量", "激活值", "最短时间"};
    style->unknown = "未知";
}

DiagramWords diagram_words(Language language) {
    return language == Language::Chinese ? chinese_diagram_words() : DiagramWords();
}

const RooflineWords& roofline_words(Language language) {
    return kRoofline[static_cast<std::size_t>(language)];
}

const TimeLineWords& time_line_words(Language language) {
    return kTimeLine[static_cast<std::size_t>(language)];
}

const NumberWords& number_words(Language language) {
    return kNumbers[static_cast<std::size_t>(language)];
}

std::string_view each_words(Language language) {
    return language == Language::Chinese ? "每个 {cost}" : "{cost} each";
}

std::string part_word(Language language, std::string_view part) {
    const auto* const word = find_by(kPartWords, &PartWord::part, part);
    if (language == Language::Chinese && word != nullptr) return std::string(word->chinese);
    return std::string(english_name_of(part));
}

std::string picture_sentence(Language language, const Message& message) {
    return message.translated([language](std::string_view id) -> std::string_view {
        const auto* const found = find_by(kChineseSentences, &Sentence::id, id);
        return language == Language::Chinese && found != nullptr ? found->words : "";
    });
}

std::string_view TimeLineWords::of(std::string_view part) const {
    return find_by(parts, &Part::part, part)->name;
}

}  // namespace paramscope
