// Recognises texts that people paste in place of a model: source code, logs, tables, settings.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "model/texts/outline.h"

namespace paramscope {

/// A text that gives no modules, or not in a way that can be counted.
struct OtherText {
    std::string_view name;    ///< "python-source", "training-log", ...
    Message message;          ///< what the text is and what to give instead
    Span span;                ///< the line that shows it
    bool is_certain = false;  ///< no other reading of the text is right

    /// True for a log of any program, which may show a model far behind its beginning.
    bool is_log() const { return name == "log" || (name.ends_with("-log") && name != "shape-log"); }
};

/// Recognises a document of Markdown, by its title, headings and links, whatever it holds: for texts in which
/// no model is found.
std::optional<OtherText> recognise_document(std::string_view text);

/// Source code that defines a module, `class Net(nn.Module):`, also behind prompts and beside what it
/// printed; nullopt for other texts.
std::optional<OtherText> recognise_modules(std::string_view text);

/// The kind of a text in which `tree` was found; nullopt for a text that has a model, or that shows no kind.
/// `text` is masked (mask.h).
std::optional<OtherText> recognise_other_text(std::string_view text, const TreeStart& tree);

/// The same for any text.
std::optional<OtherText> recognise_other_text(std::string_view text);

/// True for a line of the definition of a class, without its indentation: `self.fc = nn.Linear(3, 4)`.
bool defines_class(std::string_view line);

/// True for a line of a Python program, without its indentation.
bool is_program_line(std::string_view line);

}  // namespace paramscope
