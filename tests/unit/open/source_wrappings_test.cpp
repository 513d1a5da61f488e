// What surrounds source code where it was copied, each kind by itself: what remains of a text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "open/python/texts/notebook.h"
#include "open/python/texts/texts.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace THIS_FILE {

using Remove = std::optional<Unwrapped> (*)(std::string_view);

struct Case {
    std::string_view text;
    std::string_view rest;  ///< "" for a text that has nothing of the kind
};

void expect_rests(Remove remove, std::initializer_list<Case> cases) {
    for (const Case& each : cases) {
        const std::optional<Unwrapped> rest = remove(each.text);
        EXPECT_EQ(rest ? rest->text : "", each.rest) << each.text;
    }
}

TEST(SourceWrappings, CharactersOfTerminalsAndPages) {
    expect_rests(replace_characters,
                 {
                     {"x = 1\r\ny = 2\r\n", ""},
                     {"x = 1\ry = 2\r", "x = 1\ny = 2\n"},
                     {"\xEF\xBB\xBFx = 1", "x = 1"},
                     {"self.f\xE2\x80\x8B"
                      "c = 1",
                      "self.fc = 1"},
                     {"\xC2\xA0\xC2\xA0x = 1", "  x = 1"},
                     {"\x1B[32mx\x1B[0m = 1", "x = 1"},
                     {"if a &gt; 1 and b == &quot;c&quot;: x", "if a > 1 and b == \"c\": x"},
                     {"<pre><code class=\"py\"><span>x</span> &lt; <b>y</b></code></pre>", "\nx < y\n"},
                     {"x = 'a <pre> b'\ny = a<b", ""},
                     {"x = '&gt; <br>'  # &lt;", ""},
                 });
}

TEST(SourceWrappings, SignsOfPrint) {
    expect_rests(straighten_signs, {
                                       {"print(\xE2\x80\x9C"
                                        "done\xE2\x80\x9D)",
                                        "print(\"done\")"},
                                       {"x = \xE2\x80\x98y\xE2\x80\x99", "x = 'y'"},
                                       {"x = f\xE2\x80\x9C"
                                        "a\xEF\xBC\x8C b\xE2\x80\x9D",
                                        "x = f\"a\xEF\xBC\x8C b\""},
                                       {"f\xEF\xBC\x88"
                                        "1\xEF\xBC\x8C\xE2\x88\x92"
                                        "2\xEF\xBC\x89",
                                        "f(1,-2)"},
                                       {"x = '\xE2\x80\x9C'  # \xE2\x80\x9D", ""},
                                       {"x = 'plain'", ""},
                                   });
}

TEST(SourceWrappings, Conflicts) {
    expect_rests(settle_conflicts, {
                                       {"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n",
                                        "a\n            \nb\n       \n \n         \nd\n"},
                                       {"<<<<<<<\nb\n||||||| base\na\n=======\nc\n>>>>>>>\n",
                                        "       \nb\n            \n \n       \n \n       \n"},
                                       {"<<<<<<< HEAD\nb\n=======\nc\n", ""},
                                       {"Title\n=======\n", ""},
                                       {"<<<<<<<<<<\n=======\n>>>>>>>\n", ""},
                                   });
}

TEST(SourceWrappings, Quotations) {
    expect_rests(remove_quotes, {
                                    {"> import a\n>\n> x = 1\n", "import a\n\nx = 1\n"},
                                    {">import a\n>x = 1\n", "import a\nx = 1\n"},
                                    {"> > import a\n> > x = 1\n> >\n", "import a\nx = 1\n\n"},
                                    {"He wrote:\n> import a\n> x = 1\nFine!\n", "\nimport a\nx = 1\n\n"},
                                    {"| import a\n|     x\n", "import a\n    x\n"},
                                    {"+import a\n+x = 1\n", "import a\nx = 1\n"},
                                    {"> >>> import a\n> ... x\n", ">>> import a\n... x\n"},
                                    // Nothing is quoted in code, and a session is no quotation.
                                    {"import a\n\"\"\"\n> x\n> import b\n\"\"\"\n", ""},
                                    {">>> import a\n>>> x = 1\n", ""},
                                    {"> He said\n> nothing\n", ""},
                                    {"+---+\n| a |\n", ""},
                                });
}

TEST(SourceWrappings, LineNumbers) {
    expect_rests(remove_line_numbers,
                 {
                     {" 9  import a\n10  def f():\n11      x\n", "import a\ndef f():\n    x\n"},
                     {"9 import a\n10 def f():\n11     x\n", "import a\ndef f():\n    x\n"},
                     {"9  import a\n10 def f():\n11     x\n", "import a\ndef f():\n    x\n"},
                     {"9\timport a\n10\tdef f():\n11\t\tx\n", "import a\ndef f():\n\tx\n"},
                     {"1: import a\n2:\n3: x\n", "import a\n\nx\n"},
                     {"1:import a\n2:def f():\n3:    x\n", "import a\ndef f():\n    x\n"},
                     {"1. import a\n2. def f():\n3.     x\n", "import a\ndef f():\n    x\n"},
                     {"001| import a\n002| def f():\n003|     x\n", "import a\ndef f():\n    x\n"},
                     {"1 | import a\n2 | def f():\n3 |     x\n", "import a\ndef f():\n    x\n"},
                     {"  1\xE2\x86\x92import a\n  2\xE2\x86\x92x\n  3\xE2\x86\x92y\n", "import a\nx\ny\n"},
                     // Blank lines without a number, heads of pages, brackets over several lines.
                     {"1 import a\n\n2 x\n3 y\n", "import a\n\nx\ny\n"},
                     {"1 import a\n2 x\nChapter 3\n3 y\n", "import a\nx\n\ny\n"},
                     {"1 import a\n2 x = f(\n   1)\n3 y\n", "import a\nx = f(\n   1)\ny\n"},
                     {"1 import a\n2 x = f(\n3 )\n4 y = [\n5   ]\n", "import a\nx = f(\n)\ny = [\n  ]\n"},
                     // Several listings, text around.
                     {"1 import a\n2 x\n\n1 def f():\n2   y\n", "import a\nx\n\ndef f():\n  y\n"},
                     {"Listing 3\n1 import a\n2 x\n3 y\nEnd\n", "Listing 3\nimport a\nx\ny\nEnd\n"},
                     // Numbers on lines of their own.
                     {"1\nimport a\n2\nx\n3\ny\n", "\nimport a\n\nx\n\ny\n"},
                     {"1\n2\n3\nimport a\nx\ny\n", "\n\n\nimport a\nx\ny\n"},
                     // No numbers of lines.
                     {"import a\nx = [\n1,\n2,\n3,\n]\n", ""},
                     {"import a\n\"\"\"\n1. import b\n2. x\n3. y\n\"\"\"\n", ""},
                     {"1 import a\n2 x\n", ""},
                     {"1 loss\n2 loss\n3 loss\n", ""},
                     {"1 import a\n3 x\n5 y\n", ""},
                     {"99999999999999999999 import a\n1 x\n2 y\n", ""},
                 });
}

TEST(SourceWrappings, Sessions) {
    expect_rests(
        remove_prompts,
        {
            {">>> import a\n>>> def f():\n...     x\n... \n>>> f()\n3\n>>>\n",
             "import a\ndef f():\n    x\n\nf()\n\n\n"},
            {"In [1]: import a\n   ...: x = 1\n   ...:\n\nIn [12]: x\nOut[12]: \n1\n",
             "import a\nx = 1\n\n\nx\n\n\n"},
            {"In [1]:\nimport a\nx\n\nOut[1]:\n3\nIn [ ]:\ny\n", "\nimport a\nx\n\n\n\n\ny\n"},
            {"$ python\nPython 3.10\n>>> x = 1\n$ ls\n", "\n\nx = 1\n\n"},
            {"(Pdb) x = 1\n(Pdb) n\n-> y\n", "x = 1\nn\n\n"},
            {"import a\nx = 1\n>>> y = x\n>>> y\n1\nimport b\n", "import a\nx = 1\ny = x\ny\n\nimport b\n"},
            {"[1]:\n\nimport a\n\n[2]:\n\nx\n\n[2]:\n\n3\n", "\n\nimport a\n\n\n\nx\n\n\n\n\n"},
            // Examples in a docstring, and values of dicts.
            {"def f():\n    \"\"\"\n    >>> x\n    \"\"\"\n", ""},
            {"x = {[1]: 2}\n", ""},
            {"...\n... x\n", ""},
        });
}

TEST(SourceWrappings, Prose) {
    expect_rests(
        remove_prose,
        {
            {"Here is my code:\nx = 1\nThanks!\n", "                \nx = 1\n       \n"},
            {"x = 1\n```\nIt has two layers.\n", "x = 1\n   \n                  \n"},
            {"- `conv1` is first\nx = 1\n", "                  \nx = 1\n"},
            {"Epoch 1/10: loss=0.3\nx = 1\n", "                    \nx = 1\n"},
            {"Traceback (most recent call last):\n  File \"a.py\"\n    self.x = 1\nValueError: no\nx = 1\n",
             "                                  \n             \n              \n              \nx = 1\n"},
            {"\xE6\x88\x91\xE7\x9A\x84\xEF\xBC\x9A\nx = 1\n", "         \nx = 1\n"},
            {".. code-block:: python\n\\end{x}\n$ ls\n| a | b |\n",
             "                      \n       \n    \n         \n"},
            {"from the paper I took:\nif you want more, ask.\nx = 1\n",
             "                      \n                      \nx = 1\n"},
            // Code is left as it is, with what it says in strings and comments.
            {"x = 'Here is my code'  # Here is my code\n", ""},
            {"\"\"\"\nHere is my code:\n\"\"\"\n", ""},
            {"x = [\n    a,\n    b c\n]\n", ""},
            {"for a in b: print(a if c else d)\nassert a is not b, 'no'\nlambda x: x\nnot f(a) or b\n", ""},
            {"self.fc = nn Linear (3, 4)\nreturn x y z.\n", ""},
            {"match x:\n    case 1: pass\ntype A = int\nasync def f(): await g()\n", ""},
            {"x = a \\\n    or 3\ny = b \\\n    | c | d\n", ""},
            {"x = [3,\nnot 3]\nself.a = 3\xE3\x80\x82\n", ""},
            {"net\nnet.a[0, 1]\n...\nf(1e5 if x else 0x10)\n(a\n)\nx:\n  int\n", ""},
            {"Code:\nhttps://a.b/c\n--\n== A ==\n<b>\n[code=py]\n[/code]\nx = 1\ntensor([1,\n   2], "
             "grad_fn=<A>)\n",
             "     \n             \n  \n       \n   \n         \n       \nx = 1\n          \n                "
             "   \n"},
        });
}

TEST(SourceWrappings, PrintsAndCommands) {
    expect_rests(remove_prints,
                 {
                     {"x = 1\nNet(\n  (fc): Linear(in_features=2, out_features=1, bias=True)\n)\ny = 2\n",
                      "x = 1\n    \n                                                        \n \ny = 2\n"},
                     {"x = f(\n  (a),\n)\n", ""},
                     {"Net(\n    (3, 4)\n)\n", ""},
                 });
    expect_rests(
        remove_magics,
        {
            {"!pip install a\n%matplotlib inline\nx = 1\n", "              \n                  \nx = 1\n"},
            {"if a:\n    !ls\nnet?\nf = !ls -l\n", "if a:\n    0  \n    \n          \n"},
            {"!ls \\\n  -l\nx\n", "     \n    \nx\n"},
            {"x = ('%s'\n     % name)\ny = 1 != 2\n", ""},
            {"\"\"\"\n%time\n!ls\n\"\"\"\n", ""},
        });
}

TEST(SourceWrappings, Markdown) {
    expect_rests(remove_markdown,
                 {
                     {"Hi\n```python\nx = f.g(1)\n```\nBye\n", "  \n         \nx = f.g(1)\n   \n   \n"},
                     {"Hi\n```{python}\nimport a\n", "  \n           \nimport a\n"},
                     {"```bash\nls\n```\n~~~py\nimport a\n~~~\n", "       \n  \n   \n     \nimport a\n   \n"},
                     {"Bob\n```import a\nf.g(1)```\n", "   \n   import a\nf.g(1)   \n"},
                     {"import a\n```\nx\n```\n", ""},
                     {"def f():\n    r\"\"\"\n    ```python\n    ```\"\"\"\n    return 1\n", ""},
                     {"```\nplain\n```\n", ""},
                 });
}

TEST(SourceWrappings, LostLineBreaks) {
    const std::string_view net =
        "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.w = f(1)\n        self.v = 2\n"
        "    def forward(self, x):\n        x = self.w(x)\n        return x\nnet = A()";
    expect_rests(
        restore_line_breaks,
        {
            {"class A(nn.Module): def __init__(self): super().__init__() self.w = f(1) self.v = 2 def "
             "forward(self, x): "
             "x = self.w(x) return x net = A()",
             net},
            {"class A(nn.Module):def __init__(self):super().__init__()self.w = f(1)self.v = 2def "
             "forward(self, x):"
             "x = self.w(x)return (x)net = A()",
             "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = "
             "f(1)\n"
             "        self.v = 2\n    def forward(self, x):\n        x = self.w(x)\n        return (x)\nnet "
             "= A()"},
            {"import a import b def f(x): y = x if x else 3 return y def g(z): return lambda q: q",
             "import a\nimport b\ndef f(x):\n    y = x if x else 3\n    return y\ndef g(z):\n    return "
             "lambda q: q"},
            {"def f(x): return xdef g(x): return x", "def f(x):\n    return x\ndef g(x):\n    return x"},
            {"self.a = f(1)self.b = g(2)", "self.a = f(1)\nself.b = g(2)"},
            // Code with its breaks.
            {"class A: pass\nasync def f(): return 1\nx = 'a def b'  # and def c\n", ""},
            {"a = mdef['a'] if 'a' in mdef else 3\nfor mdef in undef or xdef:\n    f(mdef is None)\n", ""},
            {"# def f(x):\n    # as in the old def g(x)\n# undef x\n# class A: def f(self): return 1\nx = "
             "1\n",
             ""},
        });
}

TEST(SourceWrappings, LostLineBreaksOfBlocksAreRefused) {
    for (const std::string_view text :
         {"def f(x): for a in x: y = a return y def g(x): return x",
          "def f(x): if x: return 1 return 2 def g(): 0", "class A(M): def f(x): y = 1 # one z = 2",
          "class A(M): # one def f(x): y = 1", "def f(x): a = bc = 3 def g(x): 0",
          "def f(x): while x: y() def g(): 0", "def f(x): return 1 @g def h(): 0",
          "class A(B):def f(self, x):return xnet = A()"}) {
        const std::optional<Unwrapped> rest = restore_line_breaks(text);
        ASSERT_TRUE(rest) << text;
        EXPECT_TRUE(has_errors(rest->diagnostics)) << text << "\n" << rest->text;
    }
}

TEST(SourceWrappings, LostIndentation) {
    expect_rests(
        restore_indentation,
        {
            {"import a\nclass A(B):\ndef __init__(self):\nself.x = f(\n1)\n\ndef f(self):\nreturn 1\ny = "
             "A()\n",
             "import a\nclass A(B):\n    def __init__(self):\n        self.x = f(\n1)\n\n    def f(self):\n"
             "        return 1\ny = A()\n"},
            {"class A(B):\ndef __init__(self):\n    self.x = 1\n", ""},
            {"class A(B): pass\ndef f(x): pass\n", ""},
        });
    const auto rest = restore_indentation("class A(B):\ndef __init__(self):\nfor x in y:\nf(x)\ng(x)\n");
    ASSERT_TRUE(rest);
    EXPECT_TRUE(has_errors(rest->diagnostics));
}

TEST(SourceWrappings, Fragments) {
    expect_rests(
        complete_fragment,
        {
            {"  def __init__(self):\n    self.a = 1\n  def forward(self, x):\n    return x\n",
             "class Model(nn.Module):\n  def __init__(self):\n    self.a = 1\n  def forward(self, x):\n    "
             "return x\n"},
            {"def __init__(self):\n  super(Net, self).__init__()\n\ndef call(self, x):\n  return x\nx = "
             "Net()\n",
             "class Net(keras.Model):\n def __init__(self):\n   super(Net, self).__init__()\n \n def "
             "call(self, x):\n"
             "   return x\nx = Net()\n"},
            {"def __init__(self):\n    self.a = 1\n\n  def forward(self, x):\n    return x\n",
             "class Model(nn.Module):\n  def __init__(self):\n    self.a = 1\n\n  def forward(self, x):\n    "
             "return x\n"},
            {"self.a = 1\n    self.b = 2\n  def forward(self, x):\n    return x\n",
             "class Model(nn.Module):\n  def __init__(self):\n    super().__init__()\n    self.a = 1\n    "
             "self.b = 2\n"
             "  def forward(self, x):\n    return x\n"},
            {"3), x)\n    self.b = 2\n  def forward(self, x):\n    return x\n",
             "class Model(nn.Module):\n  def __init__(self):\n    super().__init__()\n\n    self.b = 2\n"
             "  def forward(self, x):\n    return x\n"},
            {"    super().__init__()\n    self.a = 1\n", "\nself.a = 1\n"},
            {"  x = 1\n    # a\n# b\n  y = 2\n", "x = 1\n  # a\n# b\ny = 2\n"},
            {"    x = 1\n  y = 2\n", "if True:\n    x = 1\n  y = 2\n"},
            {"x = 1\n  y = 2\n", "if True:\n  x = 1\n  y = 2\n"},
            // Whole code.
            {"class A:\n  def __init__(self):\n    self.x = 1\n", ""},
            {"def f(self):\n  return 1\n", ""},
            {"def f():\n  def __init__(self): pass\n  A.__init__ = __init__\n", ""},
            {"x = f(\n  1)\n", ""},
            {"", ""},
        });
}

TEST(SourceWrappings, UnpackedBrackets) {
    expect_rests(bracket_unpacked, {
                                       {"  return n, *(int(x) for x in xs)  # all\n",
                                        "  return (n, *(int(x) for x in xs))  # all\n"},
                                       {"a = b = 1, *[2, 3]\n", "a = b = (1, *[2, 3])\n"},
                                       {"y = *(a), 1\n", "y = (*(a), 1)\n"},
                                       {"y = 2*(3)\nz = (1, *(2, 3))\nf(*(a))\ny = a == 2 *(3)\n", ""},
                                       {"y = 1, *(2,\n", ""},
                                   });
}

TEST(SourceWrappings, CellsOfNotebooks) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {R"({"cells": [{"cell_type": "code", "source": ["x = 1\n", "y"]}, {"cell_type": "markdown", "source": "z"},
            {"cell_type": "code", "source": "a = \"\\n\"\n\tb"}], "nbformat": 4})",
         "# %%\nx = 1\ny\n# %%\na = \"\\n\"\n\tb\n"},
        {R"({"worksheets": [{"cells": [{"cell_type": "code", "input": ["x"]}]}], "nbformat": 3})",
         "# %%\nx\n"},
        {R"({"cells": [{"cell_type": "code", "source": ["\n", "  a\n", "    b\n", "\n", " c"]}]})",
         "# %%\n\na\n  b\n\n c\n"},
        {R"({"cells": [{"cell_type": "code", "source": "%%bash\nls"}, {"cell_type": "code", "source": "\u00e9\ud83d\ude00x"}]})",
         "# %%\n\xC3\xA9\xF0\x9F\x98\x80x\n"},
        {R"({"cells": [{"cell_type": "code", "source": [1, null, "x", {}]}, {"cell_type": "code"}, 3]})",
         "# %%\nx\n"},
    };
    for (const auto& [json, code] : cases) {
        EXPECT_TRUE(is_notebook(json)) << json;
        EXPECT_EQ(read_notebook(json).text, code) << json;
    }
}

TEST(SourceWrappings, NotebooksWithoutPythonAreRefused) {
    for (
        const std::string_view json :
        {R"({"cells": [], "nbformat": 4})",
         R"({"cells": [{"cell_type": "code", "source": "x"}, "nbformat": 4)",
         R"({"cells": [{"cell_type": "code", "source": "x"}], "metadata": {"kernelspec": {"language": "R"}}})",
         R"({"cells": 3, "nbformat": 4})"}) {
        const NotebookCode code = read_notebook(json);
        EXPECT_TRUE(has_errors(code.diagnostics)) << json;
        EXPECT_EQ(code.text, "") << json;
    }
}

/// Finds the code of a text, and checks that its places lie in the text and in order.
void expect_places(const std::string& text) {
    const FoundCode code = find_code(text);
    std::uint32_t last = 0;
    for (std::uint32_t at = 0; at <= code.text().size(); ++at) {
        const Span place = code.place_in_source({at, at});
        ASSERT_LE(place.end, text.size()) << text;
        ASSERT_GE(place.begin, last) << text;
        last = place.begin;
    }
}

TEST(SourceWrappings, HavePlacesInTheText) {
    const std::string texts[] = {
        "> 1 import a\n> 2 class A:\n> 3   def f(self): x\n",
        "In [1]: import a\n   ...: x = \xE2\x80\x9Cy\xE2\x80\x9D\n\nIn [2]: !ls\nOut[2]: z\n",
        "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n  def __init__(self):\n    self.a = 1, *(2, 3)\n",
        "class A(M):def __init__(self):super().__init__()self.w = 'a'def f(self): return &lt;\r\n",
        "```python\n>>> import a\n```\nTraceback (most recent call last):\n  x\nE: y\n",
    };
    for (const std::string& text : texts) {
        for (std::size_t length = 0; length <= text.size(); ++length) {
            expect_places(text.substr(0, length));
            expect_places(text.substr(length));
            for (const char byte : {'\n', '(', '"', '\\', '\xE2', '\0'}) {
                std::string changed = text;
                if (length < text.size()) changed[length] = byte;
                expect_places(changed);
            }
        }
    }
}

TEST(SourceWrappings, TakeTimeByTheLengthOfTheText) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"1 import a\n", "2 x\n3 y\n9 z\n"},
        {"", ">>> x\n... y\n"},
        {"", "<<<<<<< a\n=======\n"},
        {"", "\"\"\" ' \" # (\n"},
        {"", "((((\n"},
        {"def f(): def ", "x = 3 "},
        {"", " def f(self):\n"},
        {"", "Net(\n  (a): B(\n"},
        {"", "> > > > > > > >"},
        {"", "Traceback (most recent call last):\n"},
        {"", "x = 1, *("},
        {"def a(): b", "self.c ="},
        {"", "`````\n"},
        {"> import a\n", "> >"},
    };
    for (const auto& [begin, part] : cases) {
        std::string text(begin);
        while (text.size() < 300'000) text += part;
        EXPECT_LT(find_code(text).text().size(), 3 * text.size()) << part;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::python::texts
