// Functions that the command line (src/cli/remote_host.h) calls under node, as an Emscripten library: they pass on what the
// object `remote` of web/node_module.js answers. Limited to JavaScript of 2015, as web/imports.js.
mergeInto(LibraryManager.library, {
  remote_open: function(address, length) {
    return remote.open(UTF8ToString(address, length));
  },

  remote_text: function(model, name, buffer, capacity) {
    return remote.put(model, UTF8ToString(name), HEAPU8.subarray(buffer, buffer + capacity));
  },

  remote_file: function(model, name) {
    return remote.file(model, UTF8ToString(name));
  },

  remote_find: function(file, name, length) {
    return remote.find(file, UTF8ToString(name, length));
  },

  remote_size: function(file) {
    return remote.files[file].size;
  },

  remote_read: function(file, offset, buffer, length) {
    return remote.read(file, offset, HEAPU8.subarray(buffer, buffer + length));
  },
});
