// Formats numbers for the command line, exports and the page alike: exact with thousands separators, or three
// digits and a unit.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"
#include "algebra/print.h"
#include "count/report/report.h"

namespace paramscope {

/// The sign before a number: "≥ " when a part is unknown, "≤ " when weights may be tied or buffers, "≈ " when
/// an estimate is counted, "" when it is complete.
std::string_view sign_of(Basis basis);

/// `1,234`; `≥ 1,234` when a part is unknown; `?` when the whole is unknown.
std::string exact(const Quantity& quantity);
/// `1,234`, or `?`.
std::string exact(const std::optional<Integer>& value);
/// What running text says of a number in one language; each `@` is a number.
struct BoundWords {
    std::string_view unknown, at_most, at_least, about, as_printed, range, range_by_default;
};
inline constexpr BoundWords kEnglishBounds = {"unknown",       "at most @", "at least @",          "about @",
                                              "@, as printed", "@ to @",    "@, or @ without ties"};
inline constexpr BoundWords kChineseBounds = {
    "未知", "至多 @", "至少 @", "约 @", "@（按打印内容）", "@ 到 @", "@；若不共享权重则为 @"};

/// `1,234`, `at least 1,234`, `at most 1,234`, `about 1,234` or `unknown`, for running text.
std::string exact_in_words(const Quantity& quantity, const BoundWords& words = kEnglishBounds);

/// The total of a report's parameters for running text: exact_in_words(), `1,234, as printed`, or `1,000 to
/// 1,234` where weights may be tied or buffers.
std::string total_in_words(const Report& report, const BoundWords& words = kEnglishBounds);

/// An estimate for running text, with its ends where they are known: `about 1,234`, `1,000 to 1,300`.
std::string work_in_words(const Quantity& work, const std::optional<Bounds>& bounds,
                          const BoundWords& words = kEnglishBounds);

/// "6.74 B": k, M, B, T as people count parameters; exact below 10,000.
std::string short_count(Integer value);

/// "4.09 GMACs": SI prefixes before `unit`; exact below 1,000.
std::string short_work(Integer value, std::string_view unit);

/// "8.18 G", "≈ 8.18 G"; "7.90 G – 8.18 G" where the ends are known and differ in these digits; "?" where
/// nothing is known.
std::string short_range(const Quantity& work, const std::optional<Bounds>& bounds,
                        std::string_view unit = "");

/// A summand: `value`, so many times.
struct Summand {
    Integer value;
    Integer times = 1;
};
/// The values of summands and then their sum, as short_work() has them, with as few digits as make the
/// shortened numbers add up: "4.09 G", "22.2 M", "4.11 G".
std::vector<std::string> short_sum(std::span<const Summand> summands);

/// "13.5 GB", in powers of 1000; exact below 1,000.
std::string short_bytes(Integer value);

/// "5.45 ms", "1.20 µs", "3.00 s": three digits, from 1 s on as many as it needs; "0" below 1 ps.
std::string short_seconds(double seconds);

/// `value`, which is not negative, with so many decimals.
std::string rounded(double value, int decimals);

/// A share of a whole, from 0 to 1: "31.9%", "<0.1%", "100%"; "" for zero.
std::string percent(double share);

/// percent() of all instances of `part` in `whole`; "" where a number is unknown or the whole is zero.
std::string share_of(const Quantity& part, const Quantity& whole, std::optional<Integer> instances = 1);

/// An approximation's error in one or two digits: "0.21%", "5.4%"; "3·10⁻⁶" below 0.01%. Escaped for LaTeX
/// if `notation` is Latex.
std::string relative_error(double error, Notation notation = Notation::Unicode);

}  // namespace paramscope
