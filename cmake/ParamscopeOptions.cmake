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

# paramscope_precompile(TARGET [HEADER...]): parses what most of the target's files include once, if that is wanted.
function(paramscope_precompile target)
    if(PARAMSCOPE_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE
            <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string>
            <string_view> <unordered_map> <utility> <variant> <vector> ${ARGN})
    endif()
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
