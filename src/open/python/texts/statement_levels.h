// The levels of statements that have lost their indentation.
#pragma once

#include <string_view>

namespace paramscope::open::python::texts {

/// Tells how deep each statement of a text stands, from the first to the last: methods stand in the class
/// above them, and what follows a `return` stands outside.
class StatementLevels {
  public:
    unsigned of(std::string_view statement);

  private:
    unsigned level_ = 0;  ///< of the next statement, if it is no definition
    bool is_in_class_ = false, has_returned_ = false;
};

}  // namespace paramscope::open::python::texts
