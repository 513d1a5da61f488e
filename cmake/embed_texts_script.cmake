# Writes OUTPUT, which defines SYMBOL over FILES without comment lines of templates and of libraries. Run by paramscope_embed_texts.
# One raw string literal may hold 64 kB at most (MSVC less), so texts are cut into adjacent literals; GCC and Clang take any sum.
set(piece_length 12000)
set(entries "")
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME_WE)
    get_filename_component(folder "${file}" DIRECTORY)
    get_filename_component(group "${folder}" NAME)
    file(READ "${file}" text)
    if(file MATCHES "/src/(.*/)?(blocks|copies|types|families|architectures|libraries)/")
        string(REGEX REPLACE "(^|\n)#[^\n]*" "" text "${text}")
    endif()
    # CMake lists interpret semicolons and brackets: never treat `text` as one.
    string(LENGTH "${text}" length)
    set(literals "")
    set(at 0)
    while(at LESS length)
        string(SUBSTRING "${text}" ${at} ${piece_length} piece)
        string(APPEND literals "\n     R\"__text__(${piece})__text__\"sv")
        math(EXPR at "${at} + ${piece_length}")
    endwhile()
    string(APPEND entries "    {\"${group}\", \"${name}\",${literals}},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from text files; edit those instead.
#include \"base/shipped_texts.h\"

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace paramscope {
namespace {
using namespace std::string_view_literals;  // their length is known: Clang gives up counting it

constexpr ShippedText kTexts[] = {
${entries}};
}  // namespace

extern const std::span<const ShippedText> ${SYMBOL};
const std::span<const ShippedText> ${SYMBOL} = kTexts;
}  // namespace paramscope
")
