// Calls of the functions of src/bindings/count_main.cpp.

/** Copies bytes or a text to where the next call of a program reads them: a part of `size` bytes from `at`, or all. */
export function sendCounted(program, contents, at = 0, size = undefined) {
  const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
  const room = program._count_make_room(size ?? bytes.length) >>> 0;
  program.bytes().set(bytes, room + at);
}

/** The bytes of a block of `size` bytes that a program has made. */
export function blockOf(program, size) {
  const start = program._count_block() >>> 0;
  return program.bytes().slice(start, start + size);
}

/** The two lines of a headline (src/bindings/headline.h): { parameters, flops } as they are written, '' where none are known. */
export function headlineFrom(lines) {
  const [parameters, flops] = lines.split('\n');
  return { parameters, flops };
}

/** The numbers of the text that was read. */
export function headlineOf(program, language) {
  const size = program._count_headline(language.startsWith('zh'));
  return headlineFrom(new TextDecoder().decode(blockOf(program, size)));
}
