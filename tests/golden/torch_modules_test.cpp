// Every variant of torch.nn's modules that was run in PyTorch 2: tensors, output shapes, FLOPs.
//
// Print hides some arguments. What of a row shows them (its state, its output) is then written into the text,
// by rules on types and tensors below; the same rows are counted as printed, too.
#include <gtest/gtest.h>

#include "base/concat.h"
#include "count/report/instance_counts.h"
#include "golden/support.h"
#include "support/csv.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// A shape, or nested tuples of shapes.
Signal signal_of(const rapidjson::Value& json) {
    if (json.Empty() || json[0].IsInt()) return Signal::tensor(dims_of(json));
    std::vector<Signal> items;
    for (const rapidjson::Value& item : json.GetArray()) items.push_back(signal_of(item));
    return Signal::tuple(std::move(items));
}

const Signal& first_of(const Signal& signal) {
    return signal.kind == Signal::Kind::Tuple ? first_of(signal.items.front()) : signal;
}

std::string text_of(const Signal& signal) {
    if (signal.is_tensor()) return to_string(signal.dims);
    std::string text = signal.is_unknown() ? "?" : "";
    for (const Signal& item : signal.items) text += concat(text.empty() ? "" : ", ", text_of(item));
    return concat("(", text, ")");
}

Integer number(const Polynomial& size) {
    const Result<Rational> value = evaluate(size, [](std::string_view) { return std::optional<Rational>(); });
    return value ? value->numerator() : Integer{-1};
}

/// One row of the table.
struct Variant {
    std::string type, text, parameters, buffers, flops;
    rapidjson::Document state;  ///< name -> shape
    std::vector<Dims> inputs;
    Signal output;

    bool holds(const char* tensor) const { return state.HasMember(tensor); }
    Dims shape(const char* tensor) const { return dims_of(state[tensor]); }
    bool attends() const { return type == "MultiheadAttention" || type.starts_with("Transformer"); }
};

Variant variant_of(const CsvRow& row) {
    Variant variant{row[0], row[1], row[2], row[3], row[7], {}, {}, {}};
    variant.state.Parse(row[4].c_str());
    rapidjson::Document inputs, output;
    inputs.Parse(row[5].c_str());
    output.Parse(row[6].c_str());
    for (const rapidjson::Value& input : inputs.GetArray()) variant.inputs.push_back(dims_of(input));
    variant.output = signal_of(output);
    return variant;
}

// ---- what print hides ----

/// PyTorch's attention takes (tokens, batch, features) unless batch_first, which print hides; the calculator
/// reads (batch, tokens, features). Inputs that differ in their first size, or weights of fewer batches,
/// tell.
bool is_tokens_first(const Variant& variant) {
    if (!variant.attends()) return false;
    for (const Dims& input : variant.inputs) {
        if (number(input.front()) != number(variant.inputs.front().front())) return true;
    }
    const bool has_weights = variant.output.kind == Signal::Kind::Tuple;
    return has_weights && !(variant.output.items[1].dims.front() == variant.inputs.front().front());
}

void put_batch_first(Variant* variant) {
    if (!is_tokens_first(*variant)) return;
    for (Dims& input : variant->inputs) std::swap(input[0], input[1]);
    Signal& output = variant->output.items.empty() ? variant->output : variant->output.items.edit().front();
    std::swap(output.dims[0], output.dims[1]);
}

/// MultiheadAttention's arguments as its tensors and weights tell them, "" where they are the defaults.
std::string attention_arguments(const Variant& variant) {
    std::string text;
    if (variant.holds("k_proj_weight")) {
        text += concat(", kdim=", to_string(number(variant.shape("k_proj_weight")[1])),
                       ", vdim=", to_string(number(variant.shape("v_proj_weight")[1])));
    }
    if (variant.holds("bias_k")) text += ", add_bias_kv=True";
    const Integer keys = number(variant.output.items[1].dims.back());
    const Integer projected = number(variant.inputs[1].end()[-2]) + variant.holds("bias_k");
    if (keys > projected) text += ", add_zero_attn=True";
    return text;
}

/// Tensors that a hook of weight_norm or spectral_norm adds to a layer.
std::string hook_tensors(const Variant& variant) {
    std::string lines;
    const auto add = [&](const char* name, std::string_view kind) {
        std::string sizes = to_string(variant.shape(name));
        if (sizes.ends_with(",)")) sizes.erase(sizes.size() - 2, 1);
        lines += concat("  (", name, "): ", kind, sizes, "\n");
    };
    if (variant.holds("weight_g")) add("weight_g", "Parameter");
    if (variant.holds("weight_orig")) {
        add("weight_u", "Buffer");
        add("weight_v", "Buffer");
    }
    return lines;
}

/// True for pooling whose output has one position more than print's arguments give: ceil_mode, which is
/// hidden.
bool is_rounded_up(const Variant& variant) {
    if (!variant.type.starts_with("AvgPool")) return false;
    CountOptions options;
    options.inputs = variant.inputs;
    return text_of(*count_text(variant.text, options).root()->facts->output) != text_of(variant.output);
}

/// The text with what print hides of this row written in; nullopt where it hides nothing.
std::optional<std::string> completed(const Variant& variant) {
    const std::string open = variant.text.substr(0, variant.text.size() - 1);
    if (const std::string lines = hook_tensors(variant); !lines.empty())
        return concat(open, "\n", lines, ")");
    if (variant.type == "MultiheadAttention") {
        const std::string arguments = attention_arguments(variant);
        const std::string width = to_string(number(variant.shape("out_proj.weight").front()));
        if (!arguments.empty()) return concat("MultiheadAttention(embed_dim=", width, arguments, ")");
    }
    if (variant.type.starts_with("FractionalMaxPool")) {
        const Dims& shape = variant.output.dims;
        return concat(open, "kernel_size=2, output_size=", to_string(Dims(shape.begin() + 2, shape.end())),
                      ")");
    }
    if (is_rounded_up(variant)) return concat(open, ", ceil_mode=True)");
    return std::nullopt;
}

// ---- what is compared ----

Report report_of(const Variant& variant, const std::string& text) {
    CountOptions options;
    options.inputs = variant.inputs;
    return count_text(text, options);
}

/// Every tensor that is counted stands in the state, with its shape. A hook's original stands for the weight.
void expect_tensors(const Report& report, const Variant& variant) {
    for (const NodeReport& node : report.nodes) {
        for (const TensorReport& tensor : node.facts->tensors.list()) {
            std::string name = concat(report.path(node), &node == report.root() ? "" : ".", tensor.name);
            if (name == "weight" && variant.holds("weight_g")) name = "weight_v";
            if (name == "weight" && variant.holds("weight_orig")) name = "weight_orig";
            ASSERT_TRUE(variant.holds(name.c_str())) << name;
            EXPECT_EQ(to_string(tensor.shape), to_string(variant.shape(name.c_str()))) << name;
        }
    }
}

/// The FLOPs that the counter of PyTorch did not see: attention that runs in one kernel on a processor, as
/// torch.nn's transformers call it.
Integer unseen_attention(const Report& report, const Variant& variant) {
    Integer products = 0;
    if (!variant.type.starts_with("Transformer")) return 0;
    const std::vector<Polynomial> times = work_counts(report);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Work& work = report.nodes[i].facts->work;
        products += number((work.times(Operation::AttentionScore) + work.times(Operation::AttentionValue)) *
                           times[i]);
    }
    return 2 * products;
}

/// A recurrent layer uses each weight once a step and sample. PyTorch's LSTM runs in a kernel that its
/// counter does not see, but with projections.
std::string recurrent_flops(const Variant& variant) {
    Integer weights = 0;
    for (const auto& [name, shape] : variant.state.GetObject()) {
        if (std::string_view(name.GetString()).starts_with("weight"))
            weights += number(product(dims_of(shape)));
    }
    const Dims& input = variant.inputs.front();
    return to_string(2 * weights * number(product(input)) / number(input.back()));
}

void expect_work(const Report& report, const Variant& variant) {
    const Quantity& flops = report.root()->facts->flops;
    ASSERT_TRUE(flops.is_complete() && flops.value);
    const bool is_recurrent = find_row(report, "")->facts->family == "recurrent";
    const std::string truth = is_recurrent ? recurrent_flops(variant) : variant.flops;
    EXPECT_EQ(to_string(*flops.value - unseen_attention(report, variant)), truth);
    EXPECT_TRUE(!is_recurrent || variant.flops == "0" || variant.flops == truth);
}

void expect_output(const Report& report, const Variant& variant) {
    const Signal& output = *report.root()->facts->output;
    // return_indices, which print hides, gives a second tensor of the same shape.
    const bool gives_indices =
        report.root()->facts->family == "pooling" && variant.output.kind == Signal::Kind::Tuple;
    EXPECT_EQ(text_of(output), text_of(gives_indices ? first_of(variant.output) : variant.output));
}

void expect_all(const Variant& variant, const std::string& text) {
    const Report report = report_of(variant, text);
    SCOPED_TRACE(text + "\n" + problems(report));
    ASSERT_NE(report.root(), nullptr);
    EXPECT_TRUE(report.root()->facts->parameters.is_complete());
    EXPECT_EQ(shown(report.root()->facts->parameters.value), variant.parameters);
    EXPECT_EQ(shown(report.root()->facts->buffers.value), variant.buffers);
    expect_tensors(report, variant);
    expect_output(report, variant);
    expect_work(report, variant);
}

/// As printed a row with hidden arguments is what the defaults make of it, or unknown where its inputs
/// contradict them; what is hidden is never made up.
void expect_defaults(const Variant& variant) {
    const Report report = report_of(variant, variant.text);
    SCOPED_TRACE(variant.text + "\n" + problems(report));
    ASSERT_NE(report.root(), nullptr);
    const NodeReport& root = *report.root();
    if (variant.holds("k_proj_weight")) {
        EXPECT_FALSE(root.facts->parameters.is_complete())
            << "keys of another width contradict what out_proj tells";
        EXPECT_LT(root.facts->parameters.value.value_or(0), std::stoll(variant.parameters));
        EXPECT_FALSE(root.facts->flops.is_complete());
    } else {
        EXPECT_LE(*root.facts->parameters.value + *root.facts->buffers.value,
                  std::stoll(variant.parameters) + std::stoll(variant.buffers));
        EXPECT_TRUE(!root.facts->flops.is_complete() ||
                    *root.facts->flops.value <= std::stoll(variant.flops));
    }
}

TEST(TorchModules, EveryVariantAgrees) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: nn_modules.csv cannot be compared";
    const std::vector<CsvRow> rows = parse_csv(read_file(*folder + "/nn_modules.csv").value_or(""));
    int compared = 0, hidden = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), 8u);
        Variant variant = variant_of(rows[i]);
        SCOPED_TRACE(concat("row ", i, " ", rows[i][5]));
        put_batch_first(&variant);
        const std::optional<std::string> written = completed(variant);
        expect_all(variant, written.value_or(variant.text));
        if (written) expect_defaults(variant);
        hidden += written.has_value();
        ++compared;
    }
    EXPECT_GE(compared, 178);
    EXPECT_LE(hidden, 7) << "print tells all of the other rows";
}

}  // namespace
}  // namespace paramscope::golden
