// Opens source code: what it builds as model text.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "model/names.h"
#include "model/read/other_text.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build/build.h"
#include "open/python/build/file_notes.h"
#include "open/python/build/guessed_config.h"
#include "open/python/build/main_file.h"
#include "open/python/libraries/guesses.h"
#include "open/python/messages.h"
#include "open/python/syntax/source_files.h"
#include "open/python/syntax/tokens.h"
#include "open/python/texts/notebook.h"
#include "open/python/texts/texts.h"
#include "open/summary/beside_code.h"
#include "open/summary/table.h"

namespace paramscope::open {
namespace {

using python::texts::FoundCode;

constexpr std::size_t kLargestSource = 2u << 20;

/// "Net(a, b)", with each argument as `write` gives it.
template <class Write>
std::string call_text(const SourceClass& cls, Write write) {
    std::string arguments;
    for (const std::string& each : cls.arguments)
        arguments += concat(arguments.empty() ? "" : ", ", write(each));
    return concat(cls.name, "(", arguments, ")");
}

/// The error that a class needs arguments; nullptr for none.
Diagnostic* find_missing_arguments(Diagnostics& diagnostics) {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& each) {
        return each.message.id() == "python.missing_arguments";
    });
    return found == diagnostics.end() ? nullptr : &*found;
}

/// Writes a call of a class with values guessed from the names of its arguments, and `config` for a config.
std::string guessed_call(const SourceClass& cls, std::string_view config) {
    return call_text(cls, [&](const std::string& argument) {
        const std::string_view guess = python::guess_value(argument);
        const bool is_config = guess == "..." && python::takes_config(argument);
        return concat(argument, "=", is_config ? config : guess);
    });
}

/// Builds what a person would write for a class that lacks arguments: with values that their names suggest,
/// and a config of the fields that its code reads.
class Guesses {
  public:
    Guesses(std::string_view source, std::string_view expression, const std::vector<Dims>& inputs,
            python::SourceFiles& files)
        : source_(source), expression_(expression), inputs_(inputs), files_(files) {}

    /// The model of the first class whose arguments can be guessed; one without a type for none.
    python::Built build_first(const std::vector<SourceClass>& classes) {
        for (const SourceClass& each : classes) {
            call_ = guessed_call(each, python::kGuessedConfig);
            if (call_.find("...") != std::string::npos) continue;
            if (call_.find(python::kGuessedConfig) != std::string::npos && !find_fields(each)) continue;
            return build_call();
        }
        return {};
    }

    const std::string& call() const { return call_; }
    /// What a config lacks whose fields have names that tell nothing.
    const std::optional<Message>& missing_fields() const { return missing_fields_; }

  private:
    python::Built build_call() {
        return python::build(source_, concat(expression_, "\n", call_), inputs_, &files_);
    }

    /// Writes the config into the call; false where a field has a name that tells nothing.
    bool find_fields(const SourceClass& cls) {
        const std::vector<std::string> fields = build_call().read_fields;
        const std::string config = python::config_text(fields);
        if (config.empty()) return false;
        call_ = guessed_call(cls, config);
        if (config.find("...") == std::string::npos) return true;
        std::string names;
        for (const std::string& each : fields) names += concat(names.empty() ? "" : ", ", each.substr(1));
        const auto argument = std::find_if(cls.arguments.begin(), cls.arguments.end(), python::takes_config);
        if (!missing_fields_)
            missing_fields_ =
                python::message("python.missing_fields", {{"type", cls.name},
                                                          {"fields", names},
                                                          {"argument", *argument},
                                                          {"example", concat("model = ", call_)}});
        return false;
    }

    std::string_view source_, expression_;
    const std::vector<Dims>& inputs_;
    python::SourceFiles& files_;
    std::string call_;
    std::optional<Message> missing_fields_;
};

/// Builds the expression. A class that the code suggests and that needs arguments gets values that their
/// names suggest, where all names do.
python::Built build(std::string_view source, std::string_view expression, const std::vector<Dims>& inputs,
                    python::SourceFiles& files) {
    python::Built built = python::build(source, expression, inputs, &files);
    Diagnostic* missing = find_missing_arguments(built.diagnostics);
    if (missing == nullptr || built.suggestions.empty()) return built;
    Guesses guesses(source, expression, inputs, files);
    python::Built guessed = guesses.build_first(built.suggestions);
    if (guessed.model.root.type.empty()) {
        if (guesses.missing_fields()) missing->message = *guesses.missing_fields();
        return built;
    }
    guessed.model.basis = worst(guessed.model.basis.value_or(Basis::Exact), Basis::Approximate);
    Message guess = python::message("python.guessed", {{"call", guesses.call()}});
    guessed.diagnostics.push_back({Severity::Warning, std::move(guess), missing->span, ""});
    return guessed;
}

/// Reads the files of source code that were given together with `file`.
std::vector<python::CodeFile> read_given_files(ByteSource& file, Opened& opened) {
    std::vector<python::CodeFile> given;
    python::FileRoom room;
    for (const std::string& name : file.companions().names) {
        const std::unique_ptr<ByteSource> other = name.ends_with(".py") ? file.sibling(name) : nullptr;
        if (other == nullptr) continue;
        std::optional<std::string> text = room.read(*other, name);
        if (text) given.push_back({name, std::move(*text)});
    }
    if (!room.left_out().empty()) opened.diagnostics.push_back(python::files_left_out(room.left_out()));
    return given;
}

/// Of files that were given together, opens the one that holds the model; nullptr for `file` itself.
std::unique_ptr<ByteSource> open_main_file(ByteSource& file, std::string_view expression, Opened& opened) {
    const Companions companions = file.companions();
    if (companions.names.size() < 2) return nullptr;
    const std::vector<python::CodeFile> given =
        companions.is_main ? std::vector<python::CodeFile>() : read_given_files(file, opened);
    if (!given.empty()) opened.main_file = given[python::choose_main_file(given, expression)].path;
    const std::string& read = given.empty() ? companions.names.front() : opened.main_file;
    const std::size_t count = companions.names.size();
    opened.diagnostics.push_back(
        {Severity::Note, python::message("python.one_of_files", {{"file", read}, {"count", count}}), {}, ""});
    return given.empty() ? nullptr : file.sibling(opened.main_file);
}

/// The path of the file that is read, as imports of the files beside it lead to it.
std::string main_path(const ByteSource& file, std::string_view name, const Opened& opened) {
    if (!opened.main_file.empty()) return opened.main_file;
    const std::vector<std::string> names = file.companions().names;
    return names.empty() ? std::string(name.substr(name.rfind('/') + 1)) : names.front();
}

/// Finds the lines of source code that make the modules below one.
class ModuleLines {
  public:
    /// `text` is the one in which `code` was found.
    ModuleLines(std::string_view text, const FoundCode& code, const python::SourceFiles& files)
        : code_(code), files_(files) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            at = std::min(text.find('\n', at), text.size());
            line_ends_.push_back(static_cast<std::uint32_t>(at));
        }
    }

    void add(const Module& module, const std::string& path, std::vector<ModuleLine>& lines) const {
        if (!path.empty() && module.span != Span{}) lines.push_back(line_of(path, module.span.begin));
        for (const Module& child : module.children)
            add(child, concat(path, path.empty() ? "" : ".", first_name(child)), lines);
    }

  private:
    ModuleLine line_of(const std::string& path, std::uint32_t place) const {
        if (const python::SourceFile* file = files_.file_at(place))
            return {path, file->tree().line_of(place), std::string(file->shown_path())};
        return {path, line_at(code_.place_in_source({place, place}).begin), ""};
    }

    std::uint32_t line_at(std::uint32_t offset) const {
        const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
        return static_cast<std::uint32_t>(end - line_ends_.begin()) + 1;
    }

    const FoundCode& code_;
    const python::SourceFiles& files_;
    std::vector<std::uint32_t> line_ends_;
};

/// The diagnostic with its place in the file that was given; a place in an imported file is told by its name.
Diagnostic placed(const Diagnostic& from, const FoundCode& code, const python::SourceFiles& files) {
    Diagnostic diagnostic = from;
    if (const python::SourceFile* file = files.file_at(from.span.begin)) {
        diagnostic.message =
            python::message("python.in_file", {{"file", file->shown_path()},
                                               {"line", file->tree().line_of(from.span.begin)},
                                               {"message", from.message}});
        diagnostic.span = {};
        return diagnostic;
    }
    diagnostic.span = code.place_in_source(from.span);
    return diagnostic;
}

/// Reads the model of a config of Keras or transformers into `opened`.
void read_config(std::string_view format, std::string_view config, Opened& opened) {
    MemorySource file(config);
    Opened model = open_model_as(format, file, "");
    opened.model = std::move(model.model);
    opened.source = model.source;
    opened.basis = model.basis;
    add_without_places(std::move(model.diagnostics), &opened.diagnostics);
}

}  // namespace

namespace {

/// Reads source code; of a notebook, the code of its cells.
std::string read_source(ByteSource& file, std::string_view beginning, Opened& opened) {
    if (!python::texts::is_notebook(beginning)) return read_whole(file, kLargestSource, opened);
    std::string json = read_whole(file, python::texts::kLargestNotebook, opened);
    if (has_errors(opened.diagnostics)) return json;
    python::texts::NotebookCode code = python::texts::read_notebook(json);
    for (Diagnostic& each : code.diagnostics) opened.diagnostics.push_back(std::move(each));
    opened.is_notebook = !has_errors(opened.diagnostics);
    return opened.is_notebook ? std::move(code.text) : std::move(json);
}

/// Finds the code in `text`, and notes what was left out; an error where it is too long to be parsed.
FoundCode find_code(std::string_view text, Opened& opened) {
    FoundCode code = python::texts::find_code(text);
    for (const Diagnostic& each : code.diagnostics()) opened.diagnostics.push_back(each);
    if (python::count_tokens(code.text()) > python::kMostTokens)
        opened.diagnostics.push_back(
            {Severity::Error,
             python::message("python.too_many_tokens", {{"count", python::kMostTokens}}),
             {},
             ""});
    return code;
}

Opened open_code(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    const std::unique_ptr<ByteSource> chosen = open_main_file(file, beginning.expression, opened);
    ByteSource& main = chosen != nullptr ? *chosen : file;
    opened.source_text = read_source(main, beginning.bytes, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const FoundCode code = find_code(opened.source_text, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::vector<Dims> inputs(beginning.inputs.begin(), beginning.inputs.end());
    python::SourceFiles files(file, main_path(file, beginning.name, opened));
    python::Built built = build(code.text(), beginning.expression, inputs, files);
    opened.classes = std::move(built.classes);
    opened.numbers = std::move(built.numbers);
    for (Diagnostic& each : built.diagnostics) opened.diagnostics.push_back(placed(each, code, files));
    python::add_file_notes(files, &opened.diagnostics);
    opened.built = built.expression;
    if (!built.keras_config.empty()) read_config("keras-config", built.keras_config, opened);
    if (!built.transformers_config.empty())
        read_config("huggingface-config", built.transformers_config, opened);
    if (built.model.root.type.empty()) return opened;
    // The first note is the title.
    built.model.notes.insert(built.model.notes.begin(), std::string(class_name(built.model.root.type)));
    built.model.notes.push_back(concat("Built from source code: ", built.expression));
    if (code.basis() != Basis::Exact)
        built.model.basis = worst(built.model.basis.value_or(Basis::Exact), code.basis());
    opened.model = write_model_text(built.model);
    ModuleLines(opened.source_text, code, files).add(built.model.root, "", opened.lines);
    return opened;
}

/// Names what a text is in which no model was found: a document with a few lines of code, say.
void name_other_text(Opened& opened, std::string_view name) {
    const Diagnostic* error = find_by(opened.diagnostics, &Diagnostic::severity, Severity::Error);
    if (error == nullptr || error->message.id() != "python.no_model") return;
    if (name.ends_with(".py") || name.ends_with(".ipynb")) return;
    std::optional<OtherText> other = recognise_document(opened.source_text);
    if (!other) other = recognise_other_text(opened.source_text, TreeStart());
    if (!other || other->name == "python-source") return;
    opened.source = other->name;
    opened.diagnostics = {{Severity::Error, other->message, other->span, ""}};
}

}  // namespace

Opened open_source(ByteSource& file, const Beginning& beginning) {
    Opened opened = open_code(file, beginning);
    if (!opened.is_notebook) name_other_text(opened, beginning.name);
    // What a person asks to build need not be what the table shows.
    if (!beginning.expression.empty() || opened.is_notebook || !find_summary(opened.source_text))
        return opened;
    const std::string text = opened.source_text;
    return settle_table_beside(std::move(opened), text);
}

std::string signature(const SourceClass& cls) {
    return call_text(cls, [](const std::string& argument) { return argument; });
}

std::string suggested_call(const SourceClass& cls) {
    return guessed_call(cls, "...");
}

std::vector<SourceClass> list_classes(ByteSource& file, std::string_view name, Diagnostics& diagnostics) {
    Opened opened;
    const std::unique_ptr<ByteSource> chosen = open_main_file(file, "", opened);
    ByteSource& main = chosen != nullptr ? *chosen : file;
    const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(main.size(), kBeginning));
    const std::string beginning = main.read(0, length).value_or("");
    const std::string source = read_source(main, beginning, opened);
    const FoundCode code = find_code(source, opened);
    diagnostics = std::move(opened.diagnostics);
    python::SourceFiles files(file, main_path(file, name, opened));
    return python::module_classes(code.text(), &files);
}

}  // namespace paramscope::open
