// Reads the lines before and after the tree: hyper-parameters, inputs, ties, frozen tensors, notes; skips
// prose.
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

/// Reads lines outside the tree into a Model.
class HeaderReader {
  public:
    HeaderReader(std::string_view text, Model& model, Reporter& reporter)
        : text_(text), model_(model), reporter_(reporter) {}

    /// Reads the lines before `end`, the start of the tree. Whole-line comments become notes; one indented
    /// after its `#` continues the note before it.
    void read_before(std::uint32_t end);
    /// Reads the lines from `begin`, the end of the tree.
    void read_after(std::uint32_t begin);

  private:
    void read_lines(std::uint32_t begin, std::uint32_t end);
    void read_line(Scanner& scanner);
    void read_comment(Scanner& scanner);
    bool read_directive(Scanner& scanner);
    bool read_assignment(Scanner& scanner);
    void read_variable(Scanner& scanner, std::string_view name, Span name_span);
    void read_dtype(Scanner& scanner);
    void read_ties(Scanner& scanner);
    void read_freezes(Scanner& scanner);
    bool read_estimated_parameters(Scanner& scanner);
    bool read_work_range(Scanner& scanner);
    void read_settings(Scanner& scanner, std::vector<Setting>& settings);
    void read_forward(Scanner& scanner);
    void read_basis(Scanner& scanner);
    void add_variable(Variable variable);
    void expect_line_end(Scanner& scanner);
    void add_prose(Scanner& scanner);

    std::string_view text_;
    Model& model_;
    Reporter& reporter_;
    std::map<std::string, std::size_t, std::less<>> variable_of_;
    bool is_before_tree_ = true;
    bool has_prose_ = false;  ///< a line of prose was read: assignments after it may be those of some program
};

}  // namespace paramscope
