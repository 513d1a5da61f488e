// Describes the widgets of a frame for accessibility: the host keeps an accessible mirror of the canvas
// (web/page/host/mirror.js), which screen readers, the browser's find and scripts read and operate.
//
// ImGui's own widgets with a visible label are described automatically, all others by a call right after the
// item:
//
//     ImGui::InvisibleButton("card", size);
//     describe(Aria::Button, preset.title, {.value = "6.74 B"});
//
// A Group describes the items of its scope as one unit. Names are in the language of the interface.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paramscope::platform {

/// Roles of WAI-ARIA; web/page/host/mirror.js has them in this order.
enum class Aria : std::uint8_t {
    None,  ///< a decorative item: omitted, with ImGui's own description
    Text,
    Heading,
    Button,
    Link,
    Image,
    Slider,        ///< low, high and now; receives numbers
    TextField,     ///< value; receives text
    TextArea,      ///< the same, of many lines
    Separator,     ///< a splitter: low, high and now
    Tab,           ///< selected; in a TabList
    Radio,         ///< checked; in a RadioGroup
    Checkbox,      ///< checked
    Option,        ///< selected; in a ListBox
    MenuItem,      ///< in a Menu
    Row,           ///< a Group: level, row, expanded, selected; in a TreeGrid or Table
    Cell,          ///< a Group or an item; in a Row
    ColumnHeader,  ///< in a Row; sorted by `sort`
    // Groups of items.
    Region,
    Dialog,
    TabList,
    RadioGroup,
    ListBox,
    Menu,
    TreeGrid,  ///< rows: the number of rows, visible or not
    Table,
    Toolbar,
    List,
    ListItem,
    Status,  ///< a live region
};

/// A state that can be unset.
enum class Tri : std::uint8_t { Unset, No, Yes };
constexpr Tri tri(bool yes) {
    return yes ? Tri::Yes : Tri::No;
}

/// States and values of an item; a role uses those that apply.
struct Traits {
    Tri expanded = Tri::Unset;
    Tri selected = Tri::Unset;
    Tri checked = Tri::Unset;
    bool invalid = false;
    bool is_cursor = false;       ///< of a part: the item around it has the keyboard and moves over its parts
    int level = 0;                ///< of a heading or a tree's row, from 1
    int row = 0;                  ///< number of a row, from 1
    int rows = 0;                 ///< of a tree or table
    int sort = 0;                 ///< 1: ascending, -1: descending
    std::string_view value = {};  ///< a field's content; a slider's value as text
    std::string_view hint = {};   ///< a longer description, read after a pause
    double low = 0;
    double high = 0;
    double now = 0;
};

/// The mirror has only the beginning of longer values, since the browser lays them out: what is entered there
/// is not the whole value.
inline constexpr std::size_t kLongestValue = 50'000;

/// Describes ImGui's last item. Does nothing when the host has no mirror.
void describe(Aria role, std::string_view name, const Traits& traits = {});

/// Adds a longer description to the last item: the text of its tooltip.
void describe_hint(std::string_view hint);

/// The value entered for the last item through the mirror, returned once: a field's text or a slider's
/// number.
std::optional<std::string> take_entered();

/// Groups the items drawn in its scope. With `of_item` the group is ImGui's last item itself (a row and its
/// cells).
class Group {
  public:
    explicit Group(Aria role, std::string_view name = {}, const Traits& traits = {}, bool of_item = false);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
};

/// Excludes the items drawn in its scope from the mirror, because they repeat a description.
class Undescribed {
  public:
    Undescribed();
    ~Undescribed();
    Undescribed(const Undescribed&) = delete;
    Undescribed& operator=(const Undescribed&) = delete;
};

/// Announces a sentence after the current speech: a new total, a copy made.
void announce(std::string_view sentence);

}  // namespace paramscope::platform
