# paramscope_embed_texts(TARGET SYMBOL [PART part] FILE...): compiles text files into TARGET, as data of that part (see open/support/data_of.h).
#
# The generated source defines `const std::span<const ShippedText> SYMBOL` (see base/shipped_texts.h), one entry a file
# in the order given, with its folder's name and its own. Editing a file rebuilds it. Comments
# of block rules, of architectures and at the margin of Python's libraries are left out.
function(paramscope_embed_texts target symbol)
    cmake_parse_arguments(PARSE_ARGV 2 texts "" "PART" "")
    set(files ${texts_UNPARSED_ARGUMENTS})
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${output}" -D "SYMBOL=${symbol}" -D "PART=${texts_PART}" -D "FILES=${files}"
                -P "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        COMMENT "Embedding ${symbol}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
