// Reads the lines around the tree: hyper-parameters, inputs, ties, notes; tells them from prose.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "model/model.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// Reads lines outside the tree into a model.
class HeaderReader {
  public:
    HeaderReader(std::string_view text, Model& model, Reporter& reporter)
        : text_(text), model_(model), reporter_(reporter) {}

    /// The lines before the tree, which starts at `end`. Whole-line comments become notes.
    void read_before(std::uint32_t end);
    /// The lines behind the tree, which ended at `begin`.
    void read_after(std::uint32_t begin);

  private:
    void read_lines(std::uint32_t begin, std::uint32_t end);
    void read_line(Scanner& scanner);
    bool read_directive(Scanner& scanner);
    bool read_assignment(Scanner& scanner);
    void read_variable(Scanner& scanner, std::string_view name, Span name_span);
    void read_dtype(Scanner& scanner);
    void read_ties(Scanner& scanner);
    void read_freezes(Scanner& scanner);
    void add_variable(Variable variable);
    void expect_line_end(Scanner& scanner);
    void add_prose(Scanner& scanner);

    std::string_view text_;
    Model& model_;
    Reporter& reporter_;
    std::map<std::string, std::size_t, std::less<>> variable_of_;
    bool before_ = true;  ///< whether these lines stand before the tree
    bool prose_ = false;  ///< whether a line of prose was met: what follows is read with less trust
};

}  // namespace paramscope
