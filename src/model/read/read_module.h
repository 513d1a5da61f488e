// Reads module trees: `Type(arguments (name): Type(...) ...)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"
#include "model/names.h"
#include "model/reporter.h"
#include "model/scanner.h"
#include "model/texts/alike_layers.h"
#include "model/texts/parentheses.h"

namespace paramscope {

/// Limits for the modules of a text below its root (a module with a count is one) and the arguments of a
/// module.
inline constexpr std::size_t kMostModules = 1'000'000;
inline constexpr std::size_t kMostArguments = 100'000;
/// Bytes of the paths of all modules together: a report and its exports hold the path of every module.
inline constexpr std::size_t kMostPathText = 96u << 20;

/// True when two children or tensors of a module have the same name.
bool has_equal_names(const Module& module);

/// Doubted: the brackets of the text do not match. Then no value extends to the line of the next child, so
/// that a missing bracket affects one line and not the rest of the text.
/// CutOff: the text ends inside modules, which end there.
enum class Brackets { Trusted, Doubted, CutOff };

/// Reads modules from one text. Stops after an error that makes the structure uncertain, and keeps what was
/// read before it.
class ModuleReader {
  public:
    ModuleReader(std::string_view text, Reporter& reporter, Brackets brackets = Brackets::Trusted);

    /// Reads the module whose type is at `begin`.
    Module read_module_at(std::uint32_t begin);
    /// Reads lines of children without their parent, up to the end of the text.
    Module read_fragment_at(std::uint32_t begin);
    /// Reads a printed Python list `[Type(...), Type(...)]` as a ModuleList.
    Module read_list_at(std::uint32_t begin);

    /// The end of what was read.
    std::uint32_t offset() const { return scanner_.offset(); }
    bool has_stopped() const { return has_stopped_; }
    /// True when a missing or surplus parenthesis was reported.
    bool is_unbalanced() const { return parentheses_.has_reported(); }
    /// True when a parenthesis inside `root` closes a module of another indentation.
    bool has_mismatch_inside(const Module& root) const { return parentheses_.has_mismatch_inside(root); }
    /// True when two children of one module have the same name, so one may be a copy. Where lines are left
    /// out, they are of different modules.
    bool has_duplicates() const { return has_duplicates_ && !has_left_out_; }

    /// The end of the last complete child, when the text ends inside a module and the indentation shows no
    /// other fault: it was cut off there. nullopt for any other text.
    std::optional<std::uint32_t> cut_off_after() const;

    /// Warns of a parenthesis that closes a module of another indentation.
    void report_misplaced() { parentheses_.report_misplaced(); }
    /// Reports a closing parenthesis or a child outside the model.
    void report_surplus(Span span) { parentheses_.report_surplus(span); }

  private:
    void read_type_and_body(Module& module, const TypeName& type, int depth);
    void read_items(Module& module, int depth);
    bool skip_separators(Module& module);
    void read_item(Module& module, int depth, bool own_line);
    void read_child(Module& parent, const ChildName& name, int depth);
    void make_room(Module& parent) const;
    void read_child_module(Module& parent, const RepeatedType& type, int depth);
    bool read_as_alike_layer(Module& module, const TypeName& type, int depth);
    void keep_as_alike_layer(Module& module);
    const Module* find_equal_body(const Module& parent, std::uint32_t type) const;
    bool may_add_layer(std::size_t path_length);
    bool may_add(const Module& module, std::size_t path_length);
    void copy_body(Module& module, const TypeName& type, const Module& equal);
    void read_bare_child(Module& parent, Module child);
    void read_forward_line(Module& module);
    bool is_part_of_child(const Module& module, std::string_view line, const std::vector<Argument>& arguments,
                          bool own_line) const;
    void read_arguments(Module& module, bool own_line);
    void add_arguments(Module& module, std::vector<Argument> arguments);
    void read_stated_input(Module& module);
    std::optional<Span> read_trailing_text(Module& module);
    void add_extra(Module& module, Span span);
    void leave_out(Module& module, Span span, Message warning);
    void end_inside(Module& module, std::uint32_t opening);

    bool at_forward_line() const;
    std::uint32_t value_limit();
    std::optional<ChildName> module_argument(std::uint32_t offset) const;
    std::optional<ChildName> long_child_name(std::uint32_t offset) const;
    std::string shortened(std::string_view name, Span span);
    void check_names(const Module& module);
    void stop(Span span, Message message);

    std::string_view text_;
    Scanner scanner_;
    Reporter& reporter_;
    ParenthesisCheck parentheses_;
    AlikeLayers alike_layers_;
    Brackets brackets_;
    bool has_stopped_ = false;
    Span stopped_at_;
    bool has_duplicates_ = false;
    bool has_left_out_ = false;
    std::size_t module_count_ = 0;
    std::size_t path_length_ = 0;  ///< of the module being read
    std::size_t path_text_ = 0;    ///< of all modules read so far
    std::uint32_t next_child_line_ = 0;
    std::uint32_t last_child_end_ = 0;   ///< of children that were closed
    std::uint32_t reported_until_ = 0;   ///< the end of the last child with a diagnostic
    std::optional<std::uint32_t> open_;  ///< the parenthesis of the first module that the text ends in
};

}  // namespace paramscope
