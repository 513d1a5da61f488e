#include "algebra/print.h"

#include "algebra/symbol_names.h"
#include "base/concat.h"
#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* plain;
    const char* unicode;
    const char* latex;
};

TEST(Print, AllNotations) {
    for (const Case& c : {
             Case{"0", "0", "0", "0"},
             Case{"-7", "-7", "−7", "-7"},
             Case{"12*d_model^2 + 13*d_model", "12*d_model^2 + 13*d_model", "12·d_model² + 13·d_model",
                  "12 d_{\\mathrm{model}}^{2} + 13 d_{\\mathrm{model}}"},
             Case{"d - h", "d - h", "d − h", "d - h"},
             Case{"-d*h - 1", "-d*h - 1", "−d·h − 1", "-d h - 1"},
             Case{"d/2", "1/2*d", "d/2", "\\frac{d}{2}"},
             Case{"-3*d/(2*h)", "-3/2*d/h", "−3·d/(2·h)", "-\\frac{3 d}{2 h}"},
             Case{"1/h^2", "1/h^2", "1/h²", "\\frac{1}{h^{2}}"},
             Case{"d/(h*k)", "d/(h*k)", "d/(h·k)", "\\frac{d}{h k}"},
             Case{"1/3", "1/3", "1/3", "\\frac{1}{3}"},
             Case{"d^10", "d^10", "d¹⁰", "d^{10}"},
             Case{"d/(h + 1)", "d/(h + 1)", "d/(h + 1)", "\\frac{d}{h + 1}"},
             Case{"d/(h + 1)^3", "d/(h^3 + 3*h^2 + 3*h + 1)", "d/(h³ + 3·h² + 3·h + 1)",
                  "\\frac{d}{h^{3} + 3 h^{2} + 3 h + 1}"},
             Case{"d*(h + 1)^-2/k", "d*(h + 1)^-2/k", "d/(k·(h + 1)²)",
                  "\\frac{d}{k \\left(h + 1\\right)^{2}}"},
             Case{"floor((H - 1)/2) + 1", "floor((H - 1)/2) + 1", "⌊(H − 1)/2⌋ + 1",
                  "\\left\\lfloor \\frac{H - 1}{2} \\right\\rfloor + 1"},
             Case{"ceil(3*H/2)^2", "ceil(3*H/2)^2", "⌈3·H/2⌉²",
                  "\\left\\lceil \\frac{3 H}{2} \\right\\rceil^{2}"},
             Case{"floor((H + 2*p - k)/s)", "floor((H - k + 2*p)/s)", "⌊(H − k + 2·p)/s⌋",
                  "\\left\\lfloor \\frac{H - k + 2 p}{s} \\right\\rfloor"},
             Case{"floor((H - k)/(2*s))", "floor((H - k)/(2*s))", "⌊(H − k)/(2·s)⌋",
                  "\\left\\lfloor \\frac{H - k}{2 s} \\right\\rfloor"},
             Case{"min(a, 3*b)", "min(a, 3*b)", "min(a, 3·b)", "\\min\\left(a, 3 b\\right)"},
             Case{"2^n", "pow(2, n)", "2^n", "2^{n}"},
             Case{"(2^n)^3", "pow(2, n)^3", "(2^n)³", "\\left(2^{n}\\right)^{3}"},
             Case{"(a + b)^(n - k)", "pow(a + b, n - k)", "(a + b)^(n − k)", "\\left(a + b\\right)^{n - k}"},
             Case{"3*2^n", "3*pow(2, n)", "3·2^n", "3 \\cdot 2^{n}"},
             Case{"1/layers", "1/layers", "1/layers", "\\frac{1}{\\mathrm{layers}}"},
         }) {
        const Polynomial value = formula(c.text);
        EXPECT_EQ(print(value, Notation::Plain), c.plain) << c.text;
        EXPECT_EQ(print(value, Notation::Unicode), c.unicode) << c.text;
        EXPECT_EQ(print(value, Notation::Latex), c.latex) << c.text;
        EXPECT_EQ(formula(c.plain), value) << c.plain;
    }
}

TEST(Print, Faults) {
    EXPECT_EQ(print(Polynomial::faulted(Fault::DivisionByZero), Notation::Unicode), "[division by zero]");
}

TEST(Print, WithTextsForSymbols) {
    const SymbolTexts shown = [](std::string_view name) -> std::optional<std::string> {
        if (name == "d") return "512";
        if (name == "p") return "-1";
        return std::nullopt;
    };
    const Polynomial value = formula("12*d^2 + 13*d*h");
    EXPECT_EQ(print_with(value, Notation::Unicode, shown), "12·512² + 13·512·h");
    EXPECT_EQ(print_with(value, Notation::Latex, shown), "12 \\cdot 512^{2} + 13 \\cdot 512 h");
    EXPECT_EQ(print_with(value, Notation::Plain, shown), "12*512^2 + 13*512*h");
    EXPECT_EQ(print_with(formula("floor((d - p)/2)"), Notation::Unicode, shown), "⌊(512 − (-1))/2⌋");
    EXPECT_EQ(print_with(formula("p^2"), Notation::Latex, shown), "\\left(-1\\right)^{2}");
}

TEST(Print, LatexNames) {
    struct Name {
        const char* name;
        const char* latex;
    };
    for (const Name& c : {
             Name{"d", "d"},
             Name{"layers", "\\mathrm{layers}"},
             Name{"d_model", "d_{\\mathrm{model}}"},
             Name{"d_k", "d_{k}"},
             Name{"d_1", "d_{1}"},
             Name{"alpha", "\\alpha"},
             Name{"Omega", "\\Omega"},
             Name{"beta_1", "\\beta_{1}"},
             Name{"n_kv_heads", "n_{\\mathrm{kv\\_heads}}"},
             Name{"head_dim", "\\mathrm{head}_{\\mathrm{dim}}"},
             Name{"_x", "\\mathrm{\\_x}"},
             Name{"x_", "\\mathrm{x\\_}"},
             Name{"_", "\\mathrm{\\_}"},
             Name{"h1", "\\mathrm{h1}"},
             Name{"α", "α"},
             Name{"größe", "\\mathrm{größe}"},
             Name{"50%", "\\mathrm{50\\%}"},
             Name{"a\\b~c^d", "\\mathrm{a\\backslash{}b\\sim{}c\\wedge{}d}"},
             Name{"a\nb", "\\mathrm{a\\ b}"},
         }) {
        EXPECT_EQ(latex_name(c.name), c.latex) << c.name;
    }
}

/// MathML without its leaf tags: `msup[d 2]` for <msup><mi>d</mi><mn>2</mn></msup>, `[…]` for a row.
std::string short_mathml(std::string text) {
    const auto replace_all = [&text](std::string_view from, std::string_view to) {
        for (std::size_t at = text.find(from); at != std::string::npos;
             at = text.find(from, at + to.size())) {
            text.replace(at, from.size(), to);
        }
    };
    for (const char* leaf : {"mi", "mn"}) {
        replace_all(std::string("<") + leaf + ">", "");
        replace_all(std::string("</") + leaf + ">", " ");
    }
    replace_all("<mo lspace=\"0.12em\" rspace=\"0.12em\">", "");
    replace_all("<mo form=\"infix\">", "");
    replace_all("<mo form=\"prefix\">", "prefix");
    replace_all("<mo form=\"postfix\">", "postfix");
    replace_all("<mo>", "");
    replace_all("</mo>", " ");
    for (const char* tag : {"mrow", "mfrac", "msup", "msub"}) {
        replace_all(std::string("<") + tag + ">", std::string(tag == std::string("mrow") ? "" : tag) + "[");
        replace_all(std::string("</") + tag + ">", "] ");
    }
    replace_all(" ]", "]");
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::string mathml_of(const char* text) {
    return short_mathml(print(formula(text), Notation::MathML));
}

TEST(Print, MathML) {
    struct Formula {
        const char* text;
        const char* mathml;
    };
    for (const Formula& c : {
             Formula{"0", "0"},
             Formula{"12*d_model^2 + 13*d_model", "[12 · msup[msub[d model] 2]] + [13 · msub[d model]]"},
             Formula{"-3*d + 4", "4 − [3 · d]"},
             Formula{"-d*h - 1", "prefix− [d · h] − 1"},
             Formula{"W - K", "W − K"},
             Formula{"d/2", "mfrac[d 2]"},
             Formula{"-3*d/(2*h)", "prefix− mfrac[[3 · d] [2 · h]]"},
             Formula{"1/h^2", "mfrac[1 msup[h 2]]"},
             Formula{"d/(h + 1)", "mfrac[d [h + 1]]"},
             Formula{"d*(h + 1)^-2/k", "mfrac[d [k · msup[[prefix( [h + 1] postfix)] 2]]]"},
             Formula{"floor((H - 1)/2) + 1", "[prefix⌊ mfrac[[H − 1] 2] postfix⌋] + 1"},
             Formula{"ceil(n/(2*s))", "[prefix⌈ mfrac[n [2 · s]] postfix⌉]"},
             Formula{"ceil(3*H/2)^2", "msup[[prefix⌈ mfrac[[3 · H] 2] postfix⌉] 2]"},
             Formula{"min(a, 3*b)", "[min [prefix( [a , [3 · b]] postfix)]]"},
             Formula{"2^n", "msup[2 n]"},
             Formula{"(2^n)^3", "msup[[prefix( msup[2 n] postfix)] 3]"},
             Formula{"(a + b)^(n - k)", "msup[[prefix( [a + b] postfix)] [n − k]]"},
             Formula{"50257*d^12", "[50257 · msup[d 12]]"},
             Formula{"16777216*d/300000", "mfrac[[524,288 · d] 9375]"},
         }) {
        EXPECT_EQ(mathml_of(c.text), c.mathml) << c.text;
    }
    EXPECT_EQ(print(formula("2 - d_1"), Notation::MathML),
              "<mn>2</mn><mo form=\"infix\">−</mo><msub><mi>d</mi><mn>1</mn></msub>");
    EXPECT_EQ(print(Polynomial::faulted(Fault::DivisionByZero), Notation::MathML),
              "<mtext>[division by zero]</mtext>");
}

TEST(Print, MathmlWithTextsForSymbols) {
    const SymbolTexts symbol_text = [](std::string_view name) -> std::optional<std::string> {
        if (name == "d") return "512";
        if (name == "p") return "-1";
        if (name == "q") return "a < b";
        return std::nullopt;
    };
    const auto printed = [&symbol_text](const char* text) {
        return short_mathml(print_with(formula(text), Notation::MathML, symbol_text));
    };
    EXPECT_EQ(printed("12*d^2 + 13*d*h"), "[12 · msup[512 2]] + [13 · 512 · h]");
    EXPECT_EQ(printed("p^2"), "msup[[prefix( [prefix− 1] postfix)] 2]");
    EXPECT_EQ(printed("q"), "<mtext>a &lt; b</mtext>");
}

TEST(Print, MathmlNames) {
    struct Name {
        const char* name;
        const char* mathml;
    };
    for (const Name& c : {
             Name{"d", "d"},
             Name{"n_ctx", "msub[n ctx]"},
             Name{"d_model_2", "msub[d model_2]"},
             Name{"h_1", "msub[h 1]"},
             Name{"_x", "_x"},
             Name{"x_", "x_"},
             Name{"lambda", "λ"},
             Name{"alpha_Omega", "msub[α Ω]"},
             Name{"隐层_宽", "msub[隐层 宽]"},
             Name{"a<b&c", "a&lt;b&amp;c"},
         }) {
        EXPECT_EQ(short_mathml(mathml_name(c.name)), c.mathml) << c.name;
    }
}

/// A term's sign is an <mo>, the term one element of another name: this is how a reader finds where lines may break.
TEST(Print, MathmlHasASignAndOneElementForEachTerm) {
    EXPECT_EQ(mathml_of("-a*c - 7"), "prefix− [a · c] − 7");
    for (const char* single : {"a", "a*b", "a/b", "a^2", "floor(a/2)", "(a + b)^n", "n_ctx", "0"}) {
        EXPECT_NE(print(formula(single), Notation::MathML).substr(0, 3), "<mo") << single;
    }
}

TEST(Print, MathmlOfADeepFormula) {
    std::string text = "a";
    for (int i = 0; i < 60; ++i) text = concat("floor(", text, "/2 + b)");
    const std::string mathml = print(formula(text.c_str()), Notation::MathML);
    const auto count = [&mathml](std::string_view part) {
        int found = 0;
        for (std::size_t at = mathml.find(part); at != std::string::npos; at = mathml.find(part, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("<mrow>"), count("</mrow>"));
    EXPECT_EQ(count("⌊"), count("⌋"));
    EXPECT_GT(count("⌊"), 0);
}

TEST(Print, MathmlOfHostileNames) {
    EXPECT_EQ(print(Polynomial::symbol("<img src=x onerror=alert(1)>"), Notation::MathML),
              "<mi>&lt;img src=x onerror=alert(1)&gt;</mi>");
    EXPECT_EQ(print(Polynomial::symbol("</mi></math>_<script>"), Notation::MathML),
              "<msub><mi>&lt;/mi&gt;&lt;/math&gt;</mi><mi>&lt;script&gt;</mi></msub>");
    EXPECT_EQ(print(Polynomial::symbol("&lt;"), Notation::MathML), "<mi>&amp;lt;</mi>");
}

TEST(Print, DigitsInsideFormulas) {
    EXPECT_EQ(formula_digits(99999), "99999");
    EXPECT_EQ(formula_digits(-99999), "99999");
    EXPECT_EQ(formula_digits(100000), "100,000");
    EXPECT_EQ(formula_digits(-6738415616), "6,738,415,616");
}

TEST(Print, Thousands) {
    EXPECT_EQ(with_thousands(0), "0");
    EXPECT_EQ(with_thousands(999), "999");
    EXPECT_EQ(with_thousands(1000), "1,000");
    EXPECT_EQ(with_thousands(-123456), "-123,456");
    EXPECT_EQ(with_thousands(Integer{6738415616}), "6,738,415,616");
    EXPECT_EQ(with_thousands(kSmallestInteger), "-170,141,183,460,469,231,731,687,303,715,884,105,728");
}

}  // namespace
}  // namespace paramscope
