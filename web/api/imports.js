// What the engine (src/bindings/main.cpp) calls, as an Emscripten library: addresses become bytes for Module.texts
// (web/api/program.js). As web/imports.js, kept to JavaScript of 2015.
mergeInto(LibraryManager.library, {
  engine_text_size: function() {
    return Module['texts'].given.length;
  },

  engine_text: function(buffer) {
    HEAPU8.set(Module['texts'].given, buffer);
  },

  engine_answer: function(text, length) {
    Module['texts'].take(HEAPU8.subarray(text, text + length));
  },
});
