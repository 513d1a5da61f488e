#include "open/python/texts/statement_levels.h"

#include <algorithm>
#include <utility>

namespace paramscope::open::python::texts {

unsigned StatementLevels::of(std::string_view statement) {
    if (statement.starts_with("class ")) {
        level_ = 1;
        is_in_class_ = true;
        has_returned_ = false;
        return 0;
    }
    if (statement.starts_with("def ")) {
        const std::size_t open = statement.find('(');
        const std::string_view parameters = statement.substr(std::min(open, statement.size()));
        is_in_class_ = is_in_class_ && parameters.starts_with("(self");
        level_ = is_in_class_ ? 2 : 1;
        has_returned_ = false;
        return level_ - 1;
    }
    if (statement.starts_with('@')) return is_in_class_ ? 1 : 0;
    if (std::exchange(has_returned_, false)) {
        level_ = 0;
        is_in_class_ = false;
    }
    has_returned_ = statement.starts_with("return") && level_ > 0;
    return level_;
}

}  // namespace paramscope::open::python::texts
