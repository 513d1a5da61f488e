# Cuts what opening the page does not need off the page's wasm: paramscope-later.wasm, asked for when it is first needed.
find_program(WASM_SPLIT wasm-split HINTS "${EMSCRIPTEN_ROOT_PATH}/../bin" REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(later "${CMAKE_CURRENT_LIST_DIR}")
# The cut is told by the functions' names.
target_link_options(paramscope_page PRIVATE --profiling-funcs)
set_property(TARGET paramscope_page APPEND PROPERTY
    LINK_DEPENDS "${later}/split.mjs" "${later}/wasm_calls.mjs" "${later}/roots.txt")
add_custom_command(TARGET paramscope_page POST_BUILD VERBATIM
    BYPRODUCTS "${CMAKE_CURRENT_BINARY_DIR}/paramscope-later.wasm"
    COMMAND "${NODE}" "${later}/split.mjs" "${WASM_SPLIT}" paramscope-app.wasm paramscope-later.wasm "${later}/roots.txt"
            ${wasm_features}
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
paramscope_arrange_wasm(paramscope_page paramscope-later.wasm)
