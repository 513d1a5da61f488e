# paramscope_link_whole(TARGET): links a program with all its libraries inside, where the system has them so: the start of a
# short-lived program is mostly the search for its libraries.
include(CheckCXXSourceCompiles)

if(NOT EMSCRIPTEN AND NOT PARAMSCOPE_SANITIZE AND NOT PARAMSCOPE_FUZZERS)
    set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie)
    check_cxx_source_compiles("#include <iostream>\nint main() { std::cout << 1; }" PARAMSCOPE_LINKS_WHOLE)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()

function(paramscope_link_whole target)
    if(PARAMSCOPE_LINKS_WHOLE)
        target_link_options(${target} PRIVATE -static-pie)
    endif()
endfunction()
