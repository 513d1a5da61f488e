// A class of transformers, built with numbers nearer and nearer to those that a print shows.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "open/formats.h"
#include "open/python/build/build.h"
#include "open/python/prints/printed_sizes.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

/// A class that the library builds, with what differs from its default config.
class PrintedClass {
  public:
    PrintedClass(ByteSource& file, const Beginning& beginning, std::string_view name)
        : files_(file, ""), inputs_(beginning.inputs.begin(), beginning.inputs.end()), name_(name) {}

    /// True where the library has the class.
    bool is_of_library();
    /// Builds the class; `also` are further changes, as items of a dict.
    Built build(std::string_view also = "");
    /// Builds it with another number of that name.
    Built build_with(const std::string& name, Integer number);
    /// Builds it with a switch of that name turned.
    Built build_turned(const std::string& name);

    bool has_inputs() const { return !inputs_.empty(); }
    const SourceFiles& files() const { return files_; }

    /// What a config may say besides the sizes that it states: flags and numbers that are 0, and numbers that
    /// follow from others.
    const std::vector<std::string>& switches();
    const Numbers& derived_numbers();

    Numbers numbers;
    std::set<std::string> changed_switches;
    std::string activation;

  private:
    struct Choices {
        std::vector<std::string> switches;
        Numbers derived;
    };

    const Choices& choices();

    SourceFiles files_;
    std::vector<Dims> inputs_;
    std::string name_;
    std::optional<Choices> choices_;
};

/// What the class builds with the numbers that were found, and which of them the print leaves open.
struct Found {
    Built built;
    PrintMatch match;
    SizeSolution solution;
    bool is_as_printed = false;  ///< else it is the nearest that was built
};

/// The values of a model's hyper-parameters.
Numbers values_of(const Model& model);

/// Looks for numbers with which the class prints the same.
Found find_numbers(const Module& printed, PrintedClass& cls);

}  // namespace paramscope::open::python
