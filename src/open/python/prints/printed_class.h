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

Comparison compare_with_print(const Module& printed, const Model& model);

/// What the class builds with some numbers.
struct Found : Comparison {
    Built built;
};

/// What differs from the default config of a class.
struct Changes {
    Numbers numbers;
    std::set<std::string> switches;  ///< that are turned
    std::string activation;
};

/// What a config of a class may say besides its sizes.
struct ConfigChoices {
    std::vector<std::string> switches, shares, words;
    Numbers derived;
    bool are_known = false;  ///< the class tells them
};

/// A class that the library builds.
class PrintedClass {
  public:
    PrintedClass(ByteSource& file, const Beginning& beginning, const Module& printed);

    /// True where the library has the class.
    bool is_of_library();
    /// Builds the class with its changes. Its forward pass is followed only where it prints the same, here
    /// and below.
    Built build();
    /// Builds it with other numbers.
    Built build_with(const Numbers& numbers);
    /// Builds it with other values of these switches, shares and words.
    Built build_turned(const std::vector<std::string>& names);

    bool has_inputs() const { return !inputs_.empty(); }
    const SourceFiles& files() const { return files_; }

    /// What a config may say besides the sizes that it states: flags and numbers that are 0, and numbers that
    /// follow from others.
    const std::vector<std::string>& switches();
    const Numbers& derived_numbers();
    /// Numbers with a point, alone or in a list or a dict: mask_ratio, rope_parameters.
    const std::vector<std::string>& shares();
    const std::vector<std::string>& words();
    /// False where the evaluation that asks the class for its choices does not come to its end.
    bool has_known_choices();

    Changes changes;

  private:
    Built build(const Changes& made, BuildSeries* series);
    const ConfigChoices& choices();

    SourceFiles files_;
    std::vector<Dims> inputs_;
    const std::string name_;
    BuildSeries series_;
    std::optional<ConfigChoices> choices_;
};

/// Looks for numbers with which the class prints the same.
Found find_numbers(const Module& printed, PrintedClass& cls);

}  // namespace paramscope::open::python
