# Defines the compiler settings of all targets as one interface target.
add_library(paramscope_options INTERFACE)
target_include_directories(paramscope_options INTERFACE "${CMAKE_SOURCE_DIR}/src")
target_compile_options(paramscope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
# GCC 12 warns wrongly about the value of a std::optional, and about `text + std::string` (its bug 105651).
target_compile_options(paramscope_options INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict>)

if(PARAMSCOPE_WERROR)
    target_compile_options(paramscope_options INTERFACE -Werror)
endif()

if(PARAMSCOPE_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(paramscope_options INTERFACE ${sanitizers})
    target_link_options(paramscope_options INTERFACE ${sanitizers})
endif()

# paramscope_join(TARGET): compiles the target's files of a folder together, some at a time, if that is wanted. What they
# include is parsed once, and file-local names have to differ within a folder.
function(paramscope_join target)
    if(NOT PARAMSCOPE_JOIN)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # GCC warns of types in anonymous namespaces of included files, which it takes for headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/(src|tests)/.*\\.cpp$")
    set(files_together 12)
    set(folder "")
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH parent)
        if(NOT parent STREQUAL folder)
            set(folder "${parent}")
            set(count 0)
        endif()
        math(EXPR part "${count} / ${files_together}")
        math(EXPR count "${count} + 1")
        file(RELATIVE_PATH name "${CMAKE_SOURCE_DIR}" "${folder}")
        string(MAKE_C_IDENTIFIER "${name}_${part}" group)
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
endfunction()

# The engine and everything shipped with it use no exceptions and no RTTI. Sanitizers and fuzzers have RTTI: with it
# they check that what is cast to a derived class is of that class.
if(PARAMSCOPE_SANITIZE OR PARAMSCOPE_FUZZERS)
    set(PARAMSCOPE_RTTI -frtti)
else()
    set(PARAMSCOPE_RTTI -fno-rtti)
endif()
add_library(paramscope_lean INTERFACE)
target_link_libraries(paramscope_lean INTERFACE paramscope_options)
target_compile_options(paramscope_lean INTERFACE -fno-exceptions ${PARAMSCOPE_RTTI})
