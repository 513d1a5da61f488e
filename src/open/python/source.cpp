// Opens source code: what it builds as model text.
#include <algorithm>

#include "base/concat.h"
#include "model/mask.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build.h"
#include "open/python/guesses.h"
#include "open/python/messages.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestSource = 2u << 20;

/// Begins a block for lines that were copied out of one; "" for a text that begins without indentation.
std::string_view opening_for(std::string_view text) {
    const std::size_t line = text.find_first_not_of("\r\n \t");
    const bool is_indented =
        line != std::string_view::npos && line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t');
    return is_indented ? "if True:\n" : "";
}

/// Source code without what surrounds it where it was copied, below an opening line if it is indented.
struct Runnable {
    std::string text;
    std::uint32_t opening = 0;  ///< bytes of the opening line
};

Runnable runnable(std::string_view source) {
    std::string storage;
    const std::string_view text = mask_surroundings(source, storage);
    const std::string_view opening = opening_for(text);
    return {concat(opening, text), static_cast<std::uint32_t>(opening.size())};
}

/// "Net(a, b)", with each argument as `write` gives it.
template <class Write>
std::string call_text(const SourceClass& cls, Write write) {
    std::string arguments;
    for (const std::string& each : cls.arguments)
        arguments += concat(arguments.empty() ? "" : ", ", write(each));
    return concat(cls.name, "(", arguments, ")");
}

/// The error that a class needs arguments; nullptr for none.
const Diagnostic* find_missing_arguments(const Diagnostics& diagnostics) {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& each) {
        return each.message.id() == "python.missing_arguments";
    });
    return found == diagnostics.end() ? nullptr : &*found;
}

/// Builds what the code suggests. A class that needs arguments gets values that their names suggest, where
/// all names do.
python::Built build_suggestion(std::string_view source) {
    python::Built built = python::build(source, "");
    const Diagnostic* missing = find_missing_arguments(built.diagnostics);
    if (missing == nullptr || built.classes.empty()) return built;
    const std::string call = suggested_call(built.classes.back());
    if (call.find("...") != std::string::npos) return built;
    python::Built guessed = python::build(source, call);
    if (guessed.model.root.type.empty()) return built;
    guessed.model.basis = worst(guessed.model.basis.value_or(Basis::Exact), Basis::Approximate);
    Message guess = python::message("python.guessed", {{"call", call}});
    guessed.diagnostics.push_back({Severity::Warning, std::move(guess), missing->span, ""});
    return guessed;
}

/// Finds the lines of source code that make the modules below one.
class ModuleLines {
  public:
    explicit ModuleLines(const Runnable& source) {
        for (std::size_t at = source.opening; at < source.text.size(); ++at) {
            at = std::min(source.text.find('\n', at), source.text.size());
            line_ends_.push_back(static_cast<std::uint32_t>(at));
        }
    }

    void add(const Module& module, const std::string& path, std::vector<ModuleLine>& lines) const {
        if (!path.empty() && module.span != Span{}) lines.push_back({path, line_at(module.span.begin)});
        for (const Module& child : module.children)
            add(child, concat(path, path.empty() ? "" : ".", first_name(child)), lines);
    }

  private:
    std::uint32_t line_at(std::uint32_t offset) const {
        const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
        return static_cast<std::uint32_t>(end - line_ends_.begin()) + 1;
    }

    std::vector<std::uint32_t> line_ends_;  ///< of the lines behind the opening one
};

}  // namespace

Opened open_source(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestSource, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const Runnable source = runnable(opened.source_text);
    python::Built built = beginning.expression.empty() ? build_suggestion(source.text)
                                                       : python::build(source.text, beginning.expression);
    opened.classes = std::move(built.classes);
    opened.diagnostics = std::move(built.diagnostics);
    for (Diagnostic& each : opened.diagnostics) {
        each.span.begin -= std::min(each.span.begin, source.opening);
        each.span.end -= std::min(each.span.end, source.opening);
    }
    if (built.model.root.type.empty()) return opened;
    opened.built = built.expression;
    built.model.notes.push_back(concat("Built from source code: ", built.expression));
    opened.text = write_model_text(built.model);
    ModuleLines(source).add(built.model.root, "", opened.lines);
    return opened;
}

std::string signature(const SourceClass& cls) {
    return call_text(cls, [](const std::string& argument) { return argument; });
}

std::string suggested_call(const SourceClass& cls) {
    return call_text(cls, [](const std::string& argument) {
        return concat(argument, "=", python::guess_value(argument));
    });
}

std::vector<SourceClass> list_classes(ByteSource& file, Diagnostics& diagnostics) {
    Opened opened;
    const std::string source = read_whole(file, kLargestSource, opened);
    diagnostics = std::move(opened.diagnostics);
    return python::module_classes(runnable(source).text);
}

}  // namespace paramscope::open
