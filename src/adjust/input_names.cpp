#include "adjust/input_names.h"

#include <memory>
#include <optional>
#include <utility>

#include "adjust/edits.h"
#include "adjust/messages.h"
#include "adjust/trial.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "layers/arguments.h"
#include "layers/catalogue/catalogue.h"
#include "model/read/read.h"

namespace paramscope::adjust {
namespace {

/// The side of the patches that a model cuts images into: the stride of its first convolution where the
/// kernel is as large. 1 for other models.
Integer patch_side(const Module& module) {
    const FoundLayer layer = find_layer(module);
    if (layer.family() == "convolution") {
        const Values no_values([](std::string_view) { return std::optional<Rational>(); });
        const Arguments arguments(*layer.signature, module, no_values, nullptr);
        const std::optional<Integer> kernel = arguments.integer(arguments.list("kernel_size").back());
        const std::optional<Integer> stride = arguments.integer(arguments.list("stride").back());
        return kernel && kernel == stride && *stride > 0 ? *stride : 1;
    }
    for (const Module& child : module.children)
        if (const Integer side = patch_side(child)) return side;
    return 0;
}

/// Sizes of inputs that have one name and one value.
struct InputSize {
    std::string name;
    AdjustMessageId role;
    Integer value;
    std::vector<std::pair<std::size_t, std::size_t>> places;  ///< an input, and a dimension of it
    Integer step = 1;
};

class InputNamer {
  public:
    InputNamer(std::shared_ptr<const Model> model, Adjustable* adjustable, const Say& say)
        : model_(std::move(model)), adjustable_(*adjustable), say_(say), trial_(model_, shapes()) {}

    void run() {
        collect();
        std::erase_if(sizes_, [&](InputSize& size) { return !find_step(&size); });
        if (!sizes_.empty()) write();
    }

  private:
    std::vector<Dims> shapes() const {
        std::vector<Dims> shapes;
        for (const Input& input : model_->inputs) shapes.push_back(input.shape);
        return shapes;
    }

    void collect() {
        patch_ = std::max<Integer>(patch_side(model_->root), 1);
        for (std::size_t input = 0; input < model_->inputs.size(); ++input) {
            const std::size_t rank = model_->inputs[input].shape.size();
            if (rank < 2) continue;
            add("batch", "adjust.batch", input, 0);
            if (rank <= 3) add("tokens", "adjust.tokens", input, 1);
            if (rank == 3) add("length", "adjust.length", input, 2);
            if (rank == 5) add("frames", "adjust.frames", input, 2);
            if (rank >= 4) add_sides(input, rank);
        }
    }

    /// Models that cut images into patches take square ones, of whole patches.
    void add_sides(std::size_t input, std::size_t rank) {
        const Dims& shape = model_->inputs[input].shape;
        const bool is_square = patch_ > 1 && shape[rank - 2] == shape[rank - 1] && shape[rank - 1].whole();
        if (!is_square) {
            add("image_height", "adjust.image_height", input, rank - 2);
            add("image_width", "adjust.image_width", input, rank - 1);
            return;
        }
        sizes_.push_back({"image_size",
                          "adjust.image_size",
                          *shape[rank - 1].whole(),
                          {{input, rank - 2}, {input, rank - 1}},
                          patch_});
    }

    /// Inputs have one batch. Other sizes belong to one input.
    void add(std::string_view name, AdjustMessageId role, std::size_t input, std::size_t dimension) {
        const std::optional<std::int64_t> value = model_->inputs[input].shape[dimension].whole();
        if (!value || *value < 1) return;
        auto* same = find_by(sizes_, &InputSize::name, name);
        if (same != nullptr && name == "batch" && same->value == *value) {
            same->places.emplace_back(input, dimension);
        } else {
            const bool is_side = name.starts_with("image");
            sizes_.push_back(
                {std::string(name), role, *value, {{input, dimension}}, is_side ? patch_ : Integer{1}});
        }
    }

    /// The smallest step that fits; false where none does.
    bool find_step(InputSize* size) const {
        const Integer first = size->step;
        for (const Integer factor : {1, 2, 4, 8, 16, 32, 64}) {
            const Integer step = first * factor;
            size->step = step;
            const bool is_multiple = size->value % step == 0;
            if (is_multiple && fits(*size, size->value + step) && fits(*size, size->value + 3 * step))
                return true;
        }
        return false;
    }

    bool fits(const InputSize& size, Integer value) const {
        std::vector<Dims> changed = shapes();
        for (const auto& [input, dimension] : size.places) changed[input][dimension] = value;
        return trial_.fits({}, changed);
    }

    void write() {
        std::vector<Dims> named = shapes();
        std::string header;
        std::vector<FoundVariable> variables;
        for (InputSize& size : sizes_) {
            const std::string wished = size.name;
            const auto is_used = [&](const std::string& name) {
                return contains_by(model_->variables, &Variable::name, name) ||
                       contains_by(variables, &FoundVariable::name, name);
            };
            for (std::size_t i = 2; is_used(size.name); ++i) size.name = concat(wished, "_", i);
            for (const auto& [input, dimension] : size.places)
                named[input][dimension] = Polynomial::symbol(size.name);
            FoundVariable variable;
            variable.name = size.name;
            variable.value = size.value;
            variable.role = message(size.role);
            variable.places = size.places.size();
            variable.step = size.step;
            variable.least = size.step;
            header += definition(variable, say_);
            variables.push_back(std::move(variable));
        }
        std::vector<Edit> edits = {{place_of_header(adjustable_.text), header}};
        for (std::size_t i = 0; i < named.size(); ++i)
            edits.push_back({model_->inputs[i].span, to_string(named[i])});
        const std::string text = edited(adjustable_.text, std::move(edits));
        if (!have_same_numbers(count_text(adjustable_.text), count_text(text))) return;
        adjustable_.text = text;
        adjustable_.variables.insert(adjustable_.variables.begin(), variables.begin(), variables.end());
        adjustable_.remark = {};
    }

    std::shared_ptr<const Model> model_;
    Adjustable& adjustable_;
    const Say& say_;
    Trial trial_;
    std::vector<InputSize> sizes_;
    Integer patch_ = 1;  ///< patch_side()
};

/// The text with a line for its inputs above the modules; nullopt where it states some, or the model does not
/// take these.
std::optional<std::string> with_input(const std::string& text, std::vector<Dims> inputs) {
    Diagnostics ignored;
    const Model model = read_model_text(text, &ignored);
    if (!model.inputs.empty()) return std::nullopt;
    if (inputs.empty())
        if (const std::optional<Dims> suggested = suggest_input(model)) inputs.push_back(*suggested);
    if (inputs.empty()) return std::nullopt;
    const std::size_t before = text.rfind('\n', model.root.type_span.begin);
    const auto at = static_cast<std::uint32_t>(before == std::string::npos ? 0 : before + 1);
    std::string stated = edited(text, {{{at, at}, concat("input = ", to_string(inputs), "\n")}});
    if (has_errors(count_text(stated).diagnostics)) return std::nullopt;
    return stated;
}

}  // namespace

void state_input(Adjustable* adjustable, const std::vector<Dims>& given, const Say& say) {
    Adjustable stated = *adjustable;
    if (std::optional<std::string> text = with_input(adjustable->text, given)) {
        stated.text = std::move(*text);
        stated.states_input = !given.empty();
    }
    name_inputs(&stated, say);
    if (stated.variables.size() > adjustable->variables.size()) *adjustable = std::move(stated);
}

void name_inputs(Adjustable* adjustable, const Say& say) {
    Diagnostics ignored;
    auto model = std::make_shared<Model>(read_model_text(adjustable->text, &ignored));
    model->stated_totals.clear();  // those of the present values
    if (!model->inputs.empty() && !model->is_traced) InputNamer(std::move(model), adjustable, say).run();
}

}  // namespace paramscope::adjust
