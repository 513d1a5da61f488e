// Reads module trees: `Type(arguments (name): Type(...) ...)` at any depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/model.h"
#include "model/names.h"
#include "model/parentheses.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// The most modules in one text, and arguments in one module: more would be taken for data, not for a model.
/// A module with a count is one, however often it repeats.
inline constexpr std::size_t kMostModules = 1'000'000;
inline constexpr std::size_t kMostArguments = 100'000;

/// Whether the brackets of a text are known to match. In one where they do not, no value reaches into the
/// next child's line, so that a missing bracket costs one line and not the rest.
enum class Brackets { Trusted, Doubted };

/// Reads modules from one text. After an error that leaves the structure in doubt (`stopped()`), what was
/// read so far is kept and nothing more is read.
class ModuleReader {
  public:
    ModuleReader(std::string_view text, Reporter& reporter, Brackets brackets = Brackets::Trusted);

    /// The module whose type stands at `begin`.
    Module read_module_at(std::uint32_t begin);
    /// Lines of children without the module around them, up to the end of the text.
    Module read_fragment_at(std::uint32_t begin);
    /// `[Type(...), Type(...)]`, a printed Python list, as a ModuleList.
    Module read_list_at(std::uint32_t begin);

    /// Where reading ended.
    std::uint32_t offset() const { return scanner_.offset(); }
    bool stopped() const { return stopped_; }
    /// Whether a parenthesis too few or too many was reported.
    bool unbalanced() const { return parentheses_.reported(); }

    /// Reports a closing parenthesis, or a child, that stands outside the model.
    void report_surplus(Span span) { parentheses_.report_surplus(span); }

  private:
    void read_type_and_body(Module& module, const TypeName& type, int depth);
    void read_items(Module& module, int depth);
    bool skip_separators(Module& module);
    void read_item(Module& module, int depth, bool own_line);
    void read_child(Module& parent, const ChildName& name, int depth);
    void read_child_module(Module& parent, const RepeatedType& type, int depth);
    void read_bare_child(Module& parent, Module child);
    void read_forward_line(Module& module);
    void read_arguments(Module& module, bool own_line);
    void read_stated_input(Module& module);
    void read_trailing_text(Module& module);
    void add_extra(Module& module, Span span);

    bool at_forward_line() const;
    std::uint32_t value_limit();
    void check_names(const Module& module);
    void stop(Span span, Message message);

    std::string_view text_;
    Scanner scanner_;
    Reporter& reporter_;
    ParenthesisCheck parentheses_;
    Brackets brackets_;
    bool stopped_ = false;
    std::size_t modules_ = 0;
    std::uint32_t next_child_line_ = 0;
};

}  // namespace paramscope
