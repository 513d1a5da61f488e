# RapidJSON, headers only, as a package of the system has it: paramscope_rapidjson. Only its own folder becomes visible,
# by way of a link, for what else lies beside it in /usr/include is not made for every compiler.
find_path(RAPIDJSON_INCLUDE rapidjson/reader.h PATHS /usr/include /usr/local/include /opt/homebrew/include
          NO_CMAKE_FIND_ROOT_PATH REQUIRED DOC "The folder that holds rapidjson/reader.h (Debian: rapidjson-dev)")
set(rapidjson_link "${CMAKE_BINARY_DIR}/rapidjson-include")
file(MAKE_DIRECTORY "${rapidjson_link}")
file(CREATE_LINK "${RAPIDJSON_INCLUDE}/rapidjson" "${rapidjson_link}/rapidjson" COPY_ON_ERROR SYMBOLIC)
add_library(paramscope_rapidjson INTERFACE)
target_include_directories(paramscope_rapidjson SYSTEM INTERFACE "${rapidjson_link}")
if(PARAMSCOPE_SANITIZE OR PARAMSCOPE_FUZZERS)
    # Its stack begins as a null pointer and compares places behind that.
    target_compile_options(paramscope_rapidjson INTERFACE -fno-sanitize=pointer-overflow)
endif()
