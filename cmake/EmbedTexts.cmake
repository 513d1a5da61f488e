# paramscope_embed_texts(TARGET SYMBOL FILE...): compiles text files into TARGET.
#
# The generated source defines `const std::span<const ShippedText> SYMBOL` (see base/shipped_texts.h), one entry a file
# in the order given, with its folder's name and its own. Editing a file rebuilds it. Comments
# of block rules, of architectures and at the margin of Python's libraries are left out.
function(paramscope_embed_texts target symbol)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${output}" -D "SYMBOL=${symbol}" -D "FILES=${ARGN}"
                -P "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        DEPENDS ${ARGN} "${CMAKE_SOURCE_DIR}/cmake/embed_texts_script.cmake"
        COMMENT "Embedding ${symbol}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
