#include "open/support/forward_writer.h"

#include "base/concat.h"
#include "model/read/read_shape.h"
#include "open/support/module_texts.h"

namespace paramscope::open {

std::string ForwardWriter::add_input() {
    return inputs_.emplace_back(concat('x', inputs_.size() + 1));
}

std::string ForwardWriter::add_step(std::string_view expression) {
    std::string name = concat('v', steps_.size() + 1);
    steps_.push_back(concat(name, " = ", expression));
    return name;
}

std::vector<std::string> ForwardWriter::lines(const std::vector<std::string>& results) const {
    if (inputs_.empty() || results.empty()) return {};
    const std::string result = results.size() == 1 ? results.front() : tuple_text(results);
    std::vector<std::string> lines = {
        concat("forward(", join(inputs_), ") = ", result, steps_.empty() ? "" : " where")};
    for (const std::string& step : steps_) lines.push_back(concat("  ", step, ','));
    if (!steps_.empty()) lines.back().pop_back();
    return lines;
}

Rare<Forward> ForwardWriter::forward(const std::vector<std::string>& results) const {
    const std::vector<std::string> all = lines(results);
    return all.empty() ? Rare<Forward>() : Rare<Forward>(read_forward(join(all, "\n  ")));
}

std::string tuple_text(const std::vector<std::string>& items) {
    return concat('(', join(items), items.size() == 1 ? ",)" : ")");
}

std::vector<Input> inputs_of(const std::vector<std::string>& shapes) {
    if (shapes.empty()) return {};
    const std::string text = join(shapes);
    Diagnostics diagnostics;
    Reporter reporter(&diagnostics);
    Scanner scanner(text);
    return read_inputs(scanner, reporter);
}

std::string input_line(const std::vector<std::string>& shapes) {
    return shapes.empty() ? std::string() : concat("input = ", join(shapes), '\n');
}

}  // namespace paramscope::open
