// What people have of a model -> model text. Whatever was opened is text from then on: the editor shows it,
// links carry it, and the one reader of the engine counts it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "open/support/bytes.h"

namespace paramscope::open {

/// What a reader makes of a file. Errors come with what could be read all the same.
struct Opened {
    std::string text;         ///< the model as model text; "" when nothing could be read
    std::string_view source;  ///< the format's name, for `Report::source`
    Diagnostics diagnostics;  ///< spans lie in `source_text`; of binary formats the sentence names the byte
    std::string source_text;  ///< the file itself where it is text, "" where it is not
    bool is_model_text = false;  ///< `text` is the file as it stands: nothing was translated
};

/// What detection sees of a file.
struct Beginning {
    std::string_view name;   ///< the file's name, "" when it has none (pasted, standard input)
    std::string_view bytes;  ///< its first bytes, kBeginning of them or all there are
    std::uint64_t size = 0;  ///< of the whole file
};

inline constexpr std::size_t kBeginning = 1u << 16;

/// The name of the model text among the formats, and of what print(model) prints.
inline constexpr std::string_view kModelTextFormat = "pytorch-repr";

/// A format: one row in `model_formats()`, one folder or file that reads it.
struct ModelFormat {
    std::string_view name;  ///< "safetensors", "huggingface-config", ...
    bool (*detects)(const Beginning& beginning);
    Opened (*open)(ByteSource& file, const Beginning& beginning);
};

/// All formats in the order they are tried; the last, model text, takes everything.
std::span<const ModelFormat> model_formats();

/// The format a file is in, by its first bytes (and its name where bytes do not tell).
const ModelFormat& detect(const Beginning& beginning);

/// Reads a file in whatever format it is. Never fails: what is wrong is a diagnostic.
Opened open_model(ByteSource& file, std::string_view name);

/// The whole file, up to `most` bytes; else an error that says so, in `opened.diagnostics`, and "".
std::string read_whole(ByteSource& file, std::size_t most, Opened& opened);

}  // namespace paramscope::open
