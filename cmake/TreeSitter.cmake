# Builds tree-sitter's parser and its Python grammar from the C sources in npm's packages, which package-lock.json pins:
# paramscope_tree_sitter.
set(tree_sitter_dir "${CMAKE_SOURCE_DIR}/node_modules/tree-sitter/vendor/tree-sitter/lib")
set(python_grammar_dir "${CMAKE_SOURCE_DIR}/node_modules/tree-sitter-python/src")
foreach(source IN ITEMS "${tree_sitter_dir}/src/lib.c" "${python_grammar_dir}/parser.c")
    if(NOT EXISTS "${source}")
        message(FATAL_ERROR "${source} is missing: `npm run setup` installs the packages that hold it.")
    endif()
endforeach()

enable_language(C)
add_library(paramscope_tree_sitter STATIC
    "${tree_sitter_dir}/src/lib.c" "${python_grammar_dir}/parser.c" "${python_grammar_dir}/scanner.c")
target_include_directories(paramscope_tree_sitter SYSTEM PUBLIC "${tree_sitter_dir}/include")
target_include_directories(paramscope_tree_sitter PRIVATE "${tree_sitter_dir}/src" "${python_grammar_dir}")
set_target_properties(paramscope_tree_sitter PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
# Its largest table comes to a page with the readers of code.
if(EMSCRIPTEN)
    set_source_files_properties("${python_grammar_dir}/parser.c" PROPERTIES
        COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/src/open/python/syntax/grammar_data.h")
endif()
# Optimised in a build for development, too, where most of the time of reading code would be its own.
if(CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT EMSCRIPTEN AND NOT PARAMSCOPE_SANITIZE)
    target_compile_options(paramscope_tree_sitter PRIVATE -O2)
endif()
