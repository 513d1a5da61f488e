# paramscope_arrange_wasm(TARGET [FILE...]): has cmake/arrange_wasm.mjs make what is linked smaller, in release builds, and
# what else comes of it, files beside it.
set(PARAMSCOPE_ARRANGES_WASM OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    # Binaryen's optimizer, a part of Emscripten: beside its folder in an emsdk, on the path with Debian's.
    find_program(WASM_OPT wasm-opt HINTS "${EMSCRIPTEN_ROOT_PATH}/../bin" NO_CMAKE_FIND_ROOT_PATH DOC "Binaryen's wasm-opt")
    find_program(NODE_FOR_WASM NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH DOC "The node that arranges what is linked")
    if(WASM_OPT AND NODE_FOR_WASM)
        set(PARAMSCOPE_ARRANGES_WASM ON)
    else()
        message(STATUS "wasm-opt or node was not found: WebAssembly stays as it is linked, some 4 % larger than it could be")
    endif()
endif()

# What files of this Emscripten may use: they no longer say so themselves.
set(wasm_features mutable-globals)
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4)
    list(APPEND wasm_features sign-ext bulk-memory nontrapping-float-to-int multivalue reference-types)
endif()
list(TRANSFORM wasm_features PREPEND "--enable-")

function(paramscope_arrange_wasm target)
    if(NOT PARAMSCOPE_ARRANGES_WASM)
        return()
    endif()
    set(script "${CMAKE_SOURCE_DIR}/cmake/arrange_wasm.mjs")
    # Functions are arranged by their names, which the script takes off.
    target_link_options(${target} PRIVATE --profiling-funcs)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
    foreach(file "$<TARGET_FILE_BASE_NAME:${target}>.wasm" ${ARGN})
        add_custom_command(TARGET ${target} POST_BUILD VERBATIM
            COMMAND "${NODE_FOR_WASM}" "${script}" "${WASM_OPT}" "$<TARGET_FILE_DIR:${target}>/${file}" ${wasm_features})
    endforeach()
endfunction()
