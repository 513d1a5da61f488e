#include "count/passes/build_tape.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/flow/signals.h"
#include "count/passes/activations.h"
#include "count/passes/kernels.h"
#include "count/passes/layer_writer.h"
#include "count/passes/steps/arguments.h"
#include "count/passes/steps/copies.h"
#include "count/record_flow.h"

namespace paramscope {
namespace {

/// What source code does that is not known.
constexpr std::string_view kUnknown = "unknown";

/// What it takes is put into the memory of what it was made of.
constexpr std::string_view kInPlace = "inplace";

/// Conversions of forward lines.
constexpr std::string_view kWide = "float32", kAsWeights = "like_weights", kHalf = "float16";

/// Tensors of the size of what it takes and gives that a function of torch may make besides: those measured
/// make 8 at most.
constexpr int kTensorsOfAFunction = 8;

/// A copy in another layout, whose gradient is that of what it copies.
constexpr Keeps kCopy = {.passes_gradient = true};

/// Dimensions of the values of all heads.
constexpr std::size_t kRankOfHeads = 4;

/// True for a forward line that says where its module computes in float32.
bool shows_types(const FlowGraph& graph) {
    return any_of(graph.steps, [](const FlowStep& step) {
        return step.kind == FlowStep::Kind::Operation && step.name == kWide;
    });
}

/// Arrows of a graph by the step that they come from and that they go to.
struct Ends {
    explicit Ends(const FlowGraph& graph) : into(graph.steps.size()), out_of(graph.steps.size()) {
        for (const FlowArrow& arrow : graph.arrows) {
            into[arrow.to].push_back(&arrow);
            out_of[arrow.from].push_back(&arrow);
        }
    }
    std::vector<std::vector<const FlowArrow*>> into, out_of;
};

/// The first tensor that a step gives away; nullptr for none.
const Dims* shape_of(const std::vector<const FlowArrow*>& arrows) {
    const auto* found = find_where(arrows, [](const FlowArrow* arrow) { return arrow->signal.is_tensor(); });
    return found == nullptr ? nullptr : &(*found)->signal.dims;
}

Polynomial elements_in(const Dims* shape) {
    return shape == nullptr ? Polynomial(0) : product(*shape);
}

class Builder {
  public:
    Builder(const Report& report, const TapeOptions& options)
        : report_(report),
          options_(options),
          tape_(options.types),
          graphs_(record_flow(report, *report.model, options.is_training ? Mode::Training : Mode::Forward)),
          scores_(scores_of_words(report)),
          layers_(report, options_, scores_, &tape_) {}

    Tape run() {
        for (const Dims& shape : report_.inputs)
            tape_.tape().inputs.push_back(tape_.add_existing(product(shape), options_.types.value_bytes));
        Tensors outputs = run_module(0, tape_.tape().inputs);
        if (options_.is_training && !outputs.empty()) add_loss(outputs.front());
        if (options_.types.on_cpu && options_.types.value_bytes < kBytesOfFloat32) add_copies_of_kernels();
        return tape_.finish(std::move(outputs), options_.drops_output);
    }

  private:
    /// Kernels of a CPU for numbers of 16 bits may compute with copies of 32 bits: at most of all that there
    /// is.
    void add_copies_of_kernels() {
        Polynomial elements;
        for (const TapeTensor& tensor : tape_.tape().tensors) elements += tensor.elements;
        layers_.add_doubt({"kernels for 16 bits on a CPU", elements * Integer{kBytesOfFloat32}});
    }

    void add_loss(TensorId output) {
        const bool is_fused = options_.loss == Loss::FusedCrossEntropy && scores_ != nullptr;
        const bool is_of_words = options_.loss != Loss::Mean && !is_fused;
        tape_.enter(0, 1);
        tape_.tape().loss = is_of_words ? write_cross_entropy(tape_, output) : tape_.run({}, {output}, 1);
    }

    /// Calls a module with all its repeats, each of which passes its output on.
    Tensors run_repeats(std::uint32_t index, Tensors inputs) {
        const NodeReport& row = report_.nodes[index];
        const Polynomial repeat = row.facts->repeat().formula;
        if (repeat == Polynomial(1) || row.facts->repeats_followed) return run_block(index, inputs);
        const std::uint32_t loop = tape_.begin_loop(repeat, inputs.empty() ? kNoTensor : inputs.front());
        if (!inputs.empty()) inputs.front() = tape_.tape().loops[loop].input;
        Tensors outputs = run_block(index, inputs);
        const TensorId last = tape_.end_loop(loop, outputs.empty() ? kNoTensor : outputs.front());
        return last == kNoTensor ? Tensors{} : Tensors{last};
    }

    /// True for experts, which a share of the tokens reaches.
    bool is_routed(std::uint32_t caller, std::uint32_t module) const {
        return report_.nodes[caller].facts->share() != report_.nodes[module].facts->share();
    }

    /// How many modules are in a list; what holds all experts has their number as the first size of its
    /// weights.
    Polynomial experts_in(std::uint32_t module) const {
        const NodeReport& row = report_.nodes[module];
        if (!is_list(row) && !row.facts->tensors.empty())
            return row.facts->tensors.pattern().front().shape.front();
        Polynomial experts;
        for (const std::uint32_t child : report_.children(module))
            experts += report_.nodes[child].facts->repeat().formula;
        return experts;
    }

    /// Calls experts with copies of the tokens that reach them, one after the other.
    Tensors run_routed(std::uint32_t module, const Tensors& taken, const Dims* input) {
        if (taken.empty() || input == nullptr) return run_repeats(module, taken);
        const Polynomial chosen = report_.nodes[module].facts->share() * experts_in(module);
        tape_.name("index");
        const TensorId tokens = tape_.run({}, {taken.front()}, product(*input) * chosen);
        if (options_.is_training) tape_.keep_beside(rows_of(*input) * chosen, kBytesOfIndex);
        return run_repeats(module, {tokens});
    }

    /// The outputs of experts times their weights, added up for each token.
    TensorId run_mixture(std::uint32_t module, const Tensors& outputs, const Dims& mixed) {
        Polynomial elements;
        for (const TensorId output : outputs) elements += tape_.at(output).elements;
        tape_.enter(module, 1);
        tape_.name("*");
        const TensorId weighted = tape_.run({.input = true, .others = true}, outputs, elements);
        tape_.name("sum");
        return tape_.run({}, {weighted}, product(mixed));
    }

    /// Calls a module that may be the block that recomputation does again; one in checkpoint() always is.
    Tensors run_block(std::uint32_t index, const Tensors& inputs) {
        const bool is_recomputed = std::exchange(is_recomputed_, false);
        const bool is_again = !is_in_block_ && is_block(report_, index) && !inputs.empty();
        if (!is_again && !is_recomputed) return run_held(index, inputs);
        const bool is_in_block = std::exchange(is_in_block_, true);
        const std::uint32_t block = tape_.begin_block();
        tape_.tape().blocks[block].is_recomputed = is_recomputed;
        tape_.enter_block();
        Tensors outputs = run_module(index, inputs);
        tape_.leave_block();
        tape_.end_block(block, outputs.empty() ? kNoTensor : outputs.front());
        is_in_block_ = is_in_block;
        for (const TensorId input : inputs) tape_.hold(input);
        return outputs;
    }

    /// The arguments of a call are there until it returns.
    Tensors run_held(std::uint32_t index, const Tensors& inputs) {
        Tensors outputs = run_module(index, inputs);
        for (const TensorId input : inputs) tape_.hold(input);
        return outputs;
    }

    Tensors run_module(std::uint32_t index, const Tensors& inputs) {
        const NodeReport& row = report_.nodes[index];
        const auto graph = graphs_.find(index);
        steps_ += 1 + (graph != graphs_.end() ? graph->second.steps.size() : 0);
        if (steps_ > kMostTapeSteps) {
            layers_.add_unknown("more steps than are followed");
            return {};
        }
        if (graph != graphs_.end() && (!has_own_kernels(row) || shows_types(graph->second))) {
            return hides_order(row) ? run_of_any_order(index, graph->second, inputs)
                                    : run_graph(index, graph->second, inputs);
        }
        tape_.enter(index, row.facts->share());
        if (&row == scores_ && options_.has_last_scores_alone) {
            const Dims& scores = row.facts->output->dims;
            return {tape_.run({}, inputs, product(scores) / scores[scores.size() - 2])};
        }
        const TensorId made = layers_.run_layer(row, inputs);
        if (&row == scores_) tape_.tape().scores = made;
        const bool gives_state =
            (row.type == "GRU" || row.type == "RNN") && row.facts->output->items.size() > 1;
        if (!gives_state || !row.facts->output->items[1].is_tensor()) return {made};
        tape_.name(row.type);  // the last step's, which is a tensor of its own
        return {made, tape_.run({}, {made}, product(row.facts->output->items[1].dims))};
    }

    /// True for a layer whose print does not show whether its norms come first.
    bool hides_order(const NodeReport& row) const {
        const bool is_of_torch =
            row.type == "TransformerEncoderLayer" || row.type == "TransformerDecoderLayer";
        return is_of_torch && row.module != nullptr && row.module->arguments.empty() &&
               !report_.model->is_traced;
    }

    /// Runs such a layer as if its norms came last. Training may keep up to four more tensors of its output's
    /// size; inference holds the output of a norm beside its input.
    Tensors run_of_any_order(std::uint32_t index, const FlowGraph& graph, const Tensors& inputs) {
        constexpr int kTensors = 4;
        const Polynomial elements = output_elements(report_.nodes[index]);
        if (options_.is_training) {
            const int bytes = kTensors * options_.types.value_bytes;
            layers_.add_doubt({"norm_first", elements * Integer{bytes}, true});
            return run_graph(index, graph, inputs);
        }
        tape_.enter(index, report_.nodes[index].facts->share());
        const TensorId normal = tape_.run({}, inputs, elements);
        Tensors outputs = run_graph(index, graph, inputs);
        tape_.hold(normal);
        return outputs;
    }

    Tensors run_graph(std::uint32_t index, const FlowGraph& graph, const Tensors& inputs) {
        if (graph.is_cut) layers_.add_unknown("more steps than are followed");
        const Ends ends(graph);
        std::vector<Tensors> made(graph.steps.size());
        std::vector<Layout> layouts(graph.steps.size());
        const std::vector<Layout> passed = std::exchange(passed_, {});
        Tensors held;
        std::size_t next_input = 0;
        for (std::uint32_t at = 0; at < graph.steps.size(); ++at) {
            const FlowStep& step = graph.steps[at];
            const Tensors taken = taken_by(ends.into[at], made);
            tape_.enter(index, report_.nodes[index].facts->share());
            const Dims* const shape = shape_of(ends.out_of[at]);
            switch (step.kind) {
                case FlowStep::Kind::Input:
                case FlowStep::Kind::Skip:  // what a module outside has kept comes after the inputs
                    made[at] = {next_input < inputs.size()
                                    ? inputs[next_input]
                                    : tape_.add_existing(0, options_.types.value_bytes)};
                    if (next_input < passed.size()) layouts[at] = passed[next_input];
                    ++next_input;
                    break;
                case FlowStep::Kind::Tensor:
                    made[at] = {add_weight(index, step.name, elements_in(shape))};
                    break;
                case FlowStep::Kind::Module:
                    made[at] = run_call(index, graph, ends, at, taken, layouts);
                    if (is_table(step.module)) held.insert(held.end(), made[at].begin(), made[at].end());
                    break;
                case FlowStep::Kind::Operation:
                    if (options_.holds_variables) held.insert(held.end(), taken.begin(), taken.end());
                    made[at] = {ends.out_of[at].empty()
                                    ? run_unused(step, taken)
                                    : run_function(index, graph, ends, at, taken, layouts)};
                    break;
                case FlowStep::Kind::Output:
                    for (const TensorId each : held) tape_.hold(each);
                    returned_ = ends.into[at].empty() ? Layout{} : layouts[ends.into[at].front()->from];
                    return taken;
            }
        }
        return {};
    }

    /// True for tables of words in models of libraries, whose variables hold what these give until the pass
    /// ends.
    bool is_table(std::uint32_t module) const {
        const NodeReport& row = report_.nodes[module];
        const bool gives_rows = row.facts->family == "embedding" || row.type.ends_with("Embeddings");
        const bool is_eager_code = options_.types.attention != AttentionKernel::Always;
        return gives_rows && is_eager_code && !report_.model->is_traced;
    }

    /// Calls a module in the forward line of another.
    Tensors run_call(std::uint32_t caller, const FlowGraph& graph, const Ends& ends, std::uint32_t at,
                     Tensors taken, std::vector<Layout>& layouts) {
        const std::uint32_t module = graph.steps[at].module;
        const std::vector<Layout> given = layouts_into(ends, at, layouts);
        const Dims* const input = shape_of(ends.into[at]);
        note_call(module, input, shape_of(ends.out_of[at]));
        is_recomputed_ = says(graph.steps[at], "recompute") || caller == recomputed_list_;
        if (says(graph.steps[at], "recompute_each")) recomputed_list_ = module;
        layers_.set_needs_weights(says(graph.steps[at], "need_weights"));
        const bool is_linear = report_.nodes[module].facts->family == "linear";
        if (is_linear && !taken.empty() && is_scattered(graph, ends, at, given)) {
            see_parts(graph, ends, at, taken);
            taken.front() = tape_.run(kCopy, {taken.front()}, product(*input));
        }
        passed_ = given;
        returned_.reset();
        Tensors outputs =
            is_routed(caller, module) ? run_routed(module, taken, input) : run_repeats(module, taken);
        passed_.clear();
        const bool copies = report_.nodes[module].facts->family == "normalization" && !given.empty() &&
                            given.front().kind == Layout::Kind::Strided;
        if (copies && input != nullptr) tape_.add_workspace(product(*input), options_.types.value_bytes);
        layouts[at] = returned_
                          ? *std::exchange(returned_, {})
                          : layout_of_layer(report_.nodes[module], given, input, shape_of(ends.out_of[at]));
        return outputs;
    }

    /// True where a call says recompute=True or the like.
    static bool says(const FlowStep& call, std::string_view keyword) {
        const Value* const found = call.find(keyword);
        return found != nullptr && found->boolean;
    }

    static std::vector<Layout> layouts_into(const Ends& ends, std::uint32_t at,
                                            const std::vector<Layout>& layouts) {
        std::vector<Layout> into;
        for (const FlowArrow* arrow : ends.into[at]) into.push_back(layouts[arrow->from]);
        return into;
    }

    /// True where what a step takes is a view whose rows do not follow one another in memory, as of turned
    /// dimensions or of some tokens: a product takes a copy.
    bool is_scattered(const FlowGraph& graph, const Ends& ends, std::uint32_t at,
                      const std::vector<Layout>& given) const {
        if (ends.into[at].empty()) return false;
        const FlowArrow& arrow = *ends.into[at].front();
        if (given.front().is_known())
            return is_copied_for_weights(given.front(), arrow.signal.dims, options_.is_training);
        const FlowStep& view = graph.steps[arrow.from];
        const Dims& shape = arrow.signal.dims;
        const auto keeps = keeps_of_function(view.name);
        const bool is_view = view.kind == FlowStep::Kind::Operation && keeps && keeps->is_view;
        if (!is_view || shape.size() < 3 || ends.into[arrow.from].empty()) return false;
        if (view.name == "transpose" || view.name == "permute") return true;
        const Dims& whole = ends.into[arrow.from].front()->signal.dims;
        // Repeated rows, as of expand().
        if (whole.size() <= shape.size() && !(product(whole) == product(shape)) && view.name == "resize")
            return true;
        return whole.size() == shape.size() &&
               !std::equal(whole.begin() + 1, whole.end() - 1, shape.begin() + 1);
    }

    /// True where queries, the heads first, are joined of parts.
    static bool has_joined_heads(const FlowGraph& graph, const std::vector<const FlowArrow*>& arrows) {
        return !arrows.empty() && arrows.front()->signal.dims.size() == kRankOfHeads &&
               graph.steps[arrows.front()->from].name == "cat";
    }

    /// Notes the shapes of a call of one tensor that makes one.
    void note_call(std::uint32_t module, const Dims* input, const Dims* output) {
        const NodeReport& row = report_.nodes[module];
        const bool is_plain = row.facts->input->is_tensor() && row.facts->output->is_tensor();
        if (is_plain && input != nullptr && output != nullptr) layers_.set_call(module, *input, *output);
    }

    /// A weight or a buffer of a module, or of one inside, that its forward line uses.
    TensorId add_weight(std::uint32_t index, std::string_view name, const Polynomial& elements) {
        const TensorId weight = tape_.add_existing(elements, options_.types.value_bytes);
        const std::size_t dot = name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1;
        const std::string path = report_.path(report_.nodes[index]);
        const auto owner = dot == 0
                               ? std::optional(index)
                               : report_.find(concat(path, path.empty() ? "" : ".", name.substr(0, dot - 1)));
        if (!owner) return weight;
        const auto tensor = report_.nodes[*owner].facts->tensors.find(
            [&](const TensorReport& each) { return each.name == name.substr(dot); });
        if (tensor && layers_.is_trained(*owner, *tensor))
            tape_.set_gradient(weight, layers_.gradient_of(*owner, *tensor));
        return weight;
    }

    /// The tensors that a step takes. Of a tuple an arrow does not say which part it is: the next one of its
    /// size that no arrow before has taken, else the first.
    Tensors taken_by(const std::vector<const FlowArrow*>& arrows, const std::vector<Tensors>& made) const {
        Tensors taken;
        for (const FlowArrow* arrow : arrows) {
            const Tensors& from = made[arrow->from];
            if (from.empty()) continue;
            const Polynomial elements = product(arrow->signal.dims);
            const auto is_alike = [&](TensorId each) { return tape_.at(each).elements == elements; };
            const auto* next =
                find_where(from, [&](TensorId each) { return is_alike(each) && !contains(taken, each); });
            if (next == nullptr) next = find_where(from, is_alike);
            taken.push_back(next == nullptr ? from.front() : *next);
        }
        return taken;
    }

    /// A function whose result nothing uses: it is made, and autograd keeps nothing for it.
    TensorId run_unused(const FlowStep& step, const Tensors& taken) {
        if (step.name == kInPlace && !taken.empty()) return put_in_place(tape_, taken.front());
        if (const Value* const reason = step.name == kUnknown ? step.find("reason") : nullptr)
            layers_.add_unknown(reason->text.view());
        const auto keeps = keeps_of_function(step.name);
        if (keeps && keeps->is_view && !taken.empty()) return taken.front();
        if (step.name == "put" && taken.size() > 1) return put(taken);
        const Polynomial elements = taken.empty() ? Polynomial(0) : tape_.at(taken.front()).elements;
        return tape_.run({}, taken, elements);
    }

    TensorId run_function(std::uint32_t module, const FlowGraph& graph, const Ends& ends, std::uint32_t at,
                          const Tensors& taken, std::vector<Layout>& layouts) {
        const Dims* const output = shape_of(ends.out_of[at]);
        const FlowStep& step = graph.steps[at];
        const std::vector<const FlowArrow*>& arrows = ends.into[at];
        const std::string_view name = step.name;
        const std::vector<Layout> given = layouts_into(ends, at, layouts);
        layouts[at] = layout_of_step({step, arrows, given}, output);
        if (output == nullptr) return layers_.run_unknown(name, 0, taken);
        if (name == "attention")
            return layers_.run_attention(report_.nodes[module],
                                         {step, arrows, has_joined_heads(graph, arrows)},
                                         layers_.cast_inputs(name, "", taken), *output);
        if (name == "sum" && module != 0 && is_routed(report_.nodes[module].parent, module))
            return run_mixture(module, taken, *output);
        see_parts(graph, ends, at, taken);
        see_flags(name, taken);
        if (const auto made = run_plain(step, arrows, given, taken, *output)) return *made;
        const Dims& input = arrows.empty() ? *output : arrows.front()->signal.dims;
        Tensors cast = layers_.cast_inputs(own_name(step), "", taken);
        if (cast != taken) see_parts(graph, ends, at, cast);
        // What reaches an expert is a tensor of its own.
        if (report_.nodes[module].facts->share() == Polynomial(1))
            cast = own_tensors(step, arrows, given, std::move(cast), *output);
        const Polynomial parts = parts_of(step, arrows, *output);
        if (!cast.empty()) {
            const TensorId other = cast.size() > 1 ? cast[1] : kNoTensor;
            const KernelCall call{cast.front(), input, *output, parts, 0, other != kNoTensor, other};
            if (const auto made = write_kernels(tape_, own_name(step), call)) return *made;
        }
        const std::optional<Keeps> keeps = keeps_of_call(step, taken, *output);
        if (!keeps) {
            const Value* const function = step.find("function");
            return layers_.run_unknown(function == nullptr ? name : function->text.view(), product(*output),
                                       taken);
        }
        const Value* const groups = step.find("num_groups");
        const TensorId made = layers_.run_kernel(*keeps, cast, input, *output, parts,
                                                 groups == nullptr ? Polynomial(0) : groups->number);
        widen_result(own_name(step), made);
        if (name == "tensor") constants_.insert(made);
        keep_mask(name, cast);
        add_conversions(name, cast, made);
        if (copies_for_norm(name, input, given))
            tape_.add_workspace(product(input), tape_.at(made).element_bytes);
        add_doubts(step, arrows, made, *keeps, *output);
        return made;
    }

    /// torch.autocast adds up in float32.
    void widen_result(std::string_view name, TensorId made) {
        const bool is_wide = options_.types.autocast && autocast_of(name, "") == Autocast::Float32Result;
        if (!is_wide || tape_.at(made).element_bytes != kBytesOfHalf) return;
        tape_.at(made).element_bytes = kBytesOfFloat32;
        tape_.tape().operations.back().gives_views = false;
    }

    /// A function that keeps nothing, or numbers of another type; nullopt for others.
    std::optional<TensorId> run_plain(const FlowStep& step, const std::vector<const FlowArrow*>& arrows,
                                      const std::vector<Layout>& given, const Tensors& taken,
                                      const Dims& output) {
        tape_.name(step.name);
        if (taken.empty()) return std::nullopt;
        const std::string_view name = step.name;
        if (name == kInPlace) return put_in_place(tape_, taken.front());
        if (name == "detach") return options_.is_training ? tape_.detach(taken.front()) : taken.front();
        if (name == "compare" || name == "any")
            return tape_.run_without_gradient(taken, product(output), kBytesOfFlag);
        if (name == "argmax" || name == "indices")
            return tape_.run_without_gradient(taken, product(output), kBytesOfIndex);
        if (name == kWide) return tape_.convert(taken.front(), kBytesOfFloat32);
        if (name == kHalf) return tape_.convert(taken.front(), kBytesOfHalf);
        if (name == kAsWeights) return tape_.convert(taken.front(), options_.types.value_bytes);
        if (name == "contiguous") return packed(step, arrows, given, taken, output);
        return name == "put" && taken.size() > 1 ? std::optional(put(taken)) : std::nullopt;
    }

    /// True for norms that copy their input: what does not lie in memory in the order of its dimensions, and
    /// on a CPU sequences of channels.
    bool copies_for_norm(std::string_view name, const Dims& input, const std::vector<Layout>& given) const {
        const bool is_of_channels = name == "F.batch_norm" || name == "F.instance_norm";
        if (is_of_channels) return options_.types.on_cpu && options_.is_training && input.size() == 3;
        return name == "F.layer_norm" && !given.empty() && given.front().kind == Layout::Kind::Strided;
    }

    /// What a step may make besides: copies in a layout of oneDNN's own, tensors of a function that only
    /// its source knows.
    void add_doubts(const FlowStep& step, const std::vector<const FlowArrow*>& arrows, TensorId made,
                    const Keeps& keeps, const Dims& output) {
        const Integer bytes = tape_.at(made).element_bytes;
        if (step.name.starts_with("F.conv") && options_.types.on_cpu) {
            Polynomial values = product(output);
            for (const FlowArrow* arrow : arrows) values += product(arrow->signal.dims);
            layers_.add_doubt({step.name, values * bytes});
        }
        const Value* const function = step.find("function");
        if (function == nullptr || function->text == own_name(step)) return;
        const Polynomial taken = product(arrows.empty() ? output : arrows.front()->signal.dims);
        const Integer tensors = keeps.is_view ? 1 : kTensorsOfAFunction;
        layers_.add_doubt({std::string(function->text.view()), (taken + product(output)) * (tensors * bytes),
                           !keeps.is_view});
    }

    /// How many parts a function that normalizes works on one by one: rows, unless it says otherwise.
    static Polynomial parts_of(const FlowStep& step, const std::vector<const FlowArrow*>& arrows,
                               const Dims& output) {
        const Value* const dim = step.find("dim");
        if (step.name == "normalize" && dim != nullptr && !output.empty()) {
            const std::optional<std::int64_t> number = dim->number.whole();
            const auto rank = static_cast<std::int64_t>(output.size());
            if (number && *number < rank && *number >= -rank)
                return product(output) / output[static_cast<std::size_t>((*number + rank) % rank)];
        }
        const bool has_weight = step.name == "F.layer_norm" && arrows.size() > 1;
        if (has_weight) return product(output) / product(arrows[1]->signal.dims);
        const Value* const dims = step.find("dims");
        const std::optional<std::int64_t> count = dims == nullptr ? std::nullopt : dims->number.whole();
        if (!count || *count < 1 || *count > static_cast<std::int64_t>(output.size())) return rows_of(output);
        return product(Dims(output.begin(), output.end() - static_cast<std::ptrdiff_t>(*count)));
    }

    /// On a CPU, arithmetic converts what has another type than its result first.
    void add_conversions(std::string_view name, const Tensors& taken, TensorId made) {
        constexpr std::string_view kArithmetic[] = {"+", "-", "*", "/"};
        if (!options_.types.on_cpu || !contains(kArithmetic, name)) return;
        for (const TensorId each : taken)
            if (tape_.at(each).element_bytes != tape_.at(made).element_bytes)
                tape_.add_workspace(tape_.at(each).elements, tape_.at(made).element_bytes);
    }

    /// contiguous(x): a copy where x does not lie in memory in the order of its dimensions.
    TensorId packed(const FlowStep& step, const std::vector<const FlowArrow*>& arrows,
                    const std::vector<Layout>& given, const Tensors& taken, const Dims& output) {
        const Integer bytes = tape_.at(taken.front()).element_bytes;
        if (!given.front().is_known()) layers_.add_doubt({step.name, product(output) * bytes, false});
        return own_tensors(step, arrows, given, taken, output).front();
    }

    /// Copies numbers into a tensor, or into a part of it.
    TensorId put(const Tensors& taken) {
        if (tape_.at(taken.front()).exists) return tape_.run({}, taken, tape_.at(taken.front()).elements);
        return tape_.run_put(taken.front(), taken[1]);
    }

    /// The name of a function in source code, where its memory is known, else that of the step.
    static std::string_view own_name(const FlowStep& step) {
        const Value* const function = step.find("function");
        if (function == nullptr) return step.name;
        const std::string_view own = function->text.view();
        return keeps_of_function(own) || has_kernels(own) ? own : std::string_view(step.name);
    }

    /// The tensors that a function works on: products of heads, other shapes and contiguous() copy what does
    /// not lie in memory as they need it.
    Tensors own_tensors(const FlowStep& step, const std::vector<const FlowArrow*>& arrows,
                        const std::vector<Layout>& given, Tensors taken, const Dims& output) {
        for (std::size_t i = 0; i < std::min(taken.size(), arrows.size()); ++i) {
            const Dims& shape = arrows[i]->signal.dims;
            if (const auto repeated = repeated_for_product({step, arrows, given}, i, output)) {
                taken[i] = tape_.run(kCopy, {taken[i]}, product(*repeated));
                continue;
            }
            const bool is_single = !shape.empty() && is_one(shape.front());
            const bool copies = given[i].is_known() ? is_copied({step, arrows, given}, i, output, is_single,
                                                                options_.is_training)
                                                    : may_be_copied(step.name, shape, taken[i], output);
            if (copies) taken[i] = tape_.run(kCopy, {taken[i]}, product(shape));
        }
        return taken;
    }

    /// The same where it is not known how a tensor lies in memory: of parts of other tensors.
    bool may_be_copied(std::string_view name, const Dims& shape, TensorId tensor, const Dims& output) const {
        const bool is_product = name == "@" || name == "matmul" || name == "einsum";
        const bool is_shape = name == "reshape" || name == "flatten";
        const bool copies = (is_product && shape.size() >= kRankOfHeads) ||
                            (is_shape && shape.size() >= kRankOfHeads && output.size() < shape.size());
        return copies && !(tape_.at(tensor).elements == product(shape)) &&
               !(is_product && is_one(shape.front()));
    }

    /// Says which tensors that a step takes are parts of others.
    void see_parts(const FlowGraph& graph, const Ends& ends, std::uint32_t at, const Tensors& taken) {
        const std::vector<const FlowArrow*>& arrows = ends.into[at];
        for (std::size_t i = 0; i < std::min(taken.size(), arrows.size()); ++i)
            tape_.see(taken[i], product(arrows[i]->signal.dims), cut_of(graph, ends, arrows[i]->from));
    }

    /// How the gradient of what a step gives becomes that of the tensor that it is a part of.
    TensorCut cut_of(const FlowGraph& graph, const Ends& ends, std::uint32_t at) const {
        for (;;) {
            const FlowStep& step = graph.steps[at];
            const auto keeps = keeps_of_function(step.name);
            const bool is_view = step.kind == FlowStep::Kind::Operation && keeps && keeps->is_view;
            if (!is_view || ends.into[at].empty()) return TensorCut::Unknown;
            const FlowArrow& from = *ends.into[at].front();
            const Dims* const shape = shape_of(ends.out_of[at]);
            const bool is_part = shape != nullptr && !(product(*shape) == product(from.signal.dims));
            if (is_part && report_.model->is_traced)
                return step.name == "resize" ? TensorCut::Alone : TensorCut::Together;
            if (is_part) return TensorCut::Unknown;
            at = from.from;
        }
    }

    bool is_one(const Polynomial& size) const { return report_.quantity(size).value == Integer{1}; }

    /// What a function keeps of tensors.
    std::optional<Keeps> keeps_of_call(const FlowStep& step, const Tensors& taken, const Dims& output) const {
        const std::string_view name = step.name;
        const Value* const share = step.find("p");
        const bool is_training = options_.is_training || step.find("training") != nullptr;
        const bool drops = is_training && (share == nullptr || !share->number.is_zero());
        if (name == "dropout" && !drops) return Keeps{.is_view = true};
        // What windows are added up in has the memory of the windows.
        if (name == "Fold" && !taken.empty() && tape_.at(taken.front()).elements != product(output))
            return std::nullopt;
        std::optional<Keeps> keeps = keeps_of_function(own_name(step));
        if (!keeps) keeps = keeps_of_layer(name, "");
        const bool has_gradient = any_of(taken, [&](TensorId each) { return tape_.at(each).has_gradient; });
        if (is_mean(name, output)) keeps = Keeps{};
        if (name == "einsum" && is_elementwise_einsum(step)) keeps = kProduct;
        if (name == "einsum" && taken.size() == 1 && tape_.at(taken.front()).elements == product(output))
            keeps = Keeps{.is_view = true};
        if (name == "MaxPool1d" && !options_.is_training && options_.types.on_cpu) keeps = Keeps{};
        const Value* const mode = step.find("mode");
        if (mode != nullptr && mode->text == "area") keeps = keeps_of_layer("AdaptiveAvgPool2d", "");
        if (name == "lerp" && taken.size() > 2)
            keeps = Keeps{.input = true, .others = true, .temporaries = 1};
        return !keeps || has_gradient ? keeps : Keeps{.is_view = keeps->is_view};
    }

    /// A mask that a line makes of nothing, as torch.eye(n, dtype=torch.bool), has a byte for each number.
    void see_flags(std::string_view name, const Tensors& taken) {
        const bool is_choice = name == "where" && taken.size() == 3;
        const bool is_fill = name == "masked_fill" && taken.size() == 2;
        if (!is_choice && !is_fill) return;
        const TensorId mask = taken[is_choice ? 0 : 1];
        if (constants_.contains(mask)) tape_.at(mask).element_bytes = kBytesOfFlag;
    }

    /// The flags that where(mask, x, y) and masked_fill(x, mask) keep, which a comparison has made; beside
    /// the tape where a line does not show it.
    void keep_mask(std::string_view name, const Tensors& taken) {
        const bool has_flags = !taken.empty() && tape_.at(taken[0]).element_bytes == kBytesOfFlag;
        const bool is_choice = name == "where" && (taken.size() == 3 || (taken.size() == 2 && has_flags));
        const bool is_fill = (name == "masked_fill" && taken.size() == 2) || name == "scatter";
        if (!options_.is_training || (!is_choice && !is_fill)) return;
        const TensorId mask = taken[is_choice ? 0 : 1];
        const bool has_gradient = tape_.at(tape_.tape().operations.back().output).has_gradient;
        if (!has_gradient || tape_.at(mask).exists) return;
        if (tape_.at(mask).element_bytes == kBytesOfFlag || name == "scatter")
            tape_.keep_input(mask);
        else
            tape_.keep_beside(tape_.at(mask).elements, kBytesOfFlag);
    }

    const Report& report_;
    const TapeOptions options_;
    TapeWriter tape_;
    const FlowGraphs graphs_;
    const NodeReport* const scores_;  ///< the layer that gives scores of words; nullptr for none
    LayerWriter layers_;
    std::vector<Layout> passed_;      ///< of what the module that is called next is given
    std::optional<Layout> returned_;  ///< of what the module that was called last returned
    bool is_in_block_ = false;
    bool is_recomputed_ = false;  ///< what the module that is called next does
    std::optional<std::uint32_t> recomputed_list_;
    std::set<TensorId> constants_;  ///< that lines make of nothing
    std::size_t steps_ = 0;
};

}  // namespace

Tape build_tape(const Report& report, const TapeOptions& options) {
    if (report.root() == nullptr || report.inputs.empty()) return {};
    return Builder(report, options).run();
}

}  // namespace paramscope
