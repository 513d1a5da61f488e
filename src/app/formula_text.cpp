#include "app/formula_text.h"

#include <algorithm>

#include "app/theme.h"
#include "app/widgets.h"

namespace paramscope::app {
namespace {

bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The first stretch of `words` that is set in one face.
struct Run {
    std::string_view words;
    bool is_symbol;
};

Run first_run(std::string_view words) {
    const bool is_symbol = is_ascii_letter(words.front());
    std::size_t length = 1;
    while (length < words.size()) {
        const char c = words[length];
        const bool belongs = is_symbol ? is_ascii_letter(c) || is_digit(c) || c == '_' : !is_ascii_letter(c);
        if (!belongs) break;
        ++length;
    }
    return {words.substr(0, length), is_symbol};
}

// Sets words one after the other, from line to line.
class Setter {
  public:
    Setter(ImU32 colour, int most_lines)
        : colour_(colour),
          most_lines_(most_lines),
          origin_(ImGui::GetCursorScreenPos()),
          width_(ImGui::GetContentRegionAvail().x) {}

    // False when there is no room left.
    bool add(std::string_view word, bool more_follow) {
        const float width = walk(word, nullptr);
        const bool last_line = most_lines_ > 0 && line_ + 1 == most_lines_;
        const float reserve = last_line && more_follow ? width_of("…", false) : 0;
        if (pen_ > 0 && pen_ + width + reserve > width_) {
            if (last_line) {
                draw("…", false);
                return false;
            }
            ++line_;
            pen_ = 0;
        }
        walk(word, ImGui::GetWindowDrawList());
        pen_ += width_of(" ", false);
        return true;
    }

    // Takes the room on the page.
    void finish() const {
        ImGui::Dummy({std::max(widest_, 1.0f), line_height() * static_cast<float>(line_ + 1)});
    }

  private:
    static float line_height() {
        const WithType type(Type::Formula);
        return ImGui::GetTextLineHeight();
    }

    static float width_of(std::string_view words, bool is_symbol) {
        const WithType type(is_symbol ? Type::Symbol : Type::Formula);
        return text_advance(words);
    }

    void draw(std::string_view words, bool is_symbol) {
        const WithType type(is_symbol ? Type::Symbol : Type::Formula);
        const ImVec2 at{origin_.x + pen_, origin_.y + ImGui::GetTextLineHeight() * static_cast<float>(line_)};
        ImGui::GetWindowDrawList()->AddText(at, colour_, words.data(), words.data() + words.size());
        pen_ += text_advance(words);
        widest_ = std::max(widest_, pen_);
    }

    // The width of a word; draws it as well when there is a list.
    float walk(std::string_view word, const ImDrawList* list) {
        float width = 0;
        while (!word.empty()) {
            const Run run = first_run(word);
            word.remove_prefix(run.words.size());
            if (list != nullptr) {
                draw(run.words, run.is_symbol);
            } else {
                width += width_of(run.words, run.is_symbol);
            }
        }
        return width;
    }

    ImU32 colour_;
    int most_lines_;
    ImVec2 origin_;
    float width_;
    float pen_ = 0;
    float widest_ = 0;
    int line_ = 0;
};

}  // namespace

void formula_text(std::string_view formula, ImU32 colour, int most_lines) {
    const std::string_view all = formula;
    Setter setter(colour, most_lines);
    while (!formula.empty()) {
        const std::size_t length = std::min(formula.find(' '), formula.size());
        const std::string_view word = formula.substr(0, length);
        formula.remove_prefix(std::min(length + 1, formula.size()));
        if (!word.empty() && !setter.add(word, !formula.empty())) break;
    }
    setter.finish();
    describe(Aria::Text, all);
}

}  // namespace paramscope::app
