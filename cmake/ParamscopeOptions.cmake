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
    # The engine has no RTTI, which the vptr sanitizer needs.
    set(sanitizers -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
                   -fno-omit-frame-pointer)
    target_compile_options(paramscope_options INTERFACE ${sanitizers})
    target_link_options(paramscope_options INTERFACE ${sanitizers})
endif()

# The engine and everything shipped with it use no exceptions and no RTTI.
add_library(paramscope_lean INTERFACE)
target_link_libraries(paramscope_lean INTERFACE paramscope_options)
target_compile_options(paramscope_lean INTERFACE -fno-exceptions -fno-rtti)
