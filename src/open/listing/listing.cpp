// Opens listings of tensors with their names and shapes.
#include <optional>
#include <utility>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/read/read.h"
#include "model/stated_totals.h"
#include "model/texts/mask.h"
#include "model/texts/outline.h"
#include "open/formats.h"
#include "open/listing/items.h"
#include "open/listing/messages.h"
#include "open/tensors/packing.h"
#include "open/tensors/stated_roles.h"
#include "open/tensors/tensors.h"
#include "open/tensors/training_state.h"

namespace paramscope::open {
namespace {

/// Elements of all tensors but those known to be buffers; nullopt beyond 128 bits.
std::optional<Integer> total_elements(const TensorSet& set) {
    Integer sum = 0;
    for (const NamedTensor& tensor : set.tensors) {
        if (tensor.buffer) continue;
        std::optional<Integer> count = Integer(1);
        for (const std::uint64_t size : tensor.shape) {
            if (count) count = checked_multiply(*count, Integer(size));
        }
        const std::optional<Integer> next = count ? checked_add(sum, *count) : std::nullopt;
        if (!next) return std::nullopt;
        sum = *next;
    }
    return sum;
}

/// The total of nnx behind the name of the whole module: `Linear( # Param: 12 (48 B)`.
std::optional<StatedTotal> nnx_total(std::string_view text) {
    constexpr std::string_view label = "( # Param: ";
    const std::uint32_t end = line_end(text, 0);
    const std::size_t at = text.substr(0, end).find(label);
    if (at == std::string_view::npos) return std::nullopt;
    const auto number = read_printed_number(text.substr(at + label.size()));
    if (!number) return std::nullopt;
    return StatedTotal{StatedTotal::Kind::All, *number, {static_cast<std::uint32_t>(at), end}};
}

/// The total that a text states of all parameters, else of those that are trained.
std::optional<StatedTotal> find_total(std::string_view text) {
    if (auto total = nnx_total(text)) return total;
    std::vector<StatedTotal> totals;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        for (const StatedTotal& total : find_stated_totals(text, at, line_end(text, at)))
            totals.push_back(total);
    }
    if (auto whole = whole_total(totals)) return whole;
    const auto* trainable = find_by(totals, &StatedTotal::kind, StatedTotal::Kind::Trainable);
    return trainable == nullptr ? std::nullopt : std::optional(*trainable);
}

/// Adds a module that nothing is known of, so that totals are "at least".
void add_unknown_rest(Model& model) {
    Module rest;
    rest.name = "rest";
    rest.type = "UnknownRest";
    rest.span = rest.type_span = kUnwritten;
    if (model.root.children.empty() && model.root.tensors.empty()) {  // the root is one layer
        Module layer = std::exchange(model.root, {});
        layer.name = "listed";
        model.root.type = "Model";
        model.root.span = model.root.type_span = kUnwritten;
        model.root.children.push_back(std::move(layer));
    }
    model.root.children.push_back(std::move(rest));
}

/// True for what was printed of parameters, which has no buffers.
bool names_parameters_alone(std::string_view text) {
    return contains_any(text, {"named_parameters(", "Parameter containing", "requires_grad=True"}) &&
           text.find("state_dict") == std::string_view::npos;
}

class ListingOpener {
  public:
    explicit ListingOpener(Opened& opened)
        : opened_(opened),
          text_(replace_escapes(opened.source_text, storage_)),
          listing_(read_listing(text_)) {}

    void open() {
        if (listing_.contradicting.count > 0) {
            add_diagnostic(Severity::Error, message("listing.contradicting_names"),
                           listing_.contradicting.first);
            return;
        }
        TensorSet set = collect();
        report_omissions();
        if (set.tensors.empty()) {
            add_diagnostic(Severity::Error, message("listing.no_tensors"), {});
            return;
        }
        const std::optional<Integer> stored = total_elements(set);
        add_diagnostics(unpack_weights(set));
        compare_with_total(set, stored);
        add_diagnostics(mark_training_state(set));
        Model model = tensor_model(set, "Model");
        if (is_incomplete_) add_unknown_rest(model);
        opened_.model = std::move(model);
    }

  private:
    TensorSet collect() {
        TensorSet set;
        set.is_state_dict = !listing_.is_module_tree && !names_parameters_alone(text_);
        set.tensors.reserve(listing_.tensors.size());
        Occurrences shortened;
        for (ListedTensor& listed : listing_.tensors) {
            if (!listed.sizes) {
                if (shortened.count++ == 0) shortened.first = listed.span;
                continue;
            }
            set.tensors.push_back(
                {std::string(listed.name), *listed.sizes, std::string(listed.type), listed.is_buffer});
        }
        if (shortened.count > 0) {
            add_diagnostic(Severity::Warning,
                           shortened.count == 1
                               ? message("listing.shortened_tensor")
                               : message("listing.shortened_tensors", {{"count", shortened.count}}),
                           shortened.first);
            is_incomplete_ = true;
        }
        return set;
    }

    void report_omissions() {
        report(listing_.elisions, message("listing.lines_left_out"), message("listing.lines_left_out"));
        report(listing_.without_shape, message("listing.tensor_without_shape"),
               message("listing.tensors_without_shape", {{"count", listing_.without_shape.count}}));
        report(listing_.unmatched, message("listing.unmatched_bracket"),
               message("listing.unmatched_bracket"));
        report(listing_.without_name, message("listing.shape_without_name"),
               message("listing.shapes_without_name", {{"count", listing_.without_name.count}}));
        if (listing_.repeated.count < listing_.tensors.size())
            report(listing_.repeated, message("listing.repeated_name"),
                   message("listing.repeated_names", {{"count", listing_.repeated.count}}));
        if (listing_.is_element_counts && !listing_.tensors.empty())
            add_diagnostic(Severity::Note, message("listing.element_counts"), listing_.tensors.front().span);
    }

    /// Warns of what may be missing: totals are "at least".
    void report(const Occurrences& occurrences, Message of_one, Message of_several) {
        if (occurrences.count == 0) return;
        add_diagnostic(Severity::Warning, occurrences.count == 1 ? std::move(of_one) : std::move(of_several),
                       occurrences.first);
        is_incomplete_ = true;
    }

    /// Adds what was found about the tensors; after a warning some are missing.
    void add_diagnostics(Diagnostics found) {
        for (Diagnostic& diagnostic : found) {
            is_incomplete_ |= diagnostic.severity == Severity::Warning;
            opened_.diagnostics.push_back(std::move(diagnostic));
        }
    }

    /// Compares the total that the text states with the parameters and with the elements of all tensors, as
    /// they are and as they are stored.
    void compare_with_total(TensorSet& set, const std::optional<Integer>& stored) {
        const std::optional<StatedTotal> stated = find_total(text_);
        if (!stated) return;
        const bool is_exact = stated->kind == StatedTotal::Kind::All && stated->number.precision == 0;
        if (is_exact && settle_by_total(set, stated->number.value)) return;
        const std::optional<Integer> sum = total_elements(set);
        if (!sum || may_be_equal(stated->number, {*sum})) return;
        if (stored && may_be_equal(stated->number, {*stored})) return;
        if (stated->number.value > *sum) {
            is_incomplete_ = true;
        } else if (stated->kind == StatedTotal::Kind::All) {
            opened_.basis = Basis::Approximate;
        }
        add_diagnostic(Severity::Warning,
                       message("listing.total_differs",
                               {{"stated", to_string(stated->number.value)}, {"counted", to_string(*sum)}}),
                       stated->span);
    }

    void add_diagnostic(Severity severity, Message sentence, Span span) {
        opened_.diagnostics.push_back({severity, std::move(sentence), span});
    }

    Opened& opened_;
    std::string storage_;
    std::string_view text_;  ///< with the offsets of the source text
    Listing listing_;
    bool is_incomplete_ = false;  ///< tensors are missing
};

}  // namespace

Confidence detect_tensor_listing(const Beginning& beginning) {
    std::string storage;
    const std::string_view text = replace_escapes(beginning.bytes, storage);
    if (text.find('\0') != std::string_view::npos || has_child_lines(text)) return Confidence::None;
    if (holds(text, "Subgraph#0")) return Confidence::None;  // TFLite's analyzer, whose inputs look alike
    const Listing listing = read_listing(text);
    if (listing.tensors.empty()) return Confidence::None;
    if (listing.is_module_tree) return Confidence::Strong;
    return listing.tensor_lines * 2 >= listing.lines ? Confidence::Likely : Confidence::Possible;
}

Opened open_tensor_listing(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (!has_errors(opened.diagnostics)) ListingOpener(opened).open();
    return opened;
}

}  // namespace paramscope::open
