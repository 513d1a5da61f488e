# paramscope_pack_libraries(TARGET PROGRAM): compiles into TARGET the C++ that PROGRAM, a program of this build, writes: syntax
# trees. Where programs are built for another machine, CMake runs it as Emscripten says: with node. A program that fails
# leaves no file.
function(paramscope_pack_libraries target program)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/kPythonLibraryTrees.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND ${program} > "${output}.new"
        COMMAND "${CMAKE_COMMAND}" -E rename "${output}.new" "${output}"
        DEPENDS ${program}
        COMMENT "Parsing Python's libraries"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
