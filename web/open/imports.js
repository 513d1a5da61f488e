// Functions that the opener (src/bindings/open_main.cpp) calls, as an Emscripten library: pass addresses on as bytes to
// Module.files (web/open/files.js). Limited to JavaScript of 2015, as web/imports.js.
mergeInto(LibraryManager.library, {
  opener_name: function(buffer, capacity) {
    return Module['files'].putName(HEAPU8.subarray(buffer, buffer + capacity));
  },

  opener_format: function(buffer, capacity) {
    return Module['files'].putFormat(HEAPU8.subarray(buffer, buffer + capacity));
  },

  opener_build: function(buffer, capacity) {
    return Module['files'].putBuild(HEAPU8.subarray(buffer, buffer + capacity));
  },

  opener_input: function(buffer, capacity) {
    return Module['files'].putInput(HEAPU8.subarray(buffer, buffer + capacity));
  },

  opener_companions: function(buffer, capacity) {
    return Module['files'].putCompanions(HEAPU8.subarray(buffer, buffer + capacity));
  },

  opener_is_main: function() {
    return Module['files'].isMain;
  },

  opener_size: function(file) {
    return Module['files'].size(file);
  },

  opener_read: function(file, offset, buffer, length) {
    return Module['files'].read(file, offset, HEAPU8.subarray(buffer, buffer + length));
  },

  opener_find: function(name, length) {
    return Module['files'].find(HEAPU8.slice(name >>> 0, name + length >>> 0));
  },

  opener_find_in_packages: function(path, length) {
    return Module['files'].findInPackages(HEAPU8.slice(path >>> 0, path + length >>> 0));
  },

  opener_answer: function(kind, text, length) {
    Module['files'].takeAnswer(UTF8ToString(kind), HEAPU8.slice(text >>> 0, text + length >>> 0), HEAPU8.length);
  },

  opener_out_of_memory: function() {
    throw new RangeError('out of memory');
  },
});
