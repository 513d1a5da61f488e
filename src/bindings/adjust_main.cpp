// Makes a model text adjustable for JavaScript, in the readers' program, which is loaded when it is asked for
// (web/open).
#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adjust/adjust.h"
#include "base/export.h"
#include "bindings/opener_host.h"
#include "count/count.h"
#include "shipped/fetched_texts.h"

namespace paramscope::bindings {
namespace {

/// Templates of another language by their ids, as JavaScript has them: "ID\tTEMPLATE\n" for each.
using Templates = std::map<std::string_view, std::string_view>;

Templates templates_of(std::string_view lines) {
    Templates templates;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        const std::size_t tab = line.find('\t');
        if (tab != std::string_view::npos) templates.emplace(line.substr(0, tab), line.substr(tab + 1));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
    return templates;
}

}  // namespace

extern "C" {

/// Makes the model text in file 0 adjustable, with the shapes of opener_input() or a suggested input. The
/// file `shipped` has the texts beside the program, `templates` the sentences in another language than
/// English. Answers `text`, "" for no change; `input`, the shapes that `text` has no input line for; and
/// `remark`, why there is no change.
PARAMSCOPE_EXPORT void adjust_file() {
    std::set_new_handler([] { opener_out_of_memory(); });
    add_fetched_texts(whole_file("shipped"));
    const std::string lines = whole_file("templates");
    const Templates templates = templates_of(lines);
    const Say say = [&templates](const Message& message) {
        return message.translated([&templates](std::string_view id) {
            const auto found = templates.find(id);
            return found == templates.end() ? std::string_view() : found->second;
        });
    };
    CountOptions options;
    const std::string input = text_from(opener_input);
    if (Result<std::vector<Dims>> shapes = parse_input_shapes(input)) options.inputs = std::move(*shapes);
    const Adjustable adjustable = make_adjustable(whole_file(0), options, say, MissingInput::Stated);
    answer("text", adjustable.variables.empty() ? std::string_view() : adjustable.text);
    answer("input", adjustable.states_input ? std::string_view() : input);
    answer("remark", say(adjustable.remark));
}
}

}  // namespace paramscope::bindings
