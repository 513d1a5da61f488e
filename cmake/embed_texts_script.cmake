# Writes OUTPUT, which defines SYMBOL over FILES without comment lines of templates and of libraries; their bytes are data of PART, if it is
# not empty. Run by paramscope_embed_texts.
# One raw string literal may hold 64 kB at most (MSVC less), so texts are cut into adjacent literals; GCC and Clang take any sum.
set(piece_length 12000)
set(part "")
set(include "")
if(PART)
    set(include "#include \"open/support/data_of.h\"\n")
    set(part "PARAMSCOPE_DATA_OF(${PART}) ")
endif()
set(arrays "")
set(entries "")
set(index 0)
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
        string(APPEND literals "\n    R\"__text__(${piece})__text__\"")
        math(EXPR at "${at} + ${piece_length}")
    endwhile()
    # The length of an array is known: Clang gives up counting it.
    string(APPEND arrays "${part}constexpr char kText${index}[] = \"\"${literals};\n")
    string(APPEND entries "    {\"${group}\", \"${name}\", {kText${index}, sizeof kText${index} - 1}},\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from text files; edit those instead.
#include \"base/shipped_texts.h\"
${include}
#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace paramscope {
namespace {
${arrays}
constexpr ShippedText kTexts[] = {
${entries}};
}  // namespace

extern const std::span<const ShippedText> ${SYMBOL};
const std::span<const ShippedText> ${SYMBOL} = kTexts;
}  // namespace paramscope
")
