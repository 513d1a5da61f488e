#include "open/diff.h"

#include <cstddef>
#include <utility>

#include "model/read/read.h"
#include "model/texts/diff.h"

namespace paramscope::open {

std::optional<DiffFile> read_diff_file(ByteSource& file, std::string_view beginning) {
    const bool is_text = beginning.find('\0') == std::string_view::npos && file.size() <= kLargestText;
    if (!is_text || read_diff(beginning).marks.empty()) return std::nullopt;
    std::optional<std::string> text = file.read(0, static_cast<std::size_t>(file.size()));
    if (!text) return std::nullopt;
    const Diff diff = read_diff(*text);
    DiffFile result{*text, std::move(*text), diff.partial};
    for (const Span& mark : diff.marks) {
        const std::size_t length = mark.end - mark.begin;
        result.new_version.replace(mark.begin, length, length, ' ');
    }
    return result;
}

}  // namespace paramscope::open
