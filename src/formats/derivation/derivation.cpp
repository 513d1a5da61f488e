#include "formats/derivation/derivation.h"

#include <algorithm>

#include "base/concat.h"
#include "count/cost/memory.h"
#include "count/report/conventions.h"
#include "formats/derivation/derivation_steps.h"
#include "formats/support/cells.h"

namespace paramscope {
namespace {

// Longer lists end with the number of items left out.
constexpr std::size_t kMostListed = 60;

class Derivation {
  public:
    Derivation(const Report& report, const WriteOptions& options, Markup markup)
        : report_(report), options_(options), out_(markup), terms_(report, options.language, out_) {}

    std::string write() {
        const NodeReport& root = *report_.root();
        const std::string_view title = title_of(report_);
        out_.heading(0, terms_.words(Phrase::Title, {out_.plain(title.empty() ? root.type : title)}));
        write_given();
        write_parameters();
        write_work();
        write_activations();
        write_unknown();
        write_notes();
        return out_.finished();
    }

  private:
    void write_given() {
        if (!report_.variables.empty() || !report_.inputs.empty())
            out_.heading(1, terms_.words(Phrase::Given));
        std::size_t listed = 0;
        for (const VariableReport& variable : report_.variables) {
            if (++listed > kMostListed) break;
            std::string line = out_.equation({print(Polynomial::symbol(variable.name), out_.notation()),
                                              terms_.side(variable.formula), value_text(variable)});
            if (variable.origin == VariableReport::Origin::Assumed) line += terms_.words(Phrase::Assumed);
            if (variable.origin == VariableReport::Origin::Overridden)
                line += terms_.words(Phrase::SetByHand);
            if (!variable.comment.empty()) line += concat(" — ", out_.plain(variable.comment));
            out_.item(line);
        }
        for (const Dims& input : report_.inputs)
            out_.item(terms_.words(Phrase::Input, {terms_.shape(input)}));
    }

    std::string value_text(const VariableReport& variable) const {
        return variable.value ? out_.number(*variable.value) : "?";
    }

    void write_parameters() {
        const NodeReport& root = *report_.root();
        out_.heading(1, terms_.words(Phrase::Parameters));
        write_steps(report_, Subject::Parameters, options_.depth, terms_, out_);
        if (root.facts->trainable() && root.facts->frozen() && *root.facts->frozen() != 0) {
            out_.paragraph(terms_.words(Phrase::Trainable, {terms_.amount(root.facts->trainable()),
                                                            terms_.amount(root.facts->frozen())}));
        }
        if (!root.facts->buffers.is_unknown() && *root.facts->buffers.value != 0) {
            out_.paragraph(terms_.words(Phrase::Buffers, {terms_.quantity(root.facts->buffers, true)}));
        }
        if (root.facts->parameters.value && report_.bytes.value_or(0) >= 1024) {
            const std::string dtype = report_.model != nullptr ? report_.model->dtype : "";
            out_.paragraph(terms_.words(
                Phrase::Size, {terms_.amount(root.facts->parameters.value), out_.code(dtype),
                               terms_.amount(report_.bytes), out_.plain(short_bytes(*report_.bytes))}));
        }
    }

    void write_work() {
        const NodeReport& root = *report_.root();
        out_.heading(1, terms_.words(Phrase::Macs));
        if (root.facts->macs.is_unknown()) {
            out_.paragraph(terms_.words(Phrase::NoSteps));
        } else {
            write_steps(report_, Subject::Macs, options_.depth, terms_, out_);
        }
        out_.heading(1, terms_.words(Phrase::Flops));
        if (const Convention* convention = find_convention(report_.convention)) {
            out_.paragraph(terms_.words(Phrase::Convention,
                                        {out_.plain(convention->name), out_.plain(convention->summary)}));
        }
        // Twice the multiply-accumulates need no steps of their own.
        const bool is_double =
            root.facts->macs.value && root.facts->flops.formula == root.facts->macs.formula * Polynomial(2);
        if (!is_double && !root.facts->flops.is_unknown())
            return write_steps(report_, Subject::Flops, options_.depth, terms_, out_);
        if (root.facts->flops.is_unknown()) {
            out_.paragraph(terms_.words(Phrase::Unknown));
            return;
        }
        const std::string sum = out_.equation({terms_.plain_side(root.facts->flops.formula),
                                               terms_.factor(2) + out_.number(*root.facts->macs.value),
                                               out_.number(*root.facts->flops.value)});
        out_.paragraph(
            terms_.words(Phrase::Total, {out_.strong(terms_.bounded(root.facts->flops.basis, sum))}));
    }

    void write_activations() {
        if (activation_bytes(report_, 0).front().is_unknown()) return;
        out_.heading(1, terms_.words(Phrase::Activations));
        const std::string dtype = model_dtype(report_);
        out_.paragraph(
            terms_.words(Phrase::ActivationsAreKept,
                         {out_.plain(print(bytes_of(dtype), Notation::Unicode)), out_.code(dtype)}));
        write_steps(report_, Subject::Activations, options_.depth, terms_, out_);
    }

    void write_unknown() {
        std::size_t found = 0;
        for (const NodeReport& node : report_.nodes) {
            if (node.facts->status != Status::Unknown) continue;
            if (found == 0) out_.heading(1, terms_.words(Phrase::NotKnown));
            if (++found <= kMostListed)
                out_.item(
                    concat(out_.code(clipped(report_.path_or_type(node))), " — ", out_.plain(node.type)));
        }
        if (found > kMostListed)
            out_.item(terms_.words(Phrase::AndMore, {std::to_string(found - kMostListed)}));
    }

    void write_notes() {
        std::size_t found = 0;
        for (const NodeReport& node : report_.nodes) {
            for (const Message& note : node.facts->notes) {
                if (found == kMostListed) break;
                if (found++ == 0) out_.heading(1, terms_.words(Phrase::Notes));
                out_.item(concat(out_.code(clipped(report_.path_or_type(node))), terms_.words(Phrase::Colon),
                                 out_.plain(note.english())));
            }
        }
        if (report_.model == nullptr || report_.model->notes.size() < 2) return;
        out_.heading(1, terms_.words(Phrase::AboutThisModel));
        const auto& notes = report_.model->notes;
        for (std::size_t i = 1; i < std::min(notes.size(), kMostListed); ++i) out_.item(out_.plain(notes[i]));
    }

    const Report& report_;
    const WriteOptions& options_;
    DerivationMarkup out_;
    DerivationTerms terms_;
};

template <Markup markup>
std::string write_derivation(const Report& report, const WriteOptions& options) {
    return report.root() == nullptr ? "" : Derivation(report, options, markup).write();
}

}  // namespace

std::span<const ReportFormat> derivation_formats() {
    static constexpr ReportFormat formats[] = {
        {"derivation", write_derivation<Markup::Markdown>},
        {"derivation-latex", write_derivation<Markup::Latex>},
    };
    return formats;
}

std::string write_derivation_in_html(const Report& report, const WriteOptions& options) {
    return write_derivation<Markup::Html>(report, options);
}

}  // namespace paramscope
