# paramscope_embed_texts(TARGET SYMBOL [WITHOUT_COMMENTS] FILE...): compiles text files into TARGET.
#
# The generated source defines `const std::span<const EmbeddedText> SYMBOL` (see base/embedded_text.h), one
# entry a file in the order given, named by the file's base name. Editing a file rebuilds it. WITHOUT_COMMENTS leaves out
# lines that start with #: what only a reader of the sources needs is not shipped.
function(paramscope_embed_texts target symbol)
    cmake_parse_arguments(PARSE_ARGV 2 embed "WITHOUT_COMMENTS" "" "")
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${output}" -D "SYMBOL=${symbol}" -D "FILES=${embed_UNPARSED_ARGUMENTS}"
                -D "WITHOUT_COMMENTS=${embed_WITHOUT_COMMENTS}"
                -P "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        DEPENDS ${embed_UNPARSED_ARGUMENTS} "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        COMMENT "Embedding ${symbol}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
