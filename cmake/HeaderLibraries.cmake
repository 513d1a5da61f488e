# Adds header-only libraries from the system's packages. A link makes only their own folder visible: other headers in
# /usr/include do not suit every compiler.
function(paramscope_header_library name folder header package)
    string(TOUPPER "${folder}_INCLUDE" place)
    find_path(${place} ${folder}/${header} PATHS /usr/include /usr/local/include /opt/homebrew/include
              NO_CMAKE_FIND_ROOT_PATH REQUIRED DOC "The folder that holds ${folder}/${header} (Debian: ${package})")
    set(link "${CMAKE_BINARY_DIR}/${folder}-include")
    file(MAKE_DIRECTORY "${link}")
    file(CREATE_LINK "${${place}}/${folder}" "${link}/${folder}" COPY_ON_ERROR SYMBOLIC)
    add_library(${name} INTERFACE)
    target_include_directories(${name} SYSTEM INTERFACE "${link}")
endfunction()

paramscope_header_library(paramscope_rapidjson rapidjson reader.h rapidjson-dev)
if(PARAMSCOPE_SANITIZE OR PARAMSCOPE_FUZZERS)
    # RapidJSON's stack begins as a null pointer and compares addresses after it.
    target_compile_options(paramscope_rapidjson INTERFACE -fno-sanitize=pointer-overflow)
endif()
