// Generators of source code: their items are made when they are taken.
#include <gtest/gtest.h>

#include <string>

#include "algebra/print.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The parameters of Linear(1, n, bias=False) after `lines`: n, and "exact" or what else it is.
std::string width(const std::string& lines, const std::string& n) {
    const std::string code = "from torch import nn\n" + lines + "net = nn.Linear(1, " + n + ", bias=False)\n";
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const Quantity& count = report.root()->facts->parameters;
    return (count.value ? to_string(*count.value) : "unknown") + " " + std::string(to_string(count.basis));
}

TEST(Generators, MakeAnItemWhenItIsTaken) {
    const struct {
        const char *lines, *n, *expected;
    } cases[] = {
        {"seen = []\ng = (seen.append(i) or i for i in range(5))\n", "len(seen) + 1", "1 exact"},
        {"seen = []\ng = (seen.append(i) or i for i in range(5))\nnext(g)\n", "len(seen)", "1 exact"},
        {"seen = []\ng = (seen.append(i) or i for i in range(5))\nnext(g)\nlist(g)\n", "len(seen)", "5 exact"},
        {"g = (i for i in (4, 5, 6) if i > 4)\na = next(g)\n", "10 * a + sum(g)", "56 exact"},
        {"g = (i * j for i in (2, 3) for j in (5, 7))\na = next(g)\nb = list(g)\n", "100 * a + 10 * len(b) + b[-1]",
         "1051 exact"},
        {"g = (i for i in (4, 5))\na = [*g]\n", "len(a) + 10 * len(list(g)) + next(g, 7)", "9 exact"},
        {"g = (i for i in ())\n", "3 if g else 4", "3 exact"},
        {"d = {'a': 8}\ng = (d[k] for k in ('a', 'b'))\n", "next(g)", "8 exact"},
        {"g = (k for k in (4, 5, 6))\nfor k in g:\n    break\n", "len(list(g))", "2 exact"},
        {"def take(items):\n    return next(items)\n", "take(i + 1 for i in (1, nothing))", "2 exact"},
        {"m = max(i for i in (4, 9, 5))\n", "m", "9 exact"},
        {"m = ','.join(str(i) for i in (4, 9, 5))\n", "len(m)", "5 exact"},
        {"z = zip((i for i in (1, 2, 3)), 'ab')\n", "len(list(z))", "2 exact"},
    };
    for (const auto& each : cases) EXPECT_EQ(width(each.lines, each.n), each.expected) << each.lines << each.n;
}

TEST(Generators, OfFunctionsRunToTheItemThatIsTaken) {
    const std::string count = "seen = []\ndef count(n):\n    for i in range(n):\n        seen.append(i)\n        yield i + 1\n    seen.append(-1)\n";
    const std::string endless = "def endless():\n    i = 1\n    while True:\n        if i % 2:\n            yield i\n        i += 1\n";
    const struct {
        std::string lines;
        const char *n, *expected;
    } cases[] = {
        {count + "count(3)\n", "len(seen) + 1", "1 exact"},
        {count + "g = count(3)\nnext(g)\n", "len(seen)", "1 exact"},
        {count + "g = count(3)\nnext(g)\nnext(g)\n", "len(seen)", "2 exact"},
        {count + "a = sum(count(3))\n", "10 * a + len(seen)", "64 exact"},
        {count + "g = count(3)\nnext(g)\na = list(g)\n", "10 * len(a) + len(seen)", "24 exact"},
        {count + "for i in count(9):\n    if i == 3:\n        break\n", "10 * i + len(seen)", "33 exact"},
        {count + "for i in count(2):\n    seen.append(9)\nelse:\n    i = 7\n", "10 * i + len(seen)", "75 exact"},
        {count + "g = count(1)\na = next(g) + next(g, 5)\n", "10 * a + len(seen)", "62 exact"},
        {endless + "g = endless()\nnext(g)\nnext(g)\n", "next(g)", "5 exact"},
        {endless + "for i in endless():\n    if i > 6:\n        break\n", "i", "7 exact"},
        {"def f():\n    yield 2\n    return\n    yield 3\n", "sum(f())", "2 exact"},
        {"def f():\n    for i in (1, 2, 3, 4):\n        if i == 2:\n            continue\n        elif i == 4:\n            break\n"
         "        yield i\n    else:\n        yield 100\n    yield 10\ng = f()\na = next(g)\n",
         "a + sum(g)", "14 exact"},
        {"def f():\n    n = 0\n    while n < 2:\n        n += 1\n        yield n\n    else:\n        yield 50\ng = f()\na = next(g)\n", "a + sum(g)",
         "53 exact"},
        {"def walk(n):\n    if n:\n        yield from walk(n - 1)\n    yield n\ng = walk(3)\na = next(g)\n", "10 * a + len(list(g))", "3 exact"},
        {"def f():\n    try:\n        yield 4\n    finally:\n        yield 5\ng = f()\n", "next(g)", "4 exact"},
        {"n = 4\ndef f():\n    global n\n    n = 9\n    try:\n        yield n\n    finally:\n        n = 5\ng = f()\na = next(g) + n\nb = next(g, 1)\n",
         "10 * (a + b) + n", "195 exact"},
        {"def f():\n    for i in (1, 2):\n        try:\n            if i == 2:\n                return\n            yield i\n        finally:\n            seen.append(i)\n"
         "seen = []\ng = f()\na = next(g)\nb = len(seen)\n", "100 * len(seen) + 10 * next(g, 7) + a + len(seen)", "73 exact"},
        {"def f():\n    yield next(g)\ng = f()\ntry:\n    a = next(g)\nexcept ValueError:\n    a = 8\n", "a", "8 exact"},
        {"def f():\n    raise KeyError\n    yield 1\ng = f()\ntry:\n    a = next(g)\nexcept KeyError:\n    a = 6\n", "a + next(g, 1)", "7 exact"},
    };
    for (const auto& each : cases) EXPECT_EQ(width(each.lines, each.n), each.expected) << each.lines << each.n;
}

TEST(Generators, SeeTheNamesOfThePlaceWhereTheyAreWritten) {
    EXPECT_EQ(width("k = 2\ng = (k * i for i in (1, 2))\nk = 5\ni = 100\na = next(g)\n", "a + i"), "105 exact");
    EXPECT_EQ(width("items = [1, 2]\ng = (i for i in items)\nitems = []\n", "len(list(g))"), "2 exact");
}

TEST(Generators, RaiseWhenTheirItemIsTaken) {
    EXPECT_EQ(width("g = (1 // i for i in (0, 1))\ntry:\n    a = next(g)\nexcept ZeroDivisionError:\n    a = 3\n", "a"),
              "3 exact");
    EXPECT_EQ(width("g = (unknown_lib.f(i) for i in (0, 1))\nlist(g)\n", "4"), "4 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
