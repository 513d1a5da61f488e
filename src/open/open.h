// Turns files of any supported format (checkpoints, configs, graphs, printed tables) into models. A model is
// what the engine counts, its model text what the editor shows and links carry. Each subfolder reads one
// group of formats; support/ holds what they share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/basis.h"
#include "model/model.h"
#include "open/support/bytes.h"
#include "open/support/opened_model.h"

namespace paramscope::open {

/// A module class of source code, and its arguments without a default.
struct SourceClass {
    std::string name;
    std::vector<std::string> arguments;
};

/// The line of source code, from 1, that makes a module.
struct ModuleLine {
    std::string path;  ///< as Report::path() gives it: "layers.0.fc"
    std::uint32_t line = 0;
    std::string file;  ///< "" for the file that was read, else the path of one that it imports
};

/// A number of source code that shapes its model so that no formula holds for other values: how many layers
/// of different widths there are. `depth = 4;` before what to build sets it.
struct DecidingNumber {
    std::string name;
    Integer value = 0;    ///< that the model was built with
    Integer written = 0;  ///< in the text
};

/// A library whose code defines classes that are not known here, where that code was not at hand.
struct UnreadLibrary {
    std::string_view name;           ///< "transformers"; "" for none
    std::string version;             ///< that the file states, "4.57.1"; "" where it states none
    std::vector<std::string> types;  ///< folders of its models: "qwen3_vl", the outermost first
};

/// What a file was read as, with the diagnostics of reading it. After an error it holds what could be read.
struct Opened {
    OpenedModel model;                 ///< empty when nothing could be read
    std::string_view source;           ///< name of the format or of the kind of text, for `Report::source`
    Diagnostics diagnostics;           ///< spans in `source_text`; messages about binary files name the byte
    std::string source_text;           ///< the file itself if it is text, else ""
    bool is_notebook = false;          ///< true: source_text is the code of its cells
    Basis basis = Basis::Exact;        ///< of the totals, where the format lists all tensors
    bool is_model_text = false;        ///< true: the file was model text already, which `model` has
    std::string built;                 ///< of source code, the expression that was built: "GPT(GPTConfig())"
    std::vector<ModuleLine> lines;     ///< of source code
    std::vector<SourceClass> classes;  ///< of source code, as list_classes() gives them
    std::string
        main_file;  ///< of several files of source code, the one that was chosen: `source_text` is its text
    std::vector<DecidingNumber> numbers;  ///< of source code
    UnreadLibrary library;                ///< that would tell more
    std::string_view format;  ///< name of the ModelFormat that read the file; "" when it could not be read

    /// The model as text.
    const std::string& text() const { return model.text(); }
};

/// The name and the first bytes of a file, by which its format is detected.
struct Beginning {
    std::string_view name;   ///< "" when the file has none (pasted text, standard input)
    std::string_view bytes;  ///< the first kBeginning bytes, or the whole file if it is smaller
    std::uint64_t size = 0;  ///< bytes of the whole file
    /// What to build of source code: "GPT(GPTConfig(n_layer=4))", "depth = 4; Net()", "depth = 4"; "" for
    /// what the code itself suggests.
    std::string_view expression = {};
    /// The shapes for the forward pass of source code; empty for those that the code suggests.
    std::span<const Dims> inputs = {};
};

inline constexpr std::size_t kBeginning = 1u << 16;

/// The name of the format of model text and of what print(model) prints.
inline constexpr std::string_view kModelTextFormat = "pytorch-repr";
inline constexpr std::string_view kSourceFormat = "python";  ///< source code
/// The message that an expression sets a number which the source code does not have.
inline constexpr std::string_view kNumberNotSet = "python.number_not_set";

/// How well a file fits a format, by its first bytes. The order is what decides between formats.
enum class Confidence {
    None,
    Fallback,  ///< any text: the format explains what is wrong with it
    Possible,  ///< a part of the text fits
    Probable,  ///< the text fits, but so may another format
    Likely,    ///< most of the text fits
    Strong,    ///< the text has what only this format has
    Certain,   ///< by a signature or a key
};

/// One supported format: a row in `model_formats()`.
struct ModelFormat {
    std::string_view name;  ///< "safetensors", "huggingface-config", ...
    Confidence (*detect)(const Beginning& beginning);
    Opened (*open)(ByteSource& file, const Beginning& beginning);
    bool lists_tensors = false;  ///< its model text has a line for every tensor
    bool is_text = false;        ///< its files are texts, which may be pasted
    bool is_of_tensors = false;  ///< its modules are known by their tensors alone: types are guessed, and
                                 ///< those without tensors are missing
};

/// All formats; the last, model text, accepts every file.
std::span<const ModelFormat> model_formats();

/// The format that a file fits best, by its first bytes, and by its name where these are ambiguous. Of
/// formats that fit equally well, the first.
const ModelFormat& detect(const Beginning& beginning);

/// The format with that name, nullptr when there is none.
const ModelFormat* find_model_format(std::string_view name);

/// Opens a file of any format, or reads it as `format`. Never fails: problems become diagnostics. Of source
/// code, `expression` says what to build, and `inputs` what its forward pass gets.
Opened open_model(ByteSource& file, std::string_view name, const ModelFormat* format = nullptr,
                  std::string_view expression = {}, std::span<const Dims> inputs = {});

/// Opens a file as the format of that name, "" for the one that it fits best. Another name is an error.
Opened open_model_as(std::string_view format, ByteSource& file, std::string_view name,
                     std::string_view expression = {}, std::span<const Dims> inputs = {});

/// What open_model() gives for model text, without the text, where the first bytes show a tree of modules;
/// nullopt for other files, and where code is at hand that may tell more. For who has the text already:
/// reading a large one takes time.
std::optional<Opened> recognise_model_text(ByteSource& file, std::string_view name);

/// A call of the class with its arguments by name: "Net(in_features, classes)".
std::string signature(const SourceClass& cls);

/// The same with values that the names of the arguments suggest: "Net(in_features=64, classes=1000)".
std::string suggested_call(const SourceClass& cls);

/// The module classes of source code that no other class of it uses, in order. `name` is the file's. What
/// cannot be read becomes diagnostics.
std::vector<SourceClass> list_classes(ByteSource& file, std::string_view name, Diagnostics& diagnostics);

/// Reads a whole file of at most `most` bytes; "", with an error in `opened.diagnostics`, when it is larger
/// or cannot be read.
std::string read_whole(ByteSource& file, std::size_t most, Opened& opened);

}  // namespace paramscope::open
