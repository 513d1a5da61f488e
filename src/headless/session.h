// Runs one page by commands.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::headless {

/// Carries out a command, one JSON object, and returns the answer, one JSON object on one line: { result,
/// frames, events }. `frames` is how many were painted, `events` what the program called in the page (Event),
/// in order.
///
///     { "do": "pointer", "numbers": [1, 120, 40, 0, 0] }      calls host_pointer()
///     { "do": "key", "numbers": [1, 0], "text": "KeyA\na" }   calls host_key() with the text in incoming()
///     { "do": "set", "name": "dark", "text": "yes" }          a setting, "remembered:", "pattern:" or
///     "title:" value { "do": "size", "numbers": [1440, 900, 1] }             CSS pixels and the pixel ratio
///     { "do": "start" }                                       starts the interface
///     { "do": "settle", "numbers": [600] }                    paints until no frame is due; at most so many
///     frames { "do": "pass", "numbers": [0.5] }                      lets seconds pass, with the frames that
///     are due { "do": "open", "files": [["model.py", "…"]], "format": "", "build": "", "input": "",
///     "isMain": false } { "do": "adjust", "files": [["model", "…"]], "input": "" }
///     { "do": "counting", "numbers": [1, 2] }                 a worker can count, and is in that CountPhase
///     { "do": "counted_block", "text": "…" }                  a block of its answer has arrived
///     { "do": "count_read", "text": "…" }                     does that worker's work, as "count_count" with
///     the settings, and "count_block", whose "block" is in "answers"
///
/// Bytes, as those of files, settings and blocks, have a character from U+0000 to U+00FF for each.
/// An unknown or malformed command has an "error".
std::string carry_out(std::string_view command);

}  // namespace paramscope::headless
