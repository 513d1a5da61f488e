// The section of a module's arguments, as fields that edit the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"

namespace paramscope::app {

class AttributesSection {
  public:
    /// Draws the arguments of the selected module; nothing when it has none.
    void draw(Context& context);

  private:
    struct Attribute {
        std::string name;
        std::string value;
        Span span;                ///< span of the value in the text
        bool is_in_text = false;  ///< false: it comes from a template and is read-only
    };

    void update(const Workspace& workspace);
    void draw_attribute(Context& context, std::size_t index, float left);

    std::vector<Attribute> attributes_;
    std::uint64_t revision_ = 0;
    std::size_t node_ = SIZE_MAX;
    KeptField field_;
};

}  // namespace paramscope::app
