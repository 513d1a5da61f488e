# Libraries of headers only, as packages of the system have them. Only their own folder becomes visible, by way of a link,
# for what else lies beside it in /usr/include is not made for every compiler.
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
    # Its stack begins as a null pointer and compares places behind that.
    target_compile_options(paramscope_rapidjson INTERFACE -fno-sanitize=pointer-overflow)
endif()
