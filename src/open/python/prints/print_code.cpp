// Counts what print(model) shows by the code of its class, where the library that has it is at hand.
#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "model/read/read.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build/file_notes.h"
#include "open/python/build/no_model.h"
#include "open/python/messages.h"
#include "open/python/prints/open_numbers.h"
#include "open/python/prints/print_ties.h"
#include "open/python/prints/printed_class.h"

namespace paramscope::open {
namespace {

using python::Found;
using python::OpenNumbers;
using python::PrintedClass;

/// True for a tree that print() wrote of a class that no layer is.
bool is_print_of_class(const Model& model) {
    const bool is_print = !model.root.children.empty() && !lists_all_tensors(model) && model.inputs.empty();
    return is_print && find_layer(model.root).rule == nullptr && is_name(model.root.type.view());
}

/// Leaves ties open that a config may make or leave out: no print shows them, so the total is a range. An
/// estimate takes those of the default config; gives true where others are possible.
bool leave_ties_open(PrintedClass& cls, bool is_estimate, Model& model) {
    python::Built other = cls.build_turned({"tie_word_embeddings"});
    if (other.model.root.type.empty()) return false;
    std::vector<Tie> ties = python::ties_of_either(model.ties, other.model.ties);
    const bool are_certain = none_of(ties, [](const Tie& tie) { return tie.is_possible; });
    if (is_estimate) return !are_certain;
    // Where more is tied, no module that holds a tied tensor is folded with others.
    if (other.model.ties.size() > model.ties.size()) model = std::move(other.model);
    model.has_no_more_ties = are_certain;
    model.ties = std::move(ties);
    return false;
}

/// States what the print leaves open; gives the names of the numbers, "" for none.
std::string state_open_numbers(const OpenNumbers& open, const Found& found, Model& model) {
    std::set<std::string> names = python::mark_assumed(model.root, found, open);
    const auto are_marked = [&](const std::set<std::string>& numbers) {
        return std::includes(names.begin(), names.end(), numbers.begin(), numbers.end());
    };
    if (!are_marked(open.of_buffers)) python::mark_buffers(model.root);
    const bool has_open_work = !open.of_work.empty();
    model.estimated = {!are_marked(open.of_parameters), has_open_work,
                       has_open_work || !open.of_elements.empty(), has_open_work || !open.of_cache.empty()};
    model.work_range = open.work_range;
    for (const std::set<std::string>* each :
         {&open.of_parameters, &open.of_buffers, &open.of_work, &open.of_cache, &open.of_elements})
        names.insert(each->begin(), each->end());
    return join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

/// Why the class is not as printed: it cannot be built, or builds something else.
Message why_otherwise(const Found& found, const python::SourceFiles& files) {
    if (found.built.model.root.type.empty())
        return python::why_nothing_is_built(found.built.diagnostics, files);
    const std::string& path = found.match.difference;
    return path.empty() ? python::message("python.prints_other_sizes")
                        : python::message("python.prints_other_module", {{"path", path}});
}

}  // namespace

std::optional<Opened> open_print_by_code(ByteSource& file, Opened& print, const Beginning& beginning) {
    if (!has_transformers(file)) return std::nullopt;
    Diagnostics problems;
    const Model printed = read_model_text(print.text(), &problems);
    if (!is_print_of_class(printed)) return std::nullopt;
    PrintedClass cls(file, beginning, printed.root);
    if (!cls.is_of_library()) return std::nullopt;
    const Found found = python::find_numbers(printed.root, cls);
    if (!found.is_as_printed()) {
        print.diagnostics.push_back(
            python::code_tells_no_model(python::CodeOf::Transformers, why_otherwise(found, cls.files())));
        return std::nullopt;
    }
    Opened opened;
    opened.source_text = print.text();
    add_without_places(found.built.diagnostics, &opened.diagnostics);
    python::add_file_notes(cls.files(), &opened.diagnostics);
    Model model = found.built.model;
    OpenNumbers numbers = python::find_open_numbers(printed.root, found, cls);
    if (leave_ties_open(cls, !numbers.of_parameters.empty(), model))
        numbers.of_parameters.insert("tie_word_embeddings");
    const std::string open = state_open_numbers(numbers, found, model);
    model.notes.push_back(concat(model.root.type, " by what print() shows and the code of transformers"));
    if (!open.empty()) {
        const Message message = python::message("python.print_leaves_open", {{"names", open}});
        model.notes.push_back(message.english());
        opened.diagnostics.push_back({Severity::Warning, message});
    }
    opened.model = write_model_text(model);
    return opened;
}

}  // namespace paramscope::open
