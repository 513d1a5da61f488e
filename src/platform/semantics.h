// What the widgets of a frame are, for those who cannot see the canvas: the host keeps an accessible mirror
// of it (web/page/host/mirror.js), through which screen readers, the browser's find and scripts read and act.
//
// ImGui's own widgets with a visible label tell themselves. Everything else is told by a call right behind
// its item:
//
//     ImGui::InvisibleButton("card", size);
//     describe(Aria::Button, preset.title, {.value = "6.74 B"});
//
// What belongs together stands in a Group, which follows the scope. Names are for people, in their language.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paramscope::platform {

/// Roles of WAI-ARIA; web/page/host/mirror.js has them in this order.
enum class Aria : std::uint8_t {
    None,  ///< an item that only looks: left out, with what ImGui says of it
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
    TreeGrid,  ///< rows: how many there are, shown or not
    Table,
    Toolbar,
    List,
    ListItem,
    Status,  ///< what changes in it is read out
};

/// No, yes, or nothing of the kind.
enum class Tri : std::uint8_t { Unset, No, Yes };
constexpr Tri tri(bool yes) {
    return yes ? Tri::Yes : Tri::No;
}

/// States and values, as far as a role has them.
struct Traits {
    Tri expanded = Tri::Unset;
    Tri selected = Tri::Unset;
    Tri checked = Tri::Unset;
    bool invalid = false;
    int level = 0;                ///< of a heading or a tree's row, from 1
    int row = 0;                  ///< number of a row, from 1
    int rows = 0;                 ///< of a tree or table
    int sort = 0;                 ///< 1: ascending, -1: descending
    std::string_view value = {};  ///< what is in a field; how a slider's value is said
    std::string_view hint = {};   ///< more about it, read after a pause
    double low = 0;
    double high = 0;
    double now = 0;
};

/// Says what ImGui's last item is. Nothing happens where the host has no mirror.
void describe(Aria role, std::string_view name, const Traits& traits = {});

/// Adds to what was said of the last item: what a tooltip over it says.
void describe_hint(std::string_view hint);

/// What somebody entered for the last item by way of the mirror, once: the text of a field, a slider's
/// number.
std::optional<std::string> take_entered();

/// Things that belong together. With `of_item` the group is ImGui's last item itself (a row and its cells).
class Group {
  public:
    explicit Group(Aria role, std::string_view name = {}, const Traits& traits = {}, bool of_item = false);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
};

/// Leaves out what is drawn in its scope: what only repeats what is told in another way.
class Undescribed {
  public:
    Undescribed();
    ~Undescribed();
    Undescribed(const Undescribed&) = delete;
    Undescribed& operator=(const Undescribed&) = delete;
};

/// Reads one sentence out, after what is being read: a new total, a copy made.
void announce(std::string_view sentence);

}  // namespace paramscope::platform
