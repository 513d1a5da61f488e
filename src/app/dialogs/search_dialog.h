// The search: models and commands by their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/panel/address.h"
#include "app/panel/context.h"
#include "app/words/words.h"

namespace paramscope::app {

class SearchDialog {
  public:
    /// Lets Ctrl + K open the search wherever the keyboard is.
    static void claim_keys();
    /// Draws the search while it is open; Context::wanted or its keys open it.
    void draw(Context& context, Address& address);

  private:
    enum class Kind : std::uint8_t {
        Heading,
        Recent,     ///< `index` is that of Recent::models()
        Shipped,    ///< of presets()
        Command,    ///< of commands()
        Known,      ///< of `known_names_`
        Filter,     ///< of the tree, by what was typed
        Elsewhere,  ///< what was typed is a name or an address
    };
    struct Row {
        Kind kind;
        std::size_t index;
        std::string title;
        std::string words = {};  ///< further words by which it is found
    };

    void list(const Context& context);
    void list_kind(const Context& context, Kind kind);
    void list_shipped(std::string_view group);
    void list_commands();
    void add_heading(Word title);
    void list_found();
    void count_one();
    void move_choice(int by);
    std::size_t draw_rows(const Context& context);
    bool draw_row(const Context& context, std::size_t index);
    std::string detail_of(const Context& context, const Row& row) const;
    void take(Context& context, Address& address, const Row& row);

    std::string typed_;
    bool wants_focus_ = false;
    std::vector<Row> rows_;   ///< shown
    std::size_t chosen_ = 0;  ///< the row that Enter takes
    bool follows_choice_ = false;
    std::vector<std::string> known_names_;
    std::vector<std::string> shipped_totals_;  ///< one per preset; "" until it is counted
};

}  // namespace paramscope::app
