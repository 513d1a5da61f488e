// Numbers that a print leaves open: the same print with other values, whose totals or work differ.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "open/python/prints/printed_class.h"

namespace paramscope::open::python {

/// Values of all numbers with another one of `number`, with which the sizes are as printed.
struct Alternative {
    std::string number;
    Numbers values;
};

/// A model that prints the same, with another number that decided something.
struct OtherModel {
    std::string number;
    Module root;
    Numbers values;
};

/// What the numbers that a print leaves open decide.
struct OpenNumbers {
    std::set<std::string> of_parameters;
    std::set<std::string> of_buffers;
    std::set<std::string> of_work;         ///< products: the experts for each token
    std::set<std::string> of_cache;        ///< keys and values
    std::set<std::string> of_elements;     ///< the rest of a pass: the scores of each head
    WorkRange work_range;                  ///< of those of work, where they are found all
    std::vector<Alternative> other_sizes;  ///< with which tensors of the model have other sizes
    std::vector<OtherModel> others;        ///< that have other tensors
};

/// Looks for them in a model that is as printed.
OpenNumbers find_open_numbers(const Module& printed, const Found& found, PrintedClass& cls);

/// Marks tensors that the print leaves a size of open; gives the names of the numbers all of whose tensors
/// are marked.
std::set<std::string> mark_assumed(Module& module, const Found& found, const OpenNumbers& open);
/// Marks all buffers.
void mark_buffers(Module& module);

}  // namespace paramscope::open::python
