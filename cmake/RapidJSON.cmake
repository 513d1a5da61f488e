# paramscope_rapidjson: RapidJSON's headers (Debian: rapidjson-dev), and nothing else of the folder they lie in.
#
# The cross compiler must not see the host's /usr/include, so the headers are copied into the build folder.
find_path(RAPIDJSON_ROOT rapidjson/rapidjson.h
          HINTS /usr/include /usr/local/include /opt/homebrew/include
          NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(COPY "${RAPIDJSON_ROOT}/rapidjson" DESTINATION "${CMAKE_BINARY_DIR}/third_party")

add_library(paramscope_rapidjson INTERFACE)
target_include_directories(paramscope_rapidjson SYSTEM INTERFACE "${CMAKE_BINARY_DIR}/third_party")
