// What the command line asks node (src/cli/host.h), as an Emscripten library. Limited to JavaScript of 2015, as web/imports.js.
mergeInto(LibraryManager.library, {
  paramscope_argument_size: function(index) {
    var argument = process.argv[index + 2];
    return argument === undefined ? -1 : Buffer.byteLength(argument);
  },

  paramscope_argument: function(index, value) {
    HEAPU8.set(Buffer.from(process.argv[index + 2]), value);
  },

  paramscope_environment: function(name, value, size) {
    var key = Buffer.from(HEAPU8.subarray(name, HEAPU8.indexOf(0, name))).toString();
    var bytes = Buffer.from(process.env[key] || '').subarray(0, size - 1);
    HEAPU8.set(bytes, value);
    HEAPU8[value + bytes.length] = 0;
  },

  paramscope_is_terminal: function(stream) {
    // Loading `tty` takes a while, and a pipe or a file is no terminal.
    return require('fs').fstatSync(stream).isCharacterDevice() && require('tty').isatty(stream) ? 1 : 0;
  },

  paramscope_terminal_columns: function(stream) {
    return (stream === 1 ? process.stdout : process.stderr).columns || 0;
  },
});
