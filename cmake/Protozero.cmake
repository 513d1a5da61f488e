# protozero, headers only, as a package of the system has it: paramscope_protozero, visible as RapidJSON is.
find_path(PROTOZERO_INCLUDE protozero/pbf_message.hpp PATHS /usr/include /usr/local/include /opt/homebrew/include
          NO_CMAKE_FIND_ROOT_PATH REQUIRED DOC "The folder that holds protozero/pbf_message.hpp (Debian: libprotozero-dev)")
set(protozero_link "${CMAKE_BINARY_DIR}/protozero-include")
file(MAKE_DIRECTORY "${protozero_link}")
file(CREATE_LINK "${PROTOZERO_INCLUDE}/protozero" "${protozero_link}/protozero" COPY_ON_ERROR SYMBOLIC)
add_library(paramscope_protozero INTERFACE)
target_include_directories(paramscope_protozero SYSTEM INTERFACE "${protozero_link}")
