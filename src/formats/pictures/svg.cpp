#include "formats/pictures/svg.h"

#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/markup.h"
#include "formats/pictures/formula_spans.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

// Larger than any picture; keeps coordinates finite.
constexpr float kFarthest = 1e6f;

/// Formats with two decimals, which is below a visible difference.
std::string decimal(float value) {
    const float kept = std::isfinite(value) ? std::clamp(value, -kFarthest, kFarthest) : 0;
    const long hundredths = std::lround(kept * 100);
    const unsigned long size = static_cast<unsigned long>(std::abs(hundredths));
    std::string text = concat(hundredths < 0 ? "-" : "", size / 100);
    if (size % 100 != 0) text += concat(".", size % 100 / 10, size % 10);
    return text;
}

/// Words as XML can hold them: it has no U+FFFE and U+FFFF, not even escaped.
std::string xml_characters(std::string_view words) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string text = printable(words);
    for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (std::size_t at = text.find(none); at != std::string::npos; at = text.find(none, at + 1))
            text.replace(at, none.size(), replacement);
    }
    return text;
}

char hexadecimal(unsigned digit) {
    return "0123456789abcdef"[digit & 15];
}

}  // namespace

Svg::Svg(float width, float height, float text_size, Colour ground) {
    const std::string size = concat("width=\"", decimal(width), "\" height=\"", decimal(height), "\"");
    const std::string view = concat("viewBox=\"0 0 ", decimal(width), " ", decimal(height), "\"");
    text_ = concat("<svg xmlns=\"http://www.w3.org/2000/svg\" ", size, " ", view, " font-size=\"",
                   decimal(text_size),
                   "\" font-family=\"system-ui, sans-serif\" dominant-baseline=\"central\">\n");
    if (ground >> 24 != 0) box({0, 0, width, height}, ground);
}

void Svg::attribute(std::string_view name, float value) {
    text_ += concat(" ", name, "=\"", decimal(value), "\"");
}

void Svg::colour(std::string_view name, Colour colour) {
    text_ += concat(" ", name, "=\"#");
    for (const unsigned shift : {0u, 8u, 16u}) {
        text_ += hexadecimal(colour >> (shift + 4));
        text_ += hexadecimal(colour >> shift);
    }
    text_ += '"';
    const unsigned alpha = colour >> 24;
    if (alpha != 255) attribute(concat(name, "-opacity"), static_cast<float>(alpha) / 255);
}

void Svg::escaped(std::string_view words) {
    text_ += markup_escaped(xml_characters(words));
}

void Svg::begin_rectangle(const Box& box) {
    text_ += "<rect";
    attribute("x", box.x);
    attribute("y", box.y);
    attribute("width", std::max(box.w, 0.0f));
    attribute("height", std::max(box.h, 0.0f));
}

void Svg::box(const Box& box, Colour fill, std::string_view title) {
    begin_rectangle(box);
    colour("fill", fill);
    end("rect", title);
}

void Svg::end(std::string_view element, std::string_view title) {
    if (title.empty()) {
        text_ += "/>\n";
        return;
    }
    text_ += "><title>";
    escaped(title);
    text_ += concat("</title></", element, ">\n");
}

void Svg::area(std::span<const Point> edge, float base, Colour fill, std::string_view title) {
    if (edge.empty()) return;
    text_ += concat("<path d=\"M", decimal(edge.front().x), " ", decimal(base));
    Point at{edge.front().x, base};
    for (const Point& next : edge) {
        if (next.x == at.x)
            text_ += concat("V", decimal(next.y));
        else if (next.y == at.y)
            text_ += concat("H", decimal(next.x));
        else
            text_ += concat("L", decimal(next.x), " ", decimal(next.y));
        at = next;
    }
    text_ += concat("V", decimal(base), "Z\"");
    colour("fill", fill);
    end("path", title);
}

void Svg::line(std::span<const Point> points, Colour stroke, float width, bool dashed) {
    text_ += "<polyline fill=\"none\" points=\"";
    for (const Point& point : points) text_ += concat(decimal(point.x), ",", decimal(point.y), " ");
    text_ += '"';
    colour("stroke", stroke);
    attribute("stroke-width", width);
    text_ += dashed ? " stroke-dasharray=\"5 4\"/>\n" : "/>\n";
}

void Svg::words(Point at, std::string_view words, Colour fill, Anchor anchor) {
    constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
    text_ += "<text";
    attribute("x", at.x);
    attribute("y", at.y);
    colour("fill", fill);
    text_ += concat(" text-anchor=\"", kAnchors[static_cast<std::size_t>(anchor)], "\">");
    escaped(words);
    text_ += "</text>\n";
}

void Svg::name(std::string_view title) {
    constexpr std::string_view kElement = "<svg";
    text_.insert(kElement.size(), " role=\"img\"");
    text_ += "<title>";
    escaped(title);
    text_ += "</title>\n";
}

void Svg::rounded_box(const Box& box, float radius, Colour fill) {
    begin_rectangle(box);
    attribute("rx", radius);
    colour("fill", fill);
    end("rect", "");
}

void Svg::begin_letters(Point at, const Lettering& lettering) {
    text_ += "<text";
    attribute("x", at.x);
    attribute("y", at.y);
    attribute("font-size", lettering.size);
    if (lettering.is_bold) text_ += " font-weight=\"600\"";
    if (lettering.is_serif) text_ += " font-family=\"'STIX Two Text', 'Times New Roman', serif\"";
    if (lettering.length > 0) {
        attribute("textLength", lettering.length);
        text_ += " lengthAdjust=\"spacingAndGlyphs\"";
    }
    colour("fill", lettering.colour);
    text_ += '>';
}

void Svg::letters(Point at, std::string_view words, const Lettering& lettering) {
    begin_letters(at, lettering);
    escaped(words);
    text_ += "</text>\n";
}

void Svg::formula(Point at, std::string_view unicode, const Lettering& lettering) {
    begin_letters(at, lettering);
    text_ += formula_spans(unicode);
    text_ += "</text>\n";
}

void Svg::begin_part(Point corner) {
    text_ += concat("<g transform=\"translate(", decimal(corner.x), " ", decimal(corner.y), ")\">\n");
}

void Svg::end_part() {
    text_ += "</g>\n";
}

void Svg::place(const Box& box, std::string_view path, bool is_open) {
    text_ += concat("<rect class=\"place\" aria-expanded=\"", is_open ? "true" : "false", "\" data-path=\"");
    for (std::size_t quote; (quote = path.find('"')) != std::string_view::npos;
         path.remove_prefix(quote + 1)) {
        escaped(path.substr(0, quote));
        text_ += "&quot;";
    }
    escaped(path);
    text_ += "\"";
    attribute("x", box.x);
    attribute("y", box.y);
    attribute("width", std::max(box.w, 0.0f));
    attribute("height", std::max(box.h, 0.0f));
    text_ += " fill-opacity=\"0\"/>\n";
}

std::string Svg::finished() {
    text_ += "</svg>\n";
    return std::move(text_);
}

}  // namespace paramscope
